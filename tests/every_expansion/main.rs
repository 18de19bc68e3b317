//! What every expansion must stand, without its author writing a line: all bundled expansions alone,
//! in pairs and together, found on the shelf. `checks` holds the tests, `tester` proves that they
//! notice what they are there for.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails loudly")]

#[path = "../common/mod.rs"]
mod common;

mod case;
mod checks;
mod fresh;
mod tester;

use case::{Case, Depth};

/// Runs a check on every case, and reports all that fail.
fn every(check: fn(&Case) -> Result<(), String>, depth: Depth) {
    let cases = case::all(depth);
    assert!(!cases.is_empty());
    let failed: Vec<String> =
        cases.iter().filter_map(|case| check(case).err().map(|error| format!("{case}: {error}"))).collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn random_games_end() {
    every(checks::games_end, Depth::Helpers);
}

#[test]
fn options_equal_the_predicate() {
    every(checks::options_equal_the_predicate, Depth::Singles);
}

#[test]
fn pieces_are_conserved_and_points_explained() {
    every(checks::nothing_is_lost, Depth::Helpers);
}

#[test]
fn a_replay_equals_the_game() {
    every(checks::replay_equals_live, Depth::Helpers);
}

#[test]
fn a_fork_equals_its_parent() {
    every(checks::fork_equals_parent, Depth::Pairs);
}

#[test]
fn games_are_saved_and_loaded_at_every_decision() {
    every(checks::save_and_load, Depth::Singles);
}

#[test]
fn decisions_are_taken_back() {
    every(checks::undo, Depth::Singles);
}

#[test]
fn a_fresh_machine_before_every_handler_changes_nothing() {
    every(checks::fresh_machine, Depth::Pairs);
}

#[test]
fn the_order_of_those_that_declare_none_changes_nothing() {
    every(checks::any_order, Depth::Pairs);
}

#[test]
fn each_can_be_left_out_in_the_middle_of_a_game() {
    every(checks::muting, Depth::Pairs);
}
