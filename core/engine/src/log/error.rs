//! Why a record cannot be played.

use crate::host::{ApplyError, HandlerError};

/// A record that does not fit the game for which it is read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// No verb, or several.
    #[error(
        "expected exactly one of `place`, `deploy`, `recall`, `pass`, `act`, `answer`, `off_turn`, `draw`, `chance` and `mute`, found {0}"
    )]
    Verb(String),
    /// A field that must stand beside the verb.
    #[error("`{verb}` needs `{field}` beside it")]
    Missing {
        /// The verb.
        verb: &'static str,
        /// The field that is not there.
        field: &'static str,
    },
    /// A name that the game does not have.
    #[error("there is no {what} `{name}`; expected {expected}")]
    Unknown {
        /// What it should name.
        what: &'static str,
        /// The name.
        name: String,
        /// The names that there are.
        expected: String,
    },
    /// Something is not where the record says it is.
    #[error("{0}")]
    NotThere(String),
    /// The decision is somebody else's.
    #[error("it is {expected} who decides, not {found}")]
    WrongPlayer {
        /// Whose decision it is.
        expected: String,
        /// Who is named.
        found: String,
    },
    /// No such option is open.
    #[error("`{name}` is no option here; expected {expected}")]
    NoOption {
        /// The name.
        name: String,
        /// The options.
        expected: String,
    },
    /// Nothing is to be decided.
    #[error("the game is over")]
    GameOver,
    /// A handler failed while the options were found.
    #[error(transparent)]
    Handler(#[from] HandlerError),
}

/// A record that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// It does not fit the game.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// It fits and is not allowed, or a handler failed.
    #[error(transparent)]
    Apply(#[from] ApplyError),
}
