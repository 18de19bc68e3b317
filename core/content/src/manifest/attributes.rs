//! Declared attributes.

use bastide_engine::tile::{AttributeMerge, AttributeScope, AttributeType};

use super::kinds::{declared, names};
use super::{AttributeDecl, Named};
use crate::document::Reader;
use crate::schema;

pub(crate) const TYPES: [&str; 3] = ["flag", "number", "name"];
pub(crate) const MERGES: [(&str, AttributeMerge); 3] =
    [("sum", AttributeMerge::Sum), ("any", AttributeMerge::Any), ("all", AttributeMerge::All)];
/// Keys of tile sets, which no attribute can be called.
const RESERVED: [&str; 8] = ["count", "jcz", "edges", "bare", "sides", "over", "ports", "at"];

pub(super) fn read(reader: &Reader<'_>) -> Vec<AttributeDecl> {
    let Some(scopes) = reader.table("attributes") else { return Vec::new() };
    let scopes = scopes.shaped(&schema::ATTRIBUTES);
    let mut found = Vec::new();
    for (key, scope) in [("tile", AttributeScope::Tile), ("segment", AttributeScope::Segment)] {
        for table in declared(&scopes, key, "attribute") {
            found.extend(read_one(table, scope));
        }
    }
    scopes.finish();
    found
}

fn read_one((name, table): (Named, Reader<'_>), scope: AttributeScope) -> Option<AttributeDecl> {
    if RESERVED.contains(&name.name.as_str()) {
        let text = format!("`{}` is a key of every tile set", name.name);
        table.report(&name.span, table.error("reserved-name", text).hint("choose another name"));
        return None;
    }
    let table = table.shaped(match scope {
        AttributeScope::Tile => &schema::ATTRIBUTE_OF_TILE,
        AttributeScope::Segment => &schema::ATTRIBUTE_OF_SEGMENT,
    });
    let ty = read_type(&table);
    let merge = table
        .choice("merge", &MERGES.map(|(word, _)| word))
        .map(|index| MERGES[index].1)
        .unwrap_or(if ty == AttributeType::Number { AttributeMerge::Sum } else { AttributeMerge::Any });
    let on = match scope {
        AttributeScope::Segment => names(&table, "on", "on = [\"road\"]"),
        AttributeScope::Tile => Vec::new(),
    };
    let doc = table.text("doc", "doc = \"what it means\"").unwrap_or_default().to_owned();
    table.finish();
    Some(AttributeDecl { name, scope, ty, merge, on, doc })
}

fn read_type(table: &Reader<'_>) -> AttributeType {
    let values: Vec<String> = table
        .texts("values", "values = [\"oak\", \"beech\"]")
        .into_iter()
        .map(|(text, _)| text.to_owned())
        .collect();
    let ty = table.choice("type", &TYPES);
    match (ty, table.has("values")) {
        (Some(0 | 1), true) => {
            let span = table.get("values").map(|entry| entry.key_span.clone()).unwrap_or_default();
            let error = table.error("wrong-type", "`values` lists names, so `type` can only be `name`");
            table.report(&span, error.hint("leave out either `values` or `type`"));
            AttributeType::Name(values)
        }
        (_, true) | (Some(2), false) => AttributeType::Name(values),
        (Some(1), false) => AttributeType::Number,
        (None, false) if !table.has("type") => {
            let error = table.error("missing-key", "neither `values` nor `type` is given");
            let hint = "for example: type = \"flag\" (yes or no), type = \"number\", or values = [\"oak\", \"beech\"]";
            table.report(&table.span.clone(), error.hint(hint));
            AttributeType::Flag
        }
        _ => AttributeType::Flag,
    }
}
