//! Whole random games on one thread: every option equally likely, every tile drawn, fields and
//! final scoring included. `cargo bench --bench games`.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a benchmark fails loudly")]

mod support;

use std::sync::Arc;
use std::time::Instant;

use bastide::session::{Factory, Request, Session};
use bastide::shelf::Shelf;

use bastide_engine::game::{Game, SharedHost};
use bastide_engine::luck::Forced;
use bastide_engine::ruleset::Ruleset;

use support::common::{Dice, base_rules};
use support::{Benches, print_games};

/// The allocator of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// What a batch of games comes to: the sum of all points, and the number of turns.
type Answer = (i64, u64);

/// Plays the games of the seeds below a number.
fn play(rules: &Arc<Ruleset>, host: Option<&SharedHost>, games: u64) -> Answer {
    play_made(games, |seed| {
        Game::with_host(rules.clone(), seed, host.cloned(), Forced::new()).expect("it begins")
    })
}

/// The same with games that somebody else makes.
fn play_made(games: u64, mut make: impl FnMut(u64) -> Game) -> Answer {
    let (mut points, mut turns) = (0, 0);
    for seed in 0..games {
        let mut game = make(seed);
        let rules = Arc::clone(game.rules());
        let mut dice = Dice::new(seed);
        while let Some(decision) = game.decision() {
            let choice = decision.get(dice.below(decision.len())).expect("the index is in range");
            game.apply_unchecked(choice).expect("nothing fails");
        }
        points += rules.players().map(|player| i64::from(game.state().points(player))).sum::<i64>();
        turns += u64::from(game.state().turn());
    }
    (points, turns)
}

/// Measures games of these rules. Games with expansions bring their host.
fn measure(benches: &Benches, name: &str, rules: &Arc<Ruleset>, host: Option<&SharedHost>, expected: Answer) {
    const GAMES: u64 = 2000;
    let timing = benches.run(name, expected, || play(rules, host, GAMES));
    print_games(name, timing, GAMES, expected.1);
}

/// Measures games with scripts against the same tiles without, in turns, and prints by how much
/// longer they take: the median of the ratios of neighbouring runs, since a machine's speed drifts.
fn compare(benches: &Benches, name: &str, with: &Request, without: &Request, expected: (Answer, Answer)) {
    const GAMES: u64 = 500;
    if !benches.wants(name) {
        return;
    }
    let shelf = Shelf::bundled();
    let session = |request| Session::open(&shelf, request).expect("the request is right");
    let (with, without) = (session(with), session(without));
    let (mut scripted, mut plain) = (with.factory().expect("it loads"), without.factory().expect("it loads"));
    let mut ratios = Vec::new();
    let mut best = [f64::MAX; 2];
    let mut time = |factory: &mut Factory, expected: Answer, side: usize| {
        let start = Instant::now();
        let answer = play_made(GAMES, |seed| factory.opened(seed, Forced::new()).expect("it begins"));
        assert_eq!(answer, expected, "{name}: a wrong answer");
        let seconds = start.elapsed().as_secs_f64();
        best[side] = best[side].min(seconds);
        seconds
    };
    for _ in 0..benches.rounds(21) {
        let base = time(&mut plain, expected.1, 0);
        ratios.push(time(&mut scripted, expected.0, 1) / base);
    }
    ratios.sort_by(f64::total_cmp);
    let median = ratios[ratios.len() / 2];
    println!(
        "{name:<44} {:>10.0} games/s   {:+.1} % in the median of {} pairs   {:.1} us each, without {:.1} us",
        GAMES as f64 / best[1],
        100.0 * (median - 1.0),
        ratios.len(),
        best[1] * 1e6 / GAMES as f64,
        best[0] * 1e6 / GAMES as f64,
    );
}

/// An expansion in a folder of its own, for as long as the benchmark runs.
fn expansion(main: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let inner = folder.path().join("measured");
    std::fs::create_dir(&inner).expect("a folder");
    let manifest = "format = 1\nid = \"measured\"\nname = \"Measured\"\nversion = \"1.0.0\"\napi = 1\n";
    std::fs::write(inner.join("expansion.toml"), manifest).expect("a file");
    std::fs::write(inner.join("main.lua"), main).expect("a file");
    folder
}

/// What scripts cost.
fn scripts(benches: &Benches) {
    let base = Request::new(["Alice", "Bob"]);
    let towers = base.clone().with("watchtowers");
    let tiles = Request { tile_sets: vec!["watchtowers".to_owned()], ..base.clone() };
    compare(
        benches,
        "The Watchtowers against their tiles alone",
        &towers,
        &tiles,
        ((22233, 41488), (21450, 41488)),
    );
    let with = |ids: &[&str]| ids.iter().fold(base.clone(), |request, id| request.with(*id));
    let promos = with(&["russian_promos"]);
    compare(
        benches,
        "Russian Promos against the base game",
        &promos,
        &base,
        ((18429, 37493), (19609, 35493)),
    );
    let three = with(&["watchtowers", "russian_promos", "barbarian_horde"]);
    let name = "Watchtowers, Russian Promos and Barbarian Horde";
    compare(benches, name, &three, &base, ((20901, 47000), (19609, 35493)));
    let scripts = [
        ("an expansion that hooks nothing", "return {}"),
        ("one hook call a turn", "return { on_turn_end = function(game, event) end }"),
        (
            "one hook call a turn that stores",
            "return { on_turn_end = function(game) game.storage.turn = game.turn end }",
        ),
    ];
    for (name, main) in scripts {
        let folder = expansion(main);
        let path = folder.path().join("measured").to_string_lossy().into_owned();
        compare(benches, name, &base.clone().with(path), &base, ((19609, 35493), (19609, 35493)));
    }
}

fn main() {
    let benches = Benches::from_arguments();
    scripts(&benches);
    measure(&benches, "base, 2 players", &base_rules(2, &[]), None, (77659, 141959));
    measure(&benches, "base, 5 players", &base_rules(5, &[]), None, (157209, 141960));
    let second = base_rules(2, &[("edition", "second")]);
    measure(&benches, "base, 2 players, second edition", &second, None, (78115, 141974));
}
