//! The commands, one file each.

mod add;
mod api;
mod args;
mod check;
mod dev;
mod engine;
mod explain;
mod failure;
mod human;
mod import;
mod new;
mod out;
mod pack;
mod play;
mod recording;
mod replay;
mod sim;
mod table;
mod test;
mod trace;

use clap::{Parser, Subcommand};

pub(crate) use self::failure::Failure;
pub(crate) use self::out::Out;

/// What a command comes to: its exit code.
pub(crate) type Outcome = Result<u8, Failure>;

/// A scriptable expansion framework for Carcassonne-style tile games.
#[derive(Debug, Parser)]
#[command(
    name = "bastide",
    version,
    propagate_version = true,
    after_help = "Start here: bastide play\n\nExit codes: 0 success, 1 a problem was found, 2 wrong use."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play a game; without arguments, watch one with every bundled expansion.
    Play(play::Args),
    /// Play a saved game again and verify it; also games that JCloisterZone recorded.
    Replay(replay::Args),
    /// Play many games and show what came out.
    Sim(sim::Args),
    /// Check expansions and tile sets for mistakes.
    Check(check::Args),
    /// Run the tests of expansions.
    Test(test::Args),
    /// Work on an expansion: see what each save changes in a game.
    Dev(dev::Args),
    /// Tell more about a kind of mistake.
    Explain(explain::Args),
    /// See what expansions do in a game, call by call, and what that costs.
    Trace(trace::Args),
    /// Look things up: hooks, methods, keys; the order of handlers; the reference as files.
    Api(api::Args),
    /// Make tile sets of tile definitions of JCloisterZone.
    Import(import::Args),
    /// Begin a new expansion.
    New(new::Args),
    /// Make one file of an expansion, to give it to others.
    Pack(pack::Args),
    /// Add an expansion that somebody packed to a game folder.
    Add(add::Args),
    /// Speak JSON lines on standard input and output, for bots and other front ends.
    Engine(engine::Args),
}

/// Does what the command line says.
pub(crate) fn run(cli: Cli, out: &mut Out) -> Outcome {
    match cli.command {
        Command::Play(args) => play::run(args, out),
        Command::Replay(args) => replay::run(&args, out),
        Command::Sim(args) => sim::run(&args, out),
        Command::Check(args) => check::run(&args, out),
        Command::Test(args) => test::run(&args, out),
        Command::Dev(args) => dev::run(&args, out),
        Command::Explain(args) => explain::run(&args, out),
        Command::Trace(args) => trace::run(&args, out),
        Command::Api(args) => api::run(&args, out),
        Command::Import(args) => import::run(&args, out),
        Command::New(args) => new::run(&args, out),
        Command::Pack(args) => pack::run(&args, out),
        Command::Add(args) => add::run(&args, out),
        Command::Engine(args) => engine::run(&args, out),
    }
}
