//! What somebody asks for before a game.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::geometry::{Pos, Rotation};
use crate::tile::{TileDef, Vocabulary};
use crate::value::Value;

/// How fields are scored at the end (BG40).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FieldScoring {
    /// Each completed city gives 4 points to whoever has most farmers around it, over all fields
    /// that touch it (first edition).
    City4,
    /// Each field gives 3 points for each completed city; a player scores a city at most once
    /// (second edition).
    #[serde(rename = "field3_once")]
    Field3Once,
    /// Each field gives 3 points for each completed city (third and current edition).
    #[default]
    Field3,
}

/// What a completed city of two tiles is worth (BG24).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TinyCity {
    /// As any city: 2 points a tile and 2 a coat of arms.
    #[default]
    Full,
    /// 1 point a tile and 1 a coat of arms (first edition).
    Half,
}

/// Rules of the base game that players choose between.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Variants {
    /// How fields are scored (BG40).
    pub field_scoring: FieldScoring,
    /// What a tiny city is worth (BG24).
    pub tiny_city: TinyCity,
    /// Whether followers may be deployed on fields.
    pub farmers: bool,
}

impl Default for Variants {
    fn default() -> Variants {
        Variants { field_scoring: FieldScoring::default(), tiny_city: TinyCity::default(), farmers: true }
    }
}

/// Who begins (BG43).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstPlayer {
    /// The first at the table.
    #[default]
    FirstSeat,
    /// The player of this seat, counted from 0.
    Seat(u8),
    /// A player drawn by the game's generator.
    Random,
}

/// A tile that lies on the board before the first turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartTile {
    /// The tile's id; a copy in the stack is taken from it.
    pub tile: String,
    /// Where it lies.
    pub pos: Pos,
    /// How it is turned.
    pub rotation: Rotation,
}

/// Several tiles that are placed as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockDef {
    /// `<set>/<name>`.
    pub id: String,
    /// Its tiles: offset from its first cell, and the tile's id.
    pub cells: Vec<(Pos, String)>,
}

/// An additional phase of the turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhaseDef {
    /// Its name: `<expansion>/<name>`.
    pub name: String,
    /// Where it stands.
    pub place: PhasePlace,
    /// The kinds of pieces that may be deployed in it, by name.
    pub deploys: Vec<String>,
}

impl PhaseDef {
    /// A phase in which nothing is deployed.
    pub fn new(name: impl Into<String>, place: PhasePlace) -> PhaseDef {
        PhaseDef { name: name.into(), place, deploys: Vec::new() }
    }
}

/// Where an additional phase stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PhasePlace {
    /// Directly before the phase of this name.
    Before(String),
    /// Directly after the phase of this name.
    After(String),
}

/// An expansion in play, as far as the engine knows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExpansionInfo {
    /// Its id.
    pub id: String,
    /// Its version.
    pub version: String,
}

/// Everything that somebody asks for before a game; it may be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// All kinds.
    pub vocabulary: Vocabulary,
    /// The definitions of all tiles.
    pub tiles: Vec<TileDef>,
    /// How many of which tile there are, start tiles included.
    pub stack: Vec<(String, u32)>,
    /// Tiles that lie on the board at the beginning.
    pub start: Vec<StartTile>,
    /// Multi-cell pieces that rules can place.
    pub blocks: Vec<BlockDef>,
    /// The players' names, in seating order: 1 to [`super::MAX_PLAYERS`], all different.
    pub players: Vec<String>,
    /// Variants of the base rules.
    pub variants: Variants,
    /// Who begins.
    pub first_player: FirstPlayer,
    /// Additional phases, in load order.
    pub phases: Vec<PhaseDef>,
    /// The expansions in play, in load order.
    pub expansions: Vec<ExpansionInfo>,
    /// Options of expansions by `<expansion>.<name>`.
    pub options: BTreeMap<String, Value>,
}

impl Setup {
    /// A setup without tiles: the base vocabulary, and these players.
    pub fn new<S: Into<String>>(players: impl IntoIterator<Item = S>) -> Setup {
        Setup {
            vocabulary: Vocabulary::base(),
            tiles: Vec::new(),
            stack: Vec::new(),
            start: Vec::new(),
            blocks: Vec::new(),
            players: players.into_iter().map(Into::into).collect(),
            variants: Variants::default(),
            first_player: FirstPlayer::default(),
            phases: Vec::new(),
            expansions: Vec::new(),
            options: BTreeMap::new(),
        }
    }
}
