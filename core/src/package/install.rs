//! Putting a package into a game folder.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use bastide_content::diagnostic::Source;
use bastide_content::library::MANIFEST;
use bastide_content::manifest::Manifest;

use super::{Package, PackageError, hash};
use crate::error::Error;
use crate::shelf::GAME_FOLDER;
use crate::template::is_taken;

/// What became of a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Installed {
    /// The folder of the expansion.
    pub folder: PathBuf,
    /// What was there before.
    pub before: Option<Before>,
}

/// What was there before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Before {
    /// The same; nothing was changed.
    Same,
    /// Another version, or `None` where it could not be read.
    Version(Option<semver::Version>),
}

/// The folder of an expansion in a game folder, whether it is there or not.
pub fn find(game_folder: &Path, id: &str) -> PathBuf {
    game_folder.join(GAME_FOLDER).join(id)
}

/// Puts an expansion into a game folder; with `force` also in place of a newer one, or one that was
/// changed. Either all of it is there afterwards, or what was there before. (If the machine stops in the
/// instant between the two moves, what was there before lies in a hidden folder beside its place.)
///
/// # Errors
///
/// When it may not be put there, or cannot be written.
pub fn install(package: &Package, game_folder: &Path, force: bool) -> Result<Installed, PackageError> {
    let id = &package.index.id;
    if is_taken(id) {
        return Err(PackageError::Taken(id.clone()));
    }
    let folder = find(game_folder, id);
    let before = look(package, &folder, force)?;
    if before != Some(Before::Same) {
        put(package, &folder)?;
    }
    Ok(Installed { folder, before })
}

/// What is there now, if it may be replaced.
fn look(package: &Package, folder: &Path, force: bool) -> Result<Option<Before>, PackageError> {
    let in_the_way = |what| PackageError::InTheWay { path: folder.to_owned(), what };
    let Ok(kind) = fs::symlink_metadata(folder) else { return Ok(None) };
    if kind.is_symlink() {
        return Err(in_the_way("a link"));
    }
    let text = match fs::read_to_string(folder.join(MANIFEST)) {
        Ok(text) => text,
        Err(_) if kind.is_dir() => return Err(in_the_way("no expansion")),
        Err(_) => return Err(in_the_way("no folder")),
    };
    if is_the_same(package, folder) {
        return Ok(Some(Before::Same));
    }
    let (found, offered) = (version_of(folder, text), &package.index.version);
    let what = match found.as_ref().map(|found| (found.cmp(offered), found)) {
        Some((Ordering::Less, _)) if is_as_it_was_added(folder) => None,
        Some((Ordering::Less, found)) => {
            Some(format!("version {found}, whose files are not those of a package"))
        }
        Some((Ordering::Equal, _)) => Some(format!("version {offered}, too, with other files")),
        Some((Ordering::Greater, found)) => Some(format!("version {found}, which is newer than {offered}")),
        None => Some("an expansion whose version cannot be read".to_owned()),
    };
    match what {
        Some(what) if !force => Err(PackageError::NotReplaced { path: folder.to_owned(), what }),
        _ => Ok(Some(Before::Version(found))),
    }
}

/// The hidden file that says which files were added: their fingerprint.
const RECORD: &str = ".bastide-package";

/// Whether an expansion came from a package, and nothing in its folder was changed, added or removed since.
fn is_as_it_was_added(folder: &Path) -> bool {
    let mut files = BTreeMap::new();
    let recorded = fs::read_to_string(folder.join(RECORD));
    collect(folder, "", &mut files).is_some()
        && recorded.is_ok_and(|recorded| recorded.trim() == hash(&files))
}

/// The files below a folder that are not hidden; `None` where one is no text.
fn collect(folder: &Path, prefix: &str, files: &mut BTreeMap<String, String>) -> Option<()> {
    for entry in fs::read_dir(folder).ok()? {
        let entry = entry.ok()?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') {
            continue;
        }
        let path = format!("{prefix}{name}");
        if entry.file_type().ok()?.is_dir() {
            collect(&entry.path(), &format!("{path}/"), files)?;
        } else {
            files.insert(path, fs::read_to_string(entry.path()).ok()?);
        }
    }
    Some(())
}

fn version_of(folder: &Path, text: String) -> Option<semver::Version> {
    let path = folder.join(MANIFEST).to_string_lossy().replace('\\', "/");
    Manifest::read(&Source::new(path, text)).0.map(|manifest| manifest.version)
}

/// Whether every file of the package is there as it is. Other files beside them change nothing.
fn is_the_same(package: &Package, folder: &Path) -> bool {
    package
        .files
        .iter()
        .all(|(path, text)| fs::read(folder.join(path)).is_ok_and(|found| found == text.as_bytes()))
}

/// Writes all files beside the place where they belong, then moves them there as one.
fn put(package: &Package, folder: &Path) -> Result<(), PackageError> {
    let parent = folder.parent().unwrap_or(Path::new("."));
    let failed = |error| Error::io("write", parent, error);
    let is_new = !parent.exists();
    fs::create_dir_all(parent).map_err(failed)?;
    let result = write_beside(package, parent, folder);
    if result.is_err() && is_new {
        // Only a folder that is empty goes.
        let _ = fs::remove_dir(parent);
    }
    result
}

fn write_beside(package: &Package, parent: &Path, folder: &Path) -> Result<(), PackageError> {
    let failed = |error| Error::io("write", parent, error);
    // A hidden folder, so that no game finds it; it goes away by itself, whatever happens.
    let scratch = tempfile::Builder::new().prefix(".adding-").tempdir_in(parent).map_err(failed)?;
    let (new, old) = (scratch.path().join("new"), scratch.path().join("old"));
    fs::create_dir(&new).map_err(failed)?;
    for (path, text) in &package.files {
        write_file(&new.join(path), text)?;
    }
    write_file(&new.join(RECORD), &package.index.hash)?;
    let moved = |error| Error::io("write", folder, error);
    let replaces = folder.exists();
    if replaces {
        fs::rename(folder, &old).map_err(moved)?;
    }
    if let Err(error) = fs::rename(&new, folder) {
        if replaces {
            fs::rename(&old, folder).map_err(moved)?;
        }
        return Err(moved(error).into());
    }
    Ok(())
}

fn write_file(path: &Path, text: &str) -> Result<(), PackageError> {
    let failed = |error| Error::io("write", path, error);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    // Nothing that is there already is written to or through.
    let mut file = fs::File::create_new(path).map_err(failed)?;
    file.write_all(text.as_bytes()).map_err(failed)?;
    file.sync_all().map_err(failed)?;
    Ok(())
}
