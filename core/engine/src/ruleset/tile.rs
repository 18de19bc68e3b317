//! Tiles with what is derived from their definitions.

use smallvec::SmallVec;

use crate::geometry::{Port, Rotation, Side};
use crate::tile::{AttributeId, Completion, EdgeKindId, FeatureKindId, NO_SEGMENT, TileDef, Vocabulary};

/// A tile definition with what is derived from it once.
#[derive(Clone, Debug)]
pub struct Tile {
    /// The definition.
    pub def: TileDef,
    /// Edge codes by rotation: one byte a side, north in the lowest, edge kind + 1.
    pub edge_codes: [u32; 4],
    /// How many turns look different: 1, 2 or 4.
    pub rotations: u8,
    /// The segment at each port before any turn.
    pub ports: [u8; 12],
    /// The segment at each port as the tile lies, by rotation: the segments that a neighbour meets.
    pub(crate) turned_ports: [[u8; 12]; 4],
    /// How many joints each segment has: a side for a city, a port for the others.
    pub joints: Vec<u16>,
    /// The segments that are completed by what surrounds the tile.
    pub(crate) surrounded: Vec<u8>,
    /// For each segment, the segments that it touches, or that touch it.
    pub(crate) touching: Vec<SmallVec<[u8; 4]>>,
    /// What it carries.
    pub(crate) carried: Carried,
}

/// What a tile carries, or some tiles together, one bit each by id: what it rules out need not be looked for. Ids
/// beyond the bits are never ruled out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Carried {
    attributes: u64,
    features: u64,
    /// Attributes of segments.
    on_segments: u64,
}

impl Carried {
    fn by(def: &TileDef) -> Carried {
        let mut carried = Carried::default();
        def.attributes.iter().for_each(|(id, _)| carried.attributes |= bit(id.0));
        for segment in &def.segments {
            carried.features |= bit(segment.kind.0.into());
            segment.attributes.iter().for_each(|(id, _)| carried.on_segments |= bit(id.0));
        }
        carried
    }

    /// What another tile carries comes to it.
    #[inline]
    pub fn add(&mut self, other: &Carried) {
        self.attributes |= other.attributes;
        self.features |= other.features;
        self.on_segments |= other.on_segments;
    }

    /// The same, and what another tile carries.
    pub fn with(self, other: &Carried) -> Carried {
        let mut both = self;
        both.add(other);
        both
    }

    /// Something that a tile with an attribute carries.
    pub fn with_attribute(id: AttributeId) -> Carried {
        Carried { attributes: bit(id.0), ..Carried::default() }
    }

    /// Something that a tile with a part in a feature of a kind carries.
    pub fn with_feature(kind: FeatureKindId) -> Carried {
        Carried { features: bit(kind.0.into()), ..Carried::default() }
    }

    /// Something that a tile with an attribute on one of its segments carries.
    pub fn with_attribute_on_segment(id: AttributeId) -> Carried {
        Carried { on_segments: bit(id.0), ..Carried::default() }
    }

    /// Whether it says nothing.
    #[inline]
    pub fn is_empty(&self) -> bool {
        *self == Carried::default()
    }

    /// Whether something is in both.
    #[inline]
    pub fn meets(&self, other: &Carried) -> bool {
        self.attributes & other.attributes
            | self.features & other.features
            | self.on_segments & other.on_segments
            != 0
    }

    /// Whether a tile can have an attribute.
    #[inline]
    pub fn may_have_attribute(&self, id: AttributeId) -> bool {
        self.attributes & bit(id.0) == bit(id.0)
    }

    /// Whether a tile can have a part in a feature of a kind.
    #[inline]
    pub fn may_have_feature(&self, kind: FeatureKindId) -> bool {
        self.features & bit(kind.0.into()) == bit(kind.0.into())
    }

    /// Whether a segment can have an attribute.
    #[inline]
    pub fn may_have_on_segment(&self, id: AttributeId) -> bool {
        self.on_segments & bit(id.0) == bit(id.0)
    }
}

/// The bit of an id, none for those that have no bit.
#[inline]
fn bit(id: u16) -> u64 {
    1_u64.checked_shl(id.into()).unwrap_or(0)
}

/// The byte of one side in an edge code.
#[inline]
pub(crate) const fn edge_of_code(code: u32, side: Side) -> u8 {
    (code >> (8 * side as u32)) as u8
}

impl Tile {
    pub(super) fn new(def: &TileDef, vocabulary: &Vocabulary) -> Tile {
        let edge_codes = Rotation::ALL.map(|rotation| {
            Side::ALL.iter().fold(0u32, |code, side| {
                let EdgeKindId(kind) = def.edges[*side as usize];
                code | u32::from(kind + 1) << (8 * side.rotated(rotation) as u32)
            })
        });
        let ports = def.port_table();
        let mut joints = vec![0u16; def.segments.len()];
        for (index, segment) in def.segments.iter().enumerate() {
            let whole = vocabulary
                .edge_of(segment.kind)
                .is_some_and(|edge| vocabulary.edge_kinds[edge.index()].whole);
            joints[index] = if whole { segment.ports.len() / 3 } else { segment.ports.len() } as u16;
        }
        let surrounded = (0..def.segments.len() as u8)
            .filter(|at| is_surrounded(vocabulary, def.segments[*at as usize].kind))
            .collect();
        let turned_ports = Rotation::ALL.map(|rotation| {
            let mut turned = [NO_SEGMENT; 12];
            for port in Port::all() {
                turned[port.rotated(rotation).index() as usize] = ports[port.index() as usize];
            }
            turned
        });
        let rotations = def.distinct_rotations();
        let touching = touching(def);
        let carried = Carried::by(def);
        Tile {
            edge_codes,
            rotations,
            ports,
            turned_ports,
            joints,
            surrounded,
            touching,
            carried,
            def: def.clone(),
        }
    }

    /// The edge codes of the turns that look different.
    #[inline]
    pub fn distinct_codes(&self) -> &[u32] {
        &self.edge_codes[..self.rotations as usize]
    }
}

/// What touches what on a tile, in both directions.
fn touching(def: &TileDef) -> Vec<SmallVec<[u8; 4]>> {
    let mut touching: Vec<SmallVec<[u8; 4]>> =
        def.segments.iter().map(|segment| segment.touches.iter().copied().collect()).collect();
    for (at, segment) in def.segments.iter().enumerate() {
        for touched in &segment.touches {
            touching[*touched as usize].push(at as u8);
        }
    }
    touching
}

/// Whether a segment of a kind is scored by what surrounds its tile.
fn is_surrounded(vocabulary: &Vocabulary, kind: FeatureKindId) -> bool {
    vocabulary.feature_kinds[kind.index()].completion == Completion::Surrounded
}
