//! A run of a suite: its tests and the generic checks, on all cores, told in a fixed order.

use bastide_script::coverage::{Coverage, Recorder};
use bastide_script::testing::{Outcome, run_test, test_names};
use rayon::prelude::*;

use super::{FileOutcome, Suite, Table};
use crate::error::Error;
use crate::generic::{self, Amount, Failure, Step};
use crate::shelf::Shelf;

/// What the names of generic checks begin with.
pub const GENERIC: &str = "generic: ";

/// Whose calls are counted for the coverage of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cover {
    /// Those of the tests alone.
    Tests,
    /// Those of the generic games, too.
    All,
}

/// What is wanted of a run.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Only tests and checks whose name contains this text.
    pub filter: String,
    /// How much is checked besides the tests; nothing where it is `None`.
    pub generic: Option<Amount>,
    /// What is counted for the coverage of lines, if anything.
    pub cover: Option<Cover>,
    /// Whether snapshots are kept as they are now.
    pub accept: bool,
}

/// What came out.
#[derive(Debug, Default)]
pub struct Run {
    /// Of the test files.
    pub files: Vec<FileOutcome>,
    /// Of the generic checks.
    pub checks: Vec<Verdict>,
    /// Snapshots that were kept.
    pub accepted: Vec<String>,
    /// Snapshots that no test used.
    pub unused: Vec<String>,
    /// What ran, where it was counted.
    pub coverage: Option<Coverage>,
}

/// What came out of a generic check.
#[derive(Debug)]
pub struct Verdict {
    /// Its name, `generic: ` in front.
    pub name: String,
    /// How many games it looks at.
    pub games: u64,
    /// The game in which it does not hold.
    pub failure: Option<Box<Failure>>,
}

/// A run that is about to begin.
pub struct Ready<'a> {
    suite: &'a Suite,
    wanted: &'a Wanted,
    table: Table<'a>,
    steps: Vec<Step>,
    recorder: Option<Recorder>,
}

impl Suite {
    /// Puts a run together.
    pub fn ready<'a>(&'a self, shelf: &Shelf, wanted: &'a Wanted) -> Ready<'a> {
        let mut table = self.table(shelf);
        table.snapshots.accept = wanted.accept;
        let recorder = wanted.cover.map(|_| Recorder::new());
        table.recorder.clone_from(&recorder);
        let is_wanted = |name: &str| format!("{GENERIC}{name}").contains(&wanted.filter);
        let mut steps = match wanted.generic {
            Some(amount) => generic::plan(shelf, &self.id, amount, is_wanted),
            None => Vec::new(),
        };
        if let (Some(recorder), Some(Cover::All)) = (&recorder, wanted.cover) {
            steps = steps.into_iter().map(|step| step.recorded(recorder)).collect();
        }
        Ready { suite: self, wanted, table, steps, recorder }
    }
}

/// One thing to do, on any thread.
enum Task<'a> {
    /// A test, by the number of its file and its own.
    Test(usize, usize),
    Check(&'a Step),
}

enum Done {
    Test(usize, Result<Outcome, String>),
    Check(Verdict),
}

/// The names of the tests of a file, or why it cannot be loaded.
type Names = Result<Vec<String>, String>;

impl FileOutcome {
    fn passed(&self) -> bool {
        self.result.as_ref().is_ok_and(|tests| tests.iter().all(|test| test.failure.is_none()))
    }

    /// Takes the outcome of its next test.
    fn add(&mut self, outcome: Result<Outcome, String>) {
        match (&mut self.result, outcome) {
            (Ok(tests), Ok(outcome)) => tests.push(outcome),
            (Ok(_), Err(message)) => self.result = Err(message),
            (Err(_), _) => {}
        }
    }
}

impl Ready<'_> {
    /// How many games the generic checks play.
    pub fn games(&self) -> u64 {
        self.steps.iter().map(Step::games).sum()
    }

    /// Runs everything. `over` is called after each game of a generic check.
    ///
    /// # Errors
    ///
    /// When accepted snapshots cannot be written.
    pub fn run(self, over: impl Fn() + Sync) -> Result<Run, Error> {
        if self.recorder.is_some() {
            // What cannot be loaded is told by each test.
            let _ = self.table.load();
        }
        let files = &self.suite.files;
        let names: Vec<Names> =
            files.par_iter().map(|(file, text)| test_names(file, text, &self.table)).collect();
        let tasks = self.tasks(&names);
        // In the order of the tasks, whoever is done first.
        let done: Vec<Done> = tasks.par_iter().with_max_len(1).map(|task| self.work(task, &over)).collect();
        let mut run = Run::default();
        for ((file, _), names) in files.iter().zip(names) {
            run.files.push(FileOutcome { file: file.clone(), result: names.map(|_| Vec::new()) });
        }
        for done in done {
            match done {
                Done::Test(file, outcome) => run.files[file].add(outcome),
                Done::Check(verdict) => run.checks.push(verdict),
            }
        }
        if self.wanted.filter.is_empty() && run.files.iter().all(FileOutcome::passed) {
            run.unused = self.table.snapshots.unused();
        }
        run.accepted = self.table.snapshots.write()?;
        // Hosts report when they are dropped, and the games that have them are over.
        run.coverage = self.recorder.as_ref().map(Recorder::coverage);
        Ok(run)
    }

    /// What is to be done: the tests that are wanted, then the checks.
    fn tasks(&self, names: &[Names]) -> Vec<Task<'_>> {
        let mut tasks = Vec::new();
        for (file, names) in names.iter().enumerate() {
            let wanted = names.iter().flatten().enumerate();
            let wanted = wanted.filter(|(_, name)| name.contains(&self.wanted.filter));
            tasks.extend(wanted.map(|(test, _)| Task::Test(file, test)));
        }
        tasks.extend(self.steps.iter().map(Task::Check));
        tasks
    }

    fn work(&self, task: &Task<'_>, over: impl Fn()) -> Done {
        match task {
            Task::Test(file, test) => {
                let (name, text) = &self.suite.files[*file];
                Done::Test(*file, run_test(name, text, *test, &self.table))
            }
            Task::Check(step) => Done::Check(Verdict {
                name: format!("{GENERIC}{}", step.name),
                games: step.games(),
                failure: step.run(over).err(),
            }),
        }
    }
}
