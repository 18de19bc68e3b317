//! Tile sets: what a designer writes about tiles, and the engine's definitions that come of it.
//!
//! A tile set is one TOML file, `tiles/<id>.toml`. It says what one sees on each tile, and the
//! rest is inferred:
//!
//! ```toml
//! format = 1
//! id = "mill"
//! name = "The Mill"
//!
//! [tiles.A]
//! count = 2
//! road = ["W E"]                                     # one road from west to east
//! city = [{ sides = "N", coats_of_arms = 1 }]        # a city part with an attribute
//! ```
//!
//! # The file
//!
//! | key | meaning |
//! |---|---|
//! | `format` | `1` |
//! | `id` | the set's id, the file's name without `.toml`; lower case, digits, `_` |
//! | `name` | its name for people |
//! | `description` | a sentence for people |
//! | `[tiles.NAME]` | a tile; its id is `<id>/NAME` |
//! | `[start]` or `[[start]]` | a tile or block that lies on the board before the first turn: `tile` or `block`, `at = [east, south]`, `turn` in clockwise quarters |
//! | `[blocks.NAME]` | a piece of several tiles: `rows = ["A B", "C D"]`, `.` for an empty cell |
//! | `[attributes]`, `[edges]`, `[features]` | words that the tiles use and no expansion declares, as in a manifest |
//! | `jcz` | the set's id in JCloisterZone, without an edition |
//! | `[parts.NAME]` | tiles of this file that are a set of their own: `tiles`, `jcz`, `most`, `without`, `needs` |
//! | `[counts.SET]` | how many there are of tiles of another set, in games with this one: `U = 12`, `others = 0` |
//!
//! # A tile
//!
//! | key | meaning |
//! |---|---|
//! | `count` | how many there are, or `{ first = 3, second = 2 }` by edition (an edition left out has none) |
//! | `road`, `city`, … | a list of features that cross edges: each a text of sides, or a table with `sides` and attributes, and `over = true` where it passes above another |
//! | `monastery`, `garden`, … | inner features: `true`, a table of attributes, or a list of tables |
//! | `field` | a list of tables. With `ports` they replace the inferred fields: `{ ports = "EL WR", city = "N" }`. With `at` they add attributes to the inferred field of that half-side |
//! | `edges` | edge kinds that do not follow from the features: `{ S = "wall" }` |
//! | `bare` | half-sides that belong to nothing, such as those along a wall: `"ER SL"` |
//! | `jcz` | its id in JCloisterZone |
//! | an attribute | as an expansion's manifest declares it |
//!
//! Sides are `N`, `E`, `S`, `W`; half-sides have `L` or `R` added, left and right as seen from the
//! tile's centre looking out. [`crate::fields`] says how fields are inferred.
//!
//! # Order
//!
//! The segments of a tile stand in this order, which is the order of options in a game: cities,
//! roads, other features that cross edges, inner features (kinds in the order in which they were
//! declared, features of a kind in the order of the file), then fields, clockwise by their first
//! half-side from the north's left.

mod attributes;
mod blocks;
mod counts;
mod parts;
mod segments;
mod start;
mod tile;
mod written;

use bastide_engine::ruleset::{BlockDef, StartTile};
use bastide_engine::tile::TileDef;

use crate::diagnostic::{Diagnostic, Report, Source};
use crate::document::{self, Reader, Sink};
use crate::files::stem;
use crate::lexicon::Lexicon;
use crate::manifest::{Manifest, Words};
use crate::names::{is_id, to_id};
use crate::options::EDITIONS;
use crate::schema;

pub(crate) use counts::OTHERS;
pub use counts::Recount;
pub use parts::{Part, TileName};
use tile::ReadTile;

/// A tile set that was read without a mistake.
#[derive(Clone, Debug)]
pub struct TileSet {
    /// Its id.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// A sentence for people; may be empty.
    pub description: String,
    /// Its tiles, in the order of the file.
    pub tiles: Vec<CountedTile>,
    /// Tiles that lie on the board before the first turn.
    pub start: Vec<StartTile>,
    /// Pieces of several tiles.
    pub blocks: Vec<BlockDef>,
    /// Tiles of this file that are sets of their own.
    pub parts: Vec<Part>,
    /// How many there are of tiles of other sets.
    pub recounts: Vec<Recount>,
    /// Its id in JCloisterZone, without an edition.
    pub jcz: Option<String>,
}

/// What can be known of a tile set before its tiles are read.
#[derive(Clone, Debug)]
pub struct Outline {
    /// The words that it declares.
    pub(crate) words: Option<Manifest>,
    /// The names of its tiles in the file.
    pub tiles: Vec<String>,
    /// Its ids in JCloisterZone, and those of its parts, without editions.
    pub jcz: Vec<String>,
}

impl Outline {
    /// Reads what a tile set says of itself. Mistakes are left to [`TileSet::read`].
    pub fn read(source: &Source) -> Outline {
        let sink = Sink::new(source.clone());
        let entries = document::parse(&sink);
        let reader = Reader::new(&sink, "", 0..0, &entries);
        let words = Words::read(&reader);
        let mut jcz: Vec<String> = reader.text("jcz", "").into_iter().map(str::to_owned).collect();
        jcz.extend(parts::jcz_names(&reader));
        let tiles = reader.table("tiles").map(|table| table.entries()).unwrap_or_default();
        let tiles = tiles.iter().map(|entry| entry.key.clone()).collect();
        let id = format!("tiles/{}", stem(source.path()));
        let words = (!words.is_empty()).then(|| words.into_manifest(source.clone(), &id));
        Outline { words, tiles, jcz }
    }
}

/// A tile and how many there are of it.
#[derive(Clone, Debug)]
pub struct CountedTile {
    /// The tile.
    pub def: TileDef,
    /// How many each edition has, in the order of [`EDITIONS`].
    pub counts: [u32; EDITIONS.len()],
}

impl TileSet {
    /// Reads a tile set. It comes back only when the report has no errors.
    pub fn read(source: &Source, lexicon: &Lexicon) -> (Option<TileSet>, Report) {
        let sink = Sink::new(source.clone());
        let entries = document::parse(&sink);
        let torn = sink.has_errors();
        let reader = Reader::new(&sink, "", 0..0, &entries).shaped(&schema::TILE_SET);
        let set = read_set(&reader, lexicon);
        reader.finish();
        let mut report = sink.finish();
        if torn {
            forget_consequences(&mut report);
        }
        report.sort();
        let set = set.filter(|_| !report.has_errors());
        (set, report)
    }

    /// The number of tiles of an edition (an index of [`EDITIONS`]).
    pub fn count(&self, edition: usize) -> u32 {
        self.tiles.iter().map(|tile| tile.counts[edition]).sum()
    }
}

/// Drops messages that may only be there because a part of the file could not be read.
pub(crate) fn forget_consequences(report: &mut Report) {
    let torn: Vec<usize> = report
        .diagnostics
        .iter()
        .filter(|found| found.code == "toml-syntax")
        .filter_map(|found| found.line)
        .collect();
    report.diagnostics.retain(|found| {
        let near = found.line.is_some_and(|line| torn.iter().any(|torn| (*torn..=torn + 1).contains(&line)));
        let absence = found.code.starts_with("missing") || found.code.starts_with("unknown-tile");
        found.code == "toml-syntax" || !(near || absence)
    });
}

fn read_set(reader: &Reader<'_>, lexicon: &Lexicon) -> Option<TileSet> {
    document::check_format(reader, "a tile set");
    let id = read_id(reader, true);
    let name = reader.required_text("name", "name = \"The Mill\"").unwrap_or_default();
    let description =
        reader.text("description", "description = \"Two tiles with a mill.\"").unwrap_or_default();
    let set = id.unwrap_or_else(|| stem(reader.sink.source.path()));
    let jcz = reader.text("jcz", "jcz = \"mill\"").map(str::to_owned);
    // The words are in the lexicon already; here they are only checked.
    Words::read(reader);
    let tiles = tile::read_tiles(reader, set, lexicon);
    let parts = parts::read(reader, &tiles);
    let recounts = counts::read(reader, set, &tiles);
    let blocks = blocks::read_blocks(reader, set, &tiles, lexicon);
    let start = start::read_start(reader, set, &tiles, &blocks);
    tile::check_counts(reader, set, &tiles, &blocks, &parts);
    Some(TileSet {
        id: set.to_owned(),
        name: name.to_owned(),
        description: description.to_owned(),
        tiles: tiles.into_iter().filter_map(|tile| tile.counted()).collect(),
        start,
        blocks: blocks.into_iter().map(|block| block.def).collect(),
        parts,
        recounts,
        jcz,
    })
}

/// Reads the `id` of a file and compares it with the file's name, or its folder's.
pub(crate) fn read_id<'a>(reader: &Reader<'a>, of_file: bool) -> Option<&'a str> {
    let example = if of_file { stem(reader.sink.source.path()) } else { "mills" };
    let id = reader.required_text("id", &format!("id = \"{example}\""))?;
    let span = reader.get("id").map(|entry| entry.node.span.clone()).unwrap_or_default();
    if !is_id(id) {
        let error = reader
            .error(
                "bad-id",
                format!("`{id}` cannot be an id: lower case letters, digits and `_`, a letter first"),
            )
            .maybe_hint(to_id(id).map(|id| format!("for example: id = \"{id}\"")));
        reader.report(&span, error);
        return None;
    }
    let path = reader.sink.source.path();
    let (place, expected) = match path.rsplit_once('/') {
        _ if of_file => ("file", stem(path)),
        Some((folder, _)) => ("folder", stem(folder)),
        None => return Some(id),
    };
    if expected != id {
        let error = reader
            .error("id-mismatch", format!("the id is `{id}`, but the {place} is called `{expected}`"))
            .hint(format!("rename the {place}, or write: id = \"{expected}\""));
        reader.report(&span, error);
    }
    Some(id)
}

/// An error that a name of a tile or block is no name.
pub(crate) fn check_name(reader: &Reader<'_>, what: &str, name: &str, span: &std::ops::Range<usize>) -> bool {
    let fits = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-';
    let good = !name.is_empty() && name.chars().all(fits);
    if !good {
        let error = Diagnostic::error(
            "bad-id",
            match name {
                "" => format!("a {what} needs a name"),
                name => format!("`{name}` cannot be the name of a {what}: letters, digits, `_` and `-` only"),
            },
        );
        let mended: String =
            name.trim().chars().map(|letter| if fits(letter) { letter } else { '_' }).collect();
        let mended = if mended.is_empty() { "A".to_owned() } else { mended };
        reader.report(span, error.hint(format!("for example: [{what}s.{mended}]")));
    }
    good
}
