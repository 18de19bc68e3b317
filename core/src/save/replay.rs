//! Playing a saved game again, and comparing it with its marks.

use std::collections::VecDeque;

use bastide_engine::game::{Entry, Game};
use bastide_engine::log::Record;
use bastide_engine::luck::{Chance, Forced};

use crate::error::Error;
use crate::save::{Line, Mark, Saved};
use crate::session::{Factory, Session};
use crate::view;

/// Where a saved game does not fit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct ReplayFault {
    /// The line of the file, from 1.
    pub line: usize,
    /// What does not fit.
    pub reason: String,
}

/// One decision of a saved game, with what chance said after it.
struct Group {
    line: usize,
    /// Nothing for what chance said before the first decision.
    decision: Option<Record>,
    chances: Vec<(usize, Record)>,
    marks: Vec<(usize, Mark)>,
    last: bool,
}

/// A saved game that is played again, decision by decision.
pub struct Replay {
    factory: Factory,
    /// For names alone, so that nobody who watches the other sees a game that is not played.
    names: Option<Factory>,
    seed: u64,
    groups: VecDeque<Group>,
    game: Option<Game>,
    lenient: bool,
    checked: usize,
}

/// A saved game that was brought back.
pub struct Restored {
    /// The game, after its last decision.
    pub game: Game,
    /// How many fingerprints were compared.
    pub checked: usize,
}

/// Brings back a saved game. With `lenient`, fingerprints and draws may differ, because rules have
/// changed.
///
/// # Errors
///
/// When scripts cannot be loaded, and where a line does not fit.
pub fn restore(session: &Session, saved: &Saved, lenient: bool) -> Result<Restored, Error> {
    let mut replay = Replay::new(session, saved, lenient)?;
    while replay.step().map_err(|fault| Error::Save(fault.to_string()))? {}
    replay.finish()
}

impl Replay {
    /// Gets ready to play a saved game again.
    ///
    /// # Errors
    ///
    /// When scripts cannot be loaded.
    pub fn new(session: &Session, saved: &Saved, lenient: bool) -> Result<Replay, Error> {
        let factory = session.factory()?;
        let groups = group(&saved.lines);
        let seed = saved.header.seed;
        Ok(Replay { factory, names: None, seed, groups, game: None, lenient, checked: 0 })
    }

    /// The same with games of a maker whose host somebody watches.
    ///
    /// # Errors
    ///
    /// When scripts cannot be loaded.
    pub fn watched(session: &Session, watched: Factory, saved: &Saved) -> Result<Replay, Error> {
        let plain = Replay::new(session, saved, false)?;
        Ok(Replay { names: Some(plain.factory), factory: watched, ..plain })
    }

    /// The game so far; nothing before the first step.
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// How many fingerprints were compared so far.
    pub fn checked(&self) -> usize {
        self.checked
    }

    /// Plays the next decision; the first step only begins the game. Returns whether there was one.
    ///
    /// # Errors
    ///
    /// When the next lines do not fit.
    pub fn step(&mut self) -> Result<bool, ReplayFault> {
        let Some(group) = self.groups.pop_front() else { return Ok(false) };
        let fault = |line: usize, reason: String| ReplayFault { line, reason };
        let begin = match (&group.decision, &mut self.game) {
            (Some(record), Some(game)) => {
                let begin = game.log().len() + 1;
                let chances = chances(&group, game).map_err(|(line, reason)| fault(line, reason))?;
                game.force(chances);
                record.play(game).map_err(|error| fault(group.line, error.to_string()))?;
                begin
            }
            _ => {
                self.begin(&group)?;
                0
            }
        };
        let Some(game) = &self.game else { return Ok(false) };
        if !self.lenient {
            compare_chances(&group, game, begin)?;
            self.checked += compare_marks(&group, game)?;
        }
        Ok(true)
    }

    /// Begins the game, with what chance said before the first decision.
    fn begin(&mut self, group: &Group) -> Result<(), ReplayFault> {
        let fault = |line: usize, reason: String| ReplayFault { line, reason };
        // Names are resolved against rules, and for those any game will do.
        let names = self.names.as_ref().unwrap_or(&self.factory);
        let mut any = names.opened(self.seed, Forced::new()).map_err(|error| fault(1, error.to_string()))?;
        let opening = chances(group, &mut any).map_err(|(line, reason)| fault(line, reason))?;
        let game = self.factory.opened(self.seed, opening.into());
        self.game = Some(game.map_err(|error| fault(group.line, error.to_string()))?);
        Ok(())
    }

    /// The game, after the last decision that was played.
    ///
    /// # Errors
    ///
    /// When a handler fails in a game that was only begun.
    pub fn finish(self) -> Result<Restored, Error> {
        let game = match self.game {
            Some(game) => game,
            None => self.factory.opened(self.seed, Forced::new())?,
        };
        Ok(Restored { game, checked: self.checked })
    }
}

fn group(lines: &[(usize, u64, Line)]) -> VecDeque<Group> {
    let empty = |line| Group { line, decision: None, chances: Vec::new(), marks: Vec::new(), last: false };
    let mut groups = VecDeque::from([empty(2)]);
    for (line, _, content) in lines {
        match content {
            Line::Entry(record) if !record.is_chance() => {
                groups.push_back(Group { decision: Some((**record).clone()), ..empty(*line) });
            }
            Line::Entry(record) => {
                if let Some(group) = groups.back_mut() {
                    group.chances.push((*line, (**record).clone()));
                }
            }
            Line::Mark(mark) => {
                if let Some(group) = groups.back_mut() {
                    group.marks.push((*line, mark.clone()));
                }
            }
        }
    }
    if let Some(group) = groups.back_mut() {
        group.last = true;
    }
    groups
}

fn chances(group: &Group, game: &mut Game) -> Result<Vec<Chance>, (usize, String)> {
    let mut found = Vec::new();
    for (line, record) in &group.chances {
        match record.resolve(game) {
            Ok(Entry::Chance(chance)) => found.push(chance),
            Ok(_) => {}
            Err(error) => return Err((*line, error.to_string())),
        }
    }
    Ok(found)
}

/// Whether chance said what the lines say. At the end, lines may be missing.
fn compare_chances(group: &Group, game: &Game, begin: usize) -> Result<(), ReplayFault> {
    let came: Vec<Record> = (begin..game.log().len()).filter_map(|at| Record::of(game, at)).collect();
    for (index, (line, record)) in group.chances.iter().enumerate() {
        if came.get(index) != Some(record) {
            let said = Line::Entry(Box::new(record.clone())).text();
            let reason = match came.get(index) {
                Some(came) => {
                    let came = Line::Entry(Box::new(came.clone())).text();
                    format!("the game has {came} here, and the file says {said}")
                }
                None => format!("the file says {said}, but nothing is left to chance here"),
            };
            return Err(ReplayFault { line: *line, reason });
        }
    }
    if came.len() > group.chances.len() && !group.last {
        let missing = Line::Entry(Box::new(came[group.chances.len()].clone())).text();
        let reason = format!("the game has {missing} after this line, and the file does not");
        return Err(ReplayFault { line: group.line, reason });
    }
    Ok(())
}

fn compare_marks(group: &Group, game: &Game) -> Result<usize, ReplayFault> {
    for (line, mark) in &group.marks {
        let entries = game.log().len();
        if mark.entries != entries {
            let reason = format!("there should be {} entries above, and there are {entries}", mark.entries);
            return Err(ReplayFault { line: *line, reason });
        }
        let hash = view::hash(game);
        if mark.hash != hash {
            let reason = format!(
                "the state's fingerprint is {hash}, and the file says {}: the file was changed, or the rules were",
                mark.hash
            );
            return Err(ReplayFault { line: *line, reason });
        }
    }
    Ok(group.marks.len())
}
