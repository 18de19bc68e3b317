//! `bastide sim`: plays many games and shows what came out.

use std::io::IsTerminal;

use bastide::play::report::SeatReport;
use bastide::play::{BotKind, Report, Request, SimulationError, simulate};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::commands::args::{SeatKind, SetupArgs, describe, did_you_mean, open};
use crate::commands::{Failure, Out, Outcome};

/// What `--seat` is here: nobody sits at the terminal.
const SEAT_HELP: &str = "Who plays, once for each player: random or greedy. [default: two random ones]";

#[derive(Debug, clap::Args)]
#[command(mut_arg("seats", |seats| seats.help(SEAT_HELP).value_parser(bot_seat)))]
#[command(after_help = "Examples:
  bastide sim --games 1000 --seat random --seat random --expansions \"\"
  bastide sim --games 200 --seat greedy --seat random --expansions watchtowers --seed 7 --json

The same seed gives the same numbers at any number of jobs.")]
pub(crate) struct Args {
    #[command(flatten)]
    setup: SetupArgs,
    /// How many games.
    #[arg(long, short = 'n', default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The seed from which the luck of all games follows.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games are played at once; 0 for as many as there are cores.
    #[arg(long, short = 'j', default_value_t = 0)]
    jobs: usize,
    /// Print the result as one JSON object.
    #[arg(long)]
    json: bool,
}

/// Reads who sits on a seat. A person is refused later, in a message of its own.
fn bot_seat(text: &str) -> Result<SeatKind, String> {
    let nearly = || did_you_mean(text, &["random", "greedy"]);
    match text {
        "human" => Ok(SeatKind::Human),
        _ => {
            text.parse().map(SeatKind::Bot).map_err(|_| format!("expected `random` or `greedy`{}", nearly()))
        }
    }
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Outcome {
    let seats = seats(&args.setup)?;
    let request = args.setup.request(seats.len())?;
    let session = open(&request)?;
    let bar = progress(args.games);
    let kinds: Vec<SeatKind> = seats.iter().copied().map(SeatKind::Bot).collect();
    let wanted = Request { games: args.games, seed: args.seed, jobs: args.jobs, seats };
    let factory = || session.factory().map_err(|error| error.to_string());
    let result = simulate(&wanted, factory, |over| bar.set_position(over));
    bar.finish_and_clear();
    let report = result.map_err(|error| failed(error, &args.setup, &kinds))?;
    if args.json {
        let text = serde_json::to_string(&report).map_err(|error| Failure::Problem(error.to_string()))?;
        out.line(text)?;
    } else {
        table(&report, &describe(&session), out)?;
    }
    Ok(0)
}

fn failed(error: SimulationError, setup: &SetupArgs, seats: &[SeatKind]) -> Failure {
    match error {
        SimulationError::Seats { .. } => Failure::Usage(error.to_string()),
        SimulationError::Handler { game, seed, decisions, error } => {
            let way = match decisions {
                Some(decisions) => format!(
                    "in decision {}; to play it again, and to see the board just before:\n{}",
                    decisions + 1,
                    setup.again(seats, seed, usize::try_from(decisions).unwrap_or(usize::MAX))
                ),
                None => format!(
                    "before the first decision; to begin it again:\n  bastide play {} --seed {seed}",
                    setup.words(seats)
                ),
            };
            Failure::Problem(format!("{error}\n\nit failed in game {game} (seed {seed}), {way}"))
        }
        error => Failure::Problem(error.to_string()),
    }
}

fn seats(setup: &SetupArgs) -> Result<Vec<BotKind>, Failure> {
    if setup.seats.is_empty() {
        return Ok(vec![BotKind::Random; 2]);
    }
    let kinds = setup.seats.iter().map(|seat| match seat {
        SeatKind::Bot(kind) => Ok(*kind),
        SeatKind::Human => {
            Err(Failure::Usage("a simulation has no human seats; expected `random` or `greedy`".to_owned()))
        }
    });
    kinds.collect()
}

fn progress(games: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr());
    let style = "{bar:40} {pos}/{len} games, {per_sec}, {eta} left";
    bar.set_style(ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

fn table(report: &Report, what: &str, out: &mut Out) -> Result<(), Failure> {
    out.line(format_args!(
        "{} games of {what}, seed {}: {:.1} turns a game, {:.0} games a second on {} threads",
        report.games, report.seed, report.turns_per_game, report.games_per_second, report.jobs
    ))?;
    out.line("")?;
    let width = report.seats.iter().map(|seat| title(seat).chars().count()).max().unwrap_or(0).max(6);
    out.line(format_args!(
        "{:width$}  {:>7}  {:>17}  {:>9}  {:>6}",
        "player", "points", "95 % interval", "range", "wins"
    ))?;
    for seat in &report.seats {
        let [low, high] = seat.ci95;
        let range = format!("{}-{}", seat.least_points, seat.most_points);
        out.line(format_args!(
            "{:width$}  {:>7.2}  {low:>8.2}-{high:<8.2}  {range:>9}  {:>5.1}%",
            title(seat),
            seat.mean_points,
            seat.win_rate * 100.0,
        ))?;
    }
    out.line("")?;
    let first = report.sources.iter().map(|source| source.name.chars().count()).max().unwrap_or(0).max(11);
    let names: String = report.seats.iter().map(|seat| format!("  {:>8}", seat.name)).collect();
    out.line(format_args!("{:first$}{names}  {:>8}  {:>12}", "points from", "together", "times a game"))?;
    for source in &report.sources {
        let means: String = source.mean_points.iter().map(|mean| format!("  {mean:>8.2}")).collect();
        out.line(format_args!(
            "{:first$}{means}  {:>8.2}  {:>12.2}",
            source.name, source.points_per_game, source.awards_per_game
        ))?;
    }
    Ok(())
}

fn title(seat: &SeatReport) -> String {
    format!("{} ({})", seat.name, seat.kind)
}
