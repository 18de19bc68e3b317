//! Broken expansions, and what is said about them. Each folder of `tests/broken` is a case: one mistake
//! as small as it can be, or several (`several_…`), the file `command` with what a user would type, and
//! the snapshot `message.snap` with what the user would read. To add a case, add a folder.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test fails loudly")]

use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::{Arguments, Trial};

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken");
    let mut cases: Vec<PathBuf> =
        std::fs::read_dir(&folder).expect("there are cases").map(|entry| entry.unwrap().path()).collect();
    cases.retain(|case| case.is_dir());
    cases.sort();
    assert!(cases.len() >= 30, "the cases are where they were");
    let trial = |case: PathBuf| {
        let name = case.file_name().unwrap().to_string_lossy().into_owned();
        Trial::test(name, move || {
            check(&case);
            Ok(())
        })
    };
    libtest_mimic::run(&Arguments::from_args(), cases.into_iter().map(trial).collect()).exit();
}

/// Does what a user would do, and compares what the user would read.
fn check(case: &Path) {
    let command = std::fs::read_to_string(case.join("command")).expect("a case has a command");
    let command = command.trim();
    // Types are checked by another program, which is not on every machine, and random games are other ones
    // each time.
    let steady = match command.split_whitespace().next() {
        Some("check") => Some("--no-types"),
        Some("test") => Some("--no-generic"),
        _ => None,
    };
    let args = command.split_whitespace().chain(steady);
    let output = Command::new(env!("CARGO_BIN_EXE_bastide"))
        .args(args)
        .current_dir(case)
        .output()
        .expect("the program runs");
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(!err.contains("panicked"), "{err}");
    // Of a game, only the message counts.
    let out = if command.starts_with("play") { String::new() } else { out };
    let code = output.status.code().expect("an exit code");
    assert_ne!(code, 0, "`bastide {command}` found nothing:\n{out}{err}");
    let shown = format!("$ bastide {command}\n{out}{err}(exit code {code})\n");
    let kinds = shown.matches("error[").count() + shown.matches("warning[").count();
    assert_eq!(shown.matches("= see: docs/").count(), kinds, "a message leads to no page:\n{shown}");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(case);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("message", shown));
}

/// What was printed, with the same line ends everywhere.
fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("it prints text").replace("\r\n", "\n")
}
