//! Playing a course under some rules, as far as it fits.

use bastide_engine::event::{Event, Source};
use bastide_engine::game::{Entry, Game};
use bastide_engine::host::ApplyError;
use bastide_engine::log::{PlayError, Record};
use bastide_engine::luck::{Chance, Forced};

use crate::error::Error;
use crate::narrate::words;
use crate::session::Session;
use crate::workbench::course::{Course, Said, Step, written};
use crate::workbench::standing::listed;

/// A course that was played under some rules.
#[derive(Clone)]
pub(super) struct Run {
    /// The game, after the last decision that fits.
    pub game: Game,
    /// The points that each decision brought: the source, the player's seat, how many. What came
    /// before the first decision stands in front.
    pub points: Vec<Vec<(String, usize, i32)>>,
    /// The decisions that were made, in words.
    pub said: Vec<Said>,
    pub misfit: Option<Misfit>,
    pub drift: Option<Drift>,
    /// What scripts printed.
    pub printed: Vec<String>,
}

/// A decision that does not fit the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// Which decision, from 1.
    pub decision: usize,
    /// Who decided what.
    pub said: Said,
    /// Why it does not fit.
    pub reason: String,
    /// What can be decided instead; nothing where a handler failed.
    pub legal: Vec<String>,
}

/// The first place where chance says something else than it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drift {
    /// After which decision, from 1; 0 for before the first.
    pub decision: usize,
    /// What it said; nothing if it said nothing more.
    pub was: Option<String>,
    /// What it says.
    pub is: Option<String>,
}

impl Run {
    /// Takes down what the last decision brought.
    pub fn note(&mut self) {
        let mut got = Vec::new();
        for event in self.game.journal() {
            if let Event::PointsAwarded(award) = event {
                let kinds = &self.game.rules().vocabulary().feature_kinds;
                let name = match &award.source {
                    Source::Feature(kind) => &*kinds[kind.index()].name,
                    Source::Rule(name) => name,
                };
                got.push((words(name), award.player.index(), award.points));
            }
        }
        self.points.push(got);
        if let Some(host) = self.game.host() {
            self.printed.extend(host.borrow_mut().take_output());
        }
    }

    /// Makes a decision again. The game is where it was if it does not fit.
    fn play(&mut self, step: &Step) -> Result<(), (String, bool)> {
        let plain = |reason: String| (reason, false);
        let chances = resolved(&step.chances, &mut self.game).map_err(plain)?;
        let said = match step.said.turn {
            0 => Said::of_record(&mut self.game, &step.record),
            _ => step.said.clone(),
        };
        let entries = self.game.log().len() + 1;
        self.game.force(chances);
        if let Err(error) = step.record.play(&mut self.game) {
            let failed = matches!(error, PlayError::Apply(ApplyError::Handler(_)));
            return Err((error.to_string(), failed));
        }
        self.said.push(said);
        self.note();
        self.compare(&step.chances, entries);
        Ok(())
    }

    /// Compares what chance says, from an entry of the log on, with what it said.
    fn compare(&mut self, was: &[Record], from: usize) {
        if self.drift.is_some() {
            return;
        }
        let is: Vec<Record> =
            (from..self.game.log().len()).filter_map(|at| Record::of(&self.game, at)).collect();
        let longest = was.len().max(is.len());
        if let Some(at) = (0..longest).find(|at| was.get(*at) != is.get(*at)) {
            let text = |records: &[Record]| records.get(at).map(written);
            self.drift = Some(Drift { decision: self.said.len(), was: text(was), is: text(&is) });
        }
    }
}

impl Course {
    /// Plays it from the beginning, as far as it fits.
    ///
    /// # Errors
    ///
    /// When scripts cannot be loaded, and when a handler fails before the first decision.
    pub fn play(&self, session: &Session) -> Result<Run, Error> {
        let factory = session.factory()?;
        let mut game = factory.opened(self.seed, Forced::new())?;
        if !self.opening.is_empty() && !Record::log(&game).eq(self.opening.iter().cloned()) {
            // Tiles that are gone cannot be drawn: chance decides anew.
            let opening = resolved(&self.opening, &mut game).unwrap_or_default();
            game = factory.opened(self.seed, opening.into())?;
        }
        let (points, said, printed) = (Vec::new(), Vec::new(), Vec::new());
        let mut run = Run { game, points, said, misfit: None, drift: None, printed };
        run.note();
        if !self.opening.is_empty() {
            run.compare(&self.opening, 0);
        }
        for (at, step) in self.steps.iter().enumerate() {
            if let Err((reason, failed)) = run.play(step) {
                let legal = if failed { Vec::new() } else { listed(&run.game) };
                run.misfit = Some(Misfit { decision: at + 1, said: step.said.clone(), reason, legal });
                break;
            }
        }
        Ok(run)
    }
}

/// Outcomes of chance for a game of some rules.
fn resolved(records: &[Record], game: &mut Game) -> Result<Vec<Chance>, String> {
    let mut found = Vec::new();
    for record in records {
        match record.resolve(game) {
            Ok(Entry::Chance(chance)) => found.push(chance),
            Ok(_) => {}
            Err(error) => return Err(error.to_string()),
        }
    }
    Ok(found)
}
