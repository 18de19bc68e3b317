//! Messages about files that somebody wrote: where, what, and what to do about it.
//!
//! A [`Report`] collects all of them, because whoever mends a file wants to see every mistake in it
//! at once. Messages are lower case, name the thing and what was expected, and hint at the fix.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use serde::Serialize;

use crate::pages::page;

/// A file's path and text, cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source(Arc<SourceText>);

#[derive(Debug, PartialEq, Eq)]
struct SourceText {
    path: String,
    text: String,
}

impl Source {
    /// A file of this path with this text.
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Source {
        Source(Arc::new(SourceText { path: path.into(), text: text.into() }))
    }

    /// Its path.
    pub fn path(&self) -> &str {
        &self.0.path
    }

    /// Its text.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// The line and the column of a byte, both counted from 1; a column is a character.
    pub fn position(&self, offset: usize) -> (usize, usize) {
        let offset = self.floor(offset);
        let before = &self.text()[..offset];
        let line = before.matches('\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        (line, before[start..].chars().count() + 1)
    }

    /// The nearest range that lies in the text and cuts no character.
    fn clamp(&self, span: &Range<usize>) -> Range<usize> {
        let start = self.floor(span.start);
        start..self.floor(span.end).max(start)
    }

    fn floor(&self, offset: usize) -> usize {
        let mut offset = offset.min(self.text().len());
        while !self.text().is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// It cannot be used.
    Error,
    /// It can be used, and is probably not what was meant.
    Warning,
    /// It is no mistake, and could be better.
    Note,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        })
    }
}

/// A change of the file that surely mends what a message is about.
///
/// Only what leaves no choice is one: a person who reads the message would write just this.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fix {
    /// The bytes that are replaced; empty where something is only added.
    pub span: Range<usize>,
    /// What stands there afterwards.
    pub replacement: String,
}

/// Another stretch of the same file that helps to understand a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mark {
    /// Its bytes.
    pub span: Range<usize>,
    /// A few words to stand beside it.
    pub label: String,
}

/// One message about content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What kind of mistake it is: a short name that does not change between versions.
    pub code: &'static str,
    /// The file, if the mistake is in one.
    pub file: Option<String>,
    /// The bytes of the file that the message is about.
    pub span: Option<Range<usize>>,
    /// The line where they begin, counted from 1.
    pub line: Option<usize>,
    /// The character in that line where they begin, counted from 1.
    pub column: Option<usize>,
    /// What is wrong, in one line.
    pub message: String,
    /// A few words to stand beside the marked text.
    pub label: Option<String>,
    /// Other stretches of the same file.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
    /// How to mend it.
    pub hint: Option<String>,
    /// What else helps to understand it.
    pub notes: Vec<String>,
    /// The page and heading of the documents that tell more, `docs/tile-sets.md#fields`.
    pub see: Option<&'static str>,
    /// A change that surely mends it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<Fix>,
    /// The word that stands where the message will point, and the one that was meant.
    #[serde(skip)]
    meant: Option<(String, String)>,
    /// The file's text, for the code frame.
    #[serde(skip)]
    pub source: Option<Source>,
}

impl Diagnostic {
    /// An error that is in no file yet.
    pub fn error(code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            code,
            file: None,
            span: None,
            line: None,
            column: None,
            message: message.into(),
            label: None,
            marks: Vec::new(),
            hint: None,
            notes: Vec::new(),
            see: page(code, None),
            fix: None,
            meant: None,
            source: None,
        }
    }

    /// A warning that is in no file yet.
    pub fn warning(code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, message) }
    }

    /// The same about a file as a whole.
    #[must_use]
    pub fn in_file(mut self, path: impl Into<String>) -> Diagnostic {
        let path = path.into();
        self.see = page(self.code, Some(&path));
        self.file = Some(path);
        self
    }

    /// The same about a stretch of a file.
    #[must_use]
    pub fn at(mut self, source: &Source, span: Range<usize>) -> Diagnostic {
        let span = source.clamp(&span);
        let (line, column) = source.position(span.start);
        self = self.in_file(source.path());
        (self.span, self.line, self.column) = (Some(span), Some(line), Some(column));
        self.source = Some(source.clone());
        match self.meant.take() {
            Some((wrong, right)) => self.meant(&wrong, Some(&right)),
            None => self,
        }
    }

    /// The same with a change of its file that surely mends it.
    #[must_use]
    pub fn fix(mut self, span: Range<usize>, replacement: impl Into<String>) -> Diagnostic {
        self.fix = Some(Fix { span, replacement: replacement.into() });
        self
    }

    /// The same with a fix: where the message points stands `wrong`, and `right` was surely meant.
    /// Quotes stay. Where something else stands there, or `right` is `None`, there is no fix.
    #[must_use]
    pub fn meant(mut self, wrong: &str, right: Option<&str>) -> Diagnostic {
        let Some(right) = right else { return self };
        let (Some(source), Some(span)) = (&self.source, &self.span) else {
            self.meant = Some((wrong.to_owned(), right.to_owned()));
            return self;
        };
        let marked = &source.text()[span.clone()];
        let written = marked.trim_matches(['"', '\'']);
        if written != wrong {
            return self;
        }
        let (span, replacement) = (span.clone(), marked.replacen(wrong, right, 1));
        self.fix(span, replacement)
    }

    /// The same with a few words beside the marked text.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Diagnostic {
        self.label = Some(label.into());
        self
    }

    /// The same with another stretch of the same file marked. It is shown only where the message is
    /// about a stretch of that file itself.
    #[must_use]
    pub fn mark(mut self, span: Range<usize>, label: impl Into<String>) -> Diagnostic {
        self.marks.push(Mark { span, label: label.into() });
        self
    }

    /// The same with a way to mend it.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Diagnostic {
        self.hint = Some(hint.into());
        self
    }

    /// The same with a way to mend it, if there is one.
    #[must_use]
    pub fn maybe_hint(mut self, hint: Option<impl Into<String>>) -> Diagnostic {
        self.hint = hint.map(Into::into).or(self.hint);
        self
    }

    /// The same with one more thing to know.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Diagnostic {
        self.notes.push(note.into());
        self
    }

    /// The message with its code frame, for a terminal; with colours or plain.
    pub fn render(&self, coloured: bool) -> String {
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Note => Level::NOTE,
        };
        let mut group = level.primary_title(self.message.as_str()).id(self.code).elements(
            // A title alone still needs a group; the frame follows where there is a text to show.
            std::iter::empty::<Snippet<'_, annotate_snippets::Annotation<'_>>>(),
        );
        match (&self.source, &self.span) {
            (Some(source), Some(span)) => {
                let mark = AnnotationKind::Primary.span(span.clone()).label(self.label.as_deref());
                let mut snippet = Snippet::source(source.text()).path(source.path()).annotation(mark);
                for Mark { span, label } in &self.marks {
                    let mark = AnnotationKind::Context.span(source.clamp(span)).label(label.as_str());
                    snippet = snippet.annotation(mark);
                }
                group = group.element(snippet);
            }
            _ => {
                if let Some(file) = &self.file {
                    group = group.element(annotate_snippets::Origin::path(file.as_str()));
                }
            }
        }
        if let Some(hint) = &self.hint {
            group = group.element(Level::HELP.message(hint.as_str()));
        }
        for note in &self.notes {
            group = group.element(Level::NOTE.message(note.as_str()));
        }
        let see = self.see.map(|page| format!("{page}, or `bastide explain {}`", self.code));
        if let Some(see) = &see {
            group = group.element(Level::NOTE.with_name("see").message(see.as_str()));
        }
        let renderer = if coloured { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&[group])
    }
}

impl fmt::Display for Diagnostic {
    /// One line: `file:line:column: error: message`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{file}:")?;
            if let (Some(line), Some(column)) = (self.line, self.column) {
                write!(f, "{line}:{column}:")?;
            }
            write!(f, " ")?;
        }
        write!(f, "{}: {}", self.severity, self.message)
    }
}

/// Everything that was found wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(transparent)]
pub struct Report {
    /// The messages; [`Report::sort`] brings them into the order of files and lines.
    pub diagnostics: Vec<Diagnostic>,
}

impl Report {
    /// Nothing found.
    pub fn new() -> Report {
        Report::default()
    }

    /// Adds a message.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Adds the messages of another report.
    pub fn extend(&mut self, other: Report) {
        self.diagnostics.extend(other.diagnostics);
    }

    /// Whether there is no message at all.
    pub fn is_empty(&self) -> bool {
        self.diagnostics.is_empty()
    }

    /// Whether one of the messages is an error.
    pub fn has_errors(&self) -> bool {
        self.error_count() > 0
    }

    /// The number of errors.
    pub fn error_count(&self) -> usize {
        self.count(Severity::Error)
    }

    /// The number of warnings.
    pub fn warning_count(&self) -> usize {
        self.count(Severity::Warning)
    }

    /// The number of messages of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.diagnostics.iter().filter(|found| found.severity == severity).count()
    }

    /// Brings the messages into the order of files and places, and drops repeated ones.
    pub fn sort(&mut self) {
        self.diagnostics.sort_by(|a, b| {
            let key = |found: &Diagnostic| {
                (found.file.clone(), found.span.clone().map(|span| (span.start, span.end)))
            };
            key(a).cmp(&key(b))
        });
        self.diagnostics.dedup();
    }

    /// All messages with code frames, for a terminal; with colours or plain.
    pub fn render(&self, coloured: bool) -> String {
        let parts: Vec<String> = self.diagnostics.iter().map(|found| found.render(coloured)).collect();
        parts.join("\n\n")
    }
}

impl fmt::Display for Report {
    /// The messages, one a line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, found) in self.diagnostics.iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{found}")?;
        }
        Ok(())
    }
}

impl IntoIterator for Report {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.diagnostics.into_iter()
    }
}
