//! `bastide check`: looks for mistakes in expansions and tile sets.

use std::io::IsTerminal;
use std::path::Path;

use bastide::content::check::check;
use bastide::content::diagnostic::Report;
use bastide::shelf::Shelf;
use serde_json::json;

use crate::commands::{Failure, Out, Outcome};

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bastide check my_expansion
  bastide check tiles/base.toml expansions --json

It reads the files and loads the scripts. It plays nothing: what handlers do is seen by `bastide test`.")]
pub(crate) struct Args {
    /// Folders of expansions, folders of these, or tile sets.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<String>,
    /// Print what was found as one JSON object.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Outcome {
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
    let mut report = Report::new();
    for name in &names {
        report.extend(check(&shelf, &library, name));
    }
    report.extend(bastide::scripts::check(&shelf, &library, &names));
    report.sort();
    if args.json {
        out.line(json!({
            "errors": report.error_count(),
            "warnings": report.warning_count(),
            "diagnostics": report,
        }))?;
    } else {
        show(&report, &names, bastide::scripts::any(&shelf, &names), out)?;
    }
    Ok(if report.has_errors() { 1 } else { 0 })
}

fn show(report: &Report, names: &[String], scripted: bool, out: &mut Out) -> Result<(), Failure> {
    let coloured = std::io::stdout().is_terminal();
    if !report.is_empty() {
        out.line(report.render(coloured))?;
        out.line("")?;
    }
    let many = |count: usize, what: &str| match count {
        1 => format!("1 {what}"),
        count => format!("{count} {what}s"),
    };
    let (errors, warnings) = (report.error_count(), report.warning_count());
    let checked = names.join(", ");
    if report.is_empty() {
        let beyond = if scripted { "; what handlers do is seen by `bastide test`" } else { "" };
        out.line(format_args!("{checked}: no mistakes found{beyond}"))
    } else {
        out.line(format_args!("{checked}: {}, {}", many(errors, "error"), many(warnings, "warning")))
    }
}
