//! Errors of scripts, told so that their author finds the place: expansion, version, hook, file,
//! line, the line itself, and the way there without the host's own frames.

use std::fmt::Write;

use bastide_engine::host::{Details, HandlerError};

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
fn reword(message: &str, loading: bool) -> String {
    if message.contains("attempt to modify a readonly table") && loading {
        return "the tables of the language cannot be changed; make a table of your own".to_owned();
    }
    if message.contains("attempt to modify a readonly table") {
        return "this table can only be looked at; `allow_`, `adjust_`, `when` and `options` may not change game.storage, and options are fixed".to_owned();
    }
    if message.contains("not enough memory") {
        return MEMORY.to_owned();
    }
    if let Some(rest) = message.strip_prefix("runtime error: ") {
        return reword(rest, loading);
    }
    let conditional = message.contains("Expected 'then'") || message.contains("Expected 'do'");
    if conditional && message.contains("got '='") {
        return format!("{message}; `=` gives a variable its value, did you mean `==`?");
    }
    message.to_owned()
}

const MEMORY: &str = "the scripts use too much memory; is a table or a text growing without end?";

/// What failed: an expansion, in a hook or action, or already while it was loaded.
#[derive(Clone, Copy)]
pub(crate) struct Failure<'a> {
    pub expansion: usize,
    /// The hook or action; empty where none is to blame.
    pub hook: &'a str,
    pub loading: bool,
}

impl Failure<'_> {
    /// The error of a script. `stopped_at` is where it was when it had to stop, as `file:line`.
    pub fn of(
        &self,
        sources: &[Source],
        error: &mlua::Error,
        stop: Option<&Stop>,
        stopped_at: Option<&str>,
    ) -> HandlerError {
        let (reason, places) = self.reason(sources, error, stop, stopped_at);
        self.build(sources, &reason, places)
    }

    /// The message and the line of an error of a test.
    pub fn locate(
        &self,
        sources: &[Source],
        error: &mlua::Error,
        stop: Option<&Stop>,
        stopped_at: Option<&str>,
    ) -> (String, Option<u32>) {
        let (reason, places) = self.reason(sources, error, stop, stopped_at);
        (reason, places.first().map(|place| place.line))
    }

    fn reason(
        &self,
        sources: &[Source],
        error: &mlua::Error,
        stop: Option<&Stop>,
        stopped_at: Option<&str>,
    ) -> (String, Vec<Place>) {
        let (message, mut places) = unfold(error, sources);
        if let Some((place, _)) = stopped_at.and_then(|text| leading_place(text, sources)) {
            places.retain(|known| *known != place);
            places.insert(0, place);
        }
        let reason = match (stop, error) {
            (Some(Stop::OutOfFuel), _) => "it runs too long; does a loop never end?".to_owned(),
            (Some(Stop::OutOfMemory), _) | (_, mlua::Error::MemoryError(_)) => MEMORY.to_owned(),
            _ => reword(&message, self.loading),
        };
        (reason, places)
    }

    /// An error without a Lua error behind it.
    pub fn plain(&self, sources: &[Source], reason: &str) -> HandlerError {
        self.build(sources, reason, Vec::new())
    }

    /// Puts the message together. Without a place, the line that defines the hook is shown.
    fn build(&self, sources: &[Source], reason: &str, mut places: Vec<Place>) -> HandlerError {
        let source = &sources[self.expansion];
        if places.is_empty() {
            let line = find_line(source, "main.lua", self.hook);
            let file = "main.lua".to_owned();
            places.extend(line.map(|line| Place { source: self.expansion, file, line }));
        }
        for place in &mut places {
            place.line = place.line.clamp(1, last_line(&sources[place.source], &place.file));
        }
        let action =
            if self.loading { "could not be loaded".to_owned() } else { format!("failed in {}", self.hook) };
        let mut message = format!("the expansion `{}` {} {action}: {reason}", source.id, source.version);
        if let Some(place) = places.first() {
            frame(&mut message, &sources[place.source], place);
        }
        for place in places.iter().skip(1) {
            let _ = write!(
                message,
                "\n  called from {}:{}",
                chunk_name(&sources[place.source], &place.file),
                place.line
            );
        }
        let here = places.into_iter().next();
        let details = Details { code: "script", reason: reason.to_owned(), ..Details::default() };
        HandlerError {
            details: Box::new(details),
            expansion: source.id.clone(),
            hook: self.hook.to_owned(),
            message,
            line: here.as_ref().map(|place| place.line),
            file: here.map(|place| place.file),
        }
    }
}

/// The last line of a file in which something stands: what is missing is reported behind it.
fn last_line(source: &Source, file: &str) -> u32 {
    let text = source.files.get(file).map_or("", |text| text.trim_end());
    text.lines().count().max(1) as u32
}

/// The place, and the line of the script that stands there.
fn frame(message: &mut String, source: &Source, place: &Place) {
    let _ = write!(message, "\n  --> {}:{}", chunk_name(source, &place.file), place.line);
    let text = source.files.get(&place.file);
    if let Some(line) = text.and_then(|text| text.lines().nth(place.line as usize - 1)) {
        let number = place.line.to_string();
        let width = number.len();
        let _ = write!(message, "\n{:width$} |\n{number} | {line}\n{:width$} |", "", "");
    }
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
