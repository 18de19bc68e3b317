//! Tile sets that say how many there are of the tiles of others.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use bastide_content::check::check;
use bastide_content::diagnostic::Report;
use bastide_content::files::MemoryFiles;
use bastide_content::library::Library;
use bastide_content::select::{Selection, SelectionRequest};
use bastide_engine::value::Value;

const BASE: &str = "[start]\ntile = \"D\"\n[tiles.D]\ncount = 4\nroad = [\"W E\"]\n[tiles.U]\ncount = 8\n\
                    road = [\"W E\"]\n[tiles.V]\ncount = { first = 9, second = 8 }\nroad = [\"W S\"]";

/// A base game of three kinds of tiles, and expansions with a tile set each.
fn world(sets: &[(&str, &str)]) -> (MemoryFiles, Library) {
    let set = |id: &str, text: &str| format!("format = 1\nid = \"{id}\"\nname = \"{id}\"\n{text}\n");
    let mut files = MemoryFiles::new().with("tiles/base.toml", set("base", BASE));
    for (id, text) in sets {
        files.insert(format!("expansions/{id}/tiles/{id}.toml"), set(id, text));
        let manifest = format!("version = \"1.0.0\"\napi = 1\ntiles = [\"{id}\"]");
        files.insert(format!("expansions/{id}/expansion.toml"), set(id, &manifest));
    }
    let library = Library::open(&files, &[]);
    (files, library)
}

fn selected(sets: &[(&str, &str)], edition: &str) -> Result<Selection, Report> {
    let mut request = SelectionRequest::new(["Ada", "Bob"]);
    request = request.option("base.edition", Value::Text(edition.to_owned()));
    request.expansions = sets.iter().map(|(id, _)| (*id).to_owned()).collect();
    world(sets).1.select(&request)
}

/// The stack of a game with these sets, as `D 4, U 8`.
fn stack(sets: &[(&str, &str)], edition: &str) -> String {
    let selection = selected(sets, edition).unwrap_or_else(|report| panic!("{}", report.render(false)));
    assert!(selection.warnings.is_empty(), "{}", selection.warnings.render(false));
    let of = |(tile, count): &(String, u32)| format!("{} {count}", tile.rsplit('/').next().unwrap_or(tile));
    selection.setup.stack.iter().map(of).collect::<Vec<_>>().join(", ")
}

/// What is said about one file.
fn messages(text: &str) -> String {
    let (files, library) = world(&[("mix", text)]);
    check(&files, &library, "expansions/mix").render(false)
}

const OWN: &str = "[tiles.A]\ncount = 1\nroad = [\"N\"]";

#[test]
fn a_set_counts_the_tiles_of_another() {
    assert_eq!(stack(&[("mix", OWN)], "first"), "D 4, U 8, V 9, A 1");
    let some = format!("{OWN}\n[counts.base]\nU = 2\nV = {{ first = 3, second = 1 }}");
    assert_eq!(stack(&[("mix", &some)], "first"), "D 4, U 2, V 3, A 1");
    assert_eq!(stack(&[("mix", &some)], "second"), "D 4, U 2, V 1, A 1");
    let none = format!("{OWN}\n[counts.base]\nothers = 0\nU = 2");
    assert_eq!(stack(&[("mix", &none)], "first"), "U 2, A 1");
    assert_eq!(
        stack(&[("mix", "[counts.base]\nV = {}")], "first"),
        "D 4, U 8",
        "a set of no tiles of its own"
    );
}

#[test]
fn the_start_tile_is_there_even_if_none_is_left() {
    let selection = selected(&[("mix", "[counts.base]\nothers = 0\nU = 3")], "first").unwrap();
    let rules = bastide_engine::ruleset::Ruleset::new(selection.setup).unwrap();
    let left: u16 = rules.stack.iter().sum();
    assert_eq!(left, 3);
}

#[test]
fn a_set_that_is_not_in_play_is_not_counted() {
    let counting = format!("{OWN}\n[counts.far]\nB = 5");
    let (_, library) = world(&[("mix", &counting), ("far", "[tiles.B]\ncount = 2\nroad = [\"N\"]")]);
    let both = library.select(&SelectionRequest::new(["Ada"]).with("mix").with("far")).unwrap();
    assert!(both.setup.stack.contains(&("far/B".to_owned(), 5)));
    let alone = library.select(&SelectionRequest::new(["Ada"]).with("mix")).unwrap();
    assert!(alone.warnings.is_empty() && !alone.setup.stack.iter().any(|(tile, _)| tile == "far/B"));
}

#[test]
fn of_two_sets_that_count_the_later_one_is_believed() {
    let one = format!("{OWN}\n[counts.base]\nothers = 1\nU = 2");
    let other = "[counts.base]\nU = 3\nV = 6";
    let selection = selected(&[("a", &one), ("b", other)], "first").unwrap();
    let stack = &selection.setup.stack;
    for tile in [("base/U", 3), ("base/V", 6), ("base/D", 1)] {
        assert!(stack.contains(&(tile.0.to_owned(), tile.1)), "{stack:?}");
    }
    let warnings = selection.warnings.render(false);
    assert_eq!(selection.warnings.warning_count(), 1, "{warnings}");
    assert!(warnings.contains("`a` and `b` do not agree how many `base/U` there are"), "{warnings}");
    // What both say alike is no matter.
    let selection = selected(&[("a", &one), ("b", "[counts.base]\nU = 2")], "first").unwrap();
    assert!(selection.warnings.is_empty());
}

#[test]
fn mistakes_in_counts_are_shown_where_they_are() {
    insta::assert_snapshot!(messages(
        "[tiles.A]\ncount = 1\nroad = [\"N\"]\n[counts]\nA = 3\nmix = { A = 2 }\nU = 1\n\
         base = { U = -1 }"
    ));
    insta::assert_snapshot!(messages("[counts]\nbase = { W = 2, u = 3, other = 0 }\nbsae = { U = 3 }"));
    insta::assert_snapshot!(messages("[counts]\nbase = 3"));
}
