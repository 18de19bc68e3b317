//! The outside judge: games that JCloisterZone recorded, and random games of its engine, played on
//! ours and compared after every message.
//!
//! `BASTIDE_PEER` names the folder with the games; without it, `../shared/peer` beside the
//! repository is used where it exists. A word after `--` chooses the games whose names hold it:
//!
//! ```text
//! cargo test --test peer -- base/
//! ```
//!
//! A game that needs rules which we do not have is not played, and never counts as passed. What may
//! differ stands in `known.toml`, each with its reason.

mod games;
mod known;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bastide::peer::oracle::Difference;
use bastide::peer::{Recording, Table, Verdict, judge};
use bastide::shelf::Shelf;
use rayon::prelude::*;

use games::Game;
use known::Known;

fn main() -> ExitCode {
    let folder = match folder() {
        Ok(Some(folder)) => folder,
        Ok(None) => {
            println!("peer: there are no recorded games here, so nothing was compared");
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            println!("peer: {error}");
            return ExitCode::FAILURE;
        }
    };
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let result = run(&folder, &words);
    result.unwrap_or_else(|error| {
        println!("peer: {error}");
        ExitCode::FAILURE
    })
}

/// The folder with the games. One that was asked for must be there.
fn folder() -> Result<Option<PathBuf>, String> {
    let has_games = |folder: &PathBuf| folder.join("games").is_dir();
    match std::env::var_os("BASTIDE_PEER").map(PathBuf::from) {
        Some(folder) if has_games(&folder) => Ok(Some(folder)),
        Some(folder) => Err(format!("BASTIDE_PEER: there is no folder `{}/games`", folder.display())),
        None => Ok(Some(Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/peer")).filter(has_games)),
    }
}

/// A game and what became of it.
struct Played {
    name: String,
    verdict: Result<Verdict, String>,
}

fn run(folder: &Path, words: &[String]) -> Result<ExitCode, String> {
    let known = Known::read(include_str!("known.toml"))?;
    let table = Table::with_folder(Shelf::bundled(), &folder.join("tiles"))?;
    let mut games = games::recorded(folder)?;
    games.extend(games::random(&folder.join("random"))?);
    games.retain(|game| words.is_empty() || words.iter().any(|word| game.name.contains(word.as_str())));
    let results: Vec<Played> = games.par_iter().map(|game| play(&table, game, &known)).collect();
    Ok(report(&results, &known, words.is_empty()))
}

fn play(table: &Table, game: &Game, known: &Known) -> Played {
    let allowed = |found: &Difference| known.allows(&game.name, found);
    let verdict = Recording::read(&game.text).and_then(|recording| {
        judge(table, &recording, game.oracle.as_deref(), &allowed).map_err(|error| error.to_string())
    });
    Played { name: game.name.clone(), verdict }
}

/// What came of some games.
#[derive(Clone, Copy, Default)]
struct Totals {
    played: usize,
    right: usize,
    met: usize,
    assertions: usize,
    not_played: usize,
    messages: usize,
}

impl Totals {
    fn add(&mut self, verdict: &Result<Verdict, String>) {
        match verdict {
            Ok(Verdict::NotPlayed(_)) => self.not_played += 1,
            Ok(Verdict::Played(judged)) => {
                self.played += 1;
                self.right += usize::from(judged.is_right());
                self.met += judged.assertions.iter().filter(|found| found.met).count();
                self.assertions += judged.assertions.len();
                self.messages += judged.messages;
            }
            Err(_) => self.played += 1,
        }
    }

    fn met(&self) -> String {
        if self.played == 0 { "-".to_owned() } else { format!("{}/{}", self.met, self.assertions) }
    }
}

/// What became of a game, and whether that must be said of this game alone.
fn outcome(verdict: &Result<Verdict, String>) -> (String, bool) {
    let judged = match verdict {
        Ok(Verdict::NotPlayed(missing)) => return (format!("not played: {}", missing.join(", ")), false),
        Err(error) => return (error.clone(), true),
        Ok(Verdict::Played(judged)) => judged,
    };
    let unmet = judged.assertions.iter().filter(|found| !found.met);
    let unmet = unmet.map(|found| format!("\n    not met: {}: {}", found.sentence, found.found));
    let fault = judged.fault.iter().map(|fault| format!("\n    {fault}"));
    let differences = judged.differences.iter().map(|found| format!("\n    {found}"));
    let all: String = fault.chain(differences).chain(unmet).collect();
    if all.is_empty() { ("none".to_owned(), false) } else { (all, true) }
}

/// Prints a line for each recorded game, and one for each corpus of random games with what differs.
fn report(results: &[Played], known: &Known, whole: bool) -> ExitCode {
    let mut totals = Totals::default();
    let mut corpora: BTreeMap<&str, Totals> = BTreeMap::new();
    let mut lacking: BTreeMap<&str, usize> = BTreeMap::new();
    let line = |name: &str, met: &str, what: &str| println!("{name:<78} {met:>9}  {what}");
    println!();
    line("game", "met", "first difference");
    for result in results {
        totals.add(&result.verdict);
        let (what, alone) = outcome(&result.verdict);
        let corpus = result.name.rsplit_once('/').map_or("", |(corpus, _)| corpus);
        let random = corpus.starts_with("random/");
        if random {
            corpora.entry(corpus).or_default().add(&result.verdict);
        }
        if alone || !random {
            let mut own = Totals::default();
            own.add(&result.verdict);
            line(&result.name, &own.met(), &what);
        }
        if let Ok(Verdict::NotPlayed(missing)) = &result.verdict {
            missing.iter().for_each(|what| *lacking.entry(what).or_default() += 1);
        }
    }
    for (corpus, totals) in &corpora {
        let Totals { played, right, not_played, .. } = totals;
        let what = match played {
            0 => format!("{not_played} games not played"),
            _ => format!("{right} of {played} games without a difference, {not_played} not played"),
        };
        line(corpus, &totals.met(), &what);
    }
    if !lacking.is_empty() {
        println!("\nnot played for want of:");
        lacking.iter().for_each(|(what, games)| println!("{games:>5}  {what}"));
    }
    let unused = if whole { known.unused() } else { Vec::new() };
    unused.iter().for_each(|entry| println!("known.toml: {entry} did not occur; take it out"));
    let Totals { played, right, met, assertions, not_played, messages } = totals;
    println!("\n{messages} messages were compared.");
    println!(
        "peer: {right} of {played} games without a difference, {met} assertions met of {assertions}, {not_played} not played"
    );
    if right == played && met == assertions && unused.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
