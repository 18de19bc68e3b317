//! Events, items and calls in words.

use bastide_engine::decision::Item;
use bastide_engine::event::{Event, EventKind};
use bastide_engine::scene::Scene;
use bastide_engine::value::Value;
use serde::Serializer;
use serde::ser::SerializeMap;

use super::Contents;

/// What an event's handlers get: the fields, and their values in words.
pub(super) fn contents(scene: &Scene, event: &Event) -> Contents {
    let rules = scene.rules();
    let mut contents = Contents::new();
    for field in event.kind().info().fields {
        let Some(found) = event.field(field.name) else { continue };
        // These two are numbers in the engine, and names to scripts.
        let said = match (event.kind(), field.name, &found) {
            (EventKind::PhaseEntered, "phase", Item::Int(phase)) => {
                rules.phases.get(*phase as usize).map(|phase| phase.name.clone())
            }
            (EventKind::BlockPlaced, "block", Item::Int(block)) => {
                rules.setup.blocks.get(*block as usize).map(|block| block.id.clone())
            }
            _ => None,
        };
        contents.push((field.name, said.unwrap_or_else(|| item(scene, &found))));
    }
    contents
}

/// An event of which nobody needs to be told, in words.
pub(super) fn event(scene: &Scene, event: &Event) -> String {
    let name = event.kind().info().hook.trim_start_matches("on_").replace('_', " ");
    let fields = contents(scene, event);
    let fields: Vec<String> = fields.iter().map(|(name, said)| format!("{name} {said}")).collect();
    if fields.is_empty() { name } else { format!("{name}: {}", fields.join(", ")) }
}

/// An item in words.
pub(super) fn item(scene: &Scene, item: &Item) -> String {
    match item {
        Item::Value(value) => self::value(value),
        Item::Tile(tile) => {
            let placed = scene.state().board().tile(*tile);
            format!("{} at {}", scene.rules().tile(placed.def).def.id, placed.pos)
        }
        Item::List(items) if items.is_empty() => "nobody".to_owned(),
        item => scene.item_name(item),
    }
}

/// Plain data as somebody would write it down.
pub(super) fn value(value: &Value) -> String {
    match value {
        Value::Nil => "nothing".to_owned(),
        // Plain data has no value that JSON could not hold.
        value => serde_json::to_string(value).unwrap_or_default(),
    }
}

/// The fields as a JSON object, in their order.
pub(super) fn as_map<S: Serializer>(contents: &Contents, to: S) -> Result<S::Ok, S::Error> {
    let mut map = to.serialize_map(Some(contents.len()))?;
    for (name, said) in contents {
        map.serialize_entry(name, said)?;
    }
    map.end()
}
