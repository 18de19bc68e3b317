//! The checks of one game after the other. Each says what is wrong.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use bastide_engine::event::Event;
use bastide_engine::feature::SegmentId;
use bastide_engine::game::{Entry, Game};
use bastide_engine::piece::Location;
use bastide_engine::ruleset::MAX_PLAYERS;

use super::forgetful::Forgetful;
use super::walk::{apply, dice, endless, ensure, many, pick, play, step};
use super::{Case, Check, Holds};
use crate::save::{Header, parse, restore, text};

const QUICK: Check = Check { name: "", games: 3, heavy: false, short: false, scripts: 0, hold: games_end };
const HEAVY: Check = Check { games: 2, heavy: true, ..QUICK };

pub static GAMES_END: Check = Check { name: "random games end", games: 20, hold: games_end, ..QUICK };

fn games_end(_: &Case, seed: u64, game: &mut Game) -> Holds {
    play(game, &mut dice(seed), |_| Ok(()))?;
    ensure(game.is_over() && game.decision().is_none(), || "it has no decision and is not over".to_owned())
}

pub static NOTHING_IS_LOST: Check =
    Check { name: "pieces are conserved and points explained", hold: nothing_is_lost, ..QUICK };

fn nothing_is_lost(_: &Case, seed: u64, game: &mut Game) -> Holds {
    let kinds = |game: &Game| {
        let mut counts = BTreeMap::new();
        for piece in game.state().pieces() {
            *counts.entry((piece.owner, piece.kind)).or_insert(0) += 1;
        }
        counts
    };
    let before = kinds(game);
    // The journal has what was awarded before the first decision too.
    let mut awarded = [0; MAX_PLAYERS];
    play(game, &mut dice(seed), |game| {
        for event in game.journal() {
            let Event::PointsAwarded(award) = event else { continue };
            awarded[award.player.index()] += award.points;
            let parts: i32 = award.parts.iter().map(|part| part.points).sum();
            let explained = award.parts.is_empty() || parts == award.points;
            ensure(explained, || format!("{} points are explained as {parts}", award.points))?;
        }
        for player in game.rules().players() {
            let (found, told) = (game.state().points(player), awarded[player.index()]);
            let name = game.rules().name(player);
            ensure(found == told, || format!("{name} has {found} points and was awarded {told}"))?;
        }
        ensure(kinds(game) == before, || "there are other pieces than in the beginning".to_owned())?;
        occupants(game)?;
        let lost = |id| {
            let piece = game.state().piece(id);
            piece.owner.is_some() && piece.at == Location::Box
        };
        match game.state().piece_ids().find(|id| lost(*id)) {
            None => Ok(()),
            Some(id) => {
                let piece = bastide_engine::decision::Item::Piece(id);
                Err(format!("a piece left the game: {}", game.scene().item_name(&piece)))
            }
        }
    })
}

/// The occupants that features count are the pieces that stand on them.
fn occupants(game: &Game) -> Holds {
    let (kept, scratch) = (game.state().features(), game.features_from_scratch());
    for segment in (0..kept.segment_count()).map(SegmentId) {
        let now = (kept.claims(segment), kept.piece_count(segment), kept.open_ends(segment));
        let then = (scratch.claims(segment), scratch.piece_count(segment), scratch.open_ends(segment));
        ensure(now == then, || format!("segment {segment:?} counts {now:?}, and there is {then:?}"))?;
    }
    Ok(())
}

pub static REPLAY: Check = Check { name: "a replay equals the game", hold: replay_equals_live, ..QUICK };

fn replay_equals_live(case: &Case, seed: u64, game: &mut Game) -> Holds {
    play(game, &mut dice(seed), |_| Ok(()))?;
    let again = Game::replay(Arc::clone(case.rules()), seed, case.host()?, game.log())
        .map_err(|error| error.to_string())?;
    ensure(again.hash64() == game.hash64(), || "the replay comes to another end".to_owned())
}

pub static FORK: Check =
    Check { name: "a fork equals its parent", games: 2, hold: fork_equals_parent, ..QUICK };

/// A game that is forked all the time, whose forks go their own ways, is the game that is not.
fn fork_equals_parent(case: &Case, seed: u64, game: &mut Game) -> Holds {
    let mut hashes = Vec::new();
    let mut first = case.game(seed)?;
    let played = play(&mut first, &mut dice(seed), |game| {
        hashes.push(game.hash64());
        Ok(())
    });
    if played.is_err() {
        *game = first;
        return played;
    }
    let mut at = 0;
    play(game, &mut dice(seed), |game| {
        ensure(hashes.get(at) == Some(&game.hash64()), || format!("it differs at decision {at}{REMEMBERS}"))?;
        at += 1;
        let mut fork = game.clone();
        let mut dice = dice(seed.wrapping_add(at as u64));
        // Some forks go far.
        let far = if at.is_multiple_of(37) { many(game) } else { 3 };
        for _ in 0..far {
            if !step(&mut fork, &mut dice)? {
                break;
            }
        }
        Ok(())
    })
}

/// What is mostly behind games that differ.
const REMEMBERS: &str =
    "; does a script remember something in a `local` of the file, and not in game.storage?";

pub static SAVE_AND_LOAD: Check =
    Check { name: "games are saved and loaded at every decision", short: true, hold: save_and_load, ..HEAVY };

fn save_and_load(case: &Case, seed: u64, game: &mut Game) -> Holds {
    let header = Header::new(case.session(), case.request(), &[], seed);
    play(game, &mut dice(seed), |game| {
        let text = text(&header, game).map_err(|error| error.to_string())?;
        let saved = parse(text.as_bytes())?;
        let found = restore(case.session(), &saved, false).map_err(|error| error.to_string())?.game;
        let at = game.log().len();
        ensure(found.hash64() == game.hash64(), || format!("it comes back as another at entry {at}"))?;
        let names = |game: &Game| {
            game.decision().map(|now| now.list().iter().map(|c| game.scene().describe(c)).collect::<Vec<_>>())
        };
        ensure(names(&found) == names(game), || format!("it comes back to another decision at entry {at}"))
    })
}

pub static UNDO: Check = Check { name: "decisions are taken back", short: true, hold: undo, ..HEAVY };

/// Two steps back and the same two forth, at every decision; then all the way back.
fn undo(_: &Case, seed: u64, game: &mut Game) -> Holds {
    let mut dice = dice(seed);
    let mut hashes = vec![game.hash64()];
    let mut made = Vec::new();
    while let Some(choice) = pick(game, &mut dice) {
        apply(game, choice)?;
        made.push(choice);
        hashes.push(game.hash64());
        let back = made.len().min(2);
        for left in (made.len() - back..made.len()).rev() {
            let undone = game.undo().map_err(|error| error.to_string())?;
            ensure(undone && game.hash64() == hashes[left], || {
                format!("undo misses decision {left}{REMEMBERS}")
            })?;
        }
        for at in made.len() - back..made.len() {
            // Luck is the same again, since the generator went back too.
            apply(game, made[at])?;
            ensure(game.hash64() == hashes[at + 1], || format!("redo misses decision {at}{REMEMBERS}"))?;
        }
        if made.len() as u64 > many(game) {
            return Err(endless(game));
        }
    }
    let mut begun = game.clone();
    begun.rewind(0).map_err(|error| error.to_string())?;
    // Tiles that were drawn before the first decision, and fit nowhere, stay.
    let decided = begun.log().iter().any(|entry| !matches!(entry, Entry::Chance(_)));
    ensure(!decided, || "the beginning is not reached".to_owned())
}

pub static FRESH_MACHINE: Check = Check {
    name: "a fresh machine before every handler changes nothing",
    scripts: 1,
    hold: fresh_machine,
    ..HEAVY
};

fn fresh_machine(case: &Case, seed: u64, game: &mut Game) -> Holds {
    if case.host()?.is_none() {
        return Ok(());
    }
    let scripts = case.session().scripts();
    let forgetful = Forgetful::new(case.rules(), scripts).map_err(|error| error.to_string())?;
    let mut other = case.game_on(seed, Some(Rc::new(RefCell::new(forgetful))))?;
    side_by_side(game, &mut other, seed)
}

/// Plays two games side by side by the same choices.
fn side_by_side(game: &mut Game, other: &mut Game, seed: u64) -> Holds {
    let mut dice = dice(seed);
    for at in 0..many(game) {
        ensure(game.hash64() == other.hash64(), || format!("it differs at decision {at}{REMEMBERS}"))?;
        let list = game.decision().map(|decision| decision.list());
        let same = other.decision().map(|decision| decision.list()) == list;
        ensure(same, || format!("there are other options at decision {at}{REMEMBERS}"))?;
        let Some(choice) = pick(game, &mut dice) else { return Ok(()) };
        apply(other, choice)?;
        apply(game, choice)?;
    }
    Err(endless(game))
}

pub static MUTING: Check =
    Check { name: "each can be left out in the middle of a game", scripts: 1, hold: muting, ..HEAVY };

/// An expansion is left out at some decision; the game goes on to its end and can be replayed.
fn muting(case: &Case, seed: u64, game: &mut Game) -> Holds {
    let scripts = case.session().scripts();
    let index = (seed % scripts.len() as u64) as usize;
    let without = |wrong: String| format!("without {}: {wrong}", scripts[index].id);
    let mut dice = dice(seed);
    for _ in 0..20 + 17 * index {
        step(game, &mut dice)?;
    }
    game.mute(index as u16).map_err(|error| without(error.to_string()))?;
    play(game, &mut dice, |_| Ok(())).map_err(without)?;
    let again = Game::replay(Arc::clone(case.rules()), seed, case.host()?, game.log())
        .map_err(|error| without(error.to_string()))?;
    ensure(again.hash64() == game.hash64(), || without("the replay differs".to_owned()))
}
