//! Declared edge, feature and piece kinds, places, phases, and conditions on hooks.

use bastide_engine::event::{EVENTS, EventKind, FieldInfo};
use bastide_engine::host::QUERIES;
use bastide_engine::ruleset::{PhaseDef, PhasePlace};
use bastide_engine::tile::{Completion, PieceClass, Rate};

use super::{
    EdgeDecl, FeatureDecl, HookFilter, Named, PieceDecl, PlaceDecl, ScoringDecl, StrengthDecl, SupplyDecl,
};
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
        let carries = named(&table, "carries", "carries = \"brook\"");
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
        let needs_follower = table.flag("needs_follower").unwrap_or(false);
        if needs_follower && class != PieceClass::Special {
            let error = table.error("bad-piece", "only a `special` piece can need a follower beside it");
            let span = table.get("needs_follower").map(|entry| entry.node.span.clone()).unwrap_or_default();
            table.report(&span, error.hint("a follower stands by itself, and a neutral piece is nobody's"));
        }
        let supply = read_supply(&table);
        table.finish();
        PieceDecl { name, class, strength, stands_on, meeple, recallable, needs_follower, supply }
    };
    declared(reader, "pieces", "piece").into_iter().map(read).collect()
}

/// `2`, or `{ option = "wheels" }`.
fn read_supply(table: &Reader<'_>) -> SupplyDecl {
    let Some(entry) = table.get("supply") else { return SupplyDecl::Fixed(1) };
    if let Data::Table(_) = entry.node.data {
        let Some(inner) = table.table("supply") else { return SupplyDecl::Fixed(1) };
        let found = named(&inner, "option", "option = \"wheels\"");
        if !inner.has("option") {
            inner.missing("option", "supply = { option = \"wheels\" }");
        }
        inner.finish();
        return found.map_or(SupplyDecl::Fixed(1), SupplyDecl::Option);
    }
    SupplyDecl::Fixed(table.number("supply", 0..=100).unwrap_or(1).try_into().unwrap_or(1))
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
        let deploys = names(&table, "deploys", "deploys = [\"miller\"]");
        let deploys = deploys.into_iter().map(|piece| piece.name).collect();
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
        phases.push((PhaseDef { name: format!("{own}/{}", name.name), place, deploys }, name.span));
    }
    phases
}

pub(super) fn read_filters(reader: &Reader<'_>, own: &str) -> Vec<HookFilter> {
    let mut filters = Vec::new();
    let siblings: Vec<String> = reader
        .table("phases")
        .map(|table| table.entries().iter().map(|entry| entry.key.clone()).collect())
        .unwrap_or_default();
    for (hook, table) in declared(reader, "when", "condition on") {
        let features = names(&table, "feature", "feature = [\"road\", \"city\"]");
        let follower_on = named(&table, "follower_on", "follower_on = \"watchtower\"");
        let tile_with = named(&table, "tile_with", "tile_with = \"brook\"");
        let mut phases = names(&table, "phase", "phase = [\"deploy\"]");
        for phase in phases.iter_mut().filter(|phase| siblings.contains(&phase.name)) {
            phase.name = format!("{own}/{}", phase.name);
        }
        let needs =
            Needs { feature: !features.is_empty() || follower_on.is_some(), tile: tile_with.is_some() };
        if let Some(error) = wrong_hook(&table, &hook.name, needs) {
            table.report(&hook.span, error);
        }
        table.finish();
        filters.push(HookFilter { hook, features, follower_on, tile_with, phases });
    }
    filters
}

/// What a condition on a hook is about.
struct Needs {
    feature: bool,
    tile: bool,
}

/// What is wrong with a condition on a hook. Events that scripts declare are known to scripts only.
fn wrong_hook(table: &Reader<'_>, hook: &str, needs: Needs) -> Option<Diagnostic> {
    let events = EVENTS.iter().filter(|event| event.kind != EventKind::Custom);
    let events = events.map(|event| (event.hook, event.fields));
    let queries = QUERIES.iter().map(|query| (query.hook, query.fields));
    let hooks: Vec<(&str, &[FieldInfo])> = events.chain(queries).collect();
    let Some((_, fields)) = hooks.iter().find(|(name, _)| *name == hook) else {
        let near = nearest(hook, hooks.iter().map(|(name, _)| *name));
        if near.is_none() && hook.starts_with("on_") && hook != "on_custom" {
            return None;
        }
        let meant = near.map(|near| format!(", did you mean `{near}`?")).unwrap_or_default();
        let error = table.error("unknown-hook", format!("`{hook}` is not the name of a hook{meant}"));
        return Some(error.hint("hooks begin with `on_`, `allow_` or `adjust_`"));
    };
    let has = |fields: &[FieldInfo], names: &[&str]| fields.iter().any(|field| names.contains(&field.name));
    let (what, keys, wanted): (&str, &str, &[&str]) = if needs.feature && !has(fields, &["feature"]) {
        ("no feature", "`feature` and `follower_on`", &["feature"])
    } else if needs.tile && !has(fields, &["feature", "tile"]) {
        ("no tile", "`tile_with`", &["feature", "tile"])
    } else {
        return None;
    };
    let error = table.error(
        if what == "no tile" { "no-tile" } else { "no-feature" },
        format!("`{hook}` is about {what}, so it would never be called"),
    );
    let others = one_of(hooks.iter().filter(|(_, fields)| has(fields, wanted)).map(|(name, _)| *name));
    Some(error.hint(format!("{keys} can stand at {others}")))
}
