//! Whatever somebody does to a file, reading it gives a report and never a panic.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use bastide_content::diagnostic::Source;
use bastide_content::files::{Files, MemoryFiles};
use bastide_content::lexicon::Lexicon;
use bastide_content::library::Library;
use bastide_content::manifest::Manifest;
use bastide_content::select::SelectionRequest;
use bastide_content::tileset::TileSet;
use common::Repository;
use proptest::prelude::*;

/// What is put into the text: things that mean something in TOML and in tile sets.
const PIECES: [&str; 24] = [
    "",
    "\"",
    "[",
    "]",
    "{",
    "}",
    "=",
    ",",
    ".",
    "\n",
    "#",
    "N E",
    "S",
    "NL",
    "-1",
    "99999999999999999999",
    "1.5",
    "true",
    "road",
    "tiles",
    "[tiles.D]\n",
    "field = [{ ports = \"\" }]\n",
    "é😀",
    "\u{0}",
];

fn mutated(text: &str, edits: &[(usize, usize, usize)]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for (at, remove, piece) in edits {
        let at = at % (letters.len() + 1);
        let end = (at + remove).min(letters.len());
        letters.splice(at..end, PIECES[*piece].chars());
    }
    letters.into_iter().collect()
}

fn edits() -> impl Strategy<Value = Vec<(usize, usize, usize)>> {
    prop::collection::vec((0usize..10_000, 0usize..12, 0..PIECES.len()), 1..8)
}

fn check_tile_set(text: String) {
    let source = Source::new("tiles/base.toml", text);
    let (set, report) = TileSet::read(&source, &Lexicon::base());
    assert_eq!(set.is_none(), report.has_errors());
    report.render(false);
    report.render(true);
    for tile in set.iter().flat_map(|set| &set.tiles) {
        assert!(tile.def.faults(&Lexicon::base().vocabulary).is_empty());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn mutated_tile_sets(edits in edits()) {
        check_tile_set(mutated(&Repository.read("tiles/base.toml").unwrap(), &edits));
    }

    #[test]
    fn mutated_small_tile_sets(edits in edits()) {
        let text = "format = 1\nid = \"base\"\nname = \"x\"\n[start]\nblock = \"b\"\n[blocks.b]\nrows = [\"D E\"]\n\
                    [tiles.D]\ncount = { first = 1 }\nroad = [\"W E\", { sides = \"N S\", over = true }]\n\
                    [tiles.E]\nedges = { W = \"road\" }\nroad = [\"W\"]\nfield = [{ at = \"NL\" }]\n\
                    [tiles.F]\ncount = 1\ncity = [{ sides = \"N\", coats_of_arms = 1 }]\n\
                    field = [{ ports = \"EL ER SL SR WL WR\", city = \"N\" }]\n";
        check_tile_set(mutated(text, &edits));
    }

    #[test]
    fn mutated_manifests(edits in edits()) {
        let text = mutated(&Repository.read("expansions/watchtowers/expansion.toml").unwrap(), &edits);
        let (_, report) = Manifest::read(&Source::new("expansions/watchtowers/expansion.toml", text.clone()));
        report.render(false);
        let files = MemoryFiles::new()
            .with("tiles/base.toml", Repository.read("tiles/base.toml").unwrap())
            .with("tiles/watchtowers.toml", Repository.read("tiles/watchtowers.toml").unwrap())
            .with("expansions/watchtowers/expansion.toml", text);
        let library = Library::open(&files, &[]);
        let _ = library.select(&SelectionRequest::new(["Ada"]).with("watchtowers"));
    }

    #[test]
    fn any_text(text in "\\PC{0,200}") {
        check_tile_set(text);
    }
}
