//! Mending files: the changes that messages bring with them, written so that no file is ever half done.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use bastide_content::diagnostic::{Diagnostic, Report, Source};
use bastide_content::files::Files;
use bastide_content::fix::{apply, describe, toml_errors};
use serde::Serialize;
use similar::TextDiff;

use crate::lua::Script;
use crate::shelf::Shelf;

/// What is to be changed in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The file.
    pub file: String,
    /// What changes, in words.
    pub changes: Vec<String>,
    /// The text as it is.
    #[serde(skip)]
    before: String,
    /// The text as it will be.
    #[serde(skip)]
    after: String,
}

/// The changes of files on the disk that messages bring with them. A file that could be read less well
/// afterwards is left as it is.
pub fn plan(shelf: &Shelf, report: &Report) -> Vec<Change> {
    let mut by_file: BTreeMap<&str, Vec<&Diagnostic>> = BTreeMap::new();
    for found in report.diagnostics.iter().filter(|found| found.fix.is_some()) {
        if let Some(file) = found.file.as_deref().filter(|file| shelf.is_on_disk(file)) {
            by_file.entry(file).or_default().push(found);
        }
    }
    let change = |(file, found): (&str, Vec<&Diagnostic>)| {
        let before = shelf.read(file).ok()?;
        let after = apply(&before, found.iter().copied())?.text;
        let fixes = found.iter().filter_map(|found| found.fix.as_ref());
        let changes = fixes.map(|fix| describe(&before, fix)).collect();
        is_as_good(file, &before, &after).then(|| Change { file: file.to_owned(), changes, before, after })
    };
    by_file.into_iter().filter_map(change).collect()
}

/// Whether a changed file can be read at least as well as before.
fn is_as_good(file: &str, before: &str, after: &str) -> bool {
    if file.ends_with(".toml") {
        return toml_errors(after) <= toml_errors(before);
    }
    let reads = |text: &str| Script::read(&Source::new(file, text)).is_ok();
    reads(after) || !reads(before)
}

impl Change {
    /// The lines that change, as `diff -u` shows them.
    pub fn diff(&self) -> String {
        let diff = TextDiff::from_lines(&self.before, &self.after);
        diff.unified_diff().context_radius(2).header(&self.file, &self.file).to_string()
    }

    /// Writes the file. It has the old text until it has the new one.
    ///
    /// # Errors
    ///
    /// When the disk refuses.
    pub fn write(&self) -> io::Result<()> {
        // What a link leads to is changed, and the link stays.
        let path = fs::canonicalize(&self.file)?;
        let folder = path.parent().unwrap_or_else(|| Path::new("."));
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(self.after.as_bytes())?;
        file.as_file().sync_all()?;
        fs::set_permissions(file.path(), fs::metadata(&path)?.permissions())?;
        file.persist(&path).map_err(|error| error.error)?;
        Ok(())
    }
}
