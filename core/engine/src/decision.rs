//! What players decide: a decision has a player, a prompt and legal options, and an option is
//! picked by naming it.

use std::sync::Arc;

use crate::board::TileId;
use crate::feature::SegmentId;
use crate::geometry::{Pos, Rotation};
use crate::piece::PieceId;
use crate::ruleset::Player;
use crate::tile::{FeatureKindId, PieceKindId, PlaceKindId, TileDefId, id};
use crate::value::Value;

id!(
    /// An action that an expansion offers, counted in load order.
    ActionId(u16)
);

/// One option of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// Place the tile in hand (BG5 to BG7).
    Place {
        /// On this cell.
        pos: Pos,
        /// Turned so; of turns that look the same, the smallest.
        rotation: Rotation,
    },
    /// Deploy a piece of a kind from the supply (BG13, BG14).
    Deploy {
        /// The kind.
        kind: PieceKindId,
        /// Where.
        segment: SegmentId,
    },
    /// Take a piece back from an incomplete feature for the points that the feature is worth.
    Recall {
        /// The piece.
        piece: PieceId,
    },
    /// Do nothing.
    Pass,
    /// Use an action of an expansion.
    Act {
        /// Which.
        action: ActionId,
        /// The index in [`crate::game::Decision::items`] of what it is used on.
        item: u16,
    },
    /// Answer a question.
    Answer {
        /// The index in the question's options.
        item: u16,
    },
}

/// Something that a script can name: an option, a field of an event, a parameter of a query.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Item {
    /// Nothing.
    Nil,
    /// Yes or no.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A text.
    Text(Arc<str>),
    /// A player.
    Player(Player),
    /// A piece.
    Piece(PieceId),
    /// A tile on the board.
    Tile(TileId),
    /// A tile before it is placed.
    TileDef(TileDefId),
    /// A feature, by one of its segments.
    Feature(SegmentId),
    /// A kind of feature.
    FeatureKind(FeatureKindId),
    /// A kind of piece.
    PieceKind(PieceKindId),
    /// A place: that of the game, or that of a tile.
    Place(PlaceKindId, Option<TileId>),
    /// A cell.
    Cell(Pos),
    /// A cell and a turn.
    Placement(Pos, Rotation),
    /// Several.
    List(Arc<[Item]>),
    /// Plain data.
    Value(Arc<Value>),
}

/// A question that a handler of an expansion asks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Question {
    /// Who is asked.
    pub player: Player,
    /// What, as a short text or the key of one.
    pub prompt: Arc<str>,
    /// What it is about.
    pub about: Item,
    /// The possible answers, at least one.
    pub options: Arc<[Item]>,
    /// The id of the expansion that asks.
    pub expansion: Arc<str>,
}

/// Why somebody has to decide.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Prompt {
    /// The tile in hand wants a place.
    Place(TileDefId),
    /// A piece may be deployed, or something done instead.
    Deploy,
    /// Something may be done in a phase of an expansion: its index in the ruleset.
    Phase(u8),
    /// A handler asks.
    Question(Question),
}
