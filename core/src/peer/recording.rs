//! The file of a recorded game, as far as it matters for playing it.

use std::collections::BTreeMap;

use bastide_engine::geometry::{Pos, Rotation};
use serde::Deserialize;
use serde_json::Value;

/// A recorded game.
#[derive(Clone, Debug, Deserialize)]
pub struct Recording {
    /// The value of the generator before the first message, from 0 to below 1.
    #[serde(rename = "initialRandom", default)]
    pub initial_random: f64,
    /// What is played.
    pub setup: Setup,
    /// The players, in seating order.
    pub players: Vec<Seat>,
    /// What the players did.
    pub replay: Vec<Message>,
    /// What must be true at the end.
    #[serde(default)]
    pub test: Option<Test>,
    /// What was settled beforehand.
    #[serde(rename = "gameAnnotations", default)]
    pub annotations: Option<Annotations>,
}

/// What is played.
#[derive(Clone, Debug, Deserialize)]
pub struct Setup {
    /// How often which tile set is in play.
    pub sets: BTreeMap<String, u32>,
    /// The rules in play: the presence of a name counts, a number says how many.
    #[serde(default)]
    pub elements: BTreeMap<String, Value>,
    /// Values of rules that are not the usual ones.
    #[serde(default)]
    pub rules: BTreeMap<String, Value>,
    /// Tiles that lie on the board.
    #[serde(default)]
    pub start: Vec<StartTile>,
}

/// A tile that lies on the board.
#[derive(Clone, Debug, Deserialize)]
pub struct StartTile {
    /// Its id.
    pub tile: String,
    /// East.
    pub x: i32,
    /// South.
    pub y: i32,
    /// In degrees, clockwise.
    #[serde(default)]
    pub rotation: u32,
}

/// A player.
#[derive(Clone, Debug, Deserialize)]
pub struct Seat {
    /// The name.
    pub name: String,
}

/// Something that a player did.
#[derive(Clone, Debug, Deserialize)]
pub struct Message {
    /// What it is: `PLACE_TILE`.
    #[serde(rename = "type")]
    pub kind: String,
    /// What belongs to it.
    #[serde(default)]
    pub payload: Value,
}

/// What must be true at the end.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Test {
    /// What the test is about.
    #[serde(default)]
    pub description: String,
    /// Sentences.
    #[serde(default)]
    pub assertions: Vec<String>,
}

/// What was settled beforehand.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Annotations {
    /// The tiles that are drawn, as long as the list lasts.
    #[serde(rename = "drawOrder", default)]
    pub draw_order: Vec<String>,
    /// How many tiles can be drawn in the whole game.
    #[serde(rename = "endTurn", default)]
    pub end_turn: Option<u32>,
}

impl Recording {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// A message, when the text is not a recorded game.
    pub fn read(text: &str) -> Result<Recording, String> {
        serde_json::from_str(text).map_err(|error| format!("this is not a recorded game: {error}"))
    }
}

impl Message {
    /// The value that the generator has from this message on, if it brings one.
    pub fn random(&self) -> Option<f64> {
        self.payload.get("random").and_then(Value::as_f64)
    }

    /// A text of the payload.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.payload.get(key).and_then(Value::as_str)
    }
}

/// A cell: `[x, y]`.
pub fn position(value: &Value) -> Option<Pos> {
    let part = |at: usize| value.get(at)?.as_i64()?.try_into().ok();
    Some(Pos::new(part(0)?, part(1)?))
}

/// A turn: `R90`, or 90.
pub fn rotation(value: &Value) -> Option<Rotation> {
    let degrees = match value {
        Value::String(text) => text.strip_prefix('R')?.parse().ok()?,
        number => number.as_u64()?,
    };
    Some(Rotation::quarters((degrees / 90 % 4) as u8))
}
