//! A TOML file as a tree in which everything knows its place, and a reader that checks a table key
//! by key and collects every mistake.

use std::cell::RefCell;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Diagnostic, Report, Source};
use crate::fix::{at, line_start};
use crate::names::{all_of, did_you_mean, one_of, surely};
use crate::schema::{More, Table};

/// A value and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub span: Range<usize>,
    pub data: Data,
}

/// A value.
#[derive(Clone, Debug)]
pub(crate) enum Data {
    Text(String),
    Int(i64),
    Bool(bool),
    List(Vec<Node>),
    Table(Vec<Entry>),
    /// A value that no key takes: a fraction, a date, a number with too many digits.
    Other(&'static str),
}

/// A key with its value.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub key: String,
    pub key_span: Range<usize>,
    pub node: Node,
}

impl Node {
    /// What kind of value this is, with an article.
    pub fn kind(&self) -> &'static str {
        match &self.data {
            Data::Text(_) => "a text",
            Data::Int(_) => "a number",
            Data::Bool(_) => "true or false",
            Data::List(_) => "a list",
            Data::Table(_) => "a table",
            Data::Other(kind) => kind,
        }
    }
}

/// Collects the messages about one file.
pub(crate) struct Sink {
    pub source: Source,
    found: RefCell<Vec<Diagnostic>>,
}

impl Sink {
    pub fn new(source: Source) -> Sink {
        Sink { source, found: RefCell::default() }
    }

    pub fn push(&self, diagnostic: Diagnostic) {
        self.found.borrow_mut().push(diagnostic);
    }

    /// Reports an error at a place in the file.
    pub fn report(&self, span: &Range<usize>, diagnostic: Diagnostic) {
        self.push(diagnostic.at(&self.source, span.clone()));
    }

    pub fn has_errors(&self) -> bool {
        !self.found.borrow().is_empty()
    }

    pub fn finish(self) -> Report {
        let mut report = Report { diagnostics: self.found.into_inner() };
        report.sort();
        report
    }
}

/// Parses a file. Syntax errors go to the sink; what could be read comes back all the same.
pub(crate) fn parse(sink: &Sink) -> Vec<Entry> {
    let text = sink.source.text();
    let (table, errors) = DeTable::parse_recoverable(text);
    if errors.is_empty() && table.get_ref().is_empty() {
        // One message, and not one for each key that is missing.
        let empty = Diagnostic::error("toml-syntax", "nothing stands in the file");
        let hint = match sink.source.path().ends_with("expansion.toml") {
            true => "a manifest has at least `format`, `id`, `name`, `version` and `api`",
            false => "a tile set has at least `format`, `id`, `name` and a tile: [tiles.A]",
        };
        sink.report(&(0..0), empty.hint(hint));
    }
    crate::syntax::report(sink, errors);
    entries(table.get_ref())
}

fn entries(table: &DeTable<'_>) -> Vec<Entry> {
    let mut entries: Vec<Entry> = table
        .iter()
        .map(|(key, value)| Entry { key: key.get_ref().to_string(), key_span: key.span(), node: node(value) })
        .collect();
    // The parser sorts by name; people read from top to bottom.
    entries.sort_by_key(|entry| entry.key_span.start);
    entries
}

fn node(value: &Spanned<DeValue<'_>>) -> Node {
    let data = match value.get_ref() {
        DeValue::String(text) => Data::Text(text.to_string()),
        DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) => Data::Int(number),
            Err(_) => Data::Other("a number with too many digits"),
        },
        DeValue::Boolean(truth) => Data::Bool(*truth),
        DeValue::Array(items) => Data::List(items.iter().map(node).collect()),
        DeValue::Table(table) => Data::Table(entries(table)),
        DeValue::Float(_) => Data::Other("a number with a fraction"),
        DeValue::Datetime(_) => Data::Other("a date"),
    };
    Node { span: value.span(), data }
}

/// Where the key stands that these lead to, from table to table; where one is not there, the last that
/// is.
pub(crate) fn find(source: &Source, keys: &[&str]) -> Range<usize> {
    let all = parse(&Sink::new(source.clone()));
    let (mut entries, mut span) = (all.as_slice(), 0..0);
    for key in keys {
        let Some(entry) = entries.iter().find(|entry| entry.key == *key) else { break };
        span = entry.key_span.clone();
        match &entry.node.data {
            Data::Table(inner) => entries = inner,
            _ => break,
        }
    }
    span
}

/// Whether a key stands anywhere within a table of a file.
pub(crate) fn holds(source: &Source, table: &str, key: &str) -> bool {
    fn within(node: &Node, key: &str) -> bool {
        match &node.data {
            Data::Table(entries) => entries.iter().any(|entry| entry.key == key || within(&entry.node, key)),
            Data::List(items) => items.iter().any(|item| within(item, key)),
            _ => false,
        }
    }
    let entries = parse(&Sink::new(source.clone()));
    entries.iter().any(|entry| entry.key == table && within(&entry.node, key))
}

/// Reads one table: each key that is asked for is known, and [`Reader::finish`] reports the others.
pub(crate) struct Reader<'a> {
    pub sink: &'a Sink,
    /// What the table describes, for messages: ``tile `base/D` ``; empty for the file itself.
    pub subject: String,
    /// Where to point when something is missing.
    pub span: Range<usize>,
    entries: &'a [Entry],
    known: RefCell<Vec<String>>,
    /// The declaration of this table, where it has one.
    shape: Option<&'static Table>,
}

impl<'a> Reader<'a> {
    pub fn new(sink: &'a Sink, subject: impl Into<String>, span: Range<usize>, entries: &'a [Entry]) -> Self {
        Reader { sink, subject: subject.into(), span, entries, known: RefCell::default(), shape: None }
    }

    /// Says which table this is: its keys are known, and no others unless it says so.
    #[must_use]
    pub fn shaped(mut self, shape: &'static Table) -> Self {
        self.shape = Some(shape);
        self
    }

    /// A reader for a value that must be a table.
    pub fn of(sink: &'a Sink, subject: impl Into<String>, entry: &'a Entry) -> Option<Self> {
        let subject = subject.into();
        match &entry.node.data {
            Data::Table(entries) => Some(Reader::new(sink, subject, entry.key_span.clone(), entries)),
            _ => {
                let found = entry.node.kind();
                let message = format!("{subject}: expected a table, found {found}");
                let key = &entry.key;
                let hint =
                    format!("a table holds keys of its own: {key} = {{ … }}, or lines below a header in [ ]");
                sink.report(&entry.node.span, Diagnostic::error("wrong-type", message).hint(hint));
                None
            }
        }
    }

    /// A message with the subject before it.
    pub fn message(&self, text: impl AsRef<str>) -> String {
        match self.subject.as_str() {
            "" => text.as_ref().to_owned(),
            subject => format!("{subject}: {}", text.as_ref()),
        }
    }

    /// An error about this table.
    pub fn error(&self, code: &'static str, text: impl AsRef<str>) -> Diagnostic {
        Diagnostic::error(code, self.message(text))
    }

    pub fn report(&self, span: &Range<usize>, diagnostic: Diagnostic) {
        self.sink.report(span, diagnostic);
    }

    /// The entry of a key; from now on the key is a known one.
    pub fn get(&self, key: &str) -> Option<&'a Entry> {
        self.known.borrow_mut().push(key.to_owned());
        self.entries.iter().find(|entry| entry.key == key)
    }

    /// All entries, for tables whose keys are names.
    pub fn entries(&self) -> &'a [Entry] {
        self.entries
    }

    pub fn wrong_type(&self, entry: &Entry, expected: &str, example: &str) {
        let text = format!("`{}` should be {expected}, not {}", entry.key, entry.node.kind());
        let error = self.error("wrong-type", text).hint(format!("for example: {example}"));
        let error = match self.unquoted(entry, expected) {
            Some(value) => error.fix(entry.node.span.clone(), value),
            None => error,
        };
        self.report(&entry.node.span, error);
    }

    /// The value without the quotes around it, where it is right but for these; a text as a list where
    /// one is wanted.
    fn unquoted(&self, entry: &Entry, expected: &str) -> Option<String> {
        let Data::Text(text) = &entry.node.data else { return None };
        let written = self.sink.source.text().get(entry.node.span.clone())?;
        match expected {
            "true or false" => ["true", "false"].contains(&text.as_str()).then(|| text.clone()),
            "a whole number" => text.parse::<i64>().is_ok().then(|| text.clone()),
            "a list of texts" => Some(format!("[{written}]")),
            _ => None,
        }
    }

    /// The text of a key.
    pub fn text(&self, key: &str, example: &str) -> Option<&'a str> {
        let entry = self.get(key)?;
        match &entry.node.data {
            Data::Text(text) => Some(text),
            _ => {
                self.wrong_type(entry, "a text between quotes", example);
                None
            }
        }
    }

    /// The text of a key that may not be missing.
    pub fn required_text(&self, key: &str, example: &str) -> Option<&'a str> {
        let text = self.text(key, example);
        if !self.has(key) {
            self.missing(key, example);
        }
        text
    }

    /// Reports that a key is missing.
    pub fn missing(&self, key: &str, example: &str) {
        let error = self.error("missing-key", format!("`{key}` is missing"));
        self.report(&self.span.clone(), error.hint(format!("for example: {example}")));
    }

    /// Reports that a key of the file is missing of which there is only one right line.
    pub fn missing_line(&self, key: &str, line: &str) {
        let text = self.sink.source.text();
        let first = self.entries.iter().map(|entry| entry.key_span.start).min();
        let mark = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let place = first.map_or(text.len(), |first| line_start(text, first)).max(mark);
        let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let joint = if place == text.len() && place > mark && !text.ends_with('\n') { end } else { "" };
        let error = self.error("missing-key", format!("`{key}` is missing"));
        let error = error.hint(format!("for example: {line}")).fix(at(place), format!("{joint}{line}{end}"));
        self.report(&self.span.clone(), error);
    }

    /// Whether a key is written, with a right value or a wrong one.
    pub fn has(&self, key: &str) -> bool {
        self.entries.iter().any(|entry| entry.key == key)
    }

    /// The truth of a key.
    pub fn flag(&self, key: &str) -> Option<bool> {
        let entry = self.get(key)?;
        match entry.node.data {
            Data::Bool(truth) => Some(truth),
            _ => {
                self.wrong_type(entry, "true or false", &format!("{key} = true"));
                None
            }
        }
    }

    /// The number of a key, if it is within the limits.
    pub fn number(&self, key: &str, limits: std::ops::RangeInclusive<i64>) -> Option<i64> {
        let entry = self.get(key)?;
        match entry.node.data {
            Data::Int(number) if limits.contains(&number) => Some(number),
            Data::Int(number) => {
                let text = format!(
                    "`{key}` should be a number from {} to {}, not {number}",
                    limits.start(),
                    limits.end()
                );
                self.report(&entry.node.span, self.error("out-of-range", text));
                None
            }
            _ => {
                self.wrong_type(entry, "a whole number", &format!("{key} = {}", limits.start().max(&1)));
                None
            }
        }
    }

    /// The list of texts of a key, each with its place; empty where the key is missing.
    pub fn texts(&self, key: &str, example: &str) -> Vec<(&'a str, Range<usize>)> {
        let Some(entry) = self.get(key) else { return Vec::new() };
        let Data::List(items) = &entry.node.data else {
            self.wrong_type(entry, "a list of texts", example);
            return Vec::new();
        };
        let mut texts = Vec::new();
        for item in items {
            match &item.data {
                Data::Text(text) => texts.push((text.as_str(), item.span.clone())),
                _ => {
                    let text = format!("`{key}` should hold texts between quotes, not {}", item.kind());
                    let error = self.error("wrong-type", text).hint(format!("for example: {example}"));
                    self.report(&item.span, error);
                }
            }
        }
        texts
    }

    /// One of the words that a key may hold, as its index.
    pub fn choice(&self, key: &str, words: &[&str]) -> Option<usize> {
        let example = format!("{key} = \"{}\"", words.first().copied().unwrap_or_default());
        let text = self.text(key, &example)?;
        let found = words.iter().position(|word| *word == text);
        if found.is_none()
            && let Some(entry) = self.get(key)
        {
            let written = text;
            let text =
                format!("`{key}`: unknown value `{text}`{}", did_you_mean(text, words.iter().copied()));
            let error = self.error("unknown-value", text).hint(format!("it can be {}", one_of(words)));
            let error = error.meant(written, surely(written, words.iter().copied()));
            self.report(&entry.node.span, error);
        }
        found
    }

    /// A reader for the table of a key.
    pub fn table(&self, key: &str) -> Option<Reader<'a>> {
        let entry = self.get(key)?;
        Reader::of(self.sink, self.message(format!("`{key}`")), entry)
    }

    /// The keys that can stand here: those of the declaration, or those that were asked for.
    fn known_keys(&self) -> Vec<String> {
        let asked = self.known.borrow();
        let Some(shape) = self.shape else { return asked.clone() };
        debug_assert!(
            shape.keys().all(|key| asked.iter().any(|asked| asked == key.name)),
            "a key of {} is never read: {asked:?}",
            shape.title
        );
        if shape.more != More::None {
            return asked.clone();
        }
        debug_assert!(
            asked.iter().all(|asked| shape.key(asked).is_some()),
            "a key that {} does not declare is read: {asked:?}",
            shape.title
        );
        shape.keys().map(|key| key.name.to_owned()).collect()
    }

    /// Reports every key that was never asked for.
    pub fn finish(self) {
        self.finish_with(None);
    }

    /// The same, with a note about other keys that there could be.
    pub fn finish_with(self, note: Option<&str>) {
        let known = self.known_keys();
        let hint = match sorted(&known).as_slice() {
            [] => "no keys belong here".to_owned(),
            [one] => format!("the only key here is `{one}`"),
            known => format!("the keys here are {}", all_of(known)),
        };
        for entry in self.entries.iter().filter(|entry| !known.contains(&entry.key)) {
            let meant = did_you_mean(&entry.key, known.iter().map(String::as_str));
            let text = format!("unknown key `{}`{meant}", entry.key);
            let mut error = self.error("unknown-key", text).hint(hint.as_str());
            error.notes.extend(note.map(str::to_owned));
            let free = surely(&entry.key, known.iter().map(String::as_str)).filter(|key| !self.has(key));
            self.report(&entry.key_span, error.meant(&entry.key, free));
        }
    }
}

fn sorted(names: &[String]) -> Vec<&str> {
    let mut names: Vec<&str> = names.iter().map(String::as_str).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Checks the `format` key of a file.
pub(crate) fn check_format(reader: &Reader<'_>, what: &str) {
    match reader.get("format").map(|entry| (entry, &entry.node.data)) {
        None => reader.missing_line("format", "format = 1"),
        Some((_, Data::Int(1))) => {}
        Some((entry, Data::Int(number))) => {
            let text = format!("format {number} of {what} is unknown to this program");
            let hint = if *number > 1 {
                "it may come from a newer Bastide: update, or write the file in format = 1"
            } else {
                "write: format = 1"
            };
            reader.report(&entry.node.span, reader.error("unknown-format", text).hint(hint));
        }
        Some((entry, _)) => reader.wrong_type(entry, "a whole number", "format = 1"),
    }
}
