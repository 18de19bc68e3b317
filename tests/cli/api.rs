//! Looking things up, the order of handlers, the reference as files, settings for editors.

use std::fs;

use serde_json::Value;

use crate::bastide::{folder, ok, run, run_in};

#[test]
fn what_there_is_is_listed() {
    let out = ok(&["api"]);
    for name in
        ["on_tile_placed", "on_<name>", "allow_draw", "Game", "Selection", "list.remove", "[pieces.NAME]"]
    {
        assert!(out.contains(&format!("\n  {name} ")), "{name}: {out}");
    }
    let all: Value = serde_json::from_str(&ok(&["api", "--json"])).unwrap();
    assert!(all.as_array().unwrap().len() > 250);
}

#[test]
fn a_name_is_looked_up() {
    let hook = ok(&["api", "on_tile_placed"]);
    assert!(
        hook.contains("function fan.on_tile_placed(game, event)") && hook.contains("tile: Tile"),
        "{hook}"
    );
    assert!(hook.contains("docs/api/hooks.md#on_tile_placed"), "{hook}");
    let method = ok(&["api", "game:award"]);
    assert!(method.contains("game:award(player, points, details?)"), "{method}");
    assert!(method.contains("It changes the game"), "{method}");
    let table = ok(&["api", "[pieces.NAME]"]);
    assert!(table.contains("  class: ") && table.contains("  supply?: "), "{table}");
    let several = ok(&["api", "supply"]);
    assert!(
        several.contains("player:supply(filter?)") && several.contains("pieces.NAME.supply"),
        "{several}"
    );
    let json: Value = serde_json::from_str(&ok(&["api", "feature.kind", "--json"])).unwrap();
    assert_eq!((&json[0]["kind"], &json[0]["returns"]), (&"field".into(), &"FeatureKind".into()));
}

#[test]
fn a_name_that_is_nothing_is_told_with_the_nearest() {
    let wrong = |args: &[&str], message: &str| {
        let run = run(args);
        assert_eq!(run.code, 2, "{args:?}: {}", run.out);
        assert!(run.err.contains(message), "{args:?}: {}", run.err);
    };
    wrong(&["api", "on_tile_place"], "nothing is called `on_tile_place`, did you mean `on_tile_placed`");
    wrong(&["api", "game:awrd"], "did you mean `game:award`");
    wrong(&["api", "qqqqqqqqqq"], "`bastide api` lists what there is");
    wrong(&["api", ""], "nothing is called");
    wrong(&["api", "--explain", "on_tile_place"], "did you mean `on_tile_placed`?");
    wrong(&["api", "--explain", "x"], "`bastide api` lists the hooks");
    wrong(&["api", "--order", "on_feature_scord"], "did you mean `on_feature_scored`?");
    wrong(&["api", "--order", "--expansions", "watchtower"], "did you mean `watchtowers`?");
    wrong(&["api", "--expansions", "watchtowers"], "--order");
    wrong(&["api", "--format", "pdf"], "markdown");
    wrong(&["api", "--editor", "no_such"], "there is no folder `no_such`");
    wrong(&["api", "game:award", "--explain", "on_phase"], "cannot be used with");
}

#[test]
fn a_hook_is_explained() {
    let out = ok(&["api", "--explain", "on_feature_completed"]);
    for part in [
        "When: score",
        "the\n  first of them is scored",
        "feature: Feature",
        "What it may return:",
        "function fan.on_feature_completed",
        "expansions/watchtowers/main.lua:",
        "See also: allow_completion, on_feature_scored",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
    assert!(ok(&["api", "--explain", "allow_draw"]).contains("No bundled expansion uses it."));
    let json: Value = serde_json::from_str(&ok(&["api", "--explain", "on_phase", "--json"])).unwrap();
    assert_eq!((&json["name"], &json["phase"]), (&"on_phase".into(), &"a phase of an expansion".into()));
}

/// Two expansions with handlers of one hook.
fn two_expansions(name: &str, first: &str, second: &str) -> std::path::PathBuf {
    let here = folder(name);
    for (id, more, main) in [("mills", first, "priority = { on_turn_end = 3 },"), ("fords", second, "")] {
        fs::create_dir(here.join(id)).unwrap();
        let manifest =
            format!("format = 1\nid = \"{id}\"\nname = \"{id}\"\nversion = \"1.0.0\"\napi = 1\n{more}");
        fs::write(here.join(id).join("expansion.toml"), manifest).unwrap();
        let main = format!(
            "return {{ {main} on_turn_end = function() end, on_feature_scored = function() end, adjust_points = function() end }}\n"
        );
        fs::write(here.join(id).join("main.lua"), main).unwrap();
    }
    here
}

#[test]
fn the_order_of_handlers_is_told_with_its_reasons() {
    let when = "[when.on_feature_scored]\nfeature = [\"road\"]\n";
    let here = two_expansions("order", &format!("before = [\"fords\"]\n{when}"), "");
    let order = |args: &[&str]| {
        let all = [&["api", "--order"], args, &["--expansions", "./mills,./fords"]].concat();
        let run = run_in(&here, &all, "");
        assert_eq!(run.code, 0, "{}", run.err);
        run.out
    };
    let scored = order(&["on_feature_scored"]);
    assert_eq!(
        scored,
        "In the base game with mills, fords:\n\non_feature_scored\n  1. mills\n       only when feature = [\"road\"]\n  \
         2. fords                   `mills` says that it comes before `fords`\n"
    );
    // A priority comes before all that manifests say.
    let ended = order(&["on_turn_end"]);
    assert!(
        ended.contains("  1. fords\n  2. mills (priority 3)      its priority 3 comes after 0\n"),
        "{ended}"
    );
    assert!(!ended.contains("adjust_points") && order(&[]).contains("\nadjust_points\n"), "{ended}");
    assert!(order(&["on_phase"]).contains("nobody listens to on_phase"));
}

#[test]
fn expansions_that_declare_no_order_are_named() {
    let here = two_expansions("no_order", "", "");
    let args = ["api", "--order", "--expansions", "./mills,./fords"];
    let run = run_in(&here, &args, "");
    let end = "nothing declares an order; by id, `fords` comes first\n     No order is declared between fords and mills.\n";
    assert!(run.out.contains(end), "{}", run.out);
    let run = run_in(&here, &[&args[..], &["--json"]].concat(), "");
    let json: Value = serde_json::from_str(&run.out).unwrap();
    let of = |hook: &str| json.as_array().unwrap().iter().find(|order| order["hook"] == hook).unwrap();
    assert_eq!(of("adjust_points")["undeclared"], serde_json::json!([["fords", "mills"]]));
    // A priority declares one.
    assert_eq!(of("on_turn_end")["undeclared"], serde_json::json!([]));
}

#[test]
fn the_reference_is_written_as_files() {
    let here = folder("reference");
    let run = run_in(&here, &["api", "--write", "out"], "");
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("files into out.") && run.out.contains("index.html to search"), "{}", run.out);
    for file in [
        "README.md",
        "hooks.md",
        "toml-expansion.md",
        "index.html",
        "bastide.lua",
        "bastide/list.lua",
        "schema/tile-set.schema.json",
    ] {
        assert!(here.join("out").join(file).is_file(), "{file}");
    }
    let run = run_in(&here, &["api", "--write", "html", "--format", "html"], "");
    assert_eq!(
        run.out,
        format!(
            "Wrote 1 file into html.\nOpen {} to search.\n",
            std::path::Path::new("html").join("index.html").display()
        )
    );
    fs::write(here.join("file"), "").unwrap();
    assert_eq!(run_in(&here, &["api", "--write", "file"], "").code, 2);
    let schemas: Value = serde_json::from_str(&ok(&["api", "--format", "schema"])).unwrap();
    assert!(schemas["expansion.schema.json"]["properties"]["pieces"].is_object());
    assert!(ok(&["api", "--format", "luacats"]).starts_with("---@meta"));
    assert!(ok(&["api", "--format", "markdown"]).contains("\n# Hooks\n"));
    assert!(ok(&["api", "--format", "html"]).starts_with("<!doctype html>"));
}

#[test]
fn settings_of_editors_leave_alone_what_somebody_wrote() {
    let here = folder("editor");
    assert_eq!(run_in(&here, &["new", "mills"], "").code, 0);
    let mills = here.join("mills");
    fs::create_dir_all(mills.join(".vscode")).unwrap();
    fs::write(mills.join(".vscode/settings.json"), "{}\n").unwrap();
    for _ in 0..2 {
        let run = run_in(&here, &["api", "--editor", "mills"], "");
        assert_eq!(run.code, 0, "{}", run.err);
        assert!(run.err.contains("`.vscode/settings.json` is there already"), "{}", run.err);
    }
    assert_eq!(fs::read_to_string(mills.join(".vscode/settings.json")).unwrap(), "{}\n");
    for file in
        [".taplo.toml", ".emmyrc.json", ".luarc.json", ".vscode/extensions.json", ".bastide/bastide.lua"]
    {
        assert!(mills.join(file).is_file(), "{file}");
    }
    // The words of the expansion's own manifest are completed.
    let schema = fs::read_to_string(mills.join(".bastide/tile-set.schema.json")).unwrap();
    let schema: Value = serde_json::from_str(&schema).unwrap();
    assert!(schema["definitions"]["tiles_name"]["properties"]["road"].is_object());
    assert_eq!(run_in(&here, &["check", "mills"], "").code, 0);
    assert_eq!(run_in(&here, &["test", "mills"], "").code, 0);
}
