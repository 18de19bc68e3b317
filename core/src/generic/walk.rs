//! Random walks through games.

use bastide_engine::decision::Choice;
use bastide_engine::game::Game;
use bastide_engine::luck::Luck;
use bastide_play::bot::mix;

use super::{Holds, Wrong};

/// Decisions after which a game counts as endless, for each tile of its stack.
const DECISIONS_PER_TILE: u64 = 40;

/// The luck of whoever decides, apart from the game's.
pub fn dice(seed: u64) -> Luck {
    Luck::new(mix(seed, 0xd1ce))
}

/// More decisions than a game can have.
pub fn many(game: &Game) -> u64 {
    (u64::from(game.rules().stack_size()) + 10) * DECISIONS_PER_TILE
}

/// Makes a random choice; says what failed, and whether there was one to make.
pub fn step(game: &mut Game, dice: &mut Luck) -> Result<bool, Wrong> {
    let Some(choice) = pick(game, dice) else { return Ok(false) };
    apply(game, choice)?;
    Ok(true)
}

/// A random option.
pub fn pick(game: &Game, dice: &mut Luck) -> Option<Choice> {
    let decision = game.decision()?;
    decision.get(dice.below(decision.len() as u32) as usize)
}

pub fn apply(game: &mut Game, choice: Choice) -> Holds {
    let name = game.scene().describe(&choice);
    game.apply(choice).map_err(|error| format!("{name}: {error}"))
}

/// Plays a random game, and looks at it at every decision and at the end.
pub fn play(game: &mut Game, dice: &mut Luck, mut look: impl FnMut(&Game) -> Holds) -> Holds {
    for _ in 0..many(game) {
        look(game)?;
        if !step(game, dice)? {
            return Ok(());
        }
    }
    Err(endless(game))
}

pub fn endless(game: &Game) -> Wrong {
    format!("the game is not over after {} decisions", many(game))
}

pub fn ensure(truth: bool, what: impl FnOnce() -> Wrong) -> Holds {
    if truth { Ok(()) } else { Err(what()) }
}
