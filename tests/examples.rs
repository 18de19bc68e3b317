//! The worked examples of `docs/examples`: without a mistake, proved by their own tests, and played alone
//! and with everything that is bundled.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails loudly")]

use std::fs;
use std::path::{Path, PathBuf};

use bastide::play::{BotKind, Request as Simulation, simulate};
use bastide::session::{ALL, Request, Session};
use bastide::shelf::Shelf;
use bastide::testing::suites;

/// How many random games each is played.
const GAMES: u64 = 50;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/examples")
}

/// The folders of the examples.
fn examples() -> Vec<String> {
    let entries = fs::read_dir(root()).unwrap().map(|entry| entry.unwrap().path());
    let folders = entries.filter(|path| path.is_dir());
    let mut names: Vec<String> = folders.map(|path| path.to_string_lossy().into_owned()).collect();
    names.sort();
    assert!(names.len() >= 3, "{names:?}");
    names
}

#[test]
fn each_has_no_mistake() {
    for example in examples() {
        let mut shelf = Shelf::bundled();
        let name = shelf.add(&example);
        let library = shelf.library();
        let mut report = bastide::content::check::check(&shelf, &library, &name);
        report.extend(bastide::scripts::check(&shelf, &library, &[name]));
        assert!(report.is_empty(), "{}", report.render(false));
    }
}

#[test]
fn each_statement_is_proved() {
    for example in examples() {
        let mut shelf = Shelf::bundled();
        let name = shelf.add(&example);
        let suite = suites(&shelf, &[name]).remove(0);
        let outcomes = suite.run(&shelf, "").into_iter();
        let tests: Vec<_> = outcomes.flat_map(|outcome| outcome.result.unwrap()).collect();
        assert!(!tests.is_empty(), "{example}");
        for test in tests {
            let failure = test.failure.map(|failure| failure.message);
            assert_eq!(failure, None, "{}: {}", suite.id, test.name);
        }
        let rules = suite.rules(&shelf).expect("it has a RULES.md");
        assert!(!rules.statements.is_empty(), "{example}");
        assert_eq!((rules.missing, rules.unknown), (Vec::new(), Vec::new()), "{example}");
    }
}

#[test]
fn each_is_listed_and_explained() {
    let list = fs::read_to_string(root().join("README.md")).unwrap();
    for example in examples() {
        let name = example.rsplit('/').next().unwrap();
        assert!(list.contains(&format!("[{name}]({name}/README.md)")), "{name}");
        assert!(Path::new(&example).join("README.md").is_file(), "{name}");
    }
}

/// Plays random games with these expansions; they end, or the test fails with the seed.
fn play(expansions: &[&str]) -> bastide::play::Report {
    let expansions = expansions.iter().map(|name| (*name).to_owned()).collect();
    let request = Request { expansions, ..Request::new(["Alice", "Bob", "Carol"]) };
    let session = Session::open(&Shelf::bundled(), &request).unwrap_or_else(|error| panic!("{error}"));
    let wanted = Simulation { games: GAMES, seed: 1, jobs: 0, seats: vec![BotKind::Random; 3] };
    let factory = || session.factory().map_err(|error| error.to_string());
    simulate(&wanted, factory, |_| ()).unwrap_or_else(|error| panic!("{request:?}: {error}"))
}

#[test]
fn random_games_of_each_end() {
    for example in examples() {
        assert_eq!(play(&[&example]).games, GAMES, "{example}");
    }
}

#[test]
fn random_games_with_everything_that_is_bundled_end() {
    for example in examples() {
        assert_eq!(play(&[ALL, &example]).games, GAMES, "{example}");
    }
}

#[test]
fn they_are_played_together_and_earn_something() {
    let all = examples();
    let report = play(&all.iter().map(String::as_str).collect::<Vec<_>>());
    let text = serde_json::to_string(&report).unwrap();
    for source in ["beacon", "minstrel"] {
        assert!(text.contains(&format!("\"{source}\"")), "{text}");
    }
}
