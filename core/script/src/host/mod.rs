//! The host: calls handlers for the engine.

mod call;
mod payload;
mod returned;
mod strength;

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use bastide_engine::decision::{ActionId, Item};
use bastide_engine::event::{EVENTS, Event, FieldInfo, Label};
use bastide_engine::host::{
    Asking, HandlerError, Host, QUERIES, Query, QueryKind, Subscriptions, Ticket, Told, Verdict,
};
use bastide_engine::ruleset::Player;
use bastide_engine::scene::Scene;
use mlua::{Lua, Thread, Variadic};

use self::call::{Called, Caller, Parked, Returned};
use self::payload::{event_table, query_table, strict_fields};
use self::returned::{adjustments, item_list};
use crate::convert::{handle_to_lua, item_to_lua};
use crate::error::Given;
use crate::handle::Handle;
use crate::hooks::{Bound, BoundHandler, Listener};
use crate::names::kind;
use crate::shared::Shared;

pub(crate) use self::call::Waits;
pub(crate) use self::payload::Payload;
pub(crate) use self::strength::strengths;

/// Lua scripts behind the engine's door.
pub struct LuaHost {
    lua: Lua,
    /// The metatables of event and query tables, which refuse fields that do not exist.
    event_meta: Vec<Payload>,
    query_meta: Vec<Payload>,
    shared: Rc<Shared>,
    subscriptions: Arc<Subscriptions>,
    asking: Rc<Asking>,
    game: mlua::Value,
    /// The handler that waits for an answer, if nobody was called since.
    parked: Cell<Option<Box<Parked>>>,
    /// How many waited.
    tickets: Cell<u64>,
    /// A coroutine that is done.
    idle: Cell<Option<Thread>>,
}

/// What scripts took since their host was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// The steps of all handlers, as their limit counts them.
    pub steps: u64,
    /// How often scripts used a field or a method of a thing of the game.
    pub uses: u64,
    /// The bytes that all scripts hold now.
    pub memory: usize,
}

impl LuaHost {
    pub(crate) fn new(
        lua: Lua,
        shared: Rc<Shared>,
        subscriptions: Arc<Subscriptions>,
    ) -> mlua::Result<LuaHost> {
        let game = handle_to_lua(&lua, Handle::Game)?;
        let strict = |hook, fields: &'static [FieldInfo]| {
            let keys =
                fields.iter().map(|field| lua.create_string(field.name)).collect::<mlua::Result<_>>()?;
            Ok(Payload { meta: strict_fields(&lua, hook, fields)?, keys })
        };
        let event_meta =
            EVENTS.iter().map(|event| strict(event.hook, event.fields)).collect::<mlua::Result<_>>()?;
        let query_meta =
            QUERIES.iter().map(|query| strict(query.hook, query.fields)).collect::<mlua::Result<_>>()?;
        let query = QueryKind::AdjustStrength.info();
        let _ = shared.strength_query.set(strict(query.hook, query.fields)?);
        Ok(LuaHost {
            lua,
            event_meta,
            query_meta,
            shared,
            subscriptions,
            asking: Rc::default(),
            game,
            parked: Cell::default(),
            tickets: Cell::default(),
            idle: Cell::default(),
        })
    }

    /// All handlers, hook by hook in the order in which they are called, then all actions.
    pub fn listeners(&self) -> Vec<Listener> {
        self.shared.bound.get().map(Bound::listeners).unwrap_or_default()
    }

    /// What the handlers that were called so far took.
    pub fn spent(&self) -> Spent {
        let (steps, uses) = (self.shared.steps(), self.shared.uses.get());
        Spent { steps, uses, memory: self.lua.used_memory() }
    }

    fn query(
        &self,
        scene: &mut Box<Scene>,
        query: &Query,
        handler: usize,
    ) -> Result<(Returned, &BoundHandler), HandlerError> {
        let bound =
            self.handler(&self.shared.bound.get().map(|bound| &bound.ask[query.kind as usize]), handler)?;
        let given = Given::Query(query);
        let kept = &self.shared.handles;
        let value =
            self.look(scene, bound.expansion, &bound.hook, given, &bound.function, |lua, scene| {
                let payload = &self.query_meta[query.kind as usize];
                let table = bound.looks_at_payload.then(|| query_table(lua, kept, scene, query, payload));
                let table = table.transpose()?;
                let numbered = matches!(query.kind, QueryKind::AdjustPoints | QueryKind::AdjustStrength);
                let number = query.fields.last().filter(|_| numbered);
                let number = number.map(|item| item_to_lua(lua, kept, scene, item)).transpose()?;
                Ok((&self.game, table, Variadic::from_iter(number)))
            })?;
        Ok((value, bound))
    }

    fn handler<'a>(
        &self,
        list: &Option<&'a Vec<BoundHandler>>,
        index: usize,
    ) -> Result<&'a BoundHandler, HandlerError> {
        list.and_then(|list| list.get(index))
            .ok_or_else(|| HandlerError::new("", "", "the engine called a handler that does not exist"))
    }
}

impl Host for LuaHost {
    fn subscriptions(&self) -> Arc<Subscriptions> {
        Arc::clone(&self.subscriptions)
    }

    fn asking(&self) -> Rc<Asking> {
        Rc::clone(&self.asking)
    }

    fn take_output(&mut self) -> Vec<String> {
        std::mem::take(&mut *self.shared.output.borrow_mut())
    }

    fn printed(&self) -> usize {
        self.shared.output.borrow().len()
    }

    fn put_output(&mut self, lines: Vec<String>) {
        *self.shared.output.borrow_mut() = lines;
    }

    fn tell(
        &mut self,
        scene: &mut Box<Scene>,
        event: &Event,
        handler: usize,
        answers: &[u16],
    ) -> Result<Told, HandlerError> {
        let kind = event.kind();
        let bound =
            self.handler(&self.shared.bound.get().map(|bound| &bound.tell[kind as usize]), handler)?;
        let caller = Caller {
            expansion: bound.expansion,
            hook: &bound.hook,
            given: Given::Event(event),
            asks: Some(&bound.asks),
        };
        let called = self.call(scene, caller, answers, &bound.function, |lua, scene| {
            let payload = &self.event_meta[kind as usize];
            let table =
                bound.looks_at_payload.then(|| event_table(lua, &self.shared.handles, scene, event, payload));
            Ok((&self.game, table.transpose()?))
        })?;
        Ok(told(called))
    }

    fn allow(
        &mut self,
        scene: &mut Box<Scene>,
        query: &Query,
        handler: usize,
    ) -> Result<Verdict, HandlerError> {
        let ((value, reason), bound) = self.query(scene, query, handler)?;
        match value {
            mlua::Value::Boolean(true) | mlua::Value::Nil => Ok(Verdict::Allowed),
            mlua::Value::Boolean(false) => Ok(Verdict::Refused(match reason {
                mlua::Value::String(reason) => Some(reason.to_string_lossy()),
                _ => None,
            })),
            other => {
                let reason = format!("it must return true or false, not {}", kind(&other));
                Err(self.error(scene, bound.expansion, &bound.hook, Given::Query(query), &reason))
            }
        }
    }

    fn adjust(
        &mut self,
        scene: &mut Box<Scene>,
        query: &Query,
        handler: usize,
    ) -> Result<Vec<(Label, i32)>, HandlerError> {
        let ((value, _), bound) = self.query(scene, query, handler)?;
        let source = &self.shared.sources[bound.expansion as usize];
        adjustments(&value, &source.id)
            .map_err(|reason| self.error(scene, bound.expansion, &bound.hook, Given::Query(query), &reason))
    }

    fn options(
        &mut self,
        scene: &mut Box<Scene>,
        action: ActionId,
        player: Player,
    ) -> Result<Vec<Item>, HandlerError> {
        let Some(bound) = self.shared.bound.get().and_then(|bound| bound.actions.get(action.index())) else {
            return Ok(Vec::new());
        };
        let args = |lua: &Lua| {
            let player = handle_to_lua(lua, Handle::Player(player))?;
            Ok((&self.game, player))
        };
        let given = Given::Action(player, None);
        if let Some(when) = &bound.when {
            let (value, _) =
                self.look(scene, bound.expansion, &bound.name, given, when, |lua, _| args(lua))?;
            if matches!(value, mlua::Value::Nil | mlua::Value::Boolean(false)) {
                return Ok(Vec::new());
            }
        }
        let Some(options) = &bound.options else { return Ok(vec![Item::Nil]) };
        let (value, _) =
            self.look(scene, bound.expansion, &bound.name, given, options, |lua, _| args(lua))?;
        item_list(&value).map_err(|reason| self.error(scene, bound.expansion, &bound.name, given, &reason))
    }

    fn perform(
        &mut self,
        scene: &mut Box<Scene>,
        action: ActionId,
        player: Player,
        item: &Item,
        answers: &[u16],
    ) -> Result<Told, HandlerError> {
        let Some(bound) = self.shared.bound.get().and_then(|bound| bound.actions.get(action.index())) else {
            return Ok(Told::Done);
        };
        let caller = Caller {
            expansion: bound.expansion,
            hook: &bound.name,
            given: Given::Action(player, Some(item)),
            asks: Some(&bound.asks),
        };
        let called = self.call(scene, caller, answers, &bound.perform, |lua, scene| {
            let player = handle_to_lua(lua, Handle::Player(player))?;
            Ok((&self.game, player, item_to_lua(lua, &self.shared.handles, scene, item)?))
        })?;
        Ok(told(called))
    }

    fn go_on(
        &mut self,
        scene: &mut Box<Scene>,
        ticket: Ticket,
        answer: u16,
    ) -> Option<Result<Told, HandlerError>> {
        Some(self.answer(scene, ticket, answer)?.map(told))
    }
}

fn told(called: Called) -> Told {
    match called {
        Called::Returned(_) => Told::Done,
        Called::Asked(question, ticket) => Told::Asked(question, ticket),
    }
}
