//! Help, mistakes on the command line, exit codes.

use crate::bastide::{folder, ok, run, run_in};

const COMMANDS: [&str; 9] = ["play", "replay", "sim", "check", "test", "trace", "api", "new", "engine"];

#[test]
fn every_command_helps_with_an_example() {
    let help = ok(&["--help"]);
    for command in COMMANDS {
        assert!(help.contains(&format!("\n  {command} ")), "{help}");
        let help = ok(&[command, "--help"]);
        assert!(help.contains("Example"), "{command}: {help}");
        assert!(help.contains(&format!("bastide {command}")), "{command}: {help}");
    }
    assert!(ok(&["--version"]).starts_with("bastide "));
}

#[test]
fn help_says_what_a_command_takes() {
    let sim = ok(&["sim", "--help"]);
    assert!(sim.contains("random or greedy") && !sim.contains("human"), "{sim}");
    let play = ok(&["play", "--help"]);
    assert!(play.contains("human, random or greedy") && play.contains("docs/base-game.md"), "{play}");
}

#[test]
fn a_replay_that_is_cut_short_says_what_it_verified() {
    let here = folder("cut_short");
    let saved = run_in(&here, &["play", "--seed", "1", "--save", "game.jsonl"], "");
    assert_eq!(saved.code, 0, "{}", saved.err);
    let replay = |until: &str| run_in(&here, &["replay", "game.jsonl", "--quiet", "--until", until], "").out;
    assert_eq!(
        replay("1"),
        "Verified: 1 decision was legal, no fingerprint stands in this part of the file; the game is not over yet.\n"
    );
    assert!(replay("12").starts_with("Verified: 12 decisions were legal, 1 fingerprint agrees; "));
}

/// A use that is wrong, and what the message says.
fn wrong(args: &[&str], message: &str) {
    let run = run(args);
    assert_eq!(run.code, 2, "{args:?}\n{}{}", run.out, run.err);
    assert!(run.err.contains(message), "{args:?}\n{}", run.err);
}

#[test]
fn wrong_use_is_told_with_the_nearest_name() {
    wrong(&[], "Usage");
    wrong(&["plya"], "play");
    wrong(&["play", "--sead", "1"], "--seed");
    wrong(&["play", "--seat", "greddy"], "did you mean `greedy`?");
    wrong(&["play", "--expansions", "watchtower"], "did you mean `watchtowers`?");
    wrong(&["play", "--option", "base.edtion=second"], "did you mean `base.edition`?");
    wrong(&["play", "--option", "base.edition=secnd"], "did you mean `second`?");
    wrong(&["play", "--option", "base.edition"], "expected NAME=VALUE");
    wrong(&["play", "--name", "A", "--name", "A"], "two players are called `A`");
    wrong(&["play", "--name", "A", "--name", "B", "--name", "C"], "3 names are given for 2 seats");
    wrong(&["play", "--seat", "random", "--name", "A", "--name", "B"], "2 names are given for 1 seat\n");
    wrong(&["play", "--seed", "x"], "invalid");
    let seven = std::iter::once("play").chain(std::iter::repeat_n("--seat=random", 7));
    wrong(&seven.collect::<Vec<_>>(), "1 to 6 players, not 7");
    wrong(&["sim", "--games", "0"], "0");
    wrong(&["sim", "--seat", "human"], "a simulation has no human seats");
    wrong(&["sim", "--seat", "greddy"], "expected `random` or `greedy`, did you mean `greedy`?");
    wrong(&["check"], "PATH");
    wrong(&["check", "no/such/folder"], "there is no file or folder `no/such/folder`");
    wrong(&["play", "--expansions", "./no_such"], "no_such");
    wrong(&["replay", "no_such.jsonl"], "cannot read `no_such.jsonl`");
    wrong(&["play", "--resume", "no_such.jsonl"], "cannot read `no_such.jsonl`");
    wrong(&["play", "--resume", "x", "--expansions", ""], "cannot be used with");
}

#[test]
fn a_file_that_is_there_is_not_overwritten() {
    let here = folder("overwrite");
    std::fs::write(here.join("diary.txt"), "dear diary").unwrap();
    let run = run_in(&here, &["play", "--save", "diary.txt"], "");
    assert_eq!(run.code, 2);
    assert!(run.err.contains("there is a file of this name already"), "{}", run.err);
    assert_eq!(std::fs::read_to_string(here.join("diary.txt")).unwrap(), "dear diary");
    let run = run_in(&here, &["play", "--save", "no/such/folder/game.jsonl"], "");
    assert_eq!(run.code, 2, "{}", run.err);
}

#[test]
fn a_file_that_is_no_saved_game_is_told() {
    let here = folder("no_save");
    for (text, message) in [
        ("", "the file is empty"),
        ("dear diary", "the first line is not whole"),
        ("dear diary\n", "no saved game of Bastide"),
        ("{}\n", "expected an object with the key `bastide`"),
        ("{\"bastide\":99}\n", "version 99, and this program reads version 1"),
        ("{\"bastide\":1}\n", "missing field"),
        ("\u{0}\u{1}\n\n", "no saved game of Bastide"),
    ] {
        std::fs::write(here.join("file"), text).unwrap();
        for args in [["replay", "file"], ["play", "--resume=file"]] {
            let run = run_in(&here, &args, "");
            assert_eq!(run.code, 1, "{text:?}: {}", run.err);
            assert!(run.err.contains(message), "{text:?}: {}", run.err);
        }
    }
}
