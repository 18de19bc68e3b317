//! Counting what happens in games: whole numbers only, so that the order in which games end
//! changes nothing.

use std::collections::BTreeMap;

use bastide_engine::event::{Award, Event, Source};
use bastide_engine::game::Game;
use bastide_engine::ruleset::{MAX_PLAYERS, Ruleset};

/// A win is shared by all who have most points; a win of one is this much.
pub(crate) const WIN: u64 = 60;

/// What a number of games came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub games: u64,
    pub turns: u64,
    pub decisions: u64,
    pub seats: [Seat; MAX_PLAYERS],
    /// Points and awards by source.
    pub sources: BTreeMap<String, Origin>,
}

/// What one seat came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Seat {
    pub points: i64,
    pub squares: i64,
    pub wins: u64,
    pub least: i32,
    pub most: i32,
}

/// What one source of points came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Origin {
    pub awards: u64,
    pub points: [i64; MAX_PLAYERS],
}

impl Tally {
    /// Counts points that were awarded.
    pub fn awards(&mut self, rules: &Ruleset, events: &[Event]) {
        for event in events {
            if let Event::PointsAwarded(award) = event {
                self.award(rules, award);
            }
        }
    }

    fn award(&mut self, rules: &Ruleset, award: &Award) {
        let name = source_name(rules, &award.source);
        let origin = match self.sources.get_mut(name) {
            Some(origin) => origin,
            None => self.sources.entry(name.to_owned()).or_default(),
        };
        origin.awards += 1;
        origin.points[award.player.index()] += i64::from(award.points);
    }

    /// Counts a game that is over.
    pub fn finished(&mut self, game: &Game, decisions: u64) {
        let state = game.state();
        let players = game.rules().player_count();
        let points: Vec<i32> = game.rules().players().map(|player| state.points(player)).collect();
        let most = points.iter().copied().max().unwrap_or(0);
        let winners = points.iter().filter(|points| **points == most).count().max(1) as u64;
        for (seat, points) in self.seats[..players].iter_mut().zip(&points) {
            let first = self.games == 0;
            seat.points += i64::from(*points);
            seat.squares += i64::from(*points) * i64::from(*points);
            seat.wins += if *points == most { WIN / winners } else { 0 };
            seat.least = if first { *points } else { seat.least.min(*points) };
            seat.most = if first { *points } else { seat.most.max(*points) };
        }
        self.games += 1;
        self.turns += u64::from(state.turn());
        self.decisions += decisions;
    }

    /// Adds other games.
    pub fn add(&mut self, other: &Tally) {
        if other.games == 0 {
            return;
        }
        for (seat, more) in self.seats.iter_mut().zip(&other.seats) {
            let first = self.games == 0;
            seat.points += more.points;
            seat.squares += more.squares;
            seat.wins += more.wins;
            seat.least = if first { more.least } else { seat.least.min(more.least) };
            seat.most = if first { more.most } else { seat.most.max(more.most) };
        }
        self.games += other.games;
        self.turns += other.turns;
        self.decisions += other.decisions;
        for (name, more) in &other.sources {
            let origin = self.sources.entry(name.clone()).or_default();
            origin.awards += more.awards;
            origin.points.iter_mut().zip(&more.points).for_each(|(points, more)| *points += more);
        }
    }
}

/// The name of a source: the kind of feature, or the rule's own.
pub fn source_name<'a>(rules: &'a Ruleset, source: &'a Source) -> &'a str {
    match source {
        Source::Feature(kind) => &rules.vocabulary().feature_kinds[kind.index()].name,
        Source::Rule(name) => name,
    }
}
