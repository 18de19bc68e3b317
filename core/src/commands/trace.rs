//! `bastide trace`: what expansions do in a game, and what that costs.

use std::path::PathBuf;

use bastide::play::BotKind;
use bastide::save;
use bastide::session::Session;
use bastide::trace::{Filter, Range, Step, Steps, Summary, text};
use serde_json::json;

use crate::commands::args::{SeatKind, SetupArgs, describe, did_you_mean, open};
use crate::commands::out::note;
use crate::commands::play::DEMONSTRATION_SEED;
use crate::commands::{Failure, Out, Outcome};

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bastide trace game.jsonl --at 12
  bastide trace game.jsonl --from 20 --to 30 --expansion watchtowers
  bastide trace --seat greedy --seat greedy --seed 7 --expansions ./mills --hook on_tile_placed
  bastide trace game.jsonl --summary
  bastide trace game.jsonl --json

Decisions are counted as `bastide replay --until` counts them; 0 is what comes before the first. Steps
are what the limit on handlers counts, and the same on every machine; uses are fields and methods of
things of the game. Only handlers that were called are shown: one that its [when] kept away is not.")]
pub(crate) struct Args {
    /// A saved game; without one, bots play as `bastide play` would.
    file: Option<PathBuf>,
    #[command(flatten)]
    setup: SetupArgs,
    /// The seed of a game that bots play.
    #[arg(long, conflicts_with = "file")]
    seed: Option<u64>,
    /// Show this decision.
    #[arg(long, value_name = "N", conflicts_with_all = ["from", "to"])]
    at: Option<usize>,
    /// Begin with this decision.
    #[arg(long, value_name = "N")]
    from: Option<usize>,
    /// End with this decision.
    #[arg(long, value_name = "N")]
    to: Option<usize>,
    /// Only handlers of this hook, such as on_tile_placed or actions.harvest.
    #[arg(long)]
    hook: Option<String>,
    /// Only handlers of this expansion.
    #[arg(long, value_name = "ID")]
    expansion: Option<String>,
    /// A line for each handler that is only asked, where they share one otherwise.
    #[arg(long)]
    every: bool,
    /// Sum up what the handlers took, by expansion and hook.
    #[arg(long)]
    summary: bool,
    /// Print a JSON object for each decision, or for each row of the summary, on a line of its own.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Outcome {
    let range = range(args)?;
    let (session, mut steps) = match &args.file {
        Some(file) => of_save(args, file, range)?,
        None => of_bots(args, range)?,
    };
    if !args.json {
        out.line(format_args!("{}.", capital(&describe(&session))))?;
    }
    let mut summary = Summary::default();
    let (mut shown, mut silent) = (0, 0);
    for step in steps.by_ref() {
        summary.add(&step);
        if args.summary {
            continue;
        }
        if step.calls.is_empty() && args.at.is_none() {
            silent += 1;
            continue;
        }
        shown += 1;
        show(args, &step, out)?;
    }
    if args.summary {
        sum_up(args, &summary, out)?;
    } else if !args.json {
        ending(args, (shown, silent), out)?;
    }
    if let Some(failure) = steps.failure() {
        return Err(Failure::Problem(failure.to_owned()));
    }
    if range.from > steps.decisions() {
        let has = steps.decisions();
        return Err(Failure::Usage(format!("there is no decision {}: the game has {has}", range.from)));
    }
    Ok(0)
}

fn range(args: &Args) -> Result<Range, Failure> {
    let range = match args.at {
        Some(at) => Range { from: at, to: at },
        None => Range { from: args.from.unwrap_or(0), to: args.to.unwrap_or(usize::MAX) },
    };
    if range.from > range.to {
        let (from, to) = (range.from, range.to);
        return Err(Failure::Usage(format!("--from {from} comes after --to {to}")));
    }
    Ok(range)
}

/// The calls that are wanted; what nobody could have called is wrong use.
fn filter(args: &Args, session: &Session) -> Result<Filter, Failure> {
    let known: Vec<&str> = session.expansions().iter().map(|part| part.id.as_str()).collect();
    if let Some(id) = args.expansion.as_deref().filter(|id| !known.contains(id)) {
        let near = did_you_mean(id, &known);
        return Err(Failure::Usage(format!("the expansion `{id}` is not in this game{near}")));
    }
    let hooks = bastide::reference::order::hooks(session)?;
    let known: Vec<&str> = hooks.iter().map(String::as_str).collect();
    if let Some(hook) = args.hook.as_deref().filter(|hook| !known.contains(hook)) {
        let near = did_you_mean(hook, &known);
        return Err(Failure::Usage(format!("no expansion in this game has a handler `{hook}`{near}")));
    }
    Ok(Filter { hook: args.hook.clone(), expansion: args.expansion.clone() })
}

fn of_save(args: &Args, file: &std::path::Path, range: Range) -> Result<(Session, Steps), Failure> {
    let setup = &args.setup;
    let given = !(setup.seats.is_empty() && setup.names.is_empty() && setup.options.is_empty())
        || setup.expansions.is_some()
        || setup.tiles.is_some();
    if given {
        let text = "a saved game says itself who plays what; leave out --seat, --name, --expansions, --tiles and --option";
        return Err(Failure::Usage(text.to_owned()));
    }
    let saved = save::read(file)?;
    let session = open(&saved.header.request())?;
    for change in saved.header.changes(&session) {
        note(format_args!("since this game was saved: {change}"));
    }
    let steps = Steps::of_save(&session, &saved, range, filter(args, &session)?)?;
    Ok((session, steps))
}

fn of_bots(args: &Args, range: Range) -> Result<(Session, Steps), Failure> {
    let kind = |seat: &SeatKind| match seat {
        SeatKind::Human => Err(Failure::Usage(
            "nobody can play while a game is traced: save a game with `bastide play --save`, and trace that"
                .to_owned(),
        )),
        SeatKind::Bot(kind) => Ok(*kind),
    };
    let kinds = match args.setup.seats.as_slice() {
        [] => vec![BotKind::Greedy; 2],
        seats => seats.iter().map(kind).collect::<Result<_, _>>()?,
    };
    let session = open(&args.setup.request(kinds.len())?)?;
    let seed = args.seed.unwrap_or(DEMONSTRATION_SEED);
    let steps = Steps::of_bots(&session, &kinds, seed, range, filter(args, &session)?)?;
    Ok((session, steps))
}

fn show(args: &Args, step: &Step, out: &mut Out) -> Result<(), Failure> {
    if args.json {
        return out.line(json!(step));
    }
    out.line("")?;
    out.text(text(step, args.every))?;
    if step.calls.is_empty() {
        out.line("  no handler was called")?;
    }
    Ok(())
}

fn sum_up(args: &Args, summary: &Summary, out: &mut Out) -> Result<(), Failure> {
    if args.json {
        return summary.rows().into_iter().try_for_each(|row| out.line(json!(row)));
    }
    if summary.rows().is_empty() {
        return out.line("No handler was called.");
    }
    out.line("")?;
    out.text(summary.table())
}

fn ending(args: &Args, (shown, silent): (usize, usize), out: &mut Out) -> Result<(), Failure> {
    if args.at.is_some() {
        return Ok(());
    }
    let many = |count: usize| if count == 1 { "decision" } else { "decisions" };
    out.line("")?;
    out.line(format_args!(
        "{shown} {} brought about what is shown; {silent} {} called no such handler.",
        many(shown),
        many(silent)
    ))
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    first + letters.as_str()
}
