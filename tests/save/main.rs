//! Saved games: killed at any byte, tampered with, under changed rules.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod asking;
mod changed;
mod demonstration;
mod document;
mod killed;
mod tampered;

use std::path::{Path, PathBuf};

use bastide::engine::game::Game;
use bastide::play::BotKind;
use bastide::save::{Header, SaveFile};
use bastide::session::{Request, Session};
use bastide::shelf::Shelf;

/// An empty folder of a test's own.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("save").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// A session of the base game, with or without every bundled expansion.
fn session(expansions: &[&str]) -> (Session, Request) {
    let mut request = Request::new(["Alice", "Bob"]);
    request.expansions = expansions.iter().map(|id| (*id).to_owned()).collect();
    (Session::open(&Shelf::bundled(), &request).unwrap(), request)
}

/// Plays a random game for a number of decisions, and saves it as it goes.
fn saved(path: &Path, expansions: &[&str], seed: u64, decisions: usize) -> Game {
    let (session, request) = session(expansions);
    let header = Header::new(&session, &request, &["random".into(), "random".into()], seed);
    let mut save = SaveFile::create(path, &header).unwrap();
    let mut game = session.game(seed).unwrap();
    save.sync(&game).unwrap();
    let bot = BotKind::Random.make(seed);
    for _ in 0..decisions {
        let Some(choice) = bot.choose(&game) else { break };
        game.apply(choice).unwrap();
        save.sync(&game).unwrap();
    }
    game
}
