//! A game whose rules are changed while it is played.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod kept;
mod replayed;

use std::fs;
use std::path::PathBuf;

use bastide::play::BotKind;
use bastide::session::Request;
use bastide::shelf::Shelf;
use bastide::workbench::{Changes, Mode, Reload, Until, Workbench};
use tempfile::TempDir;

pub(crate) const MANIFEST: &str = r#"format = 1
id = "mills"
name = "Mills"
version = "1.0.0"
api = 1
tiles = ["mills"]

[attributes.tile.mill]
type = "flag"
"#;

pub(crate) const TILES: &str = r#"format = 1
id = "mills"
name = "Mills"

[tiles.A]
count = 30
mill = true
road = ["N", "S"]
"#;

/// A tile with a mill gives points.
pub(crate) const MAIN: &str = r#"local mills = {}

function mills.on_tile_placed(game, event)
  if event.tile.mill then
    game:award(event.player, 2, { source = "mill" })
  end
end

return mills
"#;

/// An expansion in a folder of its own, and a game with it.
pub(crate) struct Desk {
    home: TempDir,
    pub(crate) bench: Option<Workbench>,
}

impl Desk {
    /// The files alone.
    pub(crate) fn with(files: &[(&str, &str)]) -> Desk {
        let desk = Desk { home: tempfile::tempdir().unwrap(), bench: None };
        fs::create_dir_all(desk.path("tiles")).unwrap();
        for (name, text) in files {
            desk.write(name, text);
        }
        desk
    }

    /// A game of two bots after some decisions.
    pub(crate) fn begun(decisions: usize) -> Desk {
        let mut desk =
            Desk::with(&[("expansion.toml", MANIFEST), ("tiles/mills.toml", TILES), ("main.lua", MAIN)]);
        desk.begin(decisions);
        desk
    }

    pub(crate) fn begin(&mut self, decisions: usize) {
        let bots = [BotKind::Random; 2];
        let bench =
            Workbench::begin(&Shelf::bundled(), self.request(), 5, &bots, Until::Decisions(decisions));
        self.bench = Some(bench.unwrap());
    }

    pub(crate) fn request(&self) -> Request {
        Request::new(["Alice", "Bob"]).with(self.path("").to_string_lossy().trim_end_matches('/'))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.home.path().join("mills").join(name)
    }

    /// The folder, where it is moved away.
    pub(crate) fn gone(&self) -> PathBuf {
        self.home.path().join("gone")
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    pub(crate) fn bench(&mut self) -> &mut Workbench {
        self.bench.as_mut().unwrap()
    }

    /// Saves a file with something replaced in it.
    pub(crate) fn edit(&self, name: &str, from: &str, to: &str) {
        let text = fs::read_to_string(self.path(name)).unwrap();
        assert!(text.contains(from), "{from} stands in {name}");
        self.write(name, &text.replace(from, to));
    }

    pub(crate) fn reload(&mut self, mode: Mode) -> Reload {
        self.bench().reload(&Shelf::bundled(), mode)
    }

    #[track_caller]
    pub(crate) fn changes(&mut self, mode: Mode) -> Changes {
        match self.reload(mode) {
            Reload::Done(changes) => *changes,
            Reload::Broken(error) => panic!("broken: {error}"),
            Reload::Refused(errors) => panic!("refused: {errors}"),
        }
    }

    #[track_caller]
    pub(crate) fn broken(&mut self, mode: Mode) -> String {
        let home = self.home.path().to_string_lossy().into_owned();
        match self.reload(mode) {
            Reload::Broken(error) => error.to_string().replace(&home, ""),
            other => panic!("{other:?}"),
        }
    }

    #[track_caller]
    pub(crate) fn refused(&mut self) -> String {
        match self.reload(Mode::KeepState) {
            Reload::Refused(errors) => errors.to_string(),
            other => panic!("{other:?}"),
        }
    }
}
