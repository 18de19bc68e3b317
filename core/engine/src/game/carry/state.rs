//! A whole state under other rules.

use std::collections::VecDeque;

use crate::board::Board;
use crate::feature::Features;
use crate::state::{Dispatch, Extra, PlacesHeld, Stack, State, Task};
use crate::tile::{FeatureKindId, TileDefId};
use crate::value::Value;

use super::fault::CarryFault;
use super::names::Names;

impl Names<'_> {
    /// The state under the new rules. It is worth nothing where anything was not found.
    pub fn state(&mut self, old: &State) -> State {
        let board = self.board(&old.board);
        let pieces = self.all_pieces(&old.pieces);
        let features = self.features(&old.features).with_pieces(self.new, &pieces);
        let agenda = old.agenda.iter().filter_map(|task| self.task(task)).collect();
        State {
            board,
            features,
            held: PlacesHeld::by(&pieces),
            pieces,
            points: old.points,
            stack: self.stack(&old.stack),
            luck: old.luck.clone(),
            turn: old.turn,
            active: old.active,
            phase: self.phase(old.phase).unwrap_or(0),
            over: old.over,
            hand: old.hand.and_then(|tile| self.tile(tile, "it is in hand")),
            places: old.places,
            // Of these rules nothing was counted yet.
            places_of: usize::MAX,
            placed: old.placed,
            deed: old.deed.and_then(|deed| self.deed(deed)),
            closed: old.closed.clone(),
            placement_points: old.placement_points,
            agenda,
            queue: old.queue.iter().filter_map(|dispatch| self.dispatch(dispatch)).collect(),
            // What is offered is found again.
            prompt: old.prompt.clone(),
            options: Vec::new(),
            items: Vec::new(),
            extra: old.extra.as_ref().map(|extra| Box::new(self.extra(extra))),
        }
    }

    /// The same tiles, placed again, since what the cells beside them demand is written in ids.
    fn board(&mut self, old: &Board) -> Board {
        let mut board = Board::with_capacity(old.tiles().len());
        for placed in old.tiles() {
            if let Some(def) = self.placed(placed) {
                board.place(
                    self.new.tile(def),
                    def,
                    placed.pos,
                    placed.rotation,
                    placed.first_segment,
                    placed.since,
                );
            }
        }
        board
    }

    /// The same features, without pieces.
    fn features(&mut self, old: &Features) -> Features {
        let kinds = 0..self.old.vocabulary().feature_kinds.len() as u8;
        let kinds: Vec<FeatureKindId> = kinds.map(FeatureKindId).collect();
        let used = kinds.iter().map(|kind| old.has_kind(*kind)).collect::<Vec<bool>>();
        let renamed: Vec<FeatureKindId> = kinds
            .iter()
            .zip(used)
            .map(|(kind, used)| {
                let found = if used { self.feature_kind(*kind) } else { None };
                if let Some(found) = found {
                    self.compare_completion(*kind, found);
                }
                found.unwrap_or(FeatureKindId::FIELD)
            })
            .collect();
        old.renamed(|kind| renamed[kind.index()])
    }

    fn compare_completion(&mut self, old: FeatureKindId, new: FeatureKindId) {
        let before = &self.old.vocabulary().feature_kinds[old.index()];
        let after = &self.new.vocabulary().feature_kinds[new.index()];
        if before.completion != after.completion {
            self.fault(CarryFault::Completion(before.name.clone()));
        }
    }

    /// What is left of each tile, and what the new rules have more or fewer of it.
    fn stack(&self, old: &Stack) -> Stack {
        let mut counts = self.new.stack.clone();
        let mut stages = vec![0; counts.len()];
        for at in 0..self.old.tiles.len() as u16 {
            let before = TileDefId(at);
            let Some(after) = self.known_tile(before) else { continue };
            let left = i32::from(old.count(before)) + i32::from(self.new.stack[after.index()])
                - i32::from(self.old.stack[before.index()]);
            counts[after.index()] = u16::try_from(left.max(0)).unwrap_or(u16::MAX);
            stages[after.index()] = old.stage(before);
        }
        if stages.iter().all(|stage| *stage == 0) {
            stages.clear();
        }
        Stack { total: counts.iter().map(|count| u32::from(*count)).sum(), counts, stages }
    }

    fn task(&mut self, task: &Task) -> Option<Task> {
        Some(match task {
            Task::Phase(phase) => Task::Phase(self.phase(*phase)?),
            Task::Perform(used) => Task::Perform(Box::new(self.performance(used)?)),
            Task::Score { .. }
            | Task::Release(_)
            | Task::Summary
            | Task::Offer
            | Task::NextTurn
            | Task::FinalFeatures
            | Task::FinalFields
            | Task::FinalRules
            | Task::End => task.clone(),
        })
    }

    /// An event that some may have heard already.
    fn dispatch(&mut self, old: &Dispatch) -> Option<Dispatch> {
        if old.next > 0 {
            self.listeners(old.event.kind())?;
        }
        Some(Dispatch { event: self.event(&old.event)?, next: old.next })
    }

    fn extra(&mut self, old: &Extra) -> Extra {
        for (id, value) in &old.storage {
            let there = self.new.setup.expansions.iter().any(|info| info.id == **id);
            if *value != Value::Nil {
                self.found(there.then_some(()), "expansion", id, "the game holds what it remembers");
            }
        }
        let blocks = old.blocks.iter();
        Extra {
            storage: old.storage.clone(),
            tokens: old.tokens.clone(),
            blocks: blocks.filter_map(|(tile, block)| Some((*tile, self.block(*block)?))).collect(),
            muted: old.muted.iter().filter_map(|at| self.known_expansion(*at)).collect(),
            extra_parts: old.extra_parts,
            on_top: old.on_top.iter().filter_map(|tile| self.known_tile(*tile)).collect::<VecDeque<_>>(),
        }
    }
}
