//! Packages: an expansion as one file, `<id>-<version>.bastide`.
//!
//! A package is a zip archive that can be read in one way only: its first entry is `package.json`, which
//! says what is in it; all others are the files of the expansion, sorted, below a folder with its id.
//! [`gather`] makes one of a folder, [`read`] reads one that may have come from anywhere, [`install`]
//! puts its files into a game folder.
//!
//! A game folder is any folder that somebody plays from: the expansions in its folder `expansions/` are
//! found by their ids.

mod archive;
mod gather;
mod install;
mod path;
mod read;

use std::collections::BTreeMap;
use std::path::PathBuf;

use bastide_content::diagnostic::{Report, Source};
use bastide_content::library::MANIFEST;
use bastide_content::manifest::{API, Manifest};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

pub use archive::write;
pub use gather::{LeftOut, gather};
pub use install::{Before, Installed, find, install};
pub use path::{PathError, check_path, is_of_an_expansion};
pub use read::{Limits, open, read};

use crate::error::Error;

/// The version of the format that this program writes and reads.
pub const FORMAT: u32 = 1;
/// What the names of packages end with.
pub const ENDING: &str = "bastide";
/// The entry that says what is in a package.
pub const INDEX: &str = "package.json";

/// What a package says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Index {
    /// The version of the format.
    pub format: u32,
    /// The expansion's id.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// Its version.
    pub version: semver::Version,
    /// The version of the script interface that it is written for.
    pub api: i64,
    /// A fingerprint of all its files: SHA-256 over the path and text of each, by path.
    pub hash: String,
}

/// An expansion and what it consists of.
#[derive(Clone, Debug)]
pub struct Package {
    /// What it says of itself.
    pub index: Index,
    /// Its files by their path in the expansion's folder.
    pub files: BTreeMap<String, String>,
    /// Its manifest.
    pub manifest: Manifest,
}

impl Package {
    /// A package of files, if their manifest has no mistakes.
    fn of(id: &str, files: BTreeMap<String, String>) -> Result<Package, PackageError> {
        let text = files.get(MANIFEST).ok_or(PackageError::NoManifest)?;
        let (manifest, report) = Manifest::read(&Source::new(format!("{id}/{MANIFEST}"), text.as_str()));
        let manifest = manifest.ok_or(PackageError::Manifest(report))?;
        let index = Index {
            format: FORMAT,
            id: manifest.id.name.clone(),
            name: manifest.name.clone(),
            version: manifest.version.clone(),
            api: API,
            hash: hash(&files),
        };
        Ok(Package { index, files, manifest })
    }

    /// The name that its file has where nobody chooses another.
    pub fn file_name(&self) -> String {
        format!("{}-{}.{ENDING}", self.index.id, self.index.version)
    }

    /// How long its files are together.
    pub fn size(&self) -> usize {
        self.files.values().map(String::len).sum()
    }
}

/// A fingerprint of files: of their paths and texts, in the order of the paths.
fn hash(files: &BTreeMap<String, String>) -> String {
    let mut hash = Sha256::new();
    for (path, text) in files {
        for part in [path, text] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part.as_bytes());
        }
    }
    let digits: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    format!("sha256:{digits}")
}

/// Why there is no package, or none that is added.
#[derive(Debug, thiserror::Error)]
pub enum PackageError {
    /// It is no archive of the right kind.
    #[error("it is no package: {0}; `bastide pack` makes one")]
    NoPackage(String),
    /// Its index is of another format.
    #[error("it is of format {0}, and this program knows format {FORMAT}; update Bastide")]
    Format(u32),
    /// It was written for another script interface.
    #[error("it is written for script interface {0}, and this program has {API}{hint}", hint = if *.0 > API { "; update Bastide" } else { "" })]
    Api(i64),
    /// Something is larger than it may be.
    #[error("{what} is larger than {} KiB, which is the most that a package may have", .limit >> 10)]
    TooLarge {
        /// What.
        what: String,
        /// How large it may be, in bytes.
        limit: u64,
    },
    /// There are too many files.
    #[error("it has more than {0} files, which is the most that a package may have")]
    TooMany(usize),
    /// A name that no file of a package may have.
    #[error("`{path}` cannot be in a package: {reason}")]
    Path {
        /// The name.
        path: String,
        /// Why not.
        reason: PathError,
    },
    /// An entry that is no plain file.
    #[error("`{path}` cannot be in a package: it is {what}, and a package holds plain files only")]
    NoFile {
        /// The name.
        path: String,
        /// What it is.
        what: &'static str,
    },
    /// A file that is no text.
    #[error("`{0}` cannot be in a package: it is no text in UTF-8")]
    NoText(String),
    /// Two entries with names that are the same, or the same on some machines.
    #[error("`{0}` and `{1}` are one file on some machines, so that they cannot both be in a package")]
    Clash(String, String),
    /// There is no manifest.
    #[error("it holds no {MANIFEST}, so it is no expansion")]
    NoManifest,
    /// The manifest has mistakes.
    #[error("its {MANIFEST} has mistakes:\n{}", .0.render(false))]
    Manifest(Report),
    /// The expansion has mistakes.
    #[error("{}\nan expansion with errors is not packed; mend them first", .0.render(false))]
    Check(Report),
    /// The files are not those that were packed.
    #[error("its files are not those that were packed: {INDEX} says {expected}, and they are {found}")]
    Hash {
        /// What the index says.
        expected: String,
        /// What the files are.
        found: String,
    },
    /// The index and the manifest do not say the same.
    #[error("{INDEX} says {what} {index}, and {MANIFEST} says {manifest}")]
    Differs {
        /// Of what.
        what: &'static str,
        /// What the index says.
        index: String,
        /// What the manifest says.
        manifest: String,
    },
    /// A bundled expansion has the id.
    #[error("`{0}` is the id of a bundled expansion; give the expansion an id of its own")]
    Taken(String),
    /// There is something else in the way.
    #[error("`{}` is there already and is {what}; move it away first", path.display())]
    InTheWay {
        /// What is in the way.
        path: PathBuf,
        /// What it is instead of an expansion.
        what: &'static str,
    },
    /// What is there is newer, or not what the same version is here.
    #[error("`{}` is {what}; --force replaces it", path.display())]
    NotReplaced {
        /// The expansion that is there.
        path: PathBuf,
        /// How it compares.
        what: String,
    },
    /// A file could not be read or written.
    #[error(transparent)]
    File(#[from] Error),
}

impl PackageError {
    fn too_large(what: String, limit: u64) -> PackageError {
        PackageError::TooLarge { what, limit }
    }
}
