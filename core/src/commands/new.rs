//! `bastide new`: begins a new expansion from a template.

use std::fs;
use std::path::{Path, PathBuf};

use bastide::template::{DEFAULT, TEMPLATES, Template, check_id};
use serde_json::{Value, json};

use crate::commands::args::did_you_mean;
use crate::commands::{Failure, Out, Outcome};

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bastide new mills
  bastide test mills
  bastide new pedlars --template figure
  bastide new --list")]
pub(crate) struct Args {
    /// The id of the expansion: lower case letters, digits and `_`.
    #[arg(required_unless_present = "list")]
    name: Option<String>,
    /// What it begins with: tiles-only, scoring, figure or full; --list describes them.
    #[arg(long, value_name = "TEMPLATE", default_value = DEFAULT)]
    template: String,
    /// The folder in which its folder is made; the current one where none is given.
    #[arg(long = "in", value_name = "FOLDER")]
    parent: Option<PathBuf>,
    /// Describe the templates and make nothing.
    #[arg(long, conflicts_with_all = ["name", "parent"])]
    list: bool,
    /// Print what was made, or the list, as one JSON object.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Outcome {
    // Either a name or `--list` is there, which clap sees to.
    let Some(id) = args.name.as_deref() else { return list(args.json, out) };
    check_id(id).map_err(Failure::Usage)?;
    let template = template(&args.template)?;
    let folder = args.parent.clone().unwrap_or_default().join(id);
    if folder.exists() {
        return Err(Failure::Usage(format!("there is something called `{}` already", folder.display())));
    }
    let mut made = Vec::new();
    for (path, text) in template.files(id) {
        write(&folder.join(&path), &text)?;
        made.push(path);
    }
    if made.is_empty() {
        return Err(Failure::Problem("this program was built without its templates".to_owned()));
    }
    if args.json {
        let folder = folder.to_string_lossy();
        out.line(json!({ "id": id, "template": template.name, "folder": folder, "files": made }))?;
    } else {
        let path = if args.parent.is_none() { Path::new(".").join(&folder) } else { folder.clone() };
        tell(&folder, &path, &made, out)?;
    }
    Ok(0)
}

fn tell(folder: &Path, path: &Path, made: &[String], out: &mut Out) -> Result<(), Failure> {
    let folder = folder.display();
    out.line(format_args!("Made {folder}:"))?;
    for path in made {
        out.line(format_args!("  {path}"))?;
    }
    out.line("")?;
    out.line("What now:")?;
    out.line(format_args!("  bastide check {folder}"))?;
    out.line(format_args!("  bastide test {folder}"))?;
    out.line(format_args!("  bastide play --seat greedy --seat greedy --expansions {}", path.display()))?;
    out.line(format_args!("  bastide dev {folder}"))?;
    out.line(format_args!("  bastide api --editor {folder}"))
}

fn list(as_json: bool, out: &mut Out) -> Outcome {
    if as_json {
        let row = |template: &Template| json!({ "name": template.name, "summary": template.summary });
        let rows: Vec<Value> = TEMPLATES.iter().map(row).collect();
        out.line(json!({ "templates": rows, "default": DEFAULT }))?;
        return Ok(0);
    }
    for template in TEMPLATES {
        let usual = if template.name == DEFAULT { " (if none is named)" } else { "" };
        out.line(format_args!("{:<12}{}{usual}", template.name, template.summary))?;
    }
    out.line("")?;
    out.line("bastide new NAME --template TEMPLATE begins with one of them.")?;
    Ok(0)
}

fn template(name: &str) -> Result<Template, Failure> {
    Template::named(name).ok_or_else(|| {
        let names = TEMPLATES.map(|template| template.name);
        let (meant, all) = (did_you_mean(name, &names), names.join(", "));
        Failure::Usage(format!("there is no template `{name}`{meant}; the templates are {all}"))
    })
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let failed =
        |error: std::io::Error| Failure::Problem(format!("cannot write `{}`: {error}", path.display()));
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    fs::write(path, text).map_err(failed)
}
