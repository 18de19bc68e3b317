//! Free values: what the program keeps without knowing what it means.

use bastide_engine::value::Value;

use crate::document::{Data, Node, Reader};

/// The value of a node; what a game cannot hold is reported.
pub(super) fn of(reader: &Reader<'_>, node: &Node) -> Value {
    match &node.data {
        Data::Text(text) => Value::Text(text.clone()),
        Data::Int(number) => Value::Int(*number),
        Data::Bool(truth) => Value::Bool(*truth),
        Data::List(items) => Value::List(items.iter().map(|item| of(reader, item)).collect()),
        Data::Table(entries) => {
            Value::Map(entries.iter().map(|entry| (entry.key.clone(), of(reader, &entry.node))).collect())
        }
        Data::Other(kind) => {
            let error = reader.error("wrong-type", format!("{kind} cannot stand here"));
            reader.report(&node.span, error.hint("use a whole number, or a text between quotes"));
            Value::Nil
        }
    }
}
