//! What a condition can ask of a tile and of pieces.

use crate::ruleset::Carried;
use crate::scene::Scene;
use crate::tile::{AttributeId, FeatureKindId, PieceKindId, TileDef, TileDefId};

/// Kinds of pieces, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceKinds([u64; 4]);

impl PieceKinds {
    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self == PieceKinds::default()
    }

    /// Whether a kind is among them.
    pub fn contains(self, kind: PieceKindId) -> bool {
        has_bit(self.0[kind.index() / 64], u32::from(kind.0) % 64)
    }
}

impl FromIterator<PieceKindId> for PieceKinds {
    fn from_iter<I: IntoIterator<Item = PieceKindId>>(kinds: I) -> PieceKinds {
        let mut all = PieceKinds::default();
        for kind in kinds {
            all.0[kind.index() / 64] |= 1 << (kind.0 % 64);
        }
        all
    }
}

/// What a tile must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TileWith {
    /// An attribute of the tile.
    Attribute(AttributeId),
    /// A part of a feature of a kind.
    Feature(FeatureKindId),
}

impl TileWith {
    /// What a tile that has it carries; nothing where that cannot be told.
    pub(super) fn carried(self) -> Carried {
        match self {
            TileWith::Attribute(id) => Carried::with_attribute(id),
            TileWith::Feature(kind) => Carried::with_feature(kind),
        }
    }

    /// Whether one of the tiles that carry all this can have it.
    pub(super) fn may_be_in(self, carried: &Carried) -> bool {
        match self {
            TileWith::Attribute(id) => carried.may_have_attribute(id),
            TileWith::Feature(kind) => carried.may_have_feature(kind),
        }
    }

    /// Whether a tile of the game has it.
    pub(super) fn is_on_tile(self, scene: &Scene, tile: TileDefId) -> bool {
        let tile = scene.rules.tile(tile);
        self.may_be_in(&tile.carried) && self.is_on(&tile.def)
    }

    /// Whether a tile has it.
    pub fn is_on(self, tile: &TileDef) -> bool {
        match self {
            TileWith::Attribute(id) => tile.attributes.get(id).is_some(),
            TileWith::Feature(kind) => tile.segments.iter().any(|segment| segment.kind == kind),
        }
    }
}

pub(super) fn has_bit(bits: u64, at: u32) -> bool {
    bits.checked_shr(at).is_some_and(|bits| bits & 1 == 1)
}
