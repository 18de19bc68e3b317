//! A handler fails: what is said about it brings the failure back.

use std::fs;
use std::path::{Path, PathBuf};

use crate::bastide::{Run, folder, run_in};

/// An expansion that fails once some turns are over, but not before.
fn late(name: &str, script: &str) -> PathBuf {
    let here = folder(name);
    assert_eq!(run_in(&here, &["new", "late"], "").code, 0);
    fs::write(here.join("late/main.lua"), script).unwrap();
    here
}

const FAILING: &str = "return {\n  on_turn_end = function(game, event)\n    if game.turn > 9 then\n      game:award(event.who, 1)\n    end\n  end,\n}\n";

/// Runs the commands that a message ends with, and returns what became of them.
fn commands(here: &Path, message: &str) -> Vec<Run> {
    let lines = message.lines().filter_map(|line| line.strip_prefix("  bastide "));
    lines.map(|line| run_in(here, &line.split(' ').collect::<Vec<_>>(), "")).collect()
}

/// The part of a message that is about the failure itself.
fn about(message: &str) -> &str {
    let begin = message.find("error[").unwrap_or_else(|| panic!("{message}"));
    message[begin..].split("\n\n").next().unwrap()
}

#[test]
fn a_simulation_tells_how_to_play_the_game_that_failed() {
    let here = late("sim_fails", FAILING);
    let seats = ["--seat", "greedy", "--seat", "random", "--option", "base.farmers=false"];
    let args = [&["sim", "--games", "30", "--expansions", "late"], &seats[..]].concat();
    let failed = run_in(&here, &args, "");
    assert_eq!(failed.code, 1, "{}", failed.out);
    assert!(failed.err.contains("has no field `who`"), "{}", failed.err);
    let runs = commands(&here, &failed.err);
    assert_eq!(runs.len(), 2, "{}", failed.err);
    assert_eq!((runs[0].code, about(&runs[0].err)), (1, about(&failed.err)), "the game fails again");
    assert_eq!(runs[1].code, 0, "{}", runs[1].err);
    assert!(runs[1].out.contains("the game is not over yet"), "{}", runs[1].out);
}

#[test]
fn a_saved_game_tells_where_it_stands() {
    let here = late("saved_fails", FAILING);
    let args =
        ["play", "--seat", "greedy", "--seat", "greedy", "--expansions", "late", "--save", "game.jsonl"];
    let failed = run_in(&here, &args, "");
    assert_eq!(failed.code, 1, "{}", failed.out);
    assert!(failed.err.contains("it failed in decision "), "{}", failed.err);
    let lines: Vec<&str> =
        failed.err.lines().filter_map(|line| line.strip_prefix("  bastide replay ")).collect();
    assert_eq!(lines.len(), 1, "{}", failed.err);
    let replayed = run_in(&here, &["replay", "game.jsonl"], "");
    assert_eq!(replayed.code, 0, "{}", replayed.err);
    let decisions = lines[0].rsplit(' ').next().unwrap();
    let verified = format!("Verified: {decisions} decisions were legal");
    assert!(replayed.out.contains(&verified), "{verified}\n{}", replayed.out);
}

#[test]
fn a_saved_game_that_fails_under_new_rules_tells_where() {
    let here = late("replay_fails", "return {}\n");
    let args =
        ["play", "--seat", "greedy", "--seat", "greedy", "--expansions", "late", "--save", "game.jsonl"];
    assert_eq!(run_in(&here, &args, "").code, 0);
    fs::write(here.join("late/main.lua"), FAILING).unwrap();
    let failed = run_in(&here, &["replay", "game.jsonl", "--quiet"], "");
    assert_eq!(failed.code, 1, "{}", failed.out);
    assert!(failed.err.contains("event.player = "), "{}", failed.err);
    let runs = commands(&here, &failed.err);
    assert_eq!(runs.len(), 1, "{}", failed.err);
    assert_eq!(runs[0].code, 0, "{}", runs[0].err);
}

#[test]
fn a_person_is_told_the_decision() {
    let here = late("person_fails", "return { on_turn_end = function() error(\"oh\") end }\n");
    let args = ["play", "--seat", "human", "--seat", "human", "--expansions", "late", "--seed", "3"];
    let told = run_in(&here, &args, "1\n4\nquit\n");
    assert!(told.out.contains("failed in on_turn_end: oh"), "{}", told.out);
    assert!(told.out.contains("it failed in decision 2"), "{}", told.out);
}
