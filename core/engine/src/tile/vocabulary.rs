//! Every kind that a game knows.

use super::{
    AttributeDef, AttributeId, AttributeMerge, AttributeScope, AttributeType, Completion, EdgeKind,
    EdgeKindId, FeatureKind, FeatureKindId, PieceClass, PieceKind, PieceKindId, PlaceKind, PlaceKindId, Rate,
    Scoring, Strength,
};

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
                needs_follower: false,
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
