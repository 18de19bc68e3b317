//! How many there are of tiles of other sets: `[counts.base]`, with which a set mixes tiles of its own.

use super::ReadTile;
use super::tile::count_of_any;
use crate::document::Reader;
use crate::manifest::Named;
use crate::options::EDITIONS;

/// The key for all tiles that are not named.
pub(crate) const OTHERS: &str = "others";

/// What a set says about how many there are of the tiles of another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recount {
    /// The other set's id.
    pub set: Named,
    /// How many there are of each tile that is not named, by edition.
    pub others: Option<[u32; EDITIONS.len()]>,
    /// How many there are of which tile, by edition. The names are those in the file of the other set.
    pub tiles: Vec<(Named, [u32; EDITIONS.len()])>,
}

impl Recount {
    /// How many it says there are of a tile, by the name in its file.
    pub fn count(&self, tile: &str) -> Option<[u32; EDITIONS.len()]> {
        let named = self.tiles.iter().find(|(name, _)| name.name == tile);
        named.map(|(_, counts)| *counts).or(self.others)
    }

    /// Whether it names the tile itself.
    pub fn names(&self, tile: &str) -> bool {
        self.tiles.iter().any(|(name, _)| name.name == tile)
    }
}

pub(super) fn read(reader: &Reader<'_>, set: &str, tiles: &[ReadTile]) -> Vec<Recount> {
    let Some(table) = reader.table("counts") else { return Vec::new() };
    let mut recounts = Vec::new();
    for entry in table.entries() {
        if entry.key == set || tiles.iter().any(|tile| tile.name == entry.key) {
            let text = format!("`{}` is of this set itself", entry.key);
            let hint = "`[counts]` is for tiles of other sets; write `count` below the tile";
            reader.report(&entry.key_span, table.error("own-count", text).hint(hint));
            continue;
        }
        let Some(inner) = Reader::of(reader.sink, format!("`counts.{}`", entry.key), entry) else { continue };
        let mut recount = Recount {
            set: Named { name: entry.key.clone(), span: entry.key_span.clone() },
            others: None,
            tiles: Vec::new(),
        };
        for tile in inner.entries() {
            let Some(counts) = count_of_any(&inner, tile) else { continue };
            if tile.key == OTHERS {
                recount.others = Some(counts);
            } else {
                recount.tiles.push((Named { name: tile.key.clone(), span: tile.key_span.clone() }, counts));
            }
        }
        recounts.push(recount);
    }
    recounts
}
