//! What a tile set can say without an expansion: words of its own, parts, half-sides of nothing.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use bastide_content::files::MemoryFiles;
use bastide_content::library::Library;
use bastide_content::select::{Selection, SelectionRequest};
use bastide_content::{Report, check};
use bastide_engine::geometry::{Port, PortSet};

const BASE: &str =
    "format = 1\nid = \"base\"\nname = \"Base\"\n[start]\ntile = \"X\"\n[tiles.X]\ncount = 1\n";

fn files(sets: &[(&str, &str)]) -> MemoryFiles {
    let files = MemoryFiles::new().with("tiles/base.toml", BASE);
    sets.iter().fold(files, |files, (id, text)| {
        let head = format!("format = 1\nid = \"{id}\"\nname = \"{id}\"\n");
        files.with(format!("tiles/{id}.toml"), head + text)
    })
}

fn select(sets: &[(&str, &str)]) -> Result<Selection, Report> {
    let files = files(sets);
    let request =
        sets.iter().fold(SelectionRequest::new(["Ada"]), |request, (id, _)| request.with_tiles(*id));
    Library::open(&files, &[]).select(&request)
}

/// The only message about a set.
fn refused(text: &str) -> String {
    let files = files(&[("mills", text)]);
    let report = check(&files, &Library::open(&files, &[]), "tiles/mills.toml");
    assert_eq!(report.error_count(), 1, "{}", report.render(false));
    report.diagnostics[0].message.clone()
}

const RIVER: &str = "
[features.river]
completion = \"never\"
[edges.river]
carries = \"river\"
[attributes.segment.mill]
type = \"flag\"
[tiles.A]
count = 1
river = [{ sides = \"W E\", mill = true }]
";

#[test]
fn a_set_declares_what_its_tiles_use() {
    let selection =
        select(&[("mills", RIVER), ("rivers", RIVER)]).unwrap_or_else(|it| panic!("{}", it.render(false)));
    let vocabulary = &selection.setup.vocabulary;
    // Two sets may declare the same: it is one word.
    assert_eq!(vocabulary.feature_kinds.iter().filter(|kind| kind.name == "river").count(), 1);
    let tile = selection.setup.tiles.iter().find(|tile| tile.id == "rivers/A").unwrap();
    assert_eq!(Some(tile.segments[0].kind), vocabulary.feature_kind("river"));
    assert_eq!(tile.segments[0].attributes.number(vocabulary.attribute("mill").unwrap()), 1);
    assert_eq!(refused("[tiles.A]\ncount = 1\nmill = true"), "tile `mills/A`: unknown key `mill`");
    assert!(
        refused("[attributes.tile.bare]\ntype = \"flag\"\n[tiles.A]\ncount = 1").contains("`bare` is a key")
    );
}

#[test]
fn half_sides_can_belong_to_nothing() {
    let text = "[tiles.A]\ncount = 1\nroad = [\"W\"]\nbare = \"ER SL\"";
    let selection = select(&[("walls", text)]).unwrap_or_else(|it| panic!("{}", it.render(false)));
    let tile = selection.setup.tiles.iter().find(|tile| tile.id == "walls/A").unwrap();
    let walls: PortSet = ["ER", "SL"].iter().map(|port| port.parse::<Port>().unwrap()).collect();
    assert_eq!(tile.bare, walls);
    assert!(tile.segments.iter().all(|segment| segment.ports.intersection(walls).is_empty()));
    let message = refused("[tiles.A]\ncount = 1\nbare = \"E\"");
    assert!(message.contains("`E` is a whole side"), "{message}");
    let fields = "field = [{ ports = \"NL NR EL ER SL SR WL WR\" }]";
    let message = refused(&format!("[tiles.A]\ncount = 1\nbare = \"ER\"\n{fields}"));
    assert!(message.contains("ER: is said to belong to nothing"), "{message}");
}

#[test]
fn parts_count_tiles_of_the_file() {
    let text = "[tiles.A]\n[tiles.B]\ncount = 2\n[parts.one]\ntiles = { A = 1, \"BA/L\" = { second = 2 } }";
    let files_of = files(&[("mills", text)]);
    let report = check(&files_of, &Library::open(&files_of, &[]), "tiles/mills.toml");
    assert!(report.is_empty(), "{}", report.render(false));
    let part = |tiles: &str| refused(&format!("[tiles.mill]\ncount = 1\n[parts.one]\n{tiles}"));
    assert_eq!(
        part("tiles = { mil = 1 }"),
        "part `one`: `tiles`: there is no tile `mil` in this set, did you mean `mill`?"
    );
    assert_eq!(part(""), "part `one`: `tiles` is missing");
    assert!(part("tiles = { mill = 0 }").contains("from 1 to"));
    assert!(part("tiles = { mill = 1 }\nwithout = [\"ml\"]").contains("there is no tile `ml`"));
}
