//! Type definitions in LuaCATS, the comments that Lua language servers read.

use std::fmt::Write;

use bastide_engine::event::{EVENTS, EventKind, FieldInfo};
use bastide_engine::host::{QUERIES, QueryKind};

use super::tables::{
    ACTION, ALIASES, Function, KEYS, Key, MOVE, REFINEMENTS, Refinement, SELECTION, adjusted, answer,
};
use super::types::{elements, for_lua, selection_class};
use crate::api::{CLASSES, ClassInfo, Member, Param};
use crate::handle::Class;
use crate::testing::MEMBERS;

/// Writes a line. Writing into a text cannot fail.
macro_rules! line {
    ($out:expr) => { $out.push('\n') };
    ($out:expr, $($arg:tt)*) => {{ let _ = writeln!($out, $($arg)*); }};
}

/// The definitions of everything that scripts can use, as one file.
pub fn lua_definitions() -> String {
    let mut out = format!("---@meta\n\n-- {}\n", super::GENERATED);
    aliases(&mut out);
    for class in CLASSES {
        self::class(&mut out, class);
    }
    for Refinement { name, of, doc, fields } in REFINEMENTS {
        line!(out, "\n---{doc}");
        line!(out, "---@class {name}: {of}");
        keys(&mut out, fields);
    }
    selections(&mut out);
    payloads(&mut out);
    expansion(&mut out);
    testing(&mut out);
    out
}

fn aliases(out: &mut String) {
    for alias in ALIASES {
        let open = if alias.open { "|string" } else { "" };
        let values: Vec<String> = alias.values.iter().map(|value| format!("\"{value}\"")).collect();
        line!(out, "\n---{}", alias.doc);
        line!(out, "---@alias {} {}{open}", alias.name, values.join("|"));
    }
}

fn class(out: &mut String, class: &ClassInfo) {
    line!(out, "\n---{}", class.doc);
    line!(out, "---@class {}", class.name);
    for member in class.members.iter().filter(|member| member.params.is_none()) {
        line!(out, "---@field {} {} {}", member.name, for_lua(member.ty), member.doc);
    }
    // What manifests declare is a field too.
    match class.class {
        Class::Tile | Class::TileDef | Class::Feature => line!(out, "---@field [string] any An attribute."),
        Class::Places => {
            line!(out, "---@field [string] Place A place, by the name that the manifest gives it.")
        }
        _ => {}
    }
    line!(out, "local {} = {{}}", class.name);
    for member in class.members {
        method(out, class.name, member);
    }
}

fn method(out: &mut String, class: &str, member: &Member) {
    let Some(params) = member.params else { return };
    line!(out, "\n---{}", member.doc);
    if member.changes {
        line!(out, "---\n---Changes the game: only in `on_` handlers and in `perform` of an action.");
    }
    function(out, params, member.ty);
    line!(out, "function {class}:{}({}) end", member.name, names(params));
}

fn function(out: &mut String, params: &[Param], ty: &str) {
    for Param { name, ty, doc } in params {
        line!(out, "---@param {name} {} {doc}", for_lua(ty));
    }
    if !ty.is_empty() {
        line!(out, "---@return {}", for_lua(ty));
    }
}

fn names(params: &[Param]) -> String {
    let names: Vec<&str> = params.iter().map(|param| param.name.trim_end_matches('?')).collect();
    names.join(", ")
}

fn selections(out: &mut String) {
    line!(out, "\n---A list of things of the game: `for each in selection do` walks it.");
    line!(out, "---@class Selection<T>: {{ [integer]: T }}");
    line!(out, "---@operator len: integer");
    line!(out, "local Selection = {{}}");
    for method in SELECTION.iter().filter(|method| method.of.is_empty()) {
        selection_method(out, "Selection", method);
    }
    for element in elements() {
        let class = selection_class(element);
        line!(out, "\n---@class {class}: Selection<{element}>");
        line!(out, "---@overload fun(): {element}");
        line!(out, "local {class} = {{}}");
        for method in SELECTION.iter().filter(|method| method.of.contains(&element)) {
            selection_method(out, &class, method);
        }
    }
}

fn selection_method(out: &mut String, class: &str, method: &Function) {
    line!(out, "\n---{}", method.doc);
    if method.ty.contains("<R>") {
        line!(out, "---@generic R");
    }
    function(out, method.params, method.ty);
    line!(out, "function {class}:{}({}) end", method.name, names(method.params));
}

/// The class of what an event's handlers get.
fn event_class(kind: EventKind) -> String {
    format!("{kind:?}Event")
}

/// The class of what a query's handlers get.
fn query_class(kind: QueryKind) -> String {
    format!("{kind:?}Query")
}

fn payloads(out: &mut String) {
    for event in EVENTS {
        payload(out, &event_class(event.kind), event.doc, event.fields);
    }
    for query in QUERIES {
        payload(out, &query_class(query.kind), query.doc, query.fields);
    }
}

fn payload(out: &mut String, class: &str, doc: &str, fields: &[FieldInfo]) {
    line!(out, "\n---{doc}");
    line!(out, "---@class {class}");
    for FieldInfo { name, ty, doc } in fields {
        line!(out, "---@field {name} {} {doc}", for_lua(ty));
    }
}

fn expansion(out: &mut String) {
    line!(out, "\n---Something new that players can choose to do.");
    line!(out, "---@class Action");
    keys(out, ACTION);
    line!(out, "\n---What `main.lua` returns. Its keys are the whole contract.");
    line!(out, "---@class Expansion");
    keys(out, KEYS);
    for event in EVENTS.iter().filter(|event| event.kind != EventKind::Custom) {
        let class = event_class(event.kind);
        line!(out, "---@field {}? fun(game: Game, event: {class}) {}", event.hook, event.doc);
    }
    for query in QUERIES {
        let (class, returns) = (query_class(query.kind), answer(query));
        let value = adjusted(query).map_or(String::new(), |field| format!(", {}: {}", field.name, field.ty));
        let ty = format!("fun(game: Game, query: {class}{value}): {returns}");
        line!(out, "---@field {}? {ty} {}", query.hook, query.doc);
    }
    let custom = event_class(EventKind::Custom);
    line!(out, "---@field [string] fun(game: Game, event: {custom}) An event that an expansion declares.");
}

fn keys(out: &mut String, keys: &[Key]) {
    for Key { name, ty, doc } in keys {
        line!(out, "---@field {name} {} {doc}", for_lua(ty));
    }
}

fn testing(out: &mut String) {
    line!(out, "\n---What a player does in a test.");
    line!(out, "---@class Move");
    keys(out, MOVE);
    line!(out, "\n---The table at which a test plays.");
    line!(out, "---@class TestTable");
    line!(out, "local TestTable = {{}}");
    for member in MEMBERS {
        line!(out, "\n---{}", member.doc);
        function(out, member.params, member.ty);
        line!(out, "function TestTable:{}({}) end", member.name, names(member.params));
    }
    line!(out, "\n---Declares a test, in a file of `tests/`.");
    line!(out, "---@param name string The statements that it proves, and what they say.");
    line!(out, "---@param body fun(t: TestTable) The test.");
    line!(out, "function test(name, body) end");
}
