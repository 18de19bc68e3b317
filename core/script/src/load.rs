//! Loading expansions: their files, their `require`, and the table that `main.lua` returns.

use std::cell::RefCell;
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
use crate::coverage::{self, Chunk, Recorded, Recorder};
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
    Ok(Rc::new(RefCell::new(host)))
}

/// [`load`], with a host that tells a recorder what ran when it is dropped.
///
/// # Errors
///
/// Everything that is wrong with any of the expansions.
pub fn load_recorded(
    rules: &Arc<Ruleset>,
    sources: Vec<Source>,
    limits: Limits,
    recorder: &Recorder,
) -> Result<SharedHost, LoadErrors> {
    let mut shared = share(rules, sources, limits);
    shared.chunks = Some(RefCell::default());
    let shared = Rc::new(shared);
    let host = start(&shared, rules)?;
    Ok(Rc::new(RefCell::new(Recorded::new(host, shared, recorder))))
}

/// [`load`], before the host is shared.
pub fn load_host(rules: &Arc<Ruleset>, sources: Vec<Source>, limits: Limits) -> Result<LuaHost, LoadErrors> {
    start(&Rc::new(share(rules, sources, limits)), rules)
}

fn share(rules: &Arc<Ruleset>, sources: Vec<Source>, limits: Limits) -> Shared {
    Shared::new(Arc::clone(rules), sources.into_iter().map(without_marks).collect(), limits)
}

/// Runs the scripts, and binds what they return.
fn start(shared: &Rc<Shared>, rules: &Arc<Ruleset>) -> Result<LuaHost, LoadErrors> {
    let fatal = |error: &mlua::Error| {
        let message = format!("the script host could not start: {error}");
        LoadErrors(vec![HandlerError::new("", "", message)])
    };
    let (lua, host) = vm::create(shared).map_err(|error| fatal(&error))?;
    let options = option_tables(&lua, rules, &shared.sources).map_err(|error| fatal(&error))?;
    let _ = shared.options.set(options);
    let (bound, errors) = bind_all(&lua, &host, rules, shared);
    if !errors.is_empty() {
        return Err(LoadErrors(errors));
    }
    let subscriptions = Arc::new(bound.subscriptions(&shared.sources));
    let _ = shared.bound.set(bound);
    LuaHost::new(lua, Rc::clone(shared), subscriptions).map_err(|error| fatal(&error))
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
            Ok(returned) if stop.is_none() => errors.push(failure.no_table(&shared.sources, &returned)),
            result => {
                let error = result.err().unwrap_or_else(|| mlua::Error::runtime(""));
                let (stop, at) = (stop.as_ref(), stopped_at.as_deref());
                errors.push(failure.of(&shared.sources, &error, stop, at, Vec::new()));
            }
        }
    }
    let mut bound = Bound::new();
    let tell = |index: usize, faults: Vec<Fault>, errors: &mut Vec<HandlerError>| {
        errors.extend(faults.into_iter().map(|fault| {
            Failure { expansion: index, hook: &fault.hook, loading: true }.plain(
                &shared.sources,
                &fault.message,
                Vec::new(),
            )
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
        let reason =
            format!("expansion.toml has `[when.{hook}]`, but main.lua has no handler `{hook}`{hint}");
        let message =
            format!("the expansion `{}` {} could not be loaded: {reason}", source.id, source.version);
        let mut error = HandlerError::new(source.id.as_str(), hook.as_str(), message);
        error.details.reason = reason;
        error.details.code = "unknown-hook";
        error.file = Some("expansion.toml".to_owned());
        error
    };
    missing.map(error).collect()
}

fn run_main(lua: &Lua, host: &Table, shared: &Rc<Shared>, index: usize) -> mlua::Result<mlua::Value> {
    let own = lua.create_table()?;
    let names = vm::environment(host, &own)?;
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
    compile(lua, shared, index, "main.lua", text, names)?.call(())
}

/// A file of an expansion as a function; lines are counted where somebody wants to know.
fn compile(
    lua: &Lua,
    shared: &Shared,
    source: usize,
    file: &str,
    text: &str,
    environment: Table,
) -> mlua::Result<Function> {
    let name = format!("={}", chunk_name(&shared.sources[source], file));
    let chunk = lua.load(text).set_name(name).set_mode(ChunkMode::Text).set_environment(environment);
    let Some(chunks) = &shared.chunks else { return chunk.into_function() };
    let compiler = vm::compiler().set_coverage_level(coverage::LEVEL);
    let function = chunk.set_compiler(compiler).into_function()?;
    chunks.borrow_mut().push(Chunk { source, file: file.to_owned(), function: function.clone() });
    Ok(function)
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
    let (chunk, function) = match name.strip_prefix("bastide.") {
        Some(short) => match LIBRARY.iter().find(|(library, _)| *library == short) {
            Some((_, text)) => {
                let chunk = format!("scripts/lib/{short}.lua");
                let function = lua.load(*text).set_name(format!("={chunk}")).set_mode(ChunkMode::Text);
                (chunk, function.set_environment(environment.clone()).into_function()?)
            }
            None => {
                let all: Vec<&str> = LIBRARY.iter().map(|(library, _)| *library).collect();
                return fail(format!("the library has no `{short}`; it has {}", all.join(", ")));
            }
        },
        None => {
            let source = &shared.sources[index];
            let (path, text) = own_file(source, name)?;
            (chunk_name(source, &path), compile(lua, shared, index, &path, text, environment.clone())?)
        }
    };
    let value: mlua::Value = function.call(())?;
    if value.is_nil() {
        return fail(format!("`{chunk}` returns nothing; end it with `return` and what others need"));
    }
    loaded.raw_set(name, value.clone())?;
    Ok(value)
}

/// A file of an expansion's own folder: its path in it, and its text.
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
        Some(text) => Ok((path, text)),
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
