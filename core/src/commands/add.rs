//! `bastide add`: an expansion that somebody packed, into a game folder.

use std::path::{Path, PathBuf};

use bastide::content::library::MANIFEST;
use bastide::package::{Before, Installed, Limits, Package, PackageError, install, open};
use bastide::shelf::is_built_in;
use serde_json::{Value, json};

use crate::commands::out::plain;
use crate::commands::{Failure, Out, Outcome};

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bastide add mills-1.0.0.bastide --list
  bastide add mills-1.0.0.bastide
  bastide play --expansions mills

A game folder is any folder from which you play: what is added lies in its folder `expansions`, and is
found there by its id. Nothing in a package can write anywhere else, and nothing in it is run by adding it.

Either all of it is added or nothing. A package is refused when it is damaged or changed, too large,
written for another script interface, or has the id of a bundled expansion.")]
pub(crate) struct Args {
    /// The package, as `bastide pack` makes it.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The game folder. [default: the current folder]
    #[arg(long = "in", value_name = "FOLDER")]
    game_folder: Option<PathBuf>,
    /// Put it in place of a newer version, or of one that was changed.
    #[arg(long)]
    force: bool,
    /// Show what is in the package and add nothing.
    #[arg(long, conflicts_with_all = ["game_folder", "force"])]
    list: bool,
    /// Print what was added, or what is in it, as one JSON object.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Outcome {
    let shown = args.file.display();
    if !args.file.exists() {
        return Err(Failure::Usage(format!("there is no file `{shown}`")));
    }
    if args.file.is_dir() {
        let hint = format!("bastide play --expansions ./{shown} plays it where it is");
        return Err(Failure::Usage(format!("`{shown}` is a folder and no package; {hint}")));
    }
    let failed = |error: PackageError| {
        Failure::Problem(format!("`{shown}` is not added: {}", plain(&error.to_string())))
    };
    let limits = Limits::default();
    if args.list {
        let failed =
            |error: PackageError| Failure::Problem(format!("`{shown}`: {}", plain(&error.to_string())));
        return list(&open(&args.file, limits).map_err(failed)?, args.json, out);
    }
    let game_folder = args.game_folder.as_deref();
    if let Some(folder) = game_folder.filter(|folder| !folder.is_dir()) {
        return Err(Failure::Usage(format!("there is no folder `{}`", folder.display())));
    }
    let package = open(&args.file, limits).map_err(failed)?;
    let installed = install(&package, game_folder.unwrap_or(Path::new("")), args.force).map_err(failed)?;
    if args.json {
        let mut row = describe(&package);
        row["folder"] = json!(installed.folder.to_string_lossy());
        row["changed"] = json!(installed.before != Some(Before::Same));
        out.line(row)?;
    } else {
        tell(&package, &installed, game_folder.is_none(), out)?;
    }
    Ok(0)
}

fn tell(package: &Package, installed: &Installed, is_here: bool, out: &mut Out) -> Result<(), Failure> {
    let (index, folder) = (&package.index, installed.folder.display());
    let what = match &installed.before {
        None => format!("added to {folder}"),
        Some(Before::Same) => format!("is in {folder} already; nothing was changed"),
        Some(Before::Version(Some(version))) => format!("replaces {version} in {folder}"),
        Some(Before::Version(None)) => format!("replaces what was in {folder}"),
    };
    out.line(format_args!("{} {} {what}", plain(&index.name), index.version))?;
    for id in missing(package, &installed.folder) {
        out.line(format_args!("It needs `{id}`, which is not here; add that too."))?;
    }
    out.line("")?;
    out.line("What now:")?;
    let place = if is_here { "" } else { ", in that game folder" };
    out.line(format_args!("  bastide play --seat human --seat greedy --expansions {}{place}", index.id))
}

/// The expansions that it depends on and that are neither bundled nor beside it.
fn missing<'a>(package: &'a Package, folder: &'a Path) -> impl Iterator<Item = &'a str> {
    let is_there = |id: &str| {
        is_built_in(id) || folder.parent().is_some_and(|beside| beside.join(id).join(MANIFEST).is_file())
    };
    let needed = package.manifest.depends.iter().map(|other| other.id.name.as_str());
    needed.filter(move |id| !is_there(id))
}

fn list(package: &Package, as_json: bool, out: &mut Out) -> Outcome {
    if as_json {
        out.line(describe(package))?;
        return Ok(0);
    }
    let (index, manifest) = (&package.index, &package.manifest);
    out.line(format_args!("{} {} ({})", plain(&index.name), index.version, index.id))?;
    if !manifest.description.is_empty() {
        out.line(plain(&manifest.description))?;
    }
    let needs: Vec<String> = manifest.depends.iter().map(|other| format!("`{}`", other.id.name)).collect();
    if !needs.is_empty() {
        out.line(format_args!("It needs {}.", needs.join(", ")))?;
    }
    out.line(&index.hash)?;
    out.line("")?;
    for (path, text) in &package.files {
        out.line(format_args!("{:>9}  {path}", text.len()))?;
    }
    out.line(format_args!("{:>9}  in {} files", package.size(), package.files.len()))?;
    Ok(0)
}

fn describe(package: &Package) -> Value {
    let files: Vec<Value> =
        package.files.iter().map(|(path, text)| json!({ "path": path, "size": text.len() })).collect();
    let needs: Vec<&str> = package.manifest.depends.iter().map(|other| other.id.name.as_str()).collect();
    json!({
        "package": package.index, "description": package.manifest.description, "needs": needs,
        "files": files,
    })
}
