//! Which handlers run for an event, and why in that order.

use std::collections::{BTreeMap, BTreeSet};

use bastide_content::library::Library;
use bastide_content::manifest::{HookFilter, Manifest, Named, OptionIs};
use bastide_content::order::before;
use bastide_engine::value::Value;
use bastide_script::{Limits, Listener, load_host};
use serde::Serialize;

use crate::error::Error;
use crate::session::Session;
use crate::shelf::Shelf;

/// The handlers of a hook, in the order in which they are called.
#[derive(Clone, Debug, Serialize)]
pub struct Order {
    /// The hook.
    pub hook: String,
    /// The handlers.
    pub handlers: Vec<Place>,
    /// Pairs of expansions between which nothing declares an order, where one could matter.
    pub undeclared: Vec<(String, String)>,
}

/// A handler and its place.
#[derive(Clone, Debug, Serialize)]
pub struct Place {
    /// The id of the expansion.
    pub expansion: String,
    /// Its priority.
    pub priority: i64,
    /// Without which it is not called, as the manifest says it; one of them is enough.
    pub conditions: Vec<String>,
    /// Why it stands behind the one before it; empty for the first.
    pub why: String,
}

/// The hooks to which somebody listens in a session, and the actions.
///
/// # Errors
///
/// When scripts cannot be loaded.
pub fn hooks(session: &Session) -> Result<Vec<String>, Error> {
    let mut hooks: Vec<String> = listeners(session)?.into_iter().map(|listener| listener.hook).collect();
    hooks.sort();
    hooks.dedup();
    Ok(hooks)
}

fn listeners(session: &Session) -> Result<Vec<Listener>, Error> {
    let host = load_host(session.rules(), session.scripts().to_vec(), Limits::default());
    Ok(host.map_err(|errors| Error::Scripts(errors.0))?.listeners())
}

/// The handlers of a session, hook by hook.
///
/// # Errors
///
/// When scripts cannot be loaded.
pub fn order(session: &Session) -> Result<Vec<Order>, Error> {
    let library = library(session);
    let manifests = session.expansions().iter().filter_map(|part| library.expansion(&part.id));
    let manifests: BTreeMap<&str, &Manifest> =
        manifests.map(|manifest| (manifest.id.name.as_str(), manifest)).collect();
    let earlier = Earlier { direct: before(&manifests) };
    let ids: Vec<&str> = session.expansions().iter().map(|part| part.id.as_str()).collect();
    let mut orders: Vec<(String, Vec<Listener>)> = Vec::new();
    for listener in listeners(session)? {
        match orders.iter_mut().find(|(hook, _)| *hook == listener.hook) {
            Some((_, list)) => list.push(listener),
            None => orders.push((listener.hook.clone(), vec![listener])),
        }
    }
    let ids = &ids;
    let id = move |listener: &Listener| ids.get(listener.expansion as usize).copied().unwrap_or_default();
    let one = |(hook, list): (String, Vec<Listener>)| {
        let place = |(at, listener): (usize, &Listener)| Place {
            expansion: id(listener).to_owned(),
            priority: listener.priority,
            conditions: manifests.get(id(listener)).map_or(Vec::new(), |found| conditions(found, &hook)),
            why: match at.checked_sub(1).and_then(|at| list.get(at)) {
                Some(last) => earlier.why((id(last), last.priority), (id(listener), listener.priority)),
                None => String::new(),
            },
        };
        let handlers = list.iter().enumerate().map(place).collect();
        // Whoever is asked first forbids nothing that the other would allow, and an action is only
        // listed before another.
        let matters = !(hook.starts_with("allow_") || hook.starts_with("actions."));
        let undeclared = if matters { earlier.undeclared(&list, id) } else { Vec::new() };
        Order { undeclared, handlers, hook }
    };
    Ok(orders.into_iter().map(one).collect())
}

/// The library from which a session was put together.
fn library(session: &Session) -> Library {
    let mut shelf = Shelf::bundled();
    for folder in session.expansions().iter().filter_map(|part| part.folder.as_ref()) {
        shelf.add(folder);
    }
    shelf.library()
}

/// Which expansions come before which.
struct Earlier<'a> {
    direct: BTreeMap<&'a str, BTreeMap<&'a str, &'static str>>,
}

impl Earlier<'_> {
    /// Whether something declares, perhaps by way of others, that one comes before another.
    fn comes(&self, first: &str, second: &str) -> bool {
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let mut waiting = vec![second];
        while let Some(id) = waiting.pop() {
            for other in self.direct.get(id).into_iter().flat_map(BTreeMap::keys) {
                if *other == first {
                    return true;
                }
                if seen.insert(other) {
                    waiting.push(other);
                }
            }
        }
        false
    }

    /// Why a handler stands behind another one.
    fn why(&self, (last, before): (&str, i64), (id, priority): (&str, i64)) -> String {
        if before < priority {
            return format!("its priority {priority} comes after {before}");
        }
        match self.direct.get(id).and_then(|earlier| earlier.get(last)) {
            Some(&"before") => format!("`{last}` says that it comes before `{id}`"),
            Some(key) => format!("`{id}` names `{last}` in `{key}`"),
            None if self.comes(last, id) => format!("`{id}` comes after `{last}` by way of others"),
            None if last == id => "it stands behind it in the expansion".to_owned(),
            None if last < id => format!("nothing declares an order; by id, `{last}` comes first"),
            None => format!("nothing declares an order, but `{id}` has to wait for others"),
        }
    }

    /// Pairs with one priority between which nothing declares an order.
    fn undeclared<'i>(&self, list: &[Listener], id: impl Fn(&Listener) -> &'i str) -> Vec<(String, String)> {
        let mut pairs = Vec::new();
        for (at, first) in list.iter().enumerate() {
            for second in &list[at + 1..] {
                let (one, other) = (id(first), id(second));
                let declared = first.priority != second.priority || self.comes(one, other);
                if one != other && !declared {
                    pairs.push((one.to_owned(), other.to_owned()));
                }
            }
        }
        pairs
    }
}

/// The conditions of a manifest on a hook, as it could have written them.
fn conditions(manifest: &Manifest, hook: &str) -> Vec<String> {
    manifest.filters.iter().filter(|filter| filter.hook.name == hook).map(condition).collect()
}

fn condition(filter: &HookFilter) -> String {
    let list = |key: &str, names: &[Named]| {
        let names: Vec<String> = names.iter().map(|name| format!("\"{}\"", name.name)).collect();
        (!names.is_empty()).then(|| format!("{key} = [{}]", names.join(", ")))
    };
    let one =
        |key: &str, name: &Option<Named>| name.as_ref().map(|name| format!("{key} = \"{}\"", name.name));
    let parts = [
        list("feature", &filter.features),
        one("feature_with", &filter.feature_with),
        one("follower_on", &filter.follower_on),
        one("tile_with", &filter.tile_with),
        one("around_with", &filter.around_with),
        list("piece_in", &filter.piece_in),
        list("piece_on", &filter.piece_on),
        list("piece", &filter.piece),
        list("in_supply", &filter.in_supply),
        filter.points.map(|points| format!("points = {points}")),
        filter.has_points.map(|points| format!("has_points = {points}")),
        list("phase", &filter.phases),
        options(&filter.options),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn options(options: &[OptionIs]) -> Option<String> {
    let written = |value: &Value| match value {
        Value::Bool(truth) => truth.to_string(),
        Value::Int(number) => number.to_string(),
        value => format!("\"{}\"", value.as_text().unwrap_or_default()),
    };
    let one = |option: &OptionIs| {
        let values: Vec<String> = option.values.iter().map(|(value, _)| written(value)).collect();
        match values.as_slice() {
            [value] => format!("{} = {value}", option.name.name),
            values => format!("{} = [{}]", option.name.name, values.join(", ")),
        }
    };
    let all: Vec<String> = options.iter().map(one).collect();
    (!all.is_empty()).then(|| format!("option = {{ {} }}", all.join(", ")))
}
