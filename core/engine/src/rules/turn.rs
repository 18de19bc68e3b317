//! The turn: its beginning, its end, phases that expansions add, and what a phase offers.

use crate::decision::{ActionId, Choice, Prompt};
use crate::event::{Event, EventKind};
use crate::rules::{Step, Table};
use crate::ruleset::PhaseKind;
use crate::state::{Performance, Task};

impl Table<'_> {
    #[inline]
    pub(super) fn turn_start(&mut self) {
        let state = self.state();
        state.turn += 1;
        state.placed = None;
        state.deed = None;
        let player = state.active;
        if self.scene.wants(EventKind::TurnStarted) {
            self.scene.raise_last(Event::TurnStarted { player });
        }
        self.next_phase();
    }

    /// The end of a turn, or of a part of it where a rule granted another part.
    #[inline]
    pub(super) fn turn_end(&mut self) {
        let parts = self.scene.state.extra.as_ref().map_or(0, |extra| extra.extra_parts);
        if parts > 0 {
            self.state().extra_mut().extra_parts -= 1;
            let draw = self.phase_of(PhaseKind::Draw);
            self.then(Task::Phase(draw));
            return;
        }
        let player = self.scene.state.active;
        self.next_phase();
        if self.scene.wants(EventKind::TurnEnded) {
            self.scene.raise_last(Event::TurnEnded { player });
        }
    }

    /// BG33: the game ends after the turn in which the last tile was placed.
    #[inline]
    pub(super) fn next_turn(&mut self) {
        if self.scene.state.stack.is_empty() {
            self.then(Task::FinalFeatures);
        } else {
            let next = self.scene.player_after(self.scene.state.active, 1);
            self.state().active = next;
            self.then(Task::Phase(0));
        }
    }

    pub(super) fn phase_of(&self, kind: PhaseKind) -> u8 {
        self.scene.rules.phases.iter().position(|phase| phase.kind == kind).unwrap_or(0) as u8
    }

    pub(super) fn enter_custom(&mut self, phase: u8) -> Step {
        let player = self.scene.state.active;
        self.scene.raise_last(Event::PhaseEntered { phase, player });
        if self.scene.state.queue.is_empty() {
            return self.offer();
        }
        self.then(Task::Offer);
        Ok(())
    }

    /// Offers what the current phase has to offer: deployments in its phase, and the actions of
    /// expansions. A phase with nothing to offer is passed over.
    #[inline]
    pub(super) fn offer(&mut self) -> Step {
        let phase = self.scene.state.phase;
        let rules = std::sync::Arc::clone(&self.scene.rules);
        let deploys = rules.phases[phase as usize].kind == PhaseKind::Deploy;
        let state = self.state();
        state.options.clear();
        state.items.clear();
        if deploys {
            self.offer_deployments(rules.followers())?;
            self.offer_recalls();
        } else {
            self.offer_deployments(rules.phases[phase as usize].deploys.iter().copied())?;
        }
        if self.scene.gates.offers.may_have(&self.scene.state, phase, self.scene.state.active) {
            self.offer_actions(phase)?;
        }
        if self.scene.state.options.is_empty() {
            self.next_phase();
        } else {
            let state = self.state();
            state.options.push(Choice::Pass);
            state.prompt = Some(if deploys { Prompt::Deploy } else { Prompt::Phase(phase) });
        }
        Ok(())
    }

    fn offer_actions(&mut self, phase: u8) -> Step {
        let Some(host) = self.host.as_deref_mut() else { return Ok(()) };
        let player = self.scene.state.active;
        for index in 0..self.scene.subscriptions.actions.len() {
            let action = &self.scene.subscriptions.actions[index];
            if action.phase != Some(phase) || !self.scene.may_act(action, player) {
                continue;
            }
            let id = ActionId(index as u16);
            let items = host.options(self.scene, id, player)?;
            let state = self.scene.write();
            for item in items {
                let at = state.items.len() as u16;
                state.items.push(item);
                state.options.push(Choice::Act { action: id, item: at });
            }
        }
        Ok(())
    }

    /// Uses an action of the current phase, which ends the phase or offers it again.
    pub(super) fn act(&mut self, action: ActionId, item: u16) {
        let player = self.scene.state.active;
        let item = self.scene.state.items[item as usize].clone();
        if self.scene.subscriptions.actions[action.index()].instead {
            self.next_phase();
        } else {
            self.then(Task::Offer);
        }
        self.then(Task::Perform(Box::new(Performance { action, player, item })));
    }
}
