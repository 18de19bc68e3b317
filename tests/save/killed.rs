//! The program can be killed while it writes any byte.

use std::fs;

use bastide::engine::game::Game;
use bastide::engine::log::Record;
use bastide::play::BotKind;
use bastide::save::{self, SaveFile};

use crate::{folder, saved, session};

/// The decisions of a game's log, in words.
fn decisions(game: &Game) -> Vec<String> {
    Record::log(game).filter(|record| !record.is_chance()).map(|record| format!("{record:?}")).collect()
}

fn killed_at_every_byte(name: &str, expansions: &[&str], seed: u64, count: usize, stride: usize) {
    let here = folder(name);
    let whole = here.join("whole.jsonl");
    let played = saved(&whole, expansions, seed, count);
    let (session, _) = session(expansions);
    let bytes = fs::read(&whole).unwrap();
    let header = bytes.iter().position(|byte| *byte == b'\n').unwrap();
    let all = decisions(&played);
    let bot = BotKind::Random.make(seed);
    let torn = here.join("torn.jsonl");
    for length in (0..=bytes.len()).filter(|length| length % stride == 0 || *length == bytes.len()) {
        fs::write(&torn, &bytes[..length]).unwrap();
        let read = match save::read(&torn) {
            Ok(read) => read,
            Err(error) => {
                assert!(length <= header, "{length}: {error}");
                continue;
            }
        };
        assert!(length > header);
        // Lines that were whole are all there: at most the last one is lost.
        let lines = bytes[header + 1..length].iter().filter(|byte| **byte == b'\n').count();
        assert_eq!(read.lines.len(), lines, "at byte {length}");
        let mut game = save::restore(&session, &read, false).unwrap().game;
        let done = decisions(&game);
        assert_eq!(done, all[..done.len()], "at byte {length}");
        let mut file = SaveFile::resume(&torn, &read).unwrap();
        file.sync(&game).unwrap();
        // Going on leads to the same game, and to a file that verifies.
        while decisions(&game).len() < all.len() {
            game.apply(bot.choose(&game).unwrap()).unwrap();
            file.sync(&game).unwrap();
        }
        assert_eq!(game.hash64(), played.hash64(), "at byte {length}");
        let again = save::read(&torn).unwrap();
        assert!(!again.torn);
        let restored = save::restore(&session, &again, false).unwrap();
        assert_eq!(restored.game.hash64(), played.hash64(), "at byte {length}");
        assert_eq!(restored.game.log(), played.log(), "at byte {length}");
    }
}

#[test]
fn a_short_game_at_every_byte() {
    killed_at_every_byte("every_byte", &[], 11, 24, 1);
}

#[test]
fn a_whole_game_with_every_expansion_at_many_bytes() {
    killed_at_every_byte("many_bytes", &["all"], 12, 10_000, 131);
}

#[test]
fn a_last_line_of_rubbish_is_dropped() {
    let here = folder("rubbish");
    let path = here.join("game.jsonl");
    let played = saved(&path, &[], 3, 10);
    let mut bytes = fs::read(&path).unwrap();
    bytes.extend([0, 0, 255, 0, b'\n']);
    fs::write(&path, bytes).unwrap();
    let read = save::read(&path).unwrap();
    assert!(read.torn);
    let (session, _) = session(&[]);
    assert_eq!(save::restore(&session, &read, false).unwrap().game.hash64(), played.hash64());
}

#[test]
fn what_was_taken_back_is_not_in_the_file() {
    let here = folder("taken_back");
    let path = here.join("game.jsonl");
    let mut game = saved(&path, &[], 3, 40);
    let read = save::read(&path).unwrap();
    let mut file = SaveFile::resume(&path, &read).unwrap();
    for _ in 0..25 {
        assert!(game.undo().unwrap());
        file.sync(&game).unwrap();
    }
    let (session, _) = session(&[]);
    let read = save::read(&path).unwrap();
    let restored = save::restore(&session, &read, false).unwrap().game;
    assert_eq!(restored.log(), game.log());
    assert_eq!(restored.hash64(), game.hash64());
}
