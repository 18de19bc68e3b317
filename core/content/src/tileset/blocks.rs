//! Pieces of several tiles.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use bastide_engine::geometry::{Pos, Side};
use bastide_engine::ruleset::BlockDef;

use super::check_name;
use super::segments::words;
use super::tile::{ReadTile, side_name};
use crate::document::{Entry, Reader};
use crate::lexicon::Lexicon;
use crate::names::did_you_mean;
use crate::schema;

/// A block, and the names of its tiles.
pub(super) struct Block {
    pub name: String,
    pub def: BlockDef,
    pub names: BTreeSet<String>,
}

type Cells<'a> = BTreeMap<Pos, (&'a ReadTile, Range<usize>)>;

pub(super) fn read_blocks(
    reader: &Reader<'_>,
    set: &str,
    tiles: &[ReadTile],
    lexicon: &Lexicon,
) -> Vec<Block> {
    let Some(table) = reader.table("blocks") else { return Vec::new() };
    table.entries().iter().filter_map(|entry| read_block(&table, entry, set, tiles, lexicon)).collect()
}

fn read_block(
    reader: &Reader<'_>,
    entry: &Entry,
    set: &str,
    tiles: &[ReadTile],
    lexicon: &Lexicon,
) -> Option<Block> {
    check_name(reader, "block", &entry.key, &entry.key_span);
    let block = Reader::of(reader.sink, format!("block `{set}/{}`", entry.key), entry)?;
    let block = block.shaped(&schema::BLOCK);
    if !block.has("rows") {
        block.missing("rows", "rows = [\"A B\", \"C D\"]");
    }
    let rows = block.texts("rows", "rows = [\"A B\", \"C D\"]");
    block.finish();
    let block = Reader::of(reader.sink, format!("block `{set}/{}`", entry.key), entry)?;
    let (cells, names, span) = read_cells(&block, &rows, tiles);
    let known = names.iter().all(|name| tiles.iter().any(|tile| tile.name == *name));
    if known {
        check_shape(&block, &cells, &span);
    }
    check_joins(&block, &cells, lexicon);
    let first = cells.keys().min_by_key(|pos| (pos.y, pos.x)).copied()?;
    let mut placed: Vec<(Pos, String)> = cells
        .iter()
        .map(|(pos, (tile, _))| (pos.offset(-first.x, -first.y), format!("{set}/{}", tile.name)))
        .collect();
    placed.sort_by_key(|(pos, _)| (pos.y, pos.x));
    let def = BlockDef { id: format!("{set}/{}", entry.key), cells: placed };
    Some(Block { name: entry.key.clone(), def, names })
}

fn read_cells<'a>(
    block: &Reader<'_>,
    rows: &[(&str, Range<usize>)],
    tiles: &'a [ReadTile],
) -> (Cells<'a>, BTreeSet<String>, Range<usize>) {
    let mut cells = Cells::new();
    let mut names = BTreeSet::new();
    for (y, (row, span)) in rows.iter().enumerate() {
        for (x, (word, at)) in words(row, span).into_iter().enumerate() {
            if word == "." {
                continue;
            }
            names.insert(word.to_owned());
            match tiles.iter().find(|tile| tile.name == word) {
                Some(tile) => {
                    cells.insert(Pos::new(x as i32, y as i32), (tile, at));
                }
                None => {
                    let meant = did_you_mean(word, tiles.iter().map(|tile| tile.name.as_str()));
                    let error = block
                        .error("unknown-tile", format!("there is no tile `{word}` in this set{meant}"))
                        .hint("a row holds names of tiles with spaces between them, `.` for an empty cell");
                    block.report(&at, error);
                }
            }
        }
    }
    let start = rows.first().map_or(block.span.start, |(_, span)| span.start);
    let end = rows.last().map_or(block.span.end, |(_, span)| span.end);
    (cells, names, start..end)
}

/// A block is one piece of cardboard, all in one, without a hole. It may be a single tile that a rule
/// places.
fn check_shape(block: &Reader<'_>, cells: &Cells<'_>, span: &Range<usize>) {
    if cells.is_empty() {
        if !span.is_empty() && block.has("rows") {
            let error = block.error("bad-block", "a block has at least one cell");
            block.report(span, error.hint("rows = [\"A B\", \"C D\"], with a dot for an empty cell"));
        }
        return;
    }
    let solid: BTreeSet<Pos> = cells.keys().copied().collect();
    let first = solid.iter().next().copied().unwrap_or_default();
    if flood(first, |pos| solid.contains(&pos)).len() < solid.len() {
        let error = block.error("bad-block", "the cells of the block do not hang together");
        block.report(span, error.hint("each cell needs a side in common with another; corners do not count"));
        return;
    }
    let (right, bottom) = (extent(&solid, |pos| pos.x), extent(&solid, |pos| pos.y));
    let inside = |pos: Pos| (-1..=right + 1).contains(&pos.x) && (-1..=bottom + 1).contains(&pos.y);
    let outside = flood(Pos::new(-1, -1), |pos| inside(pos) && !solid.contains(&pos));
    let hole = (0..=bottom)
        .flat_map(|y| (0..=right).map(move |x| Pos::new(x, y)))
        .find(|pos| !solid.contains(pos) && !outside.contains(pos));
    if let Some(hole) = hole {
        let text = format!("the block has a hole in row {}, column {}", hole.y + 1, hole.x + 1);
        block.report(span, block.error("bad-block", text).hint("put a tile there"));
    }
}

fn extent(cells: &BTreeSet<Pos>, of: impl Fn(&Pos) -> i32) -> i32 {
    cells.iter().map(of).max().unwrap_or(0)
}

fn flood(start: Pos, open: impl Fn(Pos) -> bool) -> BTreeSet<Pos> {
    let mut seen = BTreeSet::from([start]);
    let mut queue = vec![start];
    while let Some(pos) = queue.pop() {
        for next in pos.neighbours() {
            if open(next) && seen.insert(next) {
                queue.push(next);
            }
        }
    }
    seen
}

fn check_joins(block: &Reader<'_>, cells: &Cells<'_>, lexicon: &Lexicon) {
    for (pos, (tile, _)) in cells {
        for side in [Side::East, Side::South] {
            let Some((other, at)) = cells.get(&pos.step(side)) else { continue };
            let (Some(def), Some(next)) = (&tile.def, &other.def) else { continue };
            let (here, there) = (def.edges[side as usize], next.edges[side.opposite() as usize]);
            if here == there {
                continue;
            }
            let name =
                |kind: bastide_engine::tile::EdgeKindId| &lexicon.vocabulary.edge_kinds[kind.index()].name;
            let text = format!(
                "`{}` and `{}` do not fit: {} in the {} meets {} in the {}",
                tile.name,
                other.name,
                name(here),
                side_name(side),
                name(there),
                side_name(side.opposite())
            );
            block.report(
                at,
                block.error("bad-block", text).hint("tiles of a block lie as they are written, not turned"),
            );
        }
    }
}
