//! Fields: scored at the end, for the completed cities that touch them (BG38 to BG40).

use smallvec::SmallVec;

use crate::event::{Label, Part, Parts, Source};
use crate::feature::SegmentId;
use crate::rules::score::majority;
use crate::rules::{Step, Table};
use crate::ruleset::{FieldScoring, MAX_PLAYERS, Player};
use crate::tile::FeatureKindId;

impl Table<'_> {
    pub(super) fn final_fields(&mut self) -> Step {
        match self.scene.rules.setup.variants.field_scoring {
            FieldScoring::Field3 => self.score_each_field(false),
            FieldScoring::Field3Once => self.score_each_field(true),
            FieldScoring::City4 => self.score_each_city(),
        }
    }

    /// BG39: a city counts once for a field, however often they touch.
    fn completed_cities(&self, field: SegmentId) -> Vec<SegmentId> {
        let mut cities = self.scene.neighbours(field);
        cities.retain(|city| self.scene.state.features.is_complete(&self.scene.rules, *city));
        cities
    }

    /// Variants 2 and 3 of BG40: 3 points a city to the majority of each field; with `once`, a
    /// player scores a city for one field only.
    fn score_each_field(&mut self, once: bool) -> Step {
        let mut scored: Vec<(Player, SegmentId)> = Vec::new();
        let source = Source::Feature(FeatureKindId::FIELD);
        for field in self.claimed_features(true) {
            let cities = self.completed_cities(field);
            let winners = self.majority(field)?;
            for player in &winners {
                let new: Vec<SegmentId> = cities
                    .iter()
                    .copied()
                    .filter(|city| !once || !scored.contains(&(*player, *city)))
                    .collect();
                let count = new.len() as i32;
                scored.extend(new.into_iter().map(|city| (*player, city)));
                let parts: Parts =
                    SmallVec::from_iter([Part { label: Label::Known("cities"), count, points: 3 * count }]);
                self.pay(field, &[*player], 3 * count, &parts, &source, false)?;
            }
            self.report_score(field, false, &winners, 3 * cities.len() as i32);
        }
        Ok(())
    }

    /// Variant 1 of BG40: each completed city gives 4 points to whoever has most farmers around it.
    fn score_each_city(&mut self) -> Step {
        let fields = self.claimed_features(true);
        let mut cities: Vec<SegmentId> =
            fields.iter().flat_map(|field| self.completed_cities(*field)).collect();
        cities.sort_unstable();
        cities.dedup();
        for city in cities {
            let mut strength = [0; MAX_PLAYERS];
            for field in &fields {
                if !self.scene.neighbours(*field).contains(&city) {
                    continue;
                }
                let pieces: Vec<_> = self.scene.state.pieces_on(*field).collect();
                for piece in pieces {
                    if let Some(owner) = self.scene.state.piece(piece).owner {
                        strength[owner.index()] += self.strength(piece, *field)?;
                    }
                }
            }
            let source = Source::Feature(FeatureKindId::FIELD);
            for player in majority(&strength) {
                let parts: Parts =
                    SmallVec::from_iter([Part { label: Label::Known("cities"), count: 1, points: 4 }]);
                // The points come from the first of the player's fields around the city.
                let own = |field: &&SegmentId| {
                    self.scene.neighbours(**field).contains(&city)
                        && self
                            .scene
                            .state
                            .pieces_on(**field)
                            .any(|piece| self.scene.state.piece(piece).owner == Some(player))
                };
                let Some(field) = fields.iter().find(own).copied() else { continue };
                self.pay(field, &[player], 4, &parts, &source, false)?;
            }
        }
        Ok(())
    }
}
