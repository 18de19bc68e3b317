//! The way from an expansion's folder to a script host.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bastide_content::diagnostic::{Diagnostic, Report, Source as SourceText};
use bastide_content::files::Files;
use bastide_content::library::{Library, MANIFEST};
use bastide_content::select::LoadedExpansion;
use bastide_engine::game::SharedHost;
use bastide_engine::host::HandlerError;
use bastide_engine::ruleset::Ruleset;
use bastide_script::{Limits, Source};

use crate::error::Error;
use crate::session::{Request, Session};
use crate::shelf::Shelf;

/// The file in which an expansion's handlers stand.
pub(crate) const MAIN: &str = "main.lua";

/// The scripts of an expansion, read from its folder, without its tests.
pub fn source(shelf: &Shelf, rules: &Ruleset, expansion: &LoadedExpansion) -> Source {
    let prefix = format!("{}/", expansion.folder);
    let mut files = BTreeMap::new();
    for path in shelf.walk(&expansion.folder) {
        let name = path.strip_prefix(&prefix).unwrap_or(&path);
        if name.ends_with(".lua")
            && !name.starts_with("tests/")
            && let Ok(text) = shelf.read(&path)
        {
            files.insert(name.to_owned(), text);
        }
    }
    let manifest = &expansion.manifest;
    let uses = manifest.depends.iter().chain(&manifest.optional);
    Source {
        id: manifest.id.name.clone(),
        version: manifest.version.to_string(),
        folder: expansion.folder.clone(),
        files,
        filters: expansion.filters_in_game(rules),
        uses: uses.map(|dependency| dependency.id.name.clone()).collect(),
    }
}

/// A host for the scripts of a game, `None` where no expansion has any.
pub(crate) fn host(rules: &Arc<Ruleset>, sources: &[Source]) -> Result<Option<SharedHost>, Error> {
    if !sources.iter().any(|source| source.files.contains_key(MAIN)) {
        return Ok(None);
    }
    bastide_script::load(rules, sources.to_vec(), Limits::default())
        .map(Some)
        .map_err(|errors| Error::Scripts(errors.0))
}

/// Whether one of the expansions below some paths has a script.
pub fn any(shelf: &Shelf, names: &[String]) -> bool {
    shelf.expansions_below(names).iter().any(|folder| shelf.read(&format!("{folder}/{MAIN}")).is_ok())
}

/// Loads the scripts of the expansions below some paths, each with what it depends on, and reports
/// what is wrong with them.
pub fn check(shelf: &Shelf, library: &Library, names: &[String]) -> Report {
    let mut report = Report::new();
    for folder in shelf.expansions_below(names) {
        let Some(found) = library.expansions.iter().find(|found| found.folder == folder) else { continue };
        if found.manifest.is_none() {
            continue;
        }
        let mut ids = BTreeSet::new();
        add_needed(library, &found.id, &mut ids);
        let request = Request { expansions: ids.into_iter().collect(), ..Request::new(["Alice", "Bob"]) };
        match Session::open(shelf, &request) {
            Ok(_) => {}
            Err(Error::Scripts(errors)) => {
                let own = errors.iter().filter(|error| error.expansion == found.id);
                own.for_each(|error| report.push(diagnostic(shelf, &folder, error)));
            }
            Err(Error::Content(problems)) => report.extend(problems),
            Err(error) => report.push(Diagnostic::error("unplayable", error.to_string()).in_file(folder)),
        }
    }
    report
}

/// An expansion with all that it depends on.
pub fn add_needed(library: &Library, id: &str, ids: &mut BTreeSet<String>) {
    if !ids.insert(id.to_owned()) {
        return;
    }
    if let Some(manifest) = library.expansion(id) {
        manifest.depends.iter().for_each(|other| add_needed(library, &other.id.name, ids));
    }
}

/// A failure to load as a message about a file.
fn diagnostic(shelf: &Shelf, folder: &str, error: &HandlerError) -> Diagnostic {
    // The message brings a code frame of its own; here the diagnostic does.
    let message = error.message.split("\n  -->").next().unwrap_or_default();
    let diagnostic = Diagnostic::error("script", message.trim_end());
    let path = format!("{folder}/{}", error.file.as_deref().unwrap_or(MAIN));
    let Ok(text) = shelf.read(&path) else { return diagnostic.in_file(path) };
    let condition = || text.lines().position(|line| line.trim() == format!("[when.{}]", error.hook));
    let line = error.line.and_then(|line| (line as usize).checked_sub(1));
    let Some(line) = line.or_else(|| condition().filter(|_| path.ends_with(MANIFEST))) else {
        return diagnostic.in_file(path);
    };
    let begin: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let length = text[begin..].lines().next().map_or(0, str::len);
    let indent = text[begin..].len() - text[begin..].trim_start_matches([' ', '\t']).len();
    diagnostic.at(&SourceText::new(path, text), begin + indent.min(length)..begin + length)
}
