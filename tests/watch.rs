//! What counts as a save, however it is done.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use bastide::watch::{Saved, Watch};
use tempfile::TempDir;

const LONG: Duration = Duration::from_secs(10);
/// Longer than a save takes to be noticed.
const SHORT: Duration = Duration::from_millis(700);

/// A folder `mills` with a script and a tile set, watched.
struct Bench {
    home: TempDir,
    watch: Watch,
}

impl Bench {
    fn new() -> Bench {
        let home = tempfile::tempdir().unwrap();
        let mills = home.path().join("mills");
        fs::create_dir_all(mills.join("tiles")).unwrap();
        fs::write(mills.join("main.lua"), "return {}\n").unwrap();
        fs::write(mills.join("tiles/mills.toml"), "format = 1\n").unwrap();
        let watch = Watch::new([mills]).unwrap();
        Bench { home, watch }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.home.path().join("mills").join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    /// The names of the files of the next save.
    fn next(&mut self, longest: Duration) -> Vec<String> {
        let Some(Saved { files, .. }) = self.watch.wait(Some(longest)).unwrap() else { return Vec::new() };
        let mills = self.path("");
        let name = |path: &PathBuf| path.strip_prefix(&mills).unwrap().display().to_string();
        files.iter().map(name).collect()
    }

    #[track_caller]
    fn expect(&mut self, files: &[&str]) {
        assert_eq!(self.next(LONG), files);
        assert_eq!(self.next(SHORT), [""; 0], "one save is told once");
    }
}

#[test]
fn a_file_that_is_written_in_place() {
    let mut bench = Bench::new();
    bench.write("main.lua", "return { }\n");
    bench.expect(&["main.lua"]);
}

#[test]
fn the_time_is_that_of_the_save() {
    let mut bench = Bench::new();
    bench.write("main.lua", "return { }\n");
    thread::sleep(Duration::from_millis(300));
    let saved = bench.watch.wait(Some(LONG)).unwrap().unwrap();
    assert!(saved.at.elapsed() >= Duration::from_millis(100), "{:?}", saved.at.elapsed());
}

#[test]
fn a_save_that_changes_nothing_is_none() {
    let mut bench = Bench::new();
    bench.write("main.lua", "return {}\n");
    assert_eq!(bench.next(SHORT), [""; 0]);
    bench.write("notes.txt", "not a rule");
    bench.write(".main.lua.swp", "an editor's own");
    bench.write("main.lua~", "a copy");
    assert_eq!(bench.next(SHORT), [""; 0]);
}

#[test]
fn a_file_that_takes_the_name_of_another() {
    let mut bench = Bench::new();
    bench.write("main.lua.tmp", "return { }\n");
    fs::rename(bench.path("main.lua.tmp"), bench.path("main.lua")).unwrap();
    bench.expect(&["main.lua"]);
    // The second time too: it is another file now than the one that was watched first.
    bench.write("main.lua.tmp", "return {  }\n");
    fs::rename(bench.path("main.lua.tmp"), bench.path("main.lua")).unwrap();
    bench.expect(&["main.lua"]);
}

#[test]
fn a_file_that_is_away_or_empty_for_a_moment_is_not_gone() {
    let mut bench = Bench::new();
    let (main, copy) = (bench.path("main.lua"), bench.path("main.lua~"));
    let tiles = bench.path("tiles/mills.toml");
    let editor = thread::spawn(move || {
        fs::rename(&main, copy).unwrap();
        fs::write(&tiles, "").unwrap();
        thread::sleep(Duration::from_millis(60));
        fs::write(&main, "return { }\n").unwrap();
        fs::write(&tiles, "format = 1\nid = \"mills\"\n").unwrap();
    });
    // The files were told to be changed, both at once, and not to be gone.
    let told = bench.next(LONG);
    editor.join().unwrap();
    assert_eq!(told, ["main.lua", "tiles/mills.toml"]);
    assert_eq!(bench.next(SHORT), [""; 0]);
    assert!(bench.path("main.lua").is_file());
}

#[test]
fn a_file_that_is_moved_away_and_comes_back_as_it_was() {
    let mut bench = Bench::new();
    fs::rename(bench.path("main.lua"), bench.path("main.bak")).unwrap();
    fs::rename(bench.path("main.bak"), bench.path("main.lua")).unwrap();
    assert_eq!(bench.next(SHORT), [""; 0]);
}

#[test]
fn files_that_are_new_and_files_that_are_gone() {
    let mut bench = Bench::new();
    bench.write("lib.lua", "return 1\n");
    bench.expect(&["lib.lua"]);
    fs::create_dir_all(bench.path("tests/deep")).unwrap();
    bench.write("tests/deep/a.lua", "return 2\n");
    bench.expect(&["tests/deep/a.lua"]);
    // A folder that was not there at first is watched as well.
    bench.write("tests/deep/a.lua", "return 3\n");
    bench.expect(&["tests/deep/a.lua"]);
    fs::remove_file(bench.path("lib.lua")).unwrap();
    bench.expect(&["lib.lua"]);
}

#[test]
fn a_folder_that_is_removed_and_made_again() {
    let mut bench = Bench::new();
    fs::remove_dir_all(bench.path("")).unwrap();
    bench.expect(&["main.lua", "tiles/mills.toml"]);
    fs::create_dir(bench.path("")).unwrap();
    bench.write("main.lua", "return {}\n");
    bench.expect(&["main.lua"]);
    bench.write("main.lua", "return { }\n");
    bench.expect(&["main.lua"]);
}

#[test]
fn a_folder_that_is_replaced_by_another_one() {
    let mut bench = Bench::new();
    let other = bench.home.path().join("other");
    fs::create_dir_all(other.join("tiles")).unwrap();
    fs::write(other.join("main.lua"), "return { }\n").unwrap();
    fs::write(other.join("tiles/mills.toml"), "format = 1\n").unwrap();
    fs::rename(bench.path(""), bench.home.path().join("old")).unwrap();
    fs::rename(&other, bench.path("")).unwrap();
    bench.expect(&["main.lua"]);
    bench.write("main.lua", "return {  }\n");
    bench.expect(&["main.lua"]);
    // What has another name now is no concern of anybody.
    fs::write(bench.home.path().join("old/main.lua"), "return 1\n").unwrap();
    assert_eq!(bench.next(SHORT), [""; 0]);
}

#[test]
fn a_single_file_is_named_as_it_was_given() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("set.toml");
    fs::write(&file, "format = 1\n").unwrap();
    let mut watch = Watch::new([&file]).unwrap();
    fs::write(home.path().join("other.toml"), "format = 2\n").unwrap();
    assert_eq!(watch.wait(Some(SHORT)).unwrap(), None);
    for text in ["format = 1 \n", "format = 1  \n"] {
        let fresh = home.path().join("set.new");
        fs::write(&fresh, text).unwrap();
        fs::rename(fresh, &file).unwrap();
        let saved = watch.wait(Some(LONG)).unwrap().unwrap();
        assert_eq!(saved.files, [Path::new(&file)]);
    }
}

#[test]
fn what_was_saved_before_is_known() {
    let mut bench = Bench::new();
    bench.write("main.lua", "return { }\n");
    bench.watch.catch_up();
    assert_eq!(bench.next(SHORT), [""; 0]);
}
