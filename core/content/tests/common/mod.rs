//! What the tests of this crate share: the repository's own content, and the peer's tile data.
#![allow(dead_code)]

use std::fs;
use std::path::{Path, PathBuf};

use bastide_content::files::{FileError, Files};
use bastide_content::library::Library;
use bastide_content::tileset::TileSet;

/// The repository's files.
pub struct Repository;

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

impl Files for Repository {
    fn read(&self, path: &str) -> Result<String, FileError> {
        fs::read_to_string(root().join(path))
            .map_err(|error| FileError { path: path.to_owned(), reason: error.to_string() })
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let Ok(entries) = fs::read_dir(root().join(folder)) else { return Vec::new() };
        let mut names: Vec<String> = entries
            .flatten()
            .map(|entry| {
                let slash = if entry.path().is_dir() { "/" } else { "" };
                format!("{}{slash}", entry.file_name().to_string_lossy())
            })
            .collect();
        names.sort();
        names
    }
}

/// The library of the repository.
pub fn library() -> Library {
    Library::open(&Repository, &[])
}

/// A bundled tile set, with the words of the expansion that brings it.
pub fn tile_set(id: &str) -> TileSet {
    let library = library();
    let request = bastide_content::select::SelectionRequest::new(["Ada"]).with_tiles(id);
    let selection = library.select(&request).unwrap_or_else(|report| panic!("{}", report.render(false)));
    let lexicon = bastide_content::lexicon::Lexicon {
        vocabulary: selection.setup.vocabulary,
        ..bastide_content::lexicon::Lexicon::base()
    };
    let found = library.tile_set(id, None).expect("the set was selected");
    let (set, report) = TileSet::read(&found.source, &lexicon);
    set.unwrap_or_else(|| panic!("{}", report.render(false)))
}

/// The folder of recorded games and tile data of another program, where it is at hand.
pub fn peer() -> Option<PathBuf> {
    let folder = match std::env::var_os("BASTIDE_PEER") {
        Some(folder) => PathBuf::from(folder),
        None => root().join("../shared/peer"),
    };
    folder.join("tiles").is_dir().then_some(folder)
}
