//! What the functions that Lua calls and the host share: the scene, who is running, and whether it
//! has to stop.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use bastide_engine::decision::Question;
use bastide_engine::ruleset::Ruleset;
use bastide_engine::scene::Scene;
use bastide_engine::value::Value;
use mlua::{Lua, Table};
use rustc_hash::FxHashMap;

use crate::api::Known;
use crate::convert;
use crate::coverage::Chunk;
use crate::handle::Kept;
use crate::hooks::Bound;
use crate::host::{Payload, Waits};
use crate::names::Texts;
use crate::source::{Limits, Source};
use crate::vm::Unlimited;

/// Why a handler has to stop at once, whatever its script does to go on.
#[derive(Clone, Debug)]
pub(crate) enum Stop {
    /// It asked and has no answer yet.
    Asked(Question),
    /// It used up its fuel.
    OutOfFuel,
    /// It used up the memory.
    OutOfMemory,
}

/// A handler that is running.
#[derive(Debug)]
pub(crate) struct Frame {
    /// The index of its expansion.
    pub expansion: u16,
    /// Its hook or action, for messages.
    pub hook: Rc<str>,
    /// Whether it may only look.
    pub pure: bool,
    /// The answers to its questions.
    pub answers: Vec<u16>,
    /// How many of them were given out.
    pub asked: usize,
    /// The expansion's storage as a Lua table, once it was touched.
    pub storage: Option<Table>,
}

pub(crate) struct Shared {
    pub scene: RefCell<Box<Scene>>,
    pub frames: RefCell<Vec<Frame>>,
    pub stop: RefCell<Option<Stop>>,
    /// Where the state of the coroutine lies that the running handler is; 0 where it is none.
    pub handler: Cell<usize>,
    /// The question of a handler that waits for its answer as a coroutine.
    pub waits: RefCell<Option<Waits>>,
    /// Where the handler was when it had to stop: `file:line`.
    pub stopped_at: RefCell<Option<String>>,
    pub fuel: Cell<u64>,
    /// The steps that handlers took before the fuel was last set.
    pub burned: Cell<u64>,
    /// How often scripts used a field or a method of a handle.
    pub uses: Cell<u64>,
    pub limits: Limits,
    pub sources: Vec<Source>,
    /// What tables of `adjust_strength` are made with, for strengths that scripts ask for.
    pub strength_query: OnceCell<Payload>,
    /// What names stand for that scripts used.
    pub known: RefCell<Known>,
    /// The handles that were made.
    pub handles: Kept,
    /// The names that scripts used.
    pub texts: Texts,
    /// Each expansion's storage as handlers saw it last that may only look.
    frozen: RefCell<FxHashMap<u16, (Value, Table)>>,
    /// Each expansion's own options.
    pub options: OnceCell<Vec<Table>>,
    /// All handlers.
    pub bound: OnceCell<Bound>,
    /// What scripts printed.
    pub output: RefCell<Vec<String>>,
    /// The files that were loaded, where it is recorded what runs in them.
    pub chunks: Option<RefCell<Vec<Chunk>>>,
}

impl Shared {
    pub fn new(rules: Arc<Ruleset>, sources: Vec<Source>, limits: Limits) -> Shared {
        Shared {
            scene: RefCell::new(Box::new(Scene::placeholder(rules))),
            frames: RefCell::new(Vec::new()),
            stop: RefCell::new(None),
            handler: Cell::new(0),
            waits: RefCell::new(None),
            stopped_at: RefCell::new(None),
            fuel: Cell::new(limits.fuel),
            burned: Cell::new(0),
            uses: Cell::new(0),
            limits,
            sources,
            strength_query: OnceCell::new(),
            known: RefCell::default(),
            handles: Kept::default(),
            texts: Texts::default(),
            frozen: RefCell::default(),
            options: OnceCell::new(),
            bound: OnceCell::new(),
            output: RefCell::new(Vec::new()),
            chunks: None,
        }
    }

    /// Gives a handler its fuel: the next one all of it, one that goes on what it had left.
    #[inline]
    pub fn refuel(&self, fuel: u64) {
        let steps = self.steps();
        self.fuel.set(fuel);
        // What was not used is not counted.
        self.burned.set(steps.wrapping_sub(self.limits.fuel.saturating_sub(fuel)));
    }

    /// The steps that all handlers took so far.
    pub fn steps(&self) -> u64 {
        self.burned.get().wrapping_add(self.limits.fuel.saturating_sub(self.fuel.get()))
    }

    /// The handler has to stop: it gets no step any more.
    pub fn stop(&self, why: Stop) {
        *self.stop.borrow_mut() = Some(why);
        self.refuel(0);
    }

    /// Whether this is the running handler itself, as a coroutine.
    pub fn is_handler(&self, lua: &Lua) -> bool {
        let handler = self.handler.get();
        handler != 0 && lua.current_thread().state().addr() == handler
    }

    /// The id of the expansion whose handler is running.
    pub fn running(&self) -> Option<(u16, &str)> {
        let frames = self.frames.borrow();
        let expansion = frames.last()?.expansion;
        Some((expansion, self.sources.get(expansion as usize)?.id.as_str()))
    }

    /// Whether the running handler does again what it did before its last question.
    pub fn repeats(&self) -> bool {
        self.frames.borrow().first().is_some_and(|frame| frame.asked < frame.answers.len())
    }

    /// Whether the running handler may only look. So may a file while it is loaded.
    pub fn is_pure(&self) -> bool {
        self.frames.borrow().last().is_none_or(|frame| frame.pure)
    }

    /// The storage of the running expansion as a Lua table. A handler that may only look gets it
    /// frozen.
    pub fn storage(&self, lua: &Lua) -> mlua::Result<Table> {
        if let Some(table) = self.frames.borrow().last().and_then(|frame| frame.storage.clone()) {
            return Ok(table);
        }
        let Some((expansion, id)) = self.running() else {
            return Err(mlua::Error::runtime("`game.storage` exists only inside a handler"));
        };
        self.flush_storages()?;
        let table = {
            let _unlimited = Unlimited::new(lua, &self.limits);
            let scene = self.scene.borrow();
            let stored = scene.state().storage(id);
            if self.is_pure() {
                self.frozen_storage(lua, expansion, stored)?
            } else {
                storage_table(lua, stored, false)?
            }
        };
        if let Some(frame) = self.frames.borrow_mut().last_mut() {
            frame.storage = Some(table.clone());
        }
        Ok(table)
    }

    /// A storage that can only be looked at. It is the same table as the last time, if the same is in it.
    fn frozen_storage(&self, lua: &Lua, expansion: u16, stored: &Value) -> mlua::Result<Table> {
        let mut frozen = self.frozen.borrow_mut();
        if let Some((known, table)) = frozen.get(&expansion)
            && known == stored
        {
            return Ok(table.clone());
        }
        let table = storage_table(lua, stored, true)?;
        frozen.insert(expansion, (stored.clone(), table.clone()));
        Ok(table)
    }

    /// Writes what running handlers did to their storage into the scene.
    pub fn flush_storages(&self) -> mlua::Result<()> {
        let frames = self.frames.borrow();
        for frame in frames.iter().filter(|frame| !frame.pure) {
            let (Some(table), Some(source)) = (&frame.storage, self.sources.get(frame.expansion as usize))
            else {
                continue;
            };
            let value = convert::storage_to_value(table, &self.texts)?;
            let stored =
                if value == Value::List(Vec::new()) { Value::Map(Default::default()) } else { value };
            self.scene.borrow_mut().set_storage(&source.id, stored);
        }
        Ok(())
    }
}

fn storage_table(lua: &Lua, stored: &Value, frozen: bool) -> mlua::Result<Table> {
    match convert::value_to_lua(lua, stored, frozen)? {
        mlua::Value::Table(table) => Ok(table),
        _ => {
            let table = lua.create_table()?;
            table.set_readonly(frozen);
            Ok(table)
        }
    }
}
