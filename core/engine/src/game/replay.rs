//! Playing a log again, and what stands on that: going back, and hot reload.

use std::rc::Rc;
use std::sync::Arc;

use crate::decision::Choice;
use crate::host::{ApplyError, HandlerError};
use crate::luck::Forced;
use crate::ruleset::Ruleset;

use super::{Entry, Game, SharedHost};

/// A log that does not fit its rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("entry {entry} of the log: {error}")]
pub struct ReplayError {
    /// Which entry, from 0.
    pub entry: usize,
    /// What is wrong with it.
    pub error: ApplyError,
}

impl ReplayError {
    fn into_handler_error(self) -> HandlerError {
        match self.error {
            ApplyError::Handler(error) => error,
            other => {
                let message = format!("the game could not be played again up to here: {other}");
                HandlerError::new("", "", message)
            }
        }
    }
}

impl Game {
    /// Takes back the last decision, with everything that followed from it. Returns whether there
    /// was one.
    ///
    /// # Errors
    ///
    /// When a handler fails that did not fail before, which means that it is no pure function.
    pub fn undo(&mut self) -> Result<bool, HandlerError> {
        let decided = |entry: &Entry| !matches!(entry, Entry::Chance(_));
        let Some(last) = self.log.iter().rposition(decided) else { return Ok(false) };
        self.rewind(last)?;
        Ok(true)
    }

    /// Goes back to where the log had this many entries. Outcomes that were settled then are
    /// settled again.
    ///
    /// # Errors
    ///
    /// When a handler fails that did not fail before.
    pub fn rewind(&mut self, entries: usize) -> Result<(), HandlerError> {
        let entries = entries.min(self.log.len());
        // What the steps print that are played again was said before.
        let printed = self.host.as_ref().map(|host| host.borrow_mut().take_output());
        let again = self.again(&self.log[..entries]);
        if let (Some(host), Some(printed)) = (&self.host, printed) {
            host.borrow_mut().take_output();
            host.borrow_mut().put_output(printed);
        }
        let mut fresh = again.map_err(ReplayError::into_handler_error)?;
        let cut = self.settled.partition_point(|(at, _)| *at < entries);
        let then = match self.settled.get(cut) {
            Some((at, forced)) if *at == entries => forced.clone(),
            // The step that began here began without any, or nothing was taken back.
            _ if entries < self.log.len() => Forced::new(),
            _ => std::mem::take(&mut self.scene.forced),
        };
        self.settled.truncate(cut);
        fresh.settled = std::mem::take(&mut self.settled);
        fresh.scene.forced = then;
        fresh.scene.journal = self.scene.journal.as_ref().map(|_| Vec::new());
        fresh.scene.noted = self.scene.noted;
        *self = fresh;
        Ok(())
    }

    /// Plays a log again from where this game's log begins.
    fn again(&self, log: &[Entry]) -> Result<Game, ReplayError> {
        let Some(origin) = &self.origin else {
            let ready = |game: &mut Game| self.hand_over(game);
            return Game::replayed(Arc::clone(self.rules()), self.seed, self.host.clone(), log, ready);
        };
        let mut game = Game { origin: Some(Rc::clone(origin)), ..(**origin).clone() };
        // The log has all that chance said since.
        game.scene.forced.clear();
        self.hand_over(&mut game);
        game.play_log(log, 0)?;
        Ok(game)
    }

    /// What the one who plays a log again must know: which handlers ask, and what is journaled, so that a
    /// question that is open at the end knows what was reported before it.
    fn hand_over(&self, game: &mut Game) {
        game.scene.asking = Rc::clone(&self.scene.asking);
        game.scene.journal = self.scene.journal.as_ref().map(|_| Vec::new());
        game.scene.noted = self.scene.noted;
    }

    /// Plays a log again. Chance outcomes come from the log; where it has none, from the generator.
    ///
    /// # Errors
    ///
    /// At the first entry that does not fit, and when a handler fails.
    pub fn replay(
        rules: Arc<Ruleset>,
        seed: u64,
        host: Option<SharedHost>,
        log: &[Entry],
    ) -> Result<Game, ReplayError> {
        Game::replayed(rules, seed, host, log, |_| {})
    }

    fn replayed(
        rules: Arc<Ruleset>,
        seed: u64,
        host: Option<SharedHost>,
        log: &[Entry],
        ready: impl Fn(&mut Game),
    ) -> Result<Game, ReplayError> {
        let mut at = 0;
        let opening = following_chances(log, &mut at);
        let mut game = Game::started(rules, seed, host, opening, ready)
            .map_err(|error| ReplayError { entry: 0, error: error.into() })?;
        game.play_log(log, at)?;
        Ok(game)
    }

    /// Plays the rest of a log.
    fn play_log(&mut self, log: &[Entry], mut at: usize) -> Result<(), ReplayError> {
        while at < log.len() {
            let entry = at;
            at += 1;
            let chances = following_chances(log, &mut at);
            self.force(chances);
            self.replay_entry(&log[entry]).map_err(|error| ReplayError { entry, error })?;
        }
        self.settled.clear();
        Ok(())
    }

    /// Makes the choice of one entry of a log. A chance outcome is settled for the choices to come.
    ///
    /// # Errors
    ///
    /// When it is no option here, and when a handler fails.
    pub fn replay_entry(&mut self, entry: &Entry) -> Result<(), ApplyError> {
        match entry {
            Entry::Choice { choice, label, .. } => {
                let choice = label.as_deref().map_or(*choice, |label| self.by_label(*choice, label));
                self.apply(choice)
            }
            Entry::OffTurn { player, action, item } => self.apply_off_turn(*player, *action, item),
            Entry::Mute(expansion) => Ok(self.mute(*expansion)?),
            Entry::Chance(outcome) => {
                self.force([outcome.clone()]);
                Ok(())
            }
        }
    }

    /// The option of this name, where the index alone could mean another one under changed rules.
    fn by_label(&self, choice: Choice, label: &str) -> Choice {
        if self.scene.describe(&choice) == label {
            return choice;
        }
        let Some(decision) = self.decision() else { return choice };
        decision.list().into_iter().find(|option| self.scene.describe(option) == label).unwrap_or(choice)
    }
}

/// The chance outcomes from `at` on, which is left behind them.
fn following_chances(log: &[Entry], at: &mut usize) -> Forced {
    let mut outcomes = Forced::new();
    while let Some(Entry::Chance(outcome)) = log.get(*at) {
        outcomes.push_back(outcome.clone());
        *at += 1;
    }
    outcomes
}
