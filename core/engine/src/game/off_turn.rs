//! What players may do beside the open decision, and what changes who takes part.

use std::sync::Arc;

use crate::decision::{ActionId, Choice, Item};
use crate::host::{ApplyError, HandlerError};
use crate::ruleset::Player;
use crate::state::{Performance, Task};

use super::{Entry, Game};

/// An option outside of the open decision.
#[derive(Clone, Debug, PartialEq)]
pub struct OffTurn {
    /// Who may use it.
    pub player: Player,
    /// The action.
    pub action: ActionId,
    /// On what it may be used.
    pub items: Vec<Item>,
}

impl Game {
    /// What the players may do outside of the open decision, such as proposing something in
    /// another's turn. Empty while a question is open.
    ///
    /// # Errors
    ///
    /// When a handler fails.
    pub fn off_turn(&mut self) -> Result<Vec<OffTurn>, HandlerError> {
        let mut found = Vec::new();
        let Some(host) = self.host.clone() else { return Ok(found) };
        if self.is_over() || self.suspended.is_some() {
            return Ok(found);
        }
        let subscriptions = Arc::clone(&self.scene.subscriptions);
        for (index, action) in subscriptions.actions.iter().enumerate() {
            if !action.off_turn {
                continue;
            }
            for player in self.rules().players() {
                if !self.scene.may_act(action, player) {
                    continue;
                }
                let action = ActionId(index as u16);
                let items = host.borrow_mut().options(&mut self.scene, action, player)?;
                if !items.is_empty() {
                    found.push(OffTurn { player, action, items });
                }
            }
        }
        Ok(found)
    }

    /// Uses an action outside of the open decision, which is offered again afterwards.
    ///
    /// # Errors
    ///
    /// When the action is not on offer, and when a handler fails.
    pub fn apply_off_turn(
        &mut self,
        player: Player,
        action: ActionId,
        item: &Item,
    ) -> Result<(), ApplyError> {
        if self.is_over() {
            return Err(ApplyError::GameOver);
        }
        let offered = self.off_turn()?;
        let legal =
            |offer: &OffTurn| offer.player == player && offer.action == action && offer.items.contains(item);
        if !offered.iter().any(legal) {
            let choice = Choice::Act { action, item: 0 };
            let reason = format!("{} cannot do this now", self.rules().name(player));
            return Err(ApplyError::Illegal { choice, reason });
        }
        Ok(self.use_off_turn(player, action, item.clone())?)
    }

    /// Uses an action that is known to be on offer.
    pub(super) fn use_off_turn(
        &mut self,
        player: Player,
        action: ActionId,
        item: Item,
    ) -> Result<(), HandlerError> {
        let start = self.begin(Entry::OffTurn { player, action, item: item.clone() });
        self.take_back_offer();
        self.scene.write().agenda.push(Task::Perform(Box::new(Performance { action, player, item })));
        let result = self.run();
        self.finish(start, result)
    }

    /// From here on, an expansion's handlers are not called any more: the way on when one fails.
    /// A question that it asked is dropped, and the open decision is offered again without it.
    ///
    /// # Errors
    ///
    /// When a handler of another expansion fails.
    pub fn mute(&mut self, expansion: u16) -> Result<(), HandlerError> {
        let start = self.begin(Entry::Mute(expansion));
        let result = self.mute_now(expansion);
        self.finish(start, result)
    }

    fn mute_now(&mut self, expansion: u16) -> Result<(), HandlerError> {
        if self.suspended.is_some() {
            let question = self.question().cloned();
            let result = self.resume(|game, answers| {
                game.mark_muted(expansion);
                answers
            });
            // What leads to a question that is asked again was said when it was first asked.
            if result.is_ok() && self.question() == question.as_ref() {
                self.unprint(self.printed);
            }
            return result;
        }
        self.mark_muted(expansion);
        self.take_back_offer();
        self.run()
    }

    fn mark_muted(&mut self, expansion: u16) {
        let muted = &mut self.scene.write().extra_mut().muted;
        if !muted.contains(&expansion) {
            muted.push(expansion);
        }
    }

    /// Takes the open decision back, to be offered again once the agenda is done.
    pub(super) fn take_back_offer(&mut self) {
        let phase = self.scene.state.phase;
        let state = self.scene.write();
        let again = match state.prompt.take() {
            None => return,
            Some(crate::decision::Prompt::Place(_)) => Task::Phase(phase),
            Some(_) => Task::Offer,
        };
        state.options.clear();
        state.agenda.push(again);
    }
}
