//! Declared edge, feature and piece kinds, places, phases, and conditions on hooks.

use bastide_engine::event::{EVENTS, EventInfo, EventKind};
use bastide_engine::host::QUERIES;
use bastide_engine::ruleset::{PhaseDef, PhasePlace};
use bastide_engine::tile::{Completion, PieceClass, Rate};

use super::{EdgeDecl, FeatureDecl, HookFilter, Named, PieceDecl, PlaceDecl, ScoringDecl, StrengthDecl};
use crate::diagnostic::Diagnostic;
use crate::document::{Data, Entry, Reader};
use crate::names::{is_id, nearest, one_of, to_id};

const COMPLETIONS: [(&str, Completion); 3] =
    [("closed", Completion::Closed), ("surrounded", Completion::Surrounded), ("never", Completion::Never)];
const CLASSES: [(&str, PieceClass); 3] =
    [("follower", PieceClass::Follower), ("special", PieceClass::Special), ("neutral", PieceClass::Neutral)];

/// The declarations of a table whose keys are names, each with a reader.
pub(super) fn declared<'a>(reader: &Reader<'a>, key: &str, what: &str) -> Vec<(Named, Reader<'a>)> {
    let Some(table) = reader.table(key) else { return Vec::new() };
    let mut found = Vec::new();
    for entry in table.entries() {
        let name = &entry.key;
        if !is_id(name) {
            let error = table
                .error(
                    "bad-id",
                    format!("`{name}` cannot be a name: lower case letters, digits and `_`, a letter first"),
                )
                .maybe_hint(to_id(name).map(|id| format!("for example: {id}")));
            table.report(&entry.key_span, error);
            continue;
        }
        if let Some(reader) = Reader::of(reader.sink, format!("{what} `{name}`"), entry) {
            found.push((Named { name: name.clone(), span: entry.key_span.clone() }, reader));
        }
    }
    found
}

/// A name in a key.
pub(super) fn named(table: &Reader<'_>, key: &str, example: &str) -> Option<Named> {
    let name = table.text(key, example)?.to_owned();
    let span = table.get(key)?.node.span.clone();
    Some(Named { name, span })
}

/// A list of names in a key.
pub(super) fn names(table: &Reader<'_>, key: &str, example: &str) -> Vec<Named> {
    let texts = table.texts(key, example).into_iter();
    texts.map(|(name, span)| Named { name: name.to_owned(), span }).collect()
}

pub(super) fn read_edges(reader: &Reader<'_>) -> Vec<EdgeDecl> {
    let read = |(name, table): (Named, Reader<'_>)| {
        let carries = named(&table, "carries", "carries = \"river\"");
        let whole = table.flag("whole").unwrap_or(false);
        table.finish();
        EdgeDecl { name, carries, whole }
    };
    declared(reader, "edges", "edge").into_iter().map(read).collect()
}

pub(super) fn read_features(reader: &Reader<'_>) -> Vec<FeatureDecl> {
    let read = |(name, table): (Named, Reader<'_>)| {
        if !table.has("completion") {
            table.missing("completion", "completion = \"closed\"");
        }
        let completion = table.choice("completion", &COMPLETIONS.map(|(word, _)| word));
        let scoring = table.table("scoring").map(read_scoring).unwrap_or_default();
        let claimed_by = names(&table, "claimed_by", "claimed_by = [\"follower\"]");
        table.finish();
        let completion = completion.map_or(Completion::Never, |index| COMPLETIONS[index].1);
        FeatureDecl { name, completion, scoring, claimed_by }
    };
    declared(reader, "features", "feature").into_iter().map(read).collect()
}

fn read_scoring(table: Reader<'_>) -> ScoringDecl {
    let rate = |key: &str| table.get(key).map(|entry| read_rate(&table, entry)).unwrap_or_default();
    let mut scoring = ScoringDecl {
        base: rate("base"),
        tile: rate("tile"),
        neighbour: rate("neighbour"),
        empty_neighbour: rate("empty_neighbour"),
        attributes: Vec::new(),
        field: table.flag("field").unwrap_or(false),
    };
    if let Some(attributes) = table.table("attributes") {
        for entry in attributes.entries() {
            let name = Named { name: entry.key.clone(), span: entry.key_span.clone() };
            scoring.attributes.push((name, read_rate(&attributes, entry)));
        }
    }
    table.finish();
    scoring
}

/// `2`, or `{ complete = 2, incomplete = 1 }`.
fn read_rate(reader: &Reader<'_>, entry: &Entry) -> Rate {
    match &entry.node.data {
        Data::Int(points @ -1000..=1000) => {
            let points = (*points).try_into().unwrap_or_default();
            Rate::new(points, points)
        }
        Data::Table(_) => {
            let Some(table) = Reader::of(reader.sink, reader.message(format!("`{}`", entry.key)), entry)
            else {
                return Rate::default();
            };
            let points =
                |key: &str| table.number(key, -1000..=1000).unwrap_or(0).try_into().unwrap_or_default();
            let rate = Rate::new(points("complete"), points("incomplete"));
            table.finish();
            rate
        }
        _ => {
            let example = format!("{} = {{ complete = 2, incomplete = 1 }}", entry.key);
            reader.wrong_type(entry, "points (-1000 to 1000), or a table of them", &example);
            Rate::default()
        }
    }
}

pub(super) fn read_pieces(reader: &Reader<'_>) -> Vec<PieceDecl> {
    let read = |(name, table): (Named, Reader<'_>)| {
        if !table.has("class") {
            table.missing("class", "class = \"follower\"");
        }
        let class = table.choice("class", &CLASSES.map(|(word, _)| word));
        let class = class.map_or(PieceClass::Follower, |index| CLASSES[index].1);
        let follower = class == PieceClass::Follower;
        let strength = read_strength(&table, if follower { 1 } else { 0 });
        let stands_on = names(&table, "stands_on", "stands_on = [\"road\", \"city\"]");
        let stands_on = (table.has("stands_on") || !follower).then_some(stands_on);
        let meeple = table.flag("meeple").unwrap_or(follower);
        let recallable = table.flag("recallable").unwrap_or(false);
        let supply = table.number("supply", 0..=100).unwrap_or(1).try_into().unwrap_or(1);
        table.finish();
        PieceDecl { name, class, strength, stands_on, meeple, recallable, supply }
    };
    declared(reader, "pieces", "piece").into_iter().map(read).collect()
}

fn read_strength(table: &Reader<'_>, usual: i32) -> StrengthDecl {
    let Some(entry) = table.get("strength") else { return StrengthDecl::Fixed(usual) };
    if let Data::Table(_) = entry.node.data {
        let Some(inner) = table.table("strength") else { return StrengthDecl::Fixed(usual) };
        let found = named(&inner, "attribute", "attribute = \"coats_of_arms\"");
        if !inner.has("attribute") {
            inner.missing("attribute", "strength = { attribute = \"coats_of_arms\" }");
        }
        inner.finish();
        return found.map_or(StrengthDecl::Fixed(usual), StrengthDecl::Attribute);
    }
    let number = table.number("strength", 0..=100).unwrap_or(usual.into());
    StrengthDecl::Fixed(number.try_into().unwrap_or(usual))
}

pub(super) fn read_places(reader: &Reader<'_>) -> Vec<PlaceDecl> {
    let read = |(name, table): (Named, Reader<'_>)| {
        let on_tile = table.flag("on_tile").unwrap_or(false);
        table.finish();
        PlaceDecl { name, on_tile }
    };
    declared(reader, "places", "place").into_iter().map(read).collect()
}

pub(super) fn read_phases(reader: &Reader<'_>, own: &str) -> Vec<(PhaseDef, std::ops::Range<usize>)> {
    let mut phases = Vec::new();
    let tables = declared(reader, "phases", "phase");
    let siblings: Vec<String> = tables.iter().map(|(name, _)| name.name.clone()).collect();
    for (name, table) in tables {
        let after = named(&table, "after", "after = \"deploy\"");
        let before = named(&table, "before", "before = \"score\"");
        // Phases of one expansion call each other by their short names.
        let full = |anchor: Named| match siblings.contains(&anchor.name) {
            true => format!("{own}/{}", anchor.name),
            false => anchor.name,
        };
        let place = match (after, before) {
            (Some(anchor), None) => PhasePlace::After(full(anchor)),
            (None, Some(anchor)) => PhasePlace::Before(full(anchor)),
            (found, _) => {
                if found.is_some() || !(table.has("after") || table.has("before")) {
                    let text = match found {
                        Some(_) => "`after` and `before` are both given, and a phase has one place",
                        None => "neither `after` nor `before` says where the phase stands",
                    };
                    let error = table.error("missing-key", text);
                    table.report(&name.span, error.hint("for example: after = \"deploy\""));
                }
                table.finish();
                continue;
            }
        };
        table.finish();
        phases.push((PhaseDef { name: format!("{own}/{}", name.name), place }, name.span));
    }
    phases
}

pub(super) fn read_filters(reader: &Reader<'_>) -> Vec<HookFilter> {
    let mut filters = Vec::new();
    for (hook, table) in declared(reader, "when", "condition on") {
        let features = names(&table, "feature", "feature = [\"road\", \"city\"]");
        let follower_on = named(&table, "follower_on", "follower_on = \"watchtower\"");
        if let Some(error) = wrong_hook(&table, &hook.name, !features.is_empty() || follower_on.is_some()) {
            table.report(&hook.span, error);
        }
        table.finish();
        filters.push(HookFilter { hook, features, follower_on });
    }
    filters
}

/// What is wrong with a condition on a hook. Events that scripts declare are known to scripts only.
fn wrong_hook(table: &Reader<'_>, hook: &str, on_feature: bool) -> Option<Diagnostic> {
    let events = || EVENTS.iter().filter(|event| event.kind != EventKind::Custom);
    if QUERIES.iter().any(|query| query.hook == hook) {
        let error = table.error("unknown-hook", format!("`{hook}` is asked always, under any condition"));
        return Some(error.hint("conditions are for events, whose hooks begin with `on_`"));
    }
    let Some(event) = events().find(|event| event.hook == hook) else {
        let near = nearest(hook, events().map(|event| event.hook));
        if near.is_none() && hook.starts_with("on_") && hook != "on_custom" {
            return None;
        }
        let meant = near.map(|near| format!(", did you mean `{near}`?")).unwrap_or_default();
        let error = table.error("unknown-hook", format!("`{hook}` is not the name of a hook{meant}"));
        return Some(error.hint("the hooks of events begin with `on_`"));
    };
    let has_feature = |event: &&EventInfo| event.fields.iter().any(|field| field.name == "feature");
    if !on_feature || has_feature(&event) {
        return None;
    }
    let error =
        table.error("no-feature", format!("`{hook}` is about no feature, so it would never be called"));
    let others = one_of(events().filter(has_feature).map(|event| event.hook));
    Some(error.hint(format!("`feature` and `follower_on` can stand at {others}")))
}
