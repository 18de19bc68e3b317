//! What is drawn on tiles: edge kinds, feature kinds, attributes, segments.
//!
//! All of it is data. [`Vocabulary::base`] holds the kinds of the base game; an expansion adds its own.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::geometry::{Port, PortSet, Rotation, Side, Third};

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
    /// feature is worth, instead of deploying (the abbot).
    pub recallable: bool,
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

/// What an attribute belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttributeScope {
    /// To a whole tile.
    Tile,
    /// To a segment, and by merging to its feature.
    Segment,
}

/// How the values of an attribute merge when segments join into a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttributeMerge {
    /// They add up.
    Sum,
    /// One is enough.
    Any,
    /// Every segment must have it.
    All,
}

/// The type of an attribute's values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttributeType {
    /// `true` or absent; stored as 1.
    Flag,
    /// A number, 0 where absent.
    Number,
    /// One of these names, or any name where the list is empty.
    Name(Vec<String>),
}

/// A declared attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributeDef {
    /// Its name, as tile sets and scripts write it.
    pub name: String,
    /// What it belongs to.
    pub scope: AttributeScope,
    /// The type of its values.
    pub ty: AttributeType,
    /// How values merge; names do not merge.
    pub merge: AttributeMerge,
}

/// The value of an attribute.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AttributeValue {
    /// A number, or 1 for a flag that is set.
    Number(i32),
    /// One of the declared names.
    Name(String),
}

/// The attributes of one tile or segment, by ascending id.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Attributes(Vec<(AttributeId, AttributeValue)>);

impl Attributes {
    /// Sets a value, replacing an earlier one.
    pub fn set(&mut self, id: AttributeId, value: AttributeValue) {
        match self.0.binary_search_by_key(&id, |(id, _)| *id) {
            Ok(at) => self.0[at].1 = value,
            Err(at) => self.0.insert(at, (id, value)),
        }
    }

    /// The value, if it has one.
    pub fn get(&self, id: AttributeId) -> Option<&AttributeValue> {
        self.0.iter().find(|(found, _)| *found == id).map(|(_, value)| value)
    }

    /// The value as a number: 0 where there is none, 1 for a name.
    #[inline]
    pub fn number(&self, id: AttributeId) -> i32 {
        match self.get(id) {
            None => 0,
            Some(AttributeValue::Number(number)) => *number,
            Some(AttributeValue::Name(_)) => 1,
        }
    }

    /// All of them, by ascending id.
    pub fn iter(&self) -> impl Iterator<Item = (AttributeId, &AttributeValue)> {
        self.0.iter().map(|(id, value)| (*id, value))
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Every kind that a game knows, by id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vocabulary {
    /// What edges can carry; [`EdgeKindId::FIELD`] first.
    pub edge_kinds: Vec<EdgeKind>,
    /// What can be scored; [`FeatureKindId::FIELD`] first.
    pub feature_kinds: Vec<FeatureKind>,
    /// What can stand on the board.
    pub piece_kinds: Vec<PieceKind>,
    /// Where else pieces can be.
    pub place_kinds: Vec<PlaceKind>,
    /// What tiles and segments can carry.
    pub attributes: Vec<AttributeDef>,
}

impl Vocabulary {
    /// The kinds of the base game: field, road and city edges; fields, roads, cities, monasteries
    /// and gardens; the follower; coats of arms.
    pub fn base() -> Vocabulary {
        let edge = |name: &str, carries, whole| EdgeKind { name: name.to_owned(), carries, whole };
        let kind =
            |name: &str, completion, scoring| FeatureKind { name: name.to_owned(), completion, scoring };
        let surroundings =
            Scoring { base: Rate::new(1, 1), neighbour: Rate::new(1, 1), ..Scoring::default() };
        Vocabulary {
            edge_kinds: vec![
                edge("field", None, false),
                edge("road", Some(FeatureKindId::ROAD), false),
                edge("city", Some(FeatureKindId::CITY), true),
            ],
            feature_kinds: vec![
                kind("field", Completion::Never, Scoring { field: true, ..Scoring::default() }),
                kind("road", Completion::Closed, Scoring { tile: Rate::new(1, 1), ..Scoring::default() }),
                kind(
                    "city",
                    Completion::Closed,
                    Scoring {
                        tile: Rate::new(2, 1),
                        attributes: vec![(AttributeId::COATS_OF_ARMS, Rate::new(2, 1))],
                        ..Scoring::default()
                    },
                ),
                kind("monastery", Completion::Surrounded, surroundings.clone()),
                kind("garden", Completion::Surrounded, surroundings),
            ],
            piece_kinds: vec![PieceKind {
                name: "follower".to_owned(),
                class: PieceClass::Follower,
                strength: Strength::Fixed(1),
                stands_on: vec![
                    FeatureKindId::FIELD,
                    FeatureKindId::ROAD,
                    FeatureKindId::CITY,
                    FeatureKindId::MONASTERY,
                ],
                meeple: true,
                recallable: false,
                supply: 7,
            }],
            place_kinds: Vec::new(),
            attributes: vec![AttributeDef {
                name: "coats_of_arms".to_owned(),
                scope: AttributeScope::Segment,
                ty: AttributeType::Number,
                merge: AttributeMerge::Sum,
            }],
        }
    }

    /// The abbot of the second edition: a follower for monasteries and gardens that its owner may
    /// take back for points.
    pub fn abbot() -> PieceKind {
        PieceKind {
            name: "abbot".to_owned(),
            class: PieceClass::Follower,
            strength: Strength::Fixed(1),
            stands_on: vec![FeatureKindId::MONASTERY, FeatureKindId::GARDEN],
            meeple: true,
            recallable: true,
            supply: 1,
        }
    }

    /// The edge kind of a name.
    pub fn edge_kind(&self, name: &str) -> Option<EdgeKindId> {
        self.edge_kinds.iter().position(|kind| kind.name == name).map(|at| EdgeKindId(at as u8))
    }

    /// The feature kind of a name.
    pub fn feature_kind(&self, name: &str) -> Option<FeatureKindId> {
        self.feature_kinds.iter().position(|kind| kind.name == name).map(|at| FeatureKindId(at as u8))
    }

    /// The piece kind of a name.
    pub fn piece_kind(&self, name: &str) -> Option<PieceKindId> {
        self.piece_kinds.iter().position(|kind| kind.name == name).map(|at| PieceKindId(at as u8))
    }

    /// The place kind of a name.
    pub fn place_kind(&self, name: &str) -> Option<PlaceKindId> {
        self.place_kinds.iter().position(|kind| kind.name == name).map(|at| PlaceKindId(at as u8))
    }

    /// The attribute of a name.
    pub fn attribute(&self, name: &str) -> Option<AttributeId> {
        self.attributes.iter().position(|attribute| attribute.name == name).map(|at| AttributeId(at as u16))
    }

    /// The edge kind that carries a feature kind across tiles, `None` for an inner feature.
    pub fn edge_of(&self, kind: FeatureKindId) -> Option<EdgeKindId> {
        if kind == FeatureKindId::FIELD {
            return Some(EdgeKindId::FIELD);
        }
        self.edge_kinds.iter().position(|edge| edge.carries == Some(kind)).map(|at| EdgeKindId(at as u8))
    }
}

/// A feature's part on one tile, before any turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SegmentDef {
    /// Its kind.
    pub kind: FeatureKindId,
    /// Where it leaves the tile: middle ports for a road, whole sides for a city, halves for a
    /// field; none for an inner feature.
    pub ports: PortSet,
    /// For a field: the indices of the segments of this tile that it touches.
    pub touches: Vec<u8>,
    /// Its attributes.
    pub attributes: Attributes,
}

/// Marks a port that no segment uses.
pub const NO_SEGMENT: u8 = u8::MAX;

/// A tile as it is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileDef {
    /// `<set>/<name>`.
    pub id: String,
    /// The kinds of its edges, clockwise from the north.
    pub edges: [EdgeKindId; 4],
    /// Its segments: the order is the order in which options are listed.
    pub segments: Vec<SegmentDef>,
    /// Attributes of the whole tile.
    pub attributes: Attributes,
    /// Its ids in other programs: `(program, id)`.
    pub aliases: Vec<(String, String)>,
}

impl TileDef {
    /// The segment at each port before any turn, [`NO_SEGMENT`] where there is none.
    pub fn port_table(&self) -> [u8; 12] {
        let mut table = [NO_SEGMENT; 12];
        for (index, segment) in self.segments.iter().enumerate() {
            for port in segment.ports.iter() {
                table[port.index() as usize] = index as u8;
            }
        }
        table
    }

    /// The number of turns that look different: 1, 2 or 4.
    ///
    /// Two turns look the same when edges, segments and all attributes agree.
    pub fn distinct_rotations(&self) -> u8 {
        for quarters in [1, 2] {
            if self.looks_same_turned(Rotation::quarters(quarters)) {
                return quarters;
            }
        }
        4
    }

    fn looks_same_turned(&self, rotation: Rotation) -> bool {
        let edges = Side::ALL
            .iter()
            .all(|side| self.edges[*side as usize] == self.edges[side.rotated(rotation) as usize]);
        // Which segment takes the place of each; inner segments stay where they are.
        let image: Option<Vec<usize>> = self
            .segments
            .iter()
            .enumerate()
            .map(|(index, segment)| {
                if segment.ports.is_empty() {
                    return Some(index);
                }
                let ports = segment.ports.rotated(rotation);
                self.segments.iter().position(|other| other.ports == ports)
            })
            .collect();
        let Some(image) = image else { return false };
        edges
            && self.segments.iter().zip(&image).all(|(segment, at)| {
                let other = &self.segments[*at];
                let mut touches: Vec<u8> =
                    segment.touches.iter().map(|touched| image[*touched as usize] as u8).collect();
                touches.sort_unstable();
                let mut others = other.touches.clone();
                others.sort_unstable();
                segment.kind == other.kind && segment.attributes == other.attributes && touches == others
            })
    }

    /// All reasons why this cannot be a tile of a game with these kinds, in a defined order.
    pub fn faults(&self, vocabulary: &Vocabulary) -> Vec<TileFault> {
        let mut faults = Vec::new();
        if self.segments.len() >= NO_SEGMENT as usize {
            faults.push(TileFault::TooManySegments);
        }
        for side in Side::ALL {
            let Some(edge) = vocabulary.edge_kinds.get(self.edges[side as usize].index()) else {
                faults.push(TileFault::UnknownEdgeKind(side));
                continue;
            };
            for third in Third::ALL {
                let port = Port::new(side, third);
                let wanted = match edge.carries {
                    Some(kind) if edge.whole || third == Third::Middle => Some(kind),
                    None if edge.whole || third == Third::Middle => None,
                    _ => Some(FeatureKindId::FIELD),
                };
                let found: Vec<&SegmentDef> =
                    self.segments.iter().filter(|segment| segment.ports.contains(port)).collect();
                match (found.as_slice(), wanted) {
                    ([], None) => {}
                    ([segment], Some(kind)) if segment.kind == kind => {}
                    ([_], _) => faults.push(TileFault::WrongFeature(port)),
                    ([], Some(_)) => faults.push(TileFault::NoFeature(port)),
                    (_, _) => faults.push(TileFault::TwoFeatures(port)),
                }
            }
        }
        for (index, segment) in self.segments.iter().enumerate() {
            if segment.kind.index() >= vocabulary.feature_kinds.len() {
                faults.push(TileFault::UnknownFeatureKind(index));
            }
            if segment.touches.iter().any(|touched| *touched as usize >= self.segments.len()) {
                faults.push(TileFault::TouchesNothing(index));
            }
        }
        faults
    }
}

/// A reason why a [`TileDef`] is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TileFault {
    /// More segments than a tile can have.
    #[error("a tile can have at most 254 segments")]
    TooManySegments,
    /// An edge kind that the vocabulary lacks.
    #[error("side {0}: unknown edge kind")]
    UnknownEdgeKind(Side),
    /// A feature kind that the vocabulary lacks.
    #[error("segment {0}: unknown feature kind")]
    UnknownFeatureKind(usize),
    /// A port that belongs to a feature which its edge does not carry.
    #[error("{0}: the feature does not fit the kind of that edge")]
    WrongFeature(Port),
    /// A port that belongs to no feature.
    #[error("{0}: belongs to no feature")]
    NoFeature(Port),
    /// A port that belongs to several features.
    #[error("{0}: belongs to more than one feature")]
    TwoFeatures(Port),
    /// A field that touches a segment which the tile does not have.
    #[error("segment {0}: touches a segment that the tile does not have")]
    TouchesNothing(usize),
}

impl fmt::Display for TileDef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id)
    }
}
