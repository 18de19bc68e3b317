//! `bastide pack`: one file of an expansion, to give it to others.

use std::fs;
use std::path::{Path, PathBuf};

use bastide::package::{Limits, PackageError, gather, write};
use serde_json::{Value, json};

use crate::commands::out::note;
use crate::commands::{Failure, Out, Outcome};

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bastide pack mills
  bastide pack mills -o for_friends/mills.bastide

It looks for mistakes first, as `bastide check` does. The script, the tiles, the tests, RULES.md and
README.md go in; hidden files and files of other kinds stay out, and are named.

The same files make the same package. `bastide add` unpacks it, and so does every program
that reads zip archives.")]
pub(crate) struct Args {
    /// The folder of the expansion.
    #[arg(value_name = "PATH")]
    path: PathBuf,
    /// The file to write. [default: <id>-<version>.bastide]
    #[arg(short = 'o', long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print what was packed as one JSON object.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Outcome {
    let shown = args.path.display();
    if !args.path.exists() {
        return Err(Failure::Usage(format!("there is no folder `{shown}`")));
    }
    if !args.path.is_dir() {
        return Err(Failure::Usage(format!("`{shown}` is a file, and an expansion is a folder")));
    }
    let (package, left_out) =
        gather(&args.path, Limits::default()).map_err(|error| failure(&args.path, &error))?;
    let bytes = write(&package).map_err(|error| failure(&args.path, &error))?;
    let file = args.output.clone().unwrap_or_else(|| PathBuf::from(package.file_name()));
    if fs::read(&file).is_ok_and(|there| !there.is_empty() && !there.starts_with(b"PK")) {
        return Err(Failure::Usage(format!("`{}` is there already, and it is no package", file.display())));
    }
    write_file(&file, &bytes)?;
    for found in &left_out {
        note(format_args!("left out {}: {}", found.path, found.reason));
    }
    if args.json {
        let left_out: Vec<Value> =
            left_out.iter().map(|found| json!({ "path": found.path, "reason": found.reason })).collect();
        let files: Vec<&String> = package.files.keys().collect();
        let size = bytes.len();
        out.line(json!({
            "file": file.to_string_lossy(), "size": size, "package": package.index, "files": files,
            "left_out": left_out,
        }))?;
        return Ok(0);
    }
    let (name, version, count) = (&package.index.name, &package.index.version, package.files.len());
    out.line(format_args!("{}: {name} {version}, {count} files, {} bytes", file.display(), bytes.len()))?;
    out.line(&package.index.hash)?;
    Ok(0)
}

fn failure(path: &Path, error: &PackageError) -> Failure {
    match error {
        PackageError::Check(_) => Failure::Problem(error.to_string()),
        PackageError::NoManifest => Failure::Usage(format!("`{}`: {error}", path.display())),
        error => Failure::Problem(format!("`{}`: {error}", path.display())),
    }
}

/// Writes beside the place where the file belongs first, so that no half of a package is ever there.
fn write_file(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let failed =
        |error: std::io::Error| Failure::Problem(format!("cannot write `{}`: {error}", file.display()));
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(failed)?;
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let part = folder.join(format!(".{name}.part"));
    fs::write(&part, bytes).map_err(failed)?;
    fs::rename(&part, file).map_err(|error| {
        let _ = fs::remove_file(&part);
        failed(error)
    })
}
