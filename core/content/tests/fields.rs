//! The fields of every base and Watchtowers tile: inferred from the sides, compared with tables of
//! what is printed, and with another program's data where that is at hand. BG1, BG2, BG4, BG41, WT1.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::collections::{BTreeMap, BTreeSet};

use bastide_content::fields::infer;
use bastide_content::files::Files;
use bastide_content::lexicon::Lexicon;
use bastide_content::tileset::TileSet;
use bastide_engine::geometry::{Port, PortSet, Side, Third};
use bastide_engine::tile::{AttributeId, FeatureKindId, TileDef};
use common::Repository;

/// Name, count, coats of arms, cities, roads, fields with a side of each city that they touch.
type Row = (&'static str, u32, i32, &'static str, &'static str, &'static str);

/// Parts are parted by `|`.
const BASE: [Row; 24] = [
    ("A", 2, 0, "", "S", "NL NR EL ER SL SR WL WR"),
    ("B", 4, 0, "", "", "NL NR EL ER SL SR WL WR"),
    ("C", 1, 1, "N E S W", "", ""),
    ("D", 4, 0, "N", "W E", "EL WR > N | ER SL SR WL"),
    ("E", 5, 0, "N", "", "EL ER SL SR WL WR > N"),
    ("F", 2, 1, "W E", "", "NL NR > W | SL SR > W"),
    ("G", 1, 0, "W E", "", "NL NR > W | SL SR > W"),
    ("H", 3, 0, "N | S", "", "WL WR EL ER > N S"),
    ("I", 2, 0, "N | W", "", "EL ER SL SR > N W"),
    ("J", 3, 0, "N", "E S", "EL WL WR SR > N | ER SL"),
    ("K", 3, 0, "N", "S W", "WR EL ER SL > N | WL SR"),
    ("L", 3, 0, "N", "E | S | W", "WR EL > N | WL SR | ER SL"),
    ("M", 2, 1, "N W", "", "SL SR EL ER > N"),
    ("N", 3, 0, "N W", "", "SL SR EL ER > N"),
    ("O", 2, 1, "N W", "E S", "EL SR > N | ER SL"),
    ("P", 3, 0, "N W", "E S", "EL SR > N | ER SL"),
    ("Q", 1, 1, "N E W", "", "SL SR > N"),
    ("R", 3, 0, "N E W", "", "SL SR > N"),
    ("S", 2, 1, "N E W", "S", "SL > N | SR > N"),
    ("T", 1, 0, "N E W", "S", "SL > N | SR > N"),
    ("U", 8, 0, "", "W E", "WR NL NR EL | ER SL SR WL"),
    ("V", 9, 0, "", "W S", "WR NL NR EL ER SL | SR WL"),
    ("W", 4, 0, "", "E | S | W", "WR NL NR EL | ER SL | SR WL"),
    ("X", 1, 0, "", "N | E | S | W", "WR NL | NR EL | ER SL | SR WL"),
];

const WATCHTOWERS: [Row; 12] = [
    ("CCRF_2T", 1, 0, "N | E", "S", "SL > E | SR WL WR > N"),
    ("CFff_3C", 1, 0, "N", "", "EL ER SL SR WL WR > N"),
    ("CFRF_1C", 1, 0, "N", "S", "EL ER SL > N | SR WL WR > N"),
    ("CFRF_2M", 1, 0, "N", "S", "EL ER SL > N | SR WL WR > N"),
    ("CRFR_1R", 1, 0, "N", "W | E", "EL > N | WR > N | ER SL SR WL"),
    ("CRRC_2M", 1, 0, "N W", "S | E", "SR > N | EL > N | ER SL"),
    ("FCFC_1C", 1, 0, "W | E", "", "NL NR > W E | SL SR > W E"),
    ("FCRC_2T", 1, 0, "E | W", "S", "NL NR > W E | SL > E | SR > W"),
    ("FfRC_1R", 1, 0, "W", "S", "SR > W | NL NR EL ER SL > W"),
    ("FRFC_1C", 1, 0, "W", "E", "NL NR EL > W | ER SL SR > W"),
    ("FRFR_3C", 1, 0, "", "W | E", "NL NR EL WR | ER SL SR WL"),
    ("FRRF_1R", 1, 0, "", "S | E", "ER SL | NL NR EL SR WL WR"),
];

/// A tile reduced to what the tables say: features by kind and ports, and what fields touch.
type Shape = BTreeSet<(u8, PortSet, Vec<PortSet>)>;

fn shape(def: &TileDef) -> Shape {
    let touched = |touches: &[u8]| {
        let mut ports: Vec<PortSet> = touches.iter().map(|at| def.segments[*at as usize].ports).collect();
        ports.sort();
        ports
    };
    let sided = def.segments.iter().filter(|segment| !segment.ports.is_empty());
    sided.map(|segment| (segment.kind.0, segment.ports, touched(&segment.touches))).collect()
}

fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split('|').map(str::trim).filter(|part| !part.is_empty())
}

fn sides(text: &str) -> impl Iterator<Item = Side> + '_ {
    text.split_whitespace().map(|side| side.parse().unwrap())
}

fn city(text: &str) -> PortSet {
    sides(text).fold(PortSet::EMPTY, |ports, side| ports.union(PortSet::side(side)))
}

fn line(text: &str) -> PortSet {
    sides(text).map(|side| Port::new(side, Third::Middle)).collect()
}

fn row_shape((_, _, _, cities, roads, fields): &Row) -> Shape {
    let cities: Vec<PortSet> = parts(cities).map(city).collect();
    let mut shape: Shape = cities.iter().map(|ports| (FeatureKindId::CITY.0, *ports, Vec::new())).collect();
    shape.extend(parts(roads).map(|road| (FeatureKindId::ROAD.0, line(road), Vec::new())));
    for field in parts(fields) {
        let (ports, touches) = field.split_once('>').unwrap_or((field, ""));
        let ports = ports.split_whitespace().map(|port| port.parse::<Port>().unwrap()).collect();
        let mut touched: Vec<PortSet> = sides(touches)
            .map(|side| *cities.iter().find(|city| city.sides().any(|other| other == side)).unwrap())
            .collect();
        touched.sort();
        touched.dedup();
        shape.insert((FeatureKindId::FIELD.0, ports, touched));
    }
    shape
}

fn check_rows(set: &TileSet, rows: &[Row]) {
    for row in rows {
        let (name, count, arms, ..) = row;
        let tile = set.tiles.iter().find(|tile| tile.def.id == format!("{}/{name}", set.id)).unwrap();
        let found: i32 = tile
            .def
            .segments
            .iter()
            .map(|segment| segment.attributes.number(AttributeId::COATS_OF_ARMS))
            .sum();
        assert_eq!(shape(&tile.def), row_shape(row), "{name}");
        assert_eq!(tile.counts[0], *count, "{name}: count");
        assert_eq!(found, *arms, "{name}: coats of arms");
    }
}

#[test]
fn base_tiles_are_as_printed() {
    let set = common::tile_set("base");
    check_rows(&set, &BASE);
    assert_eq!((set.count(0), set.count(1)), (72, 72));
    let monasteries = |name: &str| {
        let tile = set.tiles.iter().find(|tile| tile.def.id == name).unwrap();
        tile.def.segments.iter().filter(|segment| segment.kind == FeatureKindId::MONASTERY).count()
    };
    assert_eq!((monasteries("base/A"), monasteries("base/B"), monasteries("base/U")), (1, 1, 0));
    assert_eq!(set.start.len(), 1);
    assert_eq!(set.start[0].tile, "base/D");
}

#[test]
fn garden_tiles_take_the_place_of_their_twins() {
    let set = common::tile_set("base");
    let find = |id: &str| set.tiles.iter().find(|tile| tile.def.id == id).unwrap();
    for name in ["N", "M", "R", "E", "H", "I", "V", "U"] {
        let (twin, plain) = (find(&format!("base/{name}_garden")), find(&format!("base/{name}")));
        assert_eq!(twin.counts, [0, 1], "{name}");
        assert_eq!(plain.counts[0], plain.counts[1] + 1, "{name}");
        assert_eq!(shape(&twin.def), shape(&plain.def), "{name}");
        assert!(twin.def.segments.iter().any(|segment| segment.kind == FeatureKindId::GARDEN), "{name}");
    }
    assert_eq!(set.tiles.iter().filter(|tile| tile.counts[0] == 0).count(), 8);
}

#[test]
fn watchtower_tiles_are_as_printed() {
    let set = common::tile_set("watchtowers");
    check_rows(&set, &WATCHTOWERS);
    assert_eq!(set.count(0), 12);
}

/// A tile of the other program.
struct PeerTile {
    id: String,
    shape: Shape,
    segments: Vec<(FeatureKindId, PortSet)>,
    extra: Vec<String>,
}

fn peer_tiles(text: &str) -> Vec<PeerTile> {
    let document = roxmltree::Document::parse(text).unwrap();
    document
        .descendants()
        .filter(|node| node.has_tag_name("tile") && node.has_attribute("id"))
        .map(peer_tile)
        .collect()
}

fn peer_tile(node: roxmltree::Node<'_, '_>) -> PeerTile {
    let (mut shape, mut segments, mut cities) = (Shape::new(), Vec::new(), Vec::new());
    let mut extra = Vec::new();
    let river = FeatureKindId(5);
    for child in node.children().filter(|child| child.is_element()) {
        let text = child.text().unwrap_or_default();
        let (kind, ports) = match child.tag_name().name() {
            "city" => (FeatureKindId::CITY, city(text)),
            "road" => (FeatureKindId::ROAD, line(text)),
            "river" => (river, line(text)),
            "monastery" => (FeatureKindId::MONASTERY, PortSet::EMPTY),
            "garden" => (FeatureKindId::GARDEN, PortSet::EMPTY),
            other => {
                extra.push(other.to_owned());
                continue;
            }
        };
        if kind == FeatureKindId::CITY {
            cities.push(ports);
        }
        segments.push((kind, ports));
        if !ports.is_empty() {
            shape.insert((kind.0, ports, Vec::new()));
        }
    }
    for field in node.children().filter(|child| child.has_tag_name("field")) {
        // A field within a city has no port, and no rule could find it.
        let ports = field.text().unwrap_or_default().split_whitespace().filter_map(|port| port.parse().ok());
        let mut touched: Vec<PortSet> = sides(field.attribute("city").unwrap_or_default())
            .map(|side| *cities.iter().find(|city| city.sides().any(|other| other == side)).unwrap())
            .collect();
        touched.sort();
        touched.dedup();
        shape.insert((FeatureKindId::FIELD.0, ports.collect(), touched));
    }
    PeerTile { id: node.attribute("id").unwrap_or_default().to_owned(), shape, segments, extra }
}

#[test]
fn tiles_agree_with_the_peer() {
    let Some(peer) = common::peer() else { return };
    for (set, file) in [("base", "basic.xml"), ("watchtowers", "watchtowers.xml")] {
        let set = common::tile_set(set);
        let text = std::fs::read_to_string(peer.join("tiles").join(file)).unwrap();
        let ours: BTreeMap<&str, &TileDef> =
            set.tiles.iter().map(|tile| (tile.def.aliases[0].1.as_str(), &tile.def)).collect();
        let theirs = peer_tiles(&text);
        assert_eq!(ours.len(), theirs.len());
        for tile in theirs {
            assert_eq!(shape(ours[tile.id.as_str()]), tile.shape, "{}", tile.id);
        }
        check_peer_counts(&set, &text);
    }
}

fn check_peer_counts(set: &TileSet, text: &str) {
    let document = roxmltree::Document::parse(text).unwrap();
    for (edition, list) in document.descendants().filter(|node| node.has_tag_name("tile-set")).enumerate() {
        let theirs: BTreeMap<&str, u32> = list
            .children()
            .filter(|child| child.has_tag_name("ref"))
            .map(|child| {
                (child.attribute("tile").unwrap(), child.attribute("count").unwrap().parse().unwrap())
            })
            .collect();
        let ours: BTreeMap<&str, u32> = set
            .tiles
            .iter()
            .filter(|tile| tile.counts[edition] > 0)
            .map(|tile| (tile.def.aliases[0].1.as_str(), tile.counts[edition]))
            .collect();
        assert_eq!(ours, theirs, "edition {edition}");
    }
}

/// A vocabulary with rivers, as an expansion would declare them.
fn with_rivers() -> Lexicon {
    let manifest = r#"
        format = 1
        id = "river"
        name = "River"
        version = "1.0.0"
        api = 1
        [features.river]
        completion = "never"
        [edges.river]
        carries = "river"
    "#;
    let files = bastide_content::files::MemoryFiles::new()
        .with("tiles/base.toml", Repository.read("tiles/base.toml").unwrap())
        .with("expansions/river/expansion.toml", manifest);
    let request = bastide_content::select::SelectionRequest::new(["Ada"]).with("river");
    let library = bastide_content::library::Library::open(&files, &[]);
    let selection = library.select(&request).unwrap_or_else(|report| panic!("{}", report.render(false)));
    Lexicon { vocabulary: selection.setup.vocabulary, ..Lexicon::base() }
}

/// Over all the tiles that the other program knows, the inference agrees with as many as any rule
/// that was tried; a change that lowers the number needs a reason.
#[test]
fn inference_agrees_with_most_of_the_peers_tiles() {
    let Some(peer) = common::peer() else { return };
    let lexicon = with_rivers();
    let (mut agreed, mut total, mut differing) = (0, 0, Vec::new());
    let mut paths: Vec<_> =
        std::fs::read_dir(peer.join("tiles")).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        for tile in peer_tiles(&std::fs::read_to_string(path).unwrap()) {
            let mut inferred: Shape = tile.shape.iter().filter(|(kind, ..)| *kind != 0).cloned().collect();
            for field in infer(&tile.segments, PortSet::EMPTY, &lexicon) {
                let mut touched: Vec<PortSet> =
                    field.touches.iter().map(|at| tile.segments[*at as usize].1).collect();
                touched.sort();
                inferred.insert((FeatureKindId::FIELD.0, field.ports, touched));
            }
            total += 1;
            if inferred == tile.shape {
                agreed += 1;
            } else {
                differing.push(format!("{} {:?}", tile.id, tile.extra));
            }
        }
    }
    println!("{agreed} of {total} agree; not:\n{}", differing.join("\n"));
    assert!(agreed >= 316, "{agreed} of {total}");
}
