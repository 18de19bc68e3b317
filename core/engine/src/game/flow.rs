//! The flow of a game: events go to their listeners, tasks are done, until somebody has to decide.
//!
//! A handler that asks a question leaves the game suspended: the state from before the handler is
//! kept with the answers so far. With the answer the handler goes on where it waits in its host, or, after
//! a fork, an undo, a load, it is called again with one answer more. The state is copied only for handlers
//! that were seen to ask after a change; the first time, the step is done again.

use crate::decision::{Choice, Prompt, Question};
use crate::event::Event;
use crate::host::{HandlerError, Ticket, Told};
use crate::luck::Chance;
use crate::rules::Step;
use crate::scene::{Checkpoint, Kept};
use crate::state::{Performance, State, Task};

use super::Game;

/// How many handlers one step may call. Whoever needs more raises events without end.
const CALLS_IN_A_STEP: u32 = 100_000;

/// What called a handler, to call it again.
#[derive(Clone, Debug)]
pub(super) enum Call {
    Tell { event: Event, handler: u16 },
    Perform(Box<Performance>),
}

/// A handler that waits for an answer: the state before it, and the answers so far.
#[derive(Clone, Debug)]
pub(super) struct Suspended {
    pub(super) call: Call,
    pub(super) answers: Vec<u16>,
    /// What was offered before the question.
    options: Vec<Choice>,
    prompt: Option<Prompt>,
    /// The state from before it, if it had changed something.
    before: Option<Box<Checkpoint>>,
    pub(super) reported: Reported,
    /// Where it waits in its host.
    ticket: Option<Ticket>,
}

/// What was reported of a handler that is not done.
#[derive(Clone, Debug, Default)]
pub(super) struct Reported {
    /// How many events.
    events: usize,
    /// What chance said. It will say the same when the handler runs again.
    pub(super) chances: Vec<Chance>,
}

impl Suspended {
    /// A handler that waits in a game that is in the state from before it, where nothing is offered.
    pub(super) fn before_it(self) -> Suspended {
        Suspended { options: Vec::new(), prompt: None, before: None, ticket: None, ..self }
    }

    /// Makes a state what it was before the question. There is nothing to put back afterwards.
    fn take_back_question(&mut self, state: &mut State) {
        state.options = std::mem::take(&mut self.options);
        state.prompt = self.prompt.take();
    }

    /// Makes a state what it was before the handler.
    pub(super) fn put_back(&mut self, state: &mut State) {
        match self.before.take() {
            Some(before) => *state = before.state,
            None => self.take_back_question(state),
        }
    }
}

impl Game {
    /// Dispatches events and does tasks until somebody has to decide or the game is over.
    #[inline]
    pub(super) fn run(&mut self) -> Step {
        let mut calls = 0;
        loop {
            if !self.scene.state.queue.is_empty() {
                calls += 1;
                self.dispatch(calls)?;
            } else if self.scene.state.prompt.is_some() {
                return Ok(());
            } else {
                match self.scene.state.agenda.last() {
                    None => return Ok(()),
                    Some(Task::Perform(used)) => self.perform(Call::Perform(used.clone()))?,
                    Some(_) => self.table(|table| table.run())?,
                }
            }
            if self.suspended.is_some() {
                return Ok(());
            }
        }
    }

    /// Calls the next listener of the first event in the queue that has one, and drops those before it.
    fn dispatch(&mut self, calls: u32) -> Step {
        while let Some(dispatch) = self.scene.state.queue.front() {
            let next =
                self.scene.next_listener(&dispatch.event, dispatch.event.kind(), dispatch.next as usize);
            let Some(handler) = next.map(|handler| handler as u16) else {
                self.scene.write().queue.pop_front();
                continue;
            };
            let event = dispatch.event.clone();
            if calls > CALLS_IN_A_STEP {
                return Err(self.endless(&event));
            }
            self.scene.write().queue[0].next = handler;
            return self.call(Call::Tell { event, handler }, &[]);
        }
        Ok(())
    }

    /// Uses an action, unless its expansion takes no part any more.
    fn perform(&mut self, call: Call) -> Step {
        if self.is_call_muted(&call) {
            remove_performed(self.scene.write());
            return Ok(());
        }
        self.call(call, &[])
    }

    fn is_call_muted(&self, call: &Call) -> bool {
        let subscriptions = &self.scene.subscriptions;
        let expansion = match call {
            Call::Tell { event, handler } => {
                subscriptions.tell[event.kind() as usize][*handler as usize].expansion
            }
            Call::Perform(used) => subscriptions.actions[used.action.index()].expansion,
        };
        self.scene.state.is_muted(expansion)
    }

    /// Calls a handler. Leaves the game suspended when it asks.
    fn call(&mut self, call: Call, answers: &[u16]) -> Step {
        let Some(host) = self.host.clone() else { return Ok(()) };
        self.scene.guard(self.asks_after_changes(&call));
        let result = {
            let mut host = host.borrow_mut();
            match &call {
                Call::Tell { event, handler } => {
                    host.tell(&mut self.scene, event, *handler as usize, answers)
                }
                Call::Perform(used) => {
                    host.perform(&mut self.scene, used.action, used.player, &used.item, answers)
                }
            }
        };
        self.settle(call, result, || answers.to_vec(), Reported::default())
    }

    /// What a handler came to that has these answers, and of which this was reported already.
    fn settle(
        &mut self,
        call: Call,
        result: Result<Told, HandlerError>,
        answers: impl FnOnce() -> Vec<u16>,
        reported: Reported,
    ) -> Step {
        match result {
            Ok(Told::Done) => {
                self.scene.keep();
                let state = self.scene.write();
                match call {
                    Call::Tell { .. } => state.queue[0].next += 1,
                    Call::Perform(_) => remove_performed(state),
                }
                Ok(())
            }
            Ok(Told::Asked(question, _)) if question.options.is_empty() => {
                self.scene.keep();
                Err(no_answer(&call, question))
            }
            Ok(Told::Asked(question, ticket)) => self.suspend(call, answers(), reported, question, ticket),
            Err(error) => match self.scene.keep() {
                // The message shall say how it was before.
                Kept::Changed => Err(self.begin_again(&call)),
                Kept::Nothing | Kept::Copied(_) => Err(error),
            },
        }
    }

    /// Whether a handler needs a copy of the state from before, to be called again with an answer.
    /// Copies are dear and few handlers ask; what fails is taken back with the whole step.
    fn asks_after_changes(&self, call: &Call) -> bool {
        match call {
            Call::Tell { event, handler } => self.scene.asking.knows(event.kind(), *handler),
            Call::Perform(used) => self.scene.asking.knows_action(used.action),
        }
    }

    fn suspend(
        &mut self,
        call: Call,
        answers: Vec<u16>,
        mut reported: Reported,
        question: Question,
        ticket: Option<Ticket>,
    ) -> Step {
        let before = match self.scene.keep() {
            Kept::Changed => return Err(self.begin_again(&call)),
            Kept::Nothing => None,
            Kept::Copied(before) => {
                let journal = self.scene.journal.as_ref().map_or(0, Vec::len);
                reported.events += journal - before.journal;
                reported.chances.extend_from_slice(&self.scene.chances[before.chances..]);
                Some(before)
            }
        };
        let answer = |item| Choice::Answer { item };
        let (offered, state) = (question.options.len() as u16, self.scene.write());
        let options = std::mem::replace(&mut state.options, (0..offered).map(answer).collect());
        let prompt = state.prompt.replace(Prompt::Question(question));
        self.suspended =
            Some(Box::new(Suspended { call, answers, options, prompt, before, reported, ticket }));
        Ok(())
    }

    /// The first time that a handler asks or fails after it changed something: the whole step is done again,
    /// and this time the state from before it is kept. The error ends the step and is seen by nobody.
    fn begin_again(&mut self, call: &Call) -> HandlerError {
        match call {
            Call::Tell { event, handler } => self.scene.asking.learn(event.kind(), *handler),
            Call::Perform(used) => self.scene.asking.learn_action(used.action),
        }
        self.again = true;
        HandlerError::new("", "", "the step is done again")
    }

    /// Gives the waiting handler its answer: it goes on, or is called again with one answer more.
    pub(super) fn answer(&mut self, item: u16) -> Step {
        match self.go_on(item) {
            Some(result) => {
                result?;
                self.run_unless_suspended()
            }
            None => self.resume(|_, mut answers| {
                answers.push(item);
                answers
            }),
        }
    }

    /// Goes on with the handler where it waits in its host, if it does. Everything is as it was at the question.
    fn go_on(&mut self, item: u16) -> Option<Step> {
        let host = self.host.clone()?;
        let ticket = self.suspended.as_mut()?.ticket.take()?;
        let mut waiting = self.suspended.take()?;
        waiting.take_back_question(&mut self.scene.state);
        match waiting.before.take() {
            Some(before) => self.scene.guard_copied(before),
            None => self.scene.guard(self.asks_after_changes(&waiting.call)),
        }
        let result = host.borrow_mut().go_on(&mut self.scene, ticket, item);
        match result {
            Some(result) => {
                let Suspended { call, mut answers, reported, .. } = *waiting;
                let answers = || {
                    answers.push(item);
                    answers
                };
                Some(self.settle(call, result, answers, reported))
            }
            None => {
                if let Kept::Copied(before) = self.scene.keep() {
                    waiting.before = Some(before);
                }
                // What was offered before the question is offered now.
                let state = &mut self.scene.state;
                waiting.options = std::mem::take(&mut state.options);
                waiting.prompt = state.prompt.take();
                self.suspended = Some(waiting);
                None
            }
        }
    }

    fn run_unless_suspended(&mut self) -> Step {
        if self.suspended.is_some() { Ok(()) } else { self.run() }
    }

    /// Goes back to the state before the waiting handler, changes something, and calls it again.
    pub(super) fn resume(&mut self, change: impl FnOnce(&mut Game, Vec<u16>) -> Vec<u16>) -> Step {
        let Some(mut waiting) = self.suspended.take() else { return Ok(()) };
        waiting.put_back(&mut self.scene.state);
        let Suspended { call, answers, reported, .. } = *waiting;
        let Reported { events, chances } = reported;
        // Chance repeats what it said, before anything that was settled since.
        let repeated = chances.len();
        for outcome in chances.into_iter().rev() {
            self.scene.forced.push_front(outcome);
        }
        let answers = change(self, answers);
        if self.is_call_muted(&call) {
            self.scene.forced.drain(..repeated);
            return self.run();
        }
        self.call(call, &answers)?;
        // What the unfinished run had reported is not reported again.
        if let Some(journal) = &mut self.scene.journal {
            journal.drain(..events.min(journal.len()));
        }
        self.scene.chances.drain(..repeated.min(self.scene.chances.len()));
        self.run_unless_suspended()
    }

    /// The ids of the expansions that listen to an event.
    fn listeners(&self, event: &Event) -> Vec<String> {
        let expansions = &self.rules().setup.expansions;
        let handlers = &self.scene.subscriptions.tell[event.kind() as usize];
        let mut ids: Vec<String> = handlers
            .iter()
            .filter(|handler| handler.hears(event))
            .filter_map(|handler| Some(expansions.get(handler.expansion as usize)?.id.clone()))
            .collect();
        ids.dedup();
        ids
    }

    fn endless(&self, event: &Event) -> HandlerError {
        let name = match event {
            Event::Custom { name, .. } => name,
            _ => event.kind().info().hook,
        };
        let listeners = self.listeners(event);
        let message = format!(
            "handlers raise events without end: {CALLS_IN_A_STEP} calls in one step, the last for `{name}`, \
             to which these expansions listen: {}",
            listeners.join(", ")
        );
        let expansion = listeners.first().cloned().unwrap_or_default();
        HandlerError::new(expansion, event.kind().info().hook, message)
    }
}

/// The action that was just used is off the agenda; what it left there stays.
fn remove_performed(state: &mut State) {
    if let Some(at) = state.agenda.iter().rposition(|task| matches!(task, Task::Perform(_))) {
        state.agenda.remove(at);
    }
}

fn no_answer(call: &Call, question: Question) -> HandlerError {
    let hook = match call {
        Call::Tell { event, .. } => event.kind().info().hook,
        Call::Perform(_) => "perform",
    };
    let message = format!("the question `{}` has no options to choose from", question.prompt);
    HandlerError::new(&*question.expansion, hook, message)
}
