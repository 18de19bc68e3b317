//! What lies on the board before the first turn.

use std::ops::Range;

use bastide_engine::geometry::{Pos, Rotation};
use bastide_engine::ruleset::StartTile;

use super::blocks::Block;
use super::tile::ReadTile;
use crate::document::{Data, Reader};
use crate::names::did_you_mean;
use crate::schema;

/// The farthest that a start tile can lie from the origin.
const FARTHEST: i64 = 100;

pub(super) fn read_start(
    reader: &Reader<'_>,
    set: &str,
    tiles: &[ReadTile],
    blocks: &[Block],
) -> Vec<StartTile> {
    let Some(entry) = reader.get("start") else { return Vec::new() };
    let mut start: Vec<(StartTile, Range<usize>)> = Vec::new();
    match &entry.node.data {
        Data::List(items) => {
            for item in items {
                if let Data::Table(entries) = &item.data {
                    let one = Reader::new(reader.sink, "`start`", item.span.clone(), entries);
                    let span = one.span.clone();
                    start.extend(
                        read_one(one, set, tiles, blocks).into_iter().map(|tile| (tile, span.clone())),
                    );
                } else {
                    reader.wrong_type(entry, "a table for each start tile", "[[start]]");
                }
            }
        }
        _ => {
            if let Some(one) = Reader::of(reader.sink, "`start`", entry) {
                let span = one.span.clone();
                start.extend(read_one(one, set, tiles, blocks).into_iter().map(|tile| (tile, span.clone())));
            }
        }
    }
    for (index, (tile, span)) in start.iter().enumerate() {
        if start[..index].iter().any(|(other, _)| other.pos == tile.pos) {
            let error = reader
                .error("start-overlap", format!("`start`: two tiles lie at [{}, {}]", tile.pos.x, tile.pos.y))
                .hint("give each its own place: at = [east, south]");
            reader.report(span, error);
        }
    }
    start.into_iter().map(|(tile, _)| tile).collect()
}

fn read_one(reader: Reader<'_>, set: &str, tiles: &[ReadTile], blocks: &[Block]) -> Vec<StartTile> {
    let reader = reader.shaped(&schema::START);
    let (tile, block) = (reader.text("tile", "tile = \"D\""), reader.text("block", "block = \"castle\""));
    if !reader.has("tile") && !reader.has("block") {
        reader.missing("tile", "tile = \"D\"");
    }
    let pos = read_pos(&reader);
    let turn = reader.number("turn", 0..=3).unwrap_or(0);
    let rotation = Rotation::quarters(turn.try_into().unwrap_or(0));
    let start = match (tile, block) {
        (Some(_), Some(_)) => {
            let error = reader.error("wrong-type", "either `tile` or `block` is named, not both");
            reader.report(&reader.span.clone(), error.hint("write one [[start]] for each"));
            Vec::new()
        }
        (Some(name), None) => {
            let known = tiles.iter().any(|tile| tile.name == name);
            known_or_report(&reader, "tile", name, known, tiles.iter().map(|tile| tile.name.as_str()));
            vec![StartTile { tile: format!("{set}/{name}"), pos, rotation }]
        }
        (None, Some(name)) => {
            let found = blocks.iter().find(|block| block.name == name);
            let names = blocks.iter().map(|block| block.name.as_str());
            known_or_report(&reader, "block", name, found.is_some(), names);
            let cells = found.map(|block| block.def.cells.as_slice()).unwrap_or_default();
            let place = |(cell, tile): &(Pos, String)| {
                let cell = cell.rotated(rotation).offset(pos.x, pos.y);
                StartTile { tile: tile.clone(), pos: cell, rotation }
            };
            cells.iter().map(place).collect()
        }
        (None, None) => Vec::new(),
    };
    reader.finish();
    start
}

fn known_or_report<'a>(
    reader: &Reader<'_>,
    what: &str,
    name: &str,
    known: bool,
    names: impl Iterator<Item = &'a str>,
) {
    if known {
        return;
    }
    let span = reader.get(what).map(|entry| entry.node.span.clone()).unwrap_or_default();
    let bare = name.rsplit('/').next().unwrap_or(name);
    let mut names = names.collect::<Vec<_>>();
    let meant = if bare != name && names.contains(&bare) {
        format!(", did you mean `{bare}`?")
    } else {
        did_you_mean(name, names.drain(..))
    };
    let text = format!("there is no {what} `{name}` in this set{meant}");
    let error = reader.error("unknown-tile", text).hint(format!("name a {what} that this file describes"));
    reader.report(&span, error);
}

fn read_pos(reader: &Reader<'_>) -> Pos {
    let Some(entry) = reader.get("at") else { return Pos::ORIGIN };
    let numbers: Vec<i64> = match &entry.node.data {
        Data::List(items) => items
            .iter()
            .filter_map(|item| match item.data {
                Data::Int(number) => Some(number),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    };
    match numbers.as_slice() {
        [x, y] if x.abs() <= FARTHEST && y.abs() <= FARTHEST => Pos::new(*x as i32, *y as i32),
        _ => {
            let text = format!(
                "`at` should be two numbers from -{FARTHEST} to {FARTHEST}: cells to the east and to the south"
            );
            reader
                .report(&entry.node.span, reader.error("wrong-type", text).hint("for example: at = [0, 0]"));
            Pos::ORIGIN
        }
    }
}
