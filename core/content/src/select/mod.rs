//! Choosing what to play: from ids and options to the engine's setup.

mod counts;
mod options;
mod tiles;

use std::collections::BTreeMap;

use bastide_engine::host::{Filter, Filters, TileWith};
use bastide_engine::ruleset::{ExpansionInfo, PhaseDef, PhasePlace, Ruleset, Setup};
use bastide_engine::tile::{
    AttributeId, AttributeScope, FeatureKindId, PieceClass, PieceKind, PieceKindId, PlaceKindId, Vocabulary,
};
use bastide_engine::value::Value;
use serde::{Deserialize, Serialize};

use crate::diagnostic::{Diagnostic, Report};
use crate::lexicon::Lexicon;
use crate::library::Library;
use crate::manifest::{Manifest, Named, PIECE_CLASSES};
use crate::order::load_order;
use crate::vocabulary::{build, is_lenient, unknown};

pub(crate) use counts::check_recounts;
pub(crate) use tiles::{unknown_set, word_sources};

/// What somebody wants to play.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SelectionRequest {
    /// The players' names, in seating order.
    pub players: Vec<String>,
    /// The ids of expansions, in any order; `base` may be among them and changes nothing.
    pub expansions: Vec<String>,
    /// Tile sets that are added without the rules of the expansions that bring them.
    pub tile_sets: Vec<String>,
    /// Tile sets that are left out although they belong to the selection; also `base`.
    pub without_tiles: Vec<String>,
    /// The tile set whose start tiles are used, where several have some.
    pub start: Option<String>,
    /// Options by `<expansion>.<name>`. A text is read by the option's type, so `"3"` is a number
    /// where one is wanted.
    pub options: BTreeMap<String, Value>,
}

impl SelectionRequest {
    /// The base game for these players.
    pub fn new<S: Into<String>>(players: impl IntoIterator<Item = S>) -> SelectionRequest {
        SelectionRequest {
            players: players.into_iter().map(Into::into).collect(),
            ..SelectionRequest::default()
        }
    }

    /// The same with one expansion more.
    #[must_use]
    pub fn with(mut self, expansion: impl Into<String>) -> SelectionRequest {
        self.expansions.push(expansion.into());
        self
    }

    /// The same with the tiles of one set more.
    #[must_use]
    pub fn with_tiles(mut self, set: impl Into<String>) -> SelectionRequest {
        self.tile_sets.push(set.into());
        self
    }

    /// The same with an option: `base.edition`, `second`.
    #[must_use]
    pub fn option(mut self, name: impl Into<String>, value: Value) -> SelectionRequest {
        self.options.insert(name.into(), value);
        self
    }
}

/// A condition on a hook, in the engine's terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolvedFilter {
    /// The hook.
    pub hook: String,
    /// The event's feature is of one of these kinds; any where it is empty.
    pub features: Vec<FeatureKindId>,
    /// A follower of the event's feature stands on a tile with this attribute.
    pub follower_on: Option<AttributeId>,
    /// The feature has this attribute.
    pub feature_with: Option<AttributeId>,
    /// A follower stands on the feature, or none.
    pub claimed: Option<bool>,
    /// The tile has this.
    pub tile_with: Option<TileWith>,
    /// The tile or one around it has this.
    pub around_with: Option<TileWith>,
    /// A piece is in one of these places; anywhere where it is empty.
    pub piece_in: Vec<PlaceKindId>,
    /// A piece is in one of these places on the tile, or on a tile of the feature.
    pub piece_on: Vec<PlaceKindId>,
    /// The piece is of one of these kinds; of any where it is empty.
    pub piece: Vec<PieceKindId>,
    /// A piece of one of these kinds is in the supply; any where it is empty.
    pub in_supply: Vec<PieceKindId>,
    /// The least points.
    pub points: Option<i32>,
    /// The least points that all players together have, or the one who may use an action.
    pub has_points: Option<i32>,
    /// One of these phases runs; any where it is empty.
    pub phases: Vec<String>,
    /// Options by their full names, each with the values of which it has one.
    pub options: Vec<(String, Vec<Value>)>,
    /// It asks for pieces of a class of which there is none in this game: it never holds.
    pub lacks_pieces: bool,
}

impl ResolvedFilter {
    /// Whether the options of a game are as it says, and there are such pieces: if not, it never holds there.
    fn is_possible(&self, rules: &Ruleset) -> bool {
        let has = |name: &str, values: &[Value]| {
            rules.setup.options.get(name).is_some_and(|value| values.contains(value))
        };
        !self.lacks_pieces && self.options.iter().all(|(name, values)| has(name, values))
    }

    /// The condition as the engine checks it in a game.
    pub fn in_game(&self, rules: &Ruleset) -> Filter {
        // A phase that is not in play never runs.
        const NEVER: u64 = 1 << 63;
        let phase = |name: &String| {
            let at = rules.phases.iter().position(|phase| phase.name == *name);
            at.map_or(NEVER, |at| 1u64.checked_shl(at as u32).unwrap_or(NEVER))
        };
        Filter {
            features: self.features.iter().fold(0, |bits, kind| bits | 1 << kind.0),
            follower_on: self.follower_on,
            feature_with: self.feature_with,
            claimed: self.claimed,
            tile_with: self.tile_with,
            around_with: self.around_with,
            piece_in: self.piece_in.iter().fold(0, |bits, kind| bits | 1 << kind.0),
            piece_on: self.piece_on.iter().fold(0, |bits, kind| bits | 1 << kind.0),
            piece: self.piece.iter().copied().collect(),
            in_supply: self.in_supply.iter().copied().collect(),
            points: self.points,
            has_points: self.has_points,
            phases: self.phases.iter().fold(0, |bits, name| bits | phase(name)),
        }
    }
}

/// An expansion that is in play.
#[derive(Clone, Debug)]
pub struct LoadedExpansion {
    /// Its manifest.
    pub manifest: Manifest,
    /// Its folder.
    pub folder: String,
    /// The conditions on its hooks.
    pub filters: Vec<ResolvedFilter>,
}

impl LoadedExpansion {
    /// The conditions on its hooks and actions, as the engine checks them in a game. Those whose options are
    /// otherwise are left out; where none is left, the handler is never called.
    pub fn filters_in_game(&self, rules: &Ruleset) -> BTreeMap<String, Filters> {
        let mut by_hook: BTreeMap<String, Vec<Filter>> = BTreeMap::new();
        for filter in &self.filters {
            let possible = by_hook.entry(filter.hook.clone()).or_default();
            possible.extend(filter.is_possible(rules).then(|| filter.in_game(rules)));
        }
        let filters = |possible: Vec<Filter>| {
            if possible.is_empty() {
                Filters::never()
            } else if possible.contains(&Filter::default()) {
                // Nothing is left to be looked at.
                Filters::default()
            } else {
                possible.into_iter().collect()
            }
        };
        by_hook.into_iter().map(|(hook, possible)| (hook, filters(possible))).collect()
    }
}

/// What was chosen, ready for the engine.
#[derive(Clone, Debug)]
pub struct Selection {
    /// The engine's setup.
    pub setup: Setup,
    /// The expansions in play, in load order.
    pub expansions: Vec<LoadedExpansion>,
    /// The ids of the tile sets in play, in the order of their tiles.
    pub tile_sets: Vec<String>,
    /// What may not be meant, and keeps nothing from working.
    pub warnings: Report,
}

impl Library {
    /// Puts together what a request asks for.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the request and with the files that it needs.
    pub fn select(&self, request: &SelectionRequest) -> Result<Selection, Report> {
        let mut report = Report::new();
        let order = load_order(self, &request.expansions, &mut report);
        let manifests: Vec<&Manifest> = order.iter().filter_map(|found| found.manifest.as_ref()).collect();
        let values = options::read_options(self, request, &manifests, &mut report);
        let sets = tiles::chosen_sets(self, request, &order, &mut report);
        let sources = word_sources(self, &manifests, &sets);
        let mut lexicon = build(&sources, &values, &mut report);
        if let Some(Value::Int(followers)) = values.get("base.followers") {
            let kind = &mut lexicon.vocabulary.piece_kinds[PieceKindId::FOLLOWER.index()];
            kind.supply = (*followers).try_into().unwrap_or(kind.supply);
        }
        let sets = tiles::read_sets(self, &sets, &lexicon, &mut report);
        let phases = phases(&manifests, &lexicon, &mut report);
        let mut expansions = Vec::new();
        for (found, manifest) in order.iter().zip(&manifests) {
            let lenient = is_lenient(manifest, &sources);
            let filters = filters(manifest, &lexicon, &phases, lenient, &mut report);
            expansions.push(LoadedExpansion {
                manifest: (*manifest).clone(),
                folder: found.folder.clone(),
                filters,
            });
        }
        let mut setup = Setup::new(request.players.iter().cloned());
        setup.vocabulary = lexicon.vocabulary;
        tiles::add_tiles(&mut setup, request, &manifests, &sets, &values, &mut report);
        setup.phases = phases;
        let info = |manifest: &&Manifest| ExpansionInfo {
            id: manifest.id.name.clone(),
            version: manifest.version.to_string(),
        };
        setup.expansions = manifests.iter().map(info).collect();
        options::set_variants(&mut setup, values);
        report.sort();
        if report.has_errors() {
            return Err(report);
        }
        let tile_sets = sets.into_iter().map(|set| set.id).collect();
        Ok(Selection { setup, expansions, tile_sets, warnings: report })
    }
}

/// The phases of a turn in the base game.
const BASE_PHASES: [&str; 6] = ["turn_start", "draw", "place", "deploy", "score", "turn_end"];

/// The phases of all expansions, in load order; each stands beside one that is there before it.
pub(crate) fn phases(manifests: &[&Manifest], lexicon: &Lexicon, report: &mut Report) -> Vec<PhaseDef> {
    let mut known: Vec<String> = BASE_PHASES.map(str::to_owned).into();
    let mut phases = Vec::new();
    for manifest in manifests {
        for (phase, span) in &manifest.phases {
            let (PhasePlace::After(anchor) | PhasePlace::Before(anchor)) = &phase.place;
            if !known.contains(anchor) {
                let names = known.iter().map(String::as_str);
                let error = unknown("unknown-phase", &phase.name, "phase", anchor, names)
                    .note("a phase can stand beside one that is declared above it");
                report.push(error.at(&manifest.source, span.clone()));
                continue;
            }
            known.push(phase.name.clone());
            let kinds = &lexicon.vocabulary.piece_kinds;
            for name in phase.deploys.iter().filter(|name| !kinds.iter().any(|kind| kind.name == **name)) {
                let names = kinds.iter().map(|kind| kind.name.as_str());
                let error = unknown("unknown-piece", "deploys", "piece", name, names);
                report.push(error.at(&manifest.source, span.clone()));
            }
            phases.push(phase.clone());
        }
    }
    phases
}

/// An attribute of tiles where one of features is wanted, or the other way round.
fn wrong_scope(key: &str, name: &str, scope: AttributeScope) -> Diagnostic {
    let (is, hint) = match scope {
        AttributeScope::Tile => ("tiles", "`tile_with` and `follower_on` ask for attributes of tiles"),
        AttributeScope::Segment => ("features", "`feature_with` asks for attributes of features"),
    };
    Diagnostic::error("wrong-attribute", format!("`{key}`: `{name}` is an attribute of {is}")).hint(hint)
}

/// The conditions of a manifest in the engine's terms.
pub(crate) fn filters(
    manifest: &Manifest,
    lexicon: &Lexicon,
    phases: &[PhaseDef],
    lenient: bool,
    report: &mut Report,
) -> Vec<ResolvedFilter> {
    let vocabulary = &lexicon.vocabulary;
    let mut filters = Vec::new();
    for filter in &manifest.filters {
        let mut features = Vec::new();
        for name in &filter.features {
            match vocabulary.feature_kind(&name.name) {
                Some(kind) => features.push(kind),
                None if lenient => {}
                None => {
                    let names = vocabulary.feature_kinds.iter().map(|kind| kind.name.as_str());
                    let error = unknown("unknown-feature", "feature", "feature", &name.name, names);
                    report.push(error.at(&manifest.source, name.span.clone()));
                }
            }
        }
        // An attribute of tiles or of segments, whichever the key is about.
        let mut attribute = |key: &str, name: &Option<Named>, scope: AttributeScope| {
            let name = name.as_ref()?;
            let found = vocabulary.attribute(&name.name);
            match found.map(|id| vocabulary.attributes[id.index()].scope) {
                None => {
                    let names = vocabulary.attributes.iter().filter(|attribute| attribute.scope == scope);
                    let names: Vec<&str> = names.map(|attribute| attribute.name.as_str()).collect();
                    let names = names.iter().copied();
                    let error = unknown("unknown-attribute", key, "attribute", &name.name, names);
                    report.push(error.at(&manifest.source, name.span.clone()));
                }
                Some(found) if found != scope => {
                    report.push(wrong_scope(key, &name.name, found).at(&manifest.source, name.span.clone()));
                }
                Some(_) => {}
            }
            found
        };
        let follower_on = attribute("follower_on", &filter.follower_on, AttributeScope::Tile);
        let feature_with = attribute("feature_with", &filter.feature_with, AttributeScope::Segment);
        let mut on_tile = |key: &str, name: &Option<Named>| {
            let name = name.as_ref()?;
            let attribute = vocabulary.attribute(&name.name).map(TileWith::Attribute);
            let found = attribute.or_else(|| vocabulary.feature_kind(&name.name).map(TileWith::Feature));
            if let Some(TileWith::Attribute(id)) = found
                && vocabulary.attributes[id.index()].scope == AttributeScope::Segment
            {
                let error = wrong_scope(key, &name.name, AttributeScope::Segment);
                report.push(error.at(&manifest.source, name.span.clone()));
            }
            if found.is_none() {
                let names = vocabulary.attributes.iter().map(|attribute| attribute.name.as_str());
                let names = names.chain(vocabulary.feature_kinds.iter().map(|kind| kind.name.as_str()));
                let names: Vec<&str> = names.collect();
                let names = names.iter().copied();
                let error = unknown("unknown-attribute", key, "attribute or feature", &name.name, names);
                report.push(error.at(&manifest.source, name.span.clone()));
            }
            found
        };
        let tile_with = on_tile("tile_with", &filter.tile_with);
        let around_with = on_tile("around_with", &filter.around_with);
        let mut places = |key: &str, names: &[Named]| {
            let mut kinds = Vec::new();
            for name in names {
                let own = format!("{}/{}", manifest.id.name, name.name);
                match vocabulary.place_kind(&own).or_else(|| vocabulary.place_kind(&name.name)) {
                    Some(kind) => kinds.push(kind),
                    None => {
                        let names = vocabulary.place_kinds.iter().map(|kind| kind.name.as_str());
                        let error = unknown("unknown-place", key, "place", &name.name, names);
                        report.push(error.at(&manifest.source, name.span.clone()));
                    }
                }
            }
            kinds
        };
        let piece_in = places("piece_in", &filter.piece_in);
        let piece_on = places("piece_on", &filter.piece_on);
        let mut pieces = |key: &str, names: &[Named]| {
            let mut wanted = Vec::new();
            for name in names {
                let kinds = pieces_named(vocabulary, &name.name);
                if kinds.is_empty() && class_named(&name.name).is_none() {
                    let classes = PIECE_CLASSES.iter().map(|(name, _)| *name);
                    let kinds = vocabulary.piece_kinds.iter().map(|kind| kind.name.as_str());
                    let mut names: Vec<&str> = classes.collect();
                    names.extend(kinds.filter(|kind| class_named(kind).is_none()));
                    let names = names.iter().copied();
                    let error = unknown("unknown-piece", key, "piece", &name.name, names);
                    report.push(error.at(&manifest.source, name.span.clone()));
                }
                wanted.extend(kinds);
            }
            wanted
        };
        let piece = pieces("piece", &filter.piece);
        let in_supply = pieces("in_supply", &filter.in_supply);
        let lacks = |names: &[Named], kinds: &[PieceKindId]| !names.is_empty() && kinds.is_empty();
        let lacks_pieces = lacks(&filter.piece, &piece) || lacks(&filter.in_supply, &in_supply);
        let mut running = Vec::new();
        for name in &filter.phases {
            let known = BASE_PHASES.iter().copied().chain(phases.iter().map(|phase| phase.name.as_str()));
            if known.clone().any(|known| known == name.name) || lenient {
                running.push(name.name.clone());
            } else {
                let names: Vec<&str> = known.collect();
                let error = unknown("unknown-phase", "phase", "phase", &name.name, names.iter().copied());
                report.push(error.at(&manifest.source, name.span.clone()));
            }
        }
        let hook = filter.hook.name.clone();
        filters.push(ResolvedFilter {
            hook,
            features,
            feature_with,
            claimed: filter.claimed,
            follower_on,
            tile_with,
            around_with,
            piece_in,
            piece_on,
            piece,
            in_supply,
            points: filter.points,
            has_points: filter.has_points,
            phases: running,
            options: options::in_condition(manifest, filter, report),
            lacks_pieces,
        });
    }
    filters
}

/// The class of pieces that has a name.
fn class_named(name: &str) -> Option<PieceClass> {
    PIECE_CLASSES.iter().find(|(class, _)| *class == name).map(|(_, class)| *class)
}

/// The kinds of pieces that a name stands for: those of a class, or the one that has the name.
fn pieces_named(vocabulary: &Vocabulary, name: &str) -> Vec<PieceKindId> {
    let class = class_named(name);
    let is_meant = |kind: &PieceKind| class.map_or(kind.name == name, |class| kind.class == class);
    let kinds = vocabulary.piece_kinds.iter().enumerate().filter(|(_, kind)| is_meant(kind));
    kinds.map(|(index, _)| PieceKindId(index as u8)).collect()
}
