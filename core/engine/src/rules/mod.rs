//! The rules of the base game, one file each.
//!
//! A rule works on a [`Table`]: the scene, and whoever stands behind the door. A rule never waits:
//! it does its part, leaves tasks on the agenda, and returns. Between two tasks the game dispatches
//! the events that were raised.

mod deploy;
mod draw;
mod end;
mod fields;
mod place;
mod score;
mod turn;

use smallvec::SmallVec;

use crate::decision::{Choice, Item};
use crate::event::Label;
use crate::filter::About;
use crate::host::{HandlerError, Host, Query, QueryKind, Verdict};
use crate::ruleset::PhaseKind;
use crate::scene::Scene;
use crate::state::{State, Task};

/// Where the rules of the game act.
pub(crate) struct Table<'a> {
    pub scene: &'a mut Box<Scene>,
    pub host: Option<&'a mut dyn Host>,
}

/// What a step of the rules comes to.
pub(crate) type Step = Result<(), HandlerError>;

impl Table<'_> {
    /// The state, to be changed.
    #[inline]
    fn state(&mut self) -> &mut State {
        self.scene.write()
    }

    /// Leaves a task on the agenda; the last left is done first.
    #[inline]
    fn then(&mut self, task: Task) {
        self.state().agenda.push(task);
    }

    /// Goes to the phase after the current one, after the last to the next turn.
    #[inline]
    fn next_phase(&mut self) {
        let next = self.scene.state.phase + 1;
        let last = next as usize == self.scene.rules.phases.len();
        self.then(if last { Task::NextTurn } else { Task::Phase(next) });
    }

    /// Does tasks until an event waits to be heard, or somebody to decide, or nothing is left that
    /// the rules do themselves.
    #[inline]
    pub fn run(&mut self) -> Step {
        loop {
            match self.state().agenda.pop() {
                None => return Ok(()),
                // The game calls the host itself, since the action may ask.
                Some(Task::Perform(used)) => {
                    self.then(Task::Perform(used));
                    return Ok(());
                }
                Some(task) => self.do_task(task)?,
            }
            if self.scene.state.prompt.is_some() || !self.scene.state.queue.is_empty() {
                return Ok(());
            }
        }
    }

    #[inline]
    fn do_task(&mut self, task: Task) -> Step {
        match task {
            Task::Phase(phase) => self.enter(phase),
            Task::Score { feature, complete } => self.score(feature, complete),
            Task::Release(feature) => {
                self.release(feature);
                Ok(())
            }
            Task::Summary => {
                self.summary();
                Ok(())
            }
            Task::Offer => self.offer(),
            Task::NextTurn => {
                self.next_turn();
                Ok(())
            }
            Task::FinalFeatures => self.final_features(),
            Task::FinalFields => self.final_fields(),
            Task::FinalRules => {
                self.final_rules();
                Ok(())
            }
            Task::End => {
                self.end();
                Ok(())
            }
            Task::Perform(_) => Ok(()),
        }
    }

    #[inline]
    fn enter(&mut self, phase: u8) -> Step {
        self.state().phase = phase;
        match self.scene.rules.phases[phase as usize].kind {
            PhaseKind::TurnStart => {
                self.turn_start();
                Ok(())
            }
            PhaseKind::Draw => self.draw(),
            PhaseKind::Place => self.offer_places(),
            PhaseKind::Deploy => self.offer(),
            PhaseKind::Score => self.score_placement(),
            PhaseKind::TurnEnd => {
                self.turn_end();
                Ok(())
            }
            PhaseKind::Custom => self.enter_custom(phase),
        }
    }

    /// Makes a choice that is an option of the current decision.
    #[inline]
    pub fn choose(&mut self, choice: Choice) -> Step {
        self.note_deed(choice);
        let state = self.state();
        state.prompt = None;
        state.options.clear();
        match choice {
            Choice::Place { pos, rotation } => self.place(pos, rotation),
            Choice::Deploy { kind, segment } => self.deploy(kind, segment),
            Choice::Recall { piece } => self.recall(piece),
            Choice::Pass => self.next_phase(),
            Choice::Act { action, item } => self.act(action, item),
            // The game resumes the handler itself.
            Choice::Answer { .. } => {}
        }
        Ok(())
    }

    /// Keeps what was done in the phase of deployment.
    #[inline]
    fn note_deed(&mut self, choice: Choice) {
        let phase = self.scene.state.phase as usize;
        let answered = matches!(choice, Choice::Answer { .. });
        if self.scene.rules.phases[phase].kind == PhaseKind::Deploy && !answered {
            self.state().deed = Some(choice);
        }
    }

    /// Whether all expansions allow something. `query` is only called if anybody is asked, which hangs on
    /// what it is about.
    #[inline]
    fn allowed(
        &mut self,
        kind: QueryKind,
        about: impl Fn(&Scene) -> About,
        query: impl FnOnce() -> Query,
    ) -> Result<bool, HandlerError> {
        if !self.scene.is_asked(kind, about) {
            return Ok(true);
        }
        Ok(self.verdict(&query())? == Verdict::Allowed)
    }

    /// What the first expansion says that does not allow something.
    pub fn verdict(&mut self, query: &Query) -> Result<Verdict, HandlerError> {
        let Some(host) = self.host.as_deref_mut() else { return Ok(Verdict::Allowed) };
        let subscriptions = std::sync::Arc::clone(&self.scene.subscriptions);
        for index in 0..subscriptions.ask[query.kind as usize].len() {
            if !self.scene.wants_to_answer(query, index) {
                continue;
            }
            if let Verdict::Refused(reason) = host.allow(self.scene, query, index)? {
                return Ok(Verdict::Refused(reason));
            }
        }
        Ok(Verdict::Allowed)
    }

    /// What all expansions add to a number. `fields` is only called if anybody is asked, which hangs on what
    /// it is about.
    fn adjustments(
        &mut self,
        kind: QueryKind,
        about: impl Fn(&Scene) -> About,
        fields: impl FnOnce() -> SmallVec<[Item; 5]>,
    ) -> Result<Vec<(Label, i32)>, HandlerError> {
        let mut parts = Vec::new();
        if !self.scene.is_asked(kind, about) {
            return Ok(parts);
        }
        let Some(host) = self.host.as_deref_mut() else { return Ok(parts) };
        let mut query = Query { kind, fields: fields() };
        let subscriptions = std::sync::Arc::clone(&self.scene.subscriptions);
        for index in 0..subscriptions.ask[kind as usize].len() {
            if self.scene.wants_to_answer(&query, index) {
                let added = host.adjust(self.scene, &query, index)?;
                added.iter().for_each(|(_, by)| query.add_to_so_far(*by));
                parts.extend(added);
            }
        }
        Ok(parts)
    }
}
