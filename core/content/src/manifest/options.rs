//! Declared options.

use bastide_engine::value::Value;

use super::kinds::declared;
use super::value;
use crate::document::Reader;
use crate::options::{OptionDef, OptionType, written};
use crate::schema;

pub(crate) const TYPES: [&str; 3] = ["boolean", "choice", "number"];

pub(super) fn read(reader: &Reader<'_>) -> Vec<OptionDef> {
    let mut options = Vec::new();
    for (name, table) in declared(reader, "options", "option") {
        if !table.has("type") {
            table.missing("type", "type = \"boolean\"");
        }
        let ty = table.choice("type", &TYPES).and_then(|index| read_type(&table, index));
        let doc = table.required_text("doc", "doc = \"what it changes\"").unwrap_or_default().to_owned();
        let default = ty.as_ref().map(|ty| read_default(&table, ty)).unwrap_or_default();
        if ty.is_none() {
            // What is not known cannot be checked; the keys are still no mistakes.
            let _ = ["values", "or", "min", "max", "default"].map(|key| table.get(key));
        }
        let table = table.shaped(match &ty {
            None => &schema::OPTION,
            Some(OptionType::Boolean) => &schema::OPTION_BOOLEAN,
            Some(OptionType::Choice { .. }) => &schema::OPTION_CHOICE,
            Some(OptionType::Number { .. }) => &schema::OPTION_NUMBER,
        });
        table.finish();
        if let Some(ty) = ty {
            options.push(OptionDef { name: name.name, ty, default, doc });
        }
    }
    options
}

fn read_type(table: &Reader<'_>, index: usize) -> Option<OptionType> {
    let words = |key: &str, example: &str| -> Vec<String> {
        table.texts(key, example).into_iter().map(|(text, _)| text.to_owned()).collect()
    };
    match index {
        0 => Some(OptionType::Boolean),
        1 => {
            let values = words("values", "values = [\"usual\", \"friendly\"]");
            if values.len() < 2 {
                let error = table.error("missing-key", "a choice has at least two `values`");
                table.report(
                    &table.span.clone(),
                    error.hint("for example: values = [\"usual\", \"friendly\"]"),
                );
            }
            Some(OptionType::Choice { values })
        }
        _ => {
            let limits = -1_000_000..=1_000_000;
            let (min, max) = (table.number("min", limits.clone()), table.number("max", limits));
            let (min, max) = (min.unwrap_or(0), max.unwrap_or(1_000_000));
            if min > max {
                let error =
                    table.error("out-of-range", format!("`min` ({min}) is greater than `max` ({max})"));
                table.report(&table.span.clone(), error);
                return None;
            }
            Some(OptionType::Number { min, max, or: words("or", "or = [\"unlimited\"]") })
        }
    }
}

fn read_default(table: &Reader<'_>, ty: &OptionType) -> Value {
    let Some(entry) = table.get("default") else {
        table.missing("default", &format!("default = … ({})", ty.expected()));
        return Value::Nil;
    };
    let default = value::of(table, &entry.node);
    if !ty.accepts(&default) {
        let text = format!("`default` cannot be `{}`{}", written(&default), ty.nearly(&default));
        let error = table.error("unknown-value", text).hint(format!("it can be {}", ty.expected()));
        table.report(&entry.node.span, error);
    }
    default
}
