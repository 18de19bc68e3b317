//! The virtual machine: a sandboxed Luau with nothing in it that could reach the host.

use std::rc::Rc;

use bastide_engine::event::EVENTS;
use bastide_engine::host::QUERIES;
use mlua::chunk::Compiler;
use mlua::state::{GcIncParams, GcMode};
use mlua::{Function, Lua, MultiValue, Table, VmState};

use crate::api::{UNANSWERED, check_stop, fail, stop_asking};
use crate::error::OUT_OF_MEMORY;
use crate::handle::{register_classes, shared};
use crate::names::nearest;
use crate::shared::{Shared, Stop};
use crate::source::Limits;

/// Globals that expansions do not see.
pub(crate) const HIDDEN: &[&str] = &[
    "os",
    "io",
    "debug",
    "getfenv",
    "setfenv",
    "loadstring",
    "newproxy",
    "collectgarbage",
    "gcinfo",
    "require",
    "buffer",
    "vector",
    "_G",
    "_VERSION",
];

/// Makes a machine with the prelude in it.
pub(crate) fn create(shared: &Rc<Shared>) -> mlua::Result<(Lua, Table)> {
    let lua = Lua::new();
    lua.set_app_data(Rc::clone(shared));
    let limits = shared.limits;
    lua.set_memory_limit(limits.memory)?;
    // Handlers leave little behind that stays: it is collected when three times as much has come up.
    lua.gc_set_mode(GcMode::Incremental(GcIncParams::default().goal(300)));
    let burner = Rc::clone(shared);
    lua.set_interrupt(move |lua| burn(lua, &burner));
    // What is ours runs whatever an expansion may use.
    shared.fuel.set(u64::MAX);
    let game = register_classes(&lua, shared)?;
    lua.set_compiler(compiler());
    let host = lend(&lua)?;
    let prelude = lua.load(include_str!("../../../scripts/prelude.lua")).set_name("=scripts/prelude.lua");
    prelude.call::<()>(host.clone())?;
    let ask: Function = game.raw_get("ask")?;
    game.raw_set("ask", host.get::<Function>("waiting")?.call::<Function>((ask, UNANSWERED))?)?;
    game.set_readonly(true);
    let selection: Table = host.get("selection")?;
    // Two loops may walk one selection: each gets its own position.
    let _ = shared.handles.selection.set(selection);
    let visible = visible_globals(&lua, &host)?;
    host.set("shared", visible)?;
    lua.sandbox(true)?;
    shared.fuel.set(limits.fuel);
    Ok((lua, host))
}

/// Lifts the memory limit while the host itself works in the machine: what it makes there is small,
/// and mlua guards every single allocation as long as there is a limit, at several times the cost.
pub(crate) struct Unlimited<'a> {
    lua: &'a Lua,
    limit: usize,
}

impl<'a> Unlimited<'a> {
    pub fn new(lua: &'a Lua, limits: &Limits) -> Unlimited<'a> {
        // Only a machine of somebody else's has no limit to set; this one is ours.
        let limit = lua.set_memory_limit(0).unwrap_or(limits.memory);
        Unlimited { lua, limit }
    }
}

impl Drop for Unlimited<'_> {
    fn drop(&mut self) {
        let _ = self.lua.set_memory_limit(self.limit);
    }
}

/// Puts the memory limit back while a script runs that the host called in the middle of its own work.
pub(crate) struct Limited<'a> {
    lua: &'a Lua,
}

impl<'a> Limited<'a> {
    pub fn new(lua: &'a Lua, limits: &Limits) -> Limited<'a> {
        let _ = lua.set_memory_limit(limits.memory);
        Limited { lua }
    }
}

impl Drop for Limited<'_> {
    fn drop(&mut self) {
        let _ = self.lua.set_memory_limit(0);
    }
}

/// How much scripts can print between two decisions: lines, and letters of a line.
const PRINTED_LINES: usize = 1000;
const PRINTED_LETTERS: usize = 500;

/// A line as it can be shown anywhere: without codes that a terminal would obey.
fn printable(line: &str) -> String {
    let letters =
        line.chars().map(|letter| if letter.is_control() && letter != '\t' { '\u{fffd}' } else { letter });
    let mut shown: String = letters.take(PRINTED_LETTERS).collect();
    if line.chars().count() > PRINTED_LETTERS {
        shown.push('…');
    }
    shown
}

/// Counts a step, and ends a handler that takes too many. One that has to stop has no steps left.
fn burn(lua: &Lua, shared: &Shared) -> mlua::Result<VmState> {
    match shared.fuel.get().checked_sub(1) {
        Some(left) => shared.fuel.set(left),
        None => out_of_fuel(lua, shared)?,
    }
    Ok(VmState::Continue)
}

#[cold]
fn out_of_fuel(lua: &Lua, shared: &Shared) -> mlua::Result<()> {
    if shared.stop.borrow().is_none() {
        shared.stop(Stop::OutOfFuel);
        *shared.stopped_at.borrow_mut() = script_place(lua);
    }
    check_stop(shared)
}

/// Charges a handler for work or memory that a single call of a library function costs: as many
/// steps as there are `units`.
pub(crate) fn charge(lua: &Lua, shared: &Shared, units: u64) -> mlua::Result<()> {
    let left = shared.fuel.get().saturating_sub(units);
    shared.fuel.set(left);
    if left == 0 {
        burn(lua, shared)?;
    }
    Ok(())
}

/// Where the script is: `file:line` of the innermost Lua function.
fn script_place(lua: &Lua) -> Option<String> {
    (0..8).find_map(|level| {
        lua.inspect_stack(level, |frame| {
            let source = frame.source();
            let own = |name: &&str| source.what != "C" && !name.starts_with("scripts/");
            let name = source.short_src.as_deref().filter(own)?;
            Some(format!("{name}:{}", frame.current_line()?))
        })?
    })
}

/// What the prelude gets from the host.
fn lend(lua: &Lua) -> mlua::Result<Table> {
    let host = lua.create_table()?;
    host.set(
        "rethrow_fatal",
        lua.create_function(|lua, error: mlua::Value| {
            let shared = shared(lua)?;
            if is_memory_error(&error) && shared.stop.borrow().is_none() {
                shared.stop(Stop::OutOfMemory);
            }
            check_stop(&shared)
        })?,
    )?;
    host.set(
        "charge",
        lua.create_function(|lua, (value, times): (mlua::Value, Option<f64>)| {
            let length = match &value {
                mlua::Value::String(text) => text.as_bytes().len() as f64,
                mlua::Value::Table(table) => table.raw_len() as f64,
                mlua::Value::Number(number) => *number,
                mlua::Value::Integer(number) => f64::from(*number as i32),
                _ => 0.0,
            };
            let units = length * times.unwrap_or(1.0).max(1.0) / 64.0;
            let shared = shared(lua)?;
            // A length that is no number at all costs nothing; the function itself will refuse it.
            charge(lua, &shared, if units.is_finite() { units as u64 } else { 0 })
        })?,
    )?;
    host.set(
        "is_handler",
        lua.create_function(|lua, ()| {
            let shared = shared(lua)?;
            Ok(shared.is_handler(lua))
        })?,
    )?;
    host.set(
        "stop_asking",
        lua.create_function(|lua, ()| -> mlua::Result<()> {
            let shared = shared(lua)?;
            match shared.waits.take() {
                Some(waits) => stop_asking(&shared, waits.question),
                None => fail("nothing was asked"),
            }
        })?,
    )?;
    host.set(
        "unordered",
        lua.create_function(|_, kind: String| -> mlua::Result<()> {
            fail(format!(
                "this table has a {kind} as a key, and its order would be another one in each game; use the `id` as the key"
            ))
        })?,
    )?;
    host.set(
        "unknown_name",
        lua.create_function(|lua, (name, hint, own): (String, Option<String>, Table)| -> mlua::Result<()> {
            if let Some(hint) = hint {
                return fail(format!("`{name}` is not available: {hint}"));
            }
            let visible: Option<Table> = lua.named_registry_value("bastide_visible")?;
            let mut known = Vec::new();
            for table in visible.into_iter().chain([own]) {
                for pair in table.pairs::<String, mlua::Value>() {
                    known.push(pair?.0);
                }
            }
            known.sort();
            let hint = nearest(&name, known.iter().map(String::as_str));
            let hint = hint.map_or_else(
                || "; a name must be declared with `local` before it is used".to_owned(),
                |near| format!(", did you mean `{near}`?"),
            );
            fail(format!("`{name}` is not defined{hint}"))
        })?,
    )?;
    host.set(
        "global_set",
        lua.create_function(|_, name: mlua::Value| -> mlua::Result<()> {
            let name = match &name {
                mlua::Value::String(name) => name.to_string_lossy(),
                other => other.type_name().to_owned(),
            };
            if EVENTS.iter().any(|event| event.hook == name) || QUERIES.iter().any(|query| query.hook == name) {
                return fail(format!(
                    "`{name}` belongs to no table; write the name of the table in front that the file returns, such as `function mills.{name}(game, event)`"
                ));
            }
            fail(format!(
                "`{name}` is set without `local`; write `local {name} = …`, or `game.storage.{name} = …` to remember it"
            ))
        })?,
    )?;
    Ok(host)
}

/// The names that a file sees: its `own`, and those that all files see. They are copied, so that a script finds
/// each without a call.
pub(crate) fn environment(host: &Table, own: &Table) -> mlua::Result<Table> {
    let shared: Table = host.get("shared")?;
    for pair in shared.pairs::<mlua::Value, mlua::Value>() {
        let (name, value) = pair?;
        if !own.contains_key(&name)? {
            own.raw_set(name, value)?;
        }
    }
    let names: Table = host.get::<Function>("environment")?.call(own)?;
    // Nobody can change what the names stand for, so the machine need not look them up each time.
    names.set_safeenv(true);
    Ok(names)
}

/// How scripts are compiled. What stands here differs from the language's own, and is not to be replaced by it.
pub(crate) fn compiler() -> Compiler {
    Compiler::new().set_mutable_globals(["pairs", "next", "tostring"])
}

/// The globals that expansions see, in a table of their own.
fn visible_globals(lua: &Lua, host: &Table) -> mlua::Result<Table> {
    let globals = lua.globals();
    let math: Table = globals.get("math")?;
    for name in ["random", "randomseed", "noise"] {
        let message = format!(
            "math.{name} is not available: use game:random(count), so that a game can be played again"
        );
        math.set(name, lua.create_function(move |_, _: MultiValue| fail::<()>(message.clone()))?)?;
    }
    let coroutine: Table = globals.get("coroutine")?;
    for name in ["resume", "yield", "running", "isyieldable"] {
        coroutine.set(name, host.get::<mlua::Value>(name)?)?;
    }
    globals.set("pcall", host.get::<mlua::Value>("pcall")?)?;
    globals.set("xpcall", host.get::<mlua::Value>("xpcall")?)?;
    for name in ["tostring", "pairs", "next"] {
        globals.set(name, host.get::<mlua::Value>(name)?)?;
    }
    lua.set_named_registry_value("bastide_tostring", host.get::<mlua::Value>("tostring")?)?;
    globals.set(
        "print",
        lua.create_function(|lua, values: MultiValue| {
            let mut words = Vec::new();
            let tostring: Function = lua.named_registry_value("bastide_tostring")?;
            for value in values {
                let text: mlua::LuaString = tostring.call(value)?;
                words.push(text.to_string_lossy());
            }
            let shared = shared(lua)?;
            let line = words.join("\t");
            charge(lua, &shared, 20 + line.len() as u64 / 16)?;
            // What stands before a question was said when it was asked.
            if shared.repeats() {
                return Ok(());
            }
            let mut output = shared.output.borrow_mut();
            if output.len() < PRINTED_LINES {
                output.push(printable(&line));
            }
            Ok(())
        })?,
    )?;
    let visible = lua.create_table()?;
    for pair in globals.pairs::<String, mlua::Value>() {
        let (name, value) = pair?;
        if !HIDDEN.contains(&name.as_str()) {
            visible.set(name, value)?;
        }
    }
    for name in HIDDEN {
        globals.set(*name, mlua::Value::Nil)?;
    }
    visible.set_readonly(true);
    lua.set_named_registry_value("bastide_visible", visible.clone())?;
    Ok(visible)
}

fn is_memory_error(error: &mlua::Value) -> bool {
    match error {
        mlua::Value::Error(error) => matches!(**error, mlua::Error::MemoryError(_)),
        mlua::Value::String(text) => text.to_string_lossy() == OUT_OF_MEMORY,
        _ => false,
    }
}
