//! Where content is read from: the files built into the program, and folders on the disk.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::string::FromUtf8Error;

use bastide_content::files::{FileError, Files};
use bastide_content::library::{Library, MANIFEST};

/// The bundled tile sets, expansions and scripts: path and text, by path.
const BUNDLED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/bundled.rs"));

/// The folder of a game folder in which its expansions lie.
pub const GAME_FOLDER: &str = "expansions";

/// Bundled files, with files and folders of the disk laid over them.
///
/// A path that was added is read from the disk, everything else from the program. A folder that
/// holds an expansion hides the bundled one of the same id.
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    added: Vec<String>,
    expansions: Vec<String>,
    hidden: Vec<String>,
}

impl Shelf {
    /// The bundled files alone.
    pub fn bundled() -> Shelf {
        Shelf::default()
    }

    /// Lays a file or folder of the disk over the bundled files, and returns the name under which
    /// it can be read. A folder that holds an expansion joins the library.
    pub fn add(&mut self, path: &str) -> String {
        let mut name = tidy(path);
        if Path::new(&name).is_file() {
            // What an expansion declares is needed to read one of its files.
            name = self.add_owner(name);
        }
        if let Some(known) = self.added.iter().find(|known| is_same(known, &name)) {
            name.clone_from(known);
        }
        if !self.added.contains(&name) {
            self.added.push(name.clone());
        }
        self.find_expansions(&name, 0);
        name
    }

    /// Adds the folder of the expansion in which a file lies, if it lies in one, and returns the
    /// name of the file in it.
    fn add_owner(&mut self, file: String) -> String {
        let absolute = std::path::absolute(&file).unwrap_or_default();
        let up = |file: &Path, steps| file.ancestors().nth(steps).map(Path::to_path_buf);
        for steps in 1..=2 {
            if !up(&absolute, steps).is_some_and(|folder| folder.join(MANIFEST).is_file()) {
                continue;
            }
            // A folder that the path does not name has its name only in the absolute one.
            let named = up(Path::new(&file), steps).filter(|folder| folder.file_name().is_some());
            let (folder, file) = match named {
                Some(folder) => (folder, file),
                None => (up(&absolute, steps).unwrap_or_default(), tidy(&absolute.to_string_lossy())),
            };
            self.add(&folder.to_string_lossy());
            return file;
        }
        file
    }

    /// The expansions in an added folder: itself, or what lies in it.
    fn find_expansions(&mut self, folder: &str, depth: u8) {
        if Path::new(folder).join(MANIFEST).is_file() {
            if !self.expansions.iter().any(|known| is_same(known, folder)) {
                self.expansions.push(folder.to_owned());
                let id = folder.rsplit('/').next().unwrap_or(folder);
                let bundled = format!("expansions/{id}");
                if bundled != folder {
                    self.hidden.push(bundled);
                }
            }
        } else if depth < 2 {
            for name in self.list(folder) {
                if let Some(inner) = name.strip_suffix('/') {
                    self.find_expansions(&format!("{folder}/{inner}"), depth + 1);
                }
            }
        }
    }

    /// Puts the expansions of the game folder in which one stands, those in its folder `expansions/`,
    /// on the shelf. What has the id of a bundled expansion, or of one that was added, is passed over.
    pub fn open_game_folder(&mut self) {
        for name in list_disk(GAME_FOLDER) {
            let Some(id) = name.strip_suffix('/') else { continue };
            let folder = format!("{GAME_FOLDER}/{id}");
            if !is_built_in(id) && !self.holds(id) && Path::new(&folder).join(MANIFEST).is_file() {
                self.added.push(folder.clone());
                self.expansions.push(folder);
            }
        }
    }

    /// Whether an expansion's folder is one that is built into the program, and not one of the disk.
    pub fn is_bundled(&self, folder: &str) -> bool {
        folder.starts_with("expansions/") && !self.is_on_disk(folder)
    }

    /// All tile sets and expansions on this shelf.
    pub fn library(&self) -> Library {
        let folders: Vec<&str> = self.expansions.iter().map(String::as_str).collect();
        Library::open(self, &folders)
    }

    /// Puts the expansions that lie directly in a folder of the shelf into its library.
    pub fn open_folder(&mut self, folder: &str) {
        for name in self.list(folder) {
            let Some(inner) = name.strip_suffix('/') else { continue };
            let inner = format!("{folder}/{inner}");
            let known = self.expansions.contains(&inner);
            if !known && self.list(&inner).iter().any(|file| file == MANIFEST) {
                self.expansions.push(inner);
            }
        }
    }

    /// The folders of the added expansions that are, or lie below, one of these paths.
    pub fn expansions_below(&self, names: &[String]) -> Vec<String> {
        let below = |folder: &&String| names.iter().any(|name| is_within(folder, name));
        self.expansions.iter().filter(below).cloned().collect()
    }

    /// The folders of the added expansions.
    pub fn expansions(&self) -> &[String] {
        &self.expansions
    }

    /// Whether an expansion of some id was added.
    pub fn holds(&self, id: &str) -> bool {
        self.expansions.iter().any(|folder| folder.rsplit('/').next() == Some(id))
    }

    /// Whether a path is read from the disk, and not from the program.
    pub fn is_on_disk(&self, path: &str) -> bool {
        self.added.iter().any(|added| is_within(path, added))
    }

    fn is_hidden(&self, path: &str) -> bool {
        self.hidden.iter().any(|hidden| is_within(path, hidden))
    }

    /// The files below a folder, sorted.
    pub fn walk(&self, folder: &str) -> Vec<String> {
        let mut found = Vec::new();
        for name in self.list(folder) {
            match name.strip_suffix('/') {
                Some(inner) => found.extend(self.walk(&format!("{folder}/{inner}"))),
                None => found.push(format!("{folder}/{name}")),
            }
        }
        found
    }
}

/// Whether two paths name the same file or folder.
fn is_same(one: &str, other: &str) -> bool {
    one == other
        || matches!((fs::canonicalize(one), fs::canonicalize(other)), (Ok(one), Ok(other)) if one == other)
}

fn is_within(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/') || folder.ends_with('/'))
}

/// A path with `/` between its parts, without `.` at the front or `/` at the end. One without a name
/// of its own, such as `.`, is made absolute.
fn tidy(path: &str) -> String {
    let path = path.replace('\\', "/");
    let path = path.trim_end_matches('/');
    let path = path.strip_prefix("./").unwrap_or(path);
    let nameless = path.is_empty() || path == "." || path.ends_with("..");
    match fs::canonicalize(if path.is_empty() { "." } else { path }) {
        Ok(absolute) if nameless => absolute.to_string_lossy().replace('\\', "/"),
        _ => path.to_owned(),
    }
}

impl Files for Shelf {
    fn read(&self, path: &str) -> Result<String, FileError> {
        if self.is_on_disk(path) {
            let error = |reason: String| FileError { path: path.to_owned(), reason };
            let bytes = fs::read(path).map_err(|reason| error(reason.to_string()))?;
            return String::from_utf8(bytes).map_err(|wrong| error(not_text(&wrong)));
        }
        let found = BUNDLED.iter().find(|(name, _)| *name == path && !self.is_hidden(name));
        found
            .map(|(_, text)| (*text).to_owned())
            .ok_or_else(|| FileError { path: path.to_owned(), reason: "there is no such file".to_owned() })
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let folder = folder.trim_end_matches('/');
        if self.is_on_disk(folder) {
            return list_disk(folder);
        }
        let mut names = BTreeSet::new();
        for (path, _) in BUNDLED.iter().filter(|(path, _)| !self.is_hidden(path)) {
            let rest = match folder {
                "" => Some(*path),
                folder => path.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')),
            };
            let Some(rest) = rest else { continue };
            names
                .insert(rest.split_once('/').map_or_else(|| rest.to_owned(), |(name, _)| format!("{name}/")));
        }
        // What was added below this folder lies in it too.
        for added in &self.added {
            if let Some(rest) = added.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')) {
                let inner = rest.split_once('/').map_or(rest, |(name, _)| name);
                let is_folder = rest.contains('/') || Path::new(added).is_dir();
                names.insert(if is_folder { format!("{inner}/") } else { inner.to_owned() });
            }
        }
        names.into_iter().collect()
    }
}

/// Why the bytes of a file are no text.
fn not_text(wrong: &FromUtf8Error) -> String {
    let before = &wrong.as_bytes()[..wrong.utf8_error().valid_up_to()];
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    format!("a letter in line {line} is not UTF-8; save the file in the encoding UTF-8")
}

/// What lies in a folder of the disk; hidden files are left out.
fn list_disk(folder: &str) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut names: Vec<String> = entries
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            let ending = if entry.path().is_dir() { "/" } else { "" };
            (!name.starts_with('.')).then(|| format!("{name}{ending}"))
        })
        .collect();
    names.sort();
    names
}

/// Whether a name on the command line means a path on the disk and not an id.
pub fn is_path(name: &str) -> bool {
    name.contains(['/', '\\']) || name == "." || name == ".."
}

/// Whether an id is that of a bundled expansion.
pub fn is_built_in(id: &str) -> bool {
    bundled_below(&format!("expansions/{id}")).any(|(path, _)| path == MANIFEST)
}

/// The bundled files below a folder, with their paths in it.
pub fn bundled_below(folder: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let prefix = format!("{folder}/");
    BUNDLED.iter().filter_map(move |(path, text)| Some((path.strip_prefix(&prefix)?, *text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bundled_files_are_there() {
        let shelf = Shelf::bundled();
        assert!(shelf.read("tiles/base.toml").is_ok());
        assert!(shelf.list("").contains(&"tiles/".to_owned()));
        assert!(shelf.list("tiles").contains(&"base.toml".to_owned()));
        let error = shelf.read("tiles/bse.toml").map_err(|error| error.to_string());
        assert_eq!(error, Err("cannot read `tiles/bse.toml`: there is no such file".to_owned()));
    }

    #[test]
    fn ids_are_no_paths() {
        assert!(!is_path("mills"));
        assert!(is_path("./mills") && is_path("fans/mills") && is_path("."));
    }
}
