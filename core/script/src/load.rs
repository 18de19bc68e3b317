//! Loading expansions: their files, their `require`, and the table that `main.lua` returns.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use bastide_engine::game::SharedHost;
use bastide_engine::host::HandlerError;
use bastide_engine::ruleset::Ruleset;
use bastide_engine::value::Value;
use mlua::chunk::ChunkMode;
use mlua::{Function, Lua, Table};

use crate::api::fail;
use crate::convert::value_to_lua;
use crate::error::{Failure, chunk_name};
use crate::handle::shared;
use crate::hooks::{Bound, Fault};
use crate::host::LuaHost;
use crate::names::nearest;
use crate::shared::Shared;
use crate::source::{Limits, LoadErrors, Source};
use crate::vm;

/// Lua files that every expansion can require as `bastide.<name>`.
pub const LIBRARY: &[(&str, &str)] = &[("list", include_str!("../../../scripts/lib/list.lua"))];

/// A byte order mark.
pub(crate) const MARK: char = '\u{feff}';

/// Loads expansions, in load order, for games of these rules.
///
/// # Errors
///
/// Everything that is wrong with any of them.
pub fn load(rules: &Arc<Ruleset>, sources: Vec<Source>, limits: Limits) -> Result<SharedHost, LoadErrors> {
    let host = load_host(rules, sources, limits)?;
    Ok(Rc::new(std::cell::RefCell::new(host)))
}

/// [`load`], before the host is shared.
pub fn load_host(rules: &Arc<Ruleset>, sources: Vec<Source>, limits: Limits) -> Result<LuaHost, LoadErrors> {
    let sources = sources.into_iter().map(without_marks).collect();
    let shared = Rc::new(Shared::new(Arc::clone(rules), sources, limits));
    let fatal = |error: &mlua::Error| {
        LoadErrors(vec![HandlerError {
            expansion: String::new(),
            hook: String::new(),
            message: format!("the script host could not start: {error}"),
            file: None,
            line: None,
        }])
    };
    let (lua, host) = vm::create(&shared).map_err(|error| fatal(&error))?;
    let options = option_tables(&lua, rules, &shared.sources).map_err(|error| fatal(&error))?;
    let _ = shared.options.set(options);
    let (bound, errors) = bind_all(&lua, &host, rules, &shared);
    if !errors.is_empty() {
        return Err(LoadErrors(errors));
    }
    let subscriptions = Arc::new(bound.subscriptions(&shared.sources));
    let _ = shared.bound.set(bound);
    LuaHost::new(lua, shared, subscriptions).map_err(|error| fatal(&error))
}

/// The same without the byte order marks that some editors write.
fn without_marks(mut source: Source) -> Source {
    for text in source.files.values_mut().filter(|text| text.starts_with(MARK)) {
        text.drain(..MARK.len_utf8());
    }
    source
}

/// Runs every `main.lua` and takes what it returns.
fn bind_all(lua: &Lua, host: &Table, rules: &Ruleset, shared: &Rc<Shared>) -> (Bound, Vec<HandlerError>) {
    let mut errors = Vec::new();
    let mut tables = Vec::new();
    for (index, source) in shared.sources.iter().enumerate() {
        if !source.files.contains_key("main.lua") {
            continue;
        }
        shared.fuel.set(shared.limits.fuel);
        let result = run_main(lua, host, shared, index);
        let stop = shared.stop.borrow_mut().take();
        let stopped_at = shared.stopped_at.borrow_mut().take();
        let failure = Failure { expansion: index, hook: "", loading: true };
        match result {
            Ok(mlua::Value::Table(table)) if stop.is_none() => tables.push((index, table)),
            Ok(_) if stop.is_none() => {
                let reason = format!("main.lua must end with `return {}`, the table of its hooks", source.id);
                errors.push(failure.plain(&shared.sources, &reason));
            }
            result => {
                let error = result.err().unwrap_or_else(|| mlua::Error::runtime(""));
                errors.push(failure.of(&shared.sources, &error, stop.as_ref(), stopped_at.as_deref()));
            }
        }
    }
    let mut bound = Bound::new();
    let tell = |index: usize, faults: Vec<Fault>, errors: &mut Vec<HandlerError>| {
        errors.extend(faults.into_iter().map(|fault| {
            Failure { expansion: index, hook: &fault.hook, loading: true }
                .plain(&shared.sources, &fault.message)
        }));
    };
    for (index, table) in &tables {
        let mut faults = Vec::new();
        bound.declare_events(*index as u16, table, &mut faults);
        tell(*index, faults, &mut errors);
    }
    for (index, table) in &tables {
        let mut faults = Vec::new();
        bound.bind(*index as u16, table, rules, &shared.sources[*index], &mut faults);
        tell(*index, faults, &mut errors);
        errors.extend(conditions_without_handler(&shared.sources[*index], table));
    }
    (bound, errors)
}

/// Conditions of the manifest on hooks that `main.lua` does not have.
fn conditions_without_handler(source: &Source, table: &Table) -> Vec<HandlerError> {
    let mut keys: Vec<String> = table.pairs::<String, mlua::Value>().flatten().map(|(key, _)| key).collect();
    if let Ok(Some(actions)) = table.raw_get::<Option<Table>>("actions") {
        keys.extend(
            actions.pairs::<String, mlua::Value>().flatten().map(|(key, _)| format!("actions.{key}")),
        );
    }
    let missing = source.filters.keys().filter(|hook| !keys.contains(hook));
    let error = |hook: &String| {
        let hint = nearest(hook, keys.iter().map(String::as_str));
        let hint = hint.map_or(String::new(), |near| format!(", did you mean `{near}`?"));
        HandlerError {
            expansion: source.id.clone(),
            hook: hook.clone(),
            message: format!(
                "the expansion `{}` {} could not be loaded: expansion.toml has `[when.{hook}]`, but main.lua has no handler `{hook}`{hint}",
                source.id, source.version
            ),
            file: Some("expansion.toml".to_owned()),
            line: None,
        }
    };
    missing.map(error).collect()
}

fn run_main(lua: &Lua, host: &Table, shared: &Rc<Shared>, index: usize) -> mlua::Result<mlua::Value> {
    let own = lua.create_table()?;
    let environment: Function = host.get("environment")?;
    let names: Table = environment.call(own.clone())?;
    let loaded = lua.create_table()?;
    let inner = names.clone();
    own.set(
        "require",
        lua.create_function(move |lua, name: String| {
            let shared = shared_of(lua)?;
            require(lua, &shared, index, &name, &inner, &loaded)
        })?,
    )?;
    own.set_readonly(true);
    let source = &shared.sources[index];
    let text = source.files.get("main.lua").map(String::as_str).unwrap_or_default();
    if text.starts_with('\u{1b}') {
        return fail("main.lua is bytecode; an expansion is text, so that everybody can read it");
    }
    let chunk = lua.load(text).set_name(format!("={}", chunk_name(source, "main.lua")));
    chunk.set_mode(ChunkMode::Text).set_environment(names).call(())
}

fn shared_of(lua: &Lua) -> mlua::Result<Rc<Shared>> {
    shared(lua)
}

/// `require` of an expansion: a file of its own folder, or of the library as `bastide.<name>`.
fn require(
    lua: &Lua,
    shared: &Shared,
    index: usize,
    name: &str,
    environment: &Table,
    loaded: &Table,
) -> mlua::Result<mlua::Value> {
    let known: mlua::Value = loaded.raw_get(name)?;
    match known {
        mlua::Value::Nil => {}
        mlua::Value::Boolean(false) => {
            return fail(format!("`{name}` requires itself, by way of other files"));
        }
        value => return Ok(value),
    }
    loaded.raw_set(name, false)?;
    let source = &shared.sources[index];
    let (chunk, text) = match name.strip_prefix("bastide.") {
        Some(short) => match LIBRARY.iter().find(|(library, _)| *library == short) {
            Some((_, text)) => (format!("scripts/lib/{short}.lua"), *text),
            None => {
                let all: Vec<&str> = LIBRARY.iter().map(|(library, _)| *library).collect();
                return fail(format!("the library has no `{short}`; it has {}", all.join(", ")));
            }
        },
        None => own_file(source, name)?,
    };
    let value: mlua::Value = lua
        .load(text)
        .set_name(format!("={chunk}"))
        .set_mode(ChunkMode::Text)
        .set_environment(environment.clone())
        .call(())?;
    if value.is_nil() {
        return fail(format!("`{chunk}` returns nothing; end it with `return` and what others need"));
    }
    loaded.raw_set(name, value.clone())?;
    Ok(value)
}

/// A file of an expansion's own folder.
fn own_file<'a>(source: &'a Source, name: &str) -> mlua::Result<(String, &'a str)> {
    let outside = name.starts_with('/')
        || name.contains('\\')
        || name.contains(':')
        || name.split('/').any(|part| part == "..");
    if outside {
        return fail(format!(
            "require \"{name}\" leaves the folder of the expansion; files of other folders cannot be used, only its own and the library as \"bastide.<name>\""
        ));
    }
    let trimmed = name.trim_start_matches("./").trim_end_matches(".lua");
    let path = format!("{}.lua", trimmed.replace('.', "/"));
    match source.files.get(&path) {
        Some(text) => Ok((chunk_name(source, &path), text)),
        None => {
            let files = source.files.keys().map(|file| file.trim_end_matches(".lua"));
            let hint = nearest(trimmed, files);
            let hint = hint.map_or(String::new(), |near| format!(", did you mean \"{near}\"?"));
            fail(format!("the expansion has no file `{path}`{hint}"))
        }
    }
}

/// `game.options` of each expansion.
fn option_tables(lua: &Lua, rules: &Ruleset, sources: &[Source]) -> mlua::Result<Vec<Table>> {
    let mut tables = Vec::new();
    for source in sources {
        let prefix = format!("{}.", source.id);
        let own: BTreeMap<String, Value> = rules
            .setup
            .options
            .iter()
            .filter_map(|(name, value)| Some((name.strip_prefix(&prefix)?.to_owned(), value.clone())))
            .collect();
        let names: Vec<String> = own.keys().cloned().collect();
        let values = value_to_lua(lua, &Value::Map(own), true)?;
        // Locked in front of the values: a name that is no option is an error, and not nil.
        let id = source.id.clone();
        let missing =
            lua.create_function(move |_, (_, key): (mlua::Value, mlua::Value)| -> mlua::Result<()> {
                let name = key.as_string().map_or_else(String::new, |name| name.to_string_lossy());
                let hint = match nearest(&name, names.iter().map(String::as_str)) {
                    Some(near) => format!(", did you mean `{near}`?"),
                    None => format!("; declare it in expansion.toml under [options.{name}]"),
                };
                fail(format!("the expansion `{id}` has no option `{name}`{hint}"))
            })?;
        let table = match values {
            mlua::Value::Table(table) => table,
            _ => lua.create_table()?,
        };
        let meta = lua.create_table()?;
        meta.set("__index", missing)?;
        meta.set("__metatable", "locked")?;
        table.set_readonly(false);
        table.set_metatable(Some(meta))?;
        table.set_readonly(true);
        tables.push(table);
    }
    Ok(tables)
}
