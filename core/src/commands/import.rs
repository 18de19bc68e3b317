//! `bastide import`: makes tile sets of the tile definitions of JCloisterZone.

use std::fs;
use std::path::{Path, PathBuf};

use bastide::content::check;
use bastide::content::files::Files;
use bastide::content::files::MemoryFiles;
use bastide::content::library::Library;
use bastide::content::names::to_id;
use bastide::content::peer::{DefinitionFile, Import, import};
use bastide::shelf::Shelf;
use serde_json::json;

use crate::commands::{Failure, Out, Outcome};

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bastide import king_and_robber.xml --out tiles
  bastide import *.xml --out imported --json

Without --out, the tile set of one file is printed. What no rule of Bastide knows becomes an
attribute; a report lists it.")]
pub(crate) struct Args {
    /// Tile definition files of JCloisterZone.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The folder in which the tile sets are written, one file each.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print the report as one JSON object.
    #[arg(long)]
    json: bool,
}

/// A tile set that was made.
struct Made {
    id: String,
    import: Import,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Outcome {
    if args.out.is_none() && args.files.len() > 1 {
        return Err(Failure::Usage("several files are imported into a folder: --out DIR".to_owned()));
    }
    let made = make(&args.files)?;
    let mut reports = Vec::new();
    for Made { id, import } in &made {
        let path = args.out.as_ref().map(|folder| folder.join(format!("{id}.toml")));
        match &path {
            Some(path) => write(path, &import.text)?,
            None if !args.json => out.text(&import.text)?,
            None => {}
        }
        if args.json {
            reports.push(json!({
                "id": id,
                "file": path.as_ref().map(|path| path.display().to_string()),
                "text": path.is_none().then_some(&import.text),
                "attributes": import.attributes,
                "notes": import.notes,
            }));
        } else {
            report(path.as_deref(), import, out)?;
        }
    }
    if args.json {
        out.line(json!({ "tile_sets": reports }))?;
    }
    Ok(0)
}

fn make(paths: &[PathBuf]) -> Result<Vec<Made>, Failure> {
    let mut found = Vec::new();
    for path in paths {
        let text = fs::read_to_string(path)
            .map_err(|error| Failure::Usage(format!("cannot read `{}`: {error}", path.display())))?;
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let id = to_id(file.strip_suffix(".xml").unwrap_or(&file)).unwrap_or_else(|| "imported".to_owned());
        found.push((id, file, text));
    }
    let files: Vec<DefinitionFile<'_>> =
        found.iter().map(|(id, name, text)| DefinitionFile { name, text, id }).collect();
    let imports = import(&files).map_err(Failure::Problem)?;
    let made = files.iter().zip(imports).map(|(file, import)| Made { id: file.id.to_owned(), import });
    made.map(verified).collect()
}

/// What we write, we can read.
fn verified(made: Made) -> Result<Made, Failure> {
    let name = format!("tiles/{}.toml", made.id);
    let base = Shelf::bundled().read("tiles/base.toml").unwrap_or_default();
    let files =
        MemoryFiles::new().with("tiles/base.toml", base).with(name.as_str(), made.import.text.as_str());
    let found = check(&files, &Library::open(&files, &[]), &name);
    match found.has_errors() {
        true => Err(Failure::Problem(found.render(false))),
        false => Ok(made),
    }
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let failed = |error| Failure::Problem(format!("cannot write `{}`: {error}", path.display()));
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    fs::write(path, text).map_err(failed)
}

/// What was written, and what to know about it. Beside a printed tile set it stands in comments.
fn report(path: Option<&Path>, import: &Import, out: &mut Out) -> Result<(), Failure> {
    let mark = match path {
        Some(path) => {
            out.line(format_args!("{}", path.display()))?;
            ""
        }
        None => {
            out.line("")?;
            "# "
        }
    };
    if !import.attributes.is_empty() {
        out.line(format_args!("{mark}  kept as attributes, for no rule knows them:"))?;
    }
    for line in &import.attributes {
        out.line(format_args!("{mark}    {line}"))?;
    }
    for line in &import.notes {
        out.line(format_args!("{mark}  {line}"))?;
    }
    Ok(())
}
