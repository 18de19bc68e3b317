//! Making a package of the folder of an expansion.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use bastide_content::library::MANIFEST;

use super::read::Names;
use super::{Limits, Package, PackageError, PathError, check_path, is_of_an_expansion};
use crate::error::Error;
use crate::shelf::Shelf;

/// Folders of an expansion's folder that are no part of it: the expansions of a game folder, and the type
/// definitions for editors.
const FOREIGN: [&str; 2] = ["expansions", "types"];

/// A file that is not packed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Its path in the folder.
    pub path: String,
    /// Why not, in words.
    pub reason: String,
}

/// Makes a package of a folder, and says which files are left out. Hidden files are not even spoken of.
///
/// # Errors
///
/// When there are mistakes in the expansion, or something in it cannot be in a package.
pub fn gather(folder: &Path, limits: Limits) -> Result<(Package, Vec<LeftOut>), PackageError> {
    if !folder.join(MANIFEST).is_file() {
        return Err(PackageError::NoManifest);
    }
    let id = check(folder)?;
    let mut found = Found { limits, files: BTreeMap::new(), left_out: Vec::new() };
    found.walk(folder, "")?;
    let mut names = Names::default();
    found.files.keys().try_for_each(|path| names.add(path))?;
    let total: usize = found.files.values().map(String::len).sum();
    if total as u64 > limits.total {
        return Err(PackageError::too_large("the expansion".to_owned(), limits.total));
    }
    Ok((Package::of(&id, found.files)?, found.left_out))
}

/// Looks for mistakes, as `bastide check` does; returns the name of the folder.
fn check(folder: &Path) -> Result<String, PackageError> {
    let mut shelf = Shelf::bundled();
    let name = shelf.add(&folder.to_string_lossy());
    shelf.open_game_folder();
    let library = shelf.library();
    let report = crate::check::check(&shelf, &library, std::slice::from_ref(&name), false);
    if report.has_errors() {
        return Err(PackageError::Check(report));
    }
    Ok(name.rsplit('/').next().unwrap_or(&name).to_owned())
}

struct Found {
    limits: Limits,
    files: BTreeMap<String, String>,
    left_out: Vec<LeftOut>,
}

impl Found {
    fn walk(&mut self, folder: &Path, prefix: &str) -> Result<(), PackageError> {
        let failed = |error| Error::io("read", folder, error);
        for entry in fs::read_dir(folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = format!("{prefix}{name}");
            let kind = entry.file_type().map_err(failed)?;
            if name.starts_with('.') {
                continue;
            }
            if kind.is_symlink() {
                self.leave_out(path, "it is a link");
            } else if kind.is_dir() {
                if FOREIGN.contains(&path.as_str()) {
                    self.leave_out(format!("{path}/"), "it is no part of the expansion");
                } else {
                    self.walk(&entry.path(), &format!("{path}/"))?;
                }
            } else if !is_of_an_expansion(&path) {
                self.leave_out(path, &PathError::Kind.to_string());
            } else {
                self.add(&entry.path(), path)?;
            }
        }
        self.left_out.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(())
    }

    fn leave_out(&mut self, path: String, reason: &str) {
        self.left_out.push(LeftOut { path, reason: reason.to_owned() });
    }

    fn add(&mut self, file: &Path, path: String) -> Result<(), PackageError> {
        check_path(&path).map_err(|reason| PackageError::Path { path: path.clone(), reason })?;
        let failed = |error| Error::io("read", file, error);
        if fs::metadata(file).map_err(failed)?.len() > self.limits.file {
            return Err(PackageError::too_large(format!("`{path}`"), self.limits.file));
        }
        if self.files.len() >= self.limits.files {
            return Err(PackageError::TooMany(self.limits.files));
        }
        let bytes = fs::read(file).map_err(failed)?;
        let text = String::from_utf8(bytes).map_err(|_| PackageError::NoText(path.clone()))?;
        self.files.insert(path, text);
        Ok(())
    }
}
