//! A saved game whose expansions have changed since.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::folder;

/// Runs the program in a folder: exit code, output, messages.
fn run(here: &Path, args: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bastide"));
    let output = command.args(args).current_dir(here).stdin(std::process::Stdio::null()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// A folder with an expansion and a game that was stopped in the middle.
fn stopped_game(name: &str) -> std::path::PathBuf {
    let here = folder(name);
    assert_eq!(run(&here, &["new", "mills"]).0, 0);
    let seats = ["--seat", "random", "--seat", "random", "--seed", "8"];
    let play = [&["play", "--expansions", "mills", "--save", "game.jsonl"], &seats[..]].concat();
    assert_eq!(run(&here, &play).0, 0);
    let text = fs::read_to_string(here.join("game.jsonl")).unwrap();
    let lines: Vec<&str> = text.lines().take(60).collect();
    fs::write(here.join("game.jsonl"), lines.join("\n") + "\n").unwrap();
    here
}

#[test]
fn nothing_but_rules_counts_as_a_change() {
    let here = stopped_game("no_change");
    for file in ["README.md", "RULES.md", "tests/mills_test.lua"] {
        fs::write(here.join("mills").join(file), "something else").unwrap();
    }
    let (code, out, err) = run(&here, &["play", "--resume", "game.jsonl"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("Where the points came from:"), "{out}");
}

#[test]
fn a_change_is_named_and_the_game_left_alone_or_played_again() {
    let here = stopped_game("change");
    let main = here.join("mills/main.lua");
    let text = fs::read_to_string(&main).unwrap().replace("event.player, 1,", "event.player, 5,");
    fs::write(&main, text).unwrap();
    let before = fs::read(here.join("game.jsonl")).unwrap();

    let (code, _, err) = run(&here, &["play", "--resume", "game.jsonl"]);
    assert_eq!(code, 1);
    assert!(err.contains("since this game was saved: expansion `mills` has changed"), "{err}");
    assert!(err.contains("--changed replay"), "{err}");
    let (code, _, _) = run(&here, &["play", "--resume", "game.jsonl", "--changed", "stop"]);
    assert_eq!(code, 1);
    assert_eq!(fs::read(here.join("game.jsonl")).unwrap(), before);
    let (code, _, err) = run(&here, &["replay", "game.jsonl", "--quiet"]);
    assert_eq!(code, 1);
    assert!(err.contains("`mills` has changed") && err.contains("fingerprint"), "{err}");

    let (code, out, _) = run(&here, &["play", "--resume", "game.jsonl", "--changed", "replay"]);
    assert_eq!(code, 0);
    assert!(out.contains("scores 5 for well") || out.contains("well "), "{out}");
    let (code, _, err) = run(&here, &["replay", "game.jsonl", "--quiet"]);
    assert_eq!((code, err.as_str()), (0, ""));
}

#[test]
fn an_expansion_that_is_gone_is_told() {
    let here = stopped_game("gone");
    fs::remove_dir_all(here.join("mills")).unwrap();
    let (code, _, err) = run(&here, &["play", "--resume", "game.jsonl"]);
    assert_ne!(code, 0);
    assert!(err.contains("mills"), "{err}");
}
