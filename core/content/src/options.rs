//! Options: rules that players choose between, typed, with a default and a sentence on what they
//! change. An expansion declares its own in its manifest; those of the base game are [`base_options`].

use bastide_engine::ruleset::{FieldScoring, FirstPlayer, MAX_PLAYERS, TinyCity};
use bastide_engine::value::Value;
use serde::Serialize;

use crate::names::{did_you_mean, one_of};

/// The id under which the options of the base game are written.
pub const BASE: &str = "base";
/// The editions that tiles are counted by, the usual one first.
pub const EDITIONS: [&str; 2] = ["first", "second"];

/// What an option can be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "type")]
pub enum OptionType {
    /// Yes or no.
    Boolean,
    /// One of these words.
    Choice {
        /// The words.
        values: Vec<String>,
    },
    /// A whole number within limits, or one of a few words instead.
    Number {
        /// The least.
        min: i64,
        /// The most.
        max: i64,
        /// Words that may stand instead of a number.
        or: Vec<String>,
    },
}

/// An option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OptionDef {
    /// Its name; a setup writes `<expansion>.<name>`.
    pub name: String,
    /// What it can be.
    #[serde(flatten)]
    pub ty: OptionType,
    /// What it is where nobody says otherwise. Nil where it follows from other options, as `doc` says.
    pub default: Value,
    /// What it changes.
    pub doc: String,
}

impl OptionType {
    /// Whether a value is one of this type.
    pub fn accepts(&self, value: &Value) -> bool {
        match (self, value) {
            (OptionType::Boolean, Value::Bool(_)) => true,
            (OptionType::Choice { values }, Value::Text(text)) => values.contains(text),
            (OptionType::Number { min, max, .. }, Value::Int(number)) => (min..=max).contains(&number),
            (OptionType::Number { or, .. }, Value::Text(text)) => or.contains(text),
            _ => false,
        }
    }

    /// The values it can have, in words.
    pub fn expected(&self) -> String {
        match self {
            OptionType::Boolean => "`true` or `false`".to_owned(),
            OptionType::Choice { values } => one_of(values),
            OptionType::Number { min, max, or } if or.is_empty() => {
                format!("a number from {min} to {max}")
            }
            OptionType::Number { min, max, or } => format!("a number from {min} to {max} or {}", one_of(or)),
        }
    }

    /// Reads a value as it is written on a command line: `true`, `3`, `field3`.
    pub fn parse(&self, text: &str) -> Value {
        let value = match text {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            _ => text.parse().map_or_else(|_| Value::Text(text.to_owned()), Value::Int),
        };
        let as_text = Value::Text(text.to_owned());
        if self.accepts(&as_text) { as_text } else { value }
    }

    /// `, did you mean ...?` for a text that is nearly one of the words.
    pub(crate) fn nearly(&self, value: &Value) -> String {
        let words: &[String] = match self {
            OptionType::Choice { values } => values,
            OptionType::Number { or, .. } => or,
            OptionType::Boolean => &[],
        };
        value.as_text().map(|text| did_you_mean(text, words.iter().map(String::as_str))).unwrap_or_default()
    }
}

/// A value as a person writes it.
pub(crate) fn written(value: &Value) -> String {
    match value {
        Value::Nil => "nothing".to_owned(),
        Value::Bool(truth) => truth.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Text(text) => text.clone(),
        Value::List(_) | Value::Map(_) => value.kind().to_owned(),
    }
}

/// The options of the base game.
pub fn base_options() -> Vec<OptionDef> {
    let choice =
        |values: &[&str]| OptionType::Choice { values: values.iter().map(|v| (*v).into()).collect() };
    let text = |text: &str| Value::Text(text.to_owned());
    let option = |name: &str, ty, default, doc: &str| OptionDef {
        name: name.to_owned(),
        ty,
        default,
        doc: doc.to_owned(),
    };
    let seats = OptionType::Number { min: 1, max: MAX_PLAYERS as i64, or: vec!["random".to_owned()] };
    let count = OptionType::Number { min: 1, max: 20, or: Vec::new() };
    vec![
        option(
            "edition",
            choice(&EDITIONS),
            text("first"),
            "whose tiles are played: the second edition has gardens on some of them",
        ),
        option(
            "field_scoring",
            choice(&["city4", "field3_once", "field3"]),
            text("field3"),
            "how fields are scored: 4 points a city to whoever has most farmers around it, 3 points a city for each field but once a player, or 3 points a city for each field",
        ),
        option(
            "tiny_city",
            choice(&["full", "half"]),
            text("full"),
            "whether a completed city of two tiles is worth 2 points a tile and coat of arms, or 1",
        ),
        option(
            "farmers",
            OptionType::Boolean,
            Value::Bool(true),
            "whether followers may be deployed on fields",
        ),
        option("followers", count, Value::Int(7), "how many followers each player has"),
        option("first_player", seats, Value::Int(1), "which seat begins, counted from 1, or a random one"),
    ]
}

/// The engine's name for a way of scoring fields.
pub(crate) fn field_scoring(value: &Value) -> FieldScoring {
    match value.as_text() {
        Some("city4") => FieldScoring::City4,
        Some("field3_once") => FieldScoring::Field3Once,
        _ => FieldScoring::Field3,
    }
}

/// The engine's name for the worth of a tiny city.
pub(crate) fn tiny_city(value: &Value) -> TinyCity {
    if value.as_text() == Some("half") { TinyCity::Half } else { TinyCity::Full }
}

/// The engine's name for whoever begins.
pub(crate) fn first_player(value: &Value) -> FirstPlayer {
    match value {
        Value::Text(_) => FirstPlayer::Random,
        Value::Int(seat) if *seat > 1 => FirstPlayer::Seat((*seat - 1).try_into().unwrap_or(u8::MAX)),
        _ => FirstPlayer::FirstSeat,
    }
}
