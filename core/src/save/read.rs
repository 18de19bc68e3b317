//! Reading a saved game.

use std::fs;
use std::path::{Path, PathBuf};

use bastide_content::library::MANIFEST;

use crate::error::Error;
use crate::save::{FORMAT, Header, Line};

/// A saved game as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// The header.
    pub header: Header,
    /// The other lines, each with its number in the file, from 2, and the byte where it begins.
    pub lines: Vec<(usize, u64, Line)>,
    /// The bytes of the file that hold whole lines.
    pub sound: u64,
    /// Whether a torn line stood at the end.
    pub torn: bool,
}

/// Reads a saved game.
///
/// # Errors
///
/// When the file cannot be read, or is no saved game.
pub fn read(path: &Path) -> Result<Saved, Error> {
    let bytes = fs::read(path).map_err(|reason| Error::io("read", path, reason))?;
    let failed = |reason| Error::Save(format!("{}: {reason}", path.display()));
    let mut saved = parse(&bytes).map_err(failed)?;
    find_folders(&mut saved.header, path).map_err(failed)?;
    Ok(saved)
}

/// Looks for expansions that are not where they were: beside the saved game, beside its folder and
/// in the working directory, by as much of the old path as fits.
fn find_folders(header: &mut Header, path: &Path) -> Result<(), String> {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut places: Vec<PathBuf> = path.ancestors().skip(1).take(2).map(Path::to_path_buf).collect();
    places.extend(std::env::current_dir());
    for part in &mut header.expansions {
        let Some(folder) = &part.folder else { continue };
        let is_expansion = |folder: &Path| folder.join(MANIFEST).is_file();
        if is_expansion(Path::new(folder)) {
            continue;
        }
        let names: Vec<&str> = folder.split(['/', '\\']).filter(|name| !name.is_empty()).collect();
        let ends = (0..names.len()).map(|from| names[from..].iter().collect::<PathBuf>());
        let mut tried = ends.flat_map(|end| places.iter().map(move |place| place.join(&end)));
        let Some(found) = tried.find(|folder| is_expansion(folder)) else {
            return Err(format!(
                "the expansion `{0}` was in `{folder}` and is there no more; put its folder back, or beside the saved game as `{0}`",
                part.id
            ));
        };
        part.folder = Some(found.to_string_lossy().replace('\\', "/"));
    }
    Ok(())
}

/// Reads the text of a saved game. A last line that was not written to its end is left out.
///
/// # Errors
///
/// In words, with the number of the line.
pub fn parse(bytes: &[u8]) -> Result<Saved, String> {
    let mut rest = bytes;
    let mut at = 0;
    let mut texts = Vec::new();
    while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
        texts.push((at, &rest[..end]));
        at += end as u64 + 1;
        rest = &rest[end + 1..];
    }
    let mut torn = !rest.is_empty();
    let Some(((_, first), texts)) = texts.split_first() else {
        return Err(no_header(bytes));
    };
    let header = read_header(first)?;
    let mut lines: Vec<(usize, u64, Line)> = Vec::new();
    let mut sound = at;
    for (index, (begin, text)) in texts.iter().enumerate() {
        let last = index + 1 == texts.len();
        match read_line(text) {
            Ok(Some(line)) => lines.push((index + 2, *begin, line)),
            Ok(None) => {}
            // A machine that stops can leave a line that ends and is not whole.
            Err(_) if last => {
                torn = true;
                sound = *begin;
            }
            Err(reason) => return Err(format!("line {}: {reason}", index + 2)),
        }
    }
    Ok(Saved { header, lines, sound, torn })
}

fn read_line(text: &[u8]) -> Result<Option<Line>, String> {
    let text = std::str::from_utf8(text).map_err(|_| "is no text".to_owned())?;
    if text.trim().is_empty() {
        return Ok(None);
    }
    Line::parse(text).map(Some).map_err(|error| error.to_string())
}

fn no_header(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        "the file is empty: there is no game in it".to_owned()
    } else {
        "the first line is not whole: there is no game in it".to_owned()
    }
}

fn read_header(text: &[u8]) -> Result<Header, String> {
    let no_save = |reason: &str| format!("line 1: this is no saved game of Bastide: {reason}");
    let value: serde_json::Value =
        serde_json::from_slice(text).map_err(|error| no_save(&error.to_string()))?;
    match value.get("bastide").and_then(serde_json::Value::as_u64) {
        None => return Err(no_save("expected an object with the key `bastide`")),
        Some(format) if format != u64::from(FORMAT) => {
            return Err(format!(
                "line 1: the format is version {format}, and this program reads version {FORMAT}"
            ));
        }
        Some(_) => {}
    }
    serde_json::from_value(value).map_err(|error| no_save(&error.to_string()))
}
