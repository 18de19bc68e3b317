//! Reading what an expansion, or the base game, is called in the other program.

use std::collections::BTreeMap;

use bastide_engine::value::Value;

use crate::document::{Data, Entry, Reader};
use crate::manifest::Manifest;
use crate::names::{all_of, did_you_mean};
use crate::schema::{self, Table};

use super::mapping::{Effect, FeatureNames, Mapping, Offer, Options, PieceNames, PlaceNames};

/// Reads the keys of a table. The places, phases, actions and questions of an expansion can be
/// written without its id.
pub(super) fn mapping(reader: Reader<'_>, manifest: Option<&Manifest>) -> Mapping {
    let reader = reader.shaped(if manifest.is_some() { &schema::NAMES } else { &schema::NAMES_FILE });
    let own = manifest.map(|manifest| manifest.id.name.as_str());
    if let Some(manifest) = manifest {
        check_declared(&reader, manifest);
    }
    let mapping = Mapping {
        elements: elements(&reader),
        absent: each(&reader, "absent", "element", Some(&schema::EFFECT), effect),
        implied: implied(&reader),
        rules: rules(&reader),
        pieces: each(&reader, "pieces", "piece", Some(&schema::PIECE_NAMES), piece),
        features: features(&reader),
        places: full(each(&reader, "places", "place", Some(&schema::PLACE_NAMES), place), own, '/'),
        phases: full(texts(&reader, "phases", "grind = \"MillPhase\""), own, '/'),
        actions: full(
            each(&reader, "actions", "action", Some(&schema::ACTION_NAMES), |row| offer(row, false)),
            own,
            '.',
        ),
        questions: full(
            each(&reader, "questions", "question", Some(&schema::QUESTION_NAMES), |row| offer(row, true)),
            own,
            '.',
        ),
        points: texts(&reader, "points", "flour = \"mill\""),
        parts: texts(&reader, "parts", "sacks = \"flour\""),
        tokens: texts(&reader, "tokens", "sacks = \"FLOUR\""),
    };
    reader.finish();
    mapping
}

/// Names with the expansion's own id before those that have none.
fn full<T>(named: BTreeMap<String, T>, own: Option<&str>, separator: char) -> BTreeMap<String, T> {
    let name = |name: String| match own {
        Some(own) if !name.contains(separator) => format!("{own}{separator}{name}"),
        _ => name,
    };
    named.into_iter().map(|(key, value)| (name(key), value)).collect()
}

/// Reports places and phases that the expansion gives a name and does not have.
fn check_declared(reader: &Reader<'_>, manifest: &Manifest) {
    let prefix = format!("{}/", manifest.id.name);
    let short = |name: &str| name.strip_prefix(&prefix).unwrap_or(name).to_owned();
    let places = manifest.places.iter().map(|place| short(&place.name.name)).collect();
    let phases = manifest.phases.iter().map(|(phase, _)| short(&phase.name)).collect();
    for (key, what, declared) in [("places", "place", places), ("phases", "phase", phases)] {
        let declared: Vec<String> = declared;
        let Some(Data::Table(entries)) = reader.get(key).map(|entry| &entry.node.data) else { continue };
        for entry in entries.iter().filter(|entry| !short(&entry.key).contains('/')) {
            let name = short(&entry.key);
            if declared.contains(&name) {
                continue;
            }
            let meant = did_you_mean(&name, declared.iter().map(String::as_str));
            let error = reader.error("unknown-name", format!("`{key}`: unknown {what} `{name}`{meant}"));
            let hint = format!("the expansion declares {}", all_of(&declared));
            reader.report(&entry.key_span, error.hint(hint));
        }
    }
}

/// A table of tables by name. `what` is what each of them describes.
fn each<T>(
    reader: &Reader<'_>,
    key: &str,
    what: &str,
    shape: Option<&'static Table>,
    read: impl Fn(&Reader<'_>) -> T,
) -> BTreeMap<String, T> {
    let Some(table) = reader.table(key) else { return BTreeMap::new() };
    let mut found = BTreeMap::new();
    for entry in table.entries() {
        let subject = format!("{what} `{}`", entry.key);
        let Some(row) = Reader::of(reader.sink, reader.message(subject), entry) else { continue };
        let row = match shape {
            Some(shape) => row.shaped(shape),
            None => row,
        };
        found.insert(entry.key.clone(), read(&row));
        row.finish();
    }
    found
}

/// A table of texts by name.
fn texts(reader: &Reader<'_>, key: &str, example: &str) -> BTreeMap<String, String> {
    let Some(table) = reader.table(key) else { return BTreeMap::new() };
    let name = |entry: &Entry| Some((entry.key.clone(), table.text(&entry.key, example)?.to_owned()));
    table.entries().iter().filter_map(name).collect()
}

/// A list of names, or a table of effects by name.
fn elements(reader: &Reader<'_>) -> BTreeMap<String, Effect> {
    const EXAMPLE: &str = "elements = [\"mill\"], or a table [elements.mill]";
    match reader.get("elements").map(|entry| &entry.node.data) {
        Some(Data::Table(_)) => each(reader, "elements", "element", Some(&schema::EFFECT), effect),
        _ => {
            let names = reader.texts("elements", EXAMPLE).into_iter();
            names.map(|(name, _)| (name.to_owned(), Effect::default())).collect()
        }
    }
}

fn effect(row: &Reader<'_>) -> Effect {
    let without = row.texts("without", "without = [\"garden\"]");
    Effect {
        options: row.table("options").map(|table| options(&table)).unwrap_or_default(),
        number: row.text("number", "number = \"mills.count\"").map(str::to_owned),
        without: without.into_iter().map(|(kind, _)| kind.to_owned()).collect(),
    }
}

/// Values by the full names of options.
fn options(table: &Reader<'_>) -> Options {
    let mut options = Options::new();
    for entry in table.entries() {
        if !entry.key.contains('.') {
            let error = table.error("bad-name", format!("`{}` is not the full name of an option", entry.key));
            table.report(&entry.key_span, error.hint(format!("for example: \"mills.{}\"", entry.key)));
        }
        let value = match &entry.node.data {
            Data::Text(text) => Value::Text(text.clone()),
            Data::Int(number) => Value::Int(*number),
            Data::Bool(truth) => Value::Bool(*truth),
            _ => {
                table.wrong_type(
                    entry,
                    "a value that an option can have",
                    "a text, a whole number, true or false",
                );
                continue;
            }
        };
        options.insert(entry.key.clone(), value);
    }
    options
}

fn implied(reader: &Reader<'_>) -> BTreeMap<String, Vec<String>> {
    let Some(table) = reader.table("implied") else { return BTreeMap::new() };
    let names = |entry: &Entry| {
        let texts = table.texts(&entry.key, "\"mills/*\" = [\"mill\"]").into_iter();
        (entry.key.clone(), texts.map(|(name, _)| name.to_owned()).collect())
    };
    table.entries().iter().map(names).collect()
}

fn rules(reader: &Reader<'_>) -> BTreeMap<String, BTreeMap<String, Options>> {
    each(reader, "rules", "rule", None, |row| {
        let values = row.entries().iter();
        values.filter_map(|entry| Some((entry.key.clone(), options(&row.table(&entry.key)?)))).collect()
    })
}

fn piece(row: &Reader<'_>) -> PieceNames {
    let text = |key, example| row.required_text(key, example).unwrap_or_default().to_owned();
    PieceNames {
        id: text("id", "id = \"small\""),
        class: text("class", "class = \"SmallFollower\""),
        recall: row.text("recall", "recall = \"ABBOT_RETURN\"").map(str::to_owned),
    }
}

/// A name, or a table with more than the name.
fn features(reader: &Reader<'_>) -> BTreeMap<String, FeatureNames> {
    let Some(table) = reader.table("features") else { return BTreeMap::new() };
    let mut found = BTreeMap::new();
    for entry in table.entries() {
        let names = match &entry.node.data {
            Data::Text(name) => FeatureNames { name: name.clone(), points: None, parts: true },
            Data::Table(_) => {
                let subject = reader.message(format!("feature `{}`", entry.key));
                let Some(row) = Reader::of(reader.sink, subject, entry) else { continue };
                let row = row.shaped(&schema::FEATURE_NAMES);
                let names = FeatureNames {
                    name: row.required_text("name", "name = \"Mill\"").unwrap_or_default().to_owned(),
                    points: row.text("points", "points = \"mill\"").map(str::to_owned),
                    parts: row.flag("parts").unwrap_or(true),
                };
                row.finish();
                names
            }
            _ => {
                table.wrong_type(entry, "a name, or a table", &format!("{} = \"Mill\"", entry.key));
                continue;
            }
        };
        found.insert(entry.key.clone(), names);
    }
    found
}

fn place(row: &Reader<'_>) -> PlaceNames {
    PlaceNames {
        feature: row.required_text("feature", "feature = \"Mill\"").unwrap_or_default().to_owned(),
        location: row.text("location", "location = \"I\"").unwrap_or("I").to_owned(),
    }
}

fn offer(row: &Reader<'_>, asked: bool) -> Offer {
    let with = texts(row, "with", "with = { source = \"TRAP\" }");
    let only = with.values().next().filter(|_| with.len() == 1);
    let subject = row.text("subject", "subject = \"TRAP\"");
    let only_asked = |key: &str, example| {
        let text = if asked { row.text(key, example) } else { None };
        text.map(str::to_owned)
    };
    Offer {
        phase: only_asked("phase", "phase = \"CommitPhase\""),
        item: row.required_text("item", "item = \"ReturnMeeple\"").unwrap_or_default().to_owned(),
        subject: subject.or(only.map(String::as_str)).unwrap_or_default().to_owned(),
        message: row.required_text("message", "message = \"RETURN_MEEPLE\"").unwrap_or_default().to_owned(),
        pointer: row.text("pointer", "pointer = \"to\"").unwrap_or("pointer").to_owned(),
        pass: only_asked("pass", "pass = \"stay\""),
        with,
    }
}
