//! The cost of a turn on boards of 72 to 72,000 tiles, with the tiles of the set repeated. It must
//! not grow with the board. `cargo bench --bench boards`.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a benchmark fails loudly")]

mod support;

use std::sync::Arc;
use std::time::{Duration, Instant};

use bastide_engine::game::Game;
use bastide_engine::ruleset::Ruleset;

use support::Benches;
use support::common::{Dice, base_setup};

/// How many turns are measured.
const TURNS: u32 = 2000;

/// Rules with so many copies of the set that a board of this size leaves enough to go on.
fn rules(tiles: u32) -> Arc<Ruleset> {
    let mut setup = base_setup(2, &[]);
    let copies = tiles.div_ceil(72) + 2 * TURNS.div_ceil(72);
    setup.stack.iter_mut().for_each(|(_, count)| *count *= copies);
    Arc::new(Ruleset::new(setup).expect("the repeated set is valid"))
}

/// What happened in the measured turns.
#[derive(Default)]
struct Spent {
    picking: Duration,
    applying: Duration,
    options: u64,
    decisions: u64,
}

/// Plays until the board holds this many tiles, then measures the turns that follow.
fn grow(rules: &Arc<Ruleset>, tiles: usize) -> (Game, Spent) {
    let mut game = Game::new(rules.clone(), 1);
    let mut dice = Dice::new(1);
    while game.state().board().tiles().len() < tiles {
        let decision = game.decision().expect("the stack is large enough");
        let choice = decision.get(dice.below(decision.len())).expect("in range");
        game.apply_unchecked(choice).expect("no host, no error");
    }
    let mut spent = Spent::default();
    let end = game.state().turn() + TURNS;
    while game.state().turn() < end {
        let start = Instant::now();
        let decision = game.decision().expect("the stack is large enough");
        let options = decision.len();
        let choice = decision.get(dice.below(options)).expect("in range");
        let picked = Instant::now();
        game.apply_unchecked(choice).expect("no host, no error");
        spent.applying += picked.elapsed();
        spent.picking += picked - start;
        spent.options += options as u64;
        spent.decisions += 1;
    }
    (game, spent)
}

fn main() {
    let benches = Benches::from_arguments();
    if !benches.wants("boards") {
        return;
    }
    println!(
        "{:>8} {:>12} {:>12} {:>12} {:>18}",
        "tiles", "ns a turn", "picking", "applying", "options a decision"
    );
    for (tiles, expected) in [
        (72u32, 6549385831122937478),
        (720, 54909436617361524),
        (7200, 13870745521860108799),
        (72_000, 7727197773812227294),
    ] {
        let rules = rules(tiles);
        let mut best: Option<Spent> = None;
        for _ in 0..5 {
            let (game, spent) = grow(&rules, tiles as usize);
            assert_eq!(game.hash64(), expected, "a board of {tiles} tiles came out otherwise");
            let total = |spent: &Spent| spent.picking + spent.applying;
            if best.as_ref().is_none_or(|best| total(&spent) < total(best)) {
                best = Some(spent);
            }
        }
        let Some(best) = best else { continue };
        // The clock is read twice a decision; its own cost is a part of both columns.
        let each = |time: Duration| time.as_nanos() as f64 / f64::from(TURNS);
        println!(
            "{tiles:>8} {:>12.0} {:>12.0} {:>12.0} {:>18.1}",
            each(best.picking + best.applying),
            each(best.picking),
            each(best.applying),
            best.options as f64 / best.decisions as f64
        );
    }
}
