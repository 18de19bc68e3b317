//! Reading a package that may have come from anywhere.
//!
//! A zip archive says twice what is in it: before each file, and in a directory at its end. Programs that
//! believe one or the other see different files in an archive that was made for that. Here both must say
//! the same.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Cursor, Read};
use std::path::Path;

use bastide_content::library::MANIFEST;
use bastide_content::manifest::API;
use bastide_content::names::is_id;
use zip::ZipArchive;
use zip::read::read_zipfile_from_stream;

use super::{FORMAT, INDEX, Index, Package, PackageError, PathError, check_path, hash, is_of_an_expansion};
use crate::error::Error;

/// How large a package, and what is in it, may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The file itself, in bytes.
    pub archive: u64,
    /// One file in it, in bytes when it is unpacked.
    pub file: u64,
    /// All files in it together, in bytes when they are unpacked.
    pub total: u64,
    /// How many files there are in it.
    pub files: usize,
}

impl Default for Limits {
    /// A hundred times what a large expansion has.
    fn default() -> Limits {
        Limits { archive: 8 << 20, file: 2 << 20, total: 16 << 20, files: 1000 }
    }
}

/// Reads a package from the disk.
///
/// # Errors
///
/// Why it is none that may be added.
pub fn open(path: &Path, limits: Limits) -> Result<Package, PackageError> {
    let failed = |error| Error::io("read", path, error);
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(failed)?;
    file.take(limits.archive + 1).read_to_end(&mut bytes).map_err(failed)?;
    read(&bytes, limits)
}

/// Reads the bytes of a package.
///
/// # Errors
///
/// Why it is none that may be added.
pub fn read(bytes: &[u8], limits: Limits) -> Result<Package, PackageError> {
    if bytes.len() as u64 > limits.archive {
        return Err(PackageError::too_large("it".to_owned(), limits.archive));
    }
    let mut entries = inflate(bytes, limits)?.into_iter();
    compare_with_directory(bytes, entries.as_slice())?;
    let index = match entries.next() {
        Some((name, text)) if name == INDEX => read_index(&text)?,
        _ => return Err(PackageError::NoPackage(format!("it does not begin with {INDEX}"))),
    };
    let mut files = BTreeMap::new();
    for (name, text) in entries {
        let inner = name.strip_prefix(&index.id).and_then(|rest| rest.strip_prefix('/'));
        let Some(path) = inner else {
            let text = format!("`{name}` does not lie in the folder `{}`", index.id);
            return Err(PackageError::NoPackage(text));
        };
        if !is_of_an_expansion(path) {
            return Err(PackageError::Path { path: name, reason: PathError::Kind });
        }
        files.insert(path.to_owned(), text);
    }
    compare_with_index(index, files)
}

/// All entries of an archive, in their order, with names that are safe and different.
fn inflate(bytes: &[u8], limits: Limits) -> Result<Vec<(String, String)>, PackageError> {
    let mut reader = Cursor::new(bytes);
    let mut entries: Vec<(String, String)> = Vec::new();
    let mut names = Names::default();
    let mut left = limits.total;
    loop {
        let next = read_zipfile_from_stream(&mut reader);
        let Some(mut entry) = next.map_err(|error| PackageError::NoPackage(error.to_string()))? else {
            break;
        };
        if entries.len() > limits.files {
            return Err(PackageError::TooMany(limits.files));
        }
        let name = name_of(entry.name_raw())?;
        names.add(&name)?;
        let mut content = Vec::new();
        // One byte more than is allowed tells that there is too much. What the archive says about sizes
        // is not believed.
        let most = limits.file.min(left);
        let read = entry.by_ref().take(most + 1).read_to_end(&mut content);
        read.map_err(|error| PackageError::NoPackage(format!("`{name}` cannot be unpacked: {error}")))?;
        if content.len() as u64 > limits.file {
            return Err(PackageError::too_large(format!("`{name}`"), limits.file));
        }
        left = left
            .checked_sub(content.len() as u64)
            .ok_or_else(|| PackageError::too_large("what it unpacks to".to_owned(), limits.total))?;
        let text = String::from_utf8(content).map_err(|_| PackageError::NoText(name.clone()))?;
        entries.push((name, text));
    }
    Ok(entries)
}

/// The name of an entry, if a file may have it.
fn name_of(raw: &[u8]) -> Result<String, PackageError> {
    let Ok(name) = std::str::from_utf8(raw) else {
        let path = String::from_utf8_lossy(raw).escape_debug().to_string();
        return Err(PackageError::Path { path, reason: PathError::Letter });
    };
    let path = || name.escape_debug().to_string();
    if name.ends_with('/') && check_path(name.trim_end_matches('/')).is_ok() {
        return Err(PackageError::NoFile { path: path(), what: "a folder" });
    }
    check_path(name).map_err(|reason| PackageError::Path { path: path(), reason })?;
    Ok(name.to_owned())
}

/// Names of files, which must be different on every machine.
#[derive(Default)]
pub(super) struct Names {
    /// By the name in lower case: the name, and whether it is that of a folder.
    known: BTreeMap<String, (String, bool)>,
}

impl Names {
    /// Adds a file, and the folders in which it lies.
    pub fn add(&mut self, path: &str) -> Result<(), PackageError> {
        let folders = path.match_indices('/').map(|(at, _)| (&path[..at], true));
        for (name, is_folder) in folders.chain([(path, false)]) {
            let known = self.known.insert(name.to_ascii_lowercase(), (name.to_owned(), is_folder));
            if let Some((other, was_folder)) = known
                && !(is_folder && was_folder && other == name)
            {
                return Err(PackageError::Clash(other, name.to_owned()));
            }
        }
        Ok(())
    }
}

/// The directory at the end must list the same entries, as plain files.
fn compare_with_directory(bytes: &[u8], entries: &[(String, String)]) -> Result<(), PackageError> {
    let damaged = |error: zip::result::ZipError| PackageError::NoPackage(error.to_string());
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(damaged)?;
    let mut listed = Vec::new();
    for index in 0..archive.len() {
        let entry = archive.by_index_raw(index).map_err(damaged)?;
        let name = name_of(entry.name_raw())?;
        // The kind of file in the mode; where there is none, it is a plain one.
        let kind = entry.unix_mode().unwrap_or_default() & 0o170_000;
        let what = match kind {
            0 | 0o100_000 => None,
            0o120_000 => Some("a link"),
            0o040_000 => Some("a folder"),
            _ => Some("a device"),
        };
        if let Some(what) = what {
            return Err(PackageError::NoFile { path: name, what });
        }
        listed.push(name);
    }
    if listed.iter().ne(entries.iter().map(|(name, _)| name)) {
        let text = "the directory at its end lists other files than it holds".to_owned();
        return Err(PackageError::NoPackage(text));
    }
    Ok(())
}

fn read_index(text: &str) -> Result<Index, PackageError> {
    /// What every version of the format has.
    #[derive(serde::Deserialize)]
    struct Versions {
        format: u32,
        api: Option<i64>,
    }
    let wrong = |error: serde_json::Error| PackageError::NoPackage(format!("{INDEX}: {error}"));
    let versions: Versions = serde_json::from_str(text).map_err(wrong)?;
    if versions.format != FORMAT {
        return Err(PackageError::Format(versions.format));
    }
    if let Some(api) = versions.api.filter(|api| *api != API) {
        return Err(PackageError::Api(api));
    }
    let index: Index = serde_json::from_str(text).map_err(wrong)?;
    if !is_id(&index.id) {
        let id = index.id.escape_debug();
        return Err(PackageError::NoPackage(format!("{INDEX}: `{id}` cannot be the id of an expansion")));
    }
    Ok(index)
}

/// The files must be those that the index was written for.
fn compare_with_index(index: Index, files: BTreeMap<String, String>) -> Result<Package, PackageError> {
    if !files.contains_key(MANIFEST) {
        return Err(PackageError::NoManifest);
    }
    let found = hash(&files);
    if found != index.hash {
        return Err(PackageError::Hash { expected: index.hash, found });
    }
    let package = Package::of(&index.id, files)?;
    let pairs = [
        ("id", index.id, package.index.id.clone()),
        ("name", index.name, package.index.name.clone()),
        ("version", index.version.to_string(), package.index.version.to_string()),
    ];
    for (what, index, manifest) in pairs {
        if index != manifest {
            let (index, manifest) = (format!("`{index}`"), format!("`{manifest}`"));
            return Err(PackageError::Differs { what, index, manifest });
        }
    }
    Ok(package)
}
