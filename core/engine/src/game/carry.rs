//! Going on under other rules: the state stays, and what it holds is found again by name.
//!
//! Ids count in the lists of a ruleset, so that those of one ruleset mean nothing under another.
//! A state can be carried over only as a whole: each tile, piece, place, phase, action and expansion
//! that it mentions must be there under the new rules, and the tiles on the board must have the same
//! edges and segments. Everything else may be another: what features are worth, attributes, what
//! touches what, handlers, options, supplies, the stack.

mod event;
mod fault;
mod names;
mod pieces;
mod state;

use std::rc::Rc;
use std::sync::Arc;

use crate::decision::Prompt;
use crate::host::Asking;
use crate::luck::{Chance, Forced};
use crate::rules::Step;
use crate::ruleset::{PhaseKind, Ruleset};
use crate::state::Task;

use super::flow::{Call, Suspended};
use super::{Game, SharedHost};
pub use fault::{CarryErrors, CarryFault};
use names::Names;

impl Game {
    /// This game under other rules: nothing that has happened changes, and from here on the new
    /// rules hold. The open decision is offered again; a handler that waits for an answer is called
    /// again with the answers that it has.
    ///
    /// Of each tile as many are in the stack as before, and as many more or fewer as the new rules
    /// have more or fewer of it. Pieces that are new lie in the supplies.
    ///
    /// The log begins anew, since the one before belongs to other rules: what was decided before
    /// cannot be taken back, and the game cannot be played again from its setup ([`Game::is_carried`]).
    ///
    /// # Errors
    ///
    /// Everything that the state holds and the new rules do not have.
    pub fn carried(&self, rules: Arc<Ruleset>, host: Option<SharedHost>) -> Result<Game, CarryErrors> {
        self.carried_knowing(rules, host, None)
    }

    fn carried_knowing(
        &self,
        rules: Arc<Ruleset>,
        host: Option<SharedHost>,
        known: Option<Rc<Asking>>,
    ) -> Result<Game, CarryErrors> {
        let mut game = Game::unstarted(rules, self.seed, host.clone());
        if let Some(known) = known {
            game.scene.asking = known;
        }
        let (rules, subscriptions) = (Arc::clone(self.rules()), Arc::clone(self.subscriptions()));
        let (new, heard) = (Arc::clone(game.rules()), Arc::clone(game.subscriptions()));
        let mut names = Names::new(&rules, &subscriptions, &new, &heard);
        let waiting = self.suspended.as_deref();
        // A waiting handler is called again on the state before it.
        let state = match waiting {
            None => names.state(&self.scene.state),
            Some(waiting) => {
                let mut before = self.scene.state.clone();
                waiting.clone().put_back(&mut before);
                names.state(&before)
            }
        };
        let waiting = waiting.and_then(|waiting| names.waiting(waiting));
        let forced = names.forced(&self.scene.forced);
        names.finish()?;
        game.scene.state = state;
        game.scene.forced = forced;
        game.scene.journal = self.scene.journal.as_ref().map(|_| Vec::new());
        game.scene.noted = self.scene.noted;
        game.suspended = waiting.map(Box::new);
        let printed = game.printed();
        match game.offer_again() {
            Ok(()) => {}
            Err(_) if game.again => {
                game.unprint(printed);
                return self.carried_knowing(new, host, Some(game.scene.asking));
            }
            Err(error) => return Err(CarryErrors(vec![CarryFault::Handler(error)])),
        }
        game.scene.chances.clear();
        if let Some(journal) = &mut game.scene.journal {
            journal.clear();
        }
        game.origin = Some(Rc::new(game.clone()));
        Ok(game)
    }

    /// Whether the log begins in the middle of a game, because the rules were changed there
    /// ([`Game::carried`]). Such a game is not what comes out when its log is played from the setup.
    pub fn is_carried(&self) -> bool {
        self.origin.is_some()
    }

    /// Offers what is open under the rules as they are now.
    fn offer_again(&mut self) -> Step {
        if self.suspended.is_some() {
            return self.resume(|_, answers| answers);
        }
        let placing = matches!(self.scene.state.prompt, Some(Prompt::Place(_)));
        self.take_back_offer();
        if let (true, Some(tile)) = (placing, self.scene.state.hand) {
            let rules = Arc::clone(self.rules());
            let state = self.scene.write();
            state.places = state.board.place_counts(rules.tile(tile));
            // BG8: the tile may be another one than the one that was drawn.
            if state.places == [0; 4] {
                let draw = rules.phases.iter().position(|phase| phase.kind == PhaseKind::Draw);
                state.hand = None;
                state.agenda.pop();
                state.agenda.push(Task::Phase(draw.unwrap_or(0) as u8));
            }
        }
        self.run()
    }
}

impl Names<'_> {
    /// A handler that waits for an answer, to be called again. Its state is that of the game.
    fn waiting(&mut self, old: &Suspended) -> Option<Suspended> {
        // The game begins with the state from before.
        let mut waiting = old.clone().before_it();
        waiting.call = match &old.call {
            Call::Tell { event, handler } => {
                self.listeners(event.kind())?;
                Call::Tell { event: self.event(event)?, handler: *handler }
            }
            Call::Perform(used) => Call::Perform(Box::new(self.performance(used)?)),
        };
        let said = &old.reported.chances;
        waiting.reported.chances = said.iter().filter_map(|chance| self.chance(chance)).collect();
        Some(waiting)
    }

    /// Outcomes that are settled. A tile that is gone cannot be drawn.
    fn forced(&self, old: &Forced) -> Forced {
        old.iter().filter_map(|chance| self.chance(chance)).collect()
    }

    fn chance(&self, chance: &Chance) -> Option<Chance> {
        match chance {
            Chance::Draw(tile) => self.known_tile(*tile).map(Chance::Draw),
            Chance::Number(number) => Some(Chance::Number(*number)),
        }
    }
}
