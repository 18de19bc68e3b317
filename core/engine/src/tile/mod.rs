//! What is drawn on tiles: edge kinds, feature kinds, attributes, segments.
//!
//! All of it is data. [`Vocabulary::base`] holds the kinds of the base game; an expansion adds its own.

mod attribute;
mod definition;
mod kind;
mod vocabulary;

pub use attribute::{
    AttributeDef, AttributeMerge, AttributeScope, AttributeType, AttributeValue, Attributes,
};
pub use definition::{NO_SEGMENT, SegmentDef, TileDef, TileFault};
pub use kind::{
    Completion, EdgeKind, FeatureKind, PieceClass, PieceKind, PlaceKind, Rate, Scoring, Strength,
};
pub use vocabulary::Vocabulary;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident($inner:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        pub struct $name(pub $inner);

        impl $name {
            /// Its index in the list that it counts in.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}
pub(crate) use id;

id!(
    /// An edge kind of a [`Vocabulary`].
    EdgeKindId(u8)
);
id!(
    /// A feature kind of a [`Vocabulary`].
    FeatureKindId(u8)
);
id!(
    /// A piece kind of a [`Vocabulary`].
    PieceKindId(u8)
);
id!(
    /// A place kind of a [`Vocabulary`].
    PlaceKindId(u8)
);
id!(
    /// An attribute of a [`Vocabulary`].
    AttributeId(u16)
);
id!(
    /// A tile definition of a ruleset.
    TileDefId(u16)
);

impl EdgeKindId {
    /// An edge of nothing but field.
    pub const FIELD: EdgeKindId = EdgeKindId(0);
    /// An edge with a road in the middle.
    pub const ROAD: EdgeKindId = EdgeKindId(1);
    /// An edge that a city takes whole.
    pub const CITY: EdgeKindId = EdgeKindId(2);
}

impl FeatureKindId {
    /// Fields (BG14, BG31, BG38).
    pub const FIELD: FeatureKindId = FeatureKindId(0);
    /// Roads (BG19, BG20).
    pub const ROAD: FeatureKindId = FeatureKindId(1);
    /// Cities (BG21, BG22).
    pub const CITY: FeatureKindId = FeatureKindId(2);
    /// Monasteries (BG25).
    pub const MONASTERY: FeatureKindId = FeatureKindId(3);
    /// Gardens of the second edition (BG4).
    pub const GARDEN: FeatureKindId = FeatureKindId(4);
}

impl AttributeId {
    /// Coats of arms of a city segment (BG22).
    pub const COATS_OF_ARMS: AttributeId = AttributeId(0);
}

impl PieceKindId {
    /// The ordinary follower (BG3).
    pub const FOLLOWER: PieceKindId = PieceKindId(0);
}
