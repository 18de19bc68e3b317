//! What every expansion must stand, without its author writing a line (`bastide::generic`): all
//! bundled expansions alone, in pairs and together, found on the shelf. `tester` proves that the
//! checks notice what they are there for.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails loudly")]

mod case;
mod tester;

use bastide::generic::{CHECKS, Check};
use case::{Chosen, Depth};

/// The check of this name.
fn check(name: &str) -> &'static Check {
    CHECKS
        .into_iter()
        .find(|check| check.name == name)
        .unwrap_or_else(|| panic!("there is no check `{name}`"))
}

/// Runs a check on every selection, and reports all that fail.
fn every(name: &str, depth: Depth) {
    let (check, chosen) = (check(name), case::all(depth));
    assert!(!chosen.is_empty());
    let wrong = |Chosen { case, games }: &Chosen| {
        let games = case::games(check, case, *games);
        let failure = if check.applies(case) { check.run(case, 0..games, || {}).err() } else { None };
        failure.map(|failure| format!("{case}: {failure}\n{}", failure.picture))
    };
    let failed: Vec<String> = chosen.iter().filter_map(wrong).collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn random_games_end() {
    every("random games end", Depth::Helpers);
}

#[test]
fn options_equal_the_predicate() {
    every("legal options equal what the predicate accepts", Depth::Singles);
}

#[test]
fn pieces_are_conserved_and_points_explained() {
    every("pieces are conserved and points explained", Depth::Helpers);
}

#[test]
fn a_replay_equals_the_game() {
    every("a replay equals the game", Depth::Helpers);
}

#[test]
fn a_fork_equals_its_parent() {
    every("a fork equals its parent", Depth::Pairs);
}

#[test]
fn games_are_saved_and_loaded_at_every_decision() {
    every("games are saved and loaded at every decision", Depth::Singles);
}

#[test]
fn decisions_are_taken_back() {
    every("decisions are taken back", Depth::Singles);
}

#[test]
fn a_fresh_machine_before_every_handler_changes_nothing() {
    every("a fresh machine before every handler changes nothing", Depth::Pairs);
}

#[test]
fn the_order_of_those_that_declare_none_changes_nothing() {
    every("the order of expansions that declare none changes nothing", Depth::Pairs);
}

#[test]
fn each_can_be_left_out_in_the_middle_of_a_game() {
    every("each can be left out in the middle of a game", Depth::Pairs);
}

#[test]
fn every_check_has_a_test_here_and_is_documented() {
    let (text, page) = (include_str!("main.rs"), include_str!("../../docs/api/testing.md"));
    for check in CHECKS {
        assert!(text.contains(&format!("every(\"{}\"", check.name)), "{}", check.name);
        assert!(page.contains(&format!("`generic: {}`", check.name)), "{}", check.name);
    }
}
