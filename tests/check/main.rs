//! What `bastide check` finds in expansions that load: each lint where it speaks and where it is
//! silent, and how fixes change files.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test fails loudly")]

mod fixing;
mod manifest;
mod rules;
mod scripts;
mod table;
mod types;

use std::fs;
use std::path::{Path, PathBuf};

use bastide::check::check;
use bastide::content::diagnostic::Report;
use bastide::shelf::Shelf;

/// A folder with an expansion called `mills`.
struct Mills {
    folder: PathBuf,
}

const HEADER: &str = "format = 1\nid = \"mills\"\nname = \"Mills\"\n";

const MAIN: &str = "local mills = {}

-- MI1: a well gives a point.
function mills.on_tile_placed(game, event)
  if event.tile.well then
    game:award(event.player, 1, { source = \"well\", at = event.tile })
  end
end
";

const TEST: &str = "test(\"MI1: a well gives a point\", function(t)
  t:draw(\"mills/well\")
  t:play(\"alice\", { place = { 1, 0 } })
  t:expect_points({ alice = 1 })
end)
";

impl Mills {
    /// One in which nothing is to be found, in a folder of a test's own.
    fn new(test: &str) -> Mills {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("check").join(test).join("mills");
        let _ = fs::remove_dir_all(&folder);
        let mills = Mills { folder };
        let manifest =
            "version = \"1.0.0\"\napi = 1\ntiles = [\"mills\"]\n\n[attributes.tile.well]\ntype = \"flag\"\n";
        mills.write("expansion.toml", &format!("{HEADER}{manifest}"));
        mills.write(
            "tiles/mills.toml",
            &format!("{HEADER}[tiles.well]\ncount = 3\nwell = true\nroad = [\"W E\"]\n"),
        );
        mills.write("main.lua", &format!("{MAIN}\nreturn mills\n"));
        mills.write("tests/mills_test.lua", TEST);
        mills.write("RULES.md", "- MI1. Whoever places a tile with a well gets a point.\n");
        mills
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder.join(name)).unwrap()
    }

    /// The same with more at the end of a file; in `main.lua`, before the last line.
    fn with(self, name: &str, text: &str) -> Mills {
        let before = self.read(name);
        match before.strip_suffix("\nreturn mills\n") {
            Some(before) => self.write(name, &format!("{before}{text}\nreturn mills\n")),
            None => self.write(name, &format!("{before}{text}")),
        }
        self
    }

    /// The same with another text in a file.
    fn replaced(self, name: &str, from: &str, to: &str) -> Mills {
        let before = self.read(name);
        assert!(before.contains(from), "{name} has no `{from}`");
        self.write(name, &before.replace(from, to));
        self
    }

    /// The same with one more file.
    fn file(self, name: &str, text: &str) -> Mills {
        self.write(name, text);
        self
    }

    fn path(&self) -> &Path {
        &self.folder
    }

    fn report(&self, types: bool) -> Report {
        let mut shelf = Shelf::bundled();
        let name = shelf.add(&self.folder.to_string_lossy());
        check(&shelf, &shelf.library(), &[name], types)
    }

    /// What is found, with the folder's path cut to its name.
    fn found(&self) -> String {
        self.shown(&self.report(false))
    }

    fn shown(&self, report: &Report) -> String {
        let parent = format!("{}/", self.folder.parent().unwrap().to_string_lossy());
        report.render(false).replace(&parent, "")
    }
}

#[test]
fn nothing_is_found_where_nothing_is_wrong() {
    assert_eq!(Mills::new("nothing").found(), "");
}
