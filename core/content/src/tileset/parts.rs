//! Tiles of a file that are sold, or chosen, as a set of their own.

use super::check_name;
use super::tile::{ReadTile, count_of};
use crate::document::{Data, Reader};
use crate::names::did_you_mean;
use crate::options::EDITIONS;
use crate::schema;

/// A tile that a part counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TileName {
    /// A tile of the same file, by its name.
    Own(String),
    /// A tile of whatever file has it, by its id in JCloisterZone.
    Jcz(String),
}

impl TileName {
    /// Whether it is the tile of this file with that name.
    pub(crate) fn is(&self, name: &str) -> bool {
        matches!(self, TileName::Own(own) if own == name)
    }
}

/// Tiles that are a set of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its name in the file.
    pub name: String,
    /// Its id in JCloisterZone, without an edition.
    pub jcz: Option<String>,
    /// How many there are of which tile, by edition.
    pub tiles: Vec<(TileName, [u32; EDITIONS.len()])>,
    /// How often it can be in one game.
    pub most: Option<u32>,
    /// Tiles that leave the game when it is in play.
    pub without: Vec<TileName>,
    /// It is only in play together with a tile of this `group`.
    pub needs: Option<String>,
}

pub(super) fn read(reader: &Reader<'_>, tiles: &[ReadTile]) -> Vec<Part> {
    let Some(table) = reader.table("parts") else { return Vec::new() };
    let mut parts = Vec::new();
    for entry in table.entries() {
        check_name(reader, "part", &entry.key, &entry.key_span);
        if let Some(part) = Reader::of(reader.sink, format!("part `{}`", entry.key), entry) {
            parts.push(read_one(part, &entry.key, tiles));
        }
    }
    parts
}

fn read_one(reader: Reader<'_>, name: &str, tiles: &[ReadTile]) -> Part {
    let reader = reader.shaped(&schema::PART);
    let mut counts = Vec::new();
    if let Some(table) = reader.table("tiles") {
        for entry in table.entries() {
            if let Some(tile) = tile_name(&table, &entry.key, &entry.key_span, tiles)
                && let Some(count) = count_of(&table, entry)
            {
                counts.push((tile, count));
            }
        }
    } else if !reader.has("tiles") {
        reader.missing("tiles", "tiles = { A = 1, B = 2 }");
    }
    let without = reader.texts("without", "without = [\"A\"]").into_iter();
    let without = without.filter_map(|(text, span)| tile_name(&reader, text, &span, tiles)).collect();
    let part = Part {
        name: name.to_owned(),
        jcz: reader.text("jcz", "jcz = \"mill/1\"").map(str::to_owned),
        tiles: counts,
        most: reader.number("most", 1..=99).and_then(|number| number.try_into().ok()),
        without,
        needs: reader.text("needs", "needs = \"mill\"").map(str::to_owned),
    };
    reader.finish();
    part
}

/// A tile by its name in this file, or with a `/` by its id in JCloisterZone.
fn tile_name(
    reader: &Reader<'_>,
    text: &str,
    span: &std::ops::Range<usize>,
    tiles: &[ReadTile],
) -> Option<TileName> {
    if text.contains('/') {
        return Some(TileName::Jcz(text.to_owned()));
    }
    if tiles.iter().any(|tile| tile.name == text) {
        return Some(TileName::Own(text.to_owned()));
    }
    let meant = did_you_mean(text, tiles.iter().map(|tile| tile.name.as_str()));
    let error = reader
        .error("unknown-tile", format!("there is no tile `{text}` in this set{meant}"))
        .hint("name a tile of this file, or one of another file by its id in JCloisterZone: \"BA/RCr\"");
    reader.report(span, error);
    None
}

/// The ids of parts in JCloisterZone.
pub(super) fn jcz_names(reader: &Reader<'_>) -> Vec<String> {
    let Some(table) = reader.table("parts") else { return Vec::new() };
    let mut names = Vec::new();
    for entry in table.entries() {
        if let Data::Table(keys) = &entry.node.data {
            let jcz = keys.iter().find(|key| key.key == "jcz").map(|key| &key.node.data);
            if let Some(Data::Text(text)) = jcz {
                names.push(text.clone());
            }
        }
    }
    names
}
