//! Which fields a tile has: the regions that roads, cities and rivers cut it into.
//!
//! The tile is a disc with twelve ports on its rim. Each road, city or river that leaves the tile in
//! several places is a cut from port to port. What leaves it in one place only, an **end**, runs to
//! the middle, and all that meets in the middle is one more cut:
//!
//! 1. All ends meet there: a crossing.
//! 2. A river that an end of another kind finds in its way is crossed, so it is part of the cut.
//! 3. One or two ends go on to the cities of the tile, to the largest where they differ in size:
//!    a road runs up to the gate. Three or more are a crossing in the open, which touches no city.
//! 4. Where the tile has a monastery or another inner feature, the ends run up to that instead;
//!    a garden is no place to end.
//! 5. A single end that finds neither runs into the road that passes through the tile.
//!
//! Two halves belong to one field when no cut parts them. A field touches each city that can be
//! reached from it along the rim without crossing a cut.
//!
//! The rules are those which, of all tried, agree with most of several hundred published tiles.
//! Where a drawing differs, the tile writes its fields out.

use bastide_engine::geometry::{Port, PortSet, Third};
use bastide_engine::tile::FeatureKindId;

use crate::lexicon::Lexicon;

/// A field of a tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its halves of sides.
    pub ports: PortSet,
    /// The indices of the segments that it touches, ascending.
    pub touches: Vec<u8>,
}

/// Infers the fields of a tile from its other segments, in the order of their first ports.
///
/// `segments` are kind and ports of everything on the tile but fields; an inner feature has no
/// ports. `bare` are the ports that no field may take although no segment does.
pub fn infer(segments: &[(FeatureKindId, PortSet)], bare: PortSet, lexicon: &Lexicon) -> Vec<Field> {
    let mut cuts: Vec<PortSet> = segments.iter().map(|(_, ports)| *ports).collect();
    cuts.push(middle(segments, lexicon));
    cuts.retain(|ports| !ports.is_empty());
    let taken = segments.iter().fold(bare, |taken, (_, ports)| taken.union(*ports));
    let halves = Port::all().filter(|port| port.third() != Third::Middle && !taken.contains(*port));
    let mut fields: Vec<Field> = Vec::new();
    for half in halves {
        let joined = |field: &&mut Field| field.ports.iter().all(|port| !parted(&cuts, port, half));
        match fields.iter_mut().find(joined) {
            Some(field) => field.ports = field.ports.with(half),
            None => fields.push(Field { ports: PortSet::EMPTY.with(half), touches: Vec::new() }),
        }
    }
    for field in &mut fields {
        let first = field.ports.iter().next();
        let touches = |ports: &PortSet| {
            first
                .is_some_and(|half| ports.iter().any(|port| cuts.iter().all(|cut| reaches(*cut, half, port))))
        };
        field.touches = touched_kinds(segments, lexicon)
            .filter(|index| touches(&segments[*index].1))
            .map(|index| index as u8)
            .collect();
    }
    fields
}

/// The segments that a field can touch: those that take whole edges.
fn touched_kinds<'a>(
    segments: &'a [(FeatureKindId, PortSet)],
    lexicon: &'a Lexicon,
) -> impl Iterator<Item = usize> + 'a {
    (0..segments.len()).filter(|index| lexicon.is_whole(segments[*index].0))
}

/// The ports of everything that meets in the middle of the tile.
fn middle(segments: &[(FeatureKindId, PortSet)], lexicon: &Lexicon) -> PortSet {
    let (cities, lines): (Vec<_>, Vec<_>) =
        segments.iter().filter(|(_, ports)| !ports.is_empty()).partition(|(kind, _)| lexicon.is_whole(*kind));
    let ends: Vec<_> = lines.iter().filter(|(_, ports)| ports.len() == 1).collect();
    if ends.is_empty() {
        return PortSet::EMPTY;
    }
    let through = lines.iter().filter(|(_, ports)| ports.len() > 1);
    let (same, other): (Vec<_>, Vec<_>) =
        through.partition(|(kind, _)| ends.iter().any(|(end, _)| end == kind));
    let mut met: Vec<PortSet> = ends.iter().chain(&other).map(|(_, ports)| *ports).collect();
    let stops = segments.iter().any(|(kind, ports)| ports.is_empty() && *kind != FeatureKindId::GARDEN);
    let largest = cities.iter().map(|(_, ports)| ports.len()).max().unwrap_or(0);
    if !stops && ends.len() <= 2 {
        met.extend(cities.iter().map(|(_, ports)| *ports).filter(|ports| ports.len() == largest));
        if ends.len() == 1 && cities.is_empty() {
            met.extend(same.iter().map(|(_, ports)| *ports));
        }
    }
    met.into_iter().fold(PortSet::EMPTY, PortSet::union)
}

/// Whether some cut lies between two halves, whichever way round one walks.
fn parted(cuts: &[PortSet], from: Port, to: Port) -> bool {
    cuts.iter().any(|cut| walk(*cut, from, to, 1).is_none() && walk(*cut, from, to, 11).is_none())
}

/// Whether a port can be reached along the rim, itself being allowed to belong to the cut.
fn reaches(cut: PortSet, from: Port, to: Port) -> bool {
    let open = cut.minus(PortSet::EMPTY.with(to));
    walk(open, from, to, 1).is_some() || walk(open, from, to, 11).is_some()
}

/// Walks along the rim by steps until a port, or `None` when a port of the cut comes first.
fn walk(cut: PortSet, from: Port, to: Port, step: u8) -> Option<()> {
    let mut port = from;
    while port != to {
        port = Port::from_index(port.index() + step);
        if cut.contains(port) {
            return None;
        }
    }
    Some(())
}
