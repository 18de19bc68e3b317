//! Expansion manifests: what an expansion declares as data, `expansions/<id>/expansion.toml`.
//!
//! What a table can say stands in the manifest, and the script holds only the rest.
//!
//! ```toml
//! format = 1
//! id = "mills"
//! name = "The Mills"
//! version = "1.0.0"
//! api = 1
//! tiles = ["mills"]
//! depends = ["inns >= 1.2"]
//!
//! [attributes.segment.mill]
//! type = "flag"
//! on = ["road"]
//! doc = "whether a mill stands beside the road"
//! ```
//!
//! # The file
//!
//! | key | meaning |
//! |---|---|
//! | `format` | `1` |
//! | `id` | the expansion's id, its folder's name; lower case, digits, `_` |
//! | `name`, `description` | for people |
//! | `version` | three numbers, `1.0.0`: the middle one grows with new things, the first with changed rules |
//! | `api` | the version of the script interface that it is written for: `1` |
//! | `tiles` | tile sets that it brings: `tiles/<id>.toml` in its folder, or a bundled one |
//! | `depends` | expansions without which it cannot be: `"inns"`, `"inns >= 1.2"` |
//! | `optional` | expansions that it knows and can do without |
//! | `after`, `before` | expansions that it follows or precedes in the load order if they are in play |
//! | `[attributes.tile.NAME]`, `[attributes.segment.NAME]` | what tiles and features can carry: `values` or `type` (`flag`, `number`, `name`), `merge` (`sum`, `any`, `all`), `on` (feature kinds, for segments), `doc` |
//! | `[edges.NAME]` | an edge kind: `carries` a feature kind, `whole` |
//! | `[features.NAME]` | a feature kind: `completion` (`closed`, `surrounded`, `never`), `scoring`, `claimed_by` (pieces of others that may stand on it) |
//! | `[pieces.NAME]` | a piece kind: `class` (`follower`, `special`, `neutral`), `strength`, `stands_on`, `meeple`, `recallable`, `needs_follower`, `supply` (a number, or `{ option = "NAME" }`) |
//! | `[places.NAME]` | where else pieces can be: `on_tile`; the game calls it `<id>/NAME` |
//! | `[phases.NAME]` | a phase of the turn: `after` or `before`, `deploys` (pieces that may be deployed in it); the game calls it `<id>/NAME` |
//! | `[options.NAME]` | a rule to choose: `type` (`boolean`, `choice`, `number`), `values`, `min`, `max`, `default`, `doc` |
//! | `[when.HOOK]` | a condition without which the hook is not called: `feature`, `feature_with`, `claimed`, `follower_on`, `tile_with`, `around_with`, `piece`, `piece_in`, `piece_on`, `in_supply`, `points`, `has_points`, `phase`, `option`; `[[when.HOOK]]` for several of which one is enough |
//! | `[when.actions.NAME]` | the same for an action: `piece_in`, `in_supply`, `has_points`, `phase`, `option` |
//! | `[peer.PROGRAM]` | whatever exchange with another program needs |

mod attributes;
mod depends;
mod kinds;
mod options;
mod value;

use std::collections::BTreeMap;
use std::ops::Range;

use bastide_engine::ruleset::PhaseDef;
use bastide_engine::tile::{AttributeMerge, AttributeScope, AttributeType, Completion, PieceClass, Rate};
use bastide_engine::value::Value;

pub use depends::Dependency;

use crate::diagnostic::{Report, Source};
use crate::document::{self, Data, Reader, Sink};
use crate::options::{BASE, OptionDef};
use crate::schema;
use crate::tileset::{forget_consequences, read_id};

pub(crate) use self::kinds::CLASSES as PIECE_CLASSES;

/// The words that some keys can hold.
#[cfg(test)]
pub(crate) mod words {
    pub(crate) use super::attributes::{MERGES, TYPES as ATTRIBUTE_TYPES};
    pub(crate) use super::kinds::{CLASSES, COMPLETIONS};
    pub(crate) use super::options::TYPES as OPTION_TYPES;
}

/// The version of the script interface that this program has.
pub const API: i64 = 1;

/// A name and where it stands in the manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The name.
    pub name: String,
    /// Its bytes in the file.
    pub span: Range<usize>,
}

/// A declared attribute.
#[derive(Clone, Debug)]
pub struct AttributeDecl {
    /// Its name.
    pub name: Named,
    /// What it belongs to.
    pub scope: AttributeScope,
    /// The type of its values.
    pub ty: AttributeType,
    /// How values merge.
    pub merge: AttributeMerge,
    /// The feature kinds on which it may be written; any where it is empty.
    pub on: Vec<Named>,
    /// What it means.
    pub doc: String,
}

/// A declared edge kind.
#[derive(Clone, Debug)]
pub struct EdgeDecl {
    /// Its name.
    pub name: Named,
    /// The feature kind that crosses it.
    pub carries: Option<Named>,
    /// Whether that takes the whole edge.
    pub whole: bool,
}

/// How a declared feature kind scores, with attributes by name.
#[derive(Clone, Debug, Default)]
pub struct ScoringDecl {
    /// For the feature itself.
    pub base: Rate,
    /// For each tile.
    pub tile: Rate,
    /// For each tile around.
    pub neighbour: Rate,
    /// For each empty cell around.
    pub empty_neighbour: Rate,
    /// For each unit of an attribute.
    pub attributes: Vec<(Named, Rate)>,
    /// Whether it is scored as a field.
    pub field: bool,
}

/// A declared feature kind.
#[derive(Clone, Debug)]
pub struct FeatureDecl {
    /// Its name.
    pub name: Named,
    /// What completes it.
    pub completion: Completion,
    /// What it is worth.
    pub scoring: ScoringDecl,
    /// Pieces declared elsewhere that may stand on it.
    pub claimed_by: Vec<Named>,
}

/// How much a declared piece counts.
#[derive(Clone, Debug)]
pub enum StrengthDecl {
    /// The same everywhere.
    Fixed(i32),
    /// As much as an attribute of the feature sums up to.
    Attribute(Named),
}

/// A declared piece kind.
#[derive(Clone, Debug)]
pub struct PieceDecl {
    /// Its name.
    pub name: Named,
    /// Its class.
    pub class: PieceClass,
    /// Its weight in a majority.
    pub strength: StrengthDecl,
    /// The feature kinds on which it may stand; `None` for all on which a follower may.
    pub stands_on: Option<Vec<Named>>,
    /// Whether it counts as a meeple.
    pub meeple: bool,
    /// Whether its owner may take it back.
    pub recallable: bool,
    /// Whether it needs a follower of its owner beside it.
    pub needs_follower: bool,
    /// How many each player has, or how many there are of a neutral kind.
    pub supply: SupplyDecl,
}

/// How many there are of a declared piece.
#[derive(Clone, Debug)]
pub enum SupplyDecl {
    /// Always as many.
    Fixed(u32),
    /// As many as an option of the same manifest says.
    Option(Named),
}

/// A declared place.
#[derive(Clone, Debug)]
pub struct PlaceDecl {
    /// Its name, without the expansion's id.
    pub name: Named,
    /// Whether there is one for each tile.
    pub on_tile: bool,
}

/// A condition on a hook, or on an action (`actions.<name>`): it is called only when this holds, or
/// another condition on it.
#[derive(Clone, Debug)]
pub struct HookFilter {
    /// The hook.
    pub hook: Named,
    /// The event's feature is of one of these kinds; any where it is empty.
    pub features: Vec<Named>,
    /// A follower of the event's feature stands on a tile with this attribute.
    pub follower_on: Option<Named>,
    /// The tile has this attribute or kind of feature.
    pub tile_with: Option<Named>,
    /// The feature has this attribute.
    pub feature_with: Option<Named>,
    /// A follower stands on the feature, or none.
    pub claimed: Option<bool>,
    /// The tile or one around it has this attribute or kind of feature.
    pub around_with: Option<Named>,
    /// A piece is in one of these places; anywhere where it is empty.
    pub piece_in: Vec<Named>,
    /// A piece is in one of these places on the tile, or on a tile of the feature.
    pub piece_on: Vec<Named>,
    /// The piece is of one of these kinds or classes; any where it is empty.
    pub piece: Vec<Named>,
    /// A piece of one of these kinds or classes is in the supply; any where it is empty.
    pub in_supply: Vec<Named>,
    /// The least points.
    pub points: Option<i32>,
    /// The least points that all players together have, or the one who may use an action.
    pub has_points: Option<i32>,
    /// One of these phases runs, by their full names; any where it is empty.
    pub phases: Vec<Named>,
    /// Options of the expansion, each with the values of which it has one.
    pub options: Vec<OptionIs>,
}

/// An option in a condition.
#[derive(Clone, Debug)]
pub struct OptionIs {
    /// Its name.
    pub name: Named,
    /// The values of which it must have one, and where they stand.
    pub values: Vec<(Value, Range<usize>)>,
}

/// A manifest that was read without a mistake.
#[derive(Clone, Debug)]
pub struct Manifest {
    /// The file.
    pub source: Source,
    /// The expansion's id.
    pub id: Named,
    /// Its name for people.
    pub name: String,
    /// Its version.
    pub version: semver::Version,
    /// A sentence for people; may be empty.
    pub description: String,
    /// The tile sets that it brings.
    pub tiles: Vec<Named>,
    /// Expansions without which it cannot be.
    pub depends: Vec<Dependency>,
    /// Expansions that it knows and can do without.
    pub optional: Vec<Dependency>,
    /// Expansions that it follows in the load order.
    pub after: Vec<Named>,
    /// Expansions that it precedes in the load order.
    pub before: Vec<Named>,
    /// Attributes.
    pub attributes: Vec<AttributeDecl>,
    /// Edge kinds.
    pub edges: Vec<EdgeDecl>,
    /// Feature kinds.
    pub features: Vec<FeatureDecl>,
    /// Piece kinds.
    pub pieces: Vec<PieceDecl>,
    /// Places.
    pub places: Vec<PlaceDecl>,
    /// Phases, with the engine's names, and where they are declared.
    pub phases: Vec<(PhaseDef, Range<usize>)>,
    /// Options.
    pub options: Vec<OptionDef>,
    /// Conditions on hooks.
    pub filters: Vec<HookFilter>,
    /// What exchange with other programs needs, by program.
    pub peer: BTreeMap<String, Value>,
}

/// Kinds and attributes that a file declares.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words {
    pub attributes: Vec<AttributeDecl>,
    pub edges: Vec<EdgeDecl>,
    pub features: Vec<FeatureDecl>,
}

impl Words {
    /// Reads `[attributes]`, `[edges]` and `[features]`.
    pub fn read(reader: &Reader<'_>) -> Words {
        Words {
            attributes: attributes::read(reader),
            edges: kinds::read_edges(reader),
            features: kinds::read_features(reader),
        }
    }

    /// Whether nothing is declared.
    pub fn is_empty(&self) -> bool {
        self.attributes.is_empty() && self.edges.is_empty() && self.features.is_empty()
    }

    /// A manifest that declares nothing else, for a file that is not an expansion.
    pub fn into_manifest(self, source: Source, id: &str) -> Manifest {
        Manifest {
            source,
            id: Named { name: id.to_owned(), span: 0..0 },
            name: String::new(),
            version: semver::Version::new(0, 0, 0),
            description: String::new(),
            tiles: Vec::new(),
            depends: Vec::new(),
            optional: Vec::new(),
            after: Vec::new(),
            before: Vec::new(),
            attributes: self.attributes,
            edges: self.edges,
            features: self.features,
            pieces: Vec::new(),
            places: Vec::new(),
            phases: Vec::new(),
            options: Vec::new(),
            filters: Vec::new(),
            peer: BTreeMap::new(),
        }
    }
}

impl Manifest {
    /// Reads a manifest. It comes back only when the report has no errors.
    pub fn read(source: &Source) -> (Option<Manifest>, Report) {
        let sink = Sink::new(source.clone());
        let entries = document::parse(&sink);
        let torn = sink.has_errors();
        let reader = Reader::new(&sink, "", 0..0, &entries).shaped(&schema::MANIFEST);
        let manifest = read_manifest(&reader);
        reader.finish();
        let mut report = sink.finish();
        if torn {
            forget_consequences(&mut report);
        }
        let manifest = manifest.filter(|_| !report.has_errors());
        (manifest, report)
    }
}

fn read_manifest(reader: &Reader<'_>) -> Option<Manifest> {
    document::check_format(reader, "a manifest");
    let id = read_id(reader, false);
    let id_span = reader.get("id").map(|entry| entry.node.span.clone()).unwrap_or_default();
    if id == Some(BASE) {
        let error = reader.error("bad-id", "`base` is the base game and cannot be an expansion");
        reader.report(&id_span, error.hint("give the expansion an id of its own"));
    }
    check_api(reader);
    let name = reader.required_text("name", "name = \"The Mills\"");
    let version = depends::read_version(reader);
    let description = reader.text("description", "description = \"Mills beside roads.\"").unwrap_or_default();
    let own = id.unwrap_or_default();
    let words = Words::read(reader);
    let manifest = Manifest {
        source: reader.sink.source.clone(),
        id: Named { name: own.to_owned(), span: id_span },
        name: name.unwrap_or_default().to_owned(),
        version: version.clone().unwrap_or(semver::Version::new(0, 0, 0)),
        description: description.to_owned(),
        tiles: depends::read_names(reader, "tiles", "tiles = [\"mills\"]"),
        depends: depends::read(reader, "depends", own),
        optional: depends::read(reader, "optional", own),
        after: depends::read_names(reader, "after", "after = [\"inns\"]"),
        before: depends::read_names(reader, "before", "before = [\"inns\"]"),
        attributes: words.attributes,
        edges: words.edges,
        features: words.features,
        pieces: kinds::read_pieces(reader),
        places: kinds::read_places(reader),
        phases: kinds::read_phases(reader, own),
        options: options::read(reader),
        filters: kinds::read_filters(reader, own),
        peer: read_peer(reader),
    };
    (id.is_some() && version.is_some()).then_some(manifest)
}

fn check_api(reader: &Reader<'_>) {
    match reader.get("api").map(|entry| (entry, &entry.node.data)) {
        None => reader.missing_line("api", "api = 1"),
        Some((_, Data::Int(API))) => {}
        Some((entry, Data::Int(number))) => {
            let text = format!("script interface {number} is unknown, this program has {API}");
            let hint = if *number > API { "update Bastide, or write: api = 1" } else { "write: api = 1" };
            reader.report(&entry.node.span, reader.error("unknown-api", text).hint(hint));
        }
        Some((entry, _)) => reader.wrong_type(entry, "a whole number", "api = 1"),
    }
}

fn read_peer(reader: &Reader<'_>) -> BTreeMap<String, Value> {
    let Some(table) = reader.table("peer") else { return BTreeMap::new() };
    let entries = table.entries().iter();
    entries.map(|entry| (entry.key.clone(), value::of(&table, &entry.node))).collect()
}
