//! Saved games: JSON lines, appended as the game goes.
//!
//! The first line is the [`Header`]: what was set up. Then follows one decision or chance outcome a
//! line, in words, and now and then a [`Mark`] with a fingerprint of the state. The file grows with
//! every decision; killing the program at any moment loses at most the line that was being written.
//!
//! ```text
//! {"bastide":1,"program":"0.1.0","players":["Alice","Bob"],"seed":7,…}
//! {"draw":"base/V"}
//! {"by":"Alice","place":[1,0],"turn":0}
//! {"by":"Alice","pass":true}
//! {"entries":3,"hash":"4be7a1c2d3e4f506"}
//! ```

mod read;
mod replay;
mod write;

use std::collections::BTreeMap;

use bastide_engine::log::Record;
use bastide_engine::value::Value;
use serde::{Deserialize, Serialize};

pub use self::read::{Saved, parse, read};
pub use self::replay::{Replay, ReplayFault, Restored, restore};
pub use self::write::{SaveFile, text};
use crate::session::{Part, Request, Session};

/// The version of the format.
pub const FORMAT: u32 = 1;
/// A mark stands after this many entries or a few more.
pub const INTERVAL: usize = 16;

/// What was set up before the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format.
    #[serde(rename = "bastide")]
    pub format: u32,
    /// The version of the program that wrote it.
    pub program: String,
    /// The players' names, in seating order.
    pub players: Vec<String>,
    /// Who plays for them: `human`, or the name of a bot.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<String>,
    /// The seed of the game's generator.
    pub seed: u64,
    /// The expansions in play, in load order.
    pub expansions: Vec<Part>,
    /// The tile sets in play.
    pub tile_sets: Vec<Part>,
    /// Every option in play, by `<expansion>.<name>`.
    pub options: BTreeMap<String, Value>,
    /// Tile sets that are in play without the rules of their expansions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub only_tiles: Vec<String>,
}

/// A fingerprint of the state after a number of entries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// How many entries the log has here.
    pub entries: usize,
    /// The state's fingerprint.
    pub hash: String,
}

/// A line after the header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A decision, or what chance said.
    Entry(Box<Record>),
    /// A fingerprint.
    Mark(Mark),
}

impl Header {
    /// The header of a game that begins.
    pub fn new(session: &Session, request: &Request, seats: &[String], seed: u64) -> Header {
        let options = session.rules().setup.options.iter();
        Header {
            format: FORMAT,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            players: request.players.clone(),
            seats: seats.to_vec(),
            seed,
            expansions: session.expansions().to_vec(),
            tile_sets: session.tile_sets().to_vec(),
            options: options
                .filter(|(_, value)| **value != Value::Nil)
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect(),
            only_tiles: request.tile_sets.clone(),
        }
    }

    /// What to ask for, to go on with this game.
    pub fn request(&self) -> Request {
        let name = |part: &Part| part.folder.clone().unwrap_or_else(|| part.id.clone());
        Request {
            players: self.players.clone(),
            expansions: self.expansions.iter().map(name).collect(),
            tile_sets: self.only_tiles.clone(),
            options: self.options.clone(),
        }
    }

    /// What has changed since, in words: one line for each expansion and tile set.
    pub fn changes(&self, session: &Session) -> Vec<String> {
        let mut changes = differences("expansion", &self.expansions, session.expansions());
        changes.extend(differences("tile set", &self.tile_sets, session.tile_sets()));
        changes
    }
}

fn differences(what: &str, then: &[Part], now: &[Part]) -> Vec<String> {
    let mut found = Vec::new();
    for part in then {
        match now.iter().find(|other| other.id == part.id) {
            None => found.push(format!("{what} `{}` is not there any more", part.id)),
            Some(other) if other.hash == part.hash => {}
            Some(other) => match (&part.version, &other.version) {
                (Some(old), Some(new)) if old != new => {
                    found.push(format!("{what} `{}` was version {old} and is {new}", part.id));
                }
                _ => found.push(format!("{what} `{}` has changed", part.id)),
            },
        }
    }
    let new = now.iter().filter(|part| !then.iter().any(|other| other.id == part.id));
    found.extend(new.map(|part| format!("{what} `{}` is new", part.id)));
    found
}

impl Line {
    /// The line as JSON, without its end.
    pub fn text(&self) -> String {
        // Names and numbers: nothing here can fail to become JSON.
        match self {
            Line::Entry(record) => serde_json::to_string(record),
            Line::Mark(mark) => serde_json::to_string(mark),
        }
        .unwrap_or_default()
    }

    /// Reads a line.
    ///
    /// # Errors
    ///
    /// When it is neither an entry nor a mark.
    pub fn parse(text: &str) -> Result<Line, serde_json::Error> {
        let value: serde_json::Value = serde_json::from_str(text)?;
        if value.get("hash").is_some() {
            return serde_json::from_value(value).map(Line::Mark);
        }
        serde_json::from_value(value).map(|record| Line::Entry(Box::new(record)))
    }
}
