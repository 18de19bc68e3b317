//! How handlers are called: who runs, what it may use up, and how those wait that ask.
//!
//! A handler that was seen to ask runs as a coroutine, and waits as one where it asks, with all that it holds. It
//! goes on from there if nobody else was called meanwhile. In all other cases the engine calls it again from its
//! beginning, with its answers; its script cannot tell which of the two it is.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use bastide_engine::decision::{Item, Question};
use bastide_engine::event::Event;
use bastide_engine::host::{HandlerError, Ticket};
use bastide_engine::ruleset::Player;
use bastide_engine::scene::Scene;
use mlua::{Function, IntoLuaMulti, Lua, Thread};

use super::LuaHost;
use crate::convert::item_to_lua;
use crate::error::{Failure, Given};
use crate::shared::{Frame, Stop};
use crate::vm::Unlimited;

/// Who is called, and how.
pub(super) struct Caller<'a> {
    pub expansion: u16,
    pub hook: &'a Rc<str>,
    /// What it is called with, for the message if it fails.
    pub given: Given<'a>,
    /// Whether it was seen to ask. Who may only look cannot.
    pub asks: Option<&'a Cell<bool>>,
}

/// What a handler returned: its value, and a second one such as the reason of a veto.
pub(super) type Returned = (mlua::Value, mlua::Value);

/// How a call ended.
pub(super) enum Called {
    Returned(Returned),
    Asked(Question, Option<Ticket>),
}

/// A question in the middle of a handler that can wait there.
#[derive(Debug)]
pub(crate) struct Waits {
    pub question: Question,
    /// What the handler has left.
    pub fuel: u64,
}

/// A handler that waits for its answer.
pub(super) struct Parked {
    ticket: Ticket,
    thread: Thread,
    frame: Frame,
    fuel: u64,
    options: Arc<[Item]>,
    about: About,
}

/// What a handler was called with, while it waits.
enum About {
    Event(Event),
    Action(Player, Option<Item>),
    /// Handlers of queries do not wait.
    Nothing,
}

impl About {
    fn of(given: Given<'_>) -> About {
        match given {
            Given::Event(event) => About::Event(event.clone()),
            Given::Action(player, item) => About::Action(player, item.cloned()),
            Given::Query(_) => About::Nothing,
        }
    }

    fn given(&self) -> Option<Given<'_>> {
        match self {
            About::Event(event) => Some(Given::Event(event)),
            About::Action(player, item) => Some(Given::Action(*player, item.as_ref())),
            About::Nothing => None,
        }
    }
}

impl LuaHost {
    /// Calls a function of a script on a scene.
    pub(super) fn call<A: IntoLuaMulti>(
        &self,
        scene: &mut Box<Scene>,
        caller: Caller<'_>,
        answers: &[u16],
        function: &Function,
        args: impl FnOnce(&Lua, &Scene) -> mlua::Result<A>,
    ) -> Result<Called, HandlerError> {
        // Who waits cannot go on once others have run: a cell would be another object than the one in its hands.
        drop(self.parked.take());
        self.shared.refuel(self.shared.limits.fuel);
        self.shared.handles.forget();
        self.enter(
            scene,
            Frame {
                expansion: caller.expansion,
                hook: Rc::clone(caller.hook),
                pure: caller.asks.is_none(),
                answers: answers.to_vec(),
                asked: 0,
                storage: None,
            },
        );
        let args = {
            let _unlimited = Unlimited::new(&self.lua, &self.shared.limits);
            args(&self.lua, &self.shared.scene.borrow())
        };
        let thread = match &args {
            Ok(_) if caller.asks.is_some_and(Cell::get) => self.thread(function).map(Some),
            _ => Ok(None),
        };
        let (result, thread) = match (args, thread) {
            (Ok(args), Ok(Some(thread))) => (self.run(&thread, args), Some(thread)),
            (Ok(args), Ok(None)) => (function.call(args), None),
            (Err(error), _) | (_, Err(error)) => (Err(error), None),
        };
        self.leave(scene, caller, result, thread)
    }

    /// Goes on with a handler that waits, if it still does.
    pub(super) fn answer(
        &self,
        scene: &mut Box<Scene>,
        ticket: Ticket,
        answer: u16,
    ) -> Option<Result<Called, HandlerError>> {
        let parked = self.parked.take().filter(|parked| parked.ticket == ticket)?;
        let Parked { thread, mut frame, fuel, options, about, .. } = *parked;
        let given = about.given()?;
        let answered = options.get(usize::from(answer))?;
        let hook = Rc::clone(&frame.hook);
        let asks = Cell::new(true);
        let caller = Caller { expansion: frame.expansion, hook: &hook, given, asks: Some(&asks) };
        frame.answers.push(answer);
        self.shared.refuel(fuel);
        self.enter(scene, frame);
        let answered = {
            let _unlimited = Unlimited::new(&self.lua, &self.shared.limits);
            item_to_lua(&self.lua, &self.shared.handles, &self.shared.scene.borrow(), answered)
        };
        let result = answered.and_then(|answered| self.run(&thread, answered));
        Some(self.leave(scene, caller, result, Some(thread)))
    }

    /// A coroutine for a function: one that is done with another, or a new one.
    fn thread(&self, function: &Function) -> mlua::Result<Thread> {
        let _unlimited = Unlimited::new(&self.lua, &self.shared.limits);
        match self.idle.take() {
            Some(thread) => thread.reset(function.clone()).map(|()| thread),
            None => self.lua.create_thread(function.clone()),
        }
    }

    fn run(&self, thread: &Thread, args: impl IntoLuaMulti) -> mlua::Result<Returned> {
        self.shared.handler.set(thread.state().addr());
        thread.resume(args)
    }

    /// Scripts see the scene, and who runs.
    fn enter(&self, scene: &mut Box<Scene>, frame: Frame) {
        std::mem::swap(scene, &mut *self.shared.scene.borrow_mut());
        self.shared.frames.borrow_mut().push(frame);
    }

    /// A handler ended, or waits.
    fn leave(
        &self,
        scene: &mut Box<Scene>,
        caller: Caller<'_>,
        result: mlua::Result<Returned>,
        thread: Option<Thread>,
    ) -> Result<Called, HandlerError> {
        let waits = self.shared.waits.take();
        let result = result.and_then(|value| {
            if waits.is_none() && self.shared.stop.borrow().is_none() {
                self.shared.flush_storages()?;
            }
            Ok(value)
        });
        self.shared.handler.set(0);
        let frame = self.shared.frames.borrow_mut().drain(..).next();
        std::mem::swap(scene, &mut *self.shared.scene.borrow_mut());
        let stop = self.shared.stop.borrow_mut().take();
        match (stop, result, waits, thread) {
            (Some(Stop::Asked(question)), ..) => {
                if let Some(asks) = caller.asks {
                    asks.set(true);
                }
                Ok(Called::Asked(question, None))
            }
            (None, Ok(_), Some(waits), Some(thread)) => {
                let about = About::of(caller.given);
                Ok(self.park(thread, frame, waits, about))
            }
            (None, Ok(value), _, thread) => {
                self.idle.set(thread);
                Ok(Called::Returned(value))
            }
            (stop, result, ..) => Err(self.failure(scene, &caller, stop, result.err())),
        }
    }

    /// Keeps a handler that waits.
    fn park(&self, thread: Thread, frame: Option<Frame>, waits: Waits, about: About) -> Called {
        let Waits { question, fuel } = waits;
        let Some(frame) = frame else { return Called::Asked(question, None) };
        let ticket = Ticket(self.tickets.get());
        self.tickets.set(ticket.0 + 1);
        let options = Arc::clone(&question.options);
        self.parked.set(Some(Box::new(Parked { ticket, thread, frame, fuel, options, about })));
        Called::Asked(question, Some(ticket))
    }

    fn failure(
        &self,
        scene: &Scene,
        caller: &Caller<'_>,
        stop: Option<Stop>,
        error: Option<mlua::Error>,
    ) -> HandlerError {
        let error = error.unwrap_or_else(|| mlua::Error::runtime(""));
        let place = self.shared.stopped_at.borrow_mut().take();
        let failure = Failure { expansion: caller.expansion as usize, hook: caller.hook, loading: false };
        let error = failure.of(
            &self.shared.sources,
            &error,
            stop.as_ref(),
            place.as_deref(),
            caller.given.read(scene),
        );
        // The game goes on from the state before, for which there must be memory.
        let _ = self.lua.gc_collect();
        error
    }

    /// Calls a function that may only look.
    pub(super) fn look<A: IntoLuaMulti>(
        &self,
        scene: &mut Box<Scene>,
        expansion: u16,
        hook: &Rc<str>,
        given: Given<'_>,
        function: &Function,
        args: impl FnOnce(&Lua, &Scene) -> mlua::Result<A>,
    ) -> Result<Returned, HandlerError> {
        let caller = Caller { expansion, hook, given, asks: None };
        match self.call(scene, caller, &[], function, args)? {
            Called::Returned(value) => Ok(value),
            Called::Asked(..) => {
                let reason = "a handler that only looks cannot ask";
                Err(self.error(scene, expansion, hook, given, reason))
            }
        }
    }

    /// The error that a handler gave back something wrong.
    pub(super) fn error(
        &self,
        scene: &Scene,
        expansion: u16,
        hook: &str,
        given: Given<'_>,
        reason: &str,
    ) -> HandlerError {
        let failure = Failure { expansion: expansion as usize, hook, loading: false };
        failure.plain(&self.shared.sources, reason, given.read(scene))
    }
}
