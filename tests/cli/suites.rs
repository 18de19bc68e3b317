//! `bastide test` on suites of which some tests fail, as they must.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::bastide::{Run, folder, run_in};

const MANIFEST: &str = "format = 1\nid = \"wells\"\nname = \"Wells\"\nversion = \"1.0.0\"\napi = 1\n";

const MAIN: &str = r#"
return {
  on_tile_placed = function(game, event)
    print("a tile at " .. event.tile.x)
    game:award(event.player, 2, { source = "well" })
    if event.tile.x == 3 then
      error("the well is dry")
    end
  end,
}
"#;

const TESTS: &str = r#"
test("WE1: a tile gives 2 points", function(t)
  t:draw("base/U", "base/U")
  t:play("alice", { place = { 1, 0 } })
  t:expect_points({ alice = 2 })
end)

test("WE2: and not 3", function(t)
  t:draw("base/U", "base/U")
  t:play("alice", { place = { 1, 0 } })
  print("so far so good")
  t:expect_points({ alice = 3 })
end)

test("WE3: a test expansion that lies beside the tests", function(t)
  t:expansions("buckets")
  t:draw("base/U")
  t:play("alice", { place = { 1, 0 } })
  t:expect_award({ alice = 1, source = "buckets" })
end)
"#;

/// An expansion with tests, `wells`, and what its tests bring.
fn wells(name: &str, tests: &str) -> PathBuf {
    let root = folder(name);
    let write = |path: &str, text: &str| {
        let path = root.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write("wells/expansion.toml", MANIFEST);
    write("wells/main.lua", MAIN);
    write("wells/tests/wells_test.lua", tests);
    write("wells/tests/expansions/buckets/expansion.toml", &MANIFEST.replace("wells", "buckets"));
    write(
        "wells/tests/expansions/buckets/main.lua",
        "return { on_tile_placed = function(game, event) game:award(event.player, 1) end }\n",
    );
    root
}

/// Runs the tests, and no generic checks.
fn test(root: &Path, args: &[&str]) -> Run {
    run_in(root, &[&["test", "--no-generic"], args].concat(), "")
}

fn test_all(root: &Path, args: &[&str]) -> Run {
    run_in(root, &[&["test"], args].concat(), "")
}

#[test]
fn a_failure_shows_expected_and_found_the_place_the_board_and_what_was_printed() {
    let run = test(&wells("suite", TESTS), &["wells"]);
    assert_eq!(run.code, 1, "{}", run.err);
    let expected = "\
ok     WE1: a tile gives 2 points
FAILED WE2: and not 3
  --> wells/tests/wells_test.lua:12
  expected alice to have 3 points, found 2
    alice was awarded 2 for well
         0    1
       .###......
       .###......
     0 ----------
       .........^
       ..........
  printed: so far so good
  printed: a tile at 1
  alone: bastide test wells --filter \"WE2: and not 3\"

ok     WE3: a test expansion that lies beside the tests
2 passed, 1 failed
";
    let picture = |text: &str| {
        text.lines().map(str::trim_end).filter(|line| !is_board(line)).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(picture(&run.out), picture(expected), "{}", run.out);
    assert!(run.out.lines().any(is_board), "{}", run.out);
}

/// A line of the picture of the board.
fn is_board(line: &str) -> bool {
    line.starts_with("  ") && line.chars().all(|c| " 0123456789.#-|^*".contains(c)) && line.len() > 8
}

#[test]
fn what_came_out_as_json() {
    let run = test(&wells("suite_json", TESTS), &["wells", "--json"]);
    assert_eq!(run.code, 1);
    let found: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((found["passed"].as_u64(), found["failed"].as_u64()), (Some(2), Some(1)));
    let tests = found["tests"].as_array().unwrap();
    let passed: Vec<bool> = tests.iter().map(|test| test["ok"].as_bool().unwrap()).collect();
    assert_eq!(passed, [true, false, true]);
    let failed = &tests[1];
    assert_eq!(failed["name"], "WE2: and not 3");
    assert_eq!(
        (failed["file"].as_str(), failed["line"].as_u64()),
        (Some("wells/tests/wells_test.lua"), Some(12))
    );
    assert!(failed["message"].as_str().unwrap().starts_with("expected alice to have 3 points"));
    assert!(failed["board"].as_str().unwrap().lines().count() > 3);
    assert_eq!(failed["printed"][0], "so far so good");
}

#[test]
fn a_filter_picks_tests() {
    let root = wells("suite_filter", TESTS);
    let run = test(&root, &["wells", "--filter", "WE1"]);
    assert_eq!((run.code, run.out.as_str()), (0, "ok     WE1: a tile gives 2 points\n1 passed, 0 failed\n"));
    let run = test(&root, &["wells", "--filter", "WE9"]);
    assert_eq!((run.code, run.out.as_str()), (1, "no test has `WE9` in its name\n"));
}

#[test]
fn an_expansion_that_fails_is_named_with_its_own_place() {
    let tests = "test(\"it\", function(t)\n  t:draw(\"base/U\", \"base/U\", \"base/U\")\n  t:play(\"alice\", { place = { 1, 0 } })\n  t:play(\"bob\", { place = { 2, 0 } })\n  t:play(\"alice\", { place = { 3, 0 } })\nend)\n";
    let run = test(&wells("suite_error", tests), &["wells"]);
    assert_eq!(run.code, 1);
    for part in ["the well is dry", "wells/main.lua:7", "--> wells/tests/wells_test.lua:5"] {
        assert!(run.out.contains(part), "{part}: {}", run.out);
    }
}

#[test]
fn a_file_that_cannot_be_loaded_fails_and_the_others_are_run() {
    let root = wells("suite_syntax", TESTS);
    std::fs::write(root.join("wells/tests/broken_test.lua"), "test(\"it\", function(t)\n  t:undo(\nend)\n")
        .unwrap();
    let run = test(&root, &["wells"]);
    assert_eq!(run.code, 1);
    assert!(run.out.contains("FAILED wells/tests/broken_test.lua"), "{}", run.out);
    assert!(run.out.contains("broken_test.lua:3"), "{}", run.out);
    assert!(run.out.contains("2 passed, 2 failed"), "{}", run.out);
}

#[test]
fn rules_count_as_named_only_by_the_names_of_tests() {
    let root = wells("suite_rules", &format!("-- WE4 stands in a comment\n{TESTS}"));
    let rules = "# Wells\n\n- WE1: two points.\n- WE2: not three.\n- WE4: a well may be dry.\n";
    std::fs::write(root.join("wells/RULES.md"), rules).unwrap();
    let run = test(&root, &["wells", "--rules"]);
    assert_eq!(run.code, 1, "{}", run.out);
    let expected = "wells: 2 of 3 statements are named by a test\n  missing: WE4\n  \
        named by a test, but not in RULES.md: WE3\n";
    assert_eq!(run.out, expected);
    let run = test(&root, &["wells", "--rules", "--json"]);
    let found: Value = serde_json::from_str(&run.out).unwrap();
    let row = &found["expansions"][0];
    assert_eq!(
        (&row["missing"], &row["unknown"]),
        (&serde_json::json!(["WE4"]), &serde_json::json!(["WE3"]))
    );
}

#[test]
fn tests_may_name_rules_of_the_base_game_and_of_other_expansions() {
    let names = ["WE1 and BG20", "WT3: as there", "WT999: nowhere", "OX1: of nobody"];
    let tests: String = names.iter().map(|name| format!("test(\"{name}\", function() end)\n")).collect();
    let root = wells("suite_others", &tests);
    std::fs::write(root.join("wells/RULES.md"), "- WE1: two points.\n").unwrap();
    let run = test(&root, &["wells", "--rules"]);
    let expected = "wells: 1 of 1 statements are named by a test\n  \
        named by a test, but not in RULES.md: OX1 WT999\n";
    assert_eq!((run.code, run.out.as_str()), (1, expected));
}

#[test]
fn wrong_use() {
    let root = folder("suite_misuse");
    for option in ["--accept", "--watch"] {
        let run = test_all(&root, &[option]);
        assert_eq!(run.code, 2);
        assert!(run.err.contains(&format!("{option} needs the path of an expansion")), "{}", run.err);
    }
    assert_eq!(test_all(&root, &["--no-generic", "--heavy"]).code, 2);
    assert_eq!(test_all(&root, &["--games", "0"]).code, 2);
    let run = test(&root, &["nowhere"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("there is no file or folder `nowhere`"), "{}", run.err);
    std::fs::create_dir(root.join("empty")).unwrap();
    let run = test(&root, &["empty"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("holds no expansion"), "{}", run.err);
}

#[test]
fn an_expansion_without_tests_is_told_so() {
    let root = wells("suite_none", TESTS);
    std::fs::remove_dir_all(root.join("wells/tests")).unwrap();
    let run = test(&root, &["wells"]);
    assert_eq!(
        (run.code, run.out.as_str()),
        (0, "wells: no tests; write some in wells/tests\n0 passed, 0 failed\n")
    );
}
