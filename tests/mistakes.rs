//! Messages and documents belong together: each kind of mistake has a page, and the listings of
//! `docs/mistakes.md` are wrong and right as they say.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test fails loudly")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use bastide::content::pages;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The program's own source files, without their tests.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && path.file_name().is_some_and(|name| name != "tests") {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The codes behind calls such as `error("code", …)`.
fn codes(text: &str) -> BTreeSet<String> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let mut found = BTreeSet::new();
    for call in ["error(", "warning(", "Finding::new(", "Diagnostic::new("] {
        for rest in code.split(call).skip(1) {
            let Some(rest) = rest.trim_start().strip_prefix('"') else { continue };
            let Some((word, behind)) = rest.split_once('"') else { continue };
            let is_code = word.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-');
            if is_code && behind.starts_with(',') {
                found.insert(word.to_owned());
            }
        }
    }
    found
}

#[test]
fn every_kind_of_mistake_has_a_page() {
    let mut files = Vec::new();
    sources(&root().join("core"), &mut files);
    let mut used = BTreeSet::new();
    for file in files {
        used.extend(codes(&fs::read_to_string(file).unwrap()));
    }
    assert!(used.contains("unknown-key") && used.contains("only-looks"), "{used:?}");
    let known: BTreeSet<String> = pages::all().map(|(code, _)| code.to_owned()).collect();
    let without: Vec<&String> = used.difference(&known).collect();
    assert!(without.is_empty(), "add a page for {without:?} in core/content/src/pages.rs");
}

/// A listing of the document: the heading above it, whether it is wrong, its text.
struct Listing {
    heading: String,
    wrong: bool,
    text: String,
}

fn listings() -> Vec<Listing> {
    let text = fs::read_to_string(root().join("docs/mistakes.md")).unwrap();
    let (mut found, mut heading) = (Vec::new(), String::new());
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(name) = line.strip_prefix("## ") {
            name.clone_into(&mut heading);
        } else if let Some(info) = line.strip_prefix("```") {
            let text: String =
                lines.by_ref().take_while(|line| *line != "```").flat_map(|line| [line, "\n"]).collect();
            if let Some(kind) = info.strip_prefix("lua ") {
                found.push(Listing { heading: heading.clone(), wrong: kind == "wrong", text });
            }
        }
    }
    found
}

/// Runs the program in a folder.
fn run(here: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bastide")).args(args).current_dir(here).output().unwrap()
}

/// What the program says of an expansion with this script: when it is checked, and when it is played.
fn said(name: &str, script: &str) -> String {
    let here = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mistakes").join(name);
    let _ = fs::remove_dir_all(&here);
    fs::create_dir_all(here.join("mills")).unwrap();
    let manifest = "format = 1\nid = \"mills\"\nname = \"Mills\"\nversion = \"0.1.0\"\napi = 1\n";
    fs::write(here.join("mills/expansion.toml"), manifest).unwrap();
    fs::write(here.join("mills/main.lua"), script).unwrap();
    let outputs =
        [run(&here, &["check", "mills"]), run(&here, &["play", "--seed", "1", "--expansions", "mills"])];
    let errors = outputs.iter().filter(|output| !output.status.success());
    errors
        .map(|output| String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned())
        .collect()
}

#[test]
fn the_listings_of_the_page_are_wrong_and_right_as_they_say() {
    let listings = listings();
    assert!(listings.iter().filter(|listing| listing.wrong).count() >= 10);
    for (index, listing) in listings.iter().enumerate() {
        let script = match listing.text.starts_with("local mills") {
            true => listing.text.clone(),
            false => format!("local mills = {{}}\n\n{}\nreturn mills\n", listing.text),
        };
        let said = said(&index.to_string(), &script);
        let wanted = format!("error[{}]", listing.heading);
        match listing.wrong {
            true => assert!(said.contains(&wanted), "{wanted} is not said of\n{script}\nbut\n{said}"),
            false => assert_eq!(said, "", "something is wrong with\n{script}"),
        }
    }
}

#[test]
fn explain_tells_what_the_page_says() {
    let here = std::env::temp_dir();
    let text = |args: &[&str]| {
        let output = run(&here, args);
        let all = [&output.stdout[..], &output.stderr].concat();
        (output.status.code().unwrap(), String::from_utf8(all).unwrap())
    };
    let (code, said) = text(&["explain", "nil"]);
    assert_eq!(code, 0);
    assert!(said.starts_with("docs/mistakes.md#nil\n\n## nil\n"), "{said}");
    assert!(said.contains("ask first") && !said.contains("## unknown-field"), "{said}");
    assert_eq!(text(&["explain", "error[nil]:"]).1, said, "as it is copied from a message");
    let (code, said) = text(&["explain", "unknown-key"]);
    assert_eq!(code, 0);
    assert!(said.contains("## The manifest") && said.contains("## Keys of a tile"), "{said}");
    let (code, said) = text(&["explain", "unknown-kei"]);
    assert_eq!(code, 2);
    assert!(said.contains("did you mean `unknown-key`?"), "{said}");
    let (_, said) = text(&["explain"]);
    assert_eq!(said.lines().count(), pages::all().count());
    let (_, said) = text(&["explain", "nil", "--json"]);
    let found: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!(found["sections"][0]["page"], "docs/mistakes.md#nil");
    let (_, said) = text(&["explain", "--json"]);
    let found: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!(found["codes"].as_array().unwrap().len(), pages::all().count());
}
