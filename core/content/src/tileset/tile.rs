//! One tile of a tile set.

use std::collections::BTreeMap;
use std::ops::Range;

use bastide_engine::geometry::{Port, PortSet, Side, Third};
use bastide_engine::tile::{AttributeScope, Attributes, EdgeKindId, FeatureKindId, SegmentDef, TileDef};

use super::blocks::Block;
use super::parts::Part;
use super::segments::{Drawn, read_inner, read_sided};
use super::{CountedTile, attributes, check_name, written};
use crate::diagnostic::Diagnostic;
use crate::document::{Data, Entry, Reader};
use crate::fields::{Field, infer};
use crate::lexicon::Lexicon;
use crate::names::{did_you_mean, one_of, surely};
use crate::options::EDITIONS;
use crate::schema;

/// The most copies of one tile.
const MAX_COUNT: i64 = 999;

/// A tile as far as it could be read.
pub(super) struct ReadTile {
    pub name: String,
    pub name_span: Range<usize>,
    /// `None` when something is wrong with it.
    pub def: Option<TileDef>,
    /// `None` when the file says nothing, or something wrong.
    pub counts: Option<[u32; EDITIONS.len()]>,
    /// Whether the file says how many.
    pub has_count: bool,
}

impl ReadTile {
    pub fn counted(self) -> Option<CountedTile> {
        Some(CountedTile { def: self.def?, counts: self.counts.unwrap_or_default() })
    }
}

pub(super) fn read_tiles(reader: &Reader<'_>, set: &str, lexicon: &Lexicon) -> Vec<ReadTile> {
    let Some(table) = reader.table("tiles") else {
        // A set can also only say how many there are of the tiles of another.
        if !reader.has("tiles") && !reader.has("counts") {
            let error = reader.error("missing-tiles", "the tile set has no tiles");
            reader.report(&(0..0), error.hint("describe a tile under a header such as: [tiles.A]"));
        }
        return Vec::new();
    };
    let mut jcz: BTreeMap<&str, &str> = BTreeMap::new();
    let mut tiles = Vec::new();
    for entry in table.entries() {
        let good = check_name(reader, "tile", &entry.key, &entry.key_span);
        let subject = format!("tile `{set}/{}`", entry.key);
        let Some(tile) = Reader::of(reader.sink, subject, entry) else { continue };
        let tile = tile.shaped(&schema::TILE);
        let alias = tile.text("jcz", "jcz = \"BA/RCr\"");
        if let Some(alias) = alias
            && let Some(other) = jcz.insert(alias, &entry.key)
            && let Some(place) = tile.get("jcz")
        {
            let text = format!("tile `{set}/{other}` has the same `jcz` id `{alias}`");
            let error = tile
                .error("duplicate-jcz", text)
                .hint("two tiles cannot be the same tile of another program");
            tile.report(&place.node.span, error);
        }
        let has_count = tile.has("count");
        let counts = read_count(&tile);
        let mut def = read_def(&tile, format!("{set}/{}", entry.key), lexicon).filter(|_| good);
        if let Some(def) = &mut def {
            def.aliases.extend(alias.map(|alias| ("jcz".to_owned(), alias.to_owned())));
        }
        report_unknown_keys(tile, lexicon);
        let (name, name_span) = (entry.key.clone(), entry.key_span.clone());
        tiles.push(ReadTile { name, name_span, def, counts, has_count });
    }
    tiles
}

/// A tile needs a count, unless it is only a part of blocks, or some part of the set counts it.
pub(super) fn check_counts(
    reader: &Reader<'_>,
    set: &str,
    tiles: &[ReadTile],
    blocks: &[Block],
    parts: &[Part],
) {
    for tile in tiles.iter().filter(|tile| !tile.has_count) {
        let counted = |part: &Part| part.tiles.iter().any(|(name, _)| name.is(&tile.name));
        if blocks.iter().any(|block| block.names.contains(&tile.name)) || parts.iter().any(counted) {
            continue;
        }
        let error =
            Diagnostic::error("missing-count", format!("tile `{set}/{}`: `count` is missing", tile.name))
                .hint("say how many there are: count = 1");
        reader.report(&tile.name_span, error);
    }
}

fn read_count(reader: &Reader<'_>) -> Option<[u32; EDITIONS.len()]> {
    count_of(reader, reader.get("count")?)
}

/// A number, or a table of numbers by edition.
pub(super) fn count_of(reader: &Reader<'_>, entry: &Entry) -> Option<[u32; EDITIONS.len()]> {
    count_from(reader, entry, 1)
}

/// The same, and it can be none at all.
pub(super) fn count_of_any(reader: &Reader<'_>, entry: &Entry) -> Option<[u32; EDITIONS.len()]> {
    count_from(reader, entry, 0)
}

fn count_from(reader: &Reader<'_>, entry: &Entry, least: i64) -> Option<[u32; EDITIONS.len()]> {
    let Data::Table(_) = entry.node.data else {
        return Some([checked_count(reader, entry, least)?; EDITIONS.len()]);
    };
    let table = Reader::of(reader.sink, reader.message("`count`"), entry)?.shaped(&schema::COUNT);
    let mut counts = [0; EDITIONS.len()];
    let mut written = true;
    for (count, edition) in counts.iter_mut().zip(EDITIONS) {
        if let Some(entry) = table.get(edition) {
            match checked_count(&table, entry, 0) {
                Some(number) => *count = number,
                None => written = false,
            }
        }
    }
    if written && least > 0 && counts.iter().all(|count| *count == 0) {
        let error = table.error("bad-count", "no edition has this tile");
        table.report(&entry.node.span, error.hint("for example: count = { first = 3, second = 2 }"));
        written = false;
    }
    table.finish();
    written.then_some(counts)
}

fn checked_count(reader: &Reader<'_>, entry: &Entry, least: i64) -> Option<u32> {
    match entry.node.data {
        Data::Int(number) if (least..=MAX_COUNT).contains(&number) => u32::try_from(number).ok(),
        Data::Int(number) => {
            let text = format!("`{}` should be from {least} to {MAX_COUNT}, not {number}", entry.key);
            let hint = match number {
                0 => "a tile of which there is none is left out of the file, or put behind `#`",
                _ => "say how many tiles of this kind there are",
            };
            reader.report(&entry.node.span, reader.error("bad-count", text).hint(hint));
            None
        }
        _ => {
            reader.wrong_type(entry, "a whole number", &format!("{} = 2", entry.key));
            None
        }
    }
}

fn read_def(reader: &Reader<'_>, id: String, lexicon: &Lexicon) -> Option<TileDef> {
    let mut drawn = Vec::new();
    let mut good = true;
    for kind in ordered_kinds(lexicon) {
        good &= read_sided(reader, kind, lexicon, &mut drawn);
    }
    let edges = read_edges(reader, &drawn, lexicon);
    for kind in lexicon.inner_kinds() {
        good &= read_inner(reader, kind, lexicon, &mut drawn);
    }
    let attributes = read_attributes(reader, lexicon);
    let fields = written::read(reader, &drawn, lexicon);
    let bare = written::read_bare(reader, &drawn);
    if !good {
        return None;
    }
    let (edges, bare) = (edges?, bare?);
    let walls = bare;
    let bare = bare.union(bare_ports(&edges, lexicon));
    let shapes: Vec<_> = drawn.iter().map(|drawn| (drawn.kind, drawn.ports)).collect();
    let fields = fields?.finish(reader, infer(&shapes, bare, lexicon), &drawn, bare)?;
    let def = TileDef {
        id,
        edges,
        segments: segments(drawn, fields),
        bare: walls,
        attributes,
        aliases: Vec::new(),
    };
    report_faults(reader, &def, lexicon).then_some(def)
}

/// The kinds that cross edges, in the order of a tile's segments.
fn ordered_kinds(lexicon: &Lexicon) -> Vec<FeatureKindId> {
    let mut kinds: Vec<FeatureKindId> = lexicon.sided_kinds().collect();
    kinds.sort_by_key(|kind| (*kind != FeatureKindId::CITY, *kind != FeatureKindId::ROAD, *kind));
    kinds
}

fn segments(drawn: Vec<Drawn>, fields: Vec<(Field, Attributes)>) -> Vec<SegmentDef> {
    let mut segments: Vec<SegmentDef> = drawn
        .into_iter()
        .map(|drawn| SegmentDef {
            kind: drawn.kind,
            ports: drawn.ports,
            touches: Vec::new(),
            attributes: drawn.attributes,
        })
        .collect();
    segments.extend(fields.into_iter().map(|(field, attributes)| SegmentDef {
        kind: FeatureKindId::FIELD,
        ports: field.ports,
        touches: field.touches,
        attributes,
    }));
    segments
}

/// The kinds of the four edges, from the features and from the `edges` key.
fn read_edges(reader: &Reader<'_>, drawn: &[Drawn], lexicon: &Lexicon) -> Option<[EdgeKindId; 4]> {
    let mut edges = [EdgeKindId::FIELD; 4];
    for found in drawn {
        for side in found.ports.sides() {
            edges[side as usize] = lexicon.vocabulary.edge_of(found.kind).unwrap_or(EdgeKindId::FIELD);
        }
    }
    let Some(table) = reader.table("edges") else {
        return (!reader.has("edges")).then_some(edges);
    };
    let table = table.shaped(&schema::EDGES);
    let mut good = true;
    for side in Side::ALL {
        let name = side.to_string();
        let Some(text) = table.text(&name, &format!("edges = {{ {name} = \"road\" }}")) else {
            good &= !table.has(&name);
            continue;
        };
        let span = table.get(&name).map(|entry| entry.node.span.clone()).unwrap_or_default();
        match lexicon.vocabulary.edge_kind(text) {
            Some(kind) => {
                good &= check_edge(&table, side, kind, &span, drawn, lexicon);
                edges[side as usize] = kind;
            }
            None => {
                let names = lexicon.vocabulary.edge_kinds.iter().map(|kind| kind.name.as_str());
                let meant = did_you_mean(text, names.clone());
                let side = side_name(side);
                let error = reader
                    .error("unknown-edge", format!("side {side}: unknown edge `{text}`{meant}"))
                    .meant(text, surely(text, names.clone()))
                    .hint(format!("an edge can be {}", one_of(names)));
                table.report(&span, error);
                good = false;
            }
        }
    }
    table.finish();
    good.then_some(edges)
}

/// Whether what the tile has on a side is what an edge kind carries.
fn check_edge(
    reader: &Reader<'_>,
    side: Side,
    kind: EdgeKindId,
    span: &Range<usize>,
    drawn: &[Drawn],
    lexicon: &Lexicon,
) -> bool {
    let edge = &lexicon.vocabulary.edge_kinds[kind.index()];
    let found =
        drawn.iter().find(|drawn| drawn.ports.sides().any(|other| other == side)).map(|drawn| drawn.kind);
    if edge.carries == found {
        return true;
    }
    let name = |kind: Option<FeatureKindId>| {
        kind.map_or("nothing".to_owned(), |kind| format!("`{}`", lexicon.kind_name(kind)))
    };
    let text = format!(
        "side {}: the edge `{}` carries {}, but the tile has {} there",
        side_name(side),
        edge.name,
        name(edge.carries),
        name(found)
    );
    let hint = "`edges` only says what does not follow from the roads and cities of the tile";
    reader.report(span, reader.error("edge-mismatch", text).hint(hint));
    false
}

/// The halves on edges of a kind that carries nothing at all.
fn bare_ports(edges: &[EdgeKindId; 4], lexicon: &Lexicon) -> PortSet {
    let bare = |side: &Side| {
        let edge = &lexicon.vocabulary.edge_kinds[edges[*side as usize].index()];
        edge.whole && edge.carries.is_none()
    };
    Side::ALL
        .iter()
        .filter(|side| bare(side))
        .fold(PortSet::EMPTY, |set, side| set.union(PortSet::side(*side)))
}

fn read_attributes(reader: &Reader<'_>, lexicon: &Lexicon) -> Attributes {
    attributes::read(reader, AttributeScope::Tile, None, lexicon)
}

/// The engine's own check, for what nothing before has found.
fn report_faults(reader: &Reader<'_>, def: &TileDef, lexicon: &Lexicon) -> bool {
    let faults = def.faults(&lexicon.vocabulary);
    for fault in &faults {
        reader.report(&reader.span.clone(), reader.error("impossible-tile", fault.to_string()));
    }
    faults.is_empty()
}

/// Reports unknown keys, and says where an attribute belongs that is written in the wrong place.
fn report_unknown_keys(reader: Reader<'_>, lexicon: &Lexicon) {
    for name in lexicon.attribute_names(AttributeScope::Segment) {
        if reader.has(name)
            && let Some(entry) = reader.get(name)
        {
            let text = format!("`{name}` belongs to one feature of the tile, not to the tile");
            let kind = lexicon
                .vocabulary
                .attribute(name)
                .and_then(|id| lexicon.attribute_kinds.get(&id)?.first().copied())
                .map_or("city", |kind| lexicon.kind_name(kind));
            let error = reader
                .error("misplaced-attribute", text)
                .hint(format!("write it beside the sides: {kind} = [{{ sides = \"N E\", {name} = … }}]"));
            reader.report(&entry.key_span, error);
        }
    }
    reader.finish_with(Some(
        "further features and attributes are declared by the expansion that brings the tile set, or by the set itself under [attributes]",
    ));
}

/// `north`, `east`, `south` or `west`.
pub(super) fn side_name(side: Side) -> &'static str {
    match side {
        Side::North => "north",
        Side::East => "east",
        Side::South => "south",
        Side::West => "west",
    }
}

/// The ports of a feature that crosses some sides.
pub(super) fn ports_of(sides: &[Side], whole: bool) -> PortSet {
    sides.iter().fold(PortSet::EMPTY, |ports, side| match whole {
        true => ports.union(PortSet::side(*side)),
        false => ports.with(Port::new(*side, Third::Middle)),
    })
}
