//! What is said about a mistake, before anybody says where.

use std::ops::Range;

use super::tokens::Tokens;

/// What a message says of a mistake.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Finding {
    /// The kind of mistake.
    pub code: &'static str,
    /// What is wrong.
    pub reason: String,
    /// The bytes that it is about.
    pub span: Option<Range<usize>>,
    /// A few words beside them.
    pub label: Option<String>,
    /// Another stretch of the file, with a few words beside it.
    pub mark: Option<(Range<usize>, String)>,
    /// How to mend it.
    pub hint: Option<String>,
    /// What the language itself said, where it is said in other words.
    pub original: Option<String>,
}

impl Finding {
    pub fn new(code: &'static str, reason: impl Into<String>) -> Finding {
        Finding { code, reason: reason.into(), ..Finding::default() }
    }

    pub fn at(mut self, span: Range<usize>, label: impl Into<String>) -> Finding {
        (self.span, self.label) = (Some(span), Some(label.into()));
        self
    }

    pub fn hint(mut self, hint: impl Into<String>) -> Finding {
        self.hint = Some(hint.into());
        self
    }
}

/// Where a message is about: the words of its file, and the line.
pub(super) struct Scope<'a> {
    pub tokens: Tokens<'a>,
    pub line: u32,
}

impl Scope<'_> {
    /// The indices of the words on the line.
    pub fn here(&self) -> Range<usize> {
        self.tokens.on_line(self.line)
    }

    /// The first of these words on the line.
    pub fn first(&self, words: &[&str]) -> Option<usize> {
        self.here().find(|index| words.contains(&self.tokens.word(*index)))
    }

    /// Everything on the line but a comment.
    pub fn whole(&self) -> Range<usize> {
        self.tokens.span(self.here())
    }

    /// The operands that may be meant, each text once.
    pub fn choose(&self, found: impl IntoIterator<Item = Range<usize>>) -> Vec<Range<usize>> {
        let mut chosen: Vec<Range<usize>> = Vec::new();
        for words in found {
            if !chosen
                .iter()
                .any(|other| self.tokens.words(other.clone()) == self.tokens.words(words.clone()))
            {
                chosen.push(words);
            }
        }
        chosen
    }
}

/// A kind of value, as the language calls it, in words for people.
pub(super) fn kind_name(kind: &str) -> String {
    match kind {
        "nil" => "nil (nothing)".to_owned(),
        "string" => "a text".to_owned(),
        "table" => "a list or a table".to_owned(),
        "userdata" => "a thing of the game".to_owned(),
        "thread" => "a coroutine".to_owned(),
        "" => "something else".to_owned(),
        other => {
            let vowel = other.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
            format!("{} {other}", if vowel { "an" } else { "a" })
        }
    }
}
