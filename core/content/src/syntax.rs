//! Syntax errors of TOML in words for people who do not know TOML.

use std::ops::Range;

use crate::diagnostic::Diagnostic;
use crate::document::Sink;

/// What the parser says, what we say instead, and what to do.
const WORDS: [(&str, &str, &str); 11] = [
    ("duplicate key", "`{}` is written twice", "keep one of the two, or give them different names"),
    ("invalid basic string", "a text is not closed", "a text begins and ends with a quote: \"N E\""),
    ("invalid literal string", "a text is not closed", "a text begins and ends with a quote: \"N E\""),
    ("string values must be quoted", "a text has no quotes", "a text stands between quotes: \"N E\""),
    ("missing opening quote", "a text has only one quote", "a text begins and ends with a quote: \"N E\""),
    (
        "missing comma between array",
        "a comma is missing in a list",
        "items of a list stand between commas: [\"N\", \"E\"]",
    ),
    ("unclosed array", "a list is not closed", "a list begins with [ and ends with ]: [\"N\", \"E\"]"),
    (
        "unclosed inline table",
        "a table is not closed",
        "it begins with { and ends with }: { sides = \"N E\" }",
    ),
    (
        "unclosed table",
        "a header is not closed",
        "a header stands between [ and ] on its own line: [tiles.A]",
    ),
    ("key with no value", "a key has no value", "a key is followed by = and a value: count = 2"),
    ("missing value", "a value is missing", "a key is followed by = and a value: count = 2"),
];

/// Reports the errors that the parser found, without those that only follow from others.
pub(crate) fn report(sink: &Sink, errors: Vec<toml::de::Error>) {
    let text = sink.source.text();
    let mut errors: Vec<(Range<usize>, String)> = errors
        .into_iter()
        .map(|error| (error.span().unwrap_or(text.len()..text.len()), error.message().to_owned()))
        .collect();
    errors.sort_by_key(|(span, _)| span.start);
    let mut last: Option<(usize, String)> = None;
    for (span, message) in errors {
        let (line, column) = sink.source.position(span.start);
        if !last.as_ref().is_some_and(|(at, last)| follows(*at, last, line, column, &message)) {
            if let Some((place, found)) = bare_word(text, &span, &message) {
                sink.report(&place, found);
            } else if let Some(open) = never_closed(&sink.source, &span, &message) {
                sink.report(&open, diagnostic("unclosed array", ""));
            } else {
                sink.report(&span, diagnostic(&message, text.get(span.clone()).unwrap_or_default()));
            }
        }
        last = Some((line, message));
    }
}

/// A value that is a word without quotes, or in quotes that are none: where it stands, and what is meant.
fn bare_word(text: &str, span: &Range<usize>, message: &str) -> Option<(Range<usize>, Diagnostic)> {
    if !message.starts_with("invalid boolean") && !message.starts_with("string values must be quoted") {
        return None;
    }
    let line = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
    let begin = line + text[line..span.start].rfind(['=', '[', ',']).map_or(0, |at| at + 1);
    let begin = begin + (text[begin..].len() - text[begin..].trim_start_matches([' ', '\t']).len());
    let rest = text[begin..].lines().next().unwrap_or_default();
    let word = rest.split([',', ']', '}', '#']).next().unwrap_or_default().trim_end();
    let place = begin..begin + word.len();
    let error = |reason: &str, hint: String| {
        Diagnostic::error("toml-syntax", reason).hint(hint).note(format!("TOML: {message}"))
    };
    let curly = ['\u{201c}', '\u{201d}', '\u{201e}', '\u{2018}', '\u{2019}', '\u{ab}', '\u{bb}'];
    let found = match word.to_lowercase().as_str() {
        _ if word.contains(curly) => {
            let plain = word.trim_matches(curly);
            error("these are not the quotes that are meant", format!("write straight ones: \"{plain}\""))
        }
        "true" | "yes" | "on" => error("`true` is written in small letters", "write true".to_owned()),
        "false" | "no" | "off" => error("`false` is written in small letters", "write false".to_owned()),
        _ if word.is_empty() => return None,
        _ => {
            let hint = format!("a text stands between quotes: \"{word}\"; a number is written in digits: 4");
            error("a text has no quotes", hint)
        }
    };
    Some((place, found))
}

/// The opening bracket of a list after which the next key begins: what is missing is not a comma.
fn never_closed(
    source: &crate::diagnostic::Source,
    span: &Range<usize>,
    message: &str,
) -> Option<Range<usize>> {
    let text = source.text();
    let (before, rest) = (&text[..span.start], &text[span.start..]);
    let begins_line = before.trim_end_matches([' ', '\t']).ends_with('\n');
    let key = rest.split('=').next().unwrap_or_default().trim_end();
    let is_key = !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || ['_', '-', '.'].contains(&c));
    if !message.starts_with("missing comma between array") || !begins_line || !is_key {
        return None;
    }
    let open = before.rfind("= [").map(|at| at + 2)?;
    Some(open..open + 1)
}

/// Whether an error is there only because of the one before it.
fn follows(last_line: usize, last: &str, line: usize, column: usize, message: &str) -> bool {
    if line == last_line {
        return true;
    }
    // An open text or list swallows the beginning of the next line, and under a table that is
    // there twice every key is.
    let swallowed = column == 1 && (last.contains("string") || last.contains("array"));
    let repeated = message == "duplicate key" && last == "duplicate key";
    line == last_line + 1 && (swallowed || repeated)
}

fn diagnostic(message: &str, found: &str) -> Diagnostic {
    match WORDS.iter().find(|(theirs, _, _)| message.starts_with(theirs)) {
        Some((_, ours, hint)) => {
            let error = Diagnostic::error("toml-syntax", ours.replace("{}", found)).hint(*hint);
            if message.starts_with("duplicate") { error } else { error.note(format!("TOML: {message}")) }
        }
        None => Diagnostic::error("toml-syntax", format!("the file cannot be read here: {message}")),
    }
}
