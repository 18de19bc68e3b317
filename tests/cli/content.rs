//! Expansions on the disk: made, checked, tested, played.

use std::fs;

use crate::bastide::{folder, ok, run_in};

/// What is said of an expansion with a script in which nothing is wrong.
const CLEAN: &str = "no mistakes found; what handlers do is seen by `bastide test`\n";

#[test]
fn a_new_expansion_loads_and_passes_its_test() {
    let here = folder("new");
    let run = |args: &[&str]| run_in(&here, args, "");
    let made = run(&["new", "old_mills"]);
    assert_eq!(made.code, 0, "{}", made.err);
    for file in [
        "expansion.toml",
        "main.lua",
        "RULES.md",
        "README.md",
        "tiles/old_mills.toml",
        "tests/old_mills_test.lua",
    ] {
        assert!(here.join("old_mills").join(file).is_file(), "{file}");
        assert!(made.out.contains(&format!("  {file}\n")), "{}", made.out);
    }
    let main = fs::read_to_string(here.join("old_mills/main.lua")).unwrap();
    assert!(main.starts_with("-- Old Mills: ") && main.ends_with("return old_mills\n"), "{main}");
    let checked = run(&["check", "old_mills"]);
    assert_eq!((checked.code, checked.out.as_str()), (0, format!("old_mills: {CLEAN}").as_str()));
    let tested = run(&["test", "old_mills"]);
    assert_eq!(tested.code, 0, "{}", tested.out);
    let rules = run(&["test", "old_mills", "--rules"]);
    assert_eq!(rules.code, 0, "{}", rules.out);
    let played = run(&["play", "--expansions", "./old_mills", "--seed", "1"]);
    assert!(played.out.contains("scores 1 for well"), "{}", played.out);
}

#[test]
fn every_template_is_sound_passes_its_tests_and_plays_alone_and_with_everything() {
    let here = folder("templates");
    let run = |args: &[&str]| run_in(&here, args, "");
    for (template, id) in
        [("tiles-only", "roads"), ("scoring", "springs"), ("figure", "pedlars"), ("full", "orchards")]
    {
        let made = run(&["new", id, "--template", template]);
        assert_eq!(made.code, 0, "{template}: {}", made.err);
        let json = run(&["check", id, "--json"]);
        let report: serde_json::Value = serde_json::from_str(&json.out).unwrap();
        assert_eq!((&report["errors"], &report["warnings"]), (&0.into(), &0.into()), "{template}: {report}");
        let tested = run(&["test", id]);
        assert_eq!(tested.code, 0, "{template}: {}", tested.out);
        assert!(tested.out.contains(" passed, 0 failed"), "{template}: {}", tested.out);
        let rules = run(&["test", id, "--rules"]);
        assert_eq!(rules.code, 0, "{template}: {}", rules.out);
        for (games, expansions) in [("10", format!("./{id}")), ("4", format!("all,./{id}"))] {
            let seats = ["--seat", "random", "--seat", "random", "--expansions", &expansions];
            let played = run(&[&["sim", "--games", games][..], &seats].concat());
            assert_eq!(played.code, 0, "{template} with {expansions}: {}{}", played.out, played.err);
        }
    }
}

#[test]
fn templates_are_described_and_a_wrong_one_is_named() {
    let here = folder("template_names");
    let run = |args: &[&str]| run_in(&here, args, "");
    let listed = run(&["new", "--list"]);
    assert_eq!(listed.code, 0, "{}", listed.err);
    for template in ["tiles-only", "scoring", "figure", "full"] {
        assert!(listed.out.lines().any(|line| line.starts_with(template)), "{}", listed.out);
    }
    let json: serde_json::Value = serde_json::from_str(&run(&["new", "--list", "--json"]).out).unwrap();
    assert_eq!((&json["default"], &json["templates"][2]["name"]), (&"scoring".into(), &"figure".into()));
    let wrong = run(&["new", "mills", "--template", "figures"]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("did you mean `figure`?"), "{}", wrong.err);
    assert_eq!(run(&["new"]).code, 2);
    assert_eq!(std::fs::read_dir(&here).unwrap().count(), 0);
    let made: serde_json::Value = serde_json::from_str(&run(&["new", "mills", "--json"]).out).unwrap();
    assert_eq!((&made["id"], &made["files"].as_array().unwrap().len()), (&"mills".into(), &6));
}

#[test]
fn a_new_expansion_needs_a_good_name() {
    let here = folder("names");
    let refused = |name: &str, why: &str| {
        let run = run_in(&here, &["new", name], "");
        assert_eq!(run.code, 2, "{name}: {}", run.out);
        assert!(run.err.contains(why), "{name}: {}", run.err);
    };
    refused("Mills", "lower case");
    refused("2mills", "a letter first");
    refused("../mills", "lower case");
    refused("", "cannot be the id");
    refused("wind-mill", "for example: bastide new wind_mill");
    refused("base", "is taken");
    refused("watchtowers", "is taken");
    refused("end", "`end` is a word of Lua");
    fs::create_dir(here.join("mills")).unwrap();
    refused("mills", "already");
    assert_eq!(fs::read_dir(&here).unwrap().count(), 1);
}

#[test]
fn what_a_script_prints_is_shown_in_the_game() {
    let here = folder("print");
    let run = |args: &[&str]| run_in(&here, args, "");
    assert_eq!(run(&["new", "mills"]).code, 0);
    let script = "return { on_turn_end = function(game, event) print(\"turn\", game.turn) end }\n";
    fs::write(here.join("mills/main.lua"), script).unwrap();
    let played = run(&["play", "--expansions", "mills"]);
    assert!(played.out.contains("  [print] turn\t1\n"), "{}", played.out);
}

#[test]
fn a_mistake_is_shown_where_it_is() {
    let here = folder("mistake");
    let run = |args: &[&str]| run_in(&here, args, "");
    assert_eq!(run(&["new", "mills"]).code, 0);
    let main = here.join("mills/main.lua");
    let text = fs::read_to_string(&main).unwrap().replace("on_tile_placed", "on_tile_place");
    let line = text.lines().position(|line| line.contains("on_tile_place(")).unwrap() + 1;
    fs::write(&main, text).unwrap();
    let checked = run(&["check", "mills"]);
    assert_eq!(checked.code, 1);
    assert!(checked.out.contains("did you mean `on_tile_placed`?"), "{}", checked.out);
    assert!(checked.out.contains(&format!("mills/main.lua:{line}")), "{}", checked.out);
    let json = run(&["check", "mills", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!((json.code, &report["errors"]), (1, &1.into()));
    assert_eq!(report["diagnostics"][0]["line"], line);
    let played = run(&["play", "--expansions", "mills"]);
    assert_eq!(played.code, 1);
    assert!(played.err.contains("did you mean `on_tile_placed`?"), "{}", played.err);
}

#[test]
fn a_tile_set_is_checked_with_the_words_of_its_expansion() {
    let here = folder("tile_set");
    assert_eq!(run_in(&here, &["new", "mills"], "").code, 0);
    for (folder, path) in
        [("", "mills/tiles/mills.toml"), ("mills", "tiles/mills.toml"), ("mills/tiles", "mills.toml")]
    {
        let run = run_in(&here.join(folder), &["check", path], "");
        assert_eq!(run.code, 0, "{folder} {path}: {}", run.out);
    }
    let file = here.join("mills/tiles/mills.toml");
    fs::write(&file, fs::read_to_string(&file).unwrap().replace("count", "cuont")).unwrap();
    let run = run_in(&here, &["check", "mills/tiles/mills.toml"], "");
    assert_eq!(run.code, 1);
    assert!(run.out.contains("did you mean `count`?"), "{}", run.out);
}

#[test]
fn the_folder_of_an_expansion_hides_the_bundled_one() {
    let here = folder("hides");
    let copy = here.join("watchtowers");
    fs::create_dir(&copy).unwrap();
    let manifest = "format = 1\nid = \"watchtowers\"\nname = \"Mine\"\nversion = \"9.0.0\"\napi = 1\n";
    fs::write(copy.join("expansion.toml"), manifest).unwrap();
    let path = copy.to_string_lossy().into_owned();
    let out = ok(&["play", "--expansions", &path, "--seed", "1"]);
    assert!(!out.contains("draws watchtowers/"), "{out}");
}

#[test]
fn the_bundled_content_has_no_mistakes() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let run = run_in(root, &["check", "expansions", "tiles"], "");
    assert_eq!((run.code, run.out.as_str()), (0, format!("expansions, tiles: {CLEAN}").as_str()));
    let run = run_in(root, &["check", "tiles"], "");
    assert_eq!((run.code, run.out.as_str()), (0, "tiles: no mistakes found\n"), "no scripts");
}

/// An expansion called `mills` in a folder of a test's own.
fn mills(name: &str) -> std::path::PathBuf {
    let here = folder(name);
    assert_eq!(run_in(&here, &["new", "mills"], "").code, 0);
    here
}

#[test]
fn one_folder_by_two_paths_is_one_expansion() {
    let here = mills("two_paths");
    let absolute = here.join("mills").to_string_lossy().into_owned();
    for paths in [vec![absolute.as_str()], vec!["./mills", "../two_paths/mills"], vec!["mills", &absolute]] {
        for command in ["check", "test"] {
            let run = run_in(&here, &[&[command], &paths[..]].concat(), "");
            assert_eq!(run.code, 0, "{command} {paths:?}: {}{}", run.out, run.err);
        }
    }
    let played = run_in(&here, &["play", "--expansions", &absolute, "--seed", "1"], "");
    assert_eq!(played.code, 0, "{}", played.err);
}

#[test]
fn a_folder_without_a_manifest_is_said_to_have_none() {
    let here = mills("no_manifest");
    fs::remove_file(here.join("mills/expansion.toml")).unwrap();
    let run = run_in(&here, &["check", "mills"], "");
    assert_eq!(run.code, 1);
    assert!(run.out.contains("`mills` has no expansion.toml"), "{}", run.out);
    assert!(run.out.ends_with("mills: 1 error, 0 warnings\n"), "{}", run.out);
}

#[test]
fn a_mistake_in_a_manifest_brings_no_others() {
    let here = mills("one_mistake");
    let manifest = here.join("mills/expansion.toml");
    let text = fs::read_to_string(&manifest).unwrap().replace("api = 1", "api = \"one\"");
    fs::write(&manifest, text).unwrap();
    for path in ["mills", "mills/tiles/mills.toml"] {
        let run = run_in(&here, &["check", path], "");
        assert!(!run.out.contains("unknown key"), "{path}: {}", run.out);
    }
}

#[test]
fn a_condition_needs_a_handler() {
    let here = mills("condition");
    let manifest = here.join("mills/expansion.toml");
    let text = fs::read_to_string(&manifest).unwrap() + "\n[when.on_feature_scored]\nfeature = [\"road\"]\n";
    let line = text.lines().position(|line| line.starts_with("[when")).unwrap() + 1;
    fs::write(&manifest, text).unwrap();
    let run = run_in(&here, &["check", "mills"], "");
    assert_eq!(run.code, 1);
    assert!(run.out.contains("main.lua has no handler `on_feature_scored`"), "{}", run.out);
    assert!(run.out.contains(&format!("mills/expansion.toml:{line}")), "{}", run.out);
}

#[test]
fn scripts_without_a_main_are_warned_of() {
    let here = mills("no_main");
    fs::rename(here.join("mills/main.lua"), here.join("mills/Main.lua")).unwrap();
    let run = run_in(&here, &["check", "mills"], "");
    assert_eq!(run.code, 0);
    assert!(run.out.contains("`mills` has no main.lua, so that nothing runs `Main.lua`"), "{}", run.out);
}

#[test]
fn a_script_that_ends_too_early_is_shown_at_its_end() {
    let here = mills("no_end");
    fs::write(here.join("mills/main.lua"), "return {\n  on_turn_end = function()\n").unwrap();
    let run = run_in(&here, &["check", "mills"], "");
    assert!(run.out.contains("mills/main.lua:2"), "{}", run.out);
    assert!(run.out.contains("on_turn_end = function()\n"), "{}", run.out);
}

#[test]
fn a_path_that_leads_nowhere_is_named_as_it_was_given() {
    let here = folder("nowhere");
    fs::create_dir(here.join("empty")).unwrap();
    let refused = |path: &str, why: &str| {
        let run = run_in(&here, &["play", "--expansions", path], "");
        assert_eq!(run.code, 2, "{path}: {}", run.out);
        assert!(run.err.contains(why), "{path}: {}", run.err);
    };
    refused("./nix", "there is no folder `./nix`");
    refused("./empty", "`./empty` holds no expansion.toml");
}

#[test]
fn a_saved_game_and_its_expansion_can_be_moved() {
    let here = mills("moved");
    let begin =
        ["play", "--seat", "human", "--expansions", "mills", "--save", "game.jsonl", "--seat", "human"];
    assert_eq!(run_in(&here, &begin, "quit\n").code, 0);
    let there = here.join("there");
    fs::create_dir(&there).unwrap();
    fs::rename(here.join("mills"), there.join("mills")).unwrap();
    let resume = |file: &str| run_in(&here, &["play", "--resume", file], "quit\n");
    let lost = resume("game.jsonl");
    assert_eq!(lost.code, 1, "{}", lost.out);
    assert!(lost.err.contains("moved/mills` and is there no more; put its folder back"), "{}", lost.err);
    fs::rename(here.join("game.jsonl"), there.join("game.jsonl")).unwrap();
    let found = resume("there/game.jsonl");
    assert_eq!(found.code, 0, "{}", found.err);
}
