//! What is found in expansions that can be read: each lint where it speaks, and where it is silent.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use bastide_content::check::check;
use bastide_content::files::{Files, MemoryFiles};
use bastide_content::library::Library;
use bastide_content::lint;
use common::Repository;

/// What is found in an expansion `mills` with this manifest and these tiles.
fn found(manifest: &str, tiles: &str) -> String {
    let header = "format = 1\nid = \"mills\"\nname = \"Mills\"\n";
    let brings = if manifest.contains("tiles = ") { "" } else { "tiles = [\"mills\"]\n" };
    let files = MemoryFiles::new()
        .with("tiles/base.toml", Repository.read("tiles/base.toml").unwrap())
        .with("mills/expansion.toml", format!("{header}version = \"1.0.0\"\napi = 1\n{brings}{manifest}"))
        .with("mills/tiles/mills.toml", format!("{header}{tiles}"));
    let library = Library::open(&files, &["mills"]);
    let mistakes = check(&files, &library, "mills");
    assert!(mistakes.is_empty(), "{}", mistakes.render(false));
    lint::expansion(&files, &library, "mills").render(false)
}

const MILL: &str = "[tiles.mill]\ncount = 2\nroad = [\"W E\"]\n";

const CANAL: &str = "
[features.canal]
completion = \"closed\"
scoring = { tile = { complete = 2, incomplete = 1 } }
claimed_by = [\"follower\"]

[edges.canal]
carries = \"canal\"
";

const STRAIGHT: &str = "[tiles.canal]\ncount = 3\ncanal = [\"W E\"]\n";
const END: &str = "[tiles.lock]\ncount = 2\ncanal = [\"N\"]\n";

#[test]
fn attribute_unset() {
    let tile = "\n[attributes.tile.well]\ntype = \"flag\"\n";
    let segment = "\n[attributes.segment.mill]\ntype = \"flag\"\non = [\"road\"]\n";
    insta::assert_snapshot!(found(&format!("{tile}{segment}"), MILL));
    let used = "[tiles.mill]\ncount = 2\nwell = true\nroad = [{ sides = \"W E\", mill = true }]\n";
    assert_eq!(found(&format!("{tile}{segment}"), used), "");
}

#[test]
fn an_attribute_that_tiles_of_tests_have_is_meant_for_others() {
    let header = "format = 1\nid = \"mills\"\nname = \"Mills\"\n";
    let manifest = "version = \"1.0.0\"\napi = 1\n[attributes.tile.well]\ntype = \"flag\"\n";
    let files = MemoryFiles::new()
        .with("tiles/base.toml", Repository.read("tiles/base.toml").unwrap())
        .with("mills/expansion.toml", format!("{header}{manifest}"))
        .with("mills/tests/expansions/wells/tiles/wells.toml", "[tiles.A]\nwell = true\n");
    let library = Library::open(&files, &["mills"]);
    assert_eq!(lint::expansion(&files, &library, "mills").render(false), "");
}

#[test]
fn completion_unpaid() {
    let manifest = CANAL.replace("closed", "never");
    insta::assert_snapshot!(found(&manifest, STRAIGHT));
    let paid = manifest.replace("{ complete = 2, incomplete = 1 }", "2");
    assert_eq!(found(&paid, STRAIGHT), "");
}

#[test]
fn edge_unused() {
    let manifest = "\n[edges.wall]\n";
    insta::assert_snapshot!(found(manifest, MILL));
    let walled = "[tiles.mill]\ncount = 2\nroad = [\"W E\"]\nedges = { N = \"wall\" }\n";
    assert_eq!(found(manifest, walled), "");
}

#[test]
fn feature_endless() {
    insta::assert_snapshot!(found(CANAL, STRAIGHT));
    assert_eq!(found(CANAL, &format!("{STRAIGHT}{END}")), "");
    assert_eq!(found(CANAL, "[tiles.bend]\ncount = 4\ncanal = [\"N E\"]\n"), "", "four bends make a ring");
}

#[test]
fn feature_unused() {
    insta::assert_snapshot!(found(
        &format!("{CANAL}\n[features.shrine]\ncompletion = \"surrounded\"\n"),
        MILL
    ));
    assert_eq!(
        found("\n[features.shrine]\ncompletion = \"surrounded\"\n", "[tiles.s]\ncount = 1\nshrine = true\n"),
        ""
    );
}

#[test]
fn piece_stands_nowhere() {
    let none = "\n[pieces.miller]\nclass = \"follower\"\nstands_on = []\n";
    let shrine = "\n[pieces.monk]\nclass = \"follower\"\nstands_on = [\"shrine\"]\n[features.shrine]\ncompletion = \"never\"\n";
    insta::assert_snapshot!(found(&format!("{none}{shrine}"), MILL));
    assert_eq!(found("\n[pieces.miller]\nclass = \"follower\"\n", MILL), "");
    assert_eq!(found("\n[pieces.fairy]\nclass = \"neutral\"\n", MILL), "", "a script brings it");
}

#[test]
fn piece_without_supply() {
    let fixed = "\n[pieces.miller]\nclass = \"follower\"\nsupply = 0\n";
    let option = "\n[pieces.fairy]\nclass = \"neutral\"\nsupply = { option = \"fairies\" }\n
[options.fairies]\ntype = \"number\"\nmin = 0\nmax = 0\ndefault = 0\ndoc = \"how many\"\n";
    insta::assert_snapshot!(found(&format!("{fixed}{option}"), MILL));
    assert_eq!(found(&option.replace("max = 0", "max = 1"), MILL), "");
}

#[test]
fn side_fits_nothing() {
    let tiles = format!("{MILL}[tiles.lock]\ncount = 1\ncanal = [\"N\"]\n");
    insta::assert_snapshot!(found(CANAL, &tiles));
    assert_eq!(found(CANAL, &format!("{MILL}{END}")), "", "two of a kind fit each other");
}

#[test]
fn tile_fits_nowhere() {
    let manifest = "\n[edges.wall]\n[edges.gate]\n";
    let tile =
        "[tiles.keep]\ncount = 1\nedges = { N = \"wall\", E = \"gate\", S = \"wall\", W = \"wall\" }\n";
    insta::assert_snapshot!(found(manifest, &format!("{MILL}{tile}")));
    assert_eq!(found(manifest, &format!("{MILL}{}", tile.replace("count = 1", "count = 2"))), "");
}

#[test]
fn tile_set_unused() {
    insta::assert_snapshot!(found("tiles = []\n", MILL));
}

#[test]
fn a_tile_set_by_itself_is_looked_through() {
    let tiles = "format = 1\nid = \"dikes\"\nname = \"Dikes\"\n[edges.dike]\n[tiles.A]\ncount = 1\nedges = { N = \"dike\" }\n";
    let files = MemoryFiles::new()
        .with("tiles/base.toml", Repository.read("tiles/base.toml").unwrap())
        .with("tiles/dikes.toml", tiles);
    let library = Library::open(&files, &[]);
    insta::assert_snapshot!(lint::tile_set(&files, &library, "tiles/dikes.toml").render(false));
}

#[test]
fn bundled_tile_sets_are_as_they_are_meant() {
    let library = common::library();
    for found in &library.tile_sets {
        let report = lint::tile_set(&Repository, &library, found.source.path());
        assert!(report.is_empty(), "{}", report.render(false));
    }
    for found in &library.expansions {
        let report = lint::expansion(&Repository, &library, &found.folder);
        assert!(report.is_empty(), "{}", report.render(false));
    }
}

#[test]
fn nothing_is_said_of_what_has_mistakes() {
    let files = MemoryFiles::new().with("mills/expansion.toml", "format = 1\n");
    let library = Library::open(&files, &["mills"]);
    assert!(lint::expansion(&files, &library, "mills").is_empty());
}

#[test]
fn lints_are_sorted_and_each_has_one_name() {
    let codes: Vec<&str> = lint::lints().map(|lint| lint.code).collect();
    let mut sorted = codes.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(codes, sorted);
    assert!(lint::lints().all(|lint| !lint.finds.ends_with('.') && !lint.finds.is_empty()));
}
