//! `bastide dev`: a file is saved, and what that changes is told.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::bastide::{folder, run_in};

/// Longer than anything takes that is going to happen.
const LONG: Duration = Duration::from_secs(60);

/// The program at work in a folder.
struct Dev {
    child: Child,
    lines: Receiver<String>,
    root: PathBuf,
}

impl Dev {
    fn start(root: &Path, args: &[&str]) -> Dev {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bastide"))
            .args([&["dev"], args].concat())
            .current_dir(root)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let (sender, lines) = channel();
        let out = BufReader::new(child.stdout.take().unwrap());
        thread::spawn(move || out.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Dev { child, lines, root: root.to_owned() }
    }

    /// The lines up to one that holds a text.
    #[track_caller]
    fn until(&self, text: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let Ok(line) = self.lines.recv_timeout(LONG) else { panic!("no `{text}` in {lines:#?}") };
            lines.push(line);
            if lines.last().is_some_and(|line| line.contains(text)) {
                return lines;
            }
        }
    }

    /// The next line, as an object.
    #[track_caller]
    fn next(&self, event: &str) -> Value {
        let line = self.lines.recv_timeout(LONG).unwrap();
        let value: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(value["event"], event, "{line}");
        value
    }

    fn edit(&self, name: &str, from: &str, to: &str) {
        edit(&self.root, name, from, to);
    }

    /// What the program ends with by itself.
    fn code(mut self) -> i32 {
        self.child.wait().unwrap().code().unwrap()
    }
}

impl Drop for Dev {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Saves a file as editors do that write another one and give it the name.
fn edit(root: &Path, name: &str, from: &str, to: &str) {
    let path = root.join("mills").join(name);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{from} stands in {name}");
    let fresh = path.with_extension("tmp");
    fs::write(&fresh, text.replace(from, to)).unwrap();
    fs::rename(&fresh, &path).unwrap();
}

/// The expansion that `bastide new` begins, whose tile is drawn often.
fn mills(name: &str) -> PathBuf {
    let root = folder(name);
    assert_eq!(run_in(&root, &["new", "mills"], "").code, 0);
    edit(&root, "tiles/mills.toml", "count = 3", "count = 30");
    root
}

#[test]
fn a_changed_rule_a_broken_file_and_a_decision_that_does_not_fit() {
    let dev = Dev::start(&mills("dev"), &["mills", "--at", "40"]);
    let begun = dev.until("tests: ");
    assert!(begun[0].starts_with("Alice and Bob play the base game with mills, seed 1."), "{begun:?}");
    assert!(begun[1].starts_with("After 40 decisions, in turn "), "{begun:?}");
    assert!(begun.iter().any(|line| line.starts_with("Watching mills;")), "{begun:?}");

    dev.edit("main.lua", "event.player, 1,", "event.player, 4,");
    let lines = dev.until("tests: 0 passed, 1 failed");
    assert!(lines[1].starts_with("mills/main.lua (") && lines[1].ends_with(" ms)"), "{lines:#?}");
    assert!(lines[2].starts_with("  points after 40 decisions"), "{lines:#?}");
    assert!(lines[3].starts_with("    well") && lines[3].contains(" -> "), "{lines:#?}");
    assert!(lines[4].starts_with("    total"), "{lines:#?}");
    assert!(lines[5].starts_with("  FAILED MI1"), "the game comes first, then the tests: {lines:#?}");

    dev.edit("main.lua", "return mills", "return mils");
    let lines = dev.until("--> mills/main.lua:18");
    assert!(lines[1].contains("mills/main.lua: broken; the game stays under the rules from before"));

    let veto = "function mills.allow_placement(game, query)\n  return query.cell.x < 1\nend\n\nreturn mills";
    dev.edit("main.lua", "return mils", veto);
    let lines = dev.until("tests: ");
    assert_eq!(
        lines.iter().filter(|line| line.contains("tests: ")).count(),
        1,
        "broken files are not tested"
    );
    let found = |text: &str| lines.iter().any(|line| line.contains(text));
    assert!(found(" of 40 does not fit: turn "), "{lines:#?}");
    assert!(found("    legal instead: place at "), "{lines:#?}");
    assert!(found("kept until they fit again"), "{lines:#?}");

    dev.edit("main.lua", veto, "return mills");
    let lines = dev.until("tests: ");
    assert!(lines.iter().any(|line| line.contains("again")), "{lines:#?}");
}

#[test]
fn programs_read_objects() {
    let dev = Dev::start(&mills("dev_json"), &["mills", "--at", "30", "--json", "--expansions", "river"]);
    let begun = dev.next("begun");
    assert_eq!((begun["decisions"].as_u64(), begun["game"]["decisions"].as_u64()), (Some(30), Some(30)));
    assert_eq!(dev.next("tests")["passed"], 1);

    dev.edit("main.lua", "event.player, 1,", "event.player, 4,");
    let rebuilt = dev.next("rebuilt");
    assert_eq!(rebuilt["files"][0], "mills/main.lua");
    assert_eq!((rebuilt["different"].as_bool(), rebuilt["misfit"].is_null()), (Some(true), true));
    assert_eq!(
        (rebuilt["points"][0]["source"].as_str(), rebuilt["compared"].as_u64()),
        (Some("well"), Some(30))
    );
    assert!(rebuilt["ms"].as_u64().is_some_and(|took| took < 60_000));
    let tests = dev.next("tests");
    assert_eq!(
        (tests["failed"].as_u64(), tests["failures"][0]["expansion"].as_str()),
        (Some(1), Some("mills"))
    );

    dev.edit("tiles/mills.toml", "count = 30", "count = many");
    let broken = dev.next("broken");
    assert_eq!(broken["diagnostics"][0]["file"], "mills/tiles/mills.toml");
    // Files that cannot be used are not tested.
    dev.edit("tiles/mills.toml", "count = many", "count = 30");
    assert_eq!(dev.next("rebuilt")["different"], false);
}

#[test]
fn the_state_is_kept_or_that_is_refused() {
    let root = mills("dev_keep");
    let dev = Dev::start(&root, &["mills", "--at", "40", "--keep-state", "--no-tests"]);
    dev.until("Watching");
    dev.edit("main.lua", "event.player, 1,", "event.player, 4,");
    dev.until("  nothing is different in this game");
    dev.edit("tiles/mills.toml", "road = [\"W E\"]", "city = [\"W E\"]");
    let lines = dev.until("without --keep-state");
    assert!(lines[1].contains("the state cannot be kept"), "{lines:#?}");
    assert!(lines[2].contains("the tile `mills/well` lies at "), "{lines:#?}");
}

#[test]
fn once_ends_with_whether_all_is_well() {
    let root = mills("dev_once");
    let dev = Dev::start(&root, &["mills", "--at", "10", "--once"]);
    dev.until("tests: ");
    dev.edit("main.lua", "-- MI1", "-- A comment. MI1");
    dev.until("tests: 1 passed, 0 failed");
    assert_eq!(dev.code(), 0);
    let dev = Dev::start(&root, &["mills", "--at", "10", "--once", "--no-tests"]);
    dev.until("Watching");
    dev.edit("main.lua", "return mills", "return mils");
    assert_eq!(dev.code(), 1);
    // Files that are broken from the beginning are waited for.
    let dev = Dev::start(&root, &["mills", "--at", "10", "--once", "--no-tests"]);
    dev.until("There is no game yet");
    dev.until("Watching");
    dev.edit("main.lua", "return mils", "return mills");
    dev.until("After 10 decisions");
    assert_eq!(dev.code(), 0);
}

#[test]
fn a_saved_game_is_taken_and_left_as_it_is() {
    let root = mills("dev_resume");
    let play =
        ["play", "--seat", "random", "--seat", "random", "--expansions", "./mills", "--save", "game.jsonl"];
    assert_eq!(run_in(&root, &play, "").code, 0);
    let before = fs::read(root.join("game.jsonl")).unwrap();
    let dev = Dev::start(&root, &["mills", "--resume", "game.jsonl", "--at", "25", "--no-tests"]);
    assert!(dev.until("Watching")[1].starts_with("After 25 decisions"));
    dev.edit("main.lua", "event.player, 1,", "event.player, 4,");
    dev.until("    well");
    assert_eq!(fs::read(root.join("game.jsonl")).unwrap(), before);
}

#[test]
fn what_an_expansion_comes_to_depend_on_is_played_too() {
    let root = mills("dev_depends");
    let dev = Dev::start(&root, &["mills", "--at", "0", "--json", "--no-tests"]);
    dev.next("begun");
    dev.edit("expansion.toml", "tiles = [\"mills\"]", "tiles = [\"mills\"]\ndepends = [\"river\"]");
    let rebuilt = dev.next("rebuilt");
    // The spring lies on the table, and the tile in hand fits elsewhere.
    assert_eq!(rebuilt["different"], true);
    let gained = rebuilt["gained"].as_array().unwrap();
    assert!(!gained.is_empty() || rebuilt["another_decision"] == true, "{rebuilt}");
}

#[test]
fn wrong_use_is_told_at_once() {
    let root = mills("dev_wrong");
    for (args, text) in [
        (&["dev"][..], "required arguments"),
        (&["dev", "mlls"], "there is no file or folder `mlls`"),
        (&["dev", "mills", "--seat", "human"], "there is no bot `human`; expected `random` or `greedy`"),
        (&["dev", "mills", "--at", "3", "--turns", "4"], "cannot be used with"),
        (&["dev", "mills", "--expansions", "rivr"], "did you mean `river`?"),
        (&["dev", "mills", "--resume", "no.jsonl"], "cannot read `no.jsonl`"),
    ] {
        let run = run_in(&root, args, "");
        assert_eq!(run.code, 2, "{args:?}: {}{}", run.out, run.err);
        assert!(run.err.contains(text), "{args:?}: {}", run.err);
    }
    fs::create_dir(root.join("empty")).unwrap();
    let run = run_in(&root, &["dev", "empty"], "");
    assert_eq!(run.code, 2);
    assert!(
        run.err.contains("`empty` holds no expansion") && run.err.contains("bastide new NAME"),
        "{}",
        run.err
    );
}
