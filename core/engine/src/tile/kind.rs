//! Kinds of edges, features, pieces and places.

use serde::{Deserialize, Serialize};

use super::{AttributeId, FeatureKindId};

/// What may meet at a tile's edge; two tiles fit where their edge kinds are the same (BG6).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdgeKind {
    /// Its name, as tile sets write it.
    pub name: String,
    /// The kind of feature that crosses it, `None` where only field does.
    pub carries: Option<FeatureKindId>,
    /// Whether that feature takes the whole edge (a city) or its middle (a road). A whole edge that
    /// carries nothing is a wall, with no field on it either.
    pub whole: bool,
}

/// When a feature is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completion {
    /// When no end is open (roads BG19, cities BG21).
    Closed,
    /// When all eight cells around its tile hold tiles (monasteries BG25).
    Surrounded,
    /// Never (fields BG31).
    Never,
}

/// Points for one thing counted, while the feature is complete and at the end when it is not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rate {
    /// Points each when complete.
    pub complete: i32,
    /// Points each at the end of the game when incomplete.
    pub incomplete: i32,
}

impl Rate {
    /// A rate of these points.
    pub const fn new(complete: i32, incomplete: i32) -> Rate {
        Rate { complete, incomplete }
    }

    /// The points of one.
    #[inline]
    pub const fn points(self, complete: bool) -> i32 {
        if complete { self.complete } else { self.incomplete }
    }
}

/// How a feature kind is worth points, as data. Scripts adjust the sum (`adjust_points`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scoring {
    /// For the feature itself.
    pub base: Rate,
    /// For each tile; a tile counts once (BG20, BG23).
    pub tile: Rate,
    /// For each tile on the eight cells around it (BG25, BG36).
    pub neighbour: Rate,
    /// For each empty cell of the eight around it.
    pub empty_neighbour: Rate,
    /// For each unit of an attribute of its segments (BG22).
    pub attributes: Vec<(AttributeId, Rate)>,
    /// Whether it is a field: scored at the end, for the completed cities that touch it (BG38).
    pub field: bool,
}

/// A kind of feature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeatureKind {
    /// Its name, as tile sets and scripts write it.
    pub name: String,
    /// What completes it.
    pub completion: Completion,
    /// What it is worth.
    pub scoring: Scoring,
}

/// Of what class a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PieceClass {
    /// Claims features and counts for majorities.
    Follower,
    /// A player's piece that claims nothing.
    Special,
    /// A piece of nobody.
    Neutral,
}

/// How much a piece counts in a majority (BG27).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// The same everywhere.
    Fixed(i32),
    /// As much as an attribute of the feature sums up to.
    Attribute(AttributeId),
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceKind {
    /// Its name, as manifests and scripts write it.
    pub name: String,
    /// Its class.
    pub class: PieceClass,
    /// Its weight in a majority.
    pub strength: Strength,
    /// The feature kinds on which it may be deployed.
    pub stands_on: Vec<FeatureKindId>,
    /// Whether a rule that counts meeples counts it.
    pub meeple: bool,
    /// Whether its owner may take it back from an incomplete feature for the points that the
    /// feature is worth, instead of deploying.
    pub recallable: bool,
    /// Whether it goes back to the supply when the last follower of its owner leaves the feature on
    /// which it stands; for pieces that are no followers.
    pub needs_follower: bool,
    /// How many each player has; for a neutral kind, how many there are.
    pub supply: u32,
}

/// A named place off the tiles, or on a tile but on no feature, where pieces can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceKind {
    /// Its name: `<expansion>/<name>`.
    pub name: String,
    /// Whether there is one for each tile (a pond) or one for the game (a prison).
    pub on_tile: bool,
}
