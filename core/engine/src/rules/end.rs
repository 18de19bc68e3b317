//! The end of the game.

use crate::decision::Item;
use crate::event::{Event, EventKind};
use crate::feature::SegmentId;
use crate::piece::Location;
use crate::rules::{Step, Table};
use crate::ruleset::Player;
use crate::scene::Scene;
use crate::state::Task;
use smallvec::SmallVec;

/// Features that were found claimed.
pub(super) type Claimed = SmallVec<[SegmentId; 16]>;

impl Table<'_> {
    /// BG34 to BG37: features that are still claimed are scored, in the order of the pieces; then
    /// the fields; then whatever expansions score.
    ///
    /// In the base game they are all incomplete. A complete one can be left where an expansion
    /// forbade its completion, or completed it after the last scoring.
    pub(super) fn final_features(&mut self) -> Step {
        self.state().placed = None;
        self.then(Task::End);
        self.then(Task::FinalRules);
        self.then(Task::FinalFields);
        for feature in self.claimed_features(false).into_iter().rev() {
            let complete = self.scene.state.features.is_complete(&self.scene.rules, feature)
                && self.completion_allowed(feature)?;
            self.then(Task::Score { feature, complete });
        }
        Ok(())
    }

    /// The features on which followers stand, in the order of the pieces: fields, or all others.
    pub(super) fn claimed_features(&self, fields: bool) -> Claimed {
        let state = &self.scene.state;
        let kinds = &self.scene.rules.vocabulary().feature_kinds;
        let mut found = Claimed::new();
        for piece in &state.pieces {
            if let Location::Segment(at) = piece.at {
                let root = state.features.root(at);
                if kinds[state.features.kind(at).index()].scoring.field == fields
                    && !found.contains(&root)
                    && state.features.claims(root) > 0
                {
                    found.push(root);
                }
            }
        }
        found
    }

    pub(super) fn final_rules(&mut self) {
        if self.scene.wants(EventKind::FinalScoring) {
            self.scene.raise_last(Event::FinalScoring);
        }
    }

    pub(super) fn end(&mut self) {
        self.state().over = true;
        if self.scene.wants(EventKind::GameEnded) {
            let winners = self.scene.winners().into_iter().map(Item::Player).collect();
            self.scene.raise_last(Event::GameEnded { winners });
        }
    }
}

impl Scene {
    /// BG42: whoever has most points; in a tie all of them.
    pub fn winners(&self) -> Vec<Player> {
        let most = self.rules.players().map(|player| self.state.points(player)).max();
        self.rules.players().filter(|player| Some(self.state.points(*player)) == most).collect()
    }
}
