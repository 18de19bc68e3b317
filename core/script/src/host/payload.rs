//! What handlers are called with: events and queries as tables.

use bastide_engine::decision::Item;
use bastide_engine::event::{Event, EventKind, FieldInfo};
use bastide_engine::host::Query;
use bastide_engine::scene::Scene;
use mlua::{IntoLua, Lua, Table};

use crate::convert::item_to_lua;
use crate::handle::Kept;
use crate::names::{kind, nearest};

/// What tables of one event or query are made with.
pub(crate) struct Payload {
    /// The metatable, which refuses fields that do not exist.
    pub meta: Table,
    /// The names of the fields, in the order of the declaration.
    pub keys: Vec<mlua::LuaString>,
}

/// A metatable that refuses to read fields that an event or query does not have.
pub(super) fn strict_fields(
    lua: &Lua,
    hook: &'static str,
    fields: &'static [FieldInfo],
) -> mlua::Result<Table> {
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
pub(super) fn event_table(
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
pub(super) fn query_table(
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
