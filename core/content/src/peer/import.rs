//! Tile definitions of JCloisterZone as a tile set of ours, readable as if written by hand.
//!
//! Roads, cities, rivers, monasteries and gardens are features. Whatever else a definition says
//! becomes an attribute, which the set declares, since no expansion may be there to do it. Fields
//! are only written where they differ from what is inferred.

use bastide_engine::geometry::{Port, PortSet, Side, Third};
use bastide_engine::tile::{EdgeKind, FeatureKindId};

use super::words::{Values, Word, Words};
use super::write::{self, Written};
use super::xml::{Definitions, Part, Tile};
use crate::fields::{Field, infer};
use crate::lexicon::Lexicon;

/// The kinds of features that cross edges: the other program's tag is our name.
const SIDED: [&str; 3] = ["city", "road", "river"];
/// The kinds of features that do not.
const INNER: [&str; 2] = ["monastery", "garden"];

/// A tile set made from another program's definitions.
#[derive(Clone, Debug)]
pub struct Import {
    /// The tile set's file.
    pub text: String,
    /// What no rule of ours knows and is kept as an attribute: a line for each.
    pub attributes: Vec<String>,
    /// What else somebody should know.
    pub notes: Vec<String>,
}

/// A feature of a tile in our terms.
pub(super) struct Feature {
    pub kind: String,
    pub sides: Vec<Side>,
    pub over: bool,
    pub attributes: Vec<(String, String)>,
}

/// A field that is written out, or attributes of an inferred one.
pub(super) struct WrittenField {
    pub field: Field,
    pub attributes: Vec<(String, String)>,
}

/// A tile in our terms, with the values of attributes as the file has them.
pub(super) struct Described {
    pub jcz: String,
    pub features: Vec<Feature>,
    pub inner: Vec<(String, Vec<(String, String)>)>,
    pub attributes: Vec<(String, String)>,
    pub bare: PortSet,
    pub fields: Vec<WrittenField>,
    /// Whether the fields follow from the rest.
    pub inferred: bool,
}

/// A definition file that is to become a tile set.
#[derive(Clone, Copy, Debug)]
pub struct DefinitionFile<'a> {
    /// Its name, for the comment that says where the set comes from.
    pub name: &'a str,
    /// Its text.
    pub text: &'a str,
    /// The id of the tile set.
    pub id: &'a str,
}

/// Makes tile sets of definition files, each for one. Together they declare each attribute with one
/// type, so that they can be played together.
///
/// # Errors
///
/// A message that names the file which cannot be understood.
pub fn import(files: &[DefinitionFile<'_>]) -> Result<Vec<Import>, String> {
    let named = |file: &DefinitionFile<'_>, error: String| format!("{}: {error}", file.name);
    let read = |file: &DefinitionFile<'_>| Definitions::read(file.text).map_err(|error| named(file, error));
    let definitions: Vec<Definitions> = files.iter().map(read).collect::<Result<_, _>>()?;
    let values = Values::of(&definitions);
    let pairs = files.iter().zip(&definitions);
    pairs
        .map(|(file, definitions)| import_one(file, definitions, &values).map_err(|error| named(file, error)))
        .collect()
}

fn import_one(
    file: &DefinitionFile<'_>,
    definitions: &Definitions,
    values: &Values,
) -> Result<Import, String> {
    let words = Words::collect(definitions, values);
    let lexicon = lexicon();
    let mut notes = Vec::new();
    let mut tiles = Vec::new();
    for tile in &definitions.tiles {
        let described =
            describe(tile, &words, &lexicon).map_err(|error| format!("tile {}: {error}", tile.id))?;
        if !described.bare.is_empty() {
            notes.push(format!(
                "tile {}: some half-sides belong to no field; they are written as `bare`",
                tile.id
            ));
        }
        if tile.parts.iter().any(|part| part.attribute("multi-edge").is_some()) {
            notes.push(format!(
                "tile {}: two cities share one side; the second keeps `multi_edge` as an attribute and does not join there",
                tile.id
            ));
        }
        tiles.push(described);
    }
    let written =
        Written { file: file.name, id: file.id, words: &words, tiles: &tiles, sets: &definitions.sets };
    let attributes = words.all().map(Word::line).collect();
    Ok(Import { text: write::file(&written), attributes, notes })
}

/// The base game's words, and rivers.
fn lexicon() -> Lexicon {
    let mut lexicon = Lexicon::base();
    let vocabulary = &mut lexicon.vocabulary;
    let mut river = vocabulary.feature_kinds[FeatureKindId::ROAD.index()].clone();
    river.name = "river".to_owned();
    vocabulary.feature_kinds.push(river);
    let carries = vocabulary.feature_kind("river");
    vocabulary.edge_kinds.push(EdgeKind { name: "river".to_owned(), carries, whole: false });
    lexicon
}

fn describe(tile: &Tile, words: &Words, lexicon: &Lexicon) -> Result<Described, String> {
    let mut features = Vec::new();
    let mut inner = Vec::new();
    let mut attributes = words.of_tile(tile);
    for kind in SIDED {
        for part in tile.parts.iter().filter(|part| part.tag == kind) {
            let sides = part.sides()?;
            let over = crosses(&sides, kind, &features);
            features.push(Feature { kind: kind.to_owned(), sides, over, attributes: words.of_part(part) });
        }
    }
    for part in &tile.parts {
        if INNER.contains(&part.tag.as_str()) {
            inner.push((part.tag.clone(), words.of_part(part)));
        }
    }
    attributes.sort();
    let mut shapes: Vec<(FeatureKindId, PortSet)> = Vec::new();
    for feature in &features {
        shapes.push((kind_of(lexicon, &feature.kind)?, ports(&feature.kind, &feature.sides)));
    }
    for (kind, _) in &inner {
        shapes.push((kind_of(lexicon, kind)?, PortSet::EMPTY));
    }
    let mut fields = Vec::new();
    for part in tile.parts.iter().filter(|part| part.tag == "field") {
        fields.push(WrittenField { field: field(part, &features)?, attributes: words.of_part(part) });
    }
    fields.sort_by_key(|written| first_port(&written.field));
    let bare = bare(&shapes, &fields);
    let mut inferred = infer(&shapes, bare, lexicon);
    inferred.sort_by_key(first_port);
    let same = inferred.iter().eq(fields.iter().map(|written| &written.field));
    Ok(Described { jcz: tile.id.clone(), features, inner, attributes, bare, fields, inferred: same })
}

fn kind_of(lexicon: &Lexicon, name: &str) -> Result<FeatureKindId, String> {
    lexicon.vocabulary.feature_kind(name).ok_or_else(|| format!("unknown feature {name}"))
}

fn first_port(field: &Field) -> u8 {
    field.ports.iter().next().map_or(Port::COUNT, Port::index)
}

fn ports(kind: &str, sides: &[Side]) -> PortSet {
    sides.iter().fold(PortSet::EMPTY, |ports, side| match kind {
        "city" => ports.union(PortSet::side(*side)),
        _ => ports.with(Port::new(*side, Third::Middle)),
    })
}

/// Whether a feature passes above one of its kind.
fn crosses(sides: &[Side], kind: &str, features: &[Feature]) -> bool {
    let opposite = |sides: &[Side]| matches!(sides, [a, b] if a.opposite() == *b);
    opposite(sides) && features.iter().any(|other| other.kind == kind && opposite(&other.sides))
}

fn field(part: &Part, features: &[Feature]) -> Result<Field, String> {
    let mut touches = Vec::new();
    for side in super::xml::sides(part.attribute("city").unwrap_or_default())? {
        let city = |feature: &Feature| feature.kind == "city" && feature.sides.contains(&side);
        let at = features.iter().position(city);
        touches.push(
            at.ok_or_else(|| format!("a field touches a city in the {side}, where there is none"))? as u8
        );
    }
    touches.sort_unstable();
    touches.dedup();
    Ok(Field { ports: part.halves()?, touches })
}

/// The half-sides that no feature has.
fn bare(shapes: &[(FeatureKindId, PortSet)], fields: &[WrittenField]) -> PortSet {
    let taken =
        shapes.iter().map(|(_, ports)| *ports).chain(fields.iter().map(|written| written.field.ports));
    let taken = taken.fold(PortSet::EMPTY, PortSet::union);
    let halves = Port::all().filter(|port| port.third() != Third::Middle);
    halves.filter(|port| !taken.contains(*port)).collect()
}
