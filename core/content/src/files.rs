//! The folder that content is read from, without knowing what it lies on.

use std::collections::{BTreeMap, BTreeSet};

/// Why a file could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot read `{path}`: {reason}")]
pub struct FileError {
    /// The path that was asked for.
    pub path: String,
    /// What went wrong, in words.
    pub reason: String,
}

/// Read access to a tree of text files: a disk, an archive, or files built into a program.
///
/// Paths are relative, with `/` between the parts and without `.` or `..`.
pub trait Files {
    /// The text of a file.
    ///
    /// # Errors
    ///
    /// When there is no such file, or it is no UTF-8 text.
    fn read(&self, path: &str) -> Result<String, FileError>;

    /// The names of what lies directly in a folder, sorted; the names of folders end with `/`.
    ///
    /// Empty for a folder that does not exist.
    fn list(&self, folder: &str) -> Vec<String>;
}

/// Files in memory.
///
/// ```
/// use bastide_content::files::{Files, MemoryFiles};
///
/// let files = MemoryFiles::new().with("tiles/base.toml", "format = 1");
/// assert_eq!(files.list("tiles"), ["base.toml"]);
/// assert_eq!(files.list(""), ["tiles/"]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct MemoryFiles(BTreeMap<String, String>);

impl MemoryFiles {
    /// No files.
    pub fn new() -> MemoryFiles {
        MemoryFiles::default()
    }

    /// The same files and one more; one of the same path is replaced.
    #[must_use]
    pub fn with(mut self, path: impl Into<String>, text: impl Into<String>) -> MemoryFiles {
        self.insert(path, text);
        self
    }

    /// Adds a file, or replaces the one of this path.
    pub fn insert(&mut self, path: impl Into<String>, text: impl Into<String>) {
        self.0.insert(path.into(), text.into());
    }
}

impl Files for MemoryFiles {
    fn read(&self, path: &str) -> Result<String, FileError> {
        self.0
            .get(path)
            .cloned()
            .ok_or_else(|| FileError { path: path.to_owned(), reason: "there is no such file".to_owned() })
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let names: BTreeSet<String> = self
            .0
            .keys()
            .filter_map(|path| match folder {
                "" => Some(path.as_str()),
                folder => path.strip_prefix(folder)?.strip_prefix('/'),
            })
            .map(|rest| match rest.split_once('/') {
                Some((name, _)) => format!("{name}/"),
                None => rest.to_owned(),
            })
            .collect();
        names.into_iter().collect()
    }
}

/// A path below a folder.
pub(crate) fn join(folder: &str, name: &str) -> String {
    match folder.trim_end_matches('/') {
        "" => name.to_owned(),
        folder => format!("{folder}/{name}"),
    }
}

/// The last part of a path, without an ending of `.toml`.
pub(crate) fn stem(path: &str) -> &str {
    let name = path.trim_end_matches('/').rsplit('/').next().unwrap_or(path);
    name.strip_suffix(".toml").unwrap_or(name)
}
