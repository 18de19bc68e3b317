//! Running the program.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What a run came to.
#[derive(Debug)]
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// Runs the program in a folder with these lines on its standard input.
pub fn run_in(folder: &std::path::Path, args: &[&str], input: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bastide"))
        .env_remove("BASTIDE_PEER")
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // The program may end before it has read everything.
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let run = Run {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    };
    assert!(!run.err.contains("panicked"), "{args:?} panicked:\n{}", run.err);
    run
}

/// Runs the program.
pub fn run(args: &[&str]) -> Run {
    run_in(&std::env::temp_dir(), args, "")
}

/// Runs the program, which must succeed, and returns what it printed.
pub fn ok(args: &[&str]) -> String {
    let run = run(args);
    assert_eq!(run.code, 0, "{args:?}\n{}{}", run.out, run.err);
    run.out
}

/// An empty folder of a test's own.
pub fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cli").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}
