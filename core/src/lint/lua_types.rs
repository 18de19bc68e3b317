//! Types: what a call expects and gets, by the generated definitions.
//!
//! They are judged by [`TOOL`], a language server without an editor. It is a program of its own: built
//! into this one, it would take longer to build than everything else together.

mod definitions;
mod words;

use std::fs;
use std::io;
use std::ops::Range;
use std::path::Path;
use std::process::{Command, Stdio};

use bastide_content::diagnostic::{Report, Severity};
use bastide_script::reference::definition_files;
use serde::Deserialize;

use super::Lint;
use super::subject::Subject;
use crate::lua::Script;

/// The program that judges types.
pub const TOOL: &str = "emmylua_check";

pub(super) const LINT: Lint = Lint {
    code: "lua-types",
    severity: Severity::Warning,
    finds: "a wrong type, a missing argument, or what can be nil and is not looked at; `emmylua_check` is asked, \
            where it is installed",
};

/// How the scripts of an expansion are to be read.
const CONFIGURATION: &str = r#"{
  "runtime": { "version": "Lua5.1", "requirePattern": ["?.lua"] },
  "diagnostics": { "disable": ["unnecessary-if"] }
}"#;

/// Whether the program that judges types is installed.
pub fn is_available() -> bool {
    let mut asked = Command::new(TOOL);
    asked.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    asked.status().is_ok_and(|status| status.success())
}

pub(super) fn check(subject: &Subject<'_>, report: &mut Report) {
    if subject.scripts.is_empty() {
        return;
    }
    let result = tempfile::tempdir().and_then(|folder| {
        lay_out(subject, folder.path())?;
        ask(folder.path())
    });
    match result {
        Ok(files) => files.iter().for_each(|file| tell(subject, file, report)),
        Err(error) => {
            report.push(
                LINT.say(format!("`{TOOL}` could not be asked for types: {error}")).in_file(subject.folder),
            );
        }
    }
}

/// Writes the scripts and tests into a folder, and beside them what they can use.
fn lay_out(subject: &Subject<'_>, folder: &Path) -> io::Result<()> {
    let mut files: Vec<(String, String)> = vec![(".emmyrc.json".to_owned(), CONFIGURATION.to_owned())];
    for (name, text) in definition_files() {
        let text = if name.contains('/') { text } else { definitions::of(subject, &text) };
        files.push((name, text));
    }
    let prefix = format!("{}/", subject.folder);
    for script in subject.all() {
        let path = script.source.path();
        let name = path.strip_prefix(&prefix).unwrap_or(path);
        files.push((name.to_owned(), typed(script)));
    }
    for (name, text) in files {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, text)?;
    }
    Ok(())
}

/// The line that says what the table of the hooks is.
const TYPE: &str = "---@type Expansion\n";

/// The line in front of which a script lacks [`TYPE`], counted from 0.
fn untyped_line(script: &Script) -> Option<usize> {
    if !script.source.path().ends_with("/main.lua") {
        return None;
    }
    let returned = script.returned.as_ref()?;
    let mut places = script.locals.iter().filter(|word| word.text == *returned);
    let place = places.next().filter(|_| places.next().is_none())?;
    let line = script.source.position(place.span.start).0 - 1;
    let before = line.checked_sub(1).and_then(|before| script.source.text().lines().nth(before));
    (!before.is_some_and(|before| before.trim_start().starts_with("---@"))).then_some(line)
}

/// The text of a script, with [`TYPE`] where it lacks that: who does not know of types gets them all
/// the same.
fn typed(script: &Script) -> String {
    let mut text = script.source.text().to_owned();
    if let Some(line) = untyped_line(script) {
        let begin = text.split_inclusive('\n').take(line).map(str::len).sum();
        text.insert_str(begin, TYPE);
    }
    text
}

/// What the tool says of a file.
#[derive(Deserialize)]
struct File {
    file: String,
    diagnostics: Vec<Finding>,
}

#[derive(Deserialize)]
struct Finding {
    #[serde(default)]
    code: String,
    message: String,
    severity: u8,
    range: Lines,
}

#[derive(Deserialize)]
struct Lines {
    start: Spot,
    end: Spot,
}

/// A line, and how many units of UTF-16 stand before it there.
#[derive(Deserialize)]
struct Spot {
    line: usize,
    character: usize,
}

fn ask(folder: &Path) -> io::Result<Vec<File>> {
    // Its exit code only repeats that something was found.
    let output =
        Command::new(TOOL).arg(folder).args(["--output-format", "json"]).stdin(Stdio::null()).output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let root = folder.canonicalize()?;
    let mut files: Vec<File> = serde_json::from_str(text.trim()).map_err(|error| {
        let said = String::from_utf8_lossy(&output.stderr);
        io::Error::other(format!("its answer cannot be read ({error}) {}", said.trim()))
    })?;
    for file in &mut files {
        let path = Path::new(&file.file);
        let inner = path.strip_prefix(&root).or_else(|_| path.strip_prefix(folder)).unwrap_or(path);
        file.file = inner.to_string_lossy().replace('\\', "/");
    }
    Ok(files)
}

fn tell(subject: &Subject<'_>, file: &File, report: &mut Report) {
    /// The least severity that is meant for people who do not ask for advice.
    const WARNING: u8 = 2;
    let path = format!("{}/{}", subject.folder, file.file);
    let Some(script) = subject.all().find(|script| script.source.path() == path) else { return };
    // Luau reads more than the tool does: of such a file it understands too little.
    if file.diagnostics.iter().any(|finding| finding.code.contains("syntax")) {
        return;
    }
    let added = untyped_line(script);
    for finding in file.diagnostics.iter().filter(|finding| finding.severity <= WARNING) {
        let (text, hint) = words::of(&finding.code, finding.message.trim(), subject);
        let source = &script.source;
        report.push(LINT.say(text).maybe_hint(hint).at(source, span(source.text(), &finding.range, added)));
    }
}

/// The bytes of a stretch, in a text that the tool saw with one line more.
fn span(text: &str, range: &Lines, added: Option<usize>) -> Range<usize> {
    let place = |spot: &Spot| {
        let line = spot.line - usize::from(added.is_some_and(|added| spot.line > added));
        let begin: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        let mut left = spot.character;
        let inner = text[begin..].chars().take_while(|letter| {
            let fits = left > 0;
            left = left.saturating_sub(letter.len_utf16());
            fits
        });
        begin + inner.map(char::len_utf8).sum::<usize>()
    };
    place(&range.start)..place(&range.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_in_units_of_utf_16() {
        let spot = |line, character| Spot { line, character };
        let range = Lines { start: spot(1, 3), end: spot(1, 4) };
        // The smiley takes two units and four bytes.
        assert_eq!(span("a\n😀xyz\n", &range, None), 7..8);
        assert_eq!(span("\na\nb\nxyz\n", &Lines { start: spot(4, 1), end: spot(4, 2) }, Some(1)), 6..7);
        assert_eq!(span("a", &Lines { start: spot(9, 9), end: spot(9, 9) }, None), 1..1);
    }
}
