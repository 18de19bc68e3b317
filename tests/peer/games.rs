//! Finding the games: in folders, and in archives.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufReader, Cursor, Read};
use std::path::Path;

/// A game, and what the other program showed in it.
pub struct Game {
    /// `<collection>/<game>`.
    pub name: String,
    /// The recording.
    pub text: String,
    /// What it showed.
    pub oracle: Option<String>,
}

/// The recorded games: `games/<collection>/*.jcz` and `oracle/<collection>/*.json`.
pub fn recorded(folder: &Path) -> Result<Vec<Game>, String> {
    let mut games = Vec::new();
    for collection in names(&folder.join("games")) {
        let (own, oracle) = (folder.join("games").join(&collection), folder.join("oracle").join(&collection));
        games.extend(in_folders(&collection, &own, &oracle)?);
    }
    Ok(games)
}

/// The random games: `<corpus>.tar.xz`, or `<corpus>/games/*.jcz` and `<corpus>/oracle/*.json`.
pub fn random(folder: &Path) -> Result<Vec<Game>, String> {
    let mut games = Vec::new();
    for name in names(folder) {
        let path = folder.join(&name);
        if path.is_dir() {
            games.extend(in_folders(&format!("random/{name}"), &path.join("games"), &path.join("oracle"))?);
        } else if name.ends_with(".tar.xz") {
            games.extend(in_archive(&path).map_err(|error| format!("{}: {error}", path.display()))?);
        }
    }
    Ok(games)
}

/// What lies in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn in_folders(collection: &str, games: &Path, oracle: &Path) -> Result<Vec<Game>, String> {
    let mut found = Vec::new();
    for name in names(games) {
        let Some(stem) = name.strip_suffix(".jcz") else { continue };
        let path = games.join(&name);
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let oracle = fs::read_to_string(oracle.join(format!("{stem}.json"))).ok();
        found.push(Game { name: format!("{collection}/{stem}"), text, oracle });
    }
    Ok(found)
}

fn in_archive(path: &Path) -> Result<Vec<Game>, Box<dyn std::error::Error>> {
    let mut unpacked = Vec::new();
    lzma_rs::xz_decompress(&mut BufReader::new(fs::File::open(path)?), &mut unpacked)?;
    let mut games: BTreeMap<String, String> = BTreeMap::new();
    let mut oracles: BTreeMap<String, String> = BTreeMap::new();
    for entry in tar::Archive::new(Cursor::new(unpacked)).entries()? {
        let mut entry = entry?;
        let name = entry.path()?.to_string_lossy().into_owned();
        let mut text = String::new();
        if let Some(stem) = name.strip_suffix(".jcz") {
            entry.read_to_string(&mut text)?;
            games.insert(stem.replace("/games/", "/"), text);
        } else if let Some(stem) = name.strip_suffix(".json") {
            entry.read_to_string(&mut text)?;
            oracles.insert(stem.replace("/oracle/", "/"), text);
        }
    }
    let game = |(name, text): (String, String)| {
        let oracle = oracles.remove(&name);
        Game { name: format!("random/{name}"), text, oracle }
    };
    Ok(games.into_iter().map(game).collect())
}
