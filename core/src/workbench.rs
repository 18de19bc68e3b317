//! A game on the workbench: its rules are changed while it is played.
//!
//! A [`Workbench`] holds a game and its log. When files were saved, [`Workbench::reload`] opens them
//! and says what has changed. Either the log is played again under the new rules, with the luck that
//! it records, or the state is kept and the new rules hold from here on ([`Mode`]). What cannot be
//! opened leaves the last good rules in play.
//!
//! ```
//! use bastide::play::BotKind;
//! use bastide::session::Request;
//! use bastide::shelf::Shelf;
//! use bastide::workbench::{Mode, Reload, Until, Workbench};
//!
//! let (shelf, request) = (Shelf::bundled(), Request::new(["Alice", "Bob"]));
//! let mut bench = Workbench::begin(&shelf, request, 7, &[BotKind::Greedy; 2], Until::Turns(4))?;
//! // … here files are saved …
//! match bench.reload(&shelf, Mode::Replay) {
//!     Reload::Done(changes) => assert!(changes.is_nothing()),
//!     Reload::Broken(error) => println!("{error}"),
//!     Reload::Refused(errors) => println!("{errors}"),
//! }
//! # Ok::<(), bastide::error::Error>(())
//! ```

mod changes;
mod course;
mod run;
mod standing;

use std::sync::Arc;

use bastide_engine::game::{CarryErrors, Game};
use bastide_play::simulate::bot_seed;
use bastide_play::{Bot, BotKind};

pub use self::changes::{Change, Changes};
use self::course::Course;
pub use self::course::Said;
use self::run::Run;
pub use self::run::{Drift, Misfit};
pub use self::standing::{Open, Points, Standing};
use crate::error::Error;
use crate::save::Saved;
use crate::session::{Request, Session};
use crate::shelf::Shelf;

/// Decisions for each tile after which bots give up: some rule lets them go round in circles.
const DECISIONS_PER_TILE: usize = 30;

/// What becomes of the game when rules change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// All decisions are made again, as if the rules had always been these.
    #[default]
    Replay,
    /// What has happened stays, and the rules hold from here on.
    KeepState,
}

/// How far bots play before the first rules are changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Until {
    /// Until half of the tiles are drawn.
    #[default]
    Middle,
    /// Until so many decisions are made.
    Decisions(usize),
    /// Until so many turns are over.
    Turns(u32),
}

/// What came of a reload.
#[derive(Debug)]
pub enum Reload {
    /// The new rules are in play.
    Done(Box<Changes>),
    /// The files cannot be used. The rules from before are still in play.
    Broken(Error),
    /// The state cannot be kept under the new rules. The rules from before are still in play.
    Refused(CarryErrors),
}

/// A game whose rules are changed while it is played.
pub struct Workbench {
    request: Request,
    session: Session,
    bots: Vec<Box<dyn Bot>>,
    until: Until,
    course: Course,
    run: Run,
    stalled: Option<String>,
}

impl Workbench {
    /// Begins a game and lets bots play it to some point, one bot for each player. Where a handler
    /// fails on the way the game stands before that decision, and goes on once it is mended.
    ///
    /// # Errors
    ///
    /// When there is something wrong with the request or its files, or the game cannot begin.
    pub fn begin(
        shelf: &Shelf,
        request: Request,
        seed: u64,
        bots: &[BotKind],
        until: Until,
    ) -> Result<Workbench, Error> {
        let session = Session::open(shelf, &request)?;
        let course = Course::new(seed);
        let run = course.play(&session)?;
        let bots = bots.iter().enumerate().map(|(seat, kind)| kind.make(bot_seed(seed, seat))).collect();
        let mut bench = Workbench { request, session, bots, until, course, run, stalled: None };
        bench.course.open(&bench.run.game);
        bench.go_on();
        Ok(bench)
    }

    /// Takes a saved game, up to so many decisions where a number is given. `request` says where its
    /// expansions are now.
    ///
    /// # Errors
    ///
    /// When there is something wrong with the request or its files, or the game cannot begin.
    pub fn resume(
        shelf: &Shelf,
        request: Request,
        saved: &Saved,
        decisions: Option<usize>,
    ) -> Result<Workbench, Error> {
        let session = Session::open(shelf, &request)?;
        let course = Course::of(saved, decisions);
        let run = course.play(&session)?;
        let until = Until::Decisions(0);
        let mut bench = Workbench { request, session, bots: Vec::new(), until, course, run, stalled: None };
        bench.course.learn(&bench.run);
        Ok(bench)
    }

    /// The game as it stands.
    pub fn game(&self) -> &Game {
        &self.run.game
    }

    /// The rules and scripts in play.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The decisions of the log, those that do not fit now included.
    pub fn decisions(&self) -> usize {
        self.course.steps.len()
    }

    /// The first decision that does not fit, if there is one. The game stands before it.
    pub fn misfit(&self) -> Option<&Misfit> {
        self.run.misfit.as_ref()
    }

    /// Why bots could not play on to where they should.
    pub fn stalled(&self) -> Option<&str> {
        self.stalled.as_deref()
    }

    /// What there is to see of the game.
    pub fn standing(&mut self) -> Standing {
        Standing::of(&mut self.run)
    }

    /// From the next reload on, something else is to be played, such as an expansion more.
    pub fn ask_for(&mut self, request: Request) {
        self.request = request;
    }

    /// Opens the files again and brings the game under what they say.
    pub fn reload(&mut self, shelf: &Shelf, mode: Mode) -> Reload {
        let session = match Session::open(shelf, &self.request) {
            Ok(session) => session,
            Err(error) => return Reload::Broken(error),
        };
        let before = Standing::of(&mut self.run);
        let run = match mode {
            Mode::Replay => match self.course.play(&session) {
                Ok(run) => run,
                Err(error) => return Reload::Broken(error),
            },
            Mode::KeepState => match self.carry(&session) {
                Ok(run) => run,
                Err(reload) => return reload,
            },
        };
        let old = std::mem::replace(&mut self.run, run);
        self.session = session;
        self.course.learn(&self.run);
        let after = Standing::of(&mut self.run);
        let changes = Changes::new(before, after, &old, &self.run, self.course.steps.len());
        if self.stalled.is_some() {
            self.go_on();
        }
        Reload::Done(Box::new(changes.with_stall(self.stalled.clone())))
    }

    /// The game with its state as it is under other rules.
    fn carry(&self, session: &Session) -> Result<Run, Reload> {
        let host = session.host().map_err(Reload::Broken)?;
        let game = self.run.game.carried(Arc::clone(session.rules()), host).map_err(Reload::Refused)?;
        Ok(Run { game, printed: Vec::new(), drift: None, ..self.run.clone() })
    }

    /// Lets bots play on, where all decisions so far fit.
    fn go_on(&mut self) {
        self.stalled = None;
        if self.bots.is_empty() || self.run.misfit.is_some() || self.run.game.is_carried() {
            return;
        }
        let most = DECISIONS_PER_TILE * self.session.rules().stack_size() as usize;
        while !self.is_far_enough() {
            let game = &self.run.game;
            if self.course.steps.len() > most {
                self.stalled = Some(format!("bots made {most} decisions and have not come that far"));
                return;
            }
            let Some(player) = game.decision().map(|decision| decision.player) else { return };
            let Some(choice) = self.bots.get(player.index()).and_then(|bot| bot.choose(game)) else { return };
            let said = Said::of_choice(game, &choice);
            let entries = game.log().len();
            if let Err(error) = self.run.game.apply(choice) {
                self.stalled = Some(error.to_string());
                return;
            }
            self.run.said.push(said.clone());
            self.course.add(&self.run.game, entries, said);
            self.run.note();
        }
    }

    fn is_far_enough(&self) -> bool {
        let (game, made) = (&self.run.game, self.course.steps.len());
        match self.until {
            Until::Middle => 2 * game.state().stack().len() <= game.rules().stack_size(),
            Until::Decisions(wanted) => made >= wanted,
            Until::Turns(wanted) => game.state().turn() > wanted,
        }
    }
}
