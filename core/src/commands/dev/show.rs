//! Telling what a save has changed: in lines for people, or one JSON object a line.

use std::env;
use std::io::{self, IsTerminal as _};

use bastide::error::Error;
use bastide::script::testing::TestFailure;
use bastide::testing::FileOutcome;
use bastide::watch::Saved;
use bastide::workbench::{Change, Changes, Misfit, Points, Reload, Standing, Workbench};
use serde_json::json;

use super::objects;
use super::plan::Plan;
use crate::commands::args::describe;
use crate::commands::{Failure, Out};

/// How many of a kind are listed for people.
const SOME: usize = 10;

/// Where it is told.
pub(super) struct Show<'o> {
    out: &'o mut Out,
    json: bool,
    colour: bool,
}

/// The colours of a terminal.
#[derive(Clone, Copy)]
enum Colour {
    Good = 32,
    Bad = 31,
    Title = 1,
}

impl<'o> Show<'o> {
    pub fn new(json: bool, out: &'o mut Out) -> Show<'o> {
        let colour = !json && io::stdout().is_terminal() && env::var_os("NO_COLOR").is_none();
        Show { out, json, colour }
    }

    pub fn flush(&mut self) -> Result<(), Failure> {
        self.out.flush()
    }

    fn paint(&self, colour: Colour, text: &str) -> String {
        if self.colour { format!("\x1b[{}m{text}\x1b[0m", colour as u8) } else { text.to_owned() }
    }

    /// The game that was begun.
    pub fn begun(&mut self, bench: &mut Workbench, plan: &Plan) -> Result<(), Failure> {
        let (standing, seed) = (bench.standing(), plan.seed);
        if self.json {
            let (misfit, stalled) = (bench.misfit().map(objects::misfit), bench.stalled());
            let watched: Vec<String> = plan.watched().iter().map(|path| path.display().to_string()).collect();
            let view = json!({
                "event": "begun", "seed": seed, "game": standing, "decisions": bench.decisions(),
                "misfit": misfit, "stalled": stalled, "watching": watched,
            });
            return self.out.line(view);
        }
        let game = describe(bench.session());
        self.out.line(format_args!("{} play {game}, seed {seed}.", standing.players.join(" and ")))?;
        if !bench.session().warnings().is_empty() {
            let warnings = bench.session().warnings().render(self.colour);
            self.out.line(warnings.trim_end())?;
        }
        self.out.line(format_args!("After {}: {}.", so_far(&standing), points(&standing)))?;
        self.out.line(format_args!("{}.", open(&standing)))?;
        if let Some(misfit) = bench.misfit() {
            self.misfit(misfit, bench.decisions(), bench.decisions() + 1 - misfit.decision)?;
        }
        if let Some(stalled) = bench.stalled() {
            self.indented(Colour::Bad, &format!("The game goes no further: {stalled}"))?;
        }
        self.watching(plan)
    }

    fn watching(&mut self, plan: &Plan) -> Result<(), Failure> {
        let list = plan.paths.join(", ");
        self.out.line(format_args!("Watching {list}; save a file to see what it changes, Ctrl-C ends."))
    }

    /// There is no game yet, since files are broken.
    pub fn no_game(&mut self, error: &Error, plan: &Plan) -> Result<(), Failure> {
        if self.json {
            let mut view = json!({ "event": "broken" });
            objects::put_error(&mut view, error);
            return self.out.line(view);
        }
        self.error(error)?;
        self.out.line("There is no game yet; it begins when this is mended.")?;
        self.watching(plan)
    }

    /// What was saved while there was no game.
    pub fn saved(&mut self, saved: &Saved) -> Result<(), Failure> {
        if self.json { Ok(()) } else { self.title(saved, "") }
    }

    fn title(&mut self, saved: &Saved, verdict: &str) -> Result<(), Failure> {
        let (files, took) = (names(saved), saved.at.elapsed().as_millis());
        let title = self.paint(Colour::Title, &files);
        self.out.line(format_args!("\n{title}{verdict} ({took} ms)"))
    }

    /// What a save came to.
    pub fn reloaded(&mut self, reload: &Reload, bench: &Workbench, saved: &Saved) -> Result<(), Failure> {
        if self.json {
            return self.out.line(objects::reloaded(reload, saved));
        }
        match reload {
            Reload::Done(changes) => {
                self.title(saved, "")?;
                self.changes(changes, bench.decisions())?;
                let warnings = bench.session().warnings();
                if !warnings.is_empty() {
                    let text = warnings.render(self.colour);
                    self.out.line(text.trim_end())?;
                }
                Ok(())
            }
            Reload::Broken(error) => {
                self.title(saved, ": broken; the game stays under the rules from before")?;
                self.error(error)
            }
            Reload::Refused(errors) => {
                self.title(saved, ": the state cannot be kept; the game stays under the rules from before")?;
                for fault in &errors.0 {
                    self.indented(Colour::Bad, &fault.to_string())?;
                }
                self.out.line("  without --keep-state the game is played again from its log")
            }
        }
    }

    fn error(&mut self, error: &Error) -> Result<(), Failure> {
        match error {
            Error::Content(report) => {
                let text = report.render(self.colour);
                self.out.line(text.trim_end())
            }
            // Each of these says itself that it is one.
            Error::Scripts(_) => self.out.line(error.to_string().trim_end()),
            error => self.out.line(format_args!("error: {}", error.to_string().trim_end())),
        }
    }

    /// Tiles that are new in the stack, or gone from it.
    fn stack(&mut self, changes: &Changes) -> Result<(), Failure> {
        let (before, after) = (changes.before.stack, changes.after.stack);
        if before == after || changes.before.decisions != changes.after.decisions {
            return Ok(());
        }
        let (by, what) = (after.abs_diff(before), if after > before { "more" } else { "fewer" });
        let tiles = if by == 1 { "tile is" } else { "tiles are" };
        self.out.line(format_args!("  {by} {what} {tiles} still to be drawn: {before} -> {after}"))
    }

    fn changes(&mut self, changes: &Changes, decisions: usize) -> Result<(), Failure> {
        if changes.is_nothing() {
            self.out.line(format_args!("  nothing is different in this game: {}", points(&changes.after)))?;
        } else {
            self.points(changes)?;
            self.options(changes)?;
            self.stack(changes)?;
        }
        if changes.again > 0 {
            let text = format!("{} again", fit(changes.again));
            self.indented(Colour::Good, &text)?;
        }
        if let Some(misfit) = &changes.misfit {
            self.misfit(misfit, decisions, changes.kept)?;
        }
        if let Some(drift) = &changes.drift {
            let said = |text: &Option<String>| text.clone().unwrap_or_else(|| "nothing".to_owned());
            let (was, is) = (said(&drift.was), said(&drift.is));
            let after = drift.decision;
            self.out.line(format_args!("  after decision {after} chance said {was}, and now {is}"))?;
        }
        for failure in changes.stalled.iter().chain(&changes.after.failed) {
            self.indented(Colour::Bad, failure)?;
        }
        self.printed(&changes.printed)
    }

    fn printed(&mut self, lines: &[String]) -> Result<(), Failure> {
        // The last are nearest to what is looked at.
        let from = lines.len().saturating_sub(SOME);
        if from > 0 {
            self.out.line(format_args!("  [print] … {from} lines before"))?;
        }
        lines[from..].iter().try_for_each(|line| self.out.line(format_args!("  [print] {line}")))
    }

    /// Points by source, before and after.
    fn points(&mut self, changes: &Changes) -> Result<(), Failure> {
        if changes.sources.is_empty() {
            let after = count(changes.compared, "decision");
            return self.out.line(format_args!("  points after {after} are as before"));
        }
        let rows: Vec<&Change> = changes.sources.iter().chain([&changes.total]).collect();
        let title = format!("points after {}", count(changes.compared, "decision"));
        let first = rows.iter().map(|row| row.source.chars().count() + 2).max().unwrap_or(0).max(title.len());
        let players = &changes.after.players;
        let cell = |row: &Change, seat: usize| match (row.before[seat], row.after[seat]) {
            (was, is) if was == is => is.to_string(),
            (was, is) => format!("{was} -> {is}"),
        };
        let width = |seat: usize| {
            let cells = rows.iter().map(|row| cell(row, seat).len());
            cells.max().unwrap_or(0).max(players[seat].chars().count()) + 2
        };
        let mut line = format!("  {title:first$}");
        for (seat, player) in players.iter().enumerate() {
            line += &format!("{player:>width$}", width = width(seat));
        }
        self.out.line(line)?;
        for row in &rows {
            let mut line = format!("  {:first$}", format!("  {}", row.source));
            for seat in 0..players.len() {
                line += &format!("{:>width$}", cell(row, seat), width = width(seat));
            }
            self.out.line(line)?;
        }
        Ok(())
    }

    fn options(&mut self, changes: &Changes) -> Result<(), Failure> {
        if changes.elsewhere {
            self.out.line(format_args!("  before, {}", open(&changes.before)))?;
            return self.out.line(format_args!("  now, {}", open(&changes.after)));
        }
        if changes.gained.is_empty() && changes.lost.is_empty() {
            return Ok(());
        }
        self.out.line(format_args!("  {}:", open(&changes.after)))?;
        for (options, sign, colour) in
            [(&changes.gained, '+', Colour::Good), (&changes.lost, '-', Colour::Bad)]
        {
            for option in options.iter().take(SOME) {
                let text = self.paint(colour, &format!("{sign} {option}"));
                self.out.line(format_args!("    {text}"))?;
            }
            if options.len() > SOME {
                self.out.line(format_args!("    {sign} and {} more", options.len() - SOME))?;
            }
        }
        Ok(())
    }

    fn misfit(&mut self, misfit: &Misfit, decisions: usize, kept: usize) -> Result<(), Failure> {
        let Misfit { decision, said, .. } = misfit;
        let title = format!("decision {decision} of {decisions} does not fit: {said}");
        self.indented(Colour::Bad, &title)?;
        for line in misfit.reason.lines() {
            self.out.line(format_args!("    {line}"))?;
        }
        if !misfit.legal.is_empty() {
            let mut list = misfit.legal[..misfit.legal.len().min(SOME)].join("; ");
            if misfit.legal.len() > SOME {
                list += &format!("; and {} more", misfit.legal.len() - SOME);
            }
            self.out.line(format_args!("    legal instead: {list}"))?;
        }
        let kept = count(kept, "decision");
        self.out.line(format_args!("  the game stands before it; {kept} kept until they fit again"))
    }

    fn indented(&mut self, colour: Colour, text: &str) -> Result<(), Failure> {
        for line in text.lines() {
            let line = self.paint(colour, line);
            self.out.line(format_args!("  {line}"))?;
        }
        Ok(())
    }

    /// What became of the tests. Returns whether all pass.
    pub fn tested(&mut self, outcomes: &[(String, FileOutcome)]) -> Result<bool, Failure> {
        let (mut passed, mut failed, mut rows) = (0, 0, Vec::new());
        for (id, outcome) in outcomes {
            let file = &outcome.file;
            match &outcome.result {
                Err(message) => {
                    failed += 1;
                    rows.push(json!({ "expansion": id, "file": file, "name": null, "message": message }));
                    if !self.json {
                        self.indented(Colour::Bad, &format!("FAILED {file}\n{message}"))?;
                    }
                }
                Ok(tests) => {
                    for test in tests {
                        let Some(failure) = &test.failure else {
                            passed += 1;
                            continue;
                        };
                        failed += 1;
                        rows.push(objects::failure(id, file, &test.name, failure));
                        self.failure(&test.name, failure)?;
                    }
                }
            }
        }
        if self.json {
            let view = json!({ "event": "tests", "passed": passed, "failed": failed, "failures": rows });
            self.out.line(view)?;
        } else if passed + failed > 0 {
            self.out.line(format_args!("  tests: {passed} passed, {failed} failed"))?;
        }
        Ok(failed == 0)
    }

    fn failure(&mut self, name: &str, failure: &TestFailure) -> Result<(), Failure> {
        if self.json {
            return Ok(());
        }
        let place = failure.line.map_or(failure.file.clone(), |line| format!("{}:{line}", failure.file));
        self.indented(Colour::Bad, &format!("FAILED {name}"))?;
        self.out.line(format_args!("    --> {place}"))?;
        let printed = failure.output.iter().map(|line| format!("printed: {line}"));
        let lines = failure.message.lines().chain(failure.picture.lines()).map(str::to_owned);
        lines.chain(printed).try_for_each(|line| self.out.line(format_args!("    {line}")))
    }
}

fn names(saved: &Saved) -> String {
    let files: Vec<String> = saved.files.iter().take(3).map(|file| file.display().to_string()).collect();
    match saved.files.len() - files.len() {
        0 => files.join(", "),
        more => format!("{} and {more} more", files.join(", ")),
    }
}

fn so_far(standing: &Standing) -> String {
    format!("{}, in turn {}", count(standing.decisions, "decision"), standing.turn)
}

fn points(standing: &Standing) -> String {
    let points: &Points = &standing.points;
    let of = |(player, points): (&String, &i32)| format!("{player} {points}");
    standing.players.iter().zip(points).map(of).collect::<Vec<_>>().join(", ")
}

/// Who decides about what.
fn open(standing: &Standing) -> String {
    match &standing.open {
        None => "the game is over".to_owned(),
        Some(open) => {
            let options = count(open.options.len(), "option");
            format!("{} decides: {}, {options}", open.by, open.about)
        }
    }
}

fn fit(decisions: usize) -> String {
    if decisions == 1 { "1 decision fits".to_owned() } else { format!("{decisions} decisions fit") }
}

fn count(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}
