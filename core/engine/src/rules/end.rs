//! The end of the game.

use crate::decision::Item;
use crate::event::{Event, EventKind};
use crate::piece::Location;
use crate::rules::Table;
use crate::ruleset::Player;
use crate::scene::Scene;
use crate::state::Task;

impl Table<'_> {
    /// BG34 to BG37: incomplete features that are claimed are scored, in the order of the pieces;
    /// then the fields; then whatever expansions score.
    pub(super) fn final_features(&mut self) {
        let state = &self.scene.state;
        let mut features = Vec::new();
        for piece in &state.pieces {
            if let Location::Segment(at) = piece.at {
                let root = state.features.root(at);
                let kind = &self.scene.rules.vocabulary().feature_kinds[state.features.kind(at).index()];
                let complete = state.features.is_complete(&self.scene.rules, root);
                if !kind.scoring.field
                    && !complete
                    && !features.contains(&root)
                    && state.features.claims(root) > 0
                {
                    features.push(root);
                }
            }
        }
        self.state().placed = None;
        self.then(Task::End);
        self.then(Task::FinalRules);
        self.then(Task::FinalFields);
        for feature in features.into_iter().rev() {
            self.then(Task::Score { feature, complete: false });
        }
    }

    pub(super) fn final_rules(&mut self) {
        if self.scene.wants(EventKind::FinalScoring) {
            self.scene.raise(Event::FinalScoring);
        }
    }

    pub(super) fn end(&mut self) {
        self.state().over = true;
        if self.scene.wants(EventKind::GameEnded) {
            let winners = self.scene.winners().into_iter().map(Item::Player).collect();
            self.scene.raise(Event::GameEnded { winners });
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
