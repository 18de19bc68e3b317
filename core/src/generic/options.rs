//! Every choice that there could be is an option exactly if it is listed.

use std::collections::BTreeSet;

use bastide_engine::decision::{ActionId, Choice};
use bastide_engine::feature::SegmentId;
use bastide_engine::game::Game;
use bastide_engine::geometry::{Pos, Rotation};
use bastide_engine::tile::PieceKindId;

use super::walk::{dice, ensure, play};
use super::{Case, Check, Holds};

pub static OPTIONS: Check = Check {
    name: "legal options equal what the predicate accepts",
    games: 2,
    heavy: false,
    short: false,
    scripts: 0,
    hold: options,
};

fn options(_: &Case, seed: u64, game: &mut Game) -> Holds {
    play(game, &mut dice(seed), check)
}

fn check(game: &Game) -> Holds {
    let Some(decision) = game.decision() else { return Ok(()) };
    let list = decision.list();
    ensure(!list.is_empty() && list.len() == decision.len(), || "the list has another length".to_owned())?;
    let picked: BTreeSet<String> = (0..list.len()).map(|at| format!("{:?}", decision.get(at))).collect();
    let listed: BTreeSet<String> = list.iter().map(|choice| format!("{:?}", Some(choice))).collect();
    ensure(picked == listed && listed.len() == list.len(), || format!("{picked:?} is not {listed:?}"))?;
    let mut attempt = None;
    for stray in candidates(game).into_iter().filter(|choice| !list.contains(choice)) {
        ensure(!game.is_legal(&stray), || format!("{} is legal and not listed", name(game, &stray)))?;
        attempt = Some(stray);
    }
    list.iter().try_for_each(|choice| {
        ensure(game.is_legal(choice), || format!("{} is listed and not legal", name(game, choice)))
    })?;
    let Some(stray) = attempt else { return Ok(()) };
    let mut fork = game.clone();
    ensure(fork.apply(stray).is_err(), || format!("{stray:?} is no option and was done"))?;
    ensure(fork.hash64() == game.hash64(), || format!("{stray:?} was refused and changed the game"))
}

/// A choice in words, and exactly: two may have the same words.
fn name(game: &Game, choice: &Choice) -> String {
    format!("{} ({choice:?})", game.scene().describe(choice))
}

/// Choices of every kind, most of them no options.
fn candidates(game: &Game) -> Vec<Choice> {
    let mut found = vec![Choice::Pass];
    let (low, high) = game.state().board().bounds();
    for y in low.y - 2..=high.y + 2 {
        for x in low.x - 2..=high.x + 2 {
            let place = |rotation| Choice::Place { pos: Pos::new(x, y), rotation };
            found.extend(Rotation::ALL.map(place));
        }
    }
    let kinds = game.rules().vocabulary().piece_kinds.len() as u8;
    for kind in (0..=kinds).map(PieceKindId) {
        let segments = 0..=game.state().features().segment_count();
        found.extend(segments.map(|segment| Choice::Deploy { kind, segment: SegmentId(segment) }));
    }
    found.extend(game.state().piece_ids().map(|piece| Choice::Recall { piece }));
    let items = game.decision().map_or(0, |decision| decision.items().len()) as u16;
    for action in (0..=game.subscriptions().actions.len() as u16).map(ActionId) {
        found.extend((0..=items).map(|item| Choice::Act { action, item }));
    }
    let answers = game.question().map_or(0, |question| question.options.len()) as u16;
    found.extend((0..=answers).map(|item| Choice::Answer { item }));
    found
}
