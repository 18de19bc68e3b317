//! Who got which points, and for what.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use bastide_engine::event::{Award, Event, Source};
use bastide_engine::game::Game;
use bastide_engine::ruleset::MAX_PLAYERS;

use crate::narrate::words;

/// All points that were awarded in a game, with their place in the log.
#[derive(Clone, Debug, Default)]
pub struct Ledger(Vec<(usize, Award)>);

impl Ledger {
    /// No points yet.
    pub fn new() -> Ledger {
        Ledger::default()
    }

    /// Takes down what the last decision brought. The game must keep its journal.
    pub fn note(&mut self, game: &Game) {
        let entries = game.log().len();
        for event in game.journal() {
            if let Event::PointsAwarded(award) = event {
                self.0.push((entries, award.clone()));
            }
        }
    }

    /// Strikes out what was taken back.
    pub fn strike(&mut self, game: &Game) {
        let entries = game.log().len();
        self.0.retain(|(at, _)| *at <= entries);
    }

    /// The awards, oldest first.
    pub fn awards(&self) -> impl Iterator<Item = &Award> {
        self.0.iter().map(|(_, award)| award)
    }

    /// Points by source and player.
    pub fn by_source(&self, game: &Game) -> BTreeMap<String, [i32; MAX_PLAYERS]> {
        let mut sources = BTreeMap::new();
        for award in self.awards() {
            let name = match &award.source {
                Source::Feature(kind) => &game.rules().vocabulary().feature_kinds[kind.index()].name,
                Source::Rule(name) => &**name,
            };
            let points: &mut [i32; MAX_PLAYERS] = sources.entry(words(name)).or_default();
            points[award.player.index()] += award.points;
        }
        sources
    }

    /// A table of points by source and player, with the total.
    pub fn table(&self, game: &Game) -> String {
        let rules = game.rules();
        let sources = self.by_source(game);
        let first = sources.keys().map(|name| name.chars().count()).max().unwrap_or(0).max("total".len());
        let widths: Vec<usize> =
            rules.players().map(|player| rules.name(player).chars().count().max(6) + 2).collect();
        let mut text = format!("{:first$}", "");
        let row = |text: &mut String, cells: &mut dyn Iterator<Item = String>| {
            for (cell, width) in cells.zip(&widths) {
                let _ = write!(text, "{cell:>width$}");
            }
            text.push('\n');
        };
        row(&mut text, &mut rules.players().map(|player| rules.name(player).to_owned()));
        for (name, points) in &sources {
            let _ = write!(text, "{name:first$}");
            row(
                &mut text,
                &mut points
                    .iter()
                    .map(|points| if *points == 0 { "-".to_owned() } else { points.to_string() }),
            );
        }
        let _ = write!(text, "{:first$}", "total");
        row(&mut text, &mut rules.players().map(|player| game.state().points(player).to_string()));
        text
    }
}
