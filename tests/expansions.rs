//! The Lua tests of all bundled expansions, each as a test of its own, and for each expansion the
//! proof that no numbered statement of its `RULES.md` is left without one.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test fails loudly")]

use bastide::shelf::Shelf;
use bastide::testing::{Suite, suites};
use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let shelf = Shelf::bundled();
    let library = shelf.library();
    let folders: Vec<String> = library.expansions.iter().map(|found| found.folder.clone()).collect();
    let mut trials = Vec::new();
    for suite in suites(&shelf, &folders) {
        for (file, _) in &suite.files {
            match suite.names(&shelf, file) {
                Ok(names) => trials.extend(names.into_iter().map(|name| lua_test(&suite, file, name))),
                Err(message) => {
                    let broken = move || Err(Failed::from(message));
                    trials.push(Trial::test(format!("{}: {file} can be loaded", suite.id), broken));
                }
            }
        }
        let id = suite.id.clone();
        trials.push(Trial::test(format!("{id}: every rule has a test"), move || rules(&suite)));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn lua_test(suite: &Suite, file: &str, name: String) -> Trial {
    // Only the file with the test in it, and of that only the test.
    let files = suite.files.iter().filter(|(other, _)| other == file).cloned().collect();
    let suite = Suite { files, ..suite.clone() };
    Trial::test(format!("{}: {name}", suite.id), move || {
        let outcomes = suite.run(&Shelf::bundled(), &name);
        let tests = outcomes.into_iter().flat_map(|outcome| match outcome.result {
            Ok(tests) => tests,
            Err(message) => panic!("{message}"),
        });
        let test = tests.into_iter().find(|test| test.name == name).expect("the test was there");
        match test.failure {
            None => Ok(()),
            Some(failure) => {
                let line = failure.line.unwrap_or_default();
                let (file, message, picture) = (failure.file, failure.message, failure.picture);
                Err(Failed::from(format!("{file}:{line}\n{message}\n{picture}")))
            }
        }
    })
}

fn rules(suite: &Suite) -> Result<(), Failed> {
    let Some(coverage) = suite.rules(&Shelf::bundled()) else {
        return Err(Failed::from(format!("{} has no RULES.md", suite.folder)));
    };
    if coverage.statements.is_empty() {
        return Err(Failed::from(format!("{}/RULES.md has no numbered statements", suite.folder)));
    }
    let unknown: Vec<String> = coverage.unknown.iter().map(ToString::to_string).collect();
    if !unknown.is_empty() {
        return Err(Failed::from(format!("named by a test, but not in RULES.md: {}", unknown.join(", "))));
    }
    let missing: Vec<String> = coverage.missing.iter().map(ToString::to_string).collect();
    if missing.is_empty() {
        Ok(())
    } else {
        Err(Failed::from(format!("without a test: {}", missing.join(", "))))
    }
}
