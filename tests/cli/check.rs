//! `bastide check` as people run it: what it prints, changes, and with which exit code it ends.

use std::fs;

use crate::bastide::{folder, ok, run, run_in};

fn mills(name: &str) -> std::path::PathBuf {
    let here = folder(name);
    assert_eq!(run_in(&here, &["new", "mills"], "").code, 0);
    here
}

/// One with a misspelt key in its tile set.
fn misspelt(name: &str) -> std::path::PathBuf {
    let here = mills(name);
    let file = here.join("mills/tiles/mills.toml");
    fs::write(&file, fs::read_to_string(&file).unwrap().replace("count", "cuont")).unwrap();
    here
}

#[test]
fn a_fix_is_shown_and_then_made() {
    let here = misspelt("fix");
    let file = here.join("mills/tiles/mills.toml");
    let before = fs::read_to_string(&file).unwrap();
    let found = run_in(&here, &["check", "mills"], "");
    assert!(found.out.ends_with("`--fix` mends 1 of them, `--fix --dry-run` shows how\n"), "{}", found.out);
    let dry = run_in(&here, &["check", "mills", "--fix", "--dry-run"], "");
    assert_eq!((dry.code, fs::read_to_string(&file).unwrap()), (1, before.clone()));
    assert!(dry.out.contains("-cuont = 3\n+count = 3\n"), "{}", dry.out);
    let fixed = run_in(&here, &["check", "mills", "--fix"], "");
    let said = "fixed mills/tiles/mills.toml: `cuont` is now `count`\n\nmills: no mistakes found";
    assert!(fixed.code == 0 && fixed.out.starts_with(said), "{}", fixed.out);
    assert_eq!(fs::read_to_string(&file).unwrap(), before.replace("cuont", "count"));
    let again = run_in(&here, &["check", "mills", "--fix"], "");
    assert!(again.out.starts_with("mills: no mistakes found"), "{}", again.out);
}

#[test]
fn a_program_reads_what_was_fixed() {
    let here = misspelt("fix_json");
    let read =
        |args: &[&str]| -> serde_json::Value { serde_json::from_str(&run_in(&here, args, "").out).unwrap() };
    let found = read(&["check", "mills", "--json"]);
    let fix = found["diagnostics"].as_array().unwrap().iter().find_map(|found| found.get("fix")).unwrap();
    assert_eq!(fix["replacement"], "count");
    let dry = read(&["check", "mills", "--fix", "--dry-run", "--json"]);
    assert!(dry["diff"].as_str().unwrap().contains("+count = 3"), "{dry}");
    let fixed = read(&["check", "mills", "--fix", "--json"]);
    assert_eq!(fixed["fixed"][0]["changes"][0], "`cuont` is now `count`");
    assert_eq!((&fixed["errors"], &fixed["diff"]), (&0.into(), &"".into()));
}

#[test]
fn warnings_and_notes_fail_only_where_that_is_asked_for() {
    let here = mills("deny");
    let check = |more: &[&str]| run_in(&here, &[&["check", "mills", "--no-types"], more].concat(), "").code;
    let rules = here.join("mills/RULES.md");
    fs::write(&rules, fs::read_to_string(&rules).unwrap() + "- MI3. Untested.\n").unwrap();
    let codes = [check(&[]), check(&["--deny", "warnings"]), check(&["--deny", "notes"])];
    assert_eq!(codes, [0, 0, 1], "a note");
    assert_eq!(check(&["--deny", "notes", "--allow", "rule-untested"]), 0);
    fs::write(here.join("mills/spare.lua"), "return {}\n").unwrap();
    assert_eq!([check(&[]), check(&["--deny", "warnings"])], [0, 1], "a warning");
    let counted = run_in(&here, &["check", "mills"], "").out;
    assert!(counted.ends_with("mills: 0 errors, 1 warning, 1 note\n"), "{counted}");
}

#[test]
fn wrong_use_is_refused() {
    let refused = |args: &[&str], why: &str| {
        let run = run(args);
        assert_eq!(run.code, 2, "{args:?}: {}", run.out);
        assert!(run.err.contains(why), "{args:?}: {}", run.err);
    };
    refused(&["check"], "PATH");
    refused(&["check", ".", "--dry-run"], "--fix");
    refused(&["check", ".", "--allow", "rule-untestd"], "did you mean `rule-untested`?");
    refused(&["check", ".", "--deny", "errors"], "possible values");
}

#[test]
fn the_list_says_what_is_looked_for() {
    let listed = ok(&["check", "--list"]);
    for lint in ::bastide::lint::lints() {
        let line = listed.lines().find(|line| line.split_whitespace().next() == Some(lint.code)).unwrap();
        assert!(line.contains(&lint.severity.to_string()) && line.ends_with(lint.finds), "{line}");
    }
    let json: serde_json::Value = serde_json::from_str(&ok(&["check", "--list", "--json"])).unwrap();
    assert_eq!(json.as_array().unwrap().len(), ::bastide::lint::lints().len());
    assert!(ok(&["check", "--help"]).contains("--list"));
}

#[test]
fn a_tile_set_by_itself_is_looked_through() {
    let here = folder("loose");
    fs::write(
        here.join("dikes.toml"),
        "format = 1\nid = \"dikes\"\nname = \"Dikes\"\n[edges.dike]\n[tiles.A]\ncount = 1\nedges = { N = \"dike\" }\n",
    )
    .unwrap();
    for path in ["dikes.toml", "."] {
        let run = run_in(&here, &["check", path], "");
        assert!(
            run.code == 0 && run.out.contains("no other tile fits its north side"),
            "{path}: {}",
            run.out
        );
    }
}
