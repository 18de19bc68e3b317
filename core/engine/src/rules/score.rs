//! Scoring features that a placement completed.

use std::sync::Arc;

use smallvec::smallvec;

use crate::decision::Item;
use crate::event::{Award, Event, EventKind, Label, Part, Parts, Source};
use crate::feature::SegmentId;
use crate::filter::About;
use crate::host::{HandlerError, Query, QueryKind};
use crate::piece::{Location, PieceId};
use crate::rules::{Step, Table};
use crate::ruleset::{MAX_PLAYERS, Player, TinyCity};
use crate::scene::Scene;
use crate::state::Task;
use crate::tile::{FeatureKindId, PieceClass, Rate};

impl Table<'_> {
    /// BG29: everything that was completed is scored; only then do the pieces go home (BG30), so
    /// that rules which count pieces see all of them.
    #[inline]
    pub(super) fn score_placement(&mut self) -> Step {
        let state = self.state();
        state.placement_points = 0;
        if state.closed.is_empty() {
            self.summary_or_next();
            return Ok(());
        }
        let closed = std::mem::take(&mut state.closed);
        let player = self.scene.state.active;
        let mut features = crate::feature::Closed::new();
        for at in closed {
            let root = self.scene.state.features.root(at);
            let complete = self.scene.state.features.is_complete(&self.scene.rules, root);
            if complete && !features.contains(&root) && self.completion_allowed(root)? {
                features.push(root);
            }
        }
        self.then(Task::Summary);
        // Where anybody listens, pieces may still come before the score is counted.
        let heard = self.host.is_some() || self.scene.wants(EventKind::FeatureScored);
        for feature in features.iter().rev() {
            if heard || self.scene.state.features.piece_count(*feature) > 0 {
                self.then(Task::Release(*feature));
            }
        }
        for feature in features.iter().rev() {
            if heard || self.scene.state.features.claims(*feature) > 0 {
                self.then(Task::Score { feature: *feature, complete: true });
            }
        }
        if self.scene.wants(EventKind::FeatureCompleted) {
            for feature in features {
                self.scene.raise_last(Event::FeatureCompleted { player, feature });
            }
        }
        Ok(())
    }

    pub(super) fn completion_allowed(&mut self, feature: SegmentId) -> Result<bool, HandlerError> {
        let kind = QueryKind::AllowCompletion;
        let about = |scene: &Scene| About::whole(scene, feature, None);
        self.allowed(kind, about, || Query { kind, fields: smallvec![Item::Feature(feature)] })
    }

    fn summary_or_next(&mut self) {
        if self.scene.wants(EventKind::PlacementScored) {
            self.then(Task::Summary)
        } else {
            self.next_phase()
        }
    }

    pub(super) fn summary(&mut self) {
        self.next_phase();
        if self.scene.wants(EventKind::PlacementScored) {
            let player = self.scene.state.active;
            let points = self.scene.state.placement_points;
            self.scene.raise_last(Event::PlacementScored { player, points });
        }
    }

    /// BG27, BG28: the full points to whoever has the majority, in a tie to all of them.
    pub(super) fn score(&mut self, feature: SegmentId, complete: bool) -> Step {
        let (points, parts) = self.scene.value(feature, complete);
        let winners = self.majority(feature)?;
        let source = Source::Feature(self.scene.state.features.kind(feature));
        self.pay(feature, &winners, points, &parts, &source, complete)?;
        self.report_score(feature, complete, &winners, points);
        Ok(())
    }

    pub(super) fn report_score(
        &mut self,
        feature: SegmentId,
        complete: bool,
        winners: &[Player],
        points: i32,
    ) {
        if self.scene.wants(EventKind::FeatureScored) {
            let winners = winners.iter().map(|player| Item::Player(*player)).collect();
            self.scene.raise(Event::FeatureScored { feature, complete, winners, points });
        }
    }

    /// Gives each winner the points of a feature, adjusted by expansions.
    pub(super) fn pay(
        &mut self,
        feature: SegmentId,
        winners: &[Player],
        points: i32,
        parts: &Parts,
        source: &Source,
        complete: bool,
    ) -> Step {
        let tile = self.last_tile(feature);
        let about = |scene: &Scene| About::whole(scene, feature, Some(points));
        for player in winners {
            let fields = || {
                smallvec![
                    Item::Player(*player),
                    Item::Feature(feature),
                    Item::Int(i64::from(points)),
                    Item::Bool(complete),
                    Item::Int(i64::from(points)),
                ]
            };
            let mut parts = parts.clone();
            let mut total = points;
            for (label, points) in self.adjustments(QueryKind::AdjustPoints, about, fields)? {
                total = total.saturating_add(points);
                parts.push(Part { label, count: 1, points });
            }
            if total == 0 && parts.iter().all(|part| part.points == 0) {
                continue;
            }
            self.scene.award(Award {
                player: *player,
                points: total,
                source: source.clone(),
                parts,
                at: Some(tile),
                feature: Some(feature),
            });
        }
        Ok(())
    }

    /// The tile at which points of a feature are shown: the one just placed, if it has a part in it.
    fn last_tile(&self, feature: SegmentId) -> crate::board::TileId {
        let features = &self.scene.state.features;
        let placed = self.scene.state.placed;
        let here = placed.filter(|tile| self.scene.segments(*tile).any(|at| features.same(at, feature)));
        here.unwrap_or_else(|| features.tile(feature))
    }

    /// The players with the greatest strength on a feature, if it is above 0.
    pub(super) fn majority(
        &mut self,
        feature: SegmentId,
    ) -> Result<smallvec::SmallVec<[Player; 6]>, HandlerError> {
        let mut strength = [0; MAX_PLAYERS];
        let pieces: smallvec::SmallVec<[PieceId; 8]> = self.scene.state.pieces_on(feature).collect();
        for piece in pieces {
            if let Some(owner) = self.scene.state.piece(piece).owner {
                strength[owner.index()] += self.strength(piece, feature)?;
            }
        }
        Ok(majority(&strength))
    }

    /// How much a piece counts on a feature; 0 where it is no follower.
    pub(super) fn strength(&mut self, piece: PieceId, feature: SegmentId) -> Result<i32, HandlerError> {
        let kind = self.scene.state.piece(piece).kind;
        if self.scene.rules.vocabulary().piece_kinds[kind.index()].class != PieceClass::Follower {
            return Ok(0);
        }
        let base = self.scene.base_strength(piece, feature);
        let strength = Item::Int(i64::from(base));
        let fields = || smallvec![Item::Piece(piece), Item::Feature(feature), strength.clone(), strength];
        let about = |scene: &Scene| About::whole(scene, feature, None).with_piece(kind);
        let added = self.adjustments(QueryKind::AdjustStrength, about, fields)?;
        Ok(added.iter().fold(base, |sum, (_, strength)| sum.saturating_add(*strength)))
    }

    /// BG30: all pieces of a completed feature return, whoever scored.
    pub(super) fn release(&mut self, feature: SegmentId) {
        let pieces: smallvec::SmallVec<[PieceId; 8]> = self.scene.state.pieces_on(feature).collect();
        for piece in pieces {
            self.scene.move_piece(piece, Location::Supply);
        }
    }
}

/// Whoever has the greatest strength above 0.
pub(super) fn majority(strength: &[i32; MAX_PLAYERS]) -> smallvec::SmallVec<[Player; 6]> {
    let most = strength.iter().copied().max().unwrap_or(0);
    let winner =
        |(seat, strength): (usize, &i32)| (most > 0 && *strength == most).then_some(Player(seat as u8));
    strength.iter().enumerate().filter_map(winner).collect()
}

impl Scene {
    /// What a feature is worth to each player with the majority, before adjustments, and why.
    ///
    /// BG20, BG22, BG24, BG25 when complete, BG34 to BG36 when not. Fields are worth nothing here:
    /// they are scored by their cities at the end.
    pub fn value(&self, feature: SegmentId, complete: bool) -> (i32, Parts) {
        let rules: &Arc<_> = &self.rules;
        let state = &self.state;
        let kind = state.features.kind(feature);
        let scoring = &rules.vocabulary().feature_kinds[kind.index()].scoring;
        let mut parts = Parts::new();
        let tiles = state.features.tiles(feature).len() as i32;
        let tiny = kind == FeatureKindId::CITY
            && complete
            && tiles == 2
            && rules.setup.variants.tiny_city == TinyCity::Half;
        let mut add = |label, count: i32, rate: Rate| {
            let points = count * rate.points(complete && !tiny);
            if points != 0 {
                parts.push(Part { label, count, points });
            }
        };
        add(Label::Known("itself"), 1, scoring.base);
        add(Label::Known("tiles"), tiles, scoring.tile);
        for (id, rate) in &scoring.attributes {
            let number = state.features.attribute(rules, &state.board, feature, *id);
            let name = &rules.vocabulary().attributes[id.index()].name;
            let label = match name.as_str() {
                "coats_of_arms" => Label::Known("coats of arms"),
                _ => Label::Given(name.as_str().into()),
            };
            add(label, number, *rate);
        }
        if scoring.neighbour != Rate::default() || scoring.empty_neighbour != Rate::default() {
            let pos = state.board.tile(state.features.tile(feature)).pos;
            let present = state.board.around(pos).count() as i32;
            add(Label::Known("tiles around"), present, scoring.neighbour);
            add(Label::Known("empty cells around"), 8 - present, scoring.empty_neighbour);
        }
        (parts.iter().map(|part| part.points).sum(), parts)
    }
}
