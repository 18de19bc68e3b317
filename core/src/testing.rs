//! Tests of expansions: found on a shelf, run, and compared with the numbered statements of a
//! `RULES.md`.
//!
//! Test files lie in `tests/` of an expansion's folder. What a test needs besides the expansion, such
//! as a figure of an expansion that nobody has written yet, can be an expansion of its own, in a
//! folder of `tests/expansions/`: it is there while the tests run, and a test takes it into the game
//! with `t:expansions("<id>")`.

mod coverage;
mod run;
mod snapshots;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use bastide_content::files::Files;
use bastide_engine::game::Game;
use bastide_engine::luck::Forced;
use bastide_engine::ruleset::Ruleset;
use bastide_script::coverage::Recorder;
use bastide_script::testing::{Maker, Moment, Outcome, Wish, run_file, test_names};

pub use self::coverage::{FileReport, Report, lcov, report};
pub use self::run::{Cover, GENERIC, Ready, Run, Verdict, Wanted};
pub use self::snapshots::Snapshots;
use crate::error::Error;
use crate::picture::{self, Window};
use crate::scripts;
use crate::session::{Request, Session};
use crate::shelf::Shelf;

/// The tests of one expansion.
#[derive(Clone, Debug)]
pub struct Suite {
    /// The expansion's id, the last part of its folder.
    pub id: String,
    /// Its folder.
    pub folder: String,
    /// Its test files: path and text, sorted.
    pub files: Vec<(String, String)>,
}

/// What became of a test file.
#[derive(Debug)]
pub struct FileOutcome {
    /// The file.
    pub file: String,
    /// Its tests, or why it could not be loaded.
    pub result: Result<Vec<Outcome>, String>,
}

/// The suites of some folders of expansions, by the ids of which the bundled ones are named.
pub fn suites(shelf: &Shelf, folders: &[String]) -> Vec<Suite> {
    let suite = |folder: &String| {
        let inner = format!("{}/", helpers(folder));
        let files = shelf.walk(&format!("{folder}/tests")).into_iter();
        let files = files.filter(|path| path.ends_with(".lua") && !path.starts_with(&inner));
        let files = files.filter_map(|path| Some((path.clone(), shelf.read(&path).ok()?))).collect();
        let id = folder.rsplit('/').next().unwrap_or(folder).to_owned();
        Suite { id, folder: folder.clone(), files }
    };
    folders.iter().map(suite).collect()
}

/// The folder of the expansions that only the tests of an expansion use.
fn helpers(folder: &str) -> String {
    format!("{folder}/tests/expansions")
}

impl Suite {
    /// Runs the tests whose names contain `filter`.
    pub fn run(&self, shelf: &Shelf, filter: &str) -> Vec<FileOutcome> {
        let table = self.table(shelf);
        let outcome = |(file, text): &(String, String)| FileOutcome {
            file: file.clone(),
            result: run_file(file, text, filter, &table),
        };
        self.files.iter().map(outcome).collect()
    }

    /// The names of the tests in one of its files.
    ///
    /// # Errors
    ///
    /// When the file or the expansion cannot be loaded.
    pub fn names(&self, shelf: &Shelf, file: &str) -> Result<Vec<String>, String> {
        let text = self.files.iter().find(|(name, _)| name == file).map_or("", |(_, text)| text);
        test_names(file, text, &self.table(shelf))
    }

    /// What its tests play at.
    pub fn table(&self, shelf: &Shelf) -> Table<'_> {
        let mut shelf = shelf.clone();
        shelf.open_folder(&helpers(&self.folder));
        let snapshots = Snapshots::of(&shelf, &self.folder);
        Table { shelf, id: &self.id, sessions: Mutex::default(), snapshots, recorder: None }
    }

    /// The numbered statements of the expansion's `RULES.md`, and those that stand in the name of no
    /// test, and those that tests name although no rules have them. `None` where it has none.
    pub fn rules(&self, shelf: &Shelf) -> Option<RuleCoverage> {
        let text = shelf.read(&format!("{}/RULES.md", self.folder)).ok()?;
        let statements = rule_ids(&text);
        let table = self.table(shelf);
        let names = self.files.iter().flat_map(|(file, text)| test_names(file, text, &table));
        let named: BTreeSet<RuleId> = names.flatten().flat_map(|name| named_ids(&name)).collect();
        let missing = statements.difference(&named).cloned().collect();
        let others = other_rules(shelf);
        let is_known = |id: &RuleId| id.prefix == BASE_PREFIX || others.contains(id);
        let unknown = named.difference(&statements).filter(|id| !is_known(id)).cloned().collect();
        Some(RuleCoverage { statements: statements.into_iter().collect(), missing, unknown })
    }
}

/// The statements of all expansions on a shelf.
fn other_rules(shelf: &Shelf) -> BTreeSet<RuleId> {
    let library = shelf.library();
    let folders = library.expansions.iter().map(|found| &found.folder);
    let texts = folders.filter_map(|folder| shelf.read(&format!("{folder}/RULES.md")).ok());
    texts.flat_map(|text| rule_ids(&text)).collect()
}

/// What the numbers of the base game's rules begin with.
const BASE_PREFIX: &str = "BG";

/// The id of a rule statement, such as `WT19`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RuleId {
    prefix: String,
    number: u32,
}

impl std::fmt::Display for RuleId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.prefix, self.number)
    }
}

/// Which statements of a rule file tests name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleCoverage {
    /// All statements, in order.
    pub statements: Vec<RuleId>,
    /// Those that no test names.
    pub missing: Vec<RuleId>,
    /// Those that a test names and neither this nor another expansion has; the base game's are not
    /// looked at.
    pub unknown: Vec<RuleId>,
}

/// Every id in a text: two capital letters and a number.
fn named_ids(text: &str) -> Vec<RuleId> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter_map(parse_id).collect()
}

fn parse_id(word: &str) -> Option<RuleId> {
    let (prefix, number) = (word.get(..2)?, word.get(2..)?);
    let capitals = prefix.bytes().all(|byte| byte.is_ascii_uppercase());
    let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    if !capitals || !digits {
        return None;
    }
    Some(RuleId { prefix: prefix.to_owned(), number: number.parse().ok()? })
}

/// The statements of a rule file: the ids that most of the file is about.
fn rule_ids(text: &str) -> BTreeSet<RuleId> {
    let all = named_ids(text);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for id in &all {
        *counts.entry(&id.prefix).or_default() += 1;
    }
    let own = counts.into_iter().max_by_key(|(_, count)| *count).map(|(prefix, _)| prefix.to_owned());
    all.iter().filter(|id| Some(&id.prefix) == own.as_ref()).cloned().collect()
}

/// Makes the games of one suite, on any thread.
pub struct Table<'a> {
    shelf: Shelf,
    id: &'a str,
    /// What was put together already, by wish.
    sessions: Mutex<Vec<(Wish, Session)>>,
    /// The snapshots of its tests.
    pub snapshots: Snapshots,
    /// Who is told what runs.
    pub recorder: Option<Recorder>,
}

impl Table<'_> {
    /// Loads the scripts once, so that a recorder knows their lines even where no test runs them.
    ///
    /// # Errors
    ///
    /// When they cannot be loaded.
    pub fn load(&self) -> Result<(), Error> {
        self.session(&Wish::default())?.factory().map(drop)
    }

    fn session(&self, wish: &Wish) -> Result<Session, Error> {
        let wish = Wish { seed: 0, ..wish.clone() };
        let known = |sessions: &[(Wish, Session)]| {
            sessions.iter().find(|(known, _)| *known == wish).map(|(_, session)| session.clone())
        };
        // What stands in the list is whole even where a thread ended early.
        let sessions = || self.sessions.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(session) = known(&sessions()) {
            return Ok(session);
        }
        let session = match &wish.stack {
            // Most tests have a stack of their own, and all else is the same.
            Some(tiles) => self.session(&Wish { stack: None, ..wish.clone() })?.with_stack(tiles)?,
            None => self.open(&wish)?,
        };
        sessions().push((wish, session.clone()));
        Ok(session)
    }

    /// Reads what a wish needs.
    fn open(&self, wish: &Wish) -> Result<Session, Error> {
        let mut players = wish.players.clone();
        if players.is_empty() {
            players = vec!["alice".to_owned(), "bob".to_owned()];
        }
        // What an expansion depends on comes along.
        let library = self.shelf.library();
        let mut expansions = BTreeSet::new();
        let wished = wish.expansions.iter().map(String::as_str);
        wished.chain([self.id]).for_each(|id| scripts::add_needed(&library, id, &mut expansions));
        let expansions = expansions.into_iter().collect();
        let request =
            Request { players, expansions, tile_sets: wish.tile_sets.clone(), options: wish.options.clone() };
        let session = Session::open(&self.shelf, &request)?;
        Ok(match &self.recorder {
            Some(recorder) => session.recorded(recorder),
            None => session,
        })
    }
}

impl Maker for Table<'_> {
    fn game(&self, wish: &Wish, _: &Arc<Ruleset>, opening: Forced) -> Result<Game, String> {
        let session = self.session(wish).map_err(|error| error.to_string())?;
        let factory = session.factory().map_err(|error| error.to_string())?;
        factory.opened(wish.seed, opening).map_err(|error| error.to_string())
    }

    fn rules(&self, wish: &Wish) -> Result<Arc<Ruleset>, String> {
        self.session(wish).map(|session| Arc::clone(session.rules())).map_err(|error| error.to_string())
    }

    fn picture(&self, game: &Game) -> String {
        picture::board(game, Window::default(), &BTreeMap::new())
    }

    fn snapshot(&self, moment: &Moment<'_>) -> Result<(), String> {
        self.snapshots.compare(moment)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_ids_are_the_ones_that_the_file_is_about() {
        let text = "- WT1, WT2: see BG5.\n- WT10: not XWT3, nor WT";
        let ids: Vec<String> = rule_ids(text).iter().map(ToString::to_string).collect();
        assert_eq!(ids, ["WT1", "WT2", "WT10"]);
    }
}
