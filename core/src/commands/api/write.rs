//! The reference, and settings for editors, as files.

use std::fs;
use std::path::Path;

use bastide::content::library::MANIFEST;
use bastide::content::{Manifest, Source};
use bastide::editors::{self, FOLDER};
use bastide::reference::files::{Format, files};
use bastide::shelf::Shelf;
use serde_json::{Map, Value};

use crate::commands::out::note;
use crate::commands::{Failure, Out, Outcome};

/// Writes forms of the reference into a folder, or one of them to standard output.
pub(super) fn reference(folder: Option<&Path>, format: Option<Format>, out: &mut Out) -> Outcome {
    let library = Shelf::bundled().library();
    let Some(folder) = folder else {
        if let Some(format) = format {
            print(format, files(format, &library), out)?;
        }
        return Ok(0);
    };
    if folder.exists() && !folder.is_dir() {
        return Err(Failure::Usage(format!("`{}` is a file, and a folder is needed", folder.display())));
    }
    let formats = format.map_or(Format::ALL.to_vec(), |format| vec![format]);
    let mut count = 0;
    for (path, text) in formats.into_iter().flat_map(|format| files(format, &library)) {
        write(&folder.join(&path), &text)?;
        count += 1;
    }
    let ending = if count == 1 { "" } else { "s" };
    out.line(format_args!("Wrote {count} file{ending} into {}.", folder.display()))?;
    let page = folder.join("index.html");
    if page.is_file() {
        out.line(format_args!("Open {} to search.", page.display()))?;
    }
    Ok(0)
}

fn print(format: Format, files: Vec<(String, String)>, out: &mut Out) -> Result<(), Failure> {
    match format {
        Format::Html => files.iter().try_for_each(|(_, text)| out.text(text)),
        // The definitions; the library is part of the folder only.
        Format::Luacats => files.first().map_or(Ok(()), |(_, text)| out.text(text)),
        Format::Markdown => {
            let texts: Vec<&str> = files.iter().map(|(_, text)| text.as_str()).collect();
            out.text(texts.join("\n"))
        }
        Format::Schema => {
            let mut all = Map::new();
            for (path, text) in files {
                let name = path.rsplit('/').next().unwrap_or(&path).to_owned();
                let schema: Value = serde_json::from_str(&text)
                    .map_err(|error| Failure::Problem(format!("the schema `{name}` is broken: {error}")))?;
                all.insert(name, schema);
            }
            out.line(Value::Object(all))
        }
    }
}

/// Writes settings for editors into a folder. Settings that are there already and say something else
/// are left alone.
pub(super) fn editor(folder: &Path, out: &mut Out) -> Outcome {
    if !folder.is_dir() {
        return Err(Failure::Usage(format!(
            "there is no folder `{}`; make one with `bastide new`",
            folder.display()
        )));
    }
    let manifest = read_manifest(folder);
    let mut kept = Vec::new();
    for (path, text) in editors::settings(manifest.as_ref()) {
        let full = folder.join(&path);
        let own = fs::read_to_string(&full).ok().filter(|own| *own != text);
        if own.is_some() && !path.starts_with(FOLDER) {
            kept.push((path, text));
            continue;
        }
        write(&full, &text)?;
        if !path.starts_with(FOLDER) {
            out.line(format_args!("  {path}"))?;
        }
    }
    out.line(format_args!("  {FOLDER}/ (definitions and schemas; run this again after an update)"))?;
    for (path, text) in kept {
        note(format_args!("`{path}` is there already and was left alone; what it should say too:\n{text}"));
    }
    out.line("")?;
    out.line(format_args!(
        "Open {} in Visual Studio Code and let it install what it recommends.",
        folder.display()
    ))?;
    Ok(0)
}

/// The manifest of the folder, if it can be read.
fn read_manifest(folder: &Path) -> Option<Manifest> {
    let path = folder.join(MANIFEST);
    let text = fs::read_to_string(&path).ok()?;
    Manifest::read(&Source::new(path.to_string_lossy(), text)).0
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let failed =
        |error: std::io::Error| Failure::Problem(format!("cannot write `{}`: {error}", path.display()));
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    fs::write(path, text).map_err(failed)
}
