//! `bastide dev`: a game whose rules are changed while it is played.

mod objects;
mod plan;
mod show;

use std::path::PathBuf;
use std::time::Duration;

use bastide::content::library::MANIFEST;
use bastide::play::BotKind;
use bastide::testing::{FileOutcome, Suite, suites};
use bastide::watch::{Saved, Watch};
use bastide::workbench::{Mode, Reload, Workbench};

use self::plan::Plan;
use self::show::Show;
use crate::commands::failure::is_misuse;
use crate::commands::{Failure, Out, Outcome};

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bastide dev mills
  bastide dev mills --expansions all --at 60
  bastide dev expansions/river tiles/river.toml --turns 5
  bastide dev mills --resume game.jsonl
  bastide dev mills --keep-state --no-tests

Bots play a game up to some point. At each save of a file the game is played again
under the new rules, with the same decisions and the same luck, and what is different
is told: points by source, options of the open decision, the first decision that does
not fit any more. Then the tests run. A file that cannot be used leaves the last good
rules in play. Ctrl-C ends. More: docs/dev.md")]
pub(crate) struct Args {
    /// Folders of expansions, folders of these, or files of tile sets such as tiles/river.toml.
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<String>,
    /// Which bots play, once for each player: random or greedy. [default: two greedy ones]
    #[arg(long = "seat", value_name = "KIND")]
    seats: Vec<BotKind>,
    /// The players' names, in the order of the seats.
    #[arg(long = "name", value_name = "NAME")]
    names: Vec<String>,
    /// Expansions that are played besides those of PATH, by id or path, with commas between; all for
    /// every bundled one. What an expansion depends on comes along by itself.
    #[arg(long, value_name = "IDS")]
    expansions: Option<String>,
    /// Tile sets that are added without the rules of their expansions, with commas between.
    #[arg(long, value_name = "IDS")]
    tiles: Option<String>,
    /// Set an option of the base game or of an expansion, such as base.edition=second.
    #[arg(long = "option", value_name = "ID.NAME=VALUE", value_parser = crate::commands::args::parse_option)]
    options: Vec<(String, String)>,
    /// The seed of the game's luck.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Play up to so many decisions. [default: until half of the tiles are drawn]
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Play up to the end of so many turns.
    #[arg(long, value_name = "N", conflicts_with = "at")]
    turns: Option<u32>,
    /// Take this saved game; the file is only read.
    #[arg(
        long,
        alias = "save",
        value_name = "FILE",
        conflicts_with_all = ["seats", "names", "expansions", "tiles", "options", "seed", "turns"]
    )]
    resume: Option<PathBuf>,
    /// Keep what has happened, and let the new rules hold from here on. A state that the new rules
    /// cannot hold is refused, with the reasons.
    #[arg(long)]
    keep_state: bool,
    /// Do not run the tests of the expansions.
    #[arg(long)]
    no_tests: bool,
    /// End after the first save: 0 if all is well, 1 if anything is broken, does not fit or fails.
    #[arg(long)]
    once: bool,
    /// Print one JSON object a line.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Outcome {
    let plan = Plan::new(args)?;
    // Whatever is saved from here on is noticed.
    let mut watch = Watch::new(plan.watched())?;
    let mut desk = Desk { plan, mode: mode(args), bench: None, show: Show::new(args.json, out) };
    let mut next = None;
    // Tests of files that cannot be used would only say the same again.
    if desk.begin(true)? && !args.no_tests {
        desk.show.flush()?;
        (_, next) = desk.test(&mut watch)?;
    }
    loop {
        desk.show.flush()?;
        let saved = match next.take() {
            Some(saved) => saved,
            None => match watch.wait(None)? {
                Some(saved) => saved,
                None => continue,
            },
        };
        let (mut well, usable) = desk.rebuild(&saved)?;
        desk.show.flush()?;
        if usable && !args.no_tests {
            let (passed, more) = desk.test(&mut watch)?;
            well &= passed;
            next = more;
        }
        if args.once {
            return Ok(u8::from(!well));
        }
    }
}

fn mode(args: &Args) -> Mode {
    if args.keep_state { Mode::KeepState } else { Mode::Replay }
}

/// The game on the desk; nothing as long as the files were never right.
struct Desk<'o> {
    plan: Plan,
    mode: Mode,
    bench: Option<Workbench>,
    show: Show<'o>,
}

impl Desk<'_> {
    /// Begins the game, if its files are right. Returns whether there is one.
    fn begin(&mut self, first: bool) -> Result<bool, Failure> {
        match self.plan.begin() {
            Ok(bench) => {
                let bench = self.bench.insert(bench);
                self.show.begun(bench, &self.plan)?;
                Ok(true)
            }
            // Wrong use does not become right by waiting.
            Err(error) if first && is_misuse(&error) => Err(error.into()),
            Err(error) => {
                self.show.no_game(&error, &self.plan)?;
                Ok(false)
            }
        }
    }

    /// Brings the game under what was saved. Returns whether everything fits, and whether the files
    /// can be used at all.
    fn rebuild(&mut self, saved: &Saved) -> Result<(bool, bool), Failure> {
        let Some(bench) = &mut self.bench else {
            self.show.saved(saved)?;
            let begun = self.begin(false)?;
            return Ok((begun, begun));
        };
        // What an expansion depends on stands in its manifest.
        if saved.files.iter().any(|file| file.ends_with(MANIFEST)) {
            bench.ask_for(self.plan.request());
        }
        let reload = bench.reload(&self.plan.shelf(), self.mode);
        self.show.reloaded(&reload, bench, saved)?;
        Ok(match reload {
            Reload::Done(changes) => (changes.misfit.is_none() && changes.stalled.is_none(), true),
            Reload::Refused(_) => (false, true),
            Reload::Broken(_) => (false, false),
        })
    }

    /// Runs the tests, unless something is saved meanwhile. Returns whether they pass, and what was
    /// saved.
    fn test(&mut self, watch: &mut Watch) -> Result<(bool, Option<Saved>), Failure> {
        let (shelf, folders) = (self.plan.with_expansions(), &self.plan.folders);
        let mut outcomes: Vec<(String, FileOutcome)> = Vec::new();
        for suite in suites(&shelf, folders) {
            for file in &suite.files {
                let one = Suite { files: vec![file.clone()], ..suite.clone() };
                outcomes.extend(one.run(&shelf, "").into_iter().map(|outcome| (suite.id.clone(), outcome)));
                if let Some(saved) = watch.wait(Some(Duration::ZERO))? {
                    return Ok((true, Some(saved)));
                }
            }
        }
        Ok((self.show.tested(&outcomes)?, None))
    }
}
