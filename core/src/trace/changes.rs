//! What a handler changed: the state before it and after it, compared.

use std::collections::{BTreeMap, BTreeSet};

use bastide_engine::piece::Holder;
use bastide_engine::scene::Scene;
use bastide_engine::state::State;
use bastide_engine::tile::TileDefId;
use bastide_engine::value::Value;
use serde::Serialize;

use super::words::value;

/// Something that a handler changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// What: `storage.watchtowers.count`, `points of Alice`.
    pub what: String,
    /// What it was; nothing where there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// What it is; nothing where there is none any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

/// What differs in a scene from the state before. With `quiet`, the handler raised no event that
/// would tell of something else.
pub(super) fn between(scene: &Scene, before: &State, quiet: bool) -> Vec<Change> {
    let after = scene.state();
    let mut changes = Vec::new();
    for player in scene.rules().players() {
        let (was, is) = (before.points(player), after.points(player));
        if was != is {
            let what = format!("points of {}", scene.rules().name(player));
            changes.push(Change { what, before: Some(was.to_string()), after: Some(is.to_string()) });
        }
    }
    for expansion in &scene.rules().setup.expansions {
        let (was, is) = (before.storage(&expansion.id), after.storage(&expansion.id));
        compare(&format!("storage.{}", expansion.id), was, is, &mut changes);
    }
    tokens(scene, before, &mut changes);
    stack(scene, before, &mut changes);
    if changes.is_empty() && quiet && before.hash64() != after.hash64() {
        let what = "the course of the turn, such as a further part of it or what is drawn next".to_owned();
        changes.push(Change { what, before: None, after: None });
    }
    changes
}

/// Compares plain data, and tables key by key.
fn compare(what: &str, was: &Value, is: &Value, changes: &mut Vec<Change>) {
    if was == is {
        return;
    }
    let empty = BTreeMap::new();
    let (old, new) = match (was, is) {
        (Value::Map(old), Value::Map(new)) => (old, new),
        (Value::Nil, Value::Map(new)) => (&empty, new),
        (Value::Map(old), Value::Nil) => (old, &empty),
        _ => {
            let said = |side: &Value| (*side != Value::Nil).then(|| value(side));
            changes.push(Change { what: what.to_owned(), before: said(was), after: said(is) });
            return;
        }
    };
    let keys: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    for key in keys {
        let side = |side: &BTreeMap<String, Value>| side.get(key).cloned().unwrap_or_default();
        compare(&format!("{what}.{key}"), &side(old), &side(new), changes);
    }
}

fn tokens(scene: &Scene, before: &State, changes: &mut Vec<Change>) {
    let all = |state: &State| -> BTreeMap<(Holder, String), i64> {
        state.all_tokens().map(|(holder, name, count)| ((holder, name.to_owned()), count)).collect()
    };
    let (old, new) = (all(before), all(scene.state()));
    let keys: BTreeSet<&(Holder, String)> = old.keys().chain(new.keys()).collect();
    for key in keys {
        let (was, is) = (old.get(key).copied().unwrap_or(0), new.get(key).copied().unwrap_or(0));
        if was != is {
            let holder = match key.0 {
                Holder::Game => "the game".to_owned(),
                Holder::Player(player) => scene.rules().name(player).to_owned(),
                Holder::Tile(tile) => format!("tile {tile}"),
            };
            let what = format!("tokens `{}` of {holder}", key.1);
            changes.push(Change { what, before: Some(was.to_string()), after: Some(is.to_string()) });
        }
    }
}

fn stack(scene: &Scene, before: &State, changes: &mut Vec<Change>) {
    let count = scene.rules().tiles.len();
    for tile in (0..count).map(|at| TileDefId(at as u16)) {
        let side = |state: &State| (state.stack().count(tile), state.stack().stage(tile));
        let (was, is) = (side(before), side(scene.state()));
        let id = &scene.rules().tile(tile).def.id;
        if was.0 != is.0 {
            let what = format!("tiles `{id}` in the stack");
            changes.push(Change { what, before: Some(was.0.to_string()), after: Some(is.0.to_string()) });
        }
        if was.1 != is.1 && was.0 > 0 {
            let what = format!("stage of `{id}` in the stack");
            changes.push(Change { what, before: Some(was.1.to_string()), after: Some(is.1.to_string()) });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(entries: &[(&str, Value)]) -> Value {
        Value::Map(entries.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect())
    }

    #[test]
    fn tables_are_compared_key_by_key() {
        let was = map(&[("a", Value::Int(1)), ("b", Value::Text("x".to_owned())), ("d", Value::Int(4))]);
        let is =
            map(&[("a", Value::Int(2)), ("c", map(&[("deep", Value::Bool(true))])), ("d", Value::Int(4))]);
        let mut changes = Vec::new();
        compare("storage.fan", &was, &is, &mut changes);
        let said: Vec<_> = changes
            .iter()
            .map(|change| (change.what.as_str(), change.before.as_deref(), change.after.as_deref()))
            .collect();
        assert_eq!(
            said,
            [
                ("storage.fan.a", Some("1"), Some("2")),
                ("storage.fan.b", Some("\"x\""), None),
                ("storage.fan.c.deep", None, Some("true")),
            ]
        );
    }

    #[test]
    fn the_first_thing_that_is_stored_is_named() {
        let mut changes = Vec::new();
        compare("storage.fan", &Value::Nil, &map(&[("a", Value::Int(1))]), &mut changes);
        assert_eq!(changes.len(), 1);
        assert_eq!(changes[0].what, "storage.fan.a");
    }
}
