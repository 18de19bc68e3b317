//! Deploying a follower on the tile just placed, or taking one back for points.

use crate::decision::Choice;
use crate::event::{Award, Event, EventKind, Source};
use crate::feature::SegmentId;
use crate::filter::About;
use crate::host::{HandlerError, Query, QueryKind};
use crate::piece::{Location, PieceId};
use crate::rules::{Step, Table};
use crate::scene::Scene;
use crate::tile::{FeatureKindId, PieceKindId};

impl Table<'_> {
    /// BG13 to BG15: one follower from the supply, on a feature of the tile just placed that nobody
    /// has claimed. BG16: it may be complete already.
    #[inline]
    pub(super) fn offer_deployments(&mut self, kinds: impl Iterator<Item = PieceKindId>) -> Step {
        let Some(tile) = self.scene.state.placed else { return Ok(()) };
        let player = self.scene.state.active;
        let rules = std::sync::Arc::clone(&self.scene.rules);
        let vetoes = self.scene.subscriptions.answers(QueryKind::AllowDeployment);
        for kind in kinds {
            let piece = &rules.vocabulary().piece_kinds[kind.index()];
            if self.scene.state.in_supply(player, kind).is_none() {
                continue;
            }
            for segment in self.scene.segments(tile) {
                let features = &self.scene.state.features;
                let feature = features.kind(segment);
                let farmer = feature == FeatureKindId::FIELD;
                let free = piece.stands_on.contains(&feature)
                    && features.claims(segment) == 0
                    && (!farmer || rules.setup.variants.farmers);
                if free && (!vetoes || self.deployment_allowed(kind, segment)?) {
                    self.scene.write().options.push(Choice::Deploy { kind, segment });
                }
            }
        }
        Ok(())
    }

    fn deployment_allowed(&mut self, kind: PieceKindId, segment: SegmentId) -> Result<bool, HandlerError> {
        let player = self.scene.state.active;
        let query = || Query::deployment(player, kind, segment);
        let about = |scene: &Scene| About::part(scene, segment).with_piece(kind);
        self.allowed(QueryKind::AllowDeployment, about, query)
    }

    #[inline]
    pub(super) fn deploy(&mut self, kind: PieceKindId, segment: SegmentId) {
        let player = self.scene.state.active;
        if let Some(piece) = self.scene.state.in_supply(player, kind) {
            self.scene.put(piece, Location::Segment(segment));
            if self.scene.wants(EventKind::PieceDeployed) {
                self.scene.raise_last(Event::PieceDeployed { player, piece, feature: segment });
            }
        }
        self.next_phase();
    }

    /// A recallable piece: instead of deploying, its owner may take it back from an incomplete feature
    /// for the points that the feature is worth now.
    pub(super) fn offer_recalls(&mut self) {
        let rules = std::sync::Arc::clone(&self.scene.rules);
        if !rules.has_recallable {
            return;
        }
        let player = self.scene.state.active;
        for id in self.scene.state.piece_ids() {
            let piece = self.scene.state.piece(id);
            let Location::Segment(at) = piece.at else { continue };
            let recallable = rules.vocabulary().piece_kinds[piece.kind.index()].recallable;
            if recallable && piece.owner == Some(player) && !self.scene.state.features.is_complete(&rules, at)
            {
                self.state().options.push(Choice::Recall { piece: id });
            }
        }
    }

    pub(super) fn recall(&mut self, id: PieceId) {
        let player = self.scene.state.active;
        if let Location::Segment(at) = self.scene.state.piece(id).at {
            let (points, parts) = self.scene.value(at, false);
            let features = &self.scene.state.features;
            let source = Source::Feature(features.kind(at));
            let award =
                Award { player, points, source, parts, at: Some(features.tile(at)), feature: Some(at) };
            self.scene.award(award);
            self.scene.move_piece(id, Location::Supply);
        }
        self.next_phase();
    }
}
