//! What must hold in every game, tried on thousands of random ones.
//!
//! Each failure names the seed of its game.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test fails loudly")]

mod common;

use std::collections::BTreeSet;
use std::sync::Arc;

use bastide_engine::decision::{Choice, Prompt};
use bastide_engine::feature::SegmentId;
use bastide_engine::game::{Entry, Game};
use bastide_engine::geometry::{Pos, Rotation, Side};
use bastide_engine::luck::Forced;
use bastide_engine::piece::{Location, Piece};
use bastide_engine::ruleset::Ruleset;
use bastide_engine::tile::{PieceKindId, TileDefId};

use common::busy::busy_step;
use common::{Dice, base_rules, base_setup, busy, picture, random_step};

/// Both editions, all player counts.
fn rules_of(seed: u64) -> Arc<Ruleset> {
    thread_local! {
        static RULES: Vec<Arc<Ruleset>> = (0..10)
            .map(|at| base_rules(2 + at % 5, &[("edition", if at < 5 { "first" } else { "second" })]))
            .collect();
    }
    RULES.with(|rules| rules[seed as usize % rules.len()].clone())
}

/// Plays a random game and looks at it before every decision and at the end.
fn each_decision(seed: u64, mut look: impl FnMut(&Game)) {
    let mut game = Game::new(rules_of(seed), seed);
    let mut dice = Dice::new(seed);
    loop {
        look(&game);
        if !random_step(&mut game, &mut dice) {
            return;
        }
    }
}

#[test]
fn every_game_ends_with_every_tile_accounted_for() {
    for seed in 0..3000 {
        let mut game = Game::new(rules_of(seed), seed);
        game.keep_journal();
        let mut dice = Dice::new(seed);
        while random_step(&mut game, &mut dice) {}
        assert!(game.is_over() && game.decision().is_none(), "seed {seed}");
        let drawn = game.log().iter().filter(|entry| matches!(entry, Entry::Chance(_))).count();
        assert_eq!(drawn, 71, "seed {seed}: the stack is used up");
        assert!(game.state().board().tiles().len() <= 72, "seed {seed}");
        assert!(!game.scene().winners().is_empty(), "seed {seed}");
    }
}

/// Whether a tile may lie here, found out from the rules alone (BG5, BG6).
fn may_lie(game: &Game, tile: TileDefId, pos: Pos, rotation: Rotation) -> bool {
    let board = game.state().board();
    let edge = |def: TileDefId, turned: Rotation, side: Side| {
        game.rules().tile(def).def.edges[side.rotated(turned.inverse()) as usize]
    };
    let mut touching = Side::ALL.iter().filter_map(|side| board.neighbour(pos, *side).map(|at| (*side, at)));
    let any = touching.clone().next().is_some();
    board.at(pos).is_none()
        && any
        && touching.all(|(side, at)| {
            let other = board.tile(at);
            edge(tile, rotation, side) == edge(other.def, other.rotation, side.opposite())
        })
}

fn check_placements(game: &Game, tile: TileDefId, seed: u64) {
    let decision = game.decision().expect("there is a decision");
    let (list, turns) = (decision.list(), game.rules().tile(tile).rotations);
    let listed: BTreeSet<(Pos, Rotation)> = list
        .iter()
        .map(|choice| match choice {
            Choice::Place { pos, rotation } => (*pos, *rotation),
            other => panic!("seed {seed}: {other:?} is no placement"),
        })
        .collect();
    assert_eq!(listed.len(), list.len(), "seed {seed}: an option is listed twice");
    assert_eq!(decision.len(), list.len(), "seed {seed}");
    let picked: BTreeSet<String> = (0..decision.len()).map(|at| format!("{:?}", decision.get(at))).collect();
    assert_eq!(picked, list.iter().map(|choice| format!("{:?}", Some(*choice))).collect(), "seed {seed}");
    assert_eq!(decision.get(decision.len()), None);
    let (low, high) = game.state().board().bounds();
    for y in low.y - 2..=high.y + 2 {
        for x in low.x - 2..=high.x + 2 {
            for rotation in Rotation::ALL {
                let pos = Pos::new(x, y);
                let legal = rotation.index() < turns && may_lie(game, tile, pos, rotation);
                assert_eq!(listed.contains(&(pos, rotation)), legal, "seed {seed}, {pos} turned {rotation}");
                assert_eq!(game.is_legal(&Choice::Place { pos, rotation }), legal, "seed {seed}");
                // Another turn that looks the same is legal exactly where this one is.
                let same = Rotation::quarters(rotation.index() % turns);
                assert_eq!(may_lie(game, tile, pos, rotation), may_lie(game, tile, pos, same), "seed {seed}");
            }
        }
    }
}

/// BG13 to BG15 from the rules alone, on features joined from nothing.
fn may_deploy(game: &Game, kind: PieceKindId, segment: SegmentId) -> bool {
    let state = game.state();
    let player = state.active();
    let scratch = game.features_from_scratch();
    let members: Vec<SegmentId> = scratch.segments(segment).collect();
    let taken = state.pieces().iter().any(|piece| match piece.at {
        Location::Segment(at) => members.contains(&at),
        _ => false,
    });
    state.placed() == Some(scratch.tile(segment))
        && state.supply(player, kind) > 0
        && game.rules().vocabulary().piece_kinds[kind.index()].stands_on.contains(&scratch.kind(segment))
        && !taken
}

fn check_deployments(game: &Game, seed: u64) {
    let decision = game.decision().expect("there is a decision");
    let list = decision.list();
    assert_eq!(list.last(), Some(&Choice::Pass), "seed {seed}");
    assert_eq!((0..decision.len()).filter_map(|at| decision.get(at)).collect::<Vec<_>>(), list);
    let placed = game.state().placed().expect("a tile was placed");
    let mut segments: Vec<SegmentId> = game.scene().segments(placed).collect();
    segments.extend((0..game.state().features().segment_count()).step_by(7).map(SegmentId));
    let kinds = game.rules().vocabulary().piece_kinds.len() as u8;
    for kind in (0..kinds).map(PieceKindId) {
        for segment in &segments {
            let choice = Choice::Deploy { kind, segment: *segment };
            let legal = may_deploy(game, kind, *segment);
            assert_eq!(list.contains(&choice), legal, "seed {seed}\n{}", picture::board(game));
            assert_eq!(game.is_legal(&choice), legal, "seed {seed}");
        }
    }
}

#[test]
fn options_equal_the_predicate() {
    for seed in 0..150 {
        each_decision(seed, |game| match game.decision().map(|decision| decision.prompt.clone()) {
            Some(Prompt::Place(tile)) => check_placements(game, tile, seed),
            Some(Prompt::Deploy) => check_deployments(game, seed),
            Some(other) => panic!("seed {seed}: the base game asks {other:?}"),
            None => assert!(game.is_over()),
        });
    }
}

#[test]
fn what_is_no_option_is_refused_and_changes_nothing() {
    for seed in 0..60 {
        let mut game = Game::new(rules_of(seed), seed);
        let mut dice = Dice::new(seed);
        loop {
            let before = (game.hash64(), game.log().len());
            let wild = [
                Choice::Pass,
                Choice::Answer { item: 0 },
                Choice::Place { pos: Pos::new(9, 9), rotation: Rotation::quarters(3) },
                Choice::Place { pos: Pos::ORIGIN, rotation: Rotation::NONE },
                Choice::Deploy { kind: PieceKindId(9), segment: SegmentId(0) },
                Choice::Deploy { kind: PieceKindId(0), segment: SegmentId(u32::MAX) },
                Choice::Deploy { kind: PieceKindId(0), segment: SegmentId(0) },
            ];
            for choice in wild.into_iter().filter(|choice| !game.is_legal(choice)).collect::<Vec<_>>() {
                let error = game.apply(choice).expect_err("it is no option");
                assert!(!error.to_string().is_empty(), "seed {seed}");
                assert_eq!((game.hash64(), game.log().len()), before, "seed {seed}, {choice:?}");
            }
            if !random_step(&mut game, &mut dice) {
                break;
            }
        }
    }
}

#[test]
fn pieces_are_conserved() {
    for seed in 0..2000 {
        each_decision(seed, |game| {
            let (state, rules) = (game.state(), game.rules());
            for player in rules.players() {
                for (at, kind) in rules.vocabulary().piece_kinds.iter().enumerate() {
                    let kind_id = PieceKindId(at as u8);
                    let own = state.pieces().iter().filter(|p| p.owner == Some(player) && p.kind == kind_id);
                    let (home, out): (Vec<&Piece>, Vec<&Piece>) =
                        own.partition(|piece| piece.at == Location::Supply);
                    assert_eq!((home.len() + out.len()) as u32, kind.supply, "seed {seed}");
                    assert_eq!(home.len(), state.supply(player, kind_id), "seed {seed}");
                    let on_board = |at: Location| matches!(at, Location::Segment(_));
                    assert!(out.iter().all(|piece| on_board(piece.at)), "seed {seed}");
                }
            }
        });
    }
}

#[test]
fn features_equal_those_built_from_scratch() {
    for seed in 0..2000 {
        each_decision(seed, |game| {
            if !matches!(game.decision().map(|decision| decision.prompt), Some(Prompt::Place(_))) {
                assert_eq!(
                    game.state().features().partition(),
                    game.features_from_scratch().partition(),
                    "seed {seed}\n{}",
                    picture::board(game)
                );
            }
        });
    }
}

#[test]
fn replay_equals_live() {
    for seed in 0..2000 {
        let mut hashes = Vec::new();
        let mut live = Game::new(rules_of(seed), seed);
        let mut dice = Dice::new(seed);
        loop {
            hashes.push((live.log().len(), live.hash64()));
            if !random_step(&mut live, &mut dice) {
                break;
            }
        }
        let log = live.log();
        let chances = |from: usize| -> Forced {
            let outcomes = log[from..].iter().map_while(|entry| match entry {
                Entry::Chance(outcome) => Some(outcome.clone()),
                _ => None,
            });
            outcomes.collect()
        };
        let mut again = Game::with_host(rules_of(seed), seed, None, chances(0)).expect("no host, no error");
        let mut at = 0;
        for (length, hash) in hashes {
            while at < length {
                if !matches!(log[at], Entry::Chance(_)) {
                    again.force(chances(at + 1));
                    again.replay_entry(&log[at]).expect("what was legal is legal");
                }
                at += 1;
            }
            assert_eq!(again.hash64(), hash, "seed {seed}, after {length} entries");
        }
        assert_eq!(again.log(), log, "seed {seed}");
        let whole = Game::replay(rules_of(seed), seed, None, log).expect("the log fits");
        assert_eq!(whole.hash64(), live.hash64(), "seed {seed}");
    }
}

#[test]
fn a_log_needs_no_generator() {
    for seed in 0..100 {
        let mut live = Game::new(rules_of(seed), seed);
        let mut dice = Dice::new(seed);
        while random_step(&mut live, &mut dice) {}
        let again = Game::replay(rules_of(seed), seed ^ 0xffff, None, live.log()).expect("the log fits");
        let points = |game: &Game| -> Vec<i32> {
            game.rules().players().map(|player| game.state().points(player)).collect()
        };
        assert_eq!(points(&again), points(&live), "seed {seed}");
    }
}

#[test]
fn a_fork_equals_its_parent() {
    for seed in 0..400 {
        let mut parent = Game::new(rules_of(seed), seed);
        let mut dice = Dice::new(seed);
        let mut forks: Vec<(Game, u64)> = Vec::new();
        let mut choices = Vec::new();
        while let Some(decision) = parent.decision() {
            let choice = decision.get(dice.below(decision.len())).expect("in range");
            choices.push(choice);
            if choices.len() % 20 == 0 {
                forks.push((parent.clone(), parent.hash64()));
            }
            // A fork that goes another way leaves its parent alone.
            let before = parent.hash64();
            let mut other = parent.clone();
            for _ in 0..3 {
                random_step(&mut other, &mut dice);
            }
            assert_eq!(parent.hash64(), before, "seed {seed}");
            parent.apply(choice).expect("an option");
        }
        for (at, (mut fork, hash)) in forks.into_iter().enumerate() {
            assert_eq!(fork.hash64(), hash, "seed {seed}");
            for choice in &choices[20 * (at + 1) - 1..] {
                fork.apply(*choice).expect("an option of the parent");
            }
            assert_eq!(fork.hash64(), parent.hash64(), "seed {seed}");
            assert_eq!(fork.log(), parent.log(), "seed {seed}");
        }
    }
}

#[test]
fn undo_goes_back_to_the_same_state() {
    for seed in 0..40 {
        let mut game = Game::new(rules_of(seed), seed);
        let mut dice = Dice::new(seed);
        let mut hashes = vec![game.hash64()];
        while let Some(decision) = game.decision() {
            let choice = decision.get(dice.below(decision.len())).expect("in range");
            let (before, log) = (game.hash64(), game.log().len());
            game.apply(choice).expect("an option");
            let after = game.hash64();
            assert!(game.undo().expect("no host"), "seed {seed}");
            assert_eq!((game.hash64(), game.log().len()), (before, log), "seed {seed}");
            game.apply(choice).expect("still an option");
            assert_eq!(game.hash64(), after, "seed {seed}");
            hashes.push(after);
        }
        while let Some(hash) = hashes.pop() {
            assert_eq!(game.hash64(), hash, "seed {seed}");
            assert_eq!(game.undo().expect("no host"), !hashes.is_empty(), "seed {seed}");
        }
    }
}

/// The choice that means the same on a board that is turned.
fn turned(game: &Game, other: &Game, choice: Choice, by: Rotation) -> Choice {
    match choice {
        Choice::Place { pos, rotation } => {
            let tile = game.state().hand().expect("a tile is in hand");
            let looks = game.rules().tile(tile).rotations;
            let rotation = Rotation::quarters(rotation.then(by).index() % looks);
            Choice::Place { pos: pos.rotated(by), rotation }
        }
        Choice::Deploy { kind, segment } => {
            let ports = |game: &Game, at: SegmentId| {
                let placed = game.state().board().tile(game.state().features().tile(at));
                let local = game.state().features().local(at);
                let def = game.rules().segment(placed.def, local);
                (def.kind, def.ports.rotated(placed.rotation))
            };
            let (feature, wanted) = ports(game, segment);
            let tile = other.state().placed().expect("a tile was placed");
            let same = |at: &SegmentId| ports(other, *at) == (feature, wanted.rotated(by));
            let segment = other.scene().segments(tile).find(same).expect("the turned segment is there");
            Choice::Deploy { kind, segment }
        }
        other => other,
    }
}

#[test]
fn a_turned_board_gives_the_same_game() {
    for seed in 0..1500 {
        let by = Rotation::quarters(1 + (seed % 3) as u8);
        let rules = rules_of(seed);
        let mut setup = rules.setup.clone();
        for start in &mut setup.start {
            start.pos = start.pos.rotated(by);
            start.rotation = start.rotation.then(by);
        }
        let turned_rules = Arc::new(Ruleset::new(setup).expect("a turned start is a valid one"));
        let mut game = Game::new(rules, seed);
        let mut other = Game::new(turned_rules, seed);
        let mut dice = Dice::new(seed);
        while let Some(decision) = game.decision() {
            let mirror = other.decision().expect("both go on");
            assert_eq!(mirror.len(), decision.len(), "seed {seed}");
            assert_eq!(game.state().hand(), other.state().hand(), "seed {seed}");
            let choice = decision.get(dice.below(decision.len())).expect("in range");
            let same = turned(&game, &other, choice, by);
            game.apply(choice).expect("an option");
            other.apply(same).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            for player in game.rules().players() {
                assert_eq!(game.state().points(player), other.state().points(player), "seed {seed}");
            }
        }
        assert!(other.is_over(), "seed {seed}");
    }
}

#[test]
fn every_variant_of_the_rules_plays_to_its_end() {
    for fields in ["city4", "field3_once", "field3"] {
        for tiny in ["full", "half"] {
            let options = [("field_scoring", fields), ("tiny_city", tiny), ("first_player", "random")];
            let rules = Arc::new(Ruleset::new(base_setup(3, &options)).expect("valid"));
            for seed in 0..100 {
                let mut game = Game::new(rules.clone(), seed);
                let mut dice = Dice::new(seed);
                while random_step(&mut game, &mut dice) {}
                assert!(game.is_over(), "seed {seed}");
            }
        }
    }
}

fn busy_game(seed: u64) -> Game {
    let rules = busy::rules(2 + (seed % 3) as usize);
    let game = busy::host(&rules).play(&rules, seed, Forced::new());
    assert!(game.decision().is_some(), "seed {seed}");
    game
}

#[test]
fn busy_games_keep_all_promises_of_state() {
    for seed in 0..150 {
        let mut game = busy_game(seed);
        let mut dice = Dice::new(seed);
        let pieces = game.state().pieces().len();
        loop {
            assert_eq!(
                game.state().features().partition(),
                game.features_from_scratch().partition(),
                "seed {seed}\n{}",
                picture::board(&game)
            );
            assert_eq!(game.state().pieces().len(), pieces, "seed {seed}");
            let decided = game.decision().map_or(1, |decision| decision.len());
            assert!(decided > 0, "seed {seed}");
            if !busy_step(&mut game, &mut dice, seed) {
                break;
            }
        }
        assert!(game.is_over(), "seed {seed}");
    }
}

#[test]
fn busy_games_can_be_forked_undone_and_replayed_at_every_decision() {
    let (mut questions, mut failures) = (0, 0);
    for seed in 0..8 {
        let mut game = busy_game(seed);
        let mut dice = Dice::new(seed);
        loop {
            let before = game.hash64();
            let mut fork = game.clone();
            let again = Game::replay(game.rules().clone(), seed, game.host().cloned(), game.log());
            let mut again = again.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            assert_eq!(again.hash64(), before, "seed {seed}");
            questions += u32::from(game.question().is_some());
            let log = game.log().len();
            let same = dice.clone();
            if !busy_step(&mut game, &mut dice, seed) {
                break;
            }
            assert_eq!(fork.hash64(), before, "seed {seed}");
            for other in [&mut fork, &mut again] {
                assert!(busy_step(other, &mut same.clone(), seed));
                assert_eq!(other.hash64(), game.hash64(), "seed {seed}");
                assert_eq!(other.log(), game.log(), "seed {seed}");
            }
            failures += u32::from(matches!(game.log()[log], Entry::Mute(_)));
            assert!(fork.undo().expect("the handlers are pure"), "seed {seed}");
            assert_eq!(fork.hash64(), before, "seed {seed}");
        }
    }
    assert!(questions > 100 && failures > 0, "{questions} questions, {failures} expansions left out");
}
