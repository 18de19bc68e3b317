//! Single steps in the middle of a game. `cargo bench --bench steps`.

mod support;

use std::hint::black_box;

use bastide_engine::decision::Prompt;
use bastide_engine::game::Game;

use support::common::{Dice, base_rules, random_step};
use support::{Benches, print_each};

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

fn main() {
    let benches = Benches::from_arguments();
    let games: Vec<Game> = (0..100).map(mid_game).collect();
    const TIMES: u64 = 100;
    let things = TIMES * games.len() as u64;

    let count = || {
        (0..TIMES)
            .map(|_| {
                games.iter().map(|game| black_box(game).decision().map_or(0, |at| at.len())).sum::<usize>()
            })
            .sum::<usize>()
    };
    print_each("number of legal options", 289600, 0, count), things);

    let list = || {
        (0..TIMES)
            .map(|_| {
                games
                    .iter()
                    .map(|game| black_box(game).decision().map_or(0, |at| at.list().len()))
                    .sum::<usize>()
            })
            .sum::<usize>()
    };
    print_each("list of legal options, sorted", benches.run("list of legal options", 0, list), things);

    let scan = || {
        let scan = |game: &Game| {
            let tile = game.state().hand().expect("a tile is in hand");
            game.state().board().place_counts(game.rules().tile(tile)).iter().sum::<u32>() as usize
        };
        (0..TIMES).map(|_| games.iter().map(|game| scan(black_box(game))).sum::<usize>()).sum::<usize>()
    };
    print_each("search for the places of a tile", benches.run("search for the places", 0, scan), things);

    let fork = || {
        (0..TIMES).map(|_| games.iter().map(|game| game.clone().log().len()).sum::<usize>()).sum::<usize>()
    };
    print_each("clone of a game", benches.run("clone of a game", 0, fork), things);

    let hash = || {
        (0..TIMES)
            .map(|_| games.iter().map(Game::hash64).fold(0, u64::wrapping_add))
            .fold(0, u64::wrapping_add)
    };
    print_each("hash of a state", benches.run("hash of a state", 0, hash), things);

    let prepare = || games.clone();
    let apply = |mut games: Vec<Game>| {
        for game in &mut games {
            let choice = game.decision().and_then(|decision| decision.get(0)).expect("there is an option");
            game.apply(choice).expect("an option");
        }
        games.iter().map(|game| game.state().board().tiles().len()).sum::<usize>()
    };
    let timing = benches.run_prepared("placement of a tile", 0, prepare, apply);
    print_each("placement of a tile", timing, games.len() as u64);

    let undo = |mut games: Vec<Game>| {
        games.iter_mut().for_each(|game| assert!(game.undo().expect("no host")));
        games.iter().map(|game| game.log().len()).sum::<usize>()
    };
    let timing = benches.run_prepared("undo in mid-game", 0, prepare, undo);
    print_each("undo in mid-game", timing, games.len() as u64);
}
