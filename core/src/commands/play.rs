//! `bastide play`: plays a whole game.

use std::path::{Path, PathBuf};

use bastide::again;
use bastide::engine::decision::Choice;
use bastide::engine::host::ApplyError;
use bastide::play::BotKind;
use bastide::play::GameFactory;
use bastide::save::{self, Header, Replay, SaveFile, Saved};
use bastide::session::Session;
use clap::ValueEnum;

use crate::commands::args::{SeatKind, SetupArgs, any_seed, describe, open};
use crate::commands::human::{Human, Move};
use crate::commands::out::note;
use crate::commands::table::{Seat, Table, tell, window};
use crate::commands::{Failure, Out, Outcome};

/// Turns of bots after which the board is shown.
const PICTURE_TURNS: u32 = 12;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bastide play
  bastide play --seat human --seat greedy --expansions watchtowers --save game.jsonl
  bastide play --seat greedy --seat greedy --expansions \"\" --option base.edition=second
  bastide play --resume game.jsonl")]
pub(crate) struct Args {
    #[command(flatten)]
    setup: SetupArgs,
    /// The seed of the game's luck; any one where it is not given.
    #[arg(long)]
    seed: Option<u64>,
    /// Write the game into this new file as it goes.
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    save: Option<PathBuf>,
    /// Go on with a saved game, and go on saving it.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["expansions", "options", "tiles", "names", "seed"])]
    resume: Option<PathBuf>,
    /// Show the whole board each time, however large it is.
    #[arg(long)]
    whole_board: bool,
    /// What to do with a saved game whose expansions have changed since.
    #[arg(long, value_enum, requires = "resume")]
    changed: Option<Changed>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Changed {
    /// Play its decisions again under the rules as they are now.
    Replay,
    /// Leave it alone.
    Stop,
}

pub(crate) fn run(args: Args, out: &mut Out) -> Outcome {
    let mut human = Human::new();
    let mut table = match &args.resume {
        Some(path) => resume(&args, path, &mut human, out)?,
        None => begin(&args, out)?,
    };
    table.window = window(args.whole_board);
    while let Some(decision) = table.game.decision() {
        let player = decision.player;
        if table.is_human(player) {
            out.flush()?;
            match human.decide(&mut table, out)? {
                Move::Done => {}
                Move::Quit => return quit(&table, out),
            }
            continue;
        }
        let turn = table.game.state().turn();
        let choice = match &table.seats[player.index()] {
            Seat::Bot(bot) => bot.choose(&table.game),
            Seat::Human => None,
        };
        let Some(choice) = choice else { break };
        if let Err(error) = table.choose(choice, out)? {
            if !anybody(&table) {
                return Err(failed(&table, &error, &choice, &args));
            }
            match human.recover(&mut table, error, out)? {
                Move::Done => continue,
                Move::Quit => return quit(&table, out),
            }
        }
        let shown = table.game.state().turn();
        if shown != turn && turn.is_multiple_of(PICTURE_TURNS) && !table.game.is_over() && !anybody(&table) {
            out.line("")?;
            out.text(table.picture())?;
        }
    }
    table.end(out)?;
    if let Some(save) = &table.save {
        out.line(format_args!("The game is saved in {}.", save.path().display()))?;
    }
    Ok(0)
}

fn anybody(table: &Table) -> bool {
    table.seats.iter().any(|seat| matches!(seat, Seat::Human))
}

/// A handler failed in a bot's turn. The game is where it was, and saved if it is saved at all.
fn failed(table: &Table, error: &ApplyError, choice: &Choice, args: &Args) -> Failure {
    let moment = again::moment(&table.game, choice);
    let way = match &table.save {
        Some(save) => format!(
            "{}\nthe game stands before it; mend the expansion and go on with\n  \
             bastide play --resume {} --changed replay",
            table.before_this(),
            save.path().display()
        ),
        None => {
            let (seed, decisions) = (table.game.seed(), again::decisions(&table.game));
            let commands = args.setup.again(&args.setup.seats, seed, decisions);
            format!("to play it again, and to see the board just before:\n{commands}")
        }
    };
    Failure::Problem(format!("{error}\n\nit failed in {moment}\n{way}"))
}

fn quit(table: &Table, out: &mut Out) -> Outcome {
    match &table.save {
        Some(save) => {
            out.line(format_args!("Go on with: bastide play --resume {}", save.path().display()))?
        }
        None => out.line("The game was not saved.")?,
    }
    Ok(0)
}

/// The seed of the demonstration: a game in which both players see what the expansions do.
pub(super) const DEMONSTRATION_SEED: u64 = 8;

fn begin(args: &Args, out: &mut Out) -> Result<Table, Failure> {
    let demonstration = args.setup.seats.is_empty();
    let seats = match args.setup.seats.as_slice() {
        [] => vec![SeatKind::Bot(BotKind::Greedy); 2],
        seats => seats.to_vec(),
    };
    let seed = args.seed.unwrap_or_else(|| if demonstration { DEMONSTRATION_SEED } else { any_seed() });
    let request = args.setup.request(seats.len())?;
    let session = open(&request)?;
    let game = session.factory()?.game(seed).map_err(|error| {
        Failure::Problem(format!("{error}\n\nit failed before the first decision, with `--seed {seed}`"))
    })?;
    let kinds: Vec<String> = seats.iter().map(SeatKind::to_string).collect();
    let save = match &args.save {
        Some(path) => {
            let header = Header::new(&session, &request, &kinds, seed);
            Some(SaveFile::create(path, &header).map_err(|error| Failure::Usage(error.to_string()))?)
        }
        None => None,
    };
    introduce(&session, &request.players, &kinds, seed, demonstration, out)?;
    let mut table = Table::new(game, &seats, save);
    table.after(out)?;
    Ok(table)
}

fn introduce(
    session: &Session,
    players: &[String],
    kinds: &[String],
    seed: u64,
    demonstration: bool,
    out: &mut Out,
) -> Result<(), Failure> {
    let seats: Vec<String> =
        players.iter().zip(kinds).map(|(player, kind)| format!("{player} ({kind})")).collect();
    out.line(format_args!("{} play {}, seed {seed}.", seats.join(" and "), describe(session)))?;
    if demonstration {
        out.line("This is a demonstration. To play yourself: bastide play --seat human --seat greedy")?;
    }
    Ok(())
}

fn resume(args: &Args, path: &Path, human: &mut Human, out: &mut Out) -> Result<Table, Failure> {
    let saved = save::read(path)?;
    if saved.torn {
        note("the last line of the file was not written to its end; it is dropped");
    }
    let session = open(&saved.header.request())?;
    let changes = saved.header.changes(&session);
    if !changes.is_empty() && !may_replay(args, &changes, human, out)? {
        return Err(Failure::Problem("the saved game was left alone".to_owned()));
    }
    let seats = resumed_seats(args, &saved)?;
    let kinds: Vec<String> = seats.iter().map(SeatKind::to_string).collect();
    let mut replay = Replay::new(&session, &saved, !changes.is_empty())?;
    let mut ledger = bastide::ledger::Ledger::new();
    loop {
        let more = replay.step().map_err(|fault| Failure::Problem(format!("{}: {fault}", path.display())))?;
        if !more {
            break;
        }
        if let Some(game) = replay.game() {
            ledger.note(game);
        }
    }
    let restored = replay.finish()?;
    let save = if changes.is_empty() {
        SaveFile::resume(path, &saved)?
    } else {
        let header = Header::new(&session, &saved.header.request(), &kinds, saved.header.seed);
        SaveFile::replace(path, &header)?
    };
    // What scripts printed then was shown then.
    if let Some(host) = restored.game.host() {
        host.borrow_mut().take_output();
    }
    let mut table = Table::new(restored.game, &seats, Some(save));
    table.ledger = ledger;
    table.write()?;
    introduce(&session, &saved.header.players, &kinds, saved.header.seed, false, out)?;
    out.line(format_args!("Resumed after {} entries.", table.game.log().len()))?;
    tell(&table.game, out)?;
    Ok(table)
}

/// Whether to play a saved game again although its expansions have changed.
fn may_replay(args: &Args, changes: &[String], human: &mut Human, out: &mut Out) -> Result<bool, Failure> {
    for change in changes {
        note(format_args!("since this game was saved: {change}"));
    }
    match args.changed {
        Some(choice) => Ok(choice == Changed::Replay),
        None if human.is_terminal() => {
            human.agrees("Play its decisions again under the rules as they are now?", out)
        }
        None => Err(Failure::Problem(
            "the saved game does not fit the expansions as they are now\nplay its decisions again under the new rules with `--changed replay`, or bring back the old expansions"
                .to_owned(),
        )),
    }
}

fn resumed_seats(args: &Args, saved: &Saved) -> Result<Vec<SeatKind>, Failure> {
    let players = saved.header.players.len();
    let seats = if args.setup.seats.is_empty() {
        let kinds = saved.header.seats.iter().map(|kind| kind.parse());
        kinds.collect::<Result<Vec<SeatKind>, String>>().map_err(Failure::Problem)?
    } else {
        args.setup.seats.clone()
    };
    if seats.len() == players {
        return Ok(seats);
    }
    Err(Failure::Usage(format!("the saved game has {players} players, so --seat is needed {players} times")))
}
