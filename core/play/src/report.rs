//! What many games came to.

use serde::Serialize;

use crate::tally::{Tally, WIN};

/// The outcome of a simulation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The games that were played.
    pub games: u64,
    /// The seed from which all of them follow.
    pub seed: u64,
    /// The threads that played.
    pub jobs: usize,
    /// How long it took.
    pub seconds: f64,
    /// Whole games a second, all threads together.
    pub games_per_second: f64,
    /// Turns a second, all threads together.
    pub turns_per_second: f64,
    /// The mean number of turns of a game.
    pub turns_per_game: f64,
    /// The mean number of decisions of a game.
    pub decisions_per_game: f64,
    /// What each seat came to, in seating order.
    pub seats: Vec<SeatReport>,
    /// Where points came from, by name.
    pub sources: Vec<SourceReport>,
}

/// What one seat came to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeatReport {
    /// The player's name.
    pub name: String,
    /// What kind of player sat there.
    pub kind: String,
    /// The mean of its points.
    pub mean_points: f64,
    /// The interval that holds the true mean with 95 % confidence, by the normal approximation.
    pub ci95: [f64; 2],
    /// The standard deviation of its points in one game.
    pub deviation: f64,
    /// The fewest points in a game.
    pub least_points: i32,
    /// The most points in a game.
    pub most_points: i32,
    /// The share of games that it won; a tie is shared.
    pub win_rate: f64,
}

/// Where points came from.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SourceReport {
    /// The kind of feature, or the name that a rule gave.
    pub name: String,
    /// Mean points a game, all seats together.
    pub points_per_game: f64,
    /// How often points came from here in a game, all seats together.
    pub awards_per_game: f64,
    /// Mean points a game of each seat.
    pub mean_points: Vec<f64>,
}

/// The number of standard errors on each side that hold 95 % of a normal distribution.
const Z95: f64 = 1.959_963_984_540_054;

impl Report {
    /// Works out means from counts. Equal counts give equal numbers, but for the time.
    pub(crate) fn new(tally: &Tally, names: &[String], kinds: &[String], seed: u64) -> Report {
        let per_game = |number: f64| if tally.games == 0 { 0.0 } else { number / tally.games as f64 };
        let seats = names.iter().zip(kinds).zip(&tally.seats);
        let seats = seats.map(|((name, kind), seat)| {
            let mean = per_game(seat.points as f64);
            // Games are few enough that the squares are exact.
            let variance = if tally.games > 1 {
                let games = tally.games as f64;
                ((seat.squares as f64 - mean * seat.points as f64) / (games - 1.0)).max(0.0)
            } else {
                0.0
            };
            let margin = Z95 * per_game(variance).sqrt();
            SeatReport {
                name: name.clone(),
                kind: kind.clone(),
                mean_points: mean,
                ci95: [mean - margin, mean + margin],
                deviation: variance.sqrt(),
                least_points: seat.least,
                most_points: seat.most,
                win_rate: per_game(seat.wins as f64 / WIN as f64),
            }
        });
        let sources = tally.sources.iter().map(|(name, origin)| SourceReport {
            name: name.clone(),
            points_per_game: per_game(origin.points.iter().sum::<i64>() as f64),
            awards_per_game: per_game(origin.awards as f64),
            mean_points: origin.points[..names.len()].iter().map(|points| per_game(*points as f64)).collect(),
        });
        Report {
            games: tally.games,
            seed,
            jobs: 0,
            seconds: 0.0,
            games_per_second: 0.0,
            turns_per_second: 0.0,
            turns_per_game: per_game(tally.turns as f64),
            decisions_per_game: per_game(tally.decisions as f64),
            seats: seats.collect(),
            sources: sources.collect(),
        }
    }

    /// The same with how long it took.
    pub(crate) fn timed(mut self, seconds: f64, jobs: usize) -> Report {
        let seconds = seconds.max(f64::MIN_POSITIVE);
        self.games_per_second = self.games as f64 / seconds;
        self.turns_per_second = self.turns_per_game * self.games_per_second;
        self.seconds = seconds;
        self.jobs = jobs;
        self
    }
}
