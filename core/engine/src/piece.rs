//! Pieces, and where they are. A piece is always in exactly one place.

use serde::{Deserialize, Serialize};

use crate::board::TileId;
use crate::feature::SegmentId;
use crate::ruleset::Player;
use crate::tile::{PieceKindId, PlaceKindId, id};

id!(
    /// A piece, counted player by player and kind by kind.
    PieceId(u16)
);

/// Where a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Location {
    /// In its owner's supply, or, for a piece of nobody, beside the board.
    Supply,
    /// On a feature, on this segment of it.
    Segment(SegmentId),
    /// On a tile, on none of its features.
    Tile(TileId),
    /// In a place: that of the game, or that of a tile.
    Place(PlaceKindId, Option<TileId>),
    /// Out of the game.
    Box,
}

/// A piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its kind.
    pub kind: PieceKindId,
    /// Whose it is; nobody's for a neutral piece.
    pub owner: Option<Player>,
    /// Where it is.
    pub at: Location,
    /// The turn in which it came there; 0 before the first.
    pub since: u32,
}

/// What holds tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Holder {
    /// The game.
    Game,
    /// A player.
    Player(Player),
    /// A tile, by the order of placement.
    Tile(u32),
}
