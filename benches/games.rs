//! Whole random games on one thread: every option equally likely, every tile drawn, fields and
//! final scoring included. `cargo bench --bench games`.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a benchmark fails loudly")]

mod support;

use std::sync::Arc;

use bastide_engine::game::{Game, SharedHost};
use bastide_engine::luck::Forced;
use bastide_engine::ruleset::Ruleset;

use support::common::{Dice, base_rules};
use support::{Benches, print_games};

/// What a batch of games comes to: the sum of all points, and the number of turns.
type Answer = (i64, u64);

/// Plays the games of the seeds below a number.
fn play(rules: &Arc<Ruleset>, host: Option<&SharedHost>, games: u64) -> Answer {
    let (mut points, mut turns) = (0, 0);
    for seed in 0..games {
        let mut game = Game::with_host(rules.clone(), seed, host.cloned(), Forced::new()).expect("it begins");
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

fn main() {
    let benches = Benches::from_arguments();
    measure(&benches, "base, 2 players", &base_rules(2, &[]), None, (77659, 141959));
    measure(&benches, "base, 5 players", &base_rules(5, &[]), None, (157209, 141960));
    let second = base_rules(2, &[("edition", "second")]);
    measure(&benches, "base, 2 players, second edition", &second, None, (113510, 141975));
}
