//! `bastide replay GAME.jcz`: plays a game that JCloisterZone recorded.

use std::fs;
use std::path::PathBuf;

use bastide::ledger::Ledger;
use bastide::peer::{Plan, Prepared, Recording, Replay, Table};
use bastide::picture;
use bastide::shelf::Shelf;
use bastide::view;
use serde_json::json;

use super::replay::Args;
use crate::commands::table::{tell, window};
use crate::commands::{Failure, Out, Outcome};

/// The folder with recorded games and tile definitions.
const FOLDER: &str = "BASTIDE_PEER";

pub(super) fn run(args: &Args, out: &mut Out) -> Outcome {
    let path = args.file.display();
    let text = fs::read_to_string(&args.file)
        .map_err(|error| Failure::Usage(format!("cannot read `{path}`: {error}")))?;
    let problem = |error: String| Failure::Problem(format!("{path}: {error}"));
    let recording = Recording::read(&text).map_err(problem)?;
    let folder = args.tiles.clone().or_else(|| Some(PathBuf::from(std::env::var_os(FOLDER)?).join("tiles")));
    let table = match &folder {
        Some(folder) if !folder.is_dir() => {
            return Err(Failure::Usage(format!("there is no folder `{}`", folder.display())));
        }
        Some(folder) => Table::with_folder(Shelf::bundled(), folder),
        None => Table::new(Shelf::bundled(), []),
    };
    match table.map_err(Failure::Problem)?.plan(&recording)? {
        Plan::Ready(prepared) => play(args, &recording, &prepared, out),
        Plan::Missing(missing) if args.json => {
            out.line(json!({ "ok": false, "played": false, "missing": missing }))?;
            Ok(1)
        }
        Plan::Missing(missing) => {
            let hint = match folder {
                Some(_) => "",
                None => "\nTile sets that are not bundled are read from a folder of definitions: --tiles DIR",
            };
            Err(Failure::Problem(format!(
                "{path} was not played: Bastide does not have {}{hint}",
                missing.join(", ")
            )))
        }
    }
}

fn play(args: &Args, recording: &Recording, prepared: &Prepared, out: &mut Out) -> Outcome {
    let loud = !args.json && !args.quiet;
    let names: Vec<String> = recording.players.iter().map(|seat| seat.name.clone()).collect();
    if loud {
        let sets: Vec<&str> = recording.setup.sets.keys().map(String::as_str).collect();
        out.line(format_args!("{} played with the tiles of {}.", names.join(" and "), sets.join(", ")))?;
    }
    let mut replay = Replay::new(prepared, recording)?;
    let mut ledger = Ledger::new();
    let (mut messages, mut fault) = (0, None);
    while args.until.is_none_or(|until| messages < until) {
        match replay.step() {
            None => break,
            Some(Err(error)) => {
                fault = Some(format!("message {}: {error}", messages + 1));
                break;
            }
            Some(Ok(_)) => messages += 1,
        }
        for game in replay.games() {
            ledger.note(game);
            if loud {
                tell(game, out)?;
            }
        }
    }
    let checked = if args.check { replay.check(recording) } else { Vec::new() };
    let met = checked.iter().filter(|found| found.met).count();
    let ok = fault.is_none() && met == checked.len();
    let game = replay.game();
    if args.json {
        out.line(json!({
            "ok": ok,
            "played": true,
            "messages": messages,
            "error": fault,
            "players": names,
            "assertions": checked,
            "shown": replay.shown(),
            "state": view::state(game),
        }))?;
        return Ok(if ok { 0 } else { 1 });
    }
    if loud {
        out.line("")?;
        out.text(picture::board(game, window(args.whole_board), &Default::default()))?;
        out.text(picture::legend(game))?;
        out.line("\nWhere the points came from:")?;
        out.text(ledger.table(game))?;
        out.line("")?;
    }
    for found in &checked {
        let verdict = if found.met { "met" } else { "NOT MET" };
        out.line(format_args!("{verdict:>7}  {} ({})", found.sentence, found.found))?;
    }
    if let Some(fault) = fault {
        return Err(Failure::Problem(format!("{}: {fault}", args.file.display())));
    }
    let over = if game.is_over() { "over" } else { "not over yet" };
    let assertions =
        if args.check { format!(", {met} of {} assertions are met", checked.len()) } else { String::new() };
    out.line(format_args!("Played: {messages} messages{assertions}; the game is {over}."))?;
    Ok(if ok { 0 } else { 1 })
}
