//! `bastide replay`: plays a saved game again and verifies it.

use std::path::PathBuf;

use bastide::again;
use bastide::ledger::Ledger;
use bastide::picture;
use bastide::save::{self, Replay, ReplayFault};
use bastide::view;
use serde_json::json;

use crate::commands::args::{describe, open};
use crate::commands::out::note;
use crate::commands::table::{tell, window};
use crate::commands::{Failure, Out, Outcome, recording};

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bastide replay game.jsonl
  bastide replay game.jsonl --until 20 --whole-board
  bastide replay game.jsonl --json
  bastide replay recorded.jcz --check --tiles definitions

The fingerprints in the file are compared with the game; a difference is reported with its line.
A file that ends in .jcz is a game that JCloisterZone recorded; --check judges the sentences that it
brings. Tile sets that are not bundled are read from its tile definitions: --tiles DIR, or the folder
`tiles` of the folder that BASTIDE_PEER names.")]
pub(crate) struct Args {
    /// The saved game.
    pub(super) file: PathBuf,
    /// Stop after so many decisions.
    #[arg(long, value_name = "N")]
    pub(super) until: Option<usize>,
    /// Show the whole board, however large it is.
    #[arg(long)]
    pub(super) whole_board: bool,
    /// Only verify, and say nothing but the result.
    #[arg(long)]
    pub(super) quiet: bool,
    /// Print the result and the state as one JSON object.
    #[arg(long)]
    pub(super) json: bool,
    /// Judge the sentences of a recorded game.
    #[arg(long)]
    pub(super) check: bool,
    /// The folder with JCloisterZone's tile definitions.
    #[arg(long, value_name = "DIR")]
    pub(super) tiles: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Outcome {
    if args.file.extension().is_some_and(|ending| ending == "jcz") {
        return recording::run(args, out);
    }
    let saved = match save::read(&args.file) {
        Ok(saved) => saved,
        Err(error) if args.json => {
            out.line(json!({ "ok": false, "error": error.to_string() }))?;
            return Ok(1);
        }
        Err(error) => return Err(error.into()),
    };
    let session = open(&saved.header.request())?;
    let changes = saved.header.changes(&session);
    for change in &changes {
        note(format_args!("since this game was saved: {change}"));
    }
    if saved.torn {
        note("the last line of the file was not written to its end; it is left out");
    }
    let loud = !args.json && !args.quiet;
    if loud {
        let players = saved.header.players.join(" and ");
        out.line(format_args!("{players} played {}, seed {}.", describe(&session), saved.header.seed))?;
    }
    let mut replay = Replay::new(&session, &saved, false)?;
    let mut ledger = Ledger::new();
    let fault = play(args, &mut replay, &mut ledger, loud, out)?;
    let checked = replay.checked();
    let game = replay.finish()?.game;
    let decisions = again::decisions(&game);
    if args.json {
        let (ok, line) = (fault.is_none(), fault.as_ref().map(|fault| fault.line));
        out.line(json!({
            "ok": ok,
            "line": line,
            "error": fault.as_ref().map(|fault| &fault.reason),
            "changes": changes,
            "torn": saved.torn,
            "players": saved.header.players,
            "seed": saved.header.seed,
            "decisions": decisions,
            "entries": game.log().len(),
            "verified": checked,
            "state": view::state(&game),
        }))?;
        return Ok(if ok { 0 } else { 1 });
    }
    if let Some(fault) = fault {
        return Err(Failure::Problem(misfit(args, &fault, decisions)));
    }
    if loud {
        out.line("")?;
        out.text(picture::board(&game, window(args.whole_board), &Default::default()))?;
        out.text(picture::legend(&game))?;
        out.line("")?;
        out.line("Where the points came from:")?;
        out.text(ledger.table(&game))?;
        out.line("")?;
    }
    let over = if game.is_over() { "over" } else { "not over yet" };
    let played = match decisions {
        1 => "1 decision was legal".to_owned(),
        count => format!("{count} decisions were legal"),
    };
    let agreed = match checked {
        0 => "no fingerprint stands in this part of the file".to_owned(),
        1 => "1 fingerprint agrees".to_owned(),
        count => format!("{count} fingerprints agree"),
    };
    out.line(format_args!("Verified: {played}, {agreed}; the game is {over}."))?;
    Ok(0)
}

/// Plays up to the wanted decision; what did not fit, if anything.
fn play(
    args: &Args,
    replay: &mut Replay,
    ledger: &mut Ledger,
    loud: bool,
    out: &mut Out,
) -> Result<Option<ReplayFault>, Failure> {
    loop {
        let done = replay.game().map_or(0, again::decisions);
        if replay.game().is_some() && args.until.is_some_and(|until| done >= until) {
            return Ok(None);
        }
        match replay.step() {
            Ok(true) => {}
            Ok(false) => return Ok(None),
            Err(fault) => return Ok(Some(fault)),
        }
        if let Some(game) = replay.game() {
            ledger.note(game);
            if loud {
                tell(game, out)?;
            }
        }
    }
}

/// What is said of a line that does not fit, after so many decisions.
fn misfit(args: &Args, fault: &ReplayFault, decisions: usize) -> String {
    let file = args.file.display();
    if !fault.reason.contains('\n') {
        return format!("{file}: {fault}");
    }
    // A handler failed, and its message has lines of its own.
    let number = decisions + 1;
    format!(
        "{}\n\nit failed in line {} of {file}, decision {number}; to see the board just before:\n  \
         bastide replay {file} --until {decisions}",
        fault.reason, fault.line
    )
}
