//! Simulations: the same numbers at any number of threads, also when a game fails.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bastide_content::files::MemoryFiles;
use bastide_content::library::Library;
use bastide_content::select::SelectionRequest;
use bastide_engine::decision::{Choice, Prompt};
use bastide_engine::game::Game;
use bastide_engine::host::HandlerError;
use bastide_engine::ruleset::Ruleset;
use bastide_play::simulate::game_seed;
use bastide_play::{BotKind, GameFactory, Report, Request, SimulationError, simulate};

fn rules(players: &[&str]) -> Arc<Ruleset> {
    let files = MemoryFiles::new().with("tiles/base.toml", include_str!("../../../tiles/base.toml"));
    let selection =
        Library::open(&files, &[]).select(&SelectionRequest::new(players.iter().copied())).unwrap();
    Arc::new(Ruleset::new(selection.setup).unwrap())
}

fn request(games: u64, jobs: usize, seats: &[BotKind]) -> Request {
    Request { games, seed: 99, jobs, seats: seats.to_vec() }
}

/// A report without what depends on time and machine.
fn timeless(report: Report) -> Report {
    Report { jobs: 0, seconds: 0.0, games_per_second: 0.0, turns_per_second: 0.0, ..report }
}

#[test]
fn threads_change_nothing() {
    let rules = rules(&["a", "b", "c"]);
    let seats = [BotKind::Random, BotKind::Greedy, BotKind::Random];
    let run =
        |jobs| timeless(simulate(&request(40, jobs, &seats), || Ok(Arc::clone(&rules)), |_| {}).unwrap());
    let one = run(1);
    assert_eq!(one.games, 40);
    for jobs in [2, 3, 8] {
        assert_eq!(run(jobs), one);
    }
}

#[test]
fn progress_counts_every_game() {
    let rules = rules(&["a", "b"]);
    let most = AtomicU64::new(0);
    let told = |over: u64| {
        most.fetch_max(over, Ordering::Relaxed);
    };
    simulate(&request(21, 2, &[BotKind::Random; 2]), || Ok(Arc::clone(&rules)), told).unwrap();
    assert_eq!(most.into_inner(), 21);
}

/// A factory whose games of some seeds fail.
struct Failing(Arc<Ruleset>, Vec<u64>);

impl GameFactory for Failing {
    fn game(&mut self, seed: u64) -> Result<Game, HandlerError> {
        if !self.1.contains(&seed) {
            return self.0.game(seed);
        }
        Err(HandlerError::new("x", "y", "broken"))
    }
}

#[test]
fn the_first_game_that_fails_is_named() {
    let rules = rules(&["a", "b"]);
    let seeds = vec![game_seed(99, 90), game_seed(99, 33), game_seed(99, 34)];
    for jobs in [1, 2, 5] {
        let factory = || Ok(Failing(Arc::clone(&rules), seeds.clone()));
        let error = simulate(&request(200, jobs, &[BotKind::Random; 2]), factory, |_| {}).unwrap_err();
        assert!(matches!(error, SimulationError::Handler { game: 33, .. }), "{jobs} jobs: {error}");
        assert_eq!(error.to_string(), format!("game 33 (seed {}): broken", game_seed(99, 33)));
    }
}

#[test]
fn seats_must_be_those_of_the_game() {
    let rules = rules(&["a", "b"]);
    let error =
        simulate(&request(1, 1, &[BotKind::Random; 3]), || Ok(Arc::clone(&rules)), |_| {}).unwrap_err();
    assert_eq!(error.to_string(), "the game has 2 players, but 3 seats are given");
}

#[test]
fn random_is_uniform() {
    let game = Game::new(rules(&["a", "b"]), 5);
    let options = game.decision().unwrap().list();
    let mut counts = vec![0u32; options.len()];
    let draws = 2000 * options.len() as u32;
    for seed in 0..u64::from(draws) {
        let choice = BotKind::Random.make(seed).choose(&game).unwrap();
        counts[options.iter().position(|option| *option == choice).unwrap()] += 1;
    }
    // Five standard deviations around the mean of 2000.
    assert!(counts.iter().all(|count| (1776..=2224).contains(count)), "{counts:?}");
}

#[test]
fn greedy_takes_what_it_can_get() {
    let mut game = Game::new(rules(&["a", "b"]), 1);
    let bot = BotKind::Greedy.make(0);
    let mut least = usize::MAX;
    while let Some(decision) = game.decision() {
        if matches!(decision.prompt, Prompt::Deploy) {
            // A follower on a complete feature is points for nothing.
            let features = game.state().features();
            let free = decision.list().iter().any(|option| match option {
                Choice::Deploy { segment, .. } => {
                    features.is_complete(game.rules(), *segment) && game.scene().value(*segment, true).0 > 0
                }
                _ => false,
            });
            assert!(!free || bot.choose(&game) != Some(Choice::Pass));
        }
        let kind = bastide_engine::tile::PieceKindId::FOLLOWER;
        least = least.min(game.state().supply(decision.player, kind));
        game.apply(bot.choose(&game).unwrap()).unwrap();
    }
    assert!(least < 5, "it deploys");
    let points = game.rules().players().map(|player| game.state().points(player));
    assert!(points.min().unwrap() > 40, "{game:?}");
}
