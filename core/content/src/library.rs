//! Everything that could be played: the tile sets and expansions that were found.
//!
//! Bundled content lies in `tiles/` and `expansions/`; further expansions are folders of their own.
//! What is broken does not keep the rest from being used: it is reported when it is chosen.

use crate::diagnostic::{Diagnostic, Report, Source};
use crate::files::{Files, join, stem};
use crate::manifest::Manifest;
use crate::names::did_you_mean;
use crate::options::{BASE, OptionDef, base_options};
use crate::tileset::Outline;

/// The manifest of an expansion, in its folder.
pub const MANIFEST: &str = "expansion.toml";

/// An expansion that was found.
#[derive(Clone, Debug)]
pub struct FoundExpansion {
    /// Its id: its folder's name.
    pub id: String,
    /// The folder.
    pub folder: String,
    /// Its manifest, if that has no mistakes.
    pub manifest: Option<Manifest>,
    /// What is wrong with the manifest.
    pub report: Report,
}

/// A tile set that was found.
#[derive(Clone, Debug)]
pub struct FoundTileSet {
    /// Its id: its file's name.
    pub id: String,
    /// The file.
    pub source: Source,
    /// The folder of the expansion that it lies in, `None` for a bundled one.
    pub folder: Option<String>,
    /// What it says of itself.
    pub outline: Outline,
}

impl FoundTileSet {
    /// A tile set's file.
    pub fn new(id: impl Into<String>, source: Source, folder: Option<String>) -> FoundTileSet {
        let outline = Outline::read(&source);
        FoundTileSet { id: id.into(), source, folder, outline }
    }
}

/// The tile sets and expansions that were found.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// The expansions, bundled ones first, by folder.
    pub expansions: Vec<FoundExpansion>,
    /// The tile sets, bundled ones first, by path.
    pub tile_sets: Vec<FoundTileSet>,
    /// What could not be read at all.
    pub report: Report,
}

impl Library {
    /// Looks for tile sets in `tiles/`, for expansions in `expansions/`, and in further folders, each
    /// of which holds one expansion.
    pub fn open(files: &dyn Files, folders: &[&str]) -> Library {
        let mut library = Library::default();
        library.add_tile_sets(files, "tiles", None);
        for name in files.list("expansions").iter().filter(|name| name.ends_with('/')) {
            let folder = join("expansions", name.trim_end_matches('/'));
            if files.list(&folder).iter().any(|file| file == MANIFEST) {
                library.add_expansion(files, &folder);
            }
        }
        for folder in folders {
            library.add_expansion(files, folder.trim_end_matches('/'));
        }
        library
    }

    fn add_expansion(&mut self, files: &dyn Files, folder: &str) {
        let path = join(folder, MANIFEST);
        if self.expansions.iter().any(|found| found.folder == folder) {
            return;
        }
        let (manifest, report) = match files.read(&path) {
            Ok(text) => Manifest::read(&Source::new(path, text)),
            Err(error) => {
                let error = Diagnostic::error("no-expansion", format!("`{folder}` is no expansion: {error}"))
                    .in_file(path)
                    .hint(format!("an expansion is a folder with a file {MANIFEST}"));
                let report = Report { diagnostics: vec![error] };
                self.report.extend(report.clone());
                (None, report)
            }
        };
        let id = stem(folder).to_owned();
        self.expansions.push(FoundExpansion { id, folder: folder.to_owned(), manifest, report });
        self.add_tile_sets(files, &join(folder, "tiles"), Some(folder));
    }

    fn add_tile_sets(&mut self, files: &dyn Files, tiles: &str, folder: Option<&str>) {
        for name in files.list(tiles).iter().filter(|name| name.ends_with(".toml")) {
            let path = join(tiles, name);
            match files.read(&path) {
                Ok(text) => {
                    let source = Source::new(path, text);
                    self.tile_sets.push(FoundTileSet::new(stem(name), source, folder.map(str::to_owned)));
                }
                Err(error) => {
                    self.report.push(Diagnostic::error("unreadable", error.to_string()).in_file(path));
                }
            }
        }
    }

    /// The expansion of an id, if its manifest has no mistakes; the first where there are several.
    pub fn expansion(&self, id: &str) -> Option<&Manifest> {
        self.expansions.iter().filter(|found| found.id == id).find_map(|found| found.manifest.as_ref())
    }

    /// All expansions whose manifests have no mistakes.
    pub fn manifests(&self) -> impl Iterator<Item = &Manifest> {
        self.expansions.iter().filter_map(|found| found.manifest.as_ref())
    }

    /// The options of an expansion, or of the base game under `base`.
    pub fn options(&self, id: &str) -> Option<Vec<OptionDef>> {
        match id {
            BASE => Some(base_options()),
            id => self.expansion(id).map(|manifest| manifest.options.clone()),
        }
    }

    /// The tile set of an id as an expansion sees it: its own before the bundled one.
    pub fn tile_set(&self, id: &str, folder: Option<&str>) -> Option<&FoundTileSet> {
        let fits =
            |found: &&FoundTileSet, folder: Option<&str>| found.id == id && found.folder.as_deref() == folder;
        self.tile_sets
            .iter()
            .find(|found| folder.is_some() && fits(found, folder))
            .or_else(|| self.tile_sets.iter().find(|found| fits(found, None)))
    }

    /// The expansions that bring a tile set.
    pub fn owners(&self, found: &FoundTileSet) -> impl Iterator<Item = &Manifest> {
        self.expansions.iter().filter_map(|expansion| {
            let manifest = expansion.manifest.as_ref()?;
            let named = manifest.tiles.iter().any(|tiles| tiles.name == found.id);
            let seen = self.tile_set(&found.id, Some(&expansion.folder))?;
            (named && seen.source.path() == found.source.path()).then_some(manifest)
        })
    }

    /// `, did you mean ...?` for the id of an expansion.
    pub(crate) fn nearly(&self, id: &str) -> String {
        did_you_mean(id, self.expansions.iter().map(|found| found.id.as_str()))
    }
}
