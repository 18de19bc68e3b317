//! Why a state cannot be kept under other rules.

use std::fmt;

use crate::geometry::Pos;
use crate::host::HandlerError;

/// Something that a state holds and other rules do not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CarryFault {
    /// Other players, or in another order.
    #[error("the players are others now")]
    Players,
    /// A name that is gone.
    #[error("the {what} `{name}` is not there any more, and {held}")]
    Gone {
        /// What it names.
        what: &'static str,
        /// The name.
        name: String,
        /// What the state does with it, as the end of a sentence.
        held: String,
    },
    /// A tile on the board with other edges or segments.
    #[error("the tile `{tile}` lies at {pos}, and its {what} now")]
    Tile {
        /// The tile's id.
        tile: String,
        /// Where it lies.
        pos: Pos,
        /// What is different, as the middle of a sentence.
        what: &'static str,
    },
    /// A feature on the board that is completed in another way.
    #[error("there are features of kind `{0}` on the board, and those are completed in another way now")]
    Completion(String),
    /// More pieces in play than there are.
    #[error("{used} `{kind}` {} in play{}, and there {} now", are(*.used), of(.owner.as_deref()), count(*.supply))]
    Supply {
        /// The kind of piece.
        kind: String,
        /// Whose they are; nobody's for a neutral kind.
        owner: Option<String>,
        /// How many are not in the supply.
        used: usize,
        /// How many there are under the new rules.
        supply: usize,
    },
    /// A place of the game that is one of each tile now, or the other way round.
    #[error("there are pieces in `{0}`, and that is another sort of place now")]
    Place(String),
    /// A question in an event to which other expansions listen.
    #[error("a question is open in `{0}`, and other handlers than before listen to it now")]
    Listeners(&'static str),
    /// A handler that fails when the open decision is offered again.
    #[error(transparent)]
    Handler(HandlerError),
}

/// Everything that keeps a state from being kept.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct CarryErrors(pub Vec<CarryFault>);

impl fmt::Display for CarryErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

fn are(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

fn of(owner: Option<&str>) -> String {
    owner.map_or_else(String::new, |owner| format!(" for {owner}"))
}

fn count(supply: usize) -> String {
    match supply {
        0 => "is none".to_owned(),
        1 => "is only 1".to_owned(),
        more => format!("are only {more}"),
    }
}
