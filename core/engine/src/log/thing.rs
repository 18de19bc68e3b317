//! Whatever a script can name, in words.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::board::TileId;
use crate::decision::Item;
use crate::geometry::{Pos, Rotation};
use crate::log::RecordError;
use crate::log::names::{
    find_piece, find_piece_kind, find_player, find_tile, find_tile_at, numbered, unknown,
};
use crate::scene::Scene;
use crate::value::Value;

/// An [`Item`] in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Thing {
    /// Nothing.
    Nothing,
    /// Yes or no.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A text.
    Text(String),
    /// A player's name.
    Player(String),
    /// A piece.
    Piece {
        /// Its owner; nobody for a neutral piece.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<String>,
        /// Its kind.
        kind: String,
        /// Which of its owner's pieces of this kind, from 0.
        number: u16,
    },
    /// The tile on a cell.
    Tile(Pos),
    /// A tile before it is placed.
    TileDef(String),
    /// The feature of a segment.
    Feature {
        /// The cell of the segment's tile.
        at: Pos,
        /// The number of the segment on its tile, from 0.
        segment: u8,
    },
    /// A kind of feature.
    FeatureKind(String),
    /// A kind of piece.
    PieceKind(String),
    /// A place for pieces.
    Place {
        /// Its name: `<expansion>/<name>`.
        name: String,
        /// The cell of the tile whose place it is, for a kind of which each tile has one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Pos>,
    },
    /// A cell.
    Cell(Pos),
    /// A cell and clockwise quarter turns.
    Placement(Pos, u8),
    /// Several.
    List(Vec<Thing>),
    /// Plain data.
    Value(Value),
}

impl Thing {
    /// An item, in words.
    pub fn of(scene: &Scene, item: &Item) -> Thing {
        let (rules, state) = (scene.rules(), scene.state());
        let vocabulary = rules.vocabulary();
        let cell = |tile: TileId| state.board().tile(tile).pos;
        match item {
            Item::Nil => Thing::Nothing,
            Item::Bool(truth) => Thing::Bool(*truth),
            Item::Int(number) => Thing::Int(*number),
            Item::Text(text) => Thing::Text(text.to_string()),
            Item::Player(player) => Thing::Player(rules.name(*player).to_owned()),
            Item::Piece(piece) => {
                let (kind, number) = numbered(scene, *piece);
                let of = state.piece(*piece).owner.map(|owner| rules.name(owner).to_owned());
                Thing::Piece { of, kind, number }
            }
            Item::Tile(tile) => Thing::Tile(cell(*tile)),
            Item::TileDef(tile) => Thing::TileDef(rules.tile(*tile).def.id.clone()),
            Item::Feature(segment) => Thing::Feature {
                at: cell(state.features().tile(*segment)),
                segment: state.features().local(*segment),
            },
            Item::FeatureKind(kind) => {
                Thing::FeatureKind(vocabulary.feature_kinds[kind.index()].name.clone())
            }
            Item::PieceKind(kind) => Thing::PieceKind(vocabulary.piece_kinds[kind.index()].name.clone()),
            Item::Place(kind, tile) => {
                Thing::Place { name: vocabulary.place_kinds[kind.index()].name.clone(), at: tile.map(cell) }
            }
            Item::Cell(pos) => Thing::Cell(*pos),
            Item::Placement(pos, rotation) => Thing::Placement(*pos, rotation.index()),
            Item::List(items) => Thing::List(items.iter().map(|item| Thing::of(scene, item)).collect()),
            Item::Value(value) => Thing::Value((**value).clone()),
        }
    }

    /// The item that these words mean.
    ///
    /// # Errors
    ///
    /// When a name or a cell does not exist.
    pub fn resolve(&self, scene: &Scene) -> Result<Item, RecordError> {
        let rules = scene.rules();
        Ok(match self {
            Thing::Nothing => Item::Nil,
            Thing::Bool(truth) => Item::Bool(*truth),
            Thing::Int(number) => Item::Int(*number),
            Thing::Text(text) => Item::Text(Arc::from(text.as_str())),
            Thing::Player(name) => Item::Player(find_player(rules, name)?),
            Thing::Piece { of, kind, number } => {
                let owner = of.as_deref().map(|name| find_player(rules, name)).transpose()?;
                Item::Piece(find_piece(scene, owner, kind, *number)?)
            }
            Thing::Tile(pos) => Item::Tile(find_tile_at(scene, *pos)?),
            Thing::TileDef(id) => Item::TileDef(find_tile(rules, id)?),
            Thing::Feature { at, segment } => {
                let tile = find_tile_at(scene, *at)?;
                let missing = || RecordError::NotThere(format!("the tile at {at} has no segment {segment}"));
                Item::Feature(scene.segments(tile).nth(*segment as usize).ok_or_else(missing)?)
            }
            Thing::FeatureKind(name) => {
                let kinds = rules.vocabulary().feature_kinds.iter().map(|kind| kind.name.as_str());
                let found = rules.vocabulary().feature_kind(name);
                Item::FeatureKind(found.ok_or_else(|| unknown("kind of feature", name, kinds))?)
            }
            Thing::PieceKind(name) => Item::PieceKind(find_piece_kind(rules, name)?),
            Thing::Place { name, at } => {
                let kinds = rules.vocabulary().place_kinds.iter().map(|kind| kind.name.as_str());
                let found = rules.vocabulary().place_kind(name);
                let kind = found.ok_or_else(|| unknown("place", name, kinds))?;
                Item::Place(kind, at.map(|pos| find_tile_at(scene, pos)).transpose()?)
            }
            Thing::Cell(pos) => Item::Cell(*pos),
            Thing::Placement(pos, turn) => Item::Placement(*pos, Rotation::quarters(*turn)),
            Thing::List(things) => {
                let items: Result<Vec<Item>, RecordError> =
                    things.iter().map(|thing| thing.resolve(scene)).collect();
                Item::List(items?.into())
            }
            Thing::Value(value) => Item::Value(Arc::new(value.clone())),
        })
    }
}
