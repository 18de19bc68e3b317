//! The schemas and the readers say the same of a file.

use std::fs;
use std::path::{Path, PathBuf};

use bastide::content::lexicon::Lexicon;
use bastide::content::schema::FILES;
use bastide::content::{Manifest, Source, TileSet};
use bastide::reference::schema::{Words, schema};
use bastide::shelf::Shelf;
use jsonschema::Validator;
use serde_json::Value;

use crate::{root, toml_files};

/// The schema of a kind of files, by its name.
fn validator(kind: &str, words: &Words) -> Validator {
    let file = FILES.iter().find(|file| file.name == kind).unwrap();
    let schema = schema(file, words);
    assert!(jsonschema::draft7::meta::is_valid(&schema), "{kind}");
    jsonschema::draft7::new(&schema).unwrap()
}

fn bundled() -> Words {
    Words::of_library(&Shelf::bundled().library())
}

/// A file as the data that a schema looks at.
fn data(text: &str) -> Value {
    let table: toml::Table = text.parse().unwrap();
    serde_json::to_value(table).unwrap()
}

fn complaints(validator: &Validator, text: &str) -> Vec<String> {
    let data = data(text);
    let found = validator.iter_errors(&data);
    found.map(|error| format!("{}: {error}", error.instance_path())).collect()
}

/// The manifest of the expansion in whose folder a file lies.
fn owner(path: &Path) -> Option<Manifest> {
    let file = path.ancestors().nth(2)?.join("expansion.toml");
    let text = fs::read_to_string(&file).ok()?;
    Manifest::read(&Source::new(file.to_string_lossy(), text)).0
}

#[test]
fn every_file_of_the_repository_is_as_its_schema_says() {
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in ["expansions", "tiles", "scripts", "tests/peer/ponds"] {
        toml_files(&root().join(folder), &mut files);
    }
    let (all, base) = (bundled(), Words::base());
    let (expansion, names) = (validator("expansion", &all), validator("peer-names", &all));
    let (bundled_set, own_set) = (validator("tile-set", &all), validator("tile-set", &base));
    let mut counts = [0; 3];
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        let in_tiles = path.parent().unwrap() == root().join("tiles");
        let (at, judge) = if path.ends_with("expansion.toml") {
            (0, &expansion)
        } else if path.parent().unwrap().ends_with("peer") {
            (1, &names)
        } else {
            (2, if in_tiles { &bundled_set } else { &own_set })
        };
        counts[at] += 1;
        assert_eq!(complaints(judge, &text), Vec::<String>::new(), "{}", path.display());
        if let Some(manifest) = owner(&path).filter(|_| at == 2) {
            let judge = validator("tile-set", &Words::of_expansion(&manifest));
            assert_eq!(complaints(&judge, &text), Vec::<String>::new(), "{}", path.display());
        }
    }
    assert!(counts[0] > 40 && counts[1] == 1 && counts[2] > 20, "{counts:?}");
}

const MANIFEST: &str = "format = 1\nid = \"mills\"\nname = \"The Mills\"\nversion = \"1.0.0\"\napi = 1\n";
const TILES: &str = "format = 1\nid = \"mill\"\nname = \"The Mill\"\n";

/// A file in which the reader and the schema both find a mistake.
fn refused(kind: &str, head: &str, rest: &str) {
    let text = format!("{head}{rest}");
    let report = if kind == "expansion" {
        Manifest::read(&Source::new("expansions/mills/expansion.toml", text.as_str())).1
    } else {
        TileSet::read(&Source::new("tiles/mill.toml", text.as_str()), &Lexicon::base()).1
    };
    assert!(report.has_errors(), "the reader accepts\n{text}");
    let judge = validator(kind, &bundled());
    assert!(!complaints(&judge, &text).is_empty(), "the schema accepts\n{text}\n{}", report.render(false));
}

#[test]
fn mistakes_in_manifests_are_refused() {
    let broken = |rest| refused("expansion", MANIFEST, rest);
    refused("expansion", "", "format = 1\n");
    refused("expansion", "", &MANIFEST.replace("format = 1", "format = 2"));
    refused("expansion", "", &MANIFEST.replace("api = 1", "api = 7"));
    refused("expansion", "", &MANIFEST.replace("mills", "The Mills"));
    refused("expansion", "", &MANIFEST.replace("1.0.0", "1.0"));
    broken("author = \"Ada\"\n");
    broken("tiles = \"mills\"\n");
    broken("tiles = [\"My Mills\"]\n");
    broken("depends = [\"inns and cathedrals\"]\n");
    broken("[attributes.tile.mill]\ndoc = \"a mill\"\n");
    broken("[attributes.tile.mill]\ntype = \"bool\"\n");
    broken("[attributes.tile.mill]\ntype = \"flag\"\non = [\"road\"]\n");
    broken("[attributes.tiles.mill]\ntype = \"flag\"\n");
    broken("[edges.brook]\ncarry = \"brook\"\n");
    broken("[features.brook]\nscoring = { tile = 1 }\n");
    broken("[features.brook]\ncompletion = \"close\"\n");
    broken("[features.brook]\ncompletion = \"closed\"\nscoring = { tiles = 1 }\n");
    broken("[features.brook]\ncompletion = \"closed\"\nscoring = { tile = \"one\" }\n");
    broken("[features.brook]\ncompletion = \"closed\"\nscoring = { tile = { complet = 1 } }\n");
    broken("[pieces.miller]\nsupply = 1\n");
    broken("[pieces.miller]\nclass = \"folower\"\n");
    broken("[pieces.miller]\nclass = \"follower\"\nsupply = 200\n");
    broken("[pieces.miller]\nclass = \"follower\"\nsupply = { options = \"price\" }\n");
    broken("[pieces.miller]\nclass = \"follower\"\nstrength = { attribut = \"mill\" }\n");
    broken("[pieces.Miller]\nclass = \"follower\"\n");
    broken("[places.pond]\non_tiles = true\n");
    broken("[phases.grind]\ndeploys = [\"miller\"]\n");
    broken("[phases.grind]\nafter = \"deploy\"\nbefore = \"score\"\n");
    broken("[options.mode]\ntype = \"choice\"\ndefault = \"a\"\ndoc = \"x\"\n");
    broken("[options.mode]\ntype = \"boolean\"\ndefault = true\ndoc = \"x\"\nvalues = [\"a\", \"b\"]\n");
    broken("[options.mode]\ntype = \"boolean\"\ndefault = true\n");
    broken("[options.mode]\ntype = \"list\"\ndefault = true\ndoc = \"x\"\n");
    broken("[when.on_tile_place]\ntile_with = \"mill\"\nfeatures = [\"road\"]\n");
    broken("[when.allow_placements]\ntile_with = \"mill\"\n");
    broken("[when.on_tile_placed]\n");
    broken("[when.on_tile_placed]\nfeature = \"road\"\n");
}

#[test]
fn mistakes_in_tile_sets_are_refused() {
    let broken = |rest| refused("tile-set", TILES, rest);
    broken("");
    broken("author = \"Ada\"\n[tiles.A]\ncount = 1\n");
    broken("[tiles.A]\ncount = 1\nrod = [\"N\"]\n");
    broken("[tiles.A]\ncuont = 1\n");
    broken("[tiles.A]\ncount = 0\n");
    broken("[tiles.A]\ncount = \"two\"\n");
    broken("[tiles.A]\ncount = 1.5\n");
    broken("[tiles.A]\ncount = { frist = 1 }\n");
    broken("[tiles.A]\ncount = 1\nroad = \"W E\"\n");
    broken("[tiles.A]\ncount = 1\ncity = [1]\n");
    broken("[tiles.A]\ncount = 1\ncity = [{ coats_of_arms = 1 }]\n");
    broken("[tiles.A]\ncount = 1\ncity = [{ sides = \"N\", coat_of_arms = 1 }]\n");
    broken("[tiles.A]\ncount = 1\ncity = [{ sides = \"N\", coats_of_arms = true }]\n");
    broken("[tiles.A]\ncount = 1\nmonastery = \"yes\"\n");
    broken("[tiles.A]\ncount = 1\nfield = true\n");
    broken("[tiles.A]\ncount = 1\nfield = [{ city = \"N\" }]\n");
    broken("[tiles.A]\ncount = 1\nfield = [{ ports = \"NL\", at = \"NR\" }]\n");
    broken("[tiles.A]\ncount = 1\nedges = { Q = \"city\" }\n");
    broken("[tiles.A]\ncount = 1\nedges = { N = 1 }\n");
    broken("[tiles.\"A B\"]\ncount = 1\n");
    broken("[[start]]\ntile = \"A\"\nat = [0]\n[tiles.A]\ncount = 1\n");
    broken("[[start]]\ntile = \"A\"\nturn = 5\n[tiles.A]\ncount = 1\n");
    broken("[[start]]\nat = [3, 4]\n[tiles.A]\ncount = 1\n");
    broken("[blocks.none]\n[tiles.A]\ncount = 1\n");
    broken("[blocks.one]\nrows = [\"A\"]\nturn = 1\n[tiles.A]\ncount = 1\n");
    broken("[parts.one]\nmost = 100\ntiles = { A = 1 }\n[tiles.A]\ncount = 1\n");
    broken("[parts.one]\n[tiles.A]\ncount = 1\n");
}

#[test]
fn a_set_with_words_of_its_own_may_use_them() {
    let text = format!(
        "{TILES}[attributes.tile.mill]\ntype = \"flag\"\n[tiles.A]\ncount = 1\nmill = true\nroad = [{{ sides = \"N\", ford = 1 }}]\n"
    );
    let judge = validator("tile-set", &bundled());
    assert_eq!(complaints(&judge, &text), Vec::<String>::new());
    let without = text.replace("[attributes.tile.mill]\ntype = \"flag\"\n", "");
    assert_eq!(complaints(&judge, &without).len(), 2, "{:?}", complaints(&judge, &without));
}
