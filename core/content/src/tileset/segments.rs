//! The features of a tile that are drawn: roads, cities, monasteries.

use std::ops::Range;

use bastide_engine::geometry::{PortSet, Side};
use bastide_engine::tile::{AttributeScope, Attributes, FeatureKindId};

use super::attributes;
use super::tile::{ports_of, side_name};
use crate::diagnostic::Diagnostic;
use crate::document::{Data, Entry, Node, Reader};
use crate::lexicon::Lexicon;
use crate::schema;

/// A feature of a tile, fields left out.
pub(super) struct Drawn {
    pub kind: FeatureKindId,
    pub ports: PortSet,
    pub attributes: Attributes,
    span: Range<usize>,
    /// Whether it passes above what it crosses.
    over: bool,
}

/// Reads the features of a kind that crosses edges; false when something is wrong.
pub(super) fn read_sided(
    reader: &Reader<'_>,
    kind: FeatureKindId,
    lexicon: &Lexicon,
    drawn: &mut Vec<Drawn>,
) -> bool {
    let name = lexicon.kind_name(kind);
    let Some(entry) = reader.get(name) else { return true };
    let Data::List(items) = &entry.node.data else {
        let example = match &entry.node.data {
            Data::Text(text) => format!("{name} = [\"{text}\"]"),
            _ => format!("{name} = [\"N E\"]"),
        };
        reader.wrong_type(entry, "a list", &example);
        return false;
    };
    let mut good = true;
    for item in items {
        let Some(found) = read_item(reader, kind, item, lexicon) else {
            good = false;
            continue;
        };
        good &= check_sides_free(reader, &found, drawn, lexicon);
        good &= check_crossings(reader, &found, drawn, lexicon);
        drawn.push(found);
    }
    good
}

fn read_item(reader: &Reader<'_>, kind: FeatureKindId, item: &Node, lexicon: &Lexicon) -> Option<Drawn> {
    let name = lexicon.kind_name(kind);
    let whole = lexicon.is_whole(kind);
    match &item.data {
        Data::Text(text) => {
            let sides = read_sides(reader, name, text, &item.span)?;
            let attributes = Attributes::default();
            Some(Drawn {
                kind,
                ports: ports_of(&sides, whole),
                attributes,
                span: item.span.clone(),
                over: false,
            })
        }
        Data::Table(entries) => {
            let subject = reader.message(format!("`{name}`"));
            let table =
                Reader::new(reader.sink, subject, item.span.clone(), entries).shaped(&schema::FEATURE_ACROSS);
            let text = table.required_text("sides", "sides = \"N E\"");
            let over = table.flag("over").unwrap_or(false);
            let attributes = attributes::read(&table, AttributeScope::Segment, Some(kind), lexicon);
            table.finish();
            let span =
                entries.iter().find(|entry| entry.key == "sides").map(|entry| entry.node.span.clone())?;
            let sides = read_sides(reader, name, text?, &span)?;
            Some(Drawn { kind, ports: ports_of(&sides, whole), attributes, span, over })
        }
        _ => {
            let text = format!("`{name}` should hold texts of sides or tables, not {}", item.kind());
            let error = reader.error("wrong-type", text).hint(format!("for example: {name} = [\"W E\"]"));
            reader.report(&item.span, error);
            None
        }
    }
}

/// Reads `"N E"`.
pub(super) fn read_sides(
    reader: &Reader<'_>,
    key: &str,
    text: &str,
    span: &Range<usize>,
) -> Option<Vec<Side>> {
    let mut sides = Vec::new();
    let mut good = true;
    for (word, at) in words(text, span) {
        match word.parse::<Side>() {
            Ok(side) if sides.contains(&side) => {
                let text = format!("`{key}`: side {} is named twice in `{text}`", side_name(side));
                reader.report(&at, reader.error("duplicate-side", text).hint("name each side once"));
                good = false;
            }
            Ok(side) => sides.push(side),
            Err(_) => {
                let error = reader
                    .error("unknown-side", format!("`{key}`: `{word}` is not a side"))
                    .hint(side_hint(text));
                reader.report(&at, error);
                good = false;
            }
        }
    }
    if good && sides.is_empty() {
        let error = reader
            .error("missing-sides", format!("`{key}` names no side"))
            .hint(format!("name the sides where it leaves the tile: {key} = [\"N E\"]"));
        reader.report(span, error);
        good = false;
    }
    good.then_some(sides)
}

/// What somebody probably meant by a text of sides.
fn side_hint(text: &str) -> String {
    let words = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    let sides: Vec<Vec<Side>> = words.map(side_letters).collect();
    match sides.is_empty() || sides.contains(&Vec::new()) {
        true => "the sides are N, E, S and W (north, east, south, west)".to_owned(),
        false => {
            let letters: Vec<String> = sides.iter().flatten().map(Side::to_string).collect();
            format!("the sides are N, E, S and W, with spaces between them: \"{}\"", letters.join(" "))
        }
    }
}

/// The sides that a word probably means: `north`, `n`, `NE`.
fn side_letters(word: &str) -> Vec<Side> {
    let lower = word.to_lowercase();
    if let Some(side) = Side::ALL.into_iter().find(|side| side_name(*side) == lower) {
        return vec![side];
    }
    let letters: Option<Vec<Side>> =
        lower.to_uppercase().chars().map(|l| l.to_string().parse().ok()).collect();
    letters.unwrap_or_default()
}

/// The words of a text with their places in the file.
pub(super) fn words<'t>(text: &'t str, span: &Range<usize>) -> Vec<(&'t str, Range<usize>)> {
    // With escapes or three quotes the place of a letter is not known: then the whole text is marked.
    let plain = span.len() == text.len() + 2;
    let mut at = 0;
    let mut words = Vec::new();
    for word in text.split(' ') {
        if !word.trim().is_empty() {
            let start = span.start + 1 + at;
            let place = if plain { start..start + word.len() } else { span.clone() };
            words.push((word.trim(), place));
        }
        at += word.len() + 1;
    }
    words
}

fn check_sides_free(reader: &Reader<'_>, found: &Drawn, drawn: &[Drawn], lexicon: &Lexicon) -> bool {
    let mut good = true;
    for side in found.ports.sides() {
        let Some(other) = drawn.iter().find(|other| other.ports.sides().any(|taken| taken == side)) else {
            continue;
        };
        let (line, _) = reader.sink.source.position(other.span.start);
        let other = lexicon.kind_name(other.kind);
        let name = lexicon.kind_name(found.kind);
        let text = match other == name {
            true => format!("side {} is named twice, by two entries of `{name}`", side_name(side)),
            false => format!("side {} is named twice, by `{other}` and by `{name}`", side_name(side)),
        };
        let error = reader
            .error("duplicate-side", text)
            .label(format!("`{other}` has this side already, on line {line}"))
            .hint("one side of a tile carries one feature: take the side out of one of them");
        reader.report(&found.span, error);
        good = false;
    }
    good
}

fn check_crossings(reader: &Reader<'_>, found: &Drawn, drawn: &[Drawn], lexicon: &Lexicon) -> bool {
    let crosses = |other: &&Drawn| {
        other.kind == found.kind && !other.over && !found.over && interleave(found.ports, other.ports)
    };
    let Some(other) = drawn.iter().find(crosses) else { return true };
    let name = lexicon.kind_name(found.kind);
    let letters = |ports: PortSet| ports.sides().map(|side| side.to_string()).collect::<Vec<_>>();
    let (here, there) = (letters(found.ports).join(" "), letters(other.ports).join(" "));
    let ends: Vec<String> =
        letters(other.ports.union(found.ports)).iter().map(|side| format!("\"{side}\"")).collect();
    let text = format!("`{name}` \"{here}\" crosses `{name}` \"{there}\"");
    let error = reader
        .error("crossing", text)
        .hint(format!("if they end at a crossing, list each end: {name} = [{}]", ends.join(", ")))
        .note(format!("if one passes above the other, write it as {{ sides = \"{here}\", over = true }}"));
    reader.report(&found.span, error);
    false
}

/// Whether two sets of ports cannot be joined on a disc without a crossing.
fn interleave(one: PortSet, other: PortSet) -> bool {
    let rim: Vec<bool> = one
        .union(other)
        .iter()
        .filter(|port| !(one.contains(*port) && other.contains(*port)))
        .map(|port| one.contains(port))
        .collect();
    let changes = (0..rim.len()).filter(|at| rim[*at] != rim[(at + 1) % rim.len()]).count();
    changes > 2
}

/// Reads the inner features of a kind; false when something is wrong.
pub(super) fn read_inner(
    reader: &Reader<'_>,
    kind: FeatureKindId,
    lexicon: &Lexicon,
    drawn: &mut Vec<Drawn>,
) -> bool {
    let name = lexicon.kind_name(kind);
    let Some(entry) = reader.get(name) else { return true };
    let items = match &entry.node.data {
        Data::List(items) => items.iter().collect(),
        _ => vec![&entry.node],
    };
    let mut good = true;
    for item in items {
        let attributes = match &item.data {
            Data::Bool(false) => continue,
            Data::Bool(true) => Attributes::default(),
            Data::Table(entries) => {
                let subject = reader.message(format!("`{name}`"));
                let table = Reader::new(reader.sink, subject, item.span.clone(), entries)
                    .shaped(&schema::FEATURE_INSIDE);
                let attributes = attributes::read(&table, AttributeScope::Segment, Some(kind), lexicon);
                table.finish();
                attributes
            }
            _ => {
                report_inner_type(reader, entry, item);
                good = false;
                continue;
            }
        };
        drawn.push(Drawn { kind, ports: PortSet::EMPTY, attributes, span: item.span.clone(), over: false });
    }
    good
}

fn report_inner_type(reader: &Reader<'_>, entry: &Entry, item: &Node) {
    let name = &entry.key;
    let text = format!("`{name}` lies inside the tile and should be true or a table, not {}", item.kind());
    let error =
        Diagnostic::error("wrong-type", reader.message(text)).hint(format!("for example: {name} = true"));
    reader.report(&item.span, error);
}
