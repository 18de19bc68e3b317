//! The steps of a game, one after the other: of a saved one, or of one that bots play.
//!
//! The engine may call handlers again on earlier states, to find out what it has to keep for those that
//! ask. After a rehearsal with the same host it knows, and each step is seen as it is.

use bastide_engine::game::{Entry, Game};
use bastide_engine::luck::Forced;
use bastide_play::simulate::bot_seed;
use bastide_play::{Bot, BotKind};

use super::{Filter, Recorder, Step, step, watched};
use crate::error::Error;
use crate::save::{Replay, Saved};
use crate::session::{Factory, Session};

/// The decisions that somebody wants to see, by their numbers; 0 is what comes before the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The first.
    pub from: usize,
    /// The last.
    pub to: usize,
}

impl Default for Range {
    fn default() -> Range {
        Range { from: 0, to: usize::MAX }
    }
}

/// Where the decisions come from.
enum Source {
    Saved(Box<Replay>),
    Bots { factory: Factory, seed: u64, bots: Vec<Box<dyn Bot>>, game: Option<Box<Game>> },
}

impl Source {
    fn game(&self) -> Option<&Game> {
        match self {
            Source::Saved(replay) => replay.game(),
            Source::Bots { game, .. } => game.as_deref(),
        }
    }

    /// Makes the next decision; the first step only begins the game. Whether there was one, or why
    /// it could not be made.
    fn advance(&mut self, recorder: Option<&Recorder>) -> Result<bool, String> {
        match self {
            Source::Saved(replay) => {
                recorder.into_iter().for_each(Recorder::start);
                replay.step().map_err(|fault| fault.to_string())
            }
            Source::Bots { factory, seed, game: empty @ None, .. } => {
                if let Some(recorder) = recorder {
                    let _ = factory.opened(*seed, Forced::new());
                    recorder.start();
                }
                let begun = factory.opened(*seed, Forced::new()).map_err(|error| error.to_string())?;
                *empty = Some(Box::new(begun));
                Ok(true)
            }
            Source::Bots { bots, game: Some(game), .. } => {
                let Some(decision) = game.decision() else { return Ok(false) };
                // Bots try things out on copies of the game: nobody wants to see that.
                let bot = bots.get(decision.player.index());
                let Some(choice) = bot.and_then(|bot| bot.choose(game)) else { return Ok(false) };
                if let Some(recorder) = recorder {
                    // A rehearsal. What fails in it fails again.
                    let _ = game.clone().apply(choice);
                    recorder.start();
                }
                game.apply(choice).map_err(|error| error.to_string())?;
                Ok(true)
            }
        }
    }
}

/// The steps of a game with what expansions did in each.
pub struct Steps {
    source: Source,
    recorder: Recorder,
    range: Range,
    filter: Filter,
    next: usize,
    failure: Option<String>,
}

impl Steps {
    /// The steps of a saved game.
    ///
    /// # Errors
    ///
    /// When scripts cannot be loaded.
    pub fn of_save(session: &Session, saved: &Saved, range: Range, filter: Filter) -> Result<Steps, Error> {
        let recorder = Recorder::default();
        let host = watched(session, &recorder)?;
        let factory = || session.factory_with(host.clone());
        let mut rehearsal = Replay::watched(session, factory(), saved)?;
        let mut next = 0;
        while next <= range.to && rehearsal.step().is_ok_and(|more| more) {
            next += 1;
        }
        let source = Source::Saved(Box::new(Replay::watched(session, factory(), saved)?));
        Ok(Steps { source, recorder, range, filter, next: 0, failure: None })
    }

    /// The steps of a game that bots play.
    ///
    /// # Errors
    ///
    /// When scripts cannot be loaded.
    pub fn of_bots(
        session: &Session,
        kinds: &[BotKind],
        seed: u64,
        range: Range,
        filter: Filter,
    ) -> Result<Steps, Error> {
        let recorder = Recorder::default();
        let factory = session.factory_with(watched(session, &recorder)?);
        let bots = kinds.iter().enumerate().map(|(seat, kind)| kind.make(bot_seed(seed, seat))).collect();
        let source = Source::Bots { factory, seed, bots, game: None };
        Ok(Steps { source, recorder, range, filter, next: 0, failure: None })
    }

    /// Why the game could not go on, if it could not.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// How many decisions were made.
    pub fn decisions(&self) -> usize {
        let log = self.source.game().map(Game::log).unwrap_or_default();
        log.iter().filter(|entry| !matches!(entry, Entry::Chance(_))).count()
    }
}

impl Iterator for Steps {
    type Item = Step;

    /// The next step that is wanted. One whose handler fails is the last.
    fn next(&mut self) -> Option<Step> {
        while self.failure.is_none() && self.next <= self.range.to {
            let decision = self.next;
            let wanted = decision >= self.range.from;
            let (entries, turn) = match self.source.game() {
                Some(game) => (game.log().len(), game.state().turn()),
                None => (usize::MAX, 0),
            };
            let made = self.source.advance(wanted.then_some(&self.recorder));
            let calls = self.recorder.stop();
            self.next += 1;
            match made {
                Ok(true) => {}
                Ok(false) => return None,
                Err(failure) => self.failure = Some(failure),
            }
            if !wanted {
                continue;
            }
            return Some(match self.source.game() {
                Some(game) => Step { decision, turn, ..step(game, entries, calls, &self.filter) },
                None => Step { decision, turn, choice: None, calls },
            });
        }
        None
    }
}
