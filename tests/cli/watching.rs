//! `bastide test --watch`.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use crate::bastide::folder;

/// A program that runs until it is killed.
struct Watching {
    child: Child,
    lines: Receiver<String>,
}

impl Watching {
    fn start(root: &Path, args: &[&str]) -> Watching {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bastide"))
            .args(args)
            .current_dir(root)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (sender, lines) = channel();
        let out = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || out.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Watching { child, lines }
    }

    /// What is printed until it waits again.
    fn run(&self) -> String {
        let mut text = String::new();
        let end = Instant::now() + Duration::from_secs(60);
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).unwrap_or_else(|error| panic!("{error}: {text}"));
            if line.starts_with("Waiting for a file to be saved") {
                return text;
            }
            text += &(line + "\n");
        }
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An expansion with a test, in a folder.
fn expansion(folder: &Path, id: &str) {
    std::fs::create_dir_all(folder.join("tests")).unwrap();
    let manifest = format!("format = 1\nid = \"{id}\"\nname = \"{id}\"\nversion = \"1.0.0\"\napi = 1\n");
    std::fs::write(folder.join("expansion.toml"), manifest).unwrap();
    let main = "return { on_tile_placed = function(game, event) game:award(event.player, 1) end }\n";
    std::fs::write(folder.join("main.lua"), main).unwrap();
    let test = "test(\"a point\", function(t)\n  t:draw(\"base/U\", \"base/U\")\n  \
                t:play(\"alice\", { place = { 1, 0 } })\n  t:expect_points({ alice = 1 })\nend)\n";
    std::fs::write(folder.join("tests/points_test.lua"), test).unwrap();
}

#[test]
fn what_is_saved_is_tested_again_and_nothing_else() {
    let root = folder("watch");
    for id in ["mills", "wells"] {
        expansion(&root.join(id), id);
    }
    let watching = Watching::start(&root, &["test", "mills", "wells", "--watch", "--games", "1"]);
    let first = watching.run();
    assert!(first.contains("14 passed, 0 failed"), "{first}");
    assert!(first.contains("mills:\n") && first.contains("wells:\n"), "{first}");

    let main = root.join("mills/main.lua");
    let text = std::fs::read_to_string(&main).unwrap();
    std::fs::write(&main, text.replace("event.player, 1", "event.player, 2")).unwrap();
    let second = watching.run();
    assert!(second.contains("==== saved: mills/main.lua"), "{second}");
    assert!(second.contains("expected alice to have 1 points, found 2"), "{second}");
    assert!(second.contains("6 passed, 1 failed") && !second.contains("wells"), "{second}");
    let seed = |text: &str| text.lines().last().and_then(|line| line.rsplit(' ').next()).map(str::to_owned);
    assert_eq!(seed(&first), seed(&second), "the games stay the same");

    // A file that is broken for a moment ends nothing.
    std::fs::write(&main, "return {").unwrap();
    let third = watching.run();
    assert!(third.contains("FAILED generic: it loads"), "{third}");
    std::fs::write(&main, text).unwrap();
    assert!(watching.run().contains("7 passed, 0 failed"));

    std::fs::write(root.join("wells/tests/more_test.lua"), "test(\"WE9: more\", function() end)\n").unwrap();
    let fifth = watching.run();
    assert!(fifth.contains("ok     WE9: more") && fifth.contains("8 passed, 0 failed"), "{fifth}");
}
