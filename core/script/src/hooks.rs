//! What an expansion's `main.lua` returns: one table whose keys are the whole contract.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use bastide_engine::event::EVENTS;
use bastide_engine::host::{Action, Handler, QUERIES, Subscriptions};
use bastide_engine::ruleset::Ruleset;
use mlua::{Function, Table};

use crate::names::{kind, nearest};
use crate::source::Source;

/// A handler or an action, for people who want to know who is called when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listener {
    /// The index of its expansion in load order.
    pub expansion: u16,
    /// The hook, or `actions.<name>`.
    pub hook: String,
    /// Its priority: lower ones are called first. Actions have none.
    pub priority: i64,
}

/// A handler of an event or a query.
#[derive(Clone)]
pub(crate) struct BoundHandler {
    pub expansion: u16,
    pub hook: Rc<str>,
    pub function: Function,
    /// Whether it looks at what it is called with besides the game: an event or a query is made only for such.
    pub looks_at_payload: bool,
    /// Whether it was seen to ask.
    pub asks: Cell<bool>,
    priority: i64,
    custom: Option<Arc<str>>,
}

/// An action of an expansion.
#[derive(Clone)]
pub(crate) struct BoundAction {
    pub expansion: u16,
    pub name: Rc<str>,
    pub when: Option<Function>,
    pub options: Option<Function>,
    pub perform: Function,
    /// Whether `perform` was seen to ask.
    pub asks: Cell<bool>,
    phase: Option<u8>,
    instead: bool,
    off_turn: bool,
}

/// All handlers of a host, in the order in which they are called.
#[derive(Default)]
pub(crate) struct Bound {
    /// By event kind.
    pub tell: Vec<Vec<BoundHandler>>,
    /// By query kind.
    pub ask: Vec<Vec<BoundHandler>>,
    pub actions: Vec<BoundAction>,
    /// Events that expansions declare: the expansion's index and the name.
    pub events: Vec<(u16, Arc<str>)>,
}

/// Something wrong with the returned table: the key, if it is one key, and a sentence.
pub(crate) struct Fault {
    pub hook: String,
    pub message: String,
}

fn fault<T>(hook: &str, message: String) -> Result<T, Fault> {
    Err(Fault { hook: hook.to_owned(), message })
}

impl Bound {
    pub fn new() -> Bound {
        Bound {
            tell: vec![Vec::new(); EVENTS.len()],
            ask: vec![Vec::new(); QUERIES.len()],
            ..Bound::default()
        }
    }

    /// Takes the events that an expansion declares, before anybody's handlers are bound.
    pub fn declare_events(&mut self, expansion: u16, table: &Table, faults: &mut Vec<Fault>) {
        let events = match table.raw_get::<mlua::Value>("events") {
            Ok(mlua::Value::Table(events)) => events,
            Ok(mlua::Value::Nil) | Err(_) => return,
            Ok(other) => {
                let kind = kind(&other);
                let message = format!("`events` must be a table of names and what they mean, not {kind}");
                faults.push(Fault { hook: "events".to_owned(), message });
                return;
            }
        };
        for (name, _) in events.pairs::<mlua::Value, mlua::Value>().flatten() {
            let mlua::Value::String(name) = name else { continue };
            let name = name.to_string_lossy();
            let hook = format!("on_{name}");
            if EVENTS.iter().any(|event| event.hook == hook) {
                let message = format!("the event `{name}` exists already; give yours another name");
                faults.push(Fault { hook: "events".to_owned(), message });
            } else {
                self.events.push((expansion, name.into()));
            }
        }
    }

    /// Takes everything else of the table that an expansion returns.
    pub fn bind(
        &mut self,
        expansion: u16,
        table: &Table,
        rules: &Ruleset,
        source: &Source,
        faults: &mut Vec<Fault>,
    ) {
        let mut keys: Vec<(String, mlua::Value)> = Vec::new();
        for (key, value) in table.pairs::<mlua::Value, mlua::Value>().flatten() {
            match key {
                mlua::Value::String(name) => keys.push((name.to_string_lossy(), value)),
                other => {
                    let kind = kind(&other);
                    let message = format!(
                        "the table that main.lua returns has a key that is {kind}; keys are the names of hooks"
                    );
                    faults.push(Fault { hook: String::new(), message });
                }
            }
        }
        keys.sort_by(|(a, _), (b, _)| a.cmp(b));
        let priorities = table.raw_get::<Option<Table>>("priority").ok().flatten();
        for (name, value) in keys {
            let result = match name.as_str() {
                "events" | "priority" => Ok(()),
                "actions" => self.bind_actions(expansion, &value, rules, source),
                _ => {
                    let priority = priorities
                        .as_ref()
                        .and_then(|table| table.raw_get::<Option<i64>>(&*name).ok().flatten());
                    // What an expansion that is not there would raise is never heard of.
                    if lacks_one_of(rules, &source.uses) && self.may_be_of_another(&name, &value) {
                        Ok(())
                    } else {
                        self.bind_hook(expansion, &name, value, priority.unwrap_or(0))
                    }
                }
            };
            faults.extend(result.err());
        }
    }

    /// Whether this can be a handler of an event that an expansion declares which is not in play.
    fn may_be_of_another(&mut self, name: &str, value: &mlua::Value) -> bool {
        let is_handler = name.starts_with("on_") && matches!(value, mlua::Value::Function(_));
        is_handler && self.list(name).is_none() && !self.unknown_hook(name).contains("did you mean")
    }

    fn bind_hook(
        &mut self,
        expansion: u16,
        name: &str,
        value: mlua::Value,
        priority: i64,
    ) -> Result<(), Fault> {
        let list = self.list(name);
        let Some((list, custom)) = list else { return fault(name, self.unknown_hook(name)) };
        let mlua::Value::Function(function) = value else {
            return fault(name, format!("`{name}` must be a function, not {}", kind(&value)));
        };
        let info = function.info();
        let looks_at_payload = info.is_vararg || info.num_params > 1;
        let asks = Cell::new(false);
        let handler =
            BoundHandler { expansion, hook: name.into(), function, looks_at_payload, asks, priority, custom };
        // Lower priorities first, then load order.
        let at = list.iter().position(|other| other.priority > priority).unwrap_or(list.len());
        list.insert(at, handler);
        Ok(())
    }

    /// The list that a hook's handlers stand in.
    fn list(&mut self, name: &str) -> Option<(&mut Vec<BoundHandler>, Option<Arc<str>>)> {
        if let Some(at) = EVENTS.iter().position(|event| event.hook == name && event.hook != "on_custom") {
            return Some((&mut self.tell[at], None));
        }
        if let Some(at) = QUERIES.iter().position(|query| query.hook == name) {
            return Some((&mut self.ask[at], None));
        }
        let custom = name.strip_prefix("on_")?;
        if self.events.iter().any(|(_, event)| **event == *custom) {
            let kind = bastide_engine::event::EventKind::Custom as usize;
            return Some((&mut self.tell[kind], Some(custom.into())));
        }
        None
    }

    fn unknown_hook(&self, name: &str) -> String {
        let events = EVENTS.iter().map(|event| event.hook.to_owned()).filter(|hook| hook != "on_custom");
        let queries = QUERIES.iter().map(|query| query.hook.to_owned());
        let custom = self.events.iter().map(|(_, event)| format!("on_{event}"));
        let others = ["actions", "events", "priority"].map(str::to_owned);
        let known: Vec<String> = events.chain(queries).chain(custom).chain(others).collect();
        let near = nearest(name, known.iter().map(String::as_str));
        match near.or_else(|| with_another_prefix(name, &known)) {
            Some(near) => format!("unknown hook `{name}`, did you mean `{near}`?"),
            None => format!(
                "unknown hook `{name}`; helpers are `local function`s; the hooks are {}",
                known.join(", ")
            ),
        }
    }

    fn bind_actions(
        &mut self,
        expansion: u16,
        value: &mlua::Value,
        rules: &Ruleset,
        source: &Source,
    ) -> Result<(), Fault> {
        let mlua::Value::Table(table) = value else {
            return fault("actions", format!("`actions` must be a table, not {}", kind(value)));
        };
        let mut actions: Vec<(String, mlua::Value)> =
            table.pairs::<String, mlua::Value>().flatten().collect();
        actions.sort_by(|(a, _), (b, _)| a.cmp(b));
        for (name, action) in actions {
            let hook = format!("actions.{name}");
            let mlua::Value::Table(action) = action else {
                return fault(&hook, format!("`{hook}` must be a table, not {}", kind(&action)));
            };
            self.actions.extend(bind_action(expansion, &name, &action, rules, source)?);
        }
        Ok(())
    }

    /// All handlers, hook by hook in the order in which they are called, then all actions.
    pub fn listeners(&self) -> Vec<Listener> {
        let handler = |bound: &BoundHandler| Listener {
            expansion: bound.expansion,
            hook: bound.hook.to_string(),
            priority: bound.priority,
        };
        let action = |bound: &BoundAction| {
            let short = bound.name.split_once('.').map_or(&*bound.name, |(_, short)| short);
            Listener { expansion: bound.expansion, hook: format!("actions.{short}"), priority: 0 }
        };
        let handlers = self.tell.iter().chain(&self.ask).flatten().map(handler);
        handlers.chain(self.actions.iter().map(action)).collect()
    }

    /// What the engine needs to know.
    pub fn subscriptions(&self, sources: &[Source]) -> Subscriptions {
        let filters = |expansion: u16, hook: &str| {
            let source = sources.get(expansion as usize);
            source.and_then(|source| source.filters.get(hook)).cloned().unwrap_or_default()
        };
        let handler = |handler: &BoundHandler| Handler {
            expansion: handler.expansion,
            filters: filters(handler.expansion, &handler.hook),
            custom: handler.custom.clone(),
        };
        let all = |lists: &[Vec<BoundHandler>]| {
            lists.iter().map(|list| list.iter().map(handler).collect()).collect()
        };
        let actions = self.actions.iter().map(|action| {
            let short = action.name.split_once('.').map_or(&*action.name, |(_, short)| short);
            Action {
                name: Arc::from(&*action.name),
                expansion: action.expansion,
                phase: action.phase,
                instead: action.instead,
                off_turn: action.off_turn,
                filters: filters(action.expansion, &format!("actions.{short}")),
            }
        });
        Subscriptions { tell: all(&self.tell), ask: all(&self.ask), actions: actions.collect() }
    }
}

/// The hook that is called nearly like another but for what it begins with: `allow_tile_placed`.
fn with_another_prefix<'a>(name: &str, known: &'a [String]) -> Option<&'a str> {
    let behind = |hook: &'a str| hook.split_once('_').map_or(hook, |(_, rest)| rest);
    let rest = name.split_once('_').map_or(name, |(_, rest)| rest);
    let near = nearest(rest, known.iter().map(|hook| behind(hook)))?;
    known.iter().map(String::as_str).find(|hook| behind(hook) == near)
}

const ACTION_KEYS: [&str; 6] = ["phase", "instead_of", "off_turn", "when", "options", "perform"];

fn bind_action(
    expansion: u16,
    name: &str,
    table: &Table,
    rules: &Ruleset,
    source: &Source,
) -> Result<Option<BoundAction>, Fault> {
    let hook = format!("actions.{name}");
    for (key, _) in table.pairs::<mlua::Value, mlua::Value>().flatten() {
        let key = match &key {
            mlua::Value::String(key) => key.to_string_lossy(),
            other => kind(other).to_owned(),
        };
        if !ACTION_KEYS.contains(&&*key) {
            let hint = nearest(&key, ACTION_KEYS.into_iter());
            let hint = hint.map_or_else(
                || format!("; it takes {}", ACTION_KEYS.join(", ")),
                |near| format!(", did you mean `{near}`?"),
            );
            return fault(&hook, format!("`{hook}` has an unknown key `{key}`{hint}"));
        }
    }
    let function = |key: &str| match table.raw_get::<mlua::Value>(key) {
        Ok(mlua::Value::Function(function)) => Ok(Some(function)),
        Ok(mlua::Value::Nil) | Err(_) => Ok(None),
        Ok(other) => fault(&hook, format!("`{hook}.{key}` must be a function, not {}", kind(&other))),
    };
    let text = |key: &str| table.raw_get::<Option<String>>(key).ok().flatten();
    let Some(perform) = function("perform")? else {
        return fault(&hook, format!("`{hook}` needs `perform`, a function that does it"));
    };
    let off_turn = table.raw_get::<Option<bool>>("off_turn").ok().flatten().unwrap_or(false);
    let instead_of = text("instead_of");
    let phase_name = text("phase").or_else(|| instead_of.clone());
    if let (Some(instead), Some(phase)) = (&instead_of, &phase_name)
        && instead != phase
    {
        return fault(
            &hook,
            format!(
                "`{hook}` is offered in the phase `{phase}` and can only be used instead of what that phase offers, not of `{instead}`"
            ),
        );
    }
    if phase_name.as_ref().is_some_and(|phase| is_absent(phase, rules, source)) {
        return Ok(None);
    }
    let phase = phase_name.map(|phase| find_phase(&phase, &hook, rules, source)).transpose()?;
    if phase.is_none() && !off_turn {
        return fault(
            &hook,
            format!("`{hook}` needs `phase`, the phase in which it is offered, or `off_turn = true`"),
        );
    }
    Ok(Some(BoundAction {
        expansion,
        name: format!("{}.{name}", source.id).into(),
        when: function("when")?,
        options: function("options")?,
        perform,
        asks: Cell::new(false),
        phase,
        instead: instead_of.is_some(),
        off_turn,
    }))
}

/// Whether a phase belongs to an expansion that this one can do without and that is not in play.
fn is_absent(phase: &str, rules: &Ruleset, source: &Source) -> bool {
    let Some((id, _)) = phase.split_once('/') else { return false };
    let in_play = rules.setup.expansions.iter().any(|expansion| expansion.id == id);
    !in_play && source.uses.iter().any(|used| used == id)
}

/// A phase by name: of the turn, or of the expansion itself without its id.
/// Whether an expansion of these is not in play.
fn lacks_one_of(rules: &Ruleset, ids: &[String]) -> bool {
    ids.iter().any(|id| !rules.setup.expansions.iter().any(|expansion| expansion.id == *id))
}

fn find_phase(name: &str, hook: &str, rules: &Ruleset, source: &Source) -> Result<u8, Fault> {
    let own = format!("{}/{name}", source.id);
    let found = rules.phases.iter().position(|phase| phase.name == name || phase.name == own);
    match found {
        Some(at) => Ok(at as u8),
        None => {
            let names = || rules.phases.iter().map(|phase| phase.name.as_str());
            let hint = nearest(name, names());
            let list = names().collect::<Vec<_>>().join(", ");
            let hint = hint.map_or_else(
                || format!("; the phases are {list}"),
                |near| format!(", did you mean `{near}`?"),
            );
            fault(hook, format!("`{hook}`: there is no phase `{name}`{hint}"))
        }
    }
}
