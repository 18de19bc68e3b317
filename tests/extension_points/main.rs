//! Each way in which an expansion can take part, alone and on the smallest game that shows it.
//! The expansions are closures (`common::host`), so that the engine is proved without scripts.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test fails loudly")]

#[path = "../common/mod.rs"]
mod common;

mod actions;
mod board;
mod conditions;
mod drawing;
mod errors;
mod events;
mod phases;
mod queries;
mod questions;
mod things;
mod waiting;

use std::sync::Arc;

use bastide_engine::decision::{Choice, Prompt};
use bastide_engine::feature::SegmentId;
use bastide_engine::game::Game;
use bastide_engine::geometry::{Port, Pos, Rotation};
use bastide_engine::luck::{Chance, Forced};
use bastide_engine::ruleset::{Ruleset, Setup};
use bastide_engine::tile::PieceKindId;

/// A setup for two players whose stack holds these tiles of the base game.
fn setup(stack: &[&str]) -> Setup {
    let mut setup = common::base_setup(2, &[]);
    let start = setup.start.iter().map(|start| start.tile.clone());
    setup.stack = stack.iter().map(|name| format!("base/{name}")).chain(start).map(|id| (id, 1)).collect();
    setup
}

/// Rules, and the draws of the stack in its order.
fn rules(setup: Setup, draws: &[&str]) -> (Arc<Ruleset>, Forced) {
    let rules = Arc::new(Ruleset::new(setup).expect("the setup is valid"));
    let draw = |name: &&str| Chance::Draw(rules.tile_id(&format!("base/{name}")).expect("a base tile"));
    let forced = draws.iter().map(draw).collect();
    (rules, forced)
}

/// A game of these expansions in which these tiles are drawn in this order.
fn game(host: common::host::Closures, draws: &[&str]) -> Game {
    let (rules, forced) = rules(setup(draws), draws);
    host.play(&rules, 1, forced)
}

fn place(game: &mut Game, x: i32, y: i32, turn: u8) {
    let choice = Choice::Place { pos: Pos::new(x, y), rotation: Rotation::quarters(turn) };
    if let Err(error) = game.apply(choice) {
        panic!("{error}\n{}", common::picture::board(game));
    }
}

/// The segment of the tile at a cell that has this port, as the tile lies.
fn segment(game: &Game, x: i32, y: i32, port: &str) -> SegmentId {
    let tile = game.state().board().at(Pos::new(x, y)).expect("there is a tile");
    let port: Port = port.parse().expect("a port");
    game.scene().segment_at(tile, port).expect("there is a segment")
}

fn deploy(game: &mut Game, port: &str) {
    let pos = game.state().board().tile(game.state().placed().expect("a tile was placed")).pos;
    let segment = segment(game, pos.x, pos.y, port);
    game.apply(Choice::Deploy { kind: PieceKindId::FOLLOWER, segment }).expect("it can be deployed");
}

fn pass(game: &mut Game) {
    game.apply(Choice::Pass).expect("passing is an option");
}

fn answer(game: &mut Game, item: u16) {
    assert!(matches!(game.decision().map(|decision| decision.prompt), Some(Prompt::Question(_))));
    game.apply(Choice::Answer { item }).expect("it is an answer");
}

fn points(game: &Game) -> Vec<i32> {
    game.rules().players().map(|player| game.state().points(player)).collect()
}
