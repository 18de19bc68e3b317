//! What a handler was called with, as text for people: looked at only after it has failed.

use bastide_engine::board::TileId;
use bastide_engine::decision::Item;
use bastide_engine::event::{Event, EventKind};
use bastide_engine::feature::SegmentId;
use bastide_engine::host::Query;
use bastide_engine::piece::PieceId;
use bastide_engine::ruleset::Player;
use bastide_engine::scene::Scene;
use bastide_engine::value::Value;

/// The letters of a value that are shown.
const MOST_LETTERS: usize = 200;

/// What a handler is called with.
#[derive(Clone, Copy)]
pub(crate) enum Given<'a> {
    Event(&'a Event),
    Query(&'a Query),
    /// An action: who uses it, and on what, once that is known.
    Action(Player, Option<&'a Item>),
}

impl Given<'_> {
    /// The names and values, on the scene as it was when the handler was called.
    pub fn read(self, scene: &Scene) -> Vec<(String, String)> {
        let before = scene.before();
        let words = |name: &str, item: &Item| (name.to_owned(), value(&before, item));
        match self {
            Given::Event(event) => {
                let fields = event.kind().info().fields.iter();
                let field = |field: &bastide_engine::event::FieldInfo| {
                    let item = named(&before, event, field.name)?;
                    Some(words(&format!("event.{}", field.name), &item))
                };
                fields.filter_map(field).collect()
            }
            Given::Query(query) => {
                let fields = query.kind.info().fields.iter().zip(&query.fields);
                fields.map(|(field, item)| words(&format!("query.{}", field.name), item)).collect()
            }
            Given::Action(player, item) => {
                let option = item.filter(|item| **item != Item::Nil);
                let option = option.map(|item| words("option", item));
                [words("player", &Item::Player(player))].into_iter().chain(option).collect()
            }
        }
    }
}

/// A field of an event, with names instead of numbers of phases and blocks, as scripts see it.
fn named(scene: &Scene, event: &Event, name: &str) -> Option<Item> {
    let item = event.field(name)?;
    let number = if let Item::Int(number) = item { number as usize } else { usize::MAX };
    let text = match (event.kind(), name) {
        (EventKind::PhaseEntered, "phase") => scene.rules().phases.get(number).map(|phase| &phase.name),
        (EventKind::BlockPlaced, "block") => scene.rules().setup.blocks.get(number).map(|block| &block.id),
        _ => None,
    };
    Some(text.map_or(item, |text| Item::Text(text.as_str().into())))
}

/// A value as people would call it.
fn value(scene: &Scene, item: &Item) -> String {
    match item {
        Item::Nil => "nil".to_owned(),
        Item::Bool(truth) => truth.to_string(),
        Item::Text(text) => format!("\"{}\"", shortened(text)),
        Item::FeatureKind(_) | Item::PieceKind(_) => format!("\"{}\"", scene.item_name(item)),
        Item::Piece(piece) => piece_words(scene, *piece),
        Item::Tile(tile) => format!("the tile {}", tile_words(scene, *tile)),
        Item::TileDef(_) => format!("the tile {}", scene.item_name(item)),
        Item::Feature(segment) => feature_words(scene, *segment),
        Item::Place(kind, Some(tile)) => {
            let name = scene.item_name(&Item::Place(*kind, None));
            format!("the place {name} of {}", tile_words(scene, *tile))
        }
        Item::Place(_, None) => format!("the place {}", scene.item_name(item)),
        Item::Cell(pos) => format!("the cell {pos}"),
        Item::List(items) if items.is_empty() => "{ } (nothing)".to_owned(),
        Item::List(items) => {
            let all: Vec<String> = items.iter().map(|item| value(scene, item)).collect();
            shortened(&format!("{{ {} }}", all.join(", ")))
        }
        Item::Value(data) => shortened(&data_words(data)),
        Item::Int(_) | Item::Player(_) | Item::Placement(..) => scene.item_name(item),
    }
}

fn shortened(text: &str) -> String {
    let mut letters = text.chars();
    let mut short: String = letters.by_ref().take(MOST_LETTERS).collect();
    if letters.next().is_some() {
        short.push('…');
    }
    short
}

/// `base/D at 0,1`.
fn tile_words(scene: &Scene, tile: TileId) -> String {
    let placed = scene.state().board().tile(tile);
    format!("{} at {}", scene.rules().tile(placed.def).def.id, placed.pos)
}

/// `the road of base/D at 0,1`.
fn feature_words(scene: &Scene, segment: SegmentId) -> String {
    let features = scene.state().features();
    let kind = &scene.rules().vocabulary().feature_kinds[features.kind(segment).index()].name;
    format!("the {kind} of {}", tile_words(scene, features.tile(segment)))
}

fn piece_words(scene: &Scene, id: PieceId) -> String {
    let piece = scene.state().piece(id);
    let kind = &scene.rules().vocabulary().piece_kinds[piece.kind.index()].name;
    let whose = match piece.owner {
        Some(player) => format!("{}'s {kind}", scene.rules().name(player)),
        None => format!("the {kind}"),
    };
    match scene.state().tile_of(id) {
        Some(tile) => format!("{whose} on {}", tile_words(scene, tile)),
        None => whose,
    }
}

/// Plain data, as Lua writes it.
fn data_words(value: &Value) -> String {
    match value {
        Value::Nil => "nil".to_owned(),
        Value::Bool(truth) => truth.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Text(text) => format!("\"{text}\""),
        Value::List(values) => {
            let all: Vec<String> = values.iter().map(data_words).collect();
            format!("{{ {} }}", all.join(", "))
        }
        Value::Map(values) => {
            let all: Vec<String> =
                values.iter().map(|(key, value)| format!("{key} = {}", data_words(value))).collect();
            format!("{{ {} }}", all.join(", "))
        }
    }
}
