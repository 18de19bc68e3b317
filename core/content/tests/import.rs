//! Every tile definition of another program that is at hand becomes a tile set of ours that says the
//! same: features, fields, attributes, counts.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use bastide_content::files::{Files, MemoryFiles};
use bastide_content::lexicon::Lexicon;
use bastide_content::library::Library;
use bastide_content::options::EDITIONS;
use bastide_content::peer::{DefinitionFile, Import};
use bastide_content::select::SelectionRequest;
use bastide_content::tileset::{TileName, TileSet};
use bastide_engine::geometry::{Port, PortSet, Side, Third};
use bastide_engine::tile::{AttributeValue, Attributes, TileDef, Vocabulary};
use common::Repository;
use roxmltree::{Document, Node};

/// A definition file, and the tile set that was made of it.
struct Imported {
    file: String,
    xml: String,
    set: TileSet,
    vocabulary: Vocabulary,
}

fn imported() -> Vec<Imported> {
    let Some(folder) = common::peer() else { return Vec::new() };
    let mut files: Vec<_> =
        fs::read_dir(folder.join("tiles")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read = |path: &std::path::PathBuf| {
        let file = path.file_name().unwrap().to_string_lossy().into_owned();
        let xml = fs::read_to_string(path).unwrap();
        let (set, vocabulary) = read_back(&file, &xml);
        Imported { file, xml, set, vocabulary }
    };
    files.iter().map(read).collect()
}

fn import(name: &str, text: &str, id: &str) -> Result<Import, String> {
    let mut made = bastide_content::peer::import(&[DefinitionFile { name, text, id }])?;
    Ok(made.remove(0))
}

fn read_back(file: &str, xml: &str) -> (TileSet, Vocabulary) {
    let import = import(file, xml, "imported").unwrap_or_else(|error| panic!("{file}: {error}"));
    let files = MemoryFiles::new()
        .with("tiles/base.toml", Repository.read("tiles/base.toml").unwrap())
        .with("tiles/imported.toml", import.text.as_str());
    let library = Library::open(&files, &[]);
    let report = bastide_content::check(&files, &library, "tiles/imported.toml");
    assert!(report.is_empty(), "{file}: {}", report.render(false));
    let request = SelectionRequest::new(["Ada"]).with_tiles("imported");
    let selection =
        library.select(&request).unwrap_or_else(|report| panic!("{file}: {}", report.render(false)));
    let vocabulary = selection.setup.vocabulary;
    let lexicon = Lexicon { vocabulary: vocabulary.clone(), ..Lexicon::base() };
    let source = &library.tile_set("imported", None).unwrap().source;
    let (set, report) = TileSet::read(source, &lexicon);
    (set.unwrap_or_else(|| panic!("{file}: {}", report.render(false))), vocabulary)
}

/// A feature: its kind, where it leaves the tile, which cities it touches, and its attributes.
type Feature = (String, PortSet, BTreeSet<PortSet>, BTreeMap<String, String>);

fn sides(text: &str, kind: &str) -> PortSet {
    text.split_whitespace().map(|side| side.parse::<Side>().unwrap()).fold(PortSet::EMPTY, |ports, side| {
        if kind == "city" {
            ports.union(PortSet::side(side))
        } else {
            ports.with(Port::new(side, Third::Middle))
        }
    })
}

fn value(text: &str) -> String {
    if text == "true" { "1".to_owned() } else { text.to_owned() }
}

/// The attributes that we expect for those of an element.
fn expected_attributes(node: Node<'_, '_>) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for attribute in node.attributes() {
        let name = attribute.name().replace('-', "_");
        match (name.as_str(), attribute.value()) {
            ("city", _) if node.tag_name().name() == "field" => {}
            ("pennants", number) => drop(found.insert("coats_of_arms".to_owned(), number.to_owned())),
            (name, "false") => drop(found.insert(format!("no_{name}"), "1".to_owned())),
            (name, text) => drop(found.insert(name.to_owned(), value(text))),
        }
    }
    found
}

fn expected(tile: Node<'_, '_>) -> Vec<Feature> {
    let elements: Vec<Node<'_, '_>> = tile.children().filter(Node::is_element).collect();
    let cities: Vec<PortSet> = elements
        .iter()
        .filter(|node| node.tag_name().name() == "city")
        .map(|node| sides(node.text().unwrap_or_default(), "city"))
        .collect();
    let mut features = Vec::new();
    for node in elements {
        let kind = node.tag_name().name();
        let text = node.text().unwrap_or_default();
        let ports = match kind {
            "city" | "road" | "river" => sides(text, kind),
            "monastery" | "garden" => PortSet::EMPTY,
            "field" => text.split_whitespace().filter_map(|word| word.parse::<Port>().ok()).collect(),
            _ => continue,
        };
        let touched = sides(node.attribute("city").filter(|_| kind == "field").unwrap_or_default(), "city");
        let touched = cities.iter().filter(|city| !city.intersection(touched).is_empty()).copied().collect();
        features.push((kind.to_owned(), ports, touched, expected_attributes(node)));
    }
    features.sort();
    features
}

fn attributes(found: &Attributes, vocabulary: &Vocabulary) -> BTreeMap<String, String> {
    let named = found.iter().map(|(id, value)| {
        let value = match value {
            AttributeValue::Number(number) => number.to_string(),
            AttributeValue::Name(name) => name.clone(),
        };
        (vocabulary.attributes[id.index()].name.clone(), value)
    });
    named.collect()
}

fn found(def: &TileDef, vocabulary: &Vocabulary) -> Vec<Feature> {
    let feature = |segment: &bastide_engine::tile::SegmentDef| {
        let kind = vocabulary.feature_kinds[segment.kind.index()].name.clone();
        let touched = segment.touches.iter().map(|at| def.segments[usize::from(*at)].ports).collect();
        (kind, segment.ports, touched, attributes(&segment.attributes, vocabulary))
    };
    let mut features: Vec<Feature> = def.segments.iter().map(feature).collect();
    features.sort();
    features
}

fn tile<'a>(set: &'a TileSet, jcz: &str) -> &'a bastide_content::tileset::CountedTile {
    let is_it = |tile: &&bastide_content::tileset::CountedTile| tile.def.aliases[0].1 == jcz;
    set.tiles.iter().find(is_it).unwrap_or_else(|| panic!("{jcz} is missing"))
}

#[test]
fn every_tile_has_the_features_of_the_original() {
    let mut tiles = 0;
    for Imported { file, xml, set, vocabulary } in imported() {
        let document = Document::parse(&xml).unwrap();
        for node in document.descendants().filter(|node| node.has_tag_name("tile")) {
            let jcz = node.attribute("id").unwrap();
            let def = &tile(&set, jcz).def;
            assert_eq!(found(def, &vocabulary), expected(node), "{file}: {jcz}");
            tiles += 1;
        }
    }
    assert!(tiles == 0 || tiles >= 300, "{tiles} tiles");
}

#[test]
fn whatever_else_a_tile_says_is_an_attribute() {
    for Imported { file, xml, set, vocabulary } in imported() {
        let document = Document::parse(&xml).unwrap();
        for node in document.descendants().filter(|node| node.has_tag_name("tile")) {
            let jcz = node.attribute("id").unwrap();
            let found = attributes(&tile(&set, jcz).def.attributes, &vocabulary);
            let mut wanted = BTreeMap::new();
            for attribute in node.attributes().filter(|it| !["id", "count"].contains(&it.name())) {
                let name = if attribute.name() == "max" {
                    "most".into()
                } else {
                    attribute.name().replace('-', "_")
                };
                wanted.insert(name, value(attribute.value()));
            }
            for part in node.children().filter(Node::is_element) {
                let tag = part.tag_name().name();
                if ["city", "road", "river", "field", "monastery", "garden"].contains(&tag) {
                    continue;
                }
                let name = tag.replace('-', "_");
                let mut own = part.attributes();
                match (own.next(), own.next()) {
                    (None, _) => drop(wanted.insert(name, "1".to_owned())),
                    (Some(one), None) => drop(wanted.insert(name, value(one.value()))),
                    (Some(_), Some(_)) => {
                        // A tile and a feature cannot have attributes of one name.
                        wanted.insert(format!("tile_{name}"), "1".to_owned());
                        let each =
                            part.attributes().map(|it| (format!("{name}_{}", it.name()), value(it.value())));
                        wanted.extend(each);
                    }
                }
            }
            assert_eq!(found, wanted, "{file}: {jcz}");
        }
    }
}

#[test]
fn every_set_has_the_tiles_of_the_original() {
    for Imported { file, xml, set, .. } in imported() {
        let document = Document::parse(&xml).unwrap();
        for node in document.descendants().filter(|node| node.has_tag_name("tile-set")) {
            let id = node.attribute("id").unwrap();
            let (jcz, edition) = id.split_once(':').unwrap_or((id, "1"));
            let edition = edition.parse::<usize>().unwrap() - 1;
            let mut wanted: BTreeMap<String, u32> = BTreeMap::new();
            for tile in node.children().filter(|node| node.has_tag_name("ref")) {
                *wanted.entry(tile.attribute("tile").unwrap().to_owned()).or_default() +=
                    tile.attribute("count").map_or(1, |count| count.parse().unwrap());
            }
            let part = set.parts.iter().find(|part| part.jcz.as_deref() == Some(jcz));
            let name = |name: &TileName| match name {
                TileName::Jcz(id) => id.clone(),
                TileName::Own(name) => {
                    let id = format!("{}/{name}", set.id);
                    set.tiles.iter().find(|tile| tile.def.id == id).unwrap().def.aliases[0].1.clone()
                }
            };
            let counts: Vec<(String, [u32; EDITIONS.len()])> = match part {
                Some(part) => part.tiles.iter().map(|(tile, counts)| (name(tile), *counts)).collect(),
                None => {
                    assert_eq!(set.jcz.as_deref(), Some(jcz), "{file}: {id}");
                    set.tiles.iter().map(|tile| (tile.def.aliases[0].1.clone(), tile.counts)).collect()
                }
            };
            let counts = counts.into_iter().map(|(tile, counts)| (tile, counts[edition]));
            let found: BTreeMap<String, u32> = counts.filter(|(_, count)| *count > 0).collect();
            assert_eq!(found, wanted, "{file}: {id}");
            let most = node.attribute("max").map(|most| most.parse::<u32>().unwrap());
            assert_eq!(part.and_then(|part| part.most), most, "{file}: {id}");
            let element = |tag: &str, key: &str| {
                let node = node.children().find(|node| node.has_tag_name(tag))?;
                node.attribute(key).map(str::to_owned)
            };
            let without = part.and_then(|part| part.without.first()).map(name);
            assert_eq!(without, element("remove", "tile"), "{file}: {id}");
            assert_eq!(
                part.and_then(|part| part.needs.clone()),
                element("requires", "group"),
                "{file}: {id}"
            );
        }
    }
}

#[test]
fn sets_that_are_imported_together_can_be_played_together() {
    let Some(folder) = common::peer() else { return };
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder.join("tiles")).unwrap() {
        let path = entry.unwrap().path();
        let id = format!("p_{}", path.file_stem().unwrap().to_string_lossy().replace('-', "_"));
        texts.push((id, fs::read_to_string(path).unwrap()));
    }
    texts.sort();
    let files: Vec<DefinitionFile<'_>> =
        texts.iter().map(|(id, text)| DefinitionFile { name: id, text, id }).collect();
    let mut files_of =
        MemoryFiles::new().with("tiles/base.toml", Repository.read("tiles/base.toml").unwrap());
    let mut request = SelectionRequest::new(["Ada"]);
    for (file, import) in files.iter().zip(bastide_content::peer::import(&files).unwrap()) {
        files_of.insert(format!("tiles/{}.toml", file.id), import.text);
        request = request.with_tiles(file.id);
    }
    let library = Library::open(&files_of, &[]);
    let selection = library.select(&request).unwrap_or_else(|report| panic!("{}", report.render(false)));
    assert!(selection.setup.tiles.len() > 300);
}

/// A small file of our own, so that the importer is tested where no other is at hand.
const OWN: &str = r#"<defs>
  <tiles>
    <tile id="MI/CRr+" wind-rose="NW">
      <city pennants="1" wagon-move="a">N</city>
      <road mill="true" wagon-move="a">E W</road>
      <field city="N">EL WR</field>
      <field pig="true">ER SL SR WL</field>
      <mill power="3"/>
    </tile>
    <tile id="MI/wall" max="1">
      <field>NL NR EL</field>
    </tile>
    <tile id="MI/tower!">
      <tower/>
      <garden/>
      <city>W</city>
      <city>E</city>
      <field city="W E">NL NR</field>
      <field city="W">SL SR</field>
    </tile>
  </tiles>
  <sets>
    <tile-set id="mills:1"><ref tile="MI/CRr+" count="2"/><ref tile="MI/wall"/></tile-set>
    <tile-set id="mills:2"><ref tile="MI/CRr+"/><ref tile="MI/wall"/><ref tile="MI/tower!"/></tile-set>
  </sets>
</defs>"#;

#[test]
fn the_result_reads_like_a_file_of_a_person() {
    let import = import("mills.xml", OWN, "mills").unwrap();
    insta::assert_snapshot!(import.text);
    insta::assert_snapshot!(import.attributes.join("\n"));
    insta::assert_snapshot!(import.notes.join("\n"));
    read_back("mills.xml", OWN);
}

#[test]
fn a_file_that_is_no_definition_is_refused() {
    for (text, part) in [
        ("<defs", "root node"),
        ("<defs/>", "defines no tiles"),
        ("<defs><tile id='A/x'><road>N Q</road></tile></defs>", "`Q` is not a side"),
        ("<defs><tile id='A/x'><field>NX</field></tile></defs>", "`NX` is not a half"),
        ("<defs><tile id='A/x'><field city='N'>SL</field></tile></defs>", "there is none"),
    ] {
        let error = import("x.xml", text, "x").unwrap_err();
        assert!(error.contains(part), "{error}");
    }
}
