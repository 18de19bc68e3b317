//! What every expansion must stand, without its author writing a line: random games with it end, can
//! be replayed, forked and saved, and lose no piece.
//!
//! A [`Check`] says one thing that holds in each game of a [`Case`], a selection of expansions. What
//! `bastide test` runs for an expansion is its [`plan`].

mod case;
mod checks;
mod forgetful;
mod options;
mod order;
mod walk;

use std::ops::Range;

use bastide_engine::game::{Entry, Game};
use bastide_script::coverage::Recorder;

pub use self::case::Case;
use crate::picture::{self, Window};
use crate::save::{self, Header};
use crate::session::bundled_ids;
use crate::shelf::Shelf;

/// What is wrong, in words.
pub type Wrong = String;
/// Whether something holds.
pub type Holds = Result<(), Wrong>;

/// Something that must hold in each game.
#[derive(Debug)]
pub struct Check {
    /// What holds, as a sentence: `random games end`.
    pub name: &'static str,
    /// How many games are usually looked at.
    pub games: u64,
    /// Whether it takes long.
    pub heavy: bool,
    /// Whether its games have a short stack, because it takes the square of a game's length.
    short: bool,
    /// How many scripts there must be for it to say anything.
    scripts: usize,
    hold: fn(&Case, u64, &mut Game) -> Holds,
}

/// Everything that is checked.
pub static CHECKS: [&Check; 10] = [
    &checks::GAMES_END,
    &options::OPTIONS,
    &checks::NOTHING_IS_LOST,
    &checks::REPLAY,
    &checks::FORK,
    &checks::SAVE_AND_LOAD,
    &checks::UNDO,
    &checks::FRESH_MACHINE,
    &order::ANY_ORDER,
    &checks::MUTING,
];

/// What is checked of an expansion together with each bundled one.
static TOGETHER: [&Check; 3] = [&checks::GAMES_END, &checks::NOTHING_IS_LOST, &order::ANY_ORDER];

/// A game in which something does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What is wrong.
    pub message: String,
    /// The seed of the game.
    pub seed: u64,
    /// The decisions that were made before.
    pub decisions: usize,
    /// The board at that moment; empty where there was no game.
    pub picture: String,
    /// The game, as it is saved; not there where it has a stack of its own.
    pub saved: Option<String>,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "seed {}, after {} decisions: {}", self.seed, self.decisions, self.message)
    }
}

impl Check {
    /// Whether it has anything to say about a case.
    pub fn applies(&self, case: &Case) -> bool {
        case.session().scripts().len() >= self.scripts
    }

    /// Looks at a game of each seed. `over` is called after each.
    ///
    /// # Errors
    ///
    /// The first game in which it does not hold.
    pub fn run(&self, case: &Case, seeds: Range<u64>, over: impl Fn()) -> Result<(), Box<Failure>> {
        for seed in seeds {
            self.look(case, seed)?;
            over();
        }
        Ok(())
    }

    fn look(&self, case: &Case, seed: u64) -> Result<(), Box<Failure>> {
        let none = |message| Failure { message, seed, decisions: 0, picture: String::new(), saved: None };
        let short = if self.short { Some(case.short(seed).map_err(none)?) } else { None };
        let case = short.as_ref().unwrap_or(case);
        let mut game = case.game(seed).map_err(none)?;
        (self.hold)(case, seed, &mut game).map_err(|message| {
            let header = || Header::new(case.session(), case.request(), &[], seed);
            Box::new(Failure {
                message,
                seed,
                decisions: decisions(&game),
                picture: picture::board(&game, Window::default(), &Default::default()),
                saved: (!self.short).then(|| save::text(&header(), &game)),
            })
        })
    }
}

/// The decisions in a game's log.
fn decisions(game: &Game) -> usize {
    game.log().iter().filter(|entry| !matches!(entry, Entry::Chance(_))).count()
}

/// How much `bastide test` checks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Amount {
    /// The seed of the first game; the next ones count on from it.
    pub seed: u64,
    /// How many games each check looks at, instead of the usual number.
    pub games: Option<u64>,
    /// Whether what takes long is checked too.
    pub heavy: bool,
}

/// What is checked of one expansion: some checks of one case.
#[derive(Debug)]
pub struct Step {
    /// What holds, as a sentence.
    pub name: String,
    /// The case, or why there is none.
    case: Result<Case, Wrong>,
    checks: Vec<&'static Check>,
    amount: Amount,
}

impl Step {
    /// The same, with scripts whose lines and handlers are recorded.
    #[must_use]
    pub fn recorded(self, recorder: &Recorder) -> Step {
        Step { case: self.case.map(|case| case.recorded(recorder)), ..self }
    }

    /// How many games it plays.
    pub fn games(&self) -> u64 {
        let Ok(case) = &self.case else { return 0 };
        self.checks.iter().map(|check| self.games_of(check, case)).sum()
    }

    fn games_of(&self, check: &Check, case: &Case) -> u64 {
        if !check.applies(case) {
            return 0;
        }
        // Together with others it is the number of others that makes sure.
        let usual = if self.checks.len() > 1 { 1 } else { check.games };
        self.amount.games.unwrap_or(usual)
    }

    /// Checks it. `over` is called after each game.
    ///
    /// # Errors
    ///
    /// The first game in which something does not hold.
    pub fn run(&self, over: impl Fn()) -> Result<(), Box<Failure>> {
        let seed = self.amount.seed;
        let case = self.case.as_ref().map_err(|message| Failure {
            message: message.clone(),
            seed,
            decisions: 0,
            picture: String::new(),
            saved: None,
        })?;
        for check in &self.checks {
            let games = self.games_of(check, case);
            let run = check.run(case, seed..seed.saturating_add(games), &over);
            run.map_err(|mut failure| {
                if self.checks.len() > 1 {
                    failure.message = format!("\"{}\" does not hold: {}", check.name, failure.message);
                }
                failure
            })?;
        }
        Ok(())
    }
}

/// What is checked of an expansion on a shelf. Only steps whose name passes are put together.
pub fn plan(shelf: &Shelf, id: &str, amount: Amount, wanted: impl Fn(&str) -> bool) -> Vec<Step> {
    let open = |ids: &[String]| Case::open(shelf, ids).map_err(|error| error.to_string());
    let mut own: Option<Result<Case, Wrong>> = None;
    let own_ids = [id.to_owned()];
    let mut steps = Vec::new();
    let loads = "it loads";
    if wanted(loads) {
        let case = own.get_or_insert_with(|| open(&own_ids)).clone();
        steps.push(Step { name: loads.to_owned(), case, checks: Vec::new(), amount });
    }
    for check in CHECKS.into_iter().filter(|check| (amount.heavy || !check.heavy) && wanted(check.name)) {
        // That it cannot be loaded is said once.
        if let Ok(case) = own.get_or_insert_with(|| open(&own_ids))
            && check.applies(case)
        {
            let case = Ok(case.clone());
            steps.push(Step { name: check.name.to_owned(), case, checks: vec![check], amount });
        }
    }
    let others = if amount.heavy { bundled_ids(&shelf.library()) } else { Vec::new() };
    for other in others.into_iter().filter(|other| other != id) {
        let name = format!("it plays together with {other}");
        if wanted(&name) {
            let case = open(&[id.to_owned(), other]);
            steps.push(Step { name, case, checks: TOGETHER.to_vec(), amount });
        }
    }
    steps
}
