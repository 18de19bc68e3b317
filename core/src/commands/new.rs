//! `bastide new`: begins a new expansion from the template.

use std::fs;
use std::path::{Path, PathBuf};

use bastide::content::names::{is_id, to_id};
use bastide::session::bundled_ids;
use bastide::shelf::{Shelf, bundled_below};

use crate::commands::{Failure, Out, Outcome};

/// The id of the template, which the new one takes the place of.
const TEMPLATE: &str = "template";
/// Its title.
const TITLE: &str = "Template";
/// What the numbers of its rules begin with.
const PREFIX: &str = "TE";

#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  bastide new mills
  bastide test mills")]
pub(crate) struct Args {
    /// The id of the expansion: lower case letters, digits and `_`.
    name: String,
    /// The folder in which its folder is made; the current one where none is given.
    #[arg(long = "in", value_name = "FOLDER")]
    parent: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Outcome {
    let id = args.name.as_str();
    check_name(id)?;
    let folder = args.parent.clone().unwrap_or_default().join(id);
    if folder.exists() {
        return Err(Failure::Usage(format!("there is something called `{}` already", folder.display())));
    }
    let mut made = Vec::new();
    for (path, text) in bundled_below("scripts/template") {
        let path = path.replace(TEMPLATE, id);
        let text = text.replace(TITLE, &title(id)).replace(TEMPLATE, id).replace(PREFIX, &prefix(id));
        write(&folder.join(&path), &text)?;
        made.push(path);
    }
    if made.is_empty() {
        return Err(Failure::Problem("this program was built without its template".to_owned()));
    }
    let path = if args.parent.is_none() { Path::new(".").join(&folder) } else { folder.clone() };
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
    Ok(0)
}

fn check_name(id: &str) -> Result<(), Failure> {
    if !is_id(id) {
        let meant = to_id(id).map(|near| format!("; for example: bastide new {near}")).unwrap_or_default();
        return Err(Failure::Usage(format!(
            "`{id}` cannot be the id of an expansion: expected lower case letters, digits and `_`, a letter first{meant}"
        )));
    }
    let reserved = ["base", bastide::session::ALL, TEMPLATE];
    let taken = bundled_ids(&Shelf::bundled().library()).iter().any(|bundled| bundled == id);
    if taken || reserved.contains(&id) {
        return Err(Failure::Usage(format!("`{id}` is taken; give the expansion an id of its own")));
    }
    Ok(())
}

/// `the_old_mills` becomes `The Old Mills`.
fn title(id: &str) -> String {
    let words = id.split('_').filter(|word| !word.is_empty()).map(|word| {
        let (first, rest) = word.split_at(1);
        first.to_uppercase() + rest
    });
    words.collect::<Vec<_>>().join(" ")
}

/// What the numbers of an expansion's rules begin with: `MI` for `mills`.
fn prefix(id: &str) -> String {
    let letters = id.chars().filter(char::is_ascii_lowercase).chain(['x', 'x']);
    letters.take(2).map(|letter| letter.to_ascii_uppercase()).collect()
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let failed =
        |error: std::io::Error| Failure::Problem(format!("cannot write `{}`: {error}", path.display()));
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    fs::write(path, text).map_err(failed)
}
