//! Differences that are known, each with its reason.

use std::collections::BTreeSet;
use std::sync::Mutex;

use bastide::peer::oracle::Difference;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    difference: Vec<Entry>,
}

/// A difference that is known.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// The game.
    game: String,
    /// From which message on.
    step: usize,
    /// Which part of the state.
    part: String,
    /// Why.
    reason: String,
}

/// The differences that are known.
pub struct Known {
    entries: Vec<Entry>,
    used: Mutex<BTreeSet<usize>>,
}

impl Known {
    /// Reads the file.
    pub fn read(text: &str) -> Result<Known, String> {
        let file: File = toml::from_str(text).map_err(|error| format!("known.toml: {error}"))?;
        if let Some(entry) = file.difference.iter().find(|entry| entry.reason.trim().is_empty()) {
            return Err(format!("known.toml: {} has no reason", entry.game));
        }
        Ok(Known { entries: file.difference, used: Mutex::default() })
    }

    /// Whether a difference is known.
    pub fn allows(&self, game: &str, found: &Difference) -> bool {
        let is_it =
            |entry: &Entry| entry.game == game && entry.step <= found.step && entry.part == found.part;
        let at = self.entries.iter().position(is_it);
        if let (Some(at), Ok(mut used)) = (at, self.used.lock()) {
            used.insert(at);
        }
        at.is_some()
    }

    /// Entries that nothing needed.
    pub fn unused(&self) -> Vec<String> {
        let used = self.used.lock().map(|used| used.clone()).unwrap_or_default();
        let unused = self.entries.iter().enumerate().filter(|(at, _)| !used.contains(at));
        unused.map(|(_, entry)| format!("{}, step {}, {}", entry.game, entry.step, entry.part)).collect()
    }
}
