//! Files that somebody works on: waiting until one of them says something else than before.
//!
//! Editors save in many ways. Some write a file in place, for a moment empty; some write another one
//! and give it the old name; some move the old one away first. All that counts here is what the
//! files hold once they have come to rest. A save that changes nothing is none.
//!
//! ```no_run
//! use bastide::watch::Watch;
//!
//! let mut watch = Watch::new(["mills"])?;
//! while let Some(saved) = watch.wait(None)? {
//!     println!("{} files were saved", saved.files.len());
//! }
//! # Ok::<(), bastide::error::Error>(())
//! ```

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};

use notify::{Config, RecommendedWatcher, RecursiveMode};
use notify_debouncer_full::{DebounceEventResult, DebouncedEvent, Debouncer, NoCache, new_debouncer_opt};
use xxhash_rust::xxh3::xxh3_64;

use crate::error::Error;

/// How long a file must be left alone before it is looked at.
pub const DEBOUNCE: Duration = Duration::from_millis(20);
/// How often it is asked whether that time has passed.
const TICK: Duration = Duration::from_millis(5);
/// How long a file may be empty or away before that is taken for what is meant.
const PATIENCE: Duration = Duration::from_millis(300);
/// How often files are looked at although nobody told that one has changed: for disks that do not
/// tell, and for folders that were away together with those in which they lay.
const ROUND: Duration = Duration::from_secs(1);
/// How deep folders are looked into.
const DEPTH: u8 = 16;
/// What the names of files that say something about rules end with.
pub const ENDINGS: [&str; 2] = [".lua", ".toml"];

/// Files that are watched.
pub struct Watch {
    roots: Vec<Root>,
    endings: Vec<String>,
    seen: BTreeMap<PathBuf, Seen>,
    alarm: Alarm,
}

/// What was saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// The files that hold something else than before, are new, or are gone; sorted. Each begins as
    /// the path that is watched was given.
    pub files: Vec<PathBuf>,
    /// When the first of them was written.
    pub at: Instant,
}

/// A file or folder that is watched.
struct Root {
    /// As it was given.
    given: PathBuf,
    /// Where it is.
    place: PathBuf,
}

/// What a file held when it was last looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Seen {
    length: u64,
    modified: Option<SystemTime>,
    hash: u64,
}

/// What the system tells.
struct Alarm {
    /// Kept, since it tells nothing any more once it is dropped.
    _debouncer: Debouncer<RecommendedWatcher, NoCache>,
    events: Receiver<DebounceEventResult>,
    /// The watched paths as events may name them, and whether each was there.
    places: Vec<(PathBuf, bool)>,
}

impl Watch {
    /// Watches files, and what lies in folders and ends as files do that say something about rules
    /// ([`ENDINGS`]). Hidden files are left out. A path may be away and come back.
    ///
    /// # Errors
    ///
    /// When the system cannot watch files.
    pub fn new<P: Into<PathBuf>>(paths: impl IntoIterator<Item = P>) -> Result<Watch, Error> {
        Watch::with_endings(paths, &ENDINGS)
    }

    /// [`Watch::new`] for files whose names have other endings.
    ///
    /// # Errors
    ///
    /// When the system cannot watch files.
    pub fn with_endings<P: Into<PathBuf>>(
        paths: impl IntoIterator<Item = P>,
        endings: &[&str],
    ) -> Result<Watch, Error> {
        let mut roots: Vec<Root> = Vec::new();
        for given in paths.into_iter().map(Into::into) {
            let place = std::path::absolute(&given).map_err(|reason| Error::io("watch", &given, reason))?;
            if !roots.iter().any(|root| root.place == place) {
                roots.push(Root { given, place });
            }
        }
        let endings = endings.iter().map(|ending| (*ending).to_owned()).collect();
        let alarm = Alarm::set(&roots)?;
        let mut watch = Watch { roots, endings, seen: BTreeMap::new(), alarm };
        watch.catch_up();
        Ok(watch)
    }

    /// Waits until something was saved; `None` when nothing was for so long.
    ///
    /// # Errors
    ///
    /// When the system cannot watch files any more.
    pub fn wait(&mut self, longest: Option<Duration>) -> Result<Option<Saved>, Error> {
        let end = longest.map(|longest| Instant::now() + longest);
        loop {
            let left = end.map_or(ROUND, |end| end.saturating_duration_since(Instant::now()));
            let told = self.alarm.told(left.min(ROUND));
            if self.alarm.is_stale(&told) {
                self.alarm = Alarm::set(&self.roots)?;
            }
            let seen = Instant::now();
            let files = self.changes(told.at.is_some());
            if !files.is_empty() {
                return Ok(Some(Saved { files, at: told.at.unwrap_or(seen) }));
            }
            if end.is_some_and(|end| Instant::now() >= end) {
                return Ok(None);
            }
        }
    }

    /// Takes what was saved until now for known.
    pub fn catch_up(&mut self) {
        self.seen = self.look(true);
    }

    /// The files that hold something else than when they were last looked at.
    fn changes(&mut self, told: bool) -> Vec<PathBuf> {
        let begin = Instant::now();
        let mut now = self.look(told);
        if !told && now != self.seen {
            // It was found before it was told, and so perhaps too early.
            sleep(DEBOUNCE);
            now = self.look(true);
        }
        // Somebody may be in the middle of saving.
        while self.seems_unfinished(&now) && begin.elapsed() < PATIENCE {
            sleep(DEBOUNCE);
            now = self.look(true);
        }
        let hash = |seen: &BTreeMap<PathBuf, Seen>, path: &PathBuf| seen.get(path).map(|seen| seen.hash);
        let paths = self.seen.keys().chain(now.keys().filter(|path| !self.seen.contains_key(*path)));
        let changed = paths.filter(|path| hash(&self.seen, path) != hash(&now, path));
        let mut changed: Vec<PathBuf> = changed.cloned().collect();
        changed.sort();
        self.seen = now;
        changed
    }

    /// Whether a file is empty or away that was neither.
    fn seems_unfinished(&self, now: &BTreeMap<PathBuf, Seen>) -> bool {
        let is_empty = |path| now.get(path).is_none_or(|seen| seen.length == 0);
        self.seen.iter().any(|(path, seen)| seen.length > 0 && is_empty(path))
    }

    /// What all files hold. Unless `all` are read, those of the same length and time as before are
    /// taken for unchanged.
    fn look(&self, all: bool) -> BTreeMap<PathBuf, Seen> {
        let mut found = BTreeMap::new();
        for root in &self.roots {
            self.look_at(&root.given, &root.place, 0, all, &mut found);
        }
        found
    }

    /// Looks at a file or folder. What cannot be read is as if it were away: whoever needs it says so.
    fn look_at(&self, given: &Path, place: &Path, depth: u8, all: bool, found: &mut BTreeMap<PathBuf, Seen>) {
        let Ok(data) = fs::metadata(place) else { return };
        if data.is_dir() {
            let entries = fs::read_dir(place).into_iter().flatten().flatten();
            for name in entries.map(|entry| entry.file_name()) {
                if depth < DEPTH && !name.to_string_lossy().starts_with('.') {
                    self.look_at(&given.join(&name), &place.join(&name), depth + 1, all, found);
                }
            }
            return;
        }
        let name = place.to_string_lossy();
        if depth > 0 && !self.endings.iter().any(|ending| name.ends_with(ending)) {
            return;
        }
        let (length, modified) = (data.len(), data.modified().ok());
        let before =
            self.seen.get(given).filter(|seen| (seen.length, seen.modified) == (length, modified) && !all);
        let seen = match before {
            Some(seen) => *seen,
            None => match fs::read(place) {
                Ok(bytes) => Seen { length: bytes.len() as u64, modified, hash: xxh3_64(&bytes) },
                Err(_) => return,
            },
        };
        found.insert(given.to_owned(), seen);
    }
}

/// What was told since somebody last asked.
struct Told {
    /// When the first watched file was written.
    at: Option<Instant>,
    /// Whether it was about a watched path itself, which may be another file or folder now.
    of_root: bool,
    /// Whether nothing will be told any more.
    silent: bool,
}

impl Alarm {
    /// Asks the system to tell about watched files, and about the folders in which they lie: those
    /// tell when what is watched is removed, made again or replaced.
    fn set(roots: &[Root]) -> Result<Alarm, Error> {
        let (sender, events) = channel();
        let failed = |path: &Path, reason: notify::Error| {
            Error::io("watch", path, io::Error::other(reason.to_string()))
        };
        let debouncer = new_debouncer_opt(DEBOUNCE, Some(TICK), sender, NoCache, Config::default());
        let mut debouncer: Debouncer<RecommendedWatcher, NoCache> =
            debouncer.map_err(|reason| failed(Path::new("."), reason))?;
        let mut wholes: Vec<&Path> =
            roots.iter().map(|root| root.place.as_path()).filter(|place| place.is_dir()).collect();
        wholes.sort();
        wholes.dedup_by(|inner, outer| inner.starts_with(*outer));
        let around = |root: &Root| {
            root.place.ancestors().skip(1).find(|folder| folder.is_dir()).map(Path::to_path_buf)
        };
        let mut around: Vec<PathBuf> = roots.iter().filter_map(around).collect();
        around.sort();
        around.dedup();
        around.retain(|folder| !wholes.iter().any(|whole| folder.starts_with(whole)));
        let wholes = wholes.into_iter().map(|place| (place, RecursiveMode::Recursive));
        for (path, mode) in
            wholes.chain(around.iter().map(|path| (path.as_path(), RecursiveMode::NonRecursive)))
        {
            match debouncer.watch(path, mode) {
                Ok(()) => {}
                // It was removed since; the next round finds out.
                Err(_) if !path.is_dir() => {}
                Err(reason) => return Err(failed(path, reason)),
            }
        }
        let mut places = Vec::new();
        for root in roots {
            let there = root.place.exists();
            places.push((root.place.clone(), there));
            // Some systems name what a link leads to.
            places.extend(root.place.canonicalize().ok().map(|place| (place, there)));
        }
        Ok(Alarm { _debouncer: debouncer, events, places })
    }

    /// Waits until something is told about watched files, but not longer than this.
    fn told(&self, longest: Duration) -> Told {
        let mut told = Told { at: None, of_root: false, silent: false };
        let end = Instant::now() + longest;
        loop {
            // What was told is taken together with what else was told until now.
            let left = if told.at.is_some() {
                Duration::ZERO
            } else {
                end.saturating_duration_since(Instant::now())
            };
            match self.events.recv_timeout(left) {
                // What goes wrong with one folder, such as one that is removed while it is looked at,
                // is found by looking.
                Ok(batch) => batch.unwrap_or_default().iter().for_each(|event| self.hear(event, &mut told)),
                Err(RecvTimeoutError::Timeout) => return told,
                Err(RecvTimeoutError::Disconnected) => {
                    told.silent = true;
                    sleep(left);
                    return told;
                }
            }
        }
    }

    /// An event that may be about watched files. Looking at files is told too, and means nothing.
    fn hear(&self, event: &DebouncedEvent, told: &mut Told) {
        let is_below = |path: &PathBuf| self.places.iter().any(|(place, _)| path.starts_with(place));
        let is_root = |path: &PathBuf| self.places.iter().any(|(place, _)| path == place);
        if !event.kind.is_access() && (event.need_rescan() || event.paths.iter().any(is_below)) {
            told.at = Some(told.at.map_or(event.time, |first| first.min(event.time)));
            told.of_root |= event.paths.iter().any(is_root);
        }
    }

    /// Whether the system must be asked anew.
    fn is_stale(&self, told: &Told) -> bool {
        told.silent || told.of_root || self.places.iter().any(|(place, there)| place.exists() != *there)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn looking_at_files_wakes_nobody() {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("main.lua");
        fs::write(&file, "return {}\n").unwrap();
        let watch = Watch::new([home.path()]).unwrap();
        // What was written before the beginning may still be told.
        while watch.alarm.told(Duration::from_millis(200)).at.is_some() {}
        let reader = std::thread::spawn(move || {
            for _ in 0..5 {
                fs::read(&file).unwrap();
                fs::read_dir(home.path()).unwrap().for_each(drop);
                sleep(Duration::from_millis(20));
            }
            home
        });
        let begin = Instant::now();
        assert!(watch.alarm.told(Duration::from_millis(300)).at.is_none());
        assert!(begin.elapsed() >= Duration::from_millis(300), "{:?}", begin.elapsed());
        reader.join().unwrap();
    }
}
