//! The decisions of a game, in words that other rules can understand.

use std::fmt;

use bastide_engine::decision::{Choice, Item};
use bastide_engine::game::{Entry, Game};
use bastide_engine::log::Record;

use crate::save::{Line, Saved};
use crate::workbench::run::Run;

/// Everything that was decided in a game, and what chance said.
#[derive(Clone, Debug, Default)]
pub(super) struct Course {
    pub seed: u64,
    /// What chance said before the first decision.
    pub opening: Vec<Record>,
    pub steps: Vec<Step>,
}

/// A decision, and what chance said after it.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub record: Record,
    pub chances: Vec<Record>,
    pub said: Said,
}

/// A decision for people.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// The number of the turn; 0 where it is not known.
    pub turn: u32,
    /// Who decided.
    pub by: String,
    /// What.
    pub what: String,
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.turn > 0 {
            write!(f, "turn {}, ", self.turn)?;
        }
        if !self.by.is_empty() {
            write!(f, "{}: ", self.by)?;
        }
        f.write_str(&self.what)
    }
}

impl Said {
    /// An option of the open decision.
    pub(super) fn of_choice(game: &Game, choice: &Choice) -> Said {
        let by = game.decision().map(|decision| game.rules().name(decision.player).to_owned());
        let what = game.scene().describe(choice);
        Said { turn: game.state().turn(), by: by.unwrap_or_default(), what }
    }

    /// A record that a game stands before. One that it cannot understand is said as it is written.
    pub(super) fn of_record(game: &mut Game, record: &Record) -> Said {
        let by = record.by.clone().unwrap_or_default();
        let entry = record.resolve(game);
        let said = |what| Said { turn: game.state().turn(), by: by.clone(), what };
        match entry {
            Ok(Entry::Choice { choice, .. }) => said(game.scene().describe(&choice)),
            Ok(Entry::OffTurn { action, item, .. }) => {
                let name = game.scene().action_name(action);
                let item = if item == Item::Nil { String::new() } else { game.scene().item_name(&item) };
                said(format!("{name} {item}").trim_end().to_owned())
            }
            Ok(Entry::Mute(_)) => said(format!("leave out {}", record.mute.clone().unwrap_or_default())),
            Ok(Entry::Chance(_)) | Err(_) => said(written(record)),
        }
    }
}

/// A record as saved games write it.
pub(super) fn written(record: &Record) -> String {
    Line::Entry(Box::new(record.clone())).text()
}

impl Course {
    pub fn new(seed: u64) -> Course {
        Course { seed, ..Course::default() }
    }

    /// The course of a saved game, up to so many decisions.
    pub fn of(saved: &Saved, most: Option<usize>) -> Course {
        let mut course = Course::new(saved.header.seed);
        for (_, _, line) in &saved.lines {
            let Line::Entry(record) = line else { continue };
            let record = (**record).clone();
            if record.is_chance() {
                let last = course.steps.last_mut().map(|step| &mut step.chances);
                last.unwrap_or(&mut course.opening).push(record);
            } else if most.is_some_and(|most| course.steps.len() >= most) {
                break;
            } else {
                let by = record.by.clone().unwrap_or_default();
                let said = Said { turn: 0, by, what: written(&record) };
                course.steps.push(Step { record, chances: Vec::new(), said });
            }
        }
        course
    }

    /// Takes down what chance said in a game that has only begun.
    pub fn open(&mut self, game: &Game) {
        self.opening = Record::log(game).collect();
    }

    /// Takes down the last decision of a game, whose log had so many entries before it.
    pub fn add(&mut self, game: &Game, entries: usize, said: Said) {
        let Some(record) = Record::of(game, entries) else { return };
        let chances = (entries + 1..game.log().len()).filter_map(|at| Record::of(game, at)).collect();
        self.steps.push(Step { record, chances, said });
    }

    /// Takes over the words for decisions that a run has understood.
    pub fn learn(&mut self, run: &Run) {
        for (step, said) in self.steps.iter_mut().zip(&run.said) {
            if step.said.turn == 0 {
                step.said = said.clone();
            }
        }
    }
}
