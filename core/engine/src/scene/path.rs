//! Ways along a feature.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::board::TileId;
use crate::feature::SegmentId;

use super::Scene;

impl Scene {
    /// How many tiles one goes along a feature from one of its tiles to another: 0 for the tile
    /// itself, 1 for one that is joined to it. A rule that joined two tiles is a step as well.
    ///
    /// `None` where the feature is not on both.
    pub fn distance(&self, feature: SegmentId, from: TileId, to: TileId) -> Option<u32> {
        let features = &self.state.features;
        let mut steps: FxHashMap<SegmentId, u32> = FxHashMap::default();
        let mut queue: VecDeque<SegmentId> = VecDeque::new();
        for segment in features.segments(feature).filter(|segment| features.tile(*segment) == from) {
            steps.insert(segment, 0);
            queue.push_back(segment);
        }
        while let Some(segment) = queue.pop_front() {
            let here = steps[&segment];
            if features.tile(segment) == to {
                return Some(here);
            }
            for next in self.linked(segment) {
                let step = here + u32::from(features.tile(next) != features.tile(segment));
                if steps.get(&next).is_some_and(|known| *known <= step) {
                    continue;
                }
                steps.insert(next, step);
                // A step on the same tile comes before all others, so that the nearest is found first.
                if step == here { queue.push_front(next) } else { queue.push_back(next) }
            }
        }
        None
    }

    /// The segments that are joined to a segment: across the sides of its tile, or by a rule.
    fn linked(&self, segment: SegmentId) -> Vec<SegmentId> {
        let features = &self.state.features;
        let placed = self.state.board.tile(features.tile(segment));
        let def = &self.rules.tile(placed.def).def.segments[features.local(segment) as usize];
        let mut found = Vec::new();
        for port in def.ports.rotated(placed.rotation).iter() {
            let across = self.state.board.neighbour(placed.pos, port.side());
            let across = across.and_then(|tile| self.segment_at(tile, port.opposite()));
            found.extend(across.filter(|other| features.same(*other, segment) && !found.contains(other)));
        }
        for join in features.joins() {
            for (a, b) in [(join.a, join.b), (join.b, join.a)] {
                if a == segment && !found.contains(&b) {
                    found.push(b);
                }
            }
        }
        found
    }
}
