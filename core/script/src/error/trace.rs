//! Where an error comes from: the places in scripts that its message and its traceback name.

use crate::source::Source;

/// A place in a script.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub source: usize,
    pub file: String,
    pub line: u32,
    /// The function in which it is, where that has a name.
    pub function: Option<String>,
}

impl PartialEq for Place {
    /// Whether it is the same line.
    fn eq(&self, other: &Place) -> bool {
        (self.source, self.line, &self.file) == (other.source, other.line, &other.file)
    }
}

/// An error in parts.
pub(super) struct Unfolded {
    /// The message without traceback and place.
    pub message: String,
    /// The places that it names, innermost first.
    pub places: Vec<Place>,
    /// Whether the host said it, and not the language or the script.
    pub by_host: bool,
    /// Whether the file could not even be read.
    pub is_syntax: bool,
    /// It is that memory ended.
    pub is_memory: bool,
}

/// Takes an error apart.
pub(super) fn unfold(error: &mlua::Error, sources: &[Source]) -> Unfolded {
    let mut traces = String::new();
    let mut at = error;
    let (mut by_host, mut is_syntax, mut is_memory) = (false, false, false);
    let mut message = loop {
        match at {
            mlua::Error::CallbackError { traceback, cause } => {
                // The innermost trace is the longest: it begins where the error was raised.
                traces = format!("{traceback}\n{traces}");
                by_host = true;
                at = cause;
            }
            mlua::Error::RuntimeError(message) => break message.clone(),
            mlua::Error::SyntaxError { message, .. } => {
                is_syntax = true;
                break message.clone();
            }
            other => {
                is_memory = matches!(other, mlua::Error::MemoryError(_));
                break other.to_string();
            }
        }
    };
    if let Some((head, trace)) = message.clone().split_once("\nstack traceback:") {
        traces = format!("{trace}\n{traces}");
        message = head.to_owned();
    }
    for prefix in ["runtime error: ", "syntax error: "] {
        if let Some(rest) = message.strip_prefix(prefix) {
            is_syntax |= prefix.starts_with("syntax");
            message = rest.to_owned();
        }
    }
    let mut places = Vec::new();
    // The prelude hands on what the language says.
    if let Some((_, rest)) = message.split_once(": ").filter(|(place, _)| place.starts_with("scripts/")) {
        by_host = false;
        message = rest.to_owned();
    }
    while let Some((place, rest)) = leading_place(&message, sources) {
        by_host = false;
        if !places.contains(&place) {
            places.push(place);
        }
        message = rest.to_owned();
    }
    for line in traces.lines() {
        let Some((mut place, rest)) = leading_place(line.trim(), sources) else { continue };
        place.function = function_name(rest);
        match places.iter_mut().find(|known| **known == place) {
            Some(known) if known.function.is_none() => known.function = place.function,
            Some(_) => {}
            None => places.push(place),
        }
    }
    Unfolded { message: message.trim().to_owned(), places, by_host, is_syntax, is_memory }
}

/// `f` of `in function 'f'`; functions without a name are shown with their place, which is known.
fn function_name(text: &str) -> Option<String> {
    let name = text.strip_prefix("in function '")?.strip_suffix('\'')?;
    Some(name.to_owned())
}

/// `folder/file.lua:12: rest` at the beginning of a text.
pub(super) fn leading_place<'a>(text: &'a str, sources: &[Source]) -> Option<(Place, &'a str)> {
    for (index, source) in sources.iter().enumerate() {
        for file in source.files.keys() {
            let name = chunk_name(source, file);
            let Some(rest) = text.strip_prefix(name.as_str()).and_then(|rest| rest.strip_prefix(':')) else {
                continue;
            };
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let Ok(line) = rest[..digits].parse() else { continue };
            let rest = rest[digits..].trim_start_matches(':').trim_start();
            return Some((Place { source: index, file: file.clone(), line, function: None }, rest));
        }
    }
    None
}

/// How messages name a file of an expansion.
pub(crate) fn chunk_name(source: &Source, file: &str) -> String {
    if source.folder.is_empty() { file.to_owned() } else { format!("{}/{file}", source.folder) }
}
