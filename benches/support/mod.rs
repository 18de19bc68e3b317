//! What the benchmarks share.
//!
//! A measured piece of work returns an answer, and every run must return the expected one: what is
//! fast and wrong is not fast. Times are those of the fastest run, since everything that disturbs a
//! run makes it slower; the median stands beside it. A plain program instead of a framework, because
//! the figures that matter here (games, turns, the cost of a turn as a board grows) are not times of
//! one function.

#![allow(dead_code, reason = "each benchmark uses its own part")]

use std::fmt::Debug;
use std::time::{Duration, Instant};

#[path = "../../tests/common/mod.rs"]
pub mod common;

/// How long each piece of work is repeated.
const PATIENCE: Duration = Duration::from_secs(2);
const MOST_RUNS: usize = 200;

/// The benchmarks of one program, and which of them were asked for.
pub struct Benches {
    filter: Option<String>,
    once: bool,
}

/// How long a piece of work took.
#[derive(Clone, Copy)]
pub struct Timing {
    pub best: Duration,
    pub median: Duration,
    pub runs: usize,
}

impl Benches {
    /// Reads the arguments: a text that names must hold; `--test` runs everything once.
    pub fn from_arguments() -> Benches {
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        let filter = arguments.iter().find(|argument| !argument.starts_with('-')).cloned();
        Benches { filter, once: arguments.iter().any(|argument| argument == "--test") }
    }

    pub fn wants(&self, name: &str) -> bool {
        self.filter.as_ref().is_none_or(|filter| name.contains(filter))
    }

    /// How often to repeat something: so often, or once where only the answers count.
    pub fn rounds(&self, rounds: usize) -> usize {
        if self.once { 1 } else { rounds }
    }

    /// Repeats a piece of work, and asserts its answer each time.
    pub fn run<A: PartialEq + Debug>(
        &self,
        name: &str,
        expected: A,
        work: impl FnMut() -> A,
    ) -> Option<Timing> {
        self.run_prepared(name, expected, || (), {
            let mut work = work;
            move |()| work()
        })
    }

    /// The same for work that uses up something, which is prepared before each run and not timed.
    pub fn run_prepared<P, A: PartialEq + Debug>(
        &self,
        name: &str,
        expected: A,
        mut prepare: impl FnMut() -> P,
        mut work: impl FnMut(P) -> A,
    ) -> Option<Timing> {
        if !self.wants(name) {
            return None;
        }
        let begin = Instant::now();
        let mut times = Vec::new();
        while times.is_empty() || !self.once && begin.elapsed() < PATIENCE && times.len() < MOST_RUNS {
            let prepared = prepare();
            let start = Instant::now();
            let answer = work(prepared);
            times.push(start.elapsed());
            assert_eq!(answer, expected, "{name}: a wrong answer");
        }
        times.sort_unstable();
        Some(Timing { best: times[0], median: times[times.len() / 2], runs: times.len() })
    }
}

impl Timing {
    /// So many things a second, at best.
    pub fn rate(self, things: u64) -> f64 {
        things as f64 / self.best.as_secs_f64()
    }

    /// The nanoseconds of one thing: at best, and in the median.
    pub fn each(self, things: u64) -> (f64, f64) {
        let each = |time: Duration| time.as_secs_f64() * 1e9 / things as f64;
        (each(self.best), each(self.median))
    }
}

/// Prints the time of one thing.
pub fn print_each(name: &str, timing: Option<Timing>, things: u64) {
    let Some(timing) = timing else { return };
    let (best, median) = timing.each(things);
    println!("{name:<44} {best:>12.1} ns each   median {median:>10.1} ns   {} runs", timing.runs);
}

/// Prints whole games.
pub fn print_games(name: &str, timing: Option<Timing>, games: u64, turns: u64) {
    let Some(timing) = timing else { return };
    let (best, median) = timing.each(games);
    println!(
        "{name:<44} {:>10.0} games/s {:>12.0} turns/s   {:.1} us each   median {:.1} us   {} runs",
        timing.rate(games),
        timing.rate(turns),
        best / 1000.0,
        median / 1000.0,
        timing.runs
    );
}
