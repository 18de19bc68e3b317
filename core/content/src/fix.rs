//! Applying the changes that messages bring with them.

use std::ops::Range;

use crate::diagnostic::{Diagnostic, Fix};

/// What became of a file's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixed {
    /// The new text.
    pub text: String,
    /// How many of the messages are mended by it.
    pub count: usize,
}

/// Applies the fixes of messages about one file to its text.
///
/// Of two changes of the same bytes only the first is made, in the order of the text: the other may
/// come after the file is checked again. Nothing but these bytes changes. `None` where there is
/// nothing to change.
pub fn apply<'a>(text: &str, found: impl IntoIterator<Item = &'a Diagnostic>) -> Option<Fixed> {
    let mut fixes: Vec<&Fix> = found.into_iter().filter_map(|found| found.fix.as_ref()).collect();
    // What is added at one place stays in the order of the messages.
    fixes.sort_by_key(|fix| fix.span.start);
    fixes.dedup();
    let mut result = String::with_capacity(text.len());
    let (mut done, mut count) = (0, 0);
    for Fix { span, replacement } in fixes {
        if span.start < done || text.get(span.clone()).is_none() {
            continue;
        }
        result.push_str(&text[done..span.start]);
        result.push_str(replacement);
        done = span.end;
        count += 1;
    }
    result.push_str(&text[done..]);
    (result != text).then_some(Fixed { text: result, count })
}

/// A change in words: what is replaced by what.
pub fn describe(text: &str, fix: &Fix) -> String {
    let old = text.get(fix.span.clone()).unwrap_or_default().trim();
    let new = fix.replacement.trim();
    match (old, new) {
        ("", new) => format!("added `{new}`"),
        (old, "") => format!("removed `{old}`"),
        (old, new) => format!("`{old}` is now `{new}`"),
    }
}

/// How many places of a TOML file cannot be read.
pub fn toml_errors(text: &str) -> usize {
    toml::de::DeTable::parse_recoverable(text).1.len()
}

/// The beginning of the line in which a byte lies.
pub(crate) fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |before| before + 1)
}

/// An empty range, where something is added.
pub(crate) fn at(place: usize) -> Range<usize> {
    place..place
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails loudly")]
mod tests {
    use super::*;
    use crate::diagnostic::Source;

    fn found(text: &str, word: &str, replacement: &str) -> Diagnostic {
        let at = text.find(word).unwrap();
        let source = Source::new("a.toml", text);
        Diagnostic::error("unknown-key", "x")
            .at(&source, at..at + word.len())
            .meant(word.trim_matches('\''), Some(replacement))
    }

    #[test]
    fn only_the_marked_bytes_change() {
        let text = "# über\ncuont = 1 # many\nname = 'x'\n";
        let fixed = apply(text, &[found(text, "cuont", "count"), found(text, "'x'", "y")]).unwrap();
        assert_eq!(fixed.text, "# über\ncount = 1 # many\nname = 'y'\n");
        assert_eq!(fixed.count, 2);
    }

    #[test]
    fn of_two_changes_of_one_place_the_first_is_made() {
        let text = "cuont = 1\n";
        let fixed = apply(text, &[found(text, "cuont", "count"), found(text, "cuont", "court")]).unwrap();
        assert_eq!((fixed.text.as_str(), fixed.count), ("count = 1\n", 1));
    }

    #[test]
    fn what_cannot_be_applied_is_left_out() {
        let text = "é = 1\n";
        let cut = Diagnostic::error("x", "x").fix(1..2, "e");
        let beyond = Diagnostic::error("x", "x").fix(90..95, "e");
        assert_eq!(apply(text, &[cut, beyond, Diagnostic::error("x", "none")]), None);
    }

    #[test]
    fn what_is_added_stays_in_order() {
        let fix = |text: &str| Diagnostic::error("x", "x").fix(0..0, text);
        let fixed = apply("id = 1\n", &[fix("format = 1\n"), fix("api = 1\n")]).unwrap();
        assert_eq!(fixed.text, "format = 1\napi = 1\nid = 1\n");
    }
}
