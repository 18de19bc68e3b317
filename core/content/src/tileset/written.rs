//! Fields that a tile writes out, and attributes of inferred ones.

use std::ops::Range;

use bastide_engine::geometry::{Port, PortSet, Third};
use bastide_engine::tile::{AttributeScope, Attributes, FeatureKindId};

use super::attributes;
use super::segments::{Drawn, read_sides, words};
use super::tile::side_name;
use crate::document::{Data, Entry, Node, Reader};
use crate::fields::Field;
use crate::lexicon::Lexicon;
use crate::schema;

/// What a tile says about its fields.
pub(super) enum Written {
    /// Some inferred fields have attributes.
    Marked(Vec<(Port, Attributes, Range<usize>)>),
    /// These are the fields; where the list stands.
    All(Vec<(Field, Attributes)>, Range<usize>),
}

/// One entry of the list.
enum Item {
    At(Port, Attributes, Range<usize>),
    Field(Field, Attributes),
}

/// Reads the `field` key; `None` when something is wrong with it.
pub(super) fn read(reader: &Reader<'_>, drawn: &[Drawn], lexicon: &Lexicon) -> Option<Written> {
    let Some(entry) = reader.get("field") else { return Some(Written::Marked(Vec::new())) };
    let Data::List(items) = &entry.node.data else {
        reader.wrong_type(entry, "a list of tables", "field = [{ ports = \"EL WR\", city = \"N\" }]");
        return None;
    };
    let mut taken = PortSet::EMPTY;
    let read: Vec<Option<Item>> =
        items.iter().map(|item| read_item(reader, item, drawn, lexicon, &mut taken)).collect();
    let read: Vec<Item> = read.into_iter().collect::<Option<_>>()?;
    sort_out(reader, entry, read)
}

fn sort_out(reader: &Reader<'_>, entry: &Entry, items: Vec<Item>) -> Option<Written> {
    let (mut marked, mut fields) = (Vec::new(), Vec::new());
    for item in items {
        match item {
            Item::At(port, attributes, span) => marked.push((port, attributes, span)),
            Item::Field(field, attributes) => fields.push((field, attributes)),
        }
    }
    match (marked.is_empty(), fields.is_empty()) {
        (_, true) => Some(Written::Marked(marked)),
        (true, false) => Some(Written::All(fields, entry.node.span.clone())),
        (false, false) => {
            let error = reader
                .error("mixed-fields", "some entries of `field` have `ports` and some have `at`")
                .hint("with `ports` all fields of the tile are written out, attributes included");
            reader.report(&entry.key_span, error);
            None
        }
    }
}

fn read_item(
    reader: &Reader<'_>,
    item: &Node,
    drawn: &[Drawn],
    lexicon: &Lexicon,
    taken: &mut PortSet,
) -> Option<Item> {
    let Data::Table(entries) = &item.data else {
        let text = format!("`field` should hold tables, not {}", item.kind());
        let error = reader.error("wrong-type", text).hint("for example: { ports = \"EL WR\", city = \"N\" }");
        reader.report(&item.span, error);
        return None;
    };
    let table = Reader::new(reader.sink, reader.message("`field`"), item.span.clone(), entries)
        .shaped(&schema::FIELD);
    let place =
        |key: &str| entries.iter().find(|entry| entry.key == key).map(|entry| entry.node.span.clone());
    let (ports, at) = (table.text("ports", "ports = \"EL WR\""), table.text("at", "at = \"EL\""));
    let touches = read_touches(&table, drawn, lexicon);
    let attributes = attributes::read(&table, AttributeScope::Segment, Some(FeatureKindId::FIELD), lexicon);
    let known = table.has("ports") || table.has("at");
    if !known {
        table.missing("ports", "ports = \"EL WR\" to write the field out, at = \"EL\" for the inferred one");
    }
    table.finish();
    match (ports, at) {
        (Some(text), None) => {
            let ports = read_halves(reader, text, &place("ports")?, drawn, taken)?;
            Some(Item::Field(Field { ports, touches: touches? }, attributes))
        }
        (None, Some(text)) => {
            let span = place("at")?;
            let ports = read_halves(reader, text, &span, drawn, &mut PortSet::default())?;
            Some(Item::At(ports.iter().next()?, attributes, span))
        }
        (Some(_), Some(_)) => {
            let error = reader
                .error("mixed-fields", "a field has either `ports` or `at`")
                .hint("`ports` writes the field out; `at` points to the inferred one");
            reader.report(&item.span, error);
            None
        }
        (None, None) => None,
    }
}

/// The segments that a written field touches: `city = "N S"`.
fn read_touches(table: &Reader<'_>, drawn: &[Drawn], lexicon: &Lexicon) -> Option<Vec<u8>> {
    let mut touches = Vec::new();
    let mut good = true;
    for kind in lexicon.sided_kinds().filter(|kind| lexicon.is_whole(*kind)) {
        let name = lexicon.kind_name(kind);
        let Some(text) = table.text(name, &format!("{name} = \"N\"")) else {
            good &= !table.has(name);
            continue;
        };
        let span = table.get(name).map(|entry| entry.node.span.clone()).unwrap_or_default();
        for side in read_sides(table, name, text, &span).unwrap_or_default() {
            let found = |drawn: &Drawn| drawn.kind == kind && drawn.ports.sides().any(|other| other == side);
            match drawn.iter().position(found) {
                Some(index) => touches.push(index as u8),
                None => {
                    let text = format!("there is no {name} on the {} side", side_name(side));
                    let error = table
                        .error("unknown-touch", text)
                        .hint(format!("name a side of each {name} that the field touches"));
                    table.report(&span, error);
                    good = false;
                }
            }
        }
    }
    touches.sort_unstable();
    touches.dedup();
    good.then_some(touches)
}

/// Reads the half-sides that belong to nothing; `None` when something is wrong with them.
pub(super) fn read_bare(reader: &Reader<'_>, drawn: &[Drawn]) -> Option<PortSet> {
    let Some(entry) = reader.get("bare") else { return Some(PortSet::EMPTY) };
    let text = reader.text("bare", "bare = \"ER SL\"")?;
    read_halves(reader, text, &entry.node.span, drawn, &mut PortSet::default())
}

/// Reads `"EL WR"`.
fn read_halves(
    reader: &Reader<'_>,
    text: &str,
    span: &Range<usize>,
    drawn: &[Drawn],
    taken: &mut PortSet,
) -> Option<PortSet> {
    let mut ports = PortSet::EMPTY;
    let mut good = true;
    for (word, at) in words(text, span) {
        let error = match word.parse::<Port>() {
            Ok(port) if port.third() == Third::Middle => reader
                .error("unknown-half", format!("`field`: `{word}` is a whole side, not a half of one"))
                .hint(format!(
                    "name its halves: {word}L is left, {word}R is right, looking out from the centre"
                )),
            Ok(port) if drawn.iter().any(|drawn| drawn.ports.contains(port)) => reader
                .error("field-on-city", format!("`field`: {word} lies on a side that a city takes whole"))
                .hint(format!("the {} side has no field: take {word} out", side_name(port.side()))),
            Ok(port) if taken.contains(port) => reader
                .error("duplicate-half", format!("`field`: {word} is named twice"))
                .hint("each half-side belongs to one field"),
            Ok(port) => {
                ports = ports.with(port);
                *taken = taken.with(port);
                continue;
            }
            Err(_) => reader
                .error("unknown-half", format!("`field`: `{word}` is not a half-side"))
                .hint("the half-sides are NL, NR, EL, ER, SL, SR, WL and WR"),
        };
        reader.report(&at, error);
        good = false;
    }
    good.then_some(ports)
}

impl Written {
    /// The fields of the tile, in order.
    pub fn finish(
        self,
        reader: &Reader<'_>,
        inferred: Vec<Field>,
        drawn: &[Drawn],
        bare: PortSet,
    ) -> Option<Vec<(Field, Attributes)>> {
        match self {
            Written::Marked(marks) => mark(reader, inferred, marks),
            Written::All(mut fields, span) => {
                let halves: PortSet = Port::all().filter(|port| port.third() != Third::Middle).collect();
                let taken = drawn.iter().fold(bare, |taken, drawn| taken.union(drawn.ports));
                let named = fields.iter().fold(PortSet::EMPTY, |named, (field, _)| named.union(field.ports));
                let missing = halves.minus(taken).minus(named);
                if !missing.is_empty() {
                    let names: Vec<String> = missing.iter().map(|port| port.to_string()).collect();
                    let error = reader
                        .error("missing-half", format!("no entry of `field` has {}", names.join(", ")))
                        .hint("fields that are written out must name every half-side that is not a city's");
                    reader.report(&span, error);
                    return None;
                }
                fields.sort_by_key(|(field, _)| {
                    field.ports.iter().next().map_or(Port::COUNT, |port| port.index())
                });
                Some(fields)
            }
        }
    }
}

fn mark(
    reader: &Reader<'_>,
    inferred: Vec<Field>,
    marks: Vec<(Port, Attributes, Range<usize>)>,
) -> Option<Vec<(Field, Attributes)>> {
    let mut fields: Vec<(Field, Attributes)> =
        inferred.into_iter().map(|field| (field, Attributes::default())).collect();
    for (port, attributes, span) in marks {
        let Some((_, marked)) = fields.iter_mut().find(|(field, _)| field.ports.contains(port)) else {
            continue;
        };
        if !marked.is_empty() {
            let error = reader
                .error("duplicate-half", format!("`field`: two entries mean the field at {port}"))
                .hint("write the attributes of one field in one entry");
            reader.report(&span, error);
            return None;
        }
        *marked = attributes;
    }
    Some(fields)
}
