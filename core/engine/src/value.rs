//! Plain data that scripts keep in a game: options, storage, the payload of their own events.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A value without identity: what an expansion may store, and what an option of the manifest holds.
///
/// Numbers are whole: no rule of the game may depend on rounding.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// Nothing; in a table, the same as a missing key.
    #[default]
    Nil,
    /// Yes or no.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A text.
    Text(String),
    /// Values in order.
    List(Vec<Value>),
    /// Values by name.
    Map(BTreeMap<String, Value>),
}

impl Value {
    /// The number, if it is one.
    pub fn as_int(&self) -> Option<i64> {
        match self {
            Value::Int(number) => Some(*number),
            _ => None,
        }
    }

    /// The text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The truth, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(truth) => Some(*truth),
            _ => None,
        }
    }

    /// What kind of value this is, with an article, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Nil => "nothing",
            Value::Bool(_) => "a boolean",
            Value::Int(_) => "a number",
            Value::Text(_) => "a text",
            Value::List(_) => "a list",
            Value::Map(_) => "a table",
        }
    }
}
