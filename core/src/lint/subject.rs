//! What lints look at.

use std::collections::BTreeSet;

use bastide_content::diagnostic::{Diagnostic, Source};
use bastide_content::files::Files;
use bastide_content::library::{FoundExpansion, Library};
use bastide_content::lint;
use bastide_content::manifest::Manifest;
use bastide_engine::tile::Vocabulary;
use bastide_script::reference::definition_files;
use bastide_script::words::Words;

use crate::lua::{Fault, Script};
use crate::shelf::Shelf;

/// An expansion with its scripts, read and not run.
pub(super) struct Subject<'a> {
    pub shelf: &'a Shelf,
    pub library: &'a Library,
    /// The same with the expansions that only its tests use.
    pub wide: Library,
    pub folder: &'a str,
    pub manifest: &'a Manifest,
    /// What its tiles are.
    pub content: lint::Subject<'a>,
    /// Its scripts, those of its tests left out.
    pub scripts: Vec<Script>,
    /// Its tests.
    pub tests: Vec<Script>,
    /// The scripts of its tests' own expansions, and of the expansions that name it.
    pub others: Vec<Script>,
    /// The files that are no Lua, with the reason.
    pub torn: Vec<(Source, Fault)>,
    /// The statements of its rules, if it has any.
    pub rules: Option<Source>,
    /// What scripts can use without declaring it.
    pub words: Words,
    /// The keys that files of the library give to tables.
    pub library_keys: BTreeSet<String>,
}

impl<'a> Subject<'a> {
    /// The expansion in a folder; `None` where its manifest or a tile set has mistakes.
    pub fn new(shelf: &'a Shelf, library: &'a Library, folder: &'a str) -> Option<Subject<'a>> {
        let found = library.expansions.iter().find(|found| found.folder == folder)?;
        let mut subject = Subject {
            shelf,
            library,
            wide: wide(shelf, folder),
            folder,
            manifest: found.manifest.as_ref()?,
            content: lint::Subject::expansion(shelf, library, folder)?,
            scripts: Vec::new(),
            tests: Vec::new(),
            others: Vec::new(),
            torn: Vec::new(),
            rules: source(shelf, &format!("{folder}/RULES.md")),
            words: Words::all(),
            library_keys: BTreeSet::new(),
        };
        subject.read_scripts();
        subject.read_others(found);
        for (name, text) in definition_files().into_iter().filter(|(name, _)| name.contains('/')) {
            if let Ok(script) = Script::read(&Source::new(name, text)) {
                subject.library_keys.extend(script.keys.into_iter().map(|word| word.text));
            }
        }
        Some(subject)
    }

    fn read_scripts(&mut self) {
        let prefix = format!("{}/", self.folder);
        for path in self.shelf.walk(self.folder).into_iter().filter(|path| path.ends_with(".lua")) {
            let Some(source) = source(self.shelf, &path) else { continue };
            let name = path.strip_prefix(&prefix).unwrap_or(&path);
            match (Script::read(&source), name) {
                (Ok(script), name) if name.starts_with("tests/expansions/") => self.others.push(script),
                (Ok(script), name) if name.starts_with("tests/") => self.tests.push(script),
                (Ok(script), _) => self.scripts.push(script),
                (Err(fault), _) => self.torn.push((source, fault)),
            }
        }
    }

    /// The scripts of expansions that may use what this one declares.
    fn read_others(&mut self, own: &FoundExpansion) {
        for found in &self.library.expansions {
            let Some(manifest) = found.manifest.as_ref() else { continue };
            let mut known = manifest.depends.iter().chain(&manifest.optional);
            if found.folder == own.folder || !known.any(|other| other.id.name == own.id) {
                continue;
            }
            for path in self.shelf.walk(&found.folder).into_iter().filter(|path| path.ends_with(".lua")) {
                let script = source(self.shelf, &path).and_then(|source| Script::read(&source).ok());
                self.others.extend(script);
            }
        }
    }

    /// Whether it has a script in which nothing was left out for being unreadable.
    pub fn is_scripted(&self) -> bool {
        self.torn.is_empty() && self.main().is_some()
    }

    /// Its `main.lua`.
    pub fn main(&self) -> Option<&Script> {
        let path = format!("{}/main.lua", self.folder);
        self.scripts.iter().find(|script| script.source.path() == path)
    }

    /// Its scripts and tests.
    pub fn all(&self) -> impl Iterator<Item = &Script> {
        self.scripts.iter().chain(&self.tests)
    }

    /// Whether a script, its own or one that may use what it declares, has a word as a field or a text;
    /// one that cannot be read may have any.
    pub fn is_read(&self, word: &str) -> bool {
        !self.torn.is_empty() || self.scripts.iter().chain(&self.others).any(|script| script.reads(word))
    }

    /// The same, or as a key of a table.
    pub fn is_mentioned(&self, word: &str) -> bool {
        !self.torn.is_empty() || self.scripts.iter().chain(&self.others).any(|script| script.mentions(word))
    }

    /// Whether everything that it names is there, so that all its words are known.
    pub fn knows_all(&self) -> bool {
        let mut named = self.manifest.depends.iter().chain(&self.manifest.optional);
        named.all(|other| self.library.expansion(&other.id.name).is_some())
    }

    /// The kinds and attributes that its tiles know.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.content.lexicon.vocabulary
    }

    /// The names of all attributes that it or an expansion that was found declares.
    pub fn attributes(&self) -> BTreeSet<&str> {
        let own = self.vocabulary().attributes.iter().map(|attribute| attribute.name.as_str());
        let others = self.wide.manifests().flat_map(|manifest| &manifest.attributes);
        own.chain(others.map(|attribute| attribute.name.name.as_str())).collect()
    }

    /// The names of all kinds of features that it or an expansion that was found declares.
    pub fn features(&self) -> BTreeSet<&str> {
        let own = self.vocabulary().feature_kinds.iter().map(|kind| kind.name.as_str());
        let others = self.wide.manifests().flat_map(|manifest| &manifest.features);
        own.chain(others.map(|kind| kind.name.name.as_str())).collect()
    }
}

fn wide(shelf: &Shelf, folder: &str) -> Library {
    let mut shelf = shelf.clone();
    shelf.open_folder(&format!("{folder}/tests/expansions"));
    shelf.library()
}

fn source(shelf: &Shelf, path: &str) -> Option<Source> {
    shelf.read(path).ok().map(|text| Source::new(path, text))
}

/// A message about something in the manifest.
pub(super) trait InManifest {
    fn in_manifest(self, manifest: &Manifest, keys: &[&str]) -> Diagnostic;
}

impl InManifest for Diagnostic {
    fn in_manifest(self, manifest: &Manifest, keys: &[&str]) -> Diagnostic {
        let span = bastide_content::lint::place(&manifest.source, keys);
        self.at(&manifest.source, span)
    }
}

/// `a, b and c`.
pub(super) fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}
