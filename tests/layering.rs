//! What a crate may not know, checked on its source text (`ARCHITECTURE.md`, invariants).
//!
//! The compiler keeps most of it: a crate cannot use what it does not depend on. This test keeps the
//! rest, and keeps the dependencies from growing.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test fails loudly")]

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files below a folder with this ending, in a defined order.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|found| found == ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The code of a file: without its tests, without comments, and without the examples of commands in
/// its help, which start with the command's name.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("bastide "));
    let lines = lines.map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// The rules of the game live in `core`; the text of tests may name whatever it wants.
fn sources(folder: &str) -> Vec<PathBuf> {
    let all = files(&root().join(folder), "rs");
    let is_test = |path: &Path| path.components().any(|part| part.as_os_str() == "tests");
    all.into_iter()
        .filter(|path| !is_test(path) && path.file_stem().is_none_or(|name| name != "tests"))
        .collect()
}

/// Every place in these files that holds one of these words, as `file: word`.
fn places(files: &[PathBuf], words: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for path in files {
        let code = code(path);
        for word in words.iter().filter(|word| code.contains(**word)) {
            let name = path.strip_prefix(root()).unwrap_or(path);
            found.push(format!("{}: {word}", name.display()));
        }
    }
    found
}

#[test]
fn no_expansion_is_named_in_the_core() {
    let folder = root().join("expansions");
    let entries = fs::read_dir(folder).expect("there are expansions");
    let ids: Vec<String> = entries
        .map(|entry| entry.expect("a readable entry"))
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    assert!(!ids.is_empty(), "there are expansions");
    let mut words = Vec::new();
    for id in &ids {
        words.extend([id.clone(), id.replace('_', " "), id.replace('_', "-")]);
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    // The other program's tile files call a kind of feature so: a word of their format, which the
    // import reads and writes.
    let foreign = |place: &String| place.starts_with("core/content/src/peer/") && place.ends_with(": river");
    let mut named = places(&sources("core"), &words);
    named.retain(|place| !foreign(place));
    assert!(named.is_empty(), "an extension point is missing where the core names an expansion: {named:#?}");
}

#[test]
fn lua_is_known_to_the_script_crate_alone() {
    let crates = sources("core");
    let others: Vec<PathBuf> =
        crates.into_iter().filter(|path| !path.starts_with(root().join("core/script"))).collect();
    assert_eq!(places(&others, &["mlua"]), Vec::<String>::new());
    for manifest in files(&root().join("core"), "toml") {
        let name = manifest.strip_prefix(root()).expect("below the root").to_path_buf();
        if name.starts_with("core/script") || name.file_name().is_none_or(|name| name != "Cargo.toml") {
            continue;
        }
        let text = fs::read_to_string(&manifest).expect("a readable manifest");
        assert!(!text.contains("mlua"), "{} depends on mlua", name.display());
    }
}

#[test]
fn the_engine_is_a_pure_function() {
    let engine = sources("core/engine/src");
    assert!(engine.len() > 20, "the engine has files");
    let impure = [
        "std::fs",
        "std::io",
        "std::net",
        "std::time",
        "std::env",
        "std::process",
        "std::thread",
        "print!",
        "println!",
        "eprint!",
        "eprintln!",
        "dbg!",
        "thread_local!",
        "static mut",
        "OnceLock",
        "LazyLock",
        "OnceCell",
        "Mutex",
        "RwLock",
        "Atomic",
        "Instant",
        "SystemTime",
        "RandomState",
        "f32",
        "f64",
        "toml",
        "unsafe",
    ];
    let found = places(&engine, &impure);
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn the_engine_depends_on_little() {
    let allowed = ["rand", "rand_pcg", "rustc-hash", "serde", "smallvec", "thiserror", "xxhash-rust"];
    let text = fs::read_to_string(root().join("core/engine/Cargo.toml")).expect("the engine has a manifest");
    let section = text.split("[dependencies]").nth(1).and_then(|rest| rest.split("\n[").next());
    for line in section.expect("it has dependencies").lines().filter(|line| !line.trim().is_empty()) {
        let name = line.split(['.', ' ', '=']).next().unwrap_or_default();
        assert!(allowed.contains(&name), "the engine depends on {name}");
    }
}

#[test]
fn crates_depend_downwards_only() {
    // What each crate may know of its siblings.
    let allowed: &[(&str, &[&str])] = &[
        ("engine", &[]),
        ("content", &["bastide-engine"]),
        ("script", &["bastide-engine", "bastide-content"]),
        ("play", &["bastide-engine", "bastide-content", "bastide-script"]),
    ];
    for (name, siblings) in allowed {
        let path = root().join("core").join(name).join("Cargo.toml");
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let section = text.split("[dependencies]").nth(1).and_then(|rest| rest.split("\n[").next());
        for line in section.unwrap_or_default().lines().filter(|line| line.starts_with("bastide-")) {
            let sibling = line.split(['.', ' ', '=']).next().unwrap_or_default();
            assert!(siblings.contains(&sibling), "bastide-{name} depends on {sibling}");
        }
    }
}

#[test]
fn the_checks_find_what_they_look_for() {
    let here = [root().join("tests/layering.rs")];
    assert_eq!(places(&here, &["fn files"]).len(), 1);
    assert_eq!(places(&here, &["\u{0}"]).len(), 0);
}
