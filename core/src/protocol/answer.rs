//! What an answer consists of.

use bastide_engine::host::ApplyError;
use bastide_engine::log::{PlayError, RecordError};
use serde_json::{Map, Value, json};

use crate::error::Error;
use crate::view;

/// What was asked for, or why not.
pub(crate) type Answer = Result<Map<String, Value>, ProtocolError>;

/// Why a request could not be done.
#[derive(Clone, Debug, PartialEq)]
pub struct ProtocolError {
    /// A short name that does not change between versions.
    pub kind: &'static str,
    /// What is wrong, in words.
    pub message: String,
    /// More, by kind.
    pub details: Value,
}

impl ProtocolError {
    /// An error without details.
    pub fn new(kind: &'static str, message: impl Into<String>) -> ProtocolError {
        ProtocolError { kind, message: message.into(), details: Value::Null }
    }

    pub(crate) fn view(&self) -> Value {
        let mut view = json!({ "kind": self.kind, "message": self.message });
        if !self.details.is_null() {
            view["details"] = self.details.clone();
        }
        view
    }
}

impl From<Error> for ProtocolError {
    fn from(error: Error) -> ProtocolError {
        let message = error.to_string();
        match error {
            Error::Content(report) => {
                let details = serde_json::to_value(&report).unwrap_or_default();
                ProtocolError { kind: "content", message: report.to_string(), details }
            }
            Error::Setup(_) => ProtocolError::new("setup", message),
            Error::Scripts(_) => ProtocolError::new("scripts", message),
            Error::Handler(error) => {
                ProtocolError { kind: "handler", message, details: view::handler_error(&error) }
            }
            Error::Io { .. } => ProtocolError::new("file", message),
            Error::Save(_) => ProtocolError::new("save", message),
        }
    }
}

impl From<ApplyError> for ProtocolError {
    fn from(error: ApplyError) -> ProtocolError {
        let message = error.to_string();
        match error {
            ApplyError::GameOver => ProtocolError::new("game_over", message),
            ApplyError::Illegal { .. } => ProtocolError::new("illegal", message),
            ApplyError::Handler(error) => {
                ProtocolError { kind: "handler", message, details: view::handler_error(&error) }
            }
        }
    }
}

impl From<PlayError> for ProtocolError {
    fn from(error: PlayError) -> ProtocolError {
        match error {
            PlayError::Apply(error) => error.into(),
            PlayError::Record(RecordError::GameOver) => ProtocolError::new("game_over", error.to_string()),
            PlayError::Record(RecordError::Handler(error)) => ApplyError::Handler(error).into(),
            PlayError::Record(error) => ProtocolError::new("choice", error.to_string()),
        }
    }
}
