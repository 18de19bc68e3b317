//! The way from an expansion's folder to a script host.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bastide_content::diagnostic::{Diagnostic, Report, Source as SourceText};
use bastide_content::files::Files;
use bastide_content::library::{Library, MANIFEST};
use bastide_content::names::surely;
use bastide_content::select::LoadedExpansion;
use bastide_engine::event::EVENTS;
use bastide_engine::game::SharedHost;
use bastide_engine::host::{HandlerError, QUERIES};
use bastide_engine::ruleset::Ruleset;
use bastide_script::coverage::Recorder;
use bastide_script::{Limits, Source};

use crate::error::Error;
use crate::lua::Script;
use crate::session::{Request, Session};
use crate::shelf::Shelf;

/// The file in which an expansion's handlers stand.
pub(crate) const MAIN: &str = "main.lua";

/// The scripts of an expansion, read from its folder, without its tests.
///
/// # Errors
///
/// Which of the files cannot be read.
pub fn source(shelf: &Shelf, rules: &Ruleset, expansion: &LoadedExpansion) -> Result<Source, Report> {
    let prefix = format!("{}/", expansion.folder);
    let mut files = BTreeMap::new();
    let mut report = Report::new();
    for path in shelf.walk(&expansion.folder) {
        let name = path.strip_prefix(&prefix).unwrap_or(&path);
        if !name.ends_with(".lua") || name.starts_with("tests/") {
            continue;
        }
        match shelf.read(&path) {
            Ok(text) => drop(files.insert(name.to_owned(), text)),
            Err(error) => report.push(Diagnostic::error("unreadable", error.to_string()).in_file(path)),
        }
    }
    if !report.is_empty() {
        return Err(report);
    }
    let manifest = &expansion.manifest;
    let uses = manifest.depends.iter().chain(&manifest.optional);
    Ok(Source {
        id: manifest.id.name.clone(),
        version: manifest.version.to_string(),
        folder: expansion.folder.clone(),
        files,
        filters: expansion.filters_in_game(rules),
        uses: uses.map(|dependency| dependency.id.name.clone()).collect(),
    })
}

/// A host for the scripts of a game, `None` where no expansion has any. What runs in it is recorded
/// where there is a recorder.
pub(crate) fn host(
    rules: &Arc<Ruleset>,
    sources: &[Source],
    recorder: Option<&Recorder>,
) -> Result<Option<SharedHost>, Error> {
    if !sources.iter().any(|source| source.files.contains_key(MAIN)) {
        return Ok(None);
    }
    let (sources, limits) = (sources.to_vec(), Limits::default());
    let host = match recorder {
        None => bastide_script::load(rules, sources, limits),
        Some(recorder) => bastide_script::load_recorded(rules, sources, limits, recorder),
    };
    host.map(Some).map_err(|errors| Error::Scripts(errors.0))
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

/// A failure as a message about a file.
pub fn diagnostic(shelf: &Shelf, folder: &str, error: &HandlerError) -> Diagnostic {
    let details = &error.details;
    let mut diagnostic =
        Diagnostic::error(details.code, details.reason.as_str()).maybe_hint(details.hint.as_deref());
    diagnostic.label.clone_from(&details.label);
    diagnostic.notes.extend(details.original.as_deref().map(bastide_script::in_its_words));
    let path = format!("{folder}/{}", error.file.as_deref().unwrap_or(MAIN));
    let Ok(text) = shelf.read(&path) else { return diagnostic.in_file(path) };
    // Scripts are run without the byte order mark that some editors write.
    let is_marked = text.starts_with('\u{feff}');
    let text = text.trim_start_matches('\u{feff}');
    let header = format!("[when.{}]", error.hook);
    let condition = || text.find(&header).filter(|_| path.ends_with(MANIFEST));
    let span = details.span.clone().or_else(|| condition().map(|at| at..at + header.len()));
    let source = SourceText::new(path, text);
    let Some(span) = span else { return diagnostic.in_file(source.path()) };
    let mut diagnostic = diagnostic.at(&source, span);
    if let Some((span, label)) = &details.mark {
        diagnostic = diagnostic.mark(span.clone(), label.as_str());
    }
    match misspelt_hook(&source, error).filter(|_| !is_marked) {
        Some((span, right)) => diagnostic.fix(span, right),
        None => diagnostic,
    }
}

/// Where the name of a hook stands that is surely meant to be another one, if it stands there once.
fn misspelt_hook(
    source: &SourceText,
    error: &HandlerError,
) -> Option<(std::ops::Range<usize>, &'static str)> {
    let hooks = EVENTS.iter().map(|event| event.hook).chain(QUERIES.iter().map(|query| query.hook));
    if hooks.clone().any(|hook| hook == error.hook) || !source.path().ends_with(".lua") {
        return None;
    }
    let right = surely(&error.hook, hooks)?;
    let script = Script::read(source).ok()?;
    let mut places = script.keys.iter().filter(|word| word.text == error.hook);
    let place = places.next().filter(|_| !script.sets(right))?;
    places.next().is_none().then(|| (place.span.clone(), right))
}
