//! What handlers give back: labelled numbers, and what actions can be used on.

use bastide_engine::decision::Item;
use bastide_engine::event::Label;

use crate::convert::{list_to_items, whole};
use crate::names::{kind, not_whole};

/// What an `adjust_` handler returned: labelled numbers, or one number under the expansion's name.
pub(super) fn adjustments(value: &mlua::Value, id: &str) -> Result<Vec<(Label, i32)>, String> {
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
pub(super) fn item_list(value: &mlua::Value) -> Result<Vec<Item>, String> {
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
