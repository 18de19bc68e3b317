//! Snapshots in tests of expansions.

use std::path::{Path, PathBuf};

use crate::bastide::{Run, folder, run_in};

const MAIN: &str = "return { on_tile_placed = function(game, event)\n  event.player:add_tokens('flour', 2)\n  \
                    game:award(event.player, 1, { source = 'mill' })\nend }\n";

const TESTS: &str = r#"
test("a tile and a follower", function(t)
  t:draw("base/U", "base/U")
  t:play("alice", { place = { 1, 0 }, deploy = { road = "W" } })
  t:expect_snapshot("after_alice")
end)
"#;

const KEPT: &str = "\
the board
       0    1
     .###......
   0 -------A--
     ..........

turn 2, 69 tiles left

points
  alice 1
  bob 0

why
  alice scores 1 for mill

pieces
  alice has 6 follower
  bob has 7 follower
  alice's follower on road at 1,0 segment 0

tokens
  alice has 2 flour

next
  bob has to place `base/U`
    place at 1,-1 turned 0
    place at -1,0 turned 0
    place at 2,0 turned 0
    place at 0,1 turned 0
    place at 1,1 turned 0
";

const FILE: &str = "mills/tests/snapshots/mills_test__after_alice.snap";

fn mills(name: &str, tests: &str) -> PathBuf {
    let root = folder(name);
    std::fs::create_dir_all(root.join("mills/tests")).unwrap();
    let manifest = "format = 1\nid = \"mills\"\nname = \"Mills\"\nversion = \"1.0.0\"\napi = 1\n";
    std::fs::write(root.join("mills/expansion.toml"), manifest).unwrap();
    std::fs::write(root.join("mills/main.lua"), MAIN).unwrap();
    std::fs::write(root.join("mills/tests/mills_test.lua"), tests).unwrap();
    root
}

fn test(root: &Path, args: &[&str]) -> Run {
    run_in(root, &[&["test", "mills", "--no-generic"], args].concat(), "")
}

fn kept(root: &Path) -> String {
    std::fs::read_to_string(root.join(FILE)).unwrap()
}

#[test]
fn a_new_one_fails_until_it_is_accepted() {
    let root = mills("snapshot_new", TESTS);
    let run = test(&root, &[]);
    assert_eq!(run.code, 1, "{}", run.out);
    assert!(
        run.out.contains("  no snapshot \"after_alice\" is kept yet; the game is now:\n    the board\n"),
        "{}",
        run.out
    );
    assert!(run.out.contains("keep it, if that is right: bastide test mills --accept"), "{}", run.out);
    assert!(!root.join("mills/tests/snapshots").exists(), "nothing is written unasked");
    let run = test(&root, &["--accept"]);
    assert_eq!(
        (run.code, run.out),
        (0, format!("ok     a tile and a follower\nkept   {FILE}\n1 passed, 0 failed\n"))
    );
    assert_eq!(kept(&root), KEPT);
    assert_eq!(test(&root, &[]).code, 0);
    let run = test(&root, &["--accept"]);
    assert_eq!(run.out, "ok     a tile and a follower\n1 passed, 0 failed\n", "nothing is new");
}

#[test]
fn a_difference_is_shown_and_can_be_accepted() {
    let root = mills("snapshot_changed", TESTS);
    std::fs::create_dir(root.join("mills/tests/snapshots")).unwrap();
    // An editor may have written the other ends of lines.
    std::fs::write(root.join(FILE), KEPT.replace('\n', "\r\n")).unwrap();
    assert_eq!(test(&root, &[]).code, 0);
    std::fs::write(root.join("mills/main.lua"), MAIN.replace(", 1, {", ", 4, {")).unwrap();
    let run = test(&root, &[]);
    assert_eq!(run.code, 1);
    assert!(
        run.out.contains("the game is not as in the snapshot \"after_alice\" (- kept, + found):"),
        "{}",
        run.out
    );
    for line in ["    -  alice 1", "    +  alice 4", "    +  alice scores 4 for mill"] {
        assert!(run.out.lines().any(|found| found == line), "{line}: {}", run.out);
    }
    assert!(
        !run.out.contains("two tokens") && !run.out.contains("has 2 flour"),
        "far lines are left out: {}",
        run.out
    );
    assert_eq!(test(&root, &["--accept"]).code, 0);
    assert_eq!(kept(&root), KEPT.replace("alice 1", "alice 4").replace("scores 1", "scores 4"));
}

#[test]
fn one_that_no_test_takes_is_reported() {
    let root = mills("snapshot_unused", TESTS);
    test(&root, &["--accept"]);
    std::fs::write(root.join("mills/tests/snapshots/mills_test__old.snap"), "old\n").unwrap();
    let run = test(&root, &[]);
    let unused =
        "unused mills/tests/snapshots/mills_test__old.snap: no test takes this snapshot; remove the file\n";
    assert!(run.code == 0 && run.out.contains(unused), "{}", run.out);
    // Other tests may take it.
    assert!(!test(&root, &["--filter", "tile"]).out.contains("unused"));
    std::fs::write(root.join("mills/tests/other_test.lua"), "test(\"no\", function() error(\"no\") end)\n")
        .unwrap();
    assert!(!test(&root, &[]).out.contains("unused"));
}

#[test]
fn two_of_one_name_in_a_file_are_a_mistake() {
    let twice = TESTS.replace("(\"after_alice\")", "(\"after_alice\")\n  t:expect_snapshot(\"After_Alice\")");
    let root = mills("snapshot_twice", &twice);
    let run = test(&root, &["--accept"]);
    assert_eq!(run.code, 1, "{}", run.out);
    assert!(
        run.out.contains("two snapshots of mills/tests/mills_test.lua are called \"After_Alice\"; give this one a name of its own"),
        "{}",
        run.out
    );
    assert!(!root.join("mills/tests/snapshots").exists(), "neither is kept");
}
