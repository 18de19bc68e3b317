//! Choosing expansions: what comes of it, and what is said when something does not fit.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use bastide_content::check::check;
use bastide_content::files::{Files, MemoryFiles};
use bastide_content::library::Library;
use bastide_content::options::base_options;
use bastide_content::select::{Selection, SelectionRequest};
use bastide_engine::geometry::Pos;
use bastide_engine::host::{Filter, Filters, PieceKinds, TileWith};
use bastide_engine::ruleset::{FieldScoring, FirstPlayer, Ruleset, TinyCity};
use bastide_engine::tile::{
    AttributeId, AttributeType, AttributeValue, Completion, FeatureKindId, PieceKindId,
};
use bastide_engine::value::Value;
use common::Repository;

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn base() -> SelectionRequest {
    SelectionRequest::new(["Ada", "Ben"])
}

fn select(request: &SelectionRequest) -> Selection {
    common::library().select(request).unwrap_or_else(|report| panic!("{}", report.render(false)))
}

/// Expansions of a few lines each, beside the base tiles.
fn world(expansions: &[(&str, &str)]) -> Library {
    let mut files = MemoryFiles::new().with("tiles/base.toml", Repository.read("tiles/base.toml").unwrap());
    for (folder, text) in expansions {
        let id = folder.rsplit('/').next().unwrap();
        let header = format!("format = 1\nid = \"{id}\"\nname = \"{id}\"\napi = 1\n");
        let version = if text.contains("version =") { "" } else { "version = \"1.0.0\"\n" };
        files.insert(format!("{folder}/expansion.toml"), format!("{header}{version}{text}"));
    }
    let others: Vec<&str> = expansions
        .iter()
        .map(|(folder, _)| *folder)
        .filter(|folder| !folder.starts_with("expansions/"))
        .collect();
    Library::open(&files, &others)
}

fn refusal(library: &Library, request: &SelectionRequest) -> String {
    library.select(request).map(|_| ()).unwrap_err().render(false)
}

fn with(ids: &[&str]) -> SelectionRequest {
    ids.iter().fold(base(), |request, id| request.with(*id))
}

fn order(library: &Library, ids: &[&str]) -> Vec<String> {
    let selection = library.select(&with(ids)).unwrap_or_else(|report| panic!("{}", report.render(false)));
    selection.expansions.iter().map(|expansion| expansion.manifest.id.name.clone()).collect()
}

#[test]
fn the_base_game_is_a_setup() {
    let setup = select(&base()).setup;
    assert_eq!(setup.tiles.len(), 24);
    assert_eq!(setup.stack.iter().map(|(_, count)| count).sum::<u32>(), 72);
    assert_eq!(setup.vocabulary.piece_kinds.len(), 1);
    let names: Vec<&str> = setup.options.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "base.edition",
            "base.farmers",
            "base.field_scoring",
            "base.first_player",
            "base.followers",
            "base.tiny_city"
        ]
    );
    let ruleset = Ruleset::new(setup).unwrap();
    assert_eq!(ruleset.stack_size(), 71, "BG1: the start tile is one of the 72");
}

#[test]
fn the_second_edition_has_gardens() {
    let setup = select(&base().option("base.edition", text("second"))).setup;
    assert_eq!(setup.stack.iter().map(|(_, count)| count).sum::<u32>(), 72);
    assert_eq!(setup.tiles.len(), 32);
    assert_eq!(setup.vocabulary.piece_kinds.len(), 1);
    Ruleset::new(setup).unwrap();
}

#[test]
fn options_of_the_base_game_reach_the_engine() {
    let request = base()
        .option("base.field_scoring", text("city4"))
        .option("base.tiny_city", text("half"))
        .option("base.farmers", text("false"))
        .option("base.followers", text("5"))
        .option("base.first_player", Value::Int(2));
    let setup = select(&request).setup;
    assert_eq!(setup.variants.field_scoring, FieldScoring::City4);
    assert_eq!(setup.variants.tiny_city, TinyCity::Half);
    assert!(!setup.variants.farmers);
    assert_eq!(setup.first_player, FirstPlayer::Seat(1));
    assert_eq!(setup.vocabulary.piece_kinds[PieceKindId::FOLLOWER.index()].supply, 5);
    assert_eq!(setup.options["base.followers"], Value::Int(5));
    let random = select(&base().option("base.first_player", text("random")));
    assert_eq!(random.setup.first_player, FirstPlayer::Random);
    for option in base_options() {
        assert!(option.default == Value::Nil || option.ty.accepts(&option.default), "{}", option.name);
    }
}

#[test]
fn watchtowers_bring_tiles_and_an_attribute() {
    let selection = select(&base().with("watchtowers"));
    let setup = &selection.setup;
    assert_eq!(setup.stack.iter().map(|(_, count)| count).sum::<u32>(), 84);
    assert_eq!(setup.expansions[0].id, "watchtowers");
    let tower = setup.vocabulary.attribute("watchtower").unwrap();
    let tile = setup.tiles.iter().find(|tile| tile.id == "watchtowers/CFRF_2M").unwrap();
    assert_eq!(tile.attributes.get(tower), Some(&AttributeValue::Name("meeple".to_owned())));
    let filter = &selection.expansions[0].filters[0];
    assert_eq!(filter.hook, "on_feature_completed");
    assert_eq!(filter.features, [FeatureKindId::ROAD, FeatureKindId::CITY]);
    assert_eq!(filter.follower_on, Some(tower));
    Ruleset::new(selection.setup).unwrap();
}

#[test]
fn tiles_and_rules_are_switched_separately() {
    let tiles = select(&base().with_tiles("watchtowers"));
    assert_eq!(tiles.setup.stack.iter().map(|(_, count)| count).sum::<u32>(), 84);
    assert!(tiles.setup.expansions.is_empty() && tiles.expansions.is_empty());
    assert!(tiles.setup.vocabulary.attribute("watchtower").is_some());
    let mut request = base().with("watchtowers");
    request.without_tiles.push("watchtowers".to_owned());
    let rules = select(&request);
    assert_eq!(rules.setup.stack.iter().map(|(_, count)| count).sum::<u32>(), 72);
    assert_eq!(rules.tile_sets, ["base"]);
}

#[test]
fn load_order_follows_needs_then_wishes_then_ids() {
    let library = world(&[
        ("expansions/a", "depends = [\"d\"]"),
        ("expansions/b", "after = [\"c\"]"),
        ("expansions/c", ""),
        ("expansions/d", "optional = [\"missing\"]"),
        ("expansions/e", "before = [\"b\"]"),
    ]);
    assert_eq!(order(&library, &["a", "b", "c", "d", "e"]), ["c", "d", "a", "e", "b"]);
    assert_eq!(order(&library, &["e", "d", "c", "b", "a"]), ["c", "d", "a", "e", "b"]);
    assert_eq!(order(&library, &["b", "base"]), ["b"]);
}

#[test]
fn kinds_are_declared() {
    let library = world(&[
        (
            "expansions/river",
            "[features.river]\ncompletion = \"closed\"\nclaimed_by = [\"follower\"]\nscoring = { tile = 1 }\n\
             [edges.river]\ncarries = \"river\"\n[places.pond]\non_tile = true\n[phases.flow]\nafter = \"deploy\"\n\
             [options.speed]\ntype = \"number\"\nmin = 1\nmax = 3\ndefault = 2\ndoc = \"how fast it flows\"",
        ),
        (
            "more/large",
            "depends = [\"river\"]\n[pieces.large]\nclass = \"follower\"\nstrength = 2\n\
             [pieces.fisher]\nclass = \"follower\"\nstands_on = [\"river\"]\nstrength = { attribute = \"coats_of_arms\" }",
        ),
    ]);
    let selection = library.select(&with(&["river", "large"]).option("river.speed", text("3"))).unwrap();
    let vocabulary = &selection.setup.vocabulary;
    let river = vocabulary.feature_kind("river").unwrap();
    assert_eq!(vocabulary.feature_kinds[river.index()].scoring.tile.complete, 1);
    assert_eq!(vocabulary.edge_kinds[vocabulary.edge_of(river).unwrap().index()].name, "river");
    let stands_on =
        |name: &str| vocabulary.piece_kinds[vocabulary.piece_kind(name).unwrap().index()].stands_on.clone();
    assert!(stands_on("follower").contains(&river) && stands_on("large").contains(&river));
    assert_eq!(stands_on("fisher"), [river]);
    assert_eq!(vocabulary.place_kinds[0].name, "river/pond");
    assert_eq!(selection.setup.phases[0].name, "river/flow");
    assert_eq!(selection.setup.options["river.speed"], Value::Int(3));
    Ruleset::new(selection.setup).unwrap();
}

#[test]
fn absent_optional_expansions_lend_their_words_and_cause_no_trouble() {
    let library = world(&[
        (
            "expansions/a",
            "optional = [\"far\"]\n[pieces.x]\nclass = \"special\"\n[features.bog]\ncompletion = \"never\"\nclaimed_by = [\"giant\"]",
        ),
        ("expansions/b", "[attributes.tile.mill]\nvalues = [\"b\"]"),
        (
            "expansions/far",
            "[attributes.tile.mill]\ntype = \"flag\"\n[attributes.tile.tent]\ntype = \"flag\"\n\
             [features.bog]\ncompletion = \"closed\"\n[pieces.giant]\nclass = \"follower\"\n[edges.gorge]\ncarries = \"nowhere\"",
        ),
    ]);
    let vocabulary =
        library.select(&with(&["a", "b"])).unwrap_or_else(|report| panic!("{report}")).setup.vocabulary;
    assert!(vocabulary.attribute("tent").is_some());
    let mill = &vocabulary.attributes[vocabulary.attribute("mill").unwrap().index()];
    assert_eq!(mill.ty, AttributeType::Name(vec!["b".to_owned()]));
    let bog = &vocabulary.feature_kinds[vocabulary.feature_kind("bog").unwrap().index()];
    assert_eq!(bog.completion, Completion::Never);
    assert!(vocabulary.piece_kind("giant").is_none());
    library.select(&with(&["a", "far"])).unwrap_err();
}

#[test]
fn walls_have_no_field() {
    let tiles = "format = 1\nid = \"town\"\nname = \"x\"\n[start]\nblock = \"hall\"\n[blocks.hall]\nrows = [\"A B\"]\n\
                 [tiles.A]\nedges = { E = \"wall\" }\nroad = [\"N\"]\n\
                 [tiles.B]\nedges = { W = \"wall\" }\nfield = [{ ports = \"NL NR EL ER SL SR\" }, { ports = \"\" }]\n";
    let manifest = "format = 1\nid = \"town\"\nname = \"x\"\nversion = \"1.0.0\"\napi = 1\ntiles = [\"town\"]\n[edges.wall]\nwhole = true\n";
    let files = MemoryFiles::new()
        .with("expansions/town/expansion.toml", manifest)
        .with("expansions/town/tiles/town.toml", tiles);
    let request = SelectionRequest { without_tiles: vec!["base".to_owned()], ..with(&["town"]) };
    let selection = Library::open(&files, &[])
        .select(&request)
        .unwrap_or_else(|report| panic!("{}", report.render(false)));
    let setup = &selection.setup;
    assert_eq!(setup.start.len(), 2);
    assert_eq!(setup.start[1].pos, Pos::new(1, 0));
    let fields = |at: usize| {
        setup.tiles[at].segments.iter().filter(|segment| segment.kind == FeatureKindId::FIELD).count()
    };
    assert_eq!((fields(0), fields(1)), (1, 2));
    assert!(setup.tiles.iter().all(|tile| tile.faults(&setup.vocabulary).is_empty()));
}

#[test]
fn start_tiles_of_expansions_replace_those_of_the_base_game() {
    let tiles = |id: &str| {
        format!(
            "format = 1\nid = \"{id}\"\nname = \"x\"\n[start]\ntile = \"Z\"\n[tiles.Z]\ncount = 1\nroad = [\"N\"]\n"
        )
    };
    let manifest = |id: &str| {
        format!("format = 1\nid = \"{id}\"\nname = \"x\"\nversion = \"1.0.0\"\napi = 1\ntiles = [\"{id}\"]\n")
    };
    let files = MemoryFiles::new()
        .with("tiles/base.toml", Repository.read("tiles/base.toml").unwrap())
        .with("expansions/one/expansion.toml", manifest("one"))
        .with("expansions/one/tiles/one.toml", tiles("one"))
        .with("expansions/two/expansion.toml", manifest("two"))
        .with("expansions/two/tiles/two.toml", tiles("two"));
    let library = Library::open(&files, &[]);
    let one = library.select(&with(&["one"])).unwrap();
    assert_eq!(one.setup.start[0].tile, "one/Z");
    assert!(one.warnings.is_empty());
    let both = library.select(&with(&["one", "two"])).unwrap();
    assert_eq!(both.setup.start[0].tile, "one/Z");
    insta::assert_snapshot!("several_starts", both.warnings.render(false));
    let chosen = SelectionRequest { start: Some("base".to_owned()), ..with(&["one", "two"]) };
    assert_eq!(library.select(&chosen).unwrap().setup.start[0].tile, "base/D");
}

#[test]
fn unknown_ids() {
    let request = SelectionRequest { start: Some("rivers".to_owned()), ..with(&["watchtower"]) }
        .with_tiles("watchtower")
        .option("base.editon", text("second"))
        .option("watchtowers.x", Value::Int(1))
        .option("edition", text("second"));
    insta::assert_snapshot!(refusal(&common::library(), &request));
}

#[test]
fn option_values_are_wrong() {
    let request = base()
        .option("base.edition", text("secnd"))
        .option("base.followers", Value::Int(21))
        .option("base.farmers", text("maybe"))
        .option("base.first_player", text("randm"));
    insta::assert_snapshot!(refusal(&common::library(), &request));
}

#[test]
fn dependencies_are_missing() {
    let library = world(&[
        ("expansions/inns", ""),
        ("expansions/traders", "version = \"1.1.0\""),
        ("expansions/x", "depends = [\"inns\", \"traders >= 1.2\", \"towr\", \"far_away\"]"),
        ("expansions/tower", ""),
    ]);
    insta::assert_snapshot!(refusal(&library, &with(&["x", "traders"])));
}

#[test]
fn expansions_wait_for_each_other() {
    let library = world(&[
        ("expansions/a", "depends = [\"b\"]"),
        ("expansions/b", "after = [\"c\"]"),
        ("expansions/c", ""),
        ("expansions/d", "before = [\"c\"]\ndepends = [\"a\"]"),
    ]);
    insta::assert_snapshot!(refusal(&library, &with(&["a", "b", "c", "d"])));
}

#[test]
fn two_expansions_have_one_id() {
    let library = world(&[("expansions/inns", ""), ("mine/inns", "")]);
    insta::assert_snapshot!(refusal(&library, &with(&["inns"])));
}

#[test]
fn declarations_clash() {
    let library = world(&[
        (
            "expansions/a",
            "[attributes.tile.mill]\ntype = \"flag\"\n[pieces.pig]\nclass = \"special\"\n[features.city]\ncompletion = \"closed\"\n[edges.road]",
        ),
        (
            "expansions/b",
            "[attributes.segment.mill]\ntype = \"flag\"\n[pieces.pig]\nclass = \"special\"\n[pieces.follower]\nclass = \"follower\"\n[attributes.tile.coats_of_arms]\ntype = \"flag\"\n[attributes.tile.road]\ntype = \"flag\"",
        ),
    ]);
    insta::assert_snapshot!(refusal(&library, &with(&["a", "b"])));
}

#[test]
fn declarations_mention_what_is_not_there() {
    let library = world(&[(
        "expansions/a",
        "tiles = [\"wtchtowers\"]\n[attributes.segment.inn]\ntype = \"flag\"\non = [\"raod\"]\n[edges.brook]\ncarries = \"brok\"\n\
         [features.brook]\ncompletion = \"closed\"\nclaimed_by = [\"folower\"]\nscoring = { attributes = { in = 1 } }\n\
         [pieces.miller]\nclass = \"follower\"\nstands_on = [\"monastry\"]\nstrength = { attribute = \"coat\" }\n\
         [phases.one]\nafter = \"deploi\"\ndeploys = [\"milller\"]\n\
         [when.on_x]\nfeature = [\"town\"]\nfollower_on = \"innn\"\ntile_with = \"inne\"\nfeature_with = \"in\"\npiece_in = [\"pont\"]\nphase = [\"on\"]\npiece = [\"foolower\"]\nin_supply = [\"folower\", \"wheel\"]\n\
         [pieces.wheel]\nclass = \"special\"\nsupply = { option = \"wheels\" }",
    )]);
    insta::assert_snapshot!(refusal(&library, &with(&["a"])));
}

#[test]
fn broken_manifests_matter_only_when_chosen() {
    let library = world(&[("expansions/a", ""), ("expansions/b", "tils = []")]);
    assert_eq!(order(&library, &["a"]), ["a"]);
    insta::assert_snapshot!(refusal(&library, &with(&["b"])));
}

#[test]
fn a_folder_without_an_expansion() {
    let library = Library::open(&MemoryFiles::new(), &["mine/empty/"]);
    insta::assert_snapshot!(library.report.render(false));
}

#[test]
fn bundled_content_has_no_messages() {
    let library = common::library();
    assert!(library.report.is_empty(), "{}", library.report.render(false));
    for path in [
        "",
        "tiles",
        "tiles/base.toml",
        "tiles/watchtowers.toml",
        "expansions",
        "expansions/watchtowers",
        "expansions/watchtowers/expansion.toml",
    ] {
        let report = check(&Repository, &library, path);
        assert!(report.is_empty(), "{path}:\n{}", report.render(false));
    }
}

#[test]
fn checking_a_folder_of_ones_own() {
    let files = MemoryFiles::new()
        .with("my/mills/expansion.toml", "format = 1\nid = \"mills\"\nname = \"Mills\"\nversion = \"1.0.0\"\napi = 1\ntiles = [\"mills\", \"gone\"]\n[attributes.tile.mill]\ntype = \"flag\"\n[when.on_x]\nfollower_on = \"mil\"\n")
        .with("my/mills/tiles/mills.toml", "format = 1\nid = \"mills\"\nname = \"Mills\"\n[tiles.A]\ncount = 1\nmill = true\nmil = true\n")
        .with("my/notes.toml", "whatever = 1\n");
    let library = Library::open(&files, &["my/mills"]);
    let all = check(&files, &library, "my").render(false);
    insta::assert_snapshot!(all);
    assert_eq!(check(&files, &library, "my/mills/").render(false), all);
    let tiles = check(&files, &library, "my/mills/tiles/mills.toml").render(false);
    assert!(all.contains(&tiles) && !tiles.is_empty());
    insta::assert_snapshot!("nothing_to_check", check(&files, &library, "other").render(false));
    insta::assert_snapshot!("no_such_file", check(&files, &library, "other/x.toml").render(false));
}

#[test]
fn a_supply_follows_an_option() {
    let option = "[options.wheels]\ntype = \"number\"\nmin = 0\nmax = 3\ndefault = 2\ndoc = \"how many\"\n";
    let piece =
        "[pieces.wheel]\nclass = \"special\"\nneeds_follower = true\nsupply = { option = \"wheels\" }\n";
    let text = format!("{option}{piece}[phases.turn]\nafter = \"deploy\"\ndeploys = [\"follower\"]");
    let library = world(&[("expansions/mills", text.as_str())]);
    let wheels = |request: &SelectionRequest| {
        let setup = library.select(request).unwrap_or_else(|report| panic!("{}", report.render(false))).setup;
        assert_eq!(setup.phases[0].deploys, ["follower"]);
        let wheel = setup.vocabulary.piece_kinds[1].clone();
        assert!(wheel.needs_follower);
        wheel.supply
    };
    assert_eq!(wheels(&with(&["mills"])), 2);
    assert_eq!(wheels(&with(&["mills"]).option("mills.wheels", Value::Int(0))), 0);
}

#[test]
fn a_supply_follows_only_a_number() {
    let text = "[options.wheels]\ntype = \"boolean\"\ndefault = true\ndoc = \"whether\"\n\
                [pieces.wheel]\nclass = \"special\"\nsupply = { option = \"wheels\" }";
    insta::assert_snapshot!(refusal(&world(&[("expansions/mills", text)]), &with(&["mills"])));
}

/// A class of pieces of which the game has none is no condition that everything meets.
#[test]
fn conditions_on_pieces_that_are_not_in_the_game_never_hold() {
    let text = "[when.on_piece_moved]\npiece = [\"special\"]\n\
                [when.on_turn_end]\nin_supply = [\"neutral\"]\n\
                [[when.on_piece_deployed]]\npiece = [\"special\"]\n[[when.on_piece_deployed]]\nfeature = [\"road\"]\n\
                [when.on_piece_returned]\npiece = [\"special\", \"follower\"]\n";
    let library = world(&[("expansions/mills", text)]);
    let selection =
        library.select(&with(&["mills"])).unwrap_or_else(|report| panic!("{}", report.render(false)));
    let rules = Ruleset::new(selection.setup).unwrap();
    let filters = selection.expansions[0].filters_in_game(&rules);
    assert_eq!(filters["on_piece_moved"], Filters::never());
    assert_eq!(filters["on_turn_end"], Filters::never());
    let roads = Filter { features: 1 << FeatureKindId::ROAD.0, ..Filter::default() };
    assert_eq!(filters["on_piece_deployed"], Filters::from(roads));
    let followers = PieceKinds::from_iter([PieceKindId(0)]);
    assert_eq!(filters["on_piece_returned"], Filters::from(Filter { piece: followers, ..Filter::default() }));
}

#[test]
fn conditions_reach_the_engine() {
    let text = "[attributes.tile.mill]\ntype = \"flag\"\n[places.pond]\n[phases.grind]\nafter = \"deploy\"\n\
                [when.allow_deployment]\ntile_with = \"mill\"\nphase = [\"grind\", \"place\"]\n\
                [[when.on_tile_placed]]\naround_with = \"mill\"\n[[when.on_tile_placed]]\nfeature_with = \"coats_of_arms\"\n\
                [when.actions.fish]\npiece_in = [\"pond\"]\nhas_points = 5\n\
                [pieces.miller]\nclass = \"special\"\n[when.on_turn_end]\nin_supply = [\"special\", \"follower\"]\n\
                [when.on_piece_moved]\npiece = [\"miller\"]\n\
                [when.adjust_points]\nfeature = [\"road\"]\ntile_with = \"monastery\"";
    let library = world(&[("expansions/mills", text)]);
    let selection =
        library.select(&with(&["mills"])).unwrap_or_else(|report| panic!("{}", report.render(false)));
    let mill = TileWith::Attribute(selection.setup.vocabulary.attribute("mill").unwrap());
    let rules = Ruleset::new(selection.setup).unwrap();
    let filters = selection.expansions[0].filters_in_game(&rules);
    let monastery = TileWith::Feature(FeatureKindId::MONASTERY);
    let any = |filters: &[Filter]| filters.iter().copied().collect::<Filters>();
    let open = Filter::default();
    let expected = [
        ("actions.fish", any(&[Filter { piece_in: 1, has_points: Some(5), ..open }])),
        (
            "adjust_points",
            any(&[Filter { features: 1 << FeatureKindId::ROAD.0, tile_with: Some(monastery), ..open }]),
        ),
        ("allow_deployment", any(&[Filter { phases: 1 << 4 | 1 << 2, tile_with: Some(mill), ..open }])),
        ("on_piece_moved", any(&[Filter { piece: PieceKinds::from_iter([PieceKindId(1)]), ..open }])),
        (
            "on_tile_placed",
            any(&[
                Filter { around_with: Some(mill), ..open },
                Filter { feature_with: Some(AttributeId::COATS_OF_ARMS), ..open },
            ]),
        ),
        (
            "on_turn_end",
            any(&[Filter { in_supply: PieceKinds::from_iter([PieceKindId(0), PieceKindId(1)]), ..open }]),
        ),
    ];
    let expected = expected.map(|(hook, filters)| (hook.to_owned(), filters));
    assert_eq!(filters.into_iter().collect::<Vec<_>>(), expected);
}

#[test]
fn conditions_on_options_are_decided_once() {
    let text = "[options.wheels]\ntype = \"choice\"\nvalues = [\"wood\", \"iron\", \"none\"]\ndefault = \"wood\"\ndoc = \"which\"\n\
                [when.on_turn_start]\noption = { wheels = \"iron\" }\n\
                [[when.on_tile_placed]]\noption = { wheels = [\"wood\", \"iron\"] }\ntile_with = \"city\"\n\
                [[when.on_tile_placed]]\noption = { wheels = \"wood\" }\ntile_with = \"road\"";
    let library = world(&[("expansions/mills", text)]);
    let filters = |wheels: &str| {
        let request = with(&["mills"]).option("mills.wheels", Value::Text(wheels.to_owned()));
        let selection = library.select(&request).unwrap_or_else(|report| panic!("{}", report.render(false)));
        let rules = Ruleset::new(selection.setup).unwrap();
        let filters = selection.expansions[0].filters_in_game(&rules);
        (filters["on_turn_start"].clone(), filters["on_tile_placed"].clone())
    };
    let with = |kind: FeatureKindId| Filter { tile_with: Some(TileWith::Feature(kind)), ..Filter::default() };
    let (city, road) = (with(FeatureKindId::CITY), with(FeatureKindId::ROAD));
    assert_eq!(filters("wood"), (Filters::never(), [city, road].into_iter().collect::<Filters>()));
    assert_eq!(filters("iron"), (Filters::default(), Filters::from(city)));
    assert_eq!(filters("none"), (Filters::never(), Filters::never()));
}

#[test]
fn conditions_name_options_and_their_values() {
    let text = "[options.wheels]\ntype = \"choice\"\nvalues = [\"wood\", \"iron\"]\ndefault = \"wood\"\ndoc = \"which\"\n\
                [when.on_turn_start]\noption = { wheel = \"iron\" }\n\
                [when.on_tile_placed]\noption = { wheels = [\"wood\", \"iorn\"] }\n\
                [when.on_turn_end]\noption = { wheels = 3 }";
    insta::assert_snapshot!(refusal(&world(&[("expansions/mills", text)]), &with(&["mills"])));
}

#[test]
fn conditions_know_attributes_of_tiles_from_those_of_features() {
    let text = "[attributes.tile.mill]\ntype = \"flag\"\n[attributes.segment.ford]\ntype = \"flag\"\non = [\"road\"]\n\
                [when.on_tile_placed]\nfeature_with = \"mill\"\n[when.on_piece_deployed]\ntile_with = \"ford\"\n\
                [when.on_feature_completed]\nfollower_on = \"ford\"\n[when.on_feature_scored]\naround_with = \"coats_of_arms\"";
    insta::assert_snapshot!(refusal(&world(&[("expansions/mills", text)]), &with(&["mills"])));
}

#[test]
fn the_order_of_expansions_says_whose_start_tiles_are_used() {
    let mut files = MemoryFiles::new().with("tiles/base.toml", Repository.read("tiles/base.toml").unwrap());
    for (id, more) in [("one", "before = [\"two\"]\n"), ("two", "")] {
        files.insert(
            format!("expansions/{id}/expansion.toml"),
            format!("format = 1\nid = \"{id}\"\nname = \"x\"\nversion = \"1.0.0\"\napi = 1\ntiles = [\"{id}\"]\n{more}"),
        );
        files.insert(
            format!("expansions/{id}/tiles/{id}.toml"),
            format!("format = 1\nid = \"{id}\"\nname = \"x\"\n[start]\ntile = \"A\"\n[tiles.A]\ncount = 1\n"),
        );
    }
    let selection = Library::open(&files, &[]).select(&with(&["one", "two"])).unwrap();
    assert_eq!(selection.setup.start[0].tile, "one/A");
    assert_eq!(selection.warnings.render(false), "");
}
