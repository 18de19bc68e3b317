//! `bastide check`: looks for mistakes in expansions and tile sets.

use std::io::IsTerminal;
use std::path::Path;

use bastide::check::check;
use bastide::content::diagnostic::{Report, Severity};
use bastide::fix::{Change, plan};
use bastide::lint;
use bastide::shelf::Shelf;
use serde_json::json;

use crate::commands::args::did_you_mean;
use crate::commands::{Failure, Out, Outcome};

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bastide check my_expansion
  bastide check my_expansion --fix --dry-run
  bastide check tiles/base.toml expansions --json
  bastide check my_expansion --deny warnings --allow rule-untested
  bastide check --list

It reads the files and loads the scripts. It plays nothing: what handlers do is seen by `bastide test`.
Types are checked too where `emmylua_check` is installed: cargo install emmylua_check
`--list` says what is looked for; mistakes without which nothing could be loaded come besides.")]
pub(crate) struct Args {
    /// Folders of expansions, folders of these, or tile sets.
    #[arg(required_unless_present = "list", value_name = "PATH")]
    paths: Vec<String>,
    /// Change the files where it is certain how.
    #[arg(long)]
    fix: bool,
    /// With `--fix`: show what would change, and change nothing.
    #[arg(long, requires = "fix")]
    dry_run: bool,
    /// What, besides errors, makes the command fail.
    #[arg(long, value_name = "WHAT")]
    deny: Option<Deny>,
    /// Say nothing of this kind; see `--list`. Can be given several times.
    #[arg(long, value_name = "CODE")]
    allow: Vec<String>,
    /// Do not ask `emmylua_check` for types.
    #[arg(long)]
    no_types: bool,
    /// List what is looked for.
    #[arg(long)]
    list: bool,
    /// Print what was found as one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Deny {
    /// Warnings.
    Warnings,
    /// Warnings and notes.
    Notes,
}

/// A fix can bring another mistake to light; more often than this none does.
const ROUNDS: usize = 8;

pub(crate) fn run(args: &Args, out: &mut Out) -> Outcome {
    refuse_unknown_codes(&args.allow)?;
    if args.list {
        return list(args.json, out);
    }
    let mut found = look(args)?;
    let mut done = Vec::new();
    if args.fix && !args.dry_run {
        (found, done) = mend(args, found)?;
    }
    let planned = if args.dry_run { plan(&found.shelf, &found.report) } else { Vec::new() };
    if args.json {
        out.line(found.json(&done, &planned))?;
    } else {
        tell_changes(&done, &planned, out)?;
        found.show(args, out)?;
    }
    Ok(if found.is_refused(args.deny) { 1 } else { 0 })
}

/// Changes the files until nothing is left to change; what is found then, and what was done.
fn mend(args: &Args, mut found: Found) -> Result<(Found, Vec<Change>), Failure> {
    let mut done = Vec::new();
    for _ in 0..ROUNDS {
        let changes = plan(&found.shelf, &found.report);
        if changes.is_empty() {
            break;
        }
        for change in &changes {
            let failed = |error| Failure::Problem(format!("cannot write `{}`: {error}", change.file));
            change.write().map_err(failed)?;
        }
        done.extend(changes);
        found = look(args)?;
    }
    Ok((found, done))
}

/// What was found, and where.
struct Found {
    shelf: Shelf,
    names: Vec<String>,
    report: Report,
    /// Whether types were checked.
    types: bool,
}

fn look(args: &Args) -> Result<Found, Failure> {
    let mut shelf = Shelf::bundled();
    let mut names = Vec::new();
    for path in &args.paths {
        if !Path::new(path).exists() {
            return Err(Failure::Usage(format!("there is no file or folder `{path}`")));
        }
        names.push(shelf.add(path));
    }
    shelf.open_game_folder();
    let library = shelf.library();
    let types = !args.no_types && bastide::scripts::any(&shelf, &names) && lint::is_available();
    let mut report = check(&shelf, &library, &names, types);
    report.diagnostics.retain(|found| !args.allow.iter().any(|code| code == found.code));
    Ok(Found { shelf, names, report, types })
}

impl Found {
    fn is_refused(&self, deny: Option<Deny>) -> bool {
        self.report.has_errors()
            || match deny {
                None => false,
                Some(Deny::Warnings) => self.report.warning_count() > 0,
                Some(Deny::Notes) => !self.report.is_empty(),
            }
    }

    fn json(&self, done: &[Change], planned: &[Change]) -> serde_json::Value {
        let diff: String = planned.iter().map(Change::diff).collect();
        json!({
            "errors": self.report.error_count(),
            "warnings": self.report.warning_count(),
            "notes": self.report.count(Severity::Note),
            "types": self.types,
            "fixed": done,
            "diff": diff,
            "diagnostics": self.report,
        })
    }

    fn show(&self, args: &Args, out: &mut Out) -> Result<(), Failure> {
        let terminal = std::io::stdout().is_terminal();
        if !self.report.is_empty() {
            out.line(self.report.render(terminal))?;
            out.line("")?;
        }
        let checked = self.names.join(", ");
        let scripted = bastide::scripts::any(&self.shelf, &self.names);
        if self.report.is_empty() {
            let beyond = if scripted { "; what handlers do is seen by `bastide test`" } else { "" };
            out.line(format_args!("{checked}: no mistakes found{beyond}"))?;
        } else {
            out.line(format_args!("{checked}: {}", counted(&self.report)))?;
        }
        let fixable =
            plan(&self.shelf, &self.report).iter().map(|change| change.changes.len()).sum::<usize>();
        if fixable > 0 && !args.fix {
            out.line(format_args!("`--fix` mends {fixable} of them, `--fix --dry-run` shows how"))?;
        }
        // A tip for people; what a program reads is the same everywhere.
        if terminal && scripted && !self.types && !args.no_types {
            out.line(format_args!(
                "types are checked too where it is installed: cargo install {}",
                lint::TOOL
            ))?;
        }
        Ok(())
    }
}

/// `1 error, 2 warnings`, and notes where there are some.
fn counted(report: &Report) -> String {
    let many = |count: usize, what: &str| match count {
        1 => format!("1 {what}"),
        count => format!("{count} {what}s"),
    };
    let mut text =
        format!("{}, {}", many(report.error_count(), "error"), many(report.warning_count(), "warning"));
    let notes = report.count(Severity::Note);
    if notes > 0 {
        text = format!("{text}, {}", many(notes, "note"));
    }
    text
}

fn tell_changes(done: &[Change], planned: &[Change], out: &mut Out) -> Result<(), Failure> {
    for change in done {
        for line in &change.changes {
            out.line(format_args!("fixed {}: {line}", change.file))?;
        }
    }
    for change in planned {
        out.line(change.diff())?;
    }
    if !done.is_empty() {
        out.line("")?;
    }
    Ok(())
}

fn refuse_unknown_codes(codes: &[String]) -> Result<(), Failure> {
    let known: Vec<&str> = lint::lints().iter().map(|lint| lint.code).collect();
    match codes.iter().find(|code| !known.contains(&code.as_str())) {
        None => Ok(()),
        Some(code) => {
            let meant = did_you_mean(code, &known);
            Err(Failure::Usage(format!(
                "`--allow`: there is no `{code}`{meant}; `--list` lists what there is"
            )))
        }
    }
}

fn list(as_json: bool, out: &mut Out) -> Outcome {
    let lints = lint::lints();
    if as_json {
        out.line(json!(lints))?;
        return Ok(0);
    }
    let width = lints.iter().map(|lint| lint.code.len()).max().unwrap_or_default();
    for lint in lints {
        out.line(format_args!("{:width$}  {:7}  {}", lint.code, lint.severity.to_string(), lint.finds))?;
    }
    Ok(0)
}
