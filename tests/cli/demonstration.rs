//! Games that play themselves.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::bastide::ok;

#[test]
fn without_arguments_a_whole_game_is_told() {
    let out = ok(&["play"]);
    assert!(out.starts_with("Alice (greedy) and Bob (greedy) play the base game with "), "{out}");
    assert!(out.contains("\nTurn 1, Alice"), "{out}");
    assert!(out.contains(" scores "), "{out}");
    assert!(out.contains("\nThe last turn is over."), "{out}");
    assert!(out.contains("\nWhere the points came from:\n"), "{out}");
    assert!(out.trim_end().lines().last().unwrap().starts_with("total"), "{out}");
}

#[test]
fn the_same_seed_gives_the_same_game_and_another_one_another() {
    let play = |seed| ok(&["play", "--expansions", "", "--seed", seed]);
    assert_eq!(play("4"), play("4"));
    assert_ne!(play("4"), play("5"));
}

#[test]
fn every_kind_of_seat_plays_to_the_end() {
    for seats in [["random", "random"], ["greedy", "greedy"], ["greedy", "random"]] {
        let out = ok(&["play", "--seat", seats[0], "--seat", seats[1], "--seed", "2", "--expansions", ""]);
        assert!(out.contains(" win"), "{out}");
    }
    let six = ["play", "--seat=random"].into_iter().chain(std::iter::repeat_n("--seat=random", 5));
    let out = ok(&six.collect::<Vec<_>>());
    assert!(out.contains("Frank (random)"), "{out}");
}

#[test]
fn points_of_the_table_are_those_that_were_told() {
    let out = ok(&["play", "--seat", "greedy", "--seat", "greedy", "--seed", "9", "--expansions", ""]);
    let told = |name: &str| -> i32 {
        let scored = out.lines().filter_map(|line| line.trim().strip_prefix(&format!("{name} scores ")));
        scored.map(|rest| rest.split(' ').next().unwrap().parse::<i32>().unwrap()).sum()
    };
    let total: Vec<i32> = out
        .lines()
        .last()
        .unwrap()
        .split_whitespace()
        .skip(1)
        .map(|number| number.parse().unwrap())
        .collect();
    assert_eq!([told("Alice"), told("Bob")], *total);
}

#[test]
fn options_and_names_are_heeded() {
    let args = ["play", "--seat", "random", "--seat", "random", "--name", "Ada", "--expansions", ""];
    let out = ok(&[&args[..], &["--option", "base.edition=second", "--seed", "1"]].concat());
    assert!(out.starts_with("Ada (random) and Bob (random) play the base game alone, seed 1."), "{out}");
    let out = ok(&[&args[..], &["--option", "base.farmers=false", "--seed", "1"]].concat());
    assert!(!out.contains("on the field"), "{out}");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bastide"))
        .args(["play", "--expansions", ""])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut out = BufReader::with_capacity(16, child.stdout.take().unwrap());
    out.read_line(&mut line).unwrap();
    drop(out);
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn the_recorded_horde_is_told_by_names_with_the_whole_board_and_its_letters() {
    let demo = concat!(env!("CARGO_MANIFEST_DIR"), "/expansions/barbarian_horde/demo/game.jsonl");
    let told = ok(&["replay", demo, "--until", "100"]);
    assert!(told.contains("(the board goes on: -7,-6 to 3,4)"), "{told}");
    let letters = "     M monastery, A Alice's, B Bob's, b barbarian, c catapult, p pit\n";
    assert!(told.contains(letters), "{told}");
    let whole = ok(&["replay", demo, "--until", "100", "--whole-board"]);
    assert!(!whole.contains("the board goes on") && whole.contains(letters), "{whole}");
    assert!(whole.contains("\n   4 "), "its last row\n{whole}");
    let over = ok(&["replay", demo]);
    for line in [
        "  Barbarians arrived: the barbarian (3 times).",
        "  Barbarians march: the barbarian (5 times), spaces 1.",
        "  Barbarian eliminated: tile at -4,3, by Bob, cause swordsman.",
        "  Fortress proposed: cell -4,0 turned 0, by Bob.",
    ] {
        assert!(over.contains(line), "{line}");
    }
    assert!(!over.contains(", by 1") && !over.contains(", by 2"), "players are told by their names");
}

#[test]
fn a_whole_board_can_be_watched() {
    let seats = ["play", "--seat", "random", "--seat", "random", "--expansions", "", "--seed", "4"];
    let part = ok(&seats);
    assert!(part.contains("(the board goes on: "), "{part}");
    let whole = ok(&[&seats[..], &["--whole-board"]].concat());
    assert!(!whole.contains("the board goes on"), "{whole}");
    assert!(whole.contains("M monastery, A Alice's, B Bob's\n"), "{whole}");
}
