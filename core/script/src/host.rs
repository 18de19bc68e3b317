//! The host: calls handlers for the engine.

use std::rc::Rc;
use std::sync::Arc;

use bastide_engine::decision::{ActionId, Item};
use bastide_engine::event::{EVENTS, Event, EventKind, FieldInfo, Label};
use bastide_engine::feature::SegmentId;
use bastide_engine::host::{
    Asking, HandlerError, Host, QUERIES, Query, QueryKind, Subscriptions, Told, Verdict,
};
use bastide_engine::ruleset::{MAX_PLAYERS, Player};
use bastide_engine::scene::Scene;
use bastide_engine::tile::PieceClass;
use mlua::{Function, IntoLua, IntoLuaMulti, Lua, Table, Variadic};

use crate::api::Cx;
use crate::convert::{handle_to_lua, item_to_lua, list_to_items, whole};
use crate::error::{Failure, Given};
use crate::handle::{Handle, Kept};
use crate::hooks::{Bound, BoundHandler, Listener};
use crate::names::{kind, nearest, not_whole};
use crate::shared::{Frame, Shared, Stop};
use crate::vm::{Limited, Unlimited};

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
}

/// What tables of one event or query are made with.
pub(crate) struct Payload {
    /// The metatable, which refuses fields that do not exist.
    meta: Table,
    /// The names of the fields, in the order of the declaration.
    keys: Vec<mlua::LuaString>,
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

/// Who is called, and how.
struct Caller<'a> {
    expansion: u16,
    hook: Rc<str>,
    pure: bool,
    /// What it is called with, for the message if it fails.
    given: Given<'a>,
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
        Ok(LuaHost { lua, event_meta, query_meta, shared, subscriptions, asking: Rc::default(), game })
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

    /// Calls a function of a script on a scene.
    fn call<A: IntoLuaMulti>(
        &self,
        scene: &mut Box<Scene>,
        caller: Caller<'_>,
        answers: &[u16],
        function: &Function,
        args: impl FnOnce(&Lua, &Scene) -> mlua::Result<A>,
    ) -> Result<Called, HandlerError> {
        let Caller { expansion, hook, pure, given } = caller;
        std::mem::swap(scene, &mut *self.shared.scene.borrow_mut());
        self.shared.refuel();
        self.shared.handles.forget();
        self.shared.frames.borrow_mut().push(Frame {
            expansion,
            hook: Rc::clone(&hook),
            pure,
            answers: answers.to_vec(),
            asked: 0,
            storage: None,
        });
        let args = {
            let _unlimited = Unlimited::new(&self.lua, &self.shared.limits);
            args(&self.lua, &self.shared.scene.borrow())
        };
        let result = args.and_then(|args| function.call::<Returned>(args));
        let result = result.and_then(|value| {
            if self.shared.stop.borrow().is_none() {
                self.shared.flush_storages()?;
            }
            Ok(value)
        });
        self.shared.frames.borrow_mut().clear();
        std::mem::swap(scene, &mut *self.shared.scene.borrow_mut());
        let stop = self.shared.stop.borrow_mut().take();
        match (stop, result) {
            (Some(Stop::Asked(question)), _) => Ok(Called::Asked(question)),
            (None, Ok(value)) => Ok(Called::Returned(value)),
            (stop, result) => {
                let error = result.err().unwrap_or_else(|| mlua::Error::runtime(""));
                let place = self.shared.stopped_at.borrow_mut().take();
                let error = Failure { expansion: expansion as usize, hook: &hook, loading: false }.of(
                    &self.shared.sources,
                    &error,
                    stop.as_ref(),
                    place.as_deref(),
                    given.read(scene),
                );
                // The game goes on from the state before, for which there must be memory.
                let _ = self.lua.gc_collect();
                Err(error)
            }
        }
    }

    /// Calls a function that may only look.
    fn look<A: IntoLuaMulti>(
        &self,
        scene: &mut Box<Scene>,
        expansion: u16,
        hook: &Rc<str>,
        given: Given<'_>,
        function: &Function,
        args: impl FnOnce(&Lua, &Scene) -> mlua::Result<A>,
    ) -> Result<Returned, HandlerError> {
        let caller = Caller { expansion, hook: Rc::clone(hook), pure: true, given };
        match self.call(scene, caller, &[], function, args)? {
            Called::Returned(value) => Ok(value),
            Called::Asked(_) => {
                let reason = "a handler that only looks cannot ask";
                Err(self.error(scene, expansion, hook, given, reason))
            }
        }
    }

    /// The error that a handler gave back something wrong.
    fn error(
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

/// What a handler returned: its value, and a second one such as the reason of a veto.
type Returned = (mlua::Value, mlua::Value);

enum Called {
    Returned(Returned),
    Asked(bastide_engine::decision::Question),
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
        let hook = Rc::clone(&bound.hook);
        let caller = Caller { expansion: bound.expansion, hook, pure: false, given: Given::Event(event) };
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
        let given = Given::Action(player, Some(item));
        let hook = Rc::clone(&bound.name);
        let caller = Caller { expansion: bound.expansion, hook, pure: false, given };
        let called = self.call(scene, caller, answers, &bound.perform, |lua, scene| {
            let player = handle_to_lua(lua, Handle::Player(player))?;
            Ok((&self.game, player, item_to_lua(lua, &self.shared.handles, scene, item)?))
        })?;
        Ok(told(called))
    }
}

fn told(called: Called) -> Told {
    match called {
        Called::Returned(_) => Told::Done,
        Called::Asked(question) => Told::Asked(question),
    }
}

/// A metatable that refuses to read fields that an event or query does not have.
fn strict_fields(lua: &Lua, hook: &'static str, fields: &'static [FieldInfo]) -> mlua::Result<Table> {
    let meta = lua.create_table()?;
    meta.set("__metatable", "locked")?;
    let refuse = move |_: &Lua, (_, key): (mlua::Value, mlua::Value)| -> mlua::Result<()> {
        let name = match &key {
            mlua::Value::String(name) => name.to_string_lossy(),
            other => kind(other).to_owned(),
        };
        if fields.iter().any(|field| field.name == name) {
            return Ok(());
        }
        let known = || fields.iter().map(|field| field.name);
        let hint = match nearest(&name, known()) {
            Some(near) => format!(", did you mean `{near}`?"),
            None if fields.is_empty() => "; it has no fields".to_owned(),
            None => format!("; it has {}", known().collect::<Vec<_>>().join(", ")),
        };
        crate::api::fail(format!("what {hook} gets has no field `{name}`{hint}"))
    };
    meta.set("__index", lua.create_function(refuse)?)?;
    Ok(meta)
}

/// An event as handlers see it.
fn event_table(
    lua: &Lua,
    kept: &Kept,
    scene: &Scene,
    event: &Event,
    payload: &Payload,
) -> mlua::Result<Table> {
    let names = event.kind().info().fields.iter().map(|field| field.name);
    // What there is nothing of is left out, as by Lua itself.
    let fields = payload.keys.iter().zip(names).map(|(key, name)| {
        let item = event.field(name).unwrap_or(Item::Nil);
        (key, Carried { kept, scene, item: named(scene, event, name, item) })
    });
    payload.seal(lua.create_table_from(fields)?)
}

/// A field of an event. Those that count something of the rules are called by its name.
fn named(scene: &Scene, event: &Event, name: &str, item: Item) -> Item {
    match (event.kind(), name, &item) {
        (EventKind::PhaseEntered, "phase", Item::Int(phase)) => {
            let phase = scene.rules().phases.get(*phase as usize);
            Item::Text(phase.map_or("", |phase| phase.name.as_str()).into())
        }
        (EventKind::BlockPlaced, "block", Item::Int(block)) => {
            let block = scene.rules().setup.blocks.get(*block as usize);
            Item::Text(block.map_or("", |block| block.id.as_str()).into())
        }
        _ => item,
    }
}

/// A query as handlers see it.
fn query_table(
    lua: &Lua,
    kept: &Kept,
    scene: &Scene,
    query: &Query,
    payload: &Payload,
) -> mlua::Result<Table> {
    let fields = query.fields.iter().map(|item| Carried { kept, scene, item: item.clone() });
    payload.seal(lua.create_table_from(payload.keys.iter().zip(fields))?)
}

/// What an event or a query carries, on its way to Lua.
struct Carried<'a> {
    kept: &'a Kept,
    scene: &'a Scene,
    item: Item,
}

impl IntoLua for Carried<'_> {
    fn into_lua(self, lua: &Lua) -> mlua::Result<mlua::Value> {
        item_to_lua(lua, self.kept, self.scene, &self.item)
    }
}

impl Payload {
    /// Makes a table refuse fields that do not exist, and what a handler writes: it would reach nobody.
    fn seal(&self, table: Table) -> mlua::Result<Table> {
        table.set_metatable(Some(self.meta.clone()))?;
        table.set_readonly(true);
        Ok(table)
    }
}

/// What an `adjust_` handler returned: labelled numbers, or one number under the expansion's name.
fn adjustments(value: &mlua::Value, id: &str) -> Result<Vec<(Label, i32)>, String> {
    let number = |value: &mlua::Value| {
        let number = match value {
            mlua::Value::Integer(number) => i32::try_from(*number).ok(),
            mlua::Value::Number(number) => whole(*number).and_then(|number| i32::try_from(number).ok()),
            _ => None,
        };
        // Larger numbers are mistakes, and could not be added up.
        number.filter(|number| number.abs_diff(0) <= 1_000_000)
    };
    match value {
        mlua::Value::Nil => Ok(Vec::new()),
        mlua::Value::Table(table) => {
            let mut parts = Vec::new();
            for pair in table.pairs::<mlua::Value, mlua::Value>() {
                let (key, value) = pair.map_err(|error| error.to_string())?;
                let mlua::Value::String(label) = key else {
                    return Err(
                        "it must return a table of labels and numbers, such as { inn = 4 }".to_owned()
                    );
                };
                let label = label.to_string_lossy();
                let Some(points) = number(&value) else {
                    return Err(format!(
                        "`{label}` must be a whole number up to 1000000, not {}",
                        not_whole(&value)
                    ));
                };
                parts.push((Label::Given(label.into()), points));
            }
            parts.sort_by(|(a, _), (b, _)| a.as_str().cmp(b.as_str()));
            Ok(parts)
        }
        other => match number(other) {
            Some(0) => Ok(Vec::new()),
            Some(points) => Ok(vec![(Label::Given(id.into()), points)]),
            None if other.is_number() || other.is_integer() => {
                Err(format!("it must return a whole number, not {}", not_whole(other)))
            }
            None => Err(format!(
                "it must return a table of labels and numbers, such as {{ inn = 4 }}, not {}",
                kind(other)
            )),
        },
    }
}

/// How many things an action can be used on.
const MOST_OPTIONS: usize = 10_000;

/// What `options` of an action returned.
fn item_list(value: &mlua::Value) -> Result<Vec<Item>, String> {
    match value {
        mlua::Value::Nil | mlua::Value::Boolean(false) => Ok(Vec::new()),
        mlua::Value::Boolean(true) => Ok(vec![Item::Nil]),
        mlua::Value::Table(table) if table.raw_len() > MOST_OPTIONS => Err(format!(
            "`options` returned {} options; at most {MOST_OPTIONS} can be shown",
            table.raw_len()
        )),
        mlua::Value::Table(table) => match list_to_items(table) {
            Ok((items, _)) => Ok(items),
            Err((index, kind)) => Err(format!("option {index} is {kind}, which cannot be an option")),
        },
        other => Err(format!("`options` must return a list, true or nothing, not {}", kind(other))),
    }
}

/// The strength of each player on a feature, adjusted as for a majority, asked for by a script.
pub(crate) fn strengths(cx: &Cx<'_>, feature: SegmentId) -> mlua::Result<[i32; MAX_PLAYERS]> {
    let mut strengths = [0; MAX_PLAYERS];
    let pieces: Vec<_> = cx.scene(|scene| scene.state().pieces_on(feature).collect());
    for id in pieces {
        let (owner, base) = cx.scene(|scene| {
            let piece = scene.state().piece(id);
            let kind = &scene.rules().vocabulary().piece_kinds[piece.kind.index()];
            let counts = kind.class == PieceClass::Follower;
            (piece.owner.filter(|_| counts), scene.base_strength(id, feature))
        });
        let Some(owner) = owner else { continue };
        strengths[owner.index()] += base + adjusted_strength(cx, id, feature, base)?;
    }
    Ok(strengths)
}

/// What `adjust_strength` handlers add, called from within another handler.
fn adjusted_strength(
    cx: &Cx<'_>,
    piece: bastide_engine::piece::PieceId,
    feature: SegmentId,
    base: i32,
) -> mlua::Result<i32> {
    let Some(bound) = cx.shared.bound.get() else { return Ok(0) };
    let mut added = 0;
    let strength = Item::Int(i64::from(base));
    let mut query = Query {
        kind: QueryKind::AdjustStrength,
        fields: smallvec::smallvec![Item::Piece(piece), Item::Feature(feature), strength.clone(), strength],
    };
    for (index, handler) in bound.ask[QueryKind::AdjustStrength as usize].iter().enumerate() {
        if !cx.scene(|scene| scene.wants_to_answer(&query, index)) {
            continue;
        }
        if cx.shared.frames.borrow().len() > 8 {
            return crate::api::fail("adjust_strength asks for a strength again, without end");
        }
        cx.shared.flush_storages()?;
        cx.shared.frames.borrow_mut().push(Frame {
            expansion: handler.expansion,
            hook: Rc::clone(&handler.hook),
            pure: true,
            answers: Vec::new(),
            asked: 0,
            storage: None,
        });
        let payload = cx.shared.strength_query.get();
        let Some(payload) = payload else { return crate::api::fail("the host has not started") };
        let table = cx.scene(|scene| query_table(cx.lua, &cx.shared.handles, scene, &query, payload))?;
        let game = handle_to_lua(cx.lua, Handle::Game)?;
        let result = {
            let _limited = Limited::new(cx.lua, &cx.shared.limits);
            handler.function.call::<mlua::Value>((game, table, base + added))
        };
        cx.shared.frames.borrow_mut().pop();
        let id = &cx.shared.sources[handler.expansion as usize].id;
        let parts = adjustments(&result?, id).map_err(mlua::Error::runtime)?;
        let by = parts.iter().map(|(_, strength)| strength).sum::<i32>();
        added += by;
        query.add_to_so_far(by);
    }
    Ok(added)
}
