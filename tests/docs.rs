//! The documents say what is so: their listings work, and their tables are those of the program.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use bastide::content::options::{OptionType, base_options};
use bastide::engine::value::Value;

/// A fenced block of a document.
struct Listing {
    /// What stands behind its language: for a file of an expansion, its name.
    info: String,
    text: String,
    /// The heading above it.
    heading: String,
}

fn document(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(name)
}

fn listings(name: &str) -> Vec<Listing> {
    let text = fs::read_to_string(document(name)).unwrap();
    let (mut found, mut heading) = (Vec::new(), String::new());
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(fence) = line.strip_prefix("```") {
            let info = fence.split_once(' ').map_or("", |(_, info)| info).to_owned();
            let inner: String =
                lines.by_ref().take_while(|line| *line != "```").flat_map(|line| [line, "\n"]).collect();
            found.push(Listing { info, text: inner, heading: heading.clone() });
        } else if line.starts_with('#') {
            heading = line.to_owned();
        }
    }
    found
}

/// An empty folder of a test's own.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("docs").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs the program, which must succeed, and returns what it printed.
fn ok(here: &Path, args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_bastide")).args(args).current_dir(here).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{args:?}\n{text}{}", String::from_utf8_lossy(&output.stderr));
    text
}

/// Adds a listing at the end of its file, or before the `return` with which a script ends.
fn add(file: &Path, listing: &str) {
    let text = fs::read_to_string(file).unwrap_or_default();
    let end = if file.ends_with("main.lua") { text.rfind("return ").unwrap() } else { text.len() };
    fs::write(file, format!("{}{listing}{}", &text[..end], &text[end..])).unwrap();
}

#[test]
fn the_expansion_of_the_document_works_after_every_step() {
    let here = folder("steps");
    ok(&here, &["new", "mills"]);
    let listings = listings("expansions.md");
    let mut steps = BTreeSet::new();
    let is_step = |listing: &&Listing| listing.heading.starts_with("### ") && listing.info.contains('.');
    let of_mills: Vec<&Listing> =
        listings.iter().filter(is_step).filter(|listing| !listing.info.starts_with("canals ")).collect();
    for (at, listing) in of_mills.iter().enumerate() {
        if let Some(file) = listing.info.strip_prefix("new ") {
            let made = fs::read_to_string(here.join("mills").join(file)).unwrap();
            assert!(made.contains(&listing.text), "`bastide new` writes another {file}:\n{made}");
        } else {
            add(&here.join("mills").join(&listing.info), &listing.text);
        }
        if of_mills.get(at + 1).is_none_or(|next| next.heading != listing.heading) {
            ok(&here, &["check", "mills"]);
            ok(&here, &["test", "mills"]);
            let rules = ok(&here, &["test", "mills", "--rules"]);
            assert!(rules.contains("statements are named by a test"), "{rules}");
            steps.insert(&listing.heading);
        }
    }
    assert_eq!(steps.len(), 4);
    let rules = ok(&here, &["test", "mills", "--rules"]);
    assert_eq!(rules, "mills: 6 of 6 statements are named by a test\n");
    ok(&here, &["play", "--seed", "1", "--expansions", "./mills"]);
    ok(&here, &["sim", "--games", "10", "--expansions", "mills"]);
}

/// Writes the listings of an expansion into its folder.
fn write_all(here: &Path, document: &str, expansion: &str) {
    let mark = format!("{expansion} ");
    for listing in listings(document) {
        if let Some(file) = listing.info.strip_prefix(&mark) {
            let path = here.join(expansion).join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            add(&path, &listing.text);
        }
    }
}

#[test]
fn the_tile_set_of_the_document_is_played() {
    let here = folder("tile_set");
    write_all(&here, "tile-sets.md", "mill");
    ok(&here, &["check", "mill/tiles/mill.toml"]);
    ok(&here, &["check", "mill"]);
    let told = ok(&here, &["play", "--seed", "1", "--expansions", "./mill"]);
    assert!(told.contains("draws mill/"), "{told}");
}

#[test]
fn the_manifest_of_the_document_is_one() {
    let here = folder("manifest");
    write_all(&here, "expansions.md", "canals");
    let text = fs::read_to_string(here.join("canals/expansion.toml")).unwrap();
    assert!(["[features.canal]", "[options.toll]"].iter().all(|part| text.contains(part)), "{text}");
    ok(&here, &["check", "canals"]);
    ok(&here, &["play", "--seed", "1", "--expansions", "canals", "--option", "canals.toll=3"]);
}

/// The rows of the table of the base game's options.
fn option_rows() -> String {
    let mut rows = String::from("| option | values | default | meaning |\n|---|---|---|---|\n");
    for option in base_options() {
        let default = match &option.default {
            Value::Nil => "as the edition".to_owned(),
            Value::Bool(truth) => format!("`{truth}`"),
            Value::Int(number) => format!("`{number}`"),
            Value::Text(text) => format!("`{text}`"),
            other => panic!("{}: a default {other:?}", option.name),
        };
        let values = match &option.ty {
            OptionType::Choice { values } => {
                values.iter().map(|value| format!("`{value}`")).collect::<Vec<_>>().join(", ")
            }
            other => other.expected(),
        };
        rows.push_str(&format!("| `base.{}` | {values} | {default} | {} |\n", option.name, option.doc));
    }
    rows
}

/// With `UPDATE` in the environment the table is written anew.
#[test]
fn the_table_of_options_is_that_of_the_program() {
    let path = document("base-game.md");
    let text = fs::read_to_string(&path).unwrap();
    let begin = text.find("| option |").unwrap();
    let end = begin + text[begin..].find("\n\n").unwrap() + 1;
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, format!("{}{}{}", &text[..begin], option_rows(), &text[end..])).unwrap();
        return;
    }
    assert_eq!(&text[begin..end], option_rows());
}
