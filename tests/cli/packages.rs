//! Packages as people make and add them.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::bastide::{Run, folder, run_in};

/// A folder with an expansion, `orchards`, and an empty game folder, `game`.
fn table(name: &str) -> PathBuf {
    let here = folder(name);
    assert_eq!(run_in(&here, &["new", "orchards", "--template", "full"], "").code, 0);
    fs::create_dir(here.join("game")).unwrap();
    here
}

fn good(here: &Path, args: &[&str]) -> Run {
    let run = run_in(here, args, "");
    assert_eq!(run.code, 0, "{args:?}\n{}{}", run.out, run.err);
    run
}

fn refused(here: &Path, args: &[&str], code: i32, why: &str) {
    let run = run_in(here, args, "");
    assert_eq!(run.code, code, "{args:?}\n{}{}", run.out, run.err);
    assert!(run.err.contains(why), "{args:?}\n{}", run.err);
}

/// Changes a file of the expansion.
fn change(here: &Path, file: &str, from: &str, to: &str) {
    let path = here.join("orchards").join(file);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{text}");
    fs::write(path, text.replace(from, to)).unwrap();
}

/// All files below a folder, with their texts.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(inner) = open.pop() {
        for entry in fs::read_dir(inner).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if !path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.')) {
                let name = path.strip_prefix(folder).unwrap().to_string_lossy().replace('\\', "/");
                found.push((name, fs::read(path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn what_is_packed_and_added_is_played_by_its_id() {
    let here = table("packed");
    let packed = good(&here, &["pack", "orchards"]);
    assert!(packed.out.starts_with("orchards-0.1.0.bastide: Orchards 0.1.0, 6 files, "), "{}", packed.out);
    let game = here.join("game");
    let added = good(&game, &["add", "../orchards-0.1.0.bastide"]);
    assert!(added.out.starts_with("Orchards 0.1.0 added to expansions/orchards\n"), "{}", added.out);
    assert!(added.out.contains("--expansions orchards\n"), "{}", added.out);
    assert_eq!(files(&here.join("orchards")), files(&game.join("expansions/orchards")));
    assert_eq!(fs::read_dir(game.join("expansions")).unwrap().count(), 1);

    let tested = good(&game, &["test", "expansions/orchards"]);
    assert!(tested.out.contains(" passed, 0 failed"), "{}", tested.out);
    good(&game, &["check", "expansions/orchards"]);
    let played = good(&game, &["play", "--seed", "1", "--expansions", "orchards", "--save", "g.jsonl"]);
    assert!(played.out.contains("draws orchards/"), "{}", played.out);
    // A saved game finds it wherever one stands.
    good(&here, &["replay", "game/g.jsonl"]);
    // `all` means what is bundled.
    let all = good(&game, &["sim", "--games", "1", "--expansions", "all"]);
    assert!(!all.out.contains("orchards"), "{}", all.out);
}

#[test]
fn a_game_folder_can_be_named_and_its_expansions_know_each_other() {
    let here = table("named");
    good(&here, &["pack", "orchards", "-o", "made/them.zip"]);
    good(&here, &["add", "made/them.zip", "--in", "game"]);
    refused(&here, &["add", "made/them.zip", "--in", "gaem"], 2, "there is no folder `gaem`");
    // One that needs the other.
    good(&here, &["new", "cider", "--template", "tiles-only"]);
    let manifest = here.join("cider/expansion.toml");
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, text.replace("tiles =", "depends = [\"orchards\"]\ntiles =")).unwrap();
    fs::rename(here.join("cider"), here.join("game/cider")).unwrap();
    let game = here.join("game");
    good(&game, &["pack", "cider"]);
    fs::create_dir(here.join("other")).unwrap();
    let added = good(&here, &["add", "game/cider-0.1.0.bastide", "--in", "other"]);
    assert!(added.out.contains("It needs `orchards`, which is not here"), "{}", added.out);
    let added = good(&game, &["add", "cider-0.1.0.bastide"]);
    assert!(!added.out.contains("not here"), "{}", added.out);
    good(&game, &["play", "--seed", "1", "--expansions", "expansions/cider,orchards"]);
}

#[test]
fn the_same_files_make_the_same_package() {
    let here = table("same");
    good(&here, &["pack", "orchards", "-o", "one.bastide"]);
    // Written again, in another order, at another time.
    for (name, text) in files(&here.join("orchards")).into_iter().rev() {
        fs::remove_file(here.join("orchards").join(&name)).unwrap();
        fs::write(here.join("orchards").join(&name), text).unwrap();
    }
    fs::write(here.join("orchards/.hidden.lua"), "x").unwrap();
    good(&here, &["pack", "orchards", "-o", "two.bastide"]);
    assert_eq!(fs::read(here.join("one.bastide")).unwrap(), fs::read(here.join("two.bastide")).unwrap());
    change(&here, "README.md", "apples", "pears");
    good(&here, &["pack", "orchards", "-o", "two.bastide"]);
    assert_ne!(fs::read(here.join("one.bastide")).unwrap(), fs::read(here.join("two.bastide")).unwrap());
}

#[test]
fn what_is_no_part_of_an_expansion_stays_out_and_is_named() {
    let here = table("foreign");
    let own = here.join("orchards");
    for path in ["art/tile.png", "types/bastide.lua", "expansions/mills/main.lua", "orchards-0.0.9.bastide"] {
        fs::create_dir_all(own.join(path).parent().unwrap()).unwrap();
        fs::write(own.join(path), "x").unwrap();
    }
    fs::create_dir(own.join(".git")).unwrap();
    fs::write(own.join(".git/config"), "x").unwrap();
    fs::write(own.join(".luarc.json"), "{}").unwrap();
    fs::write(own.join("LICENSE"), "free").unwrap();
    fs::write(here.join("secret.lua"), "x").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(here.join("secret.lua"), own.join("link.lua")).unwrap();
    let packed = good(&here, &["pack", "orchards", "--json"]);
    let json: Value = serde_json::from_str(&packed.out).unwrap();
    let paths = |key: &str, of: fn(&Value) -> &Value| -> Vec<String> {
        json[key].as_array().unwrap().iter().map(|row| of(row).as_str().unwrap().to_owned()).collect()
    };
    let mut left_out = vec!["art/tile.png", "expansions/", "orchards-0.0.9.bastide", "types/"];
    if cfg!(unix) {
        left_out.insert(2, "link.lua");
    }
    assert_eq!(paths("left_out", |row| &row["path"]), left_out);
    assert_eq!(
        paths("files", |row| row),
        [
            "LICENSE",
            "README.md",
            "RULES.md",
            "expansion.toml",
            "main.lua",
            "tests/orchards_test.lua",
            "tiles/orchards.toml"
        ]
    );
    assert!(packed.err.contains("left out art/tile.png: an expansion consists of"), "{}", packed.err);
}

#[test]
fn what_has_mistakes_is_not_packed() {
    let here = table("mistakes");
    refused(&here, &["pack", "orhcards"], 2, "there is no folder `orhcards`");
    refused(&here, &["pack", "game"], 2, "it holds no expansion.toml");
    refused(&here, &["pack", "orchards/main.lua"], 2, "is a file");
    change(&here, "main.lua", "on_tile_placed", "on_tile_place");
    refused(&here, &["pack", "orchards"], 1, "did you mean `on_tile_placed`?");
    change(&here, "main.lua", "on_tile_place", "on_tile_placed");
    fs::write(here.join("orchards/lib.lua"), [0xff, 0xfe]).unwrap();
    refused(
        &here,
        &["pack", "orchards"],
        1,
        "cannot read `orchards/lib.lua`: a letter in line 1 is not UTF-8",
    );
    fs::remove_file(here.join("orchards/lib.lua")).unwrap();
    fs::write(here.join("orchards/notes.md"), [0xff, 0xfe]).unwrap();
    refused(&here, &["pack", "orchards"], 1, "`notes.md` cannot be in a package: it is no text in UTF-8");
    fs::remove_file(here.join("orchards/notes.md")).unwrap();
    fs::write(here.join("orchards/täst.md"), "x").unwrap();
    refused(
        &here,
        &["pack", "orchards"],
        1,
        "`täst.md` cannot be in a package: expected letters from a to z",
    );
    fs::remove_file(here.join("orchards/täst.md")).unwrap();
    fs::write(here.join("orchards/rules.md"), "x").unwrap();
    if fs::read_to_string(here.join("orchards/RULES.md")).unwrap() != "x" {
        refused(&here, &["pack", "orchards"], 1, "`RULES.md` and `rules.md` are one file on some machines");
    }
    assert!(!here.join("orchards-0.1.0.bastide").exists());
    for file in ["RULES.md", "rules.md"] {
        let _ = fs::remove_file(here.join("orchards").join(file));
    }
    // What `bastide check` finds counts too.
    let misspelt = "function orchards.on_turn_end(game) game:taeils() end\n\nreturn orchards";
    change(&here, "main.lua", "return orchards", misspelt);
    refused(&here, &["pack", "orchards"], 1, "nothing has a method `taeils`");
    change(&here, "main.lua", misspelt, "return orchards");
    // Nothing else is overwritten.
    refused(
        &here,
        &["pack", "orchards", "-o", "orchards/main.lua"],
        2,
        "is there already, and it is no package",
    );
}

#[test]
fn an_older_or_changed_one_is_put_in_place_by_force_only() {
    let here = table("versions");
    good(&here, &["pack", "orchards", "-o", "1.bastide"]);
    change(&here, "expansion.toml", "0.1.0", "0.2.0");
    good(&here, &["pack", "orchards", "-o", "2.bastide"]);
    let add = |file: &str| vec!["add".to_owned(), file.to_owned(), "--in".to_owned(), "game".to_owned()];
    let run = |args: Vec<String>| run_in(&here, &args.iter().map(String::as_str).collect::<Vec<_>>(), "");
    let there = here.join("game/expansions/orchards");
    let said = |run: Run, text: &str| {
        assert_eq!(run.code, 0, "{}", run.err);
        assert!(run.out.contains(text), "{}", run.out);
    };
    said(run(add("1.bastide")), "added to");
    said(run(add("1.bastide")), "is in game/expansions/orchards already; nothing was changed");
    said(run(add("2.bastide")), "replaces 0.1.0 in");
    let before = files(&there);
    let older = run(add("1.bastide"));
    assert_eq!(older.code, 1);
    assert!(
        older.err.contains("is version 0.2.0, which is newer than 0.1.0; --force replaces it"),
        "{}",
        older.err
    );
    assert_eq!(files(&there), before);
    fs::write(there.join("extra.lua"), "return {}").unwrap();
    said(run([add("1.bastide"), vec!["--force".to_owned()]].concat()), "replaces 0.2.0 in");
    assert!(!there.join("extra.lua").exists(), "what was there is gone as a whole");
    // What somebody works on is not lost to a newer version.
    fs::write(there.join("extra.lua"), "return {}").unwrap();
    let worked_on = run(add("2.bastide"));
    assert_eq!(worked_on.code, 1);
    assert!(
        worked_on.err.contains("is version 0.1.0, whose files are not those of a package; --force"),
        "{}",
        worked_on.err
    );
    fs::remove_file(there.join("extra.lua")).unwrap();
    // The same version with other files.
    fs::write(there.join("main.lua"), "return {}").unwrap();
    let changed = run(add("1.bastide"));
    assert_eq!(changed.code, 1);
    assert!(changed.err.contains("is version 0.1.0, too, with other files"), "{}", changed.err);
    fs::write(there.join("expansion.toml"), "torn").unwrap();
    assert!(run(add("2.bastide")).err.contains("whose version cannot be read"));
    said(run([add("2.bastide"), vec!["--force".to_owned()]].concat()), "replaces what was in");
    // What is no expansion is never replaced.
    fs::remove_file(there.join("expansion.toml")).unwrap();
    let other = run([add("2.bastide"), vec!["--force".to_owned()]].concat());
    assert_eq!(other.code, 1);
    assert!(other.err.contains("is there already and is no expansion; move it away first"), "{}", other.err);
    assert_eq!(fs::read_dir(here.join("game/expansions")).unwrap().count(), 1);
}

#[test]
fn a_package_is_shown_without_being_added() {
    let here = table("shown");
    good(&here, &["pack", "orchards"]);
    let listed = good(&here, &["add", "orchards-0.1.0.bastide", "--list"]);
    assert!(
        listed.out.starts_with("Orchards 0.1.0 (orchards)\nOrchards, a gardener for each"),
        "{}",
        listed.out
    );
    assert!(listed.out.contains("\nsha256:") && listed.out.contains("  main.lua\n"), "{}", listed.out);
    let json = good(&here, &["add", "orchards-0.1.0.bastide", "--list", "--json"]);
    let json: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!((&json["package"]["id"], json["files"].as_array().unwrap().len()), (&"orchards".into(), 6));
    assert!(!here.join("expansions").exists());
    let added = good(&here, &["add", "orchards-0.1.0.bastide", "--json"]);
    let json: Value = serde_json::from_str(&added.out).unwrap();
    assert_eq!((&json["folder"], &json["changed"]), (&"expansions/orchards".into(), &true.into()));
    refused(&here, &["add", "nothing.bastide"], 2, "there is no file `nothing.bastide`");
    refused(&here, &["add", "orchards"], 2, "is a folder and no package");
    refused(&here, &["add", "orchards/main.lua", "--list"], 1, "`orchards/main.lua`: it is no package");
}
