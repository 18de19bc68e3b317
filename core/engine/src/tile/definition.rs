//! A tile as it is printed, and what can be wrong with it.

use std::fmt;

use crate::geometry::{Port, PortSet, Rotation, Side, Third};

use super::{Attributes, EdgeKindId, FeatureKindId, Vocabulary};

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
    /// Half-sides that belong to nothing, such as those along a wall.
    pub bare: PortSet,
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
        let edges = self.bare.rotated(rotation) == self.bare
            && Side::ALL
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
                    ([], Some(FeatureKindId::FIELD)) if self.bare.contains(port) => {}
                    ([_], Some(_)) if self.bare.contains(port) => faults.push(TileFault::NotBare(port)),
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
    /// A port that should belong to nothing, and does.
    #[error("{0}: is said to belong to nothing, but a feature has it")]
    NotBare(Port),
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
