//! Looks one step ahead.

use bastide_engine::decision::{Choice, Prompt};
use bastide_engine::game::Game;
use bastide_engine::ruleset::{MAX_PLAYERS, Player};
use bastide_engine::tile::PieceClass;

use crate::bot::Bot;
use crate::outlook::{advantage, follower_cost, lead, outlook, promise};

/// Takes the option after which its position promises most; of equal ones the first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Greedy;

impl Bot for Greedy {
    fn choose(&self, game: &Game) -> Option<Choice> {
        let decision = game.decision()?;
        let options = decision.list();
        if let [only] = options.as_slice() {
            return Some(*only);
        }
        let placing = matches!(decision.prompt, Prompt::Place(_));
        let mut best: Option<(i64, Choice)> = None;
        for option in options {
            let worth = worth_of(game, option, decision.player, placing);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, option));
            }
        }
        if let Some(host) = game.host() {
            // What scripts printed while the bot only thought has not happened.
            host.borrow_mut().take_output();
        }
        best.map(|(_, option)| option)
    }
}

/// What an option leads to, for a player. One whose handler fails is worth nothing at all.
fn worth_of(game: &Game, option: Choice, player: Player, placing: bool) -> i64 {
    let mut next = game.clone();
    if next.apply_unchecked(option).is_err() {
        return i64::MIN;
    }
    if placing { with_best_follower(&next, player) } else { advantage(&next, player) }
}

/// A position after a placement, with the best follower that could be deployed now.
///
/// The deployments are estimated and not played, which would be another step ahead.
fn with_best_follower(game: &Game, player: Player) -> i64 {
    let worth = outlook(game);
    let players = game.rules().player_count();
    let base = lead(&worth, player, players);
    let Some(decision) = game.decision() else { return base };
    if !matches!(decision.prompt, Prompt::Deploy) || decision.player != player {
        return base;
    }
    let scene = game.scene();
    let cost = follower_cost(scene, player);
    let kinds = &game.rules().vocabulary().piece_kinds;
    let mut gain = 0;
    for option in decision.list() {
        let Choice::Deploy { kind, segment } = option else { continue };
        if kinds[kind.index()].class == PieceClass::Follower {
            // A follower on a complete feature is back at once.
            let complete = game.state().features().is_complete(game.rules(), segment);
            let cost = if complete { 0 } else { cost };
            gain = gain.max(promise(scene, segment) - cost);
        }
    }
    debug_assert!(worth.len() == MAX_PLAYERS);
    base + gain
}
