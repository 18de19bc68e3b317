//! Every mistake that a designer can make in a tile set gets a message that says where it is and
//! how to mend it. The snapshots are read line by line as somebody who has never programmed.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use bastide_content::diagnostic::Source;
use bastide_content::lexicon::Lexicon;
use bastide_content::tileset::TileSet;
use bastide_engine::tile::{AttributeDef, AttributeMerge, AttributeScope, AttributeType, FeatureKindId};

/// The base words, and some that an expansion could add.
fn lexicon() -> Lexicon {
    let mut lexicon = Lexicon::base();
    let attribute =
        |name: &str, scope, ty| AttributeDef { name: name.to_owned(), scope, ty, merge: AttributeMerge::Any };
    let towers = ["meeple", "coat_of_arms", "road"].map(str::to_owned).to_vec();
    lexicon.vocabulary.attributes.extend([
        attribute("watchtower", AttributeScope::Tile, AttributeType::Name(towers)),
        attribute("inn", AttributeScope::Segment, AttributeType::Flag),
    ]);
    let inn = lexicon.vocabulary.attribute("inn").unwrap();
    lexicon.attribute_kinds.insert(inn, vec![FeatureKindId::ROAD]);
    lexicon
}

fn messages(text: &str) -> String {
    let (set, report) = TileSet::read(&Source::new("tiles/mill.toml", text), &lexicon());
    assert_eq!(set.is_none(), report.has_errors());
    report.render(false)
}

/// A good file around some tiles.
fn with_tiles(tiles: &str) -> String {
    messages(&format!("format = 1\nid = \"mill\"\nname = \"The Mill\"\n\n{tiles}"))
}

#[test]
fn good_sets_have_no_messages() {
    let tiles = r#"
        [start]
        block = "bridge"
        at = [1, -1]
        turn = 1
        [blocks.bridge]
        rows = ["A B"]
        [tiles.A]
        road = ["W E"]
        [tiles.B]
        road = [{ sides = "E W", inn = true }, { sides = "N S", over = true }]
        watchtower = "road"
        jcz = "X/B"
        [tiles.C]
        count = { first = 1 }
        city = [{ sides = "N", coats_of_arms = 2 }]
        monastery = [true, true]
        garden = {}
        [tiles.D]
        count = 3
        city = ["N", "S"]
        field = [{ ports = "EL ER", city = "N S" }, { ports = "WL WR", city = "N" }]
        [tiles.E]
        count = 2
        edges = { N = "road", S = "field" }
        road = ["N"]
        field = [{ at = "EL" }]
    "#;
    assert_eq!(with_tiles(tiles), "");
}

macro_rules! mistakes {
    ($($name:ident: $text:expr;)*) => {$(
        #[test]
        fn $name() {
            insta::assert_snapshot!(stringify!($name), with_tiles($text));
        }
    )*};
}

mistakes! {
    no_tiles: "";
    unknown_keys: "author = \"Ada\"\n[tiles.A]\ncount = 1\nrod = [\"N\"]\ncastle = true\n";
    count_is_wrong: "[tiles.A]\ncount = 0\n[tiles.B]\ncount = -2\n[tiles.C]\n[tiles.D]\ncount = \"two\"\n[tiles.E]\ncount = 1.5\n[tiles.F]\ncount = { frist = 1 }\n[tiles.G]\ncount = { first = 0 }\n";
    sides_are_wrong: "[tiles.A]\ncount = 1\nroad = [\"W, E\", \"north\", \"Q\", \"NS\", \"\"]\n";
    side_named_twice: "[tiles.A]\ncount = 1\nroad = [\"N E\"]\ncity = [\"N\"]\n[tiles.B]\ncount = 1\ncity = [\"N N\"]\n[tiles.C]\ncount = 1\ncity = [\"N\", \"N W\"]\n";
    features_of_a_wrong_type: "[tiles.A]\ncount = 1\nroad = \"W E\"\ncity = [1]\nmonastery = \"yes\"\ngarden = 2\n[tiles.B]\ncount = 1\ncity = [{ coats_of_arms = 1 }]\n";
    roads_that_cross: "[tiles.A]\ncount = 1\nroad = [\"N S\", \"E W\"]\n";
    attributes_in_the_wrong_place: "[tiles.A]\ncount = 1\nroad = [{ sides = \"N\", coats_of_arms = 1 }]\ncoats_of_arms = 1\n[tiles.B]\ncount = 1\ninn = true\nroad = [\"N\"]\nmonastery = { inn = true }\n";
    attributes_of_a_wrong_value: "[tiles.A]\ncount = 1\nwatchtower = \"meple\"\n[tiles.B]\ncount = 1\nwatchtower = true\nroad = [{ sides = \"N\", inn = 1 }]\ncity = [{ sides = \"S\", coats_of_arms = true }]\n[tiles.C]\ncount = 1\ncity = [{ sides = \"S\", coats_of_arms = 5000, coat_of_arm = 1 }]\n";
    fields_are_wrong: "[tiles.A]\ncount = 1\ncity = [\"N\"]\nfield = [{ ports = \"NL EL ER ER SL S WX\", city = \"E\" }, { city = \"N\" }, \"SR\"]\n";
    fields_are_incomplete: "[tiles.A]\ncount = 1\nroad = [\"N S\"]\nfield = [{ ports = \"NL WR WL SR\" }]\n";
    fields_are_mixed: "[tiles.A]\ncount = 1\nroad = [\"N S\"]\nfield = [{ ports = \"NL WR WL SR\" }, { at = \"NR\" }]\n[tiles.B]\ncount = 1\nroad = [\"N S\"]\nfield = [{ ports = \"NL\", at = \"NR\" }]\n[tiles.C]\ncount = 1\nfield = true\n";
    names_are_wrong: "[tiles.\"A B\"]\ncount = 1\n[tiles.\"\"]\ncount = 1\n";
    tile_written_twice: "[tiles.A]\ncount = 1\n[tiles.B]\ncount = 1\n[tiles.A]\ncount = 2\n";
    jcz_written_twice: "[tiles.A]\ncount = 1\njcz = \"BA/L\"\n[tiles.B]\ncount = 1\njcz = \"BA/L\"\n";
    start_is_wrong: "[[start]]\ntile = \"mill/A\"\n[[start]]\ntile = \"C\"\nat = [0]\nturn = 5\n[[start]]\nblock = \"x\"\n[[start]]\nat = [3, 4]\n[tiles.A]\ncount = 1\n";
    start_tiles_on_one_cell: "[[start]]\ntile = \"A\"\n[[start]]\ntile = \"A\"\n[tiles.A]\ncount = 1\n";
    blocks_are_wrong: "[tiles.A]\nroad = [\"E\"]\n[tiles.B]\n[blocks.one]\nrows = [\"A B\"]\n[blocks.two]\nrows = [\"B C\"]\n[blocks.hole]\nrows = [\"B B B\", \"B . B\", \"B B B\"]\n[blocks.apart]\nrows = [\"B .\", \". B\"]\n[blocks.none]\n[blocks.single]\nrows = [\"B\"]\nturn = 1\n[blocks.empty]\nrows = [\".\"]\n";
    edges_are_wrong: "[tiles.A]\ncount = 1\nedges = { W = \"rod\", Q = \"city\", N = 1 }\n[tiles.B]\ncount = 1\nedges = { W = \"city\" }\n";
    syntax_is_wrong: "[tiles.A\ncount = 1\n[tiles.B]\ncount 2\nroad = [\"N\" \"S\"]\n[tiles.C]\ncount = 1\ncity = [\"N, \"E\"]\njcz = BA\n";
    a_quote_is_missing: "[tiles.A]\ncount = 1\ncity = [\"N]\nrod = [\"S\"]\n";
}

#[test]
fn header_is_wrong() {
    let text = "format = 2\nid = \"The Mill\"\nname = 5\n[tiles.A]\ncount = 1\n";
    insta::assert_snapshot!(messages(text));
}

#[test]
fn header_is_missing() {
    insta::assert_snapshot!(messages("[tiles.A]\ncount = 1\n"));
}

#[test]
fn id_differs_from_the_file() {
    insta::assert_snapshot!(messages(
        "format = 1\nid = \"will\"\nname = \"The Mill\"\n[tiles.A]\ncount = 1\n"
    ));
}

#[test]
fn an_empty_file() {
    insta::assert_snapshot!(messages(""));
}

#[test]
fn messages_can_be_read_by_programs() {
    let text = "format = 1\nid = \"mill\"\nname = \"The Mill\"\n[tiles.A]\ncount = 1\nrod = [\"N\"]\n";
    let (_, report) = TileSet::read(&Source::new("tiles/mill.toml", text), &lexicon());
    insta::assert_snapshot!(serde_json::to_string_pretty(&report).unwrap());
    assert_eq!(
        report.to_string(),
        "tiles/mill.toml:6:1: error: tile `mill/A`: unknown key `rod`, did you mean `road`?"
    );
}
