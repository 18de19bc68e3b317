//! Errors of scripts, told so that their author finds the place: expansion, version, hook, file,
//! line, the line itself, and the way there without the host's own frames.

use std::fmt::Write;

use bastide_engine::host::HandlerError;

use crate::shared::Stop;
use crate::source::Source;

/// A place in a script.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    source: usize,
    file: String,
    line: u32,
}

/// The message of an error without traceback, and the places that it names, innermost first.
fn unfold(error: &mlua::Error, sources: &[Source]) -> (String, Vec<Place>) {
    let mut traces = String::new();
    let mut at = error;
    let mut message = loop {
        match at {
            mlua::Error::CallbackError { traceback, cause } => {
                // The innermost trace is the longest: it begins where the error was raised.
                traces = format!("{traceback}\n{traces}");
                at = cause;
            }
            mlua::Error::RuntimeError(message) => break message.clone(),
            mlua::Error::SyntaxError { message, .. } => break message.clone(),
            other => break other.to_string(),
        }
    };
    if let Some((head, trace)) = message.clone().split_once("\nstack traceback:") {
        traces = format!("{trace}\n{traces}");
        message = head.to_owned();
    }
    let mut places = Vec::new();
    if let Some((place, rest)) = leading_place(&message, sources) {
        places.push(place);
        message = rest.to_owned();
    }
    for line in traces.lines() {
        if let Some((place, _)) = leading_place(line.trim(), sources)
            && !places.contains(&place)
        {
            places.push(place);
        }
    }
    (message.trim().to_owned(), places)
}

/// `folder/file.lua:12: rest` at the beginning of a text.
fn leading_place<'a>(text: &'a str, sources: &[Source]) -> Option<(Place, &'a str)> {
    for (index, source) in sources.iter().enumerate() {
        for file in source.files.keys() {
            let name = chunk_name(source, file);
            let Some(rest) = text.strip_prefix(name.as_str()).and_then(|rest| rest.strip_prefix(':')) else {
                continue;
            };
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let Ok(line) = rest[..digits].parse() else { continue };
            let rest = rest[digits..].trim_start_matches(':').trim_start();
            return Some((Place { source: index, file: file.clone(), line }, rest));
        }
    }
    None
}

/// How messages name a file of an expansion.
pub(crate) fn chunk_name(source: &Source, file: &str) -> String {
    if source.folder.is_empty() { file.to_owned() } else { format!("{}/{file}", source.folder) }
}

/// What went wrong, in words for somebody who writes expansions.
fn reword(message: &str) -> String {
    if message.contains("attempt to modify a readonly table") {
        return "this table can only be looked at; `allow_`, `adjust_`, `when` and `options` may not change game.storage, and options are fixed".to_owned();
    }
    if message.contains("not enough memory") {
        return MEMORY.to_owned();
    }
    if let Some(rest) = message.strip_prefix("runtime error: ") {
        return reword(rest);
    }
    message.to_owned()
}

const MEMORY: &str = "the scripts use too much memory; is a table or a text growing without end?";

/// The error of a handler.
pub(crate) fn handler_error(
    sources: &[Source],
    expansion: usize,
    hook: &str,
    error: &mlua::Error,
    stop: Option<&Stop>,
) -> HandlerError {
    let (message, places) = unfold(error, sources);
    let reason = match (stop, error) {
        (Some(Stop::OutOfFuel), _) => {
            "the handler runs too long; does a loop never end?".to_owned()
        }
        (Some(Stop::OutOfMemory), _) | (_, mlua::Error::MemoryError(_)) => MEMORY.to_owned(),
        _ => reword(&message),
    };
    build(sources, expansion, hook, &reason, &places)
}

/// An error at a known file, without a Lua error behind it.
pub(crate) fn plain_error(sources: &[Source], expansion: usize, hook: &str, file: &str, reason: &str) -> HandlerError {
    let line = find_line(&sources[expansion], file, hook);
    let places = line.map(|line| Place { source: expansion, file: file.to_owned(), line });
    build(sources, expansion, hook, reason, &places.into_iter().collect::<Vec<_>>())
}

/// The line that defines a hook or action, found by its name.
fn find_line(source: &Source, file: &str, hook: &str) -> Option<u32> {
    let name = hook.rsplit('.').next().filter(|name| !name.is_empty())?;
    let text = source.files.get(file)?;
    let found = text.lines().position(|line| {
        let code = line.split("--").next().unwrap_or_default();
        code.match_indices(name).any(|(at, _)| {
            let letter = |c: char| c.is_alphanumeric() || c == '_';
            let before = code[..at].chars().next_back().is_some_and(letter);
            let after = code[at + name.len()..].chars().next().is_some_and(letter);
            !before && !after
        })
    });
    found.map(|line| line as u32 + 1)
}

fn build(sources: &[Source], expansion: usize, hook: &str, reason: &str, places: &[Place]) -> HandlerError {
    let source = &sources[expansion];
    let action = if hook.is_empty() { "could not be loaded".to_owned() } else { format!("failed in {hook}") };
    let mut message = format!("the expansion `{}` {} {action}: {reason}", source.id, source.version);
    let here = places.first();
    if let Some(place) = here {
        let of = &sources[place.source];
        let _ = write!(message, "\n  --> {}:{}", chunk_name(of, &place.file), place.line);
        if let Some(line) = of.files.get(&place.file).and_then(|text| text.lines().nth(place.line as usize - 1)) {
            let number = place.line.to_string();
            let _ = write!(message, "\n{:width$} |\n{number} | {line}\n{:width$} |", "", "", width = number.len());
        }
    }
    for place in places.iter().skip(1) {
        let _ = write!(message, "\n  called from {}:{}", chunk_name(&sources[place.source], &place.file), place.line);
    }
    HandlerError {
        expansion: source.id.clone(),
        hook: hook.to_owned(),
        message,
        file: here.map(|place| place.file.clone()),
        line: here.map(|place| place.line),
    }
}
