//! What the script host promises, each with a small script: questions, chance, actions, events,
//! storage, adjustments, the board, transactions and limits.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../common/mod.rs"]
mod common;

mod actions;
mod board;
mod coverage;
mod events;
mod limits;
mod numbers;
mod pure;
mod questions;
mod selections;
mod stack;
mod storage;
mod suites;
mod transactions;
mod vetoes;
mod waiting;

use std::sync::Arc;

use bastide_engine::decision::Choice;
use bastide_engine::event::{Award, Event};
use bastide_engine::game::Game;
use bastide_engine::ruleset::Player;
use common::{Script, World};

const ALICE: Player = Player(0);
const BOB: Player = Player(1);

/// The base game with one expansion, called `fan`.
fn fan(main: &str) -> World {
    World::new(&[], &[Script::new("fan", main)])
}

/// The same with lines of a manifest.
fn declared(manifest: &str, main: &str) -> World {
    World::new(&[], &[Script { manifest, ..Script::new("fan", main) }])
}

/// The names of the options of the open decision.
fn options(game: &Game) -> Vec<String> {
    let list = game.decision().map_or_else(Vec::new, |decision| decision.list());
    list.iter().map(|choice| game.scene().describe(choice)).collect()
}

/// Makes the choice of this name.
fn choose(game: &mut Game, name: &str) {
    let list = game.decision().expect("something is to be decided").list();
    let found = list.into_iter().find(|choice| game.scene().describe(choice) == name);
    let Some(choice) = found else { panic!("no option `{name}`: {:?}", options(game)) };
    game.apply(choice).unwrap_or_else(|error| panic!("{error}"));
}

/// Places the tile in hand at its first place.
fn place(game: &mut Game) {
    let first = game.decision().expect("something is to be decided").list()[0];
    assert!(matches!(first, Choice::Place { .. }), "{first:?}");
    game.apply(first).unwrap_or_else(|error| panic!("{error}"));
}

/// A whole turn: places, and passes.
fn turn(game: &mut Game) {
    place(game);
    game.apply(Choice::Pass).unwrap_or_else(|error| panic!("{error}"));
}

/// The prompt of the open question, and who is asked.
fn question(game: &Game) -> Option<(Player, String)> {
    game.question().map(|question| (question.player, question.prompt.to_string()))
}

/// The points that were awarded in the last step.
fn awarded(game: &Game) -> Vec<i32> {
    awards(game).iter().map(|award| award.points).collect()
}

fn awards(game: &Game) -> Vec<Award> {
    let award = |event: &Event| match event {
        Event::PointsAwarded(award) => Some(award.clone()),
        _ => None,
    };
    game.journal().iter().filter_map(award).collect()
}

fn points(game: &Game) -> [i32; 2] {
    [ALICE, BOB].map(|player| game.state().points(player))
}

/// Plays the game's log again, in a new machine.
fn again(world: &World, game: &Game) -> Game {
    Game::replay(Arc::clone(&world.rules), game.seed(), Some(world.host()), game.log())
        .unwrap_or_else(|error| panic!("{error}"))
}

/// The message with which the next step fails, and the proof that the game is where it was.
fn failure(game: &mut Game, choice: Choice) -> String {
    let before = (game.hash64(), game.log().len(), format!("{:?}", game.decision().map(|now| now.list())));
    let error = game.apply(choice).expect_err("the step fails").to_string();
    let after = (game.hash64(), game.log().len(), format!("{:?}", game.decision().map(|now| now.list())));
    assert_eq!(before, after, "the game is not where it was");
    error
}
