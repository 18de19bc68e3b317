//! Fixes: what they change, what they leave, and that no file is ever worse afterwards.

use std::fs;

use bastide::content::diagnostic::{Diagnostic, Report, Source};
use bastide::fix::plan;
use bastide::shelf::Shelf;

use crate::Mills;

fn shelf(mills: &Mills) -> Shelf {
    let mut shelf = Shelf::bundled();
    shelf.add(&mills.path().to_string_lossy());
    shelf
}

/// Mends everything, as often as there is something to mend; what was done, in words.
fn mend(mills: &Mills) -> Vec<String> {
    let mut done = Vec::new();
    for _ in 0..8 {
        let changes = plan(&shelf(mills), &mills.report(false));
        if changes.is_empty() {
            return done;
        }
        for change in changes {
            change.write().unwrap();
            done.extend(change.changes);
        }
    }
    panic!("there is always more to mend: {done:?}");
}

#[test]
fn manifests_tiles_and_scripts_are_mended_and_nothing_else_changes() {
    let mills = Mills::new("mended");
    let clean: Vec<String> =
        ["expansion.toml", "tiles/mills.toml", "main.lua"].map(|name| mills.read(name)).into();
    let mills = mills
        .replaced("expansion.toml", "format = 1\n", "")
        .replaced("expansion.toml", "api = 1\n", "")
        .replaced("expansion.toml", "version = \"1.0.0\"", "version = \"1\"")
        .replaced("expansion.toml", "tiles = [\"mills\"]", "tiles = \"mills\"")
        .replaced("expansion.toml", "type = \"flag\"", "type = \"flg\"")
        .replaced("tiles/mills.toml", "count = 3", "cuont = \"3\"")
        .replaced("tiles/mills.toml", "well = true", "well = \"true\" # water")
        .replaced("main.lua", "game:award(event.player", "game.awrd(event.player")
        .replaced("main.lua", "on_tile_placed", "on_tile_place");
    insta::assert_snapshot!(mend(&mills).join("\n"));
    assert_eq!(mills.found(), "");
    let mended = |name: &str| mills.read(name).replace(" # water", "");
    // What was missing is added at the top.
    let manifest = clean[0].replace("format = 1\n", "").replace("api = 1\n", "");
    assert_eq!(mended("expansion.toml"), format!("format = 1\napi = 1\n{manifest}"));
    assert_eq!(mended("tiles/mills.toml"), clean[1]);
    assert_eq!(mended("main.lua"), clean[2]);
}

#[test]
fn only_what_is_certain_is_mended() {
    let mills = Mills::new("uncertain").with("expansion.toml", "\n[options.x]\ntype = \"number\"\n");
    let before = mills.read("expansion.toml");
    assert!(mend(&mills).is_empty());
    assert_eq!(mills.read("expansion.toml"), before);
}

#[test]
fn a_file_that_would_be_worse_stays_as_it_is() {
    let mills = Mills::new("worse");
    for (name, word) in [("expansion.toml", "format = 1"), ("main.lua", "local mills = {}")] {
        let path = mills.path().join(name).to_string_lossy().into_owned();
        let source = Source::new(path, mills.read(name));
        let at = source.text().find(word).unwrap();
        let broken = Diagnostic::error("x", "x").at(&source, at..at + 1).fix(at..at + word.len(), "= [");
        let report = Report { diagnostics: vec![broken] };
        assert!(plan(&shelf(&mills), &report).is_empty(), "{name}");
    }
}

#[test]
fn what_is_built_into_the_program_is_left_alone() {
    let source = Source::new("tiles/base.toml", "format = 1");
    let found = Diagnostic::error("x", "x").at(&source, 0..1).fix(0..0, "# ");
    assert!(plan(&Shelf::bundled(), &Report { diagnostics: vec![found] }).is_empty());
}

#[test]
fn a_diff_shows_the_lines_that_change() {
    let mills = Mills::new("diff").replaced("tiles/mills.toml", "count", "cuont");
    let changes = plan(&shelf(&mills), &mills.report(false));
    let parent = format!("{}/", mills.path().parent().unwrap().to_string_lossy());
    insta::assert_snapshot!(changes[0].diff().replace(&parent, ""));
    assert!(mills.read("tiles/mills.toml").contains("cuont"), "nothing is written");
}

#[test]
fn line_ends_and_marks_stay() {
    let mills = Mills::new("line_ends");
    let manifest = mills.read("expansion.toml").replace("format = 1\n", "").replace('\n', "\r\n");
    mills.write("expansion.toml", &format!("\u{feff}{manifest}"));
    mend(&mills);
    assert_eq!(mills.read("expansion.toml"), format!("\u{feff}format = 1\r\n{manifest}"));
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let mills = Mills::new("links").replaced("tiles/mills.toml", "count", "cuont");
    let (link, real) = (mills.path().join("tiles/mills.toml"), mills.path().join("real.toml"));
    fs::rename(&link, &real).unwrap();
    symlink("../real.toml", &link).unwrap();
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
    assert_eq!(mend(&mills).len(), 1);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read_to_string(&real).unwrap().contains("count"));
    assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
}
