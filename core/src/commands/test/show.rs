//! What came out of a run, for people and for programs.

use std::fs;
use std::path::{Path, PathBuf};

use bastide::generic::{Amount, CHECKS, Failure as Wrong};
use bastide::script::testing::TestFailure;
use bastide::shelf::Shelf;
use bastide::testing::{FileOutcome, GENERIC, Run, Suite, Verdict, Wanted};
use serde_json::{Value, json};

use crate::commands::args::quoted;
use crate::commands::out::note;
use crate::commands::{Failure, Out};

/// What was shown so far.
pub(super) struct Shown<'a> {
    shelf: &'a Shelf,
    pub wanted: &'a Wanted,
    /// The folder for games that failed.
    keep: PathBuf,
    /// Whether suites need a title.
    titled: bool,
    pub passed: usize,
    pub failed: usize,
    /// Whether random games were played.
    random: bool,
    pub accepted: Vec<String>,
    pub unused: Vec<String>,
}

impl<'a> Shown<'a> {
    pub fn new(shelf: &'a Shelf, wanted: &'a Wanted, keep: Option<&Path>, titled: bool) -> Shown<'a> {
        let keep = keep.map_or_else(|| std::env::temp_dir().join("bastide"), Path::to_path_buf);
        let (accepted, unused) = (Vec::new(), Vec::new());
        Shown { shelf, wanted, keep, titled, passed: 0, failed: 0, random: false, accepted, unused }
    }

    /// Whether the filter left nothing to run.
    pub fn nothing_ran(&self) -> bool {
        self.passed + self.failed == 0 && !self.wanted.filter.is_empty()
    }

    fn count(&mut self, ok: bool) {
        if ok {
            self.passed += 1;
        } else {
            self.failed += 1;
        }
    }

    /// What the end tells of all suites.
    fn note(&mut self, run: &Run) {
        self.random |= run.checks.iter().any(|verdict| verdict.games > 0);
        self.accepted.extend_from_slice(&run.accepted);
        self.unused.extend_from_slice(&run.unused);
    }

    /// Shows what became of a suite.
    pub fn suite(&mut self, suite: &Suite, run: &Run, out: &mut Out) -> Result<(), Failure> {
        self.note(run);
        let anything = !run.checks.is_empty() || run.files.iter().any(is_anything);
        if self.titled && (anything || suite.files.is_empty()) {
            out.line(format_args!("{}:", suite.id))?;
        }
        if suite.files.is_empty() && self.wanted.filter.is_empty() {
            out.line(format_args!("{}: no tests; write some in {}/tests", suite.id, suite.folder))?;
        }
        for outcome in &run.files {
            self.file(suite, outcome, out)?;
        }
        for (at, verdict) in run.checks.iter().enumerate() {
            let before = run.checks[..at].iter().find(|other| is_same(other, verdict));
            self.check(suite, verdict, before, out)?;
        }
        for file in &run.accepted {
            out.line(format_args!("kept   {file}"))?;
        }
        for file in &run.unused {
            out.line(format_args!("unused {file}: no test takes this snapshot; remove the file"))?;
        }
        if self.wanted.filter.is_empty() {
            self.rules(suite, out)?;
        }
        Ok(())
    }

    /// How many statements of the rules tests name.
    fn rules(&self, suite: &Suite, out: &mut Out) -> Result<(), Failure> {
        let Some(coverage) = suite.rules(self.shelf) else { return Ok(()) };
        let all = coverage.statements.len();
        if all == 0 {
            return Ok(());
        }
        let more = if coverage.missing.is_empty() && coverage.unknown.is_empty() {
            String::new()
        } else {
            format!("; {} --rules tells more", self.command(suite))
        };
        out.line(format_args!("rules: {} of {all} named{more}", all - coverage.missing.len()))
    }

    fn file(&mut self, suite: &Suite, outcome: &FileOutcome, out: &mut Out) -> Result<(), Failure> {
        let tests = match &outcome.result {
            Ok(tests) => tests,
            Err(message) => {
                self.count(false);
                return out.line(format_args!("FAILED {}\n{message}\n", outcome.file));
            }
        };
        for test in tests {
            self.count(test.failure.is_none());
            match &test.failure {
                None => out.line(format_args!("ok     {}", test.name))?,
                Some(failure) => {
                    show_failure(&test.name, failure, out)?;
                    let name = quoted(&test.name);
                    out.line(format_args!("  alone: {} --filter {name}\n", self.command(suite)))?;
                }
            }
        }
        Ok(())
    }

    /// Shows a generic check. What failed in the same way before is not told again.
    fn check(
        &mut self,
        suite: &Suite,
        verdict: &Verdict,
        before: Option<&Verdict>,
        out: &mut Out,
    ) -> Result<(), Failure> {
        self.count(verdict.failure.is_none());
        let name = &verdict.name;
        let Some(failure) = &verdict.failure else {
            return match verdict.games {
                0 => out.line(format_args!("ok     {name}")),
                1 => out.line(format_args!("ok     {name} (1 game)")),
                games => out.line(format_args!("ok     {name} ({games} games)")),
            };
        };
        out.line(format_args!("FAILED {name}"))?;
        if let Some(before) = before {
            return out.line(format_args!("  as above, in \"{}\"\n", before.name));
        }
        if verdict.games > 0 {
            out.line(format_args!("  seed {}, after {} decisions", failure.seed, failure.decisions))?;
        }
        for line in failure.message.lines().chain(failure.picture.lines()) {
            out.line(format_args!("  {line}").to_string().trim_end())?;
        }
        if let Some(file) = self.keep(suite, verdict, failure) {
            out.line(format_args!("  see it: {}", see_it(&file, failure)))?;
        }
        out.line(format_args!("  again:  {}\n", self.again(suite, verdict, failure)))
    }

    /// The command that runs this check on this game alone.
    fn again(&self, suite: &Suite, verdict: &Verdict, failure: &Wrong) -> String {
        let short = verdict.name.strip_prefix(GENERIC).unwrap_or(&verdict.name);
        let is_quick = |check: &&bastide::generic::Check| !check.heavy && check.name == short;
        let quick = verdict.games == 0 || CHECKS.into_iter().any(|check| is_quick(&check));
        let heavy = if quick { "" } else { " --heavy" };
        let game = match verdict.games {
            0 => String::new(),
            _ => format!(" --seed {} --games 1", failure.seed),
        };
        format!("{} --filter {}{heavy}{game}", self.command(suite), quoted(&verdict.name))
    }

    /// Writes the game of a failure into a file.
    fn keep(&self, suite: &Suite, verdict: &Verdict, failure: &Wrong) -> Option<PathBuf> {
        let text = failure.saved.as_ref()?;
        let short = verdict.name.strip_prefix(GENERIC).unwrap_or(&verdict.name);
        let letter = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
        let words: String = short.chars().map(letter).collect();
        let file = self.keep.join(format!("{}-{words}-{}.jsonl", suite.id, failure.seed));
        match fs::create_dir_all(&self.keep).and_then(|()| fs::write(&file, text)) {
            Ok(()) => Some(file),
            Err(error) => {
                note(format_args!("the game could not be written to `{}`: {error}", file.display()));
                None
            }
        }
    }

    /// The command that tests a suite.
    fn command(&self, suite: &Suite) -> String {
        if self.shelf.expansions().contains(&suite.folder) {
            format!("bastide test {}", quoted(&suite.folder))
        } else {
            "bastide test".to_owned()
        }
    }

    /// Shows the sum.
    pub fn end(&self, out: &mut Out) -> Result<(), Failure> {
        if self.nothing_ran() {
            return out.line(format_args!("no test has `{}` in its name", self.wanted.filter));
        }
        let seed = match self.wanted.generic {
            Some(Amount { seed, .. }) if self.random => format!("; the seed of the generic games was {seed}"),
            _ => String::new(),
        };
        out.line(format_args!("{} passed, {} failed{seed}", self.passed, self.failed))
    }

    /// What became of a suite, one object for each test and check.
    pub fn json(&mut self, suite: &Suite, run: &Run) -> Vec<Value> {
        self.note(run);
        let mut rows = Vec::new();
        for outcome in &run.files {
            match &outcome.result {
                Err(message) => {
                    self.count(false);
                    rows.push(json!({
                        "expansion": suite.id, "file": outcome.file, "name": Value::Null, "ok": false,
                        "message": message,
                    }));
                }
                Ok(tests) => {
                    for test in tests {
                        self.count(test.failure.is_none());
                        rows.push(json_test(&suite.id, &outcome.file, &test.name, test.failure.as_ref()));
                    }
                }
            }
        }
        for verdict in &run.checks {
            self.count(verdict.failure.is_none());
            rows.push(self.json_check(suite, verdict));
        }
        rows
    }

    fn json_check(&self, suite: &Suite, verdict: &Verdict) -> Value {
        let ok = verdict.failure.is_none();
        let mut row =
            json!({ "expansion": suite.id, "name": verdict.name, "ok": ok, "games": verdict.games });
        if let Some(failure) = &verdict.failure {
            row["message"] = json!(failure.message);
            row["seed"] = json!(failure.seed);
            row["decisions"] = json!(failure.decisions);
            row["board"] = json!(failure.picture);
            row["game"] = json!(self.keep(suite, verdict, failure));
            row["again"] = json!(self.again(suite, verdict, failure));
        }
        row
    }
}

/// Whether two checks failed in the same way, in the same game.
fn is_same(one: &Verdict, other: &Verdict) -> bool {
    let how = |verdict: &Verdict| {
        verdict.failure.as_ref().map(|failure| (failure.seed, failure.decisions, failure.message.clone()))
    };
    how(one).is_some() && how(one) == how(other)
}

fn is_anything(outcome: &FileOutcome) -> bool {
    outcome.result.as_ref().map_or(true, |tests| !tests.is_empty())
}

fn see_it(file: &Path, failure: &Wrong) -> String {
    format!("bastide replay {} --until {}", quoted(&file.to_string_lossy()), failure.decisions)
}

fn show_failure(name: &str, failure: &TestFailure, out: &mut Out) -> Result<(), Failure> {
    let place = failure.line.map_or(failure.file.clone(), |line| format!("{}:{line}", failure.file));
    out.line(format_args!("FAILED {name}\n  --> {place}"))?;
    for line in failure.message.lines() {
        out.line(format_args!("  {line}"))?;
    }
    for line in failure.picture.lines() {
        out.line(format_args!("  {line}"))?;
    }
    for line in &failure.output {
        out.line(format_args!("  printed: {line}"))?;
    }
    Ok(())
}

fn json_test(id: &str, file: &str, name: &str, failure: Option<&TestFailure>) -> Value {
    let mut row = json!({ "expansion": id, "file": file, "name": name, "ok": failure.is_none() });
    if let Some(failure) = failure {
        row["message"] = json!(failure.message);
        row["line"] = json!(failure.line);
        row["board"] = json!(failure.picture);
        row["printed"] = json!(failure.output);
    }
    row
}
