//! `bastide test`: runs the tests of expansions, and the checks that every expansion must stand.

mod coverage;
mod rules;
mod show;
mod watch;

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use bastide::generic::Amount;
use bastide::shelf::Shelf;
use bastide::testing::{Cover, Run, Suite, Wanted, suites};
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Value, json};

use self::show::Shown;
use crate::commands::args::any_seed;
use crate::commands::{Failure, Out, Outcome};

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bastide test
  bastide test my_expansion --filter tower
  bastide test my_expansion --watch
  bastide test my_expansion --heavy --games 50 --seed 7
  bastide test my_expansion --coverage --coverage-out lcov.info
  bastide test my_expansion --accept
  bastide test expansions/watchtowers --rules

Besides its tests, every expansion must stand generic checks, whose names begin with `generic:`: that it
loads, that random games end, that they can be replayed and forked, and more. Their games follow from a
seed, which is another one each time; a failure says how to see its game again.")]
pub(crate) struct Args {
    /// Folders of expansions, or folders of these; every bundled expansion where none is given.
    #[arg(value_name = "PATH")]
    paths: Vec<String>,
    /// Only tests and generic checks whose name contains this text.
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// Print what came out as one JSON object.
    #[arg(long)]
    json: bool,
    /// Show which numbered statements of the expansion's RULES.md no test names, and which that tests
    /// name it does not have. Runs nothing.
    #[arg(long)]
    rules: bool,
    /// Run only the tests, and no generic checks.
    #[arg(long, conflicts_with_all = ["heavy", "games", "seed", "keep"])]
    no_generic: bool,
    /// How many games each generic check looks at, instead of the usual few.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// The seed of the first game of the generic checks; the next ones count on from it.
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Run the generic checks that take long, too: a fresh machine before every handler, a shuffled
    /// order of expansions, saving and loading at each decision, games with each bundled expansion.
    #[arg(long)]
    heavy: bool,
    /// The folder for the games of generic checks that failed; the system's folder for passing files
    /// where it is not given.
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
    /// Show which lines of the scripts ran, and which hooks and actions nobody called: in the tests
    /// alone, or in the games of the generic checks, too.
    #[arg(long, value_name = "WHOSE", num_args = 0..=1, require_equals = true, default_missing_value = "tests")]
    coverage: Option<Whose>,
    /// Write which lines ran into a file, in the format LCOV, which editors show.
    #[arg(long, value_name = "FILE")]
    coverage_out: Option<PathBuf>,
    /// Keep the snapshots of the tests as the games are now.
    #[arg(long, conflicts_with = "rules")]
    accept: bool,
    /// Run again whenever a file of an expansion is saved, until Ctrl-C.
    #[arg(long, conflicts_with_all = ["rules", "json", "coverage_out"])]
    watch: bool,
}

/// Whose calls count for `--coverage`.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Whose {
    /// Of the tests.
    Tests,
    /// Of the tests and the generic games.
    All,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Outcome {
    if args.paths.is_empty() && (args.accept || args.watch) {
        let what = if args.accept { "--accept" } else { "--watch" };
        return Err(Failure::Usage(format!(
            "{what} needs the path of an expansion, such as ./mills: what is bundled is built into the program"
        )));
    }
    if args.rules {
        let mut shelf = Shelf::bundled();
        let found = find(&mut shelf, &args.paths)?;
        return rules::run(&shelf, &found, args.json, out);
    }
    // One seed for all runs of a watch: a game that fails must fail until it is mended.
    let seed = args.seed.unwrap_or_else(any_seed);
    if args.watch { watch::run(args, seed, out) } else { once(args, seed, &|_| true, out) }
}

/// What is wanted of each suite.
fn wanted(args: &Args, seed: u64) -> Wanted {
    let cover = match (args.coverage, &args.coverage_out) {
        (Some(Whose::All), _) => Some(Cover::All),
        (Some(Whose::Tests), _) | (None, Some(_)) => Some(Cover::Tests),
        (None, None) => None,
    };
    let amount = Amount { seed, games: args.games, heavy: args.heavy };
    Wanted {
        filter: args.filter.clone().unwrap_or_default(),
        generic: (!args.no_generic).then_some(amount),
        cover,
        accept: args.accept,
    }
}

/// Runs the suites that are chosen, once.
fn once(args: &Args, seed: u64, chosen: &dyn Fn(&Suite) -> bool, out: &mut Out) -> Outcome {
    let mut shelf = Shelf::bundled();
    let found = find(&mut shelf, &args.paths)?;
    let found: Vec<&Suite> = found.iter().filter(|suite| chosen(suite)).collect();
    let wanted = wanted(args, seed);
    let mut shown = Shown::new(&shelf, &wanted, args.keep.as_deref(), found.len() > 1);
    let mut rows = Vec::new();
    let mut reports = Vec::new();
    for suite in &found {
        let run = run_suite(suite, &shelf, &wanted)?;
        if args.json {
            rows.extend(shown.json(suite, &run));
        } else {
            shown.suite(suite, &run, out)?;
        }
        reports.extend(coverage::Covered::new(&shelf, suite, &run, &wanted));
        if args.coverage.is_some() && !args.json {
            reports.last().map_or(Ok(()), |report| report.show(out))?;
        }
        out.flush()?;
    }
    if let Some(file) = &args.coverage_out {
        coverage::write(&reports, file)?;
    }
    if args.json {
        out.line(whole(&shown, rows, args, &reports))?;
    } else {
        shown.end(out)?;
    }
    Ok(u8::from(shown.failed > 0 || shown.nothing_ran()))
}

/// Everything as one JSON object.
fn whole(shown: &Shown<'_>, rows: Vec<Value>, args: &Args, reports: &[coverage::Covered]) -> Value {
    let mut whole = json!({ "passed": shown.passed, "failed": shown.failed });
    if let Some(amount) = shown.wanted.generic {
        whole["seed"] = json!(amount.seed);
    }
    whole["tests"] = json!(rows);
    whole["accepted"] = json!(shown.accepted);
    whole["unused"] = json!(shown.unused);
    if args.coverage.is_some() {
        whole["coverage"] = reports.iter().map(coverage::Covered::json).collect();
    }
    whole
}

fn run_suite(suite: &Suite, shelf: &Shelf, wanted: &Wanted) -> Result<Run, Failure> {
    let ready = suite.ready(shelf, wanted);
    let bar = progress(&suite.id, ready.games());
    let run = ready.run(|| bar.inc(1));
    bar.finish_and_clear();
    Ok(run?)
}

fn progress(id: &str, games: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr());
    let style = format!("{id} {{bar:40}} {{pos}}/{{len}} games, {{eta}} left");
    bar.set_style(ProgressStyle::with_template(&style).unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
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
