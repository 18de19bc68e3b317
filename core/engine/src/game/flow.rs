//! The flow of a game: events go to their listeners, tasks are done, until somebody has to decide.
//!
//! A handler that asks a question leaves the game suspended: the state from before the handler is
//! kept with the answers so far, and the handler is called again with one answer more. The state is
//! copied only for handlers that were seen to ask after a change; the first time, the step is done again.

use crate::decision::{Choice, Prompt, Question};
use crate::event::Event;
use crate::host::{HandlerError, Told};
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

/// The state before a handler that waits for an answer.
#[derive(Clone, Debug)]
pub(super) enum Before {
    /// It had changed something: a copy of the state from before.
    Copied(Box<Checkpoint>),
    /// It had changed nothing: the state is still as it was, but for what was offered before.
    Same { options: Vec<Choice>, prompt: Option<Prompt> },
}

impl Before {
    /// Makes the state what it was.
    pub(super) fn put_back(self, state: &mut State) {
        match self {
            Before::Copied(before) => *state = before.state,
            Before::Same { options, prompt } => (state.options, state.prompt) = (options, prompt),
        }
    }
}

/// A handler that waits for an answer: the state before it, and the answers so far.
#[derive(Clone, Debug)]
pub(super) struct Suspended {
    pub(super) before: Before,
    pub(super) call: Call,
    pub(super) answers: Vec<u16>,
    /// How many events of the unfinished run were reported already.
    told: usize,
    /// What chance said in the unfinished run. It will say the same when the handler runs again.
    pub(super) chances: Vec<Chance>,
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
            Ok(Told::Asked(question)) if question.options.is_empty() => {
                self.scene.keep();
                Err(no_answer(&call, question))
            }
            Ok(Told::Asked(question)) => self.suspend(call, answers.to_vec(), question),
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

    fn suspend(&mut self, call: Call, answers: Vec<u16>, question: Question) -> Step {
        let kept = self.scene.keep();
        if let Kept::Changed = kept {
            return Err(self.begin_again(&call));
        }
        let answer = |item| Choice::Answer { item };
        let (offered, state) = (question.options.len() as u16, self.scene.write());
        let options = std::mem::replace(&mut state.options, (0..offered).map(answer).collect());
        let prompt = state.prompt.replace(Prompt::Question(question));
        let (told, chances, before) = match kept {
            Kept::Copied(before) => {
                let told = self.scene.journal.as_ref().map_or(0, |journal| journal.len() - before.journal);
                (told, self.scene.chances[before.chances..].to_vec(), Before::Copied(before))
            }
            _ => (0, Vec::new(), Before::Same { options, prompt }),
        };
        self.suspended = Some(Box::new(Suspended { call, answers, told, chances, before }));
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

    /// Calls the waiting handler again, with one answer more.
    pub(super) fn answer(&mut self, item: u16) -> Step {
        self.resume(|_, mut answers| {
            answers.push(item);
            answers
        })
    }

    /// Goes back to the state before the waiting handler, changes something, and calls it again.
    pub(super) fn resume(&mut self, change: impl FnOnce(&mut Game, Vec<u16>) -> Vec<u16>) -> Step {
        let Some(waiting) = self.suspended.take() else { return Ok(()) };
        let Suspended { before, call, answers, told, chances } = *waiting;
        before.put_back(&mut self.scene.state);
        // Chance repeats what it said, before anything that was settled since.
        let reported = chances.len();
        for outcome in chances.into_iter().rev() {
            self.scene.forced.push_front(outcome);
        }
        let answers = change(self, answers);
        if self.is_call_muted(&call) {
            self.scene.forced.drain(..reported);
            return self.run();
        }
        self.call(call, &answers)?;
        // What the unfinished run had reported is not reported again.
        if let Some(journal) = &mut self.scene.journal {
            journal.drain(..told.min(journal.len()));
        }
        self.scene.chances.drain(..reported.min(self.scene.chances.len()));
        if self.suspended.is_some() {
            return Ok(());
        }
        self.run()
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
