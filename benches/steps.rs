//! Single steps in the middle of a game. `cargo bench --bench steps`.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a benchmark fails loudly")]

mod support;

use std::hint::black_box;

use bastide_engine::decision::Prompt;
use bastide_engine::game::Game;

use support::common::{Dice, base_rules, random_step};
use support::{Benches, print_each};

/// How often the games of a batch are visited in one run.
const TIMES: u64 = 100;

/// A game of two after 36 turns, with a tile in hand.
fn mid_game(seed: u64) -> Game {
    let mut game = Game::new(base_rules(2, &[]), seed);
    let mut dice = Dice::new(seed);
    while game.state().turn() < 37
        || !matches!(game.decision().map(|decision| decision.prompt), Some(Prompt::Place(_)))
    {
        assert!(random_step(&mut game, &mut dice), "the game is not over after 36 turns");
    }
    game
}

/// Measures what only looks at games: a number of each, summed up.
fn look(benches: &Benches, games: &[Game], name: &str, expected: u64, number: impl Fn(&Game) -> u64) {
    let batch = || games.iter().map(|game| number(black_box(game))).fold(0, u64::wrapping_add);
    let work = || (0..TIMES).map(|_| batch()).fold(0, u64::wrapping_add);
    print_each(name, benches.run(name, expected, work), TIMES * games.len() as u64);
}

/// Measures what changes games: each run gets fresh copies.
fn change(benches: &Benches, games: &[Game], name: &str, expected: u64, change: impl Fn(&mut Game)) {
    let work = |mut games: Vec<Game>| {
        games.iter_mut().for_each(&change);
        games.iter().map(|game| game.log().len() as u64).sum::<u64>()
    };
    let timing = benches.run_prepared(name, expected, || games.to_vec(), work);
    print_each(name, timing, games.len() as u64);
}

fn main() {
    let benches = Benches::from_arguments();
    let games: Vec<Game> = (0..100).map(mid_game).collect();
    look(&benches, &games, "number of legal options", 289600, |game| {
        game.decision().map_or(0, |decision| decision.len() as u64)
    });
    look(&benches, &games, "sorted list of legal options", 289600, |game| {
        game.decision().map_or(0, |decision| decision.list().len() as u64)
    });
    look(&benches, &games, "search for the places of a tile", 289600, |game| {
        let tile = game.state().hand().expect("a tile is in hand");
        let counts = game.state().board().place_counts(game.rules().tile(tile));
        counts.iter().map(|count| u64::from(*count)).sum()
    });
    look(&benches, &games, "clone of a game", 943300, |game| game.clone().log().len() as u64);
    look(&benches, &games, "hash of a state", 12458601078407350404, Game::hash64);
    change(&benches, &games, "placement of a tile", 9631, |game| {
        let choice = game.decision().and_then(|decision| decision.get(0)).expect("there is an option");
        game.apply(choice).expect("an option");
    });
    change(&benches, &games, "undo", 9233, |game| assert!(game.undo().expect("no host")));
}
