//! How to see a moment of a game again: which decision it is, and what was chosen in it.

use bastide_engine::decision::Choice;
use bastide_engine::game::{Entry, Game};

/// The decisions in a game's log; what chance said is none.
pub fn decisions(game: &Game) -> usize {
    game.log().iter().filter(|entry| !matches!(entry, Entry::Chance(_))).count()
}

/// The decision that a game stands at, with a choice that somebody wants to make in it:
/// `decision 35, Alice: place at 0,1 turned 2`.
pub fn moment(game: &Game, choice: &Choice) -> String {
    let number = decisions(game) + 1;
    let player = game.decision().map_or("?", |decision| game.rules().name(decision.player));
    format!("decision {number}, {player}: {}", game.scene().describe(choice))
}
