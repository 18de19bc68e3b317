//! Declared edge, feature and piece kinds, places, phases, and conditions on hooks.

use bastide_engine::event::{EVENTS, EventKind, FieldInfo};
use bastide_engine::host::QUERIES;
use bastide_engine::ruleset::{PhaseDef, PhasePlace};
use bastide_engine::tile::{Completion, PieceClass, Rate};

use super::value;
use super::{
    EdgeDecl, FeatureDecl, HookFilter, Named, OptionIs, PieceDecl, PlaceDecl, ScoringDecl, StrengthDecl,
    SupplyDecl,
};
use crate::diagnostic::Diagnostic;
use crate::document::{Data, Entry, Reader};
use crate::names::{is_id, nearest, one_of, surely, to_id};
use crate::schema;

pub(crate) const COMPLETIONS: [(&str, Completion); 3] =
    [("closed", Completion::Closed), ("surrounded", Completion::Surrounded), ("never", Completion::Never)];
pub(crate) const CLASSES: [(&str, PieceClass); 3] =
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
        let table = table.shaped(&schema::EDGE);
        let carries = named(&table, "carries", "carries = \"brook\"");
        let whole = table.flag("whole").unwrap_or(false);
        table.finish();
        EdgeDecl { name, carries, whole }
    };
    declared(reader, "edges", "edge").into_iter().map(read).collect()
}

pub(super) fn read_features(reader: &Reader<'_>) -> Vec<FeatureDecl> {
    let read = |(name, table): (Named, Reader<'_>)| {
        let table = table.shaped(&schema::FEATURE);
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
    let table = table.shaped(&schema::SCORING);
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
            let table = table.shaped(&schema::RATE);
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
        let table = table.shaped(&schema::PIECE);
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
        let inner = inner.shaped(&schema::SUPPLY);
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
        let inner = inner.shaped(&schema::STRENGTH);
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
        let table = table.shaped(&schema::PLACE);
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
        let table = table.shaped(&schema::PHASE);
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
    let siblings: Vec<String> = reader
        .table("phases")
        .map(|table| table.entries().iter().map(|entry| entry.key.clone()).collect())
        .unwrap_or_default();
    let Some(when) = reader.table("when") else { return Vec::new() };
    let mut filters = Vec::new();
    for entry in when.entries() {
        if entry.key == "actions" {
            let Some(actions) = Reader::of(reader.sink, "conditions on actions", entry) else { continue };
            for entry in actions.entries() {
                for (hook, table) in alternatives(&actions, entry, "actions.") {
                    filters.push(read_filter(table, hook, own, &siblings));
                }
            }
            continue;
        }
        for (hook, table) in alternatives(&when, entry, "") {
            filters.push(read_filter(table, hook, own, &siblings));
        }
    }
    filters
}

/// `[when.HOOK]`, or each `[[when.HOOK]]`.
fn alternatives<'a>(reader: &Reader<'a>, entry: &'a Entry, prefix: &str) -> Vec<(Named, Reader<'a>)> {
    let hook = Named { name: format!("{prefix}{}", entry.key), span: entry.key_span.clone() };
    let what = format!("condition on `{}`", hook.name);
    let Data::List(items) = &entry.node.data else {
        return Reader::of(reader.sink, what, entry).map(|table| (hook, table)).into_iter().collect();
    };
    if items.is_empty() {
        reader.wrong_type(entry, "a table, or several", &format!("[when.{}]", hook.name));
    }
    let mut tables = Vec::new();
    for item in items {
        match &item.data {
            Data::Table(entries) => {
                let table = Reader::new(reader.sink, what.clone(), item.span.clone(), entries);
                tables.push((hook.clone(), table));
            }
            _ => reader.wrong_type(entry, "a table, or several", &format!("[when.{}]", hook.name)),
        }
    }
    tables
}

fn read_filter(table: Reader<'_>, hook: Named, own: &str, siblings: &[String]) -> HookFilter {
    let table = table.shaped(&schema::CONDITION);
    let least_points = |key| table.number(key, -1000..=1000).and_then(|points| points.try_into().ok());
    let mut filter = HookFilter {
        features: names(&table, "feature", "feature = [\"road\", \"city\"]"),
        feature_with: named(&table, "feature_with", "feature_with = \"mill\""),
        claimed: table.flag("claimed"),
        follower_on: named(&table, "follower_on", "follower_on = \"watchtower\""),
        tile_with: named(&table, "tile_with", "tile_with = \"mill\""),
        around_with: named(&table, "around_with", "around_with = \"mill\""),
        piece: names(&table, "piece", "piece = [\"follower\"]"),
        piece_in: names(&table, "piece_in", "piece_in = [\"prison\"]"),
        piece_on: names(&table, "piece_on", "piece_on = [\"pond\"]"),
        in_supply: names(&table, "in_supply", "in_supply = [\"follower\"]"),
        phases: names(&table, "phase", "phase = [\"deploy\"]"),
        options: option_values(&table),
        points: least_points("points"),
        has_points: least_points("has_points"),
        hook,
    };
    for phase in filter.phases.iter_mut().filter(|phase| siblings.contains(&phase.name)) {
        phase.name = format!("{own}/{}", phase.name);
    }
    let hollow = |entry: &Entry| match &entry.node.data {
        Data::List(items) => items.is_empty(),
        Data::Table(entries) => entries.is_empty(),
        _ => false,
    };
    if table.entries().iter().all(hollow) {
        let error = table.error("empty-condition", "it says no condition");
        table.report(&filter.hook.span, error.hint("for example: feature = [\"road\"]"));
    } else if let Some(error) = wrong_hook(&table, &filter) {
        table.report(&filter.hook.span, error);
    }
    table.finish();
    filter
}

/// The options in a condition, each with a value or several of which one is enough.
fn option_values(table: &Reader<'_>) -> Vec<OptionIs> {
    let Some(options) = table.table("option") else { return Vec::new() };
    let read = |entry: &Entry| {
        let name = Named { name: entry.key.clone(), span: entry.key_span.clone() };
        let values = match &entry.node.data {
            Data::List(items) => items.as_slice(),
            _ => std::slice::from_ref(&entry.node),
        };
        let values = values.iter().map(|node| (value::of(&options, node), node.span.clone())).collect();
        OptionIs { name, values }
    };
    options.entries().iter().map(read).collect()
}

/// What is wrong with a condition on a hook. Events that scripts declare, and actions, are known to
/// scripts only.
fn wrong_hook(table: &Reader<'_>, filter: &HookFilter) -> Option<Diagnostic> {
    let hook = filter.hook.name.as_str();
    let on_feature = !filter.features.is_empty() || filter.follower_on.is_some();
    let of_tile = filter.feature_with.is_some() || filter.claimed.is_some();
    let on_tile = filter.tile_with.is_some() || of_tile;
    let around = filter.around_with.is_some() || !filter.piece_on.is_empty();
    if hook.starts_with("actions.") {
        if !(on_feature || on_tile || around || filter.points.is_some() || !filter.piece.is_empty()) {
            return None;
        }
        let error = table.error(
            "no-feature",
            "an action is about no feature, no tile, no piece and no points before it is chosen",
        );
        return Some(
            error.hint("`piece_in`, `in_supply`, `has_points`, `phase` and `option` can stand here; `when` and `options` say the rest"),
        );
    }
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
        let sure = surely(hook, hooks.iter().map(|(name, _)| *name));
        return Some(error.hint("hooks begin with `on_`, `allow_` or `adjust_`").meant(hook, sure));
    };
    let has = |fields: &[FieldInfo], wanted: &[(&str, &str)]| {
        fields
            .iter()
            .any(|field| wanted.iter().any(|(name, ty)| field.name == *name && field.ty.starts_with(ty)))
    };
    // A tile that is not placed yet has no features and nothing around it.
    const FEATURE: &[(&str, &str)] = &[("feature", "")];
    const ON_BOARD: &[(&str, &str)] = &[("feature", ""), ("piece", "")];
    const TILE: &[(&str, &str)] = &[("feature", ""), ("tile", ""), ("piece", "")];
    let on_board = |fields: &[FieldInfo]| {
        has(fields, ON_BOARD) || fields.iter().any(|field| field.name == "tile" && field.ty == "Tile")
    };
    type Fits<'f> = &'f dyn Fn(&[FieldInfo]) -> bool;
    let (feature, tile): (Fits<'_>, Fits<'_>) = (&|fields| has(fields, FEATURE), &|fields| has(fields, TILE));
    let board: Fits<'_> = &on_board;
    const POINTS: &[(&str, &str)] = &[("points", ""), ("feature_points", "")];
    let points: Fits<'_> = &|fields| has(fields, POINTS);
    const PIECE: &[(&str, &str)] = &[("piece", ""), ("piece_kind", "")];
    let piece: Fits<'_> = &|fields| has(fields, PIECE);
    let (what, keys, fits) = if on_feature && !feature(fields) {
        ("no feature", "`feature` and `follower_on`", feature)
    } else if filter.tile_with.is_some() && !tile(fields) {
        ("no tile", "`tile_with`", tile)
    } else if (around || of_tile) && !board(fields) {
        ("no tile on the board", "`feature_with`, `claimed`, `around_with` and `piece_on`", board)
    } else if filter.points.is_some() && !points(fields) {
        ("no points", "`points`", points)
    } else if !filter.piece.is_empty() && !piece(fields) {
        ("no piece", "`piece`", piece)
    } else {
        return None;
    };
    let code = match what {
        "no feature" => "no-feature",
        "no points" => "no-points",
        "no piece" => "no-piece",
        _ => "no-tile",
    };
    let error = table.error(code, format!("`{hook}` is about {what}, so it would never be called"));
    let others = one_of(hooks.iter().filter(|(_, fields)| fits(fields)).map(|(name, _)| *name));
    Some(error.hint(format!("{keys} can stand at {others}")))
}
