//! `bastide test`: runs the tests of expansions.

use std::path::Path;

use bastide::script::testing::TestFailure;
use bastide::shelf::Shelf;
use bastide::testing::{FileOutcome, Suite, suites};
use serde_json::{Value, json};

use crate::commands::{Failure, Out, Outcome};

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bastide test
  bastide test my_expansion --filter tower
  bastide test expansions/watchtowers --rules")]
pub(crate) struct Args {
    /// Folders of expansions, or folders of these; every bundled expansion where none is given.
    #[arg(value_name = "PATH")]
    paths: Vec<String>,
    /// Only tests whose name contains this text.
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// Print what came out as one JSON object.
    #[arg(long)]
    json: bool,
    /// Show which numbered statements of the expansion's RULES.md no test names, and which that tests
    /// name it does not have.
    #[arg(long)]
    rules: bool,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Outcome {
    let mut shelf = Shelf::bundled();
    let found = find(&mut shelf, &args.paths)?;
    if args.rules {
        return rules(&shelf, &found, args.json, out);
    }
    let filter = args.filter.as_deref().unwrap_or_default();
    let mut counts = Counts::default();
    let mut rows = Vec::new();
    for suite in &found {
        if suite.files.is_empty() && !args.json {
            out.line(format_args!("{}: no tests; write some in {}/tests", suite.id, suite.folder))?;
        }
        for outcome in suite.run(&shelf, filter) {
            counts.add(&outcome);
            if args.json {
                rows.extend(json_rows(&suite.id, &outcome));
            } else {
                show(&outcome, out)?;
            }
        }
    }
    if args.json {
        out.line(json!({ "passed": counts.passed, "failed": counts.failed, "tests": rows }))?;
    } else if counts.passed + counts.failed == 0 && args.filter.is_some() {
        out.line(format_args!("no test has `{filter}` in its name"))?;
    } else {
        out.line(format_args!("{} passed, {} failed", counts.passed, counts.failed))?;
    }
    let nothing_ran = counts.passed + counts.failed == 0 && args.filter.is_some();
    Ok(u8::from(counts.failed > 0 || nothing_ran))
}

/// The expansions that the arguments mean.
fn find(shelf: &mut Shelf, paths: &[String]) -> Result<Vec<Suite>, Failure> {
    if paths.is_empty() {
        let library = shelf.library();
        let folders: Vec<String> =
            library.expansions.iter().map(|expansion| expansion.folder.clone()).collect();
        return Ok(suites(shelf, &folders));
    }
    let mut names = Vec::new();
    for path in paths {
        if !Path::new(path).exists() {
            return Err(Failure::Usage(format!("there is no file or folder `{path}`")));
        }
        names.push(shelf.add(path));
    }
    shelf.open_game_folder();
    let folders = shelf.expansions_below(&names);
    if folders.is_empty() {
        let list = paths.join(", ");
        return Err(Failure::Usage(format!("`{list}` holds no expansion: a folder with an expansion.toml")));
    }
    Ok(suites(shelf, &folders))
}

#[derive(Default)]
struct Counts {
    passed: usize,
    failed: usize,
}

impl Counts {
    fn add(&mut self, outcome: &FileOutcome) {
        match &outcome.result {
            Ok(tests) => {
                let failed = tests.iter().filter(|test| test.failure.is_some()).count();
                self.failed += failed;
                self.passed += tests.len() - failed;
            }
            Err(_) => self.failed += 1,
        }
    }
}

fn show(outcome: &FileOutcome, out: &mut Out) -> Result<(), Failure> {
    match &outcome.result {
        Err(message) => out.line(format_args!("FAILED {}\n{message}\n", outcome.file)),
        Ok(tests) => {
            for test in tests {
                match &test.failure {
                    None => out.line(format_args!("ok     {}", test.name))?,
                    Some(failure) => show_failure(&test.name, failure, out)?,
                }
            }
            Ok(())
        }
    }
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
    out.line("")
}

fn json_rows(id: &str, outcome: &FileOutcome) -> Vec<Value> {
    match &outcome.result {
        Err(message) => {
            vec![
                json!({ "expansion": id, "file": outcome.file, "name": Value::Null, "ok": false, "message": message }),
            ]
        }
        Ok(tests) => {
            tests.iter().map(|test| json_row(id, &outcome.file, &test.name, test.failure.as_ref())).collect()
        }
    }
}

fn json_row(id: &str, file: &str, name: &str, failure: Option<&TestFailure>) -> Value {
    let mut row = json!({ "expansion": id, "file": file, "name": name, "ok": failure.is_none() });
    if let Some(failure) = failure {
        row["message"] = json!(failure.message);
        row["line"] = json!(failure.line);
        row["board"] = json!(failure.picture);
        row["printed"] = json!(failure.output);
    }
    row
}

/// `--rules`: the statements that no test names, and the numbers that no statement has. A problem is found where there is one.
fn rules(shelf: &Shelf, found: &[Suite], as_json: bool, out: &mut Out) -> Outcome {
    let mut rows = Vec::new();
    let mut open = 0;
    for suite in found {
        let Some(coverage) = suite.rules(shelf) else {
            if !as_json {
                out.line(format_args!("{}: no RULES.md with numbered statements", suite.id))?;
            }
            continue;
        };
        let (all, missing) = (coverage.statements.len(), &coverage.missing);
        let names: Vec<String> = missing.iter().map(ToString::to_string).collect();
        let unknown: Vec<String> = coverage.unknown.iter().map(ToString::to_string).collect();
        open += names.len() + unknown.len();
        if as_json {
            rows.push(json!({
                "expansion": suite.id,
                "statements": all,
                "missing": names,
                "unknown": unknown,
            }));
        } else {
            out.line(format_args!(
                "{}: {} of {all} statements are named by a test",
                suite.id,
                all - missing.len()
            ))?;
            if !names.is_empty() {
                out.line(format_args!("  missing: {}", names.join(" ")))?;
            }
            if !unknown.is_empty() {
                let list = unknown.join(" ");
                out.line(format_args!("  named by a test, but not in RULES.md: {list}"))?;
            }
        }
    }
    if as_json {
        out.line(json!({ "expansions": rows }))?;
    }
    Ok(u8::from(open > 0))
}
