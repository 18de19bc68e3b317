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
            match never_closed(&sink.source, &span, &message) {
                Some(open) => sink.report(&open, diagnostic("unclosed array", "")),
                None => sink.report(&span, diagnostic(&message, text.get(span.clone()).unwrap_or_default())),
            }
        }
        last = Some((line, message));
    }
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
