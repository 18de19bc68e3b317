//! `bastide test --coverage`.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::bastide::{Run, folder, run_in};

const MAIN: &str = r#"local pay = require("pay")
local mills = { actions = {} }

function mills.on_tile_placed(game, event)
  if event.tile.x > 1 then
    pay(game, event.player)
  end
end

function mills.on_final_scoring(game)
  pay(game, game.active)
end

return mills
"#;

const PAY: &str = "return function(game, player)\n  game:award(player, 1)\nend\n";

const TESTS: &str = r#"
test("MI1: a tile", function(t)
  t:draw("base/U", "base/U")
  t:play("alice", { place = { 1, 0 } })
  t:expect_points({ alice = 0 })
end)
"#;

fn mills(name: &str) -> PathBuf {
    let root = folder(name);
    let write = |path: &str, text: &str| {
        let path = root.join("mills").join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write("expansion.toml", "format = 1\nid = \"mills\"\nname = \"Mills\"\nversion = \"1.0.0\"\napi = 1\n");
    write("main.lua", MAIN);
    write("pay.lua", PAY);
    write("old.lua", PAY);
    write("tests/mills_test.lua", TESTS);
    root
}

fn test(root: &Path, args: &[&str]) -> Run {
    let run = run_in(root, &[&["test", "mills"], args].concat(), "");
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    run
}

#[test]
fn lines_and_hooks_that_no_test_reaches_are_named() {
    let run = test(&mills("coverage"), &["--coverage", "--no-generic"]);
    let expected = "\
ok     MI1: a tile
coverage: what its tests run of mills
  main.lua  6 of 8 lines; not 6, 11
  old.lua   is not loaded, or nothing in it can run
  pay.lua   1 of 2 lines; not 2
  hooks and actions: 1 of 2 are called; nobody calls on_final_scoring
1 passed, 0 failed
";
    assert_eq!(run.out, expected);
}

#[test]
fn the_generic_games_count_only_where_they_are_asked_for() {
    let root = mills("coverage_all");
    let run = test(&root, &["--coverage", "--games", "1"]);
    assert!(run.out.contains("main.lua  6 of 8 lines; not 6, 11"), "{}", run.out);
    let run = test(&root, &["--coverage=all", "--games", "1"]);
    assert!(run.out.contains("what its tests and the generic games run of mills"), "{}", run.out);
    assert!(run.out.contains("  main.lua  8 of 8 lines\n"), "{}", run.out);
    assert!(run.out.contains("  hooks and actions: 2 of 2 are called\n"), "{}", run.out);
}

#[test]
fn lcov_and_json() {
    let root = mills("coverage_files");
    let run = test(&root, &["--coverage", "--no-generic", "--json", "--coverage-out", "lcov.info"]);
    let found: Value = serde_json::from_str(&run.out).unwrap();
    let row = &found["coverage"][0];
    assert_eq!((&row["expansion"], &row["by"]), (&json!("mills"), &json!("tests")));
    assert_eq!((&row["handlers"], &row["uncalled"]), (&json!(2), &json!(["on_final_scoring"])));
    assert_eq!(
        row["files"][0],
        json!({ "file": "mills/main.lua", "lines": 8, "hit": 6, "missed": [[6, 6], [11, 11]] })
    );
    let text = std::fs::read_to_string(root.join("lcov.info")).unwrap();
    assert!(text.starts_with("TN:\nSF:mills/main.lua\nDA:1,"), "{text}");
    assert!(text.contains("\nDA:6,0\n") && text.contains("\nLF:8\nLH:6\nend_of_record\n"), "{text}");
    assert!(!text.contains("old.lua"), "{text}");
}

#[test]
fn a_file_that_cannot_be_written_is_a_problem() {
    let root = mills("coverage_nowhere");
    let run = run_in(&root, &["test", "mills", "--no-generic", "--coverage-out", "no/such/file"], "");
    assert_eq!(run.code, 1);
    assert!(run.err.contains("cannot write `no/such/file`"), "{}", run.err);
}

#[test]
fn whose_coverage_is_one_of_two_words() {
    let run = run_in(&mills("coverage_misuse"), &["test", "mills", "--coverage=none"], "");
    assert_eq!(run.code, 2);
    assert!(run.err.contains("tests, all"), "{}", run.err);
}
