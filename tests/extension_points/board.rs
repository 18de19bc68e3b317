//! Joins, blocks, new kinds of edges and features.

use bastide_engine::decision::Choice;
use bastide_engine::event::{Event, EventKind};
use bastide_engine::geometry::{PortSet, Pos, Rotation};
use bastide_engine::ruleset::{BlockDef, Ruleset};
use bastide_engine::scene::{EffectError, Scene};
use bastide_engine::tile::{
    AttributeDef, AttributeId, AttributeMerge, AttributeScope, AttributeType, AttributeValue, Attributes,
    Completion, EdgeKind, EdgeKindId, FeatureKind, FeatureKindId, Rate, Scoring, SegmentDef, TileDef,
};

use crate::common::host::{Closures, done};
use crate::common::{Dice, base_setup, random_step};
use crate::{deploy, game, pass, place, points, rules, segment, setup};

#[test]
fn a_rule_joins_features_and_takes_it_back() {
    // When the second tile lies, its road is joined to the first one's by a tunnel that closes an
    // end of each; when the third lies, the tunnel falls in.
    let host = Closures::new().on(EventKind::TilePlaced, |scene, _, _| {
        let road = |scene: &bastide_engine::scene::Scene, tile: u32| {
            let mut segments = scene.segments(bastide_engine::board::TileId(tile));
            segments.find(|at| scene.state().features().kind(*at) == FeatureKindId::ROAD).expect("a road")
        };
        match scene.state().turn() {
            2 => {
                let (a, b) = (road(scene, 1), road(scene, 2));
                scene.join(a, b, 2).expect("both are roads");
                let field = scene.segments(bastide_engine::board::TileId(2)).last().expect("a field");
                let error = scene.join(a, field, 0).expect_err("of different kinds");
                assert_eq!(error.to_string(), "a road and a field cannot be joined");
            }
            3 => {
                let (a, b) = (road(scene, 1), road(scene, 2));
                scene.unjoin(b, a).expect("they were joined");
                assert_eq!(scene.unjoin(a, b), Err(EffectError::NotJoined));
            }
            _ => {}
        }
        done()
    });
    let mut game = game(host, &["U", "U", "B"]);
    place(&mut game, 0, 1, 0);
    deploy(&mut game, "W");
    place(&mut game, 0, 2, 0);
    let (upper, lower) = (segment(&game, 0, 1, "W"), segment(&game, 0, 2, "W"));
    assert!(game.state().features().same(upper, lower));
    assert_eq!(game.state().features().open_ends(upper), 2);
    assert_eq!(game.state().features().claims(lower), 1);
    assert!(
        !game.is_legal(&Choice::Deploy { kind: bastide_engine::tile::PieceKindId::FOLLOWER, segment: lower })
    );
    assert_eq!(game.state().features().partition(), game.features_from_scratch().partition());
    pass(&mut game);
    place(&mut game, 0, 3, 0);
    assert!(!game.state().features().same(upper, lower));
    assert_eq!(game.state().features().open_ends(upper), 2);
    assert_eq!((game.state().features().claims(upper), game.state().features().claims(lower)), (1, 0));
    assert_eq!(game.state().features().partition(), game.features_from_scratch().partition());
}

#[test]
fn a_join_can_complete_a_feature() {
    // The two open ends of D's road are tied together.
    let host = Closures::new().on(EventKind::PieceDeployed, |scene, event, _| {
        let road = event.feature().expect("it has a feature");
        scene.join(road, road, 2).expect("of one kind");
        done()
    });
    let mut game = game(host, &["U", "V"]);
    place(&mut game, 1, 0, 0);
    deploy(&mut game, "W");
    assert_eq!(points(&game), [2, 0]);
}

/// A gate of two tiles, with a road through both from west to east.
fn gate() -> BlockDef {
    let cells = vec![(Pos::new(0, 0), "base/U".to_owned()), (Pos::new(1, 0), "base/U".to_owned())];
    BlockDef { id: "x/gate".to_owned(), cells }
}

#[test]
fn a_block_is_placed_as_one() {
    let mut setup = setup(&["E", "U"]);
    setup.blocks.push(gate());
    let (rules, forced) = rules(setup, &["E", "U"]);
    let host = Closures::new().on(EventKind::TilePlaced, |scene, _, _| {
        let places = scene.block_places(0, None);
        for (pos, rotation) in
            [(Pos::new(1, 0), 0), (Pos::new(-2, 0), 0), (Pos::new(-1, 0), 2), (Pos::new(2, 0), 2)]
        {
            assert!(places.contains(&(pos, Rotation::quarters(rotation))), "{pos} turned {rotation}");
        }
        assert!(!places.contains(&(Pos::new(1, 0), Rotation::quarters(1))));
        let error = scene.place_block(0, Pos::new(5, 5), Rotation::NONE).expect_err("it touches nothing");
        assert_eq!(error.to_string(), "the block `x/gate` does not fit at 5,5");
        let tiles = scene.place_block(0, Pos::new(1, 0), Rotation::NONE).expect("it fits");
        assert_eq!(tiles.len(), 2);
        assert!(tiles.iter().all(|tile| scene.state().block_of(*tile) == Some(0)));
        done()
    });
    let mut game = host.play(&rules, 1, forced);
    place(&mut game, 0, -1, 2);
    let (near, far) = (segment(&game, 1, 0, "W"), segment(&game, 2, 0, "E"));
    assert!(game.state().features().same(near, far));
    assert!(game.state().features().same(near, segment(&game, 0, 0, "W")));
    assert_eq!(game.state().features().partition(), game.features_from_scratch().partition());
    let told = game
        .journal()
        .iter()
        .any(|event| matches!(event, Event::BlockPlaced { block: 0, tiles, .. } if tiles.len() == 2));
    assert!(told);
    // The tile that was placed by the player is still the one to deploy on.
    deploy(&mut game, "S");
    assert_eq!(points(&game), [4, 0]);
    assert!(game.is_legal(&Choice::Place { pos: Pos::new(3, 0), rotation: Rotation::NONE }));
}

/// Every cell and turn near the tiles where a block can be placed, found by trying.
fn places_by_trying(scene: &Scene, block: u16) -> Vec<(Pos, Rotation)> {
    let (low, high) = scene.state().board().bounds();
    let mut found = Vec::new();
    for (y, x) in (low.y - 3..=high.y + 3).flat_map(|y| (low.x - 3..=high.x + 3).map(move |x| (y, x))) {
        let fits = |rotation: &Rotation| scene.clone().place_block(block, Pos::new(x, y), *rotation).is_ok();
        found.extend(Rotation::ALL.into_iter().filter(fits).map(|rotation| (Pos::new(x, y), rotation)));
    }
    found
}

#[test]
fn the_places_of_a_block_are_those_where_it_fits() {
    let mut setup = base_setup(2, &[]);
    setup.blocks.push(gate());
    // Around a corner, with tiles of several kinds.
    let cells = [(0, 0, "base/D"), (1, 0, "base/U"), (1, 1, "base/E"), (2, 0, "base/A")];
    let cells = cells.map(|(x, y, tile)| (Pos::new(x, y), tile.to_owned())).to_vec();
    setup.blocks.push(BlockDef { id: "x/corner".to_owned(), cells });
    let rules = std::sync::Arc::new(Ruleset::new(setup).expect("the setup is right"));
    let (mut game, mut dice) = (bastide_engine::game::Game::new(rules, 7), Dice::new(7));
    for step in 0..100 {
        random_step(&mut game, &mut dice);
        if step % 20 != 0 {
            continue;
        }
        for block in 0..2 {
            let found = game.scene().block_places(block, None);
            assert_eq!(found, places_by_trying(game.scene(), block), "block {block} after {step} steps");
            let turn = Rotation::quarters(1);
            let turned = found.into_iter().filter(|(_, rotation)| *rotation == turn).collect::<Vec<_>>();
            assert_eq!(game.scene().block_places(block, Some(turn)), turned);
        }
    }
}

#[test]
fn a_block_can_complete_a_feature() {
    // A tile A with its road in the west, as a block of one cell.
    let mut setup = setup(&["A"]);
    setup.blocks.push(BlockDef { id: "x/end".into(), cells: vec![(Pos::ORIGIN, "base/A".into())] });
    let (rules, forced) = rules(setup, &["A"]);
    let host = Closures::new().on(EventKind::PieceDeployed, |scene, _, _| {
        scene.place_block(0, Pos::new(-1, 0), Rotation::quarters(3)).expect("it fits");
        done()
    });
    let mut game = host.play(&rules, 1, forced);
    place(&mut game, 1, 0, 1);
    deploy(&mut game, "W");
    assert_eq!(points(&game), [3, 0]);
}

/// A river from west to east through field, and a tile where it ends, with a spring's castle.
fn river() -> (EdgeKind, FeatureKind, Vec<TileDef>) {
    let edge = EdgeKind { name: "river".into(), carries: Some(FeatureKindId(5)), whole: false };
    let scoring = Scoring {
        tile: Rate::new(1, 0),
        attributes: vec![(AttributeId(1), Rate::new(10, 3))],
        ..Scoring::default()
    };
    let kind = FeatureKind { name: "river".into(), completion: Completion::Closed, scoring };
    let ports =
        |text: &str| -> PortSet { text.split(' ').map(|port| port.parse().expect("a port")).collect() };
    let segment = |kind: FeatureKindId, text: &str, mills: i32| {
        let mut attributes = Attributes::default();
        if mills > 0 {
            attributes.set(AttributeId(1), AttributeValue::Number(mills));
        }
        SegmentDef { kind, ports: ports(text), touches: vec![], attributes }
    };
    let (field, water) = (EdgeKindId::FIELD, EdgeKindId(3));
    let tile = |id: &str, edges, segments| TileDef {
        id: format!("base/{id}"),
        edges,
        segments,
        bare: PortSet::EMPTY,
        attributes: Attributes::default(),
        aliases: vec![],
    };
    let straight = tile(
        "river",
        [field, water, field, water],
        vec![
            segment(FeatureKindId(5), "W E", 1),
            segment(FeatureKindId::FIELD, "WR NL NR EL", 0),
            segment(FeatureKindId::FIELD, "ER SL SR WL", 0),
        ],
    );
    let end = tile(
        "spring",
        [field, water, field, field],
        vec![segment(FeatureKindId(5), "E", 0), segment(FeatureKindId::FIELD, "NL NR EL ER SL SR WL WR", 0)],
    );
    (edge, kind, vec![straight, end])
}

#[test]
fn new_kinds_of_edges_features_and_attributes() {
    for (merge, complete) in
        [(AttributeMerge::Sum, 3 + 10), (AttributeMerge::Any, 3 + 10), (AttributeMerge::All, 3)]
    {
        let mut setup = setup(&[]);
        let (edge, kind, tiles) = river();
        setup.vocabulary.edge_kinds.push(edge);
        setup.vocabulary.feature_kinds.push(kind);
        setup.vocabulary.attributes.push(AttributeDef {
            name: "mills".into(),
            scope: AttributeScope::Segment,
            ty: AttributeType::Number,
            merge,
        });
        setup.vocabulary.piece_kinds[0].stands_on.push(FeatureKindId(5));
        setup.tiles.extend(tiles);
        setup.start[0].tile = "base/spring".into();
        setup.stack = ["river", "spring", "spring"].map(|name| (format!("base/{name}"), 1)).into();
        let (rules, forced) = rules(setup, &["river", "spring"]);
        let mut game = Closures::new().play(&rules, 1, forced);
        let error = game.apply(Choice::Place { pos: Pos::new(0, 1), rotation: Rotation::quarters(1) });
        let error = error.expect_err("a river meets a field").to_string();
        assert!(error.contains("a river edge on side N, its neighbour a field edge"), "{error}");
        place(&mut game, 1, 0, 0);
        deploy(&mut game, "W");
        place(&mut game, 2, 0, 2);
        pass(&mut game);
        assert_eq!(points(&game), [complete, 0], "{merge:?}");
    }
}

#[test]
fn what_cannot_be_counted_is_refused() {
    let mut setup = setup(&["U"]);
    let kind = setup.vocabulary.edge_kinds[0].clone();
    setup.vocabulary.edge_kinds = vec![kind; 127];
    setup.stack.push(("base/U".into(), 70_000));
    let errors = Ruleset::new(setup).expect_err("two faults").to_string();
    assert!(errors.contains("there can be at most 126 edge kinds, not 127"), "{errors}");
    assert!(errors.contains("there can be at most 65535 copies of one tile, not 70000"), "{errors}");
}

#[test]
fn neighbours_of_features() {
    // The field north of the road touches the city of D; the one south of it touches nothing.
    let mut game = game(Closures::new(), &["U"]);
    place(&mut game, 1, 0, 0);
    let (north, south) = (segment(&game, 1, 0, "NL"), segment(&game, 1, 0, "SL"));
    let city = segment(&game, 0, 0, "N");
    let root = |at| game.state().features().root(at);
    assert_eq!(game.scene().neighbours(north), [root(city)]);
    assert_eq!(game.scene().neighbours(south), []);
    assert_eq!(game.scene().neighbours(city), [root(north)]);
}

#[test]
fn joins_are_told_and_ways_are_measured() {
    // Three roads in a row, and a tunnel from the first to the third.
    let told = std::rc::Rc::new(std::cell::RefCell::new(Vec::new()));
    let heard = std::rc::Rc::clone(&told);
    let host = Closures::new()
        .on(EventKind::TilePlaced, |scene, _, _| {
            if scene.state().turn() == 4 {
                let first = scene.segments(bastide_engine::board::TileId(1));
                let last = scene.segments(bastide_engine::board::TileId(3));
                let is_road = |at: &bastide_engine::feature::SegmentId| {
                    scene.state().features().kind(*at) == FeatureKindId::ROAD
                };
                let (a, b) = (first.into_iter().find(is_road), last.into_iter().find(is_road));
                scene.join(a.expect("a road"), b.expect("a road"), 0).expect("both are roads");
            }
            done()
        })
        .on(EventKind::FeaturesJoined, move |_, event, _| {
            heard.borrow_mut().push(event.feature());
            done()
        });
    let mut game = game(host, &["U", "U", "U", "B"]);
    for x in 1..=3 {
        place(&mut game, x, 0, 0);
        if x == 3 {
            deploy(&mut game, "W");
        } else {
            pass(&mut game);
        }
    }
    let tile = |x: i32| game.state().board().at(Pos::new(x, 0)).expect("a tile");
    let road = segment(&game, 2, 0, "W");
    let scene = game.scene();
    assert_eq!(scene.distance(road, tile(0), tile(3)), Some(3));
    assert_eq!(scene.distance(road, tile(3), tile(2)), Some(1));
    assert_eq!(scene.distance(road, tile(2), tile(2)), Some(0));
    let field = segment(&game, 1, 0, "NL");
    assert_eq!(scene.distance(field, tile(1), tile(3)), Some(2));
    assert_eq!(told.borrow().len(), 0, "tiles that join are not told");
    let away = game.state().board().at(Pos::new(0, 0)).expect("the start tile");
    assert_eq!(scene.distance(segment(&game, 0, 0, "N"), away, tile(1)), None, "the city is not on it");
    place(&mut game, 0, 1, 0);
    assert_eq!(told.borrow().len(), 1);
    let tile = |x: i32| game.state().board().at(Pos::new(x, 0)).expect("a tile");
    assert_eq!(game.scene().distance(road, tile(1), tile(3)), Some(1), "through the tunnel");
    assert_eq!(game.scene().distance(road, tile(0), tile(3)), Some(2));
}

#[test]
fn what_is_complete_without_a_join_is_scored() {
    // The city of two tiles is joined to an open one by a rule before it is closed. When the rule
    // lets go, in a later turn, it is complete and scored.
    let host = Closures::new().on(EventKind::TilePlaced, |scene, _, _| {
        let city = |tile: u32| {
            let mut segments = scene.segments(bastide_engine::board::TileId(tile));
            segments.find(|at| scene.state().features().kind(*at) == FeatureKindId::CITY).expect("a city")
        };
        match scene.state().turn() {
            1 => scene.join(city(0), city(1), 0).expect("both are cities"),
            3 => scene.unjoin(city(0), city(1)).expect("they were joined"),
            _ => {}
        }
        done()
    });
    let mut game = game(host, &["E", "E", "B", "B"]);
    place(&mut game, 0, 1, 2);
    deploy(&mut game, "S");
    place(&mut game, 0, -1, 2);
    pass(&mut game);
    assert_eq!(points(&game), [0, 0], "the joined city is open in the south");
    place(&mut game, 1, 1, 0);
    pass(&mut game);
    assert_eq!(points(&game), [0, 0], "nobody stands on the half that is complete");
    let closed = game
        .journal()
        .iter()
        .any(|event| event.field("complete") == Some(bastide_engine::decision::Item::Bool(true)));
    assert!(closed, "it is scored all the same");
}

#[test]
fn pieces_are_found_where_they_stand() {
    use bastide_engine::piece::{Location, PieceId};
    let check = |scene: &Scene| {
        let (state, features) = (scene.state(), scene.state().features());
        for tile in (0..state.board().tiles().len() as u32).map(bastide_engine::board::TileId) {
            let there =
                state.piece_ids().filter(|id| state.tile_of(*id) == Some(tile)).collect::<Vec<PieceId>>();
            assert_eq!(state.pieces_on_tile(tile).collect::<Vec<_>>(), there);
        }
        for at in (0..features.segment_count()).map(bastide_engine::feature::SegmentId) {
            let on_it =
                |id: &PieceId| matches!(state.piece(*id).at, Location::Segment(on) if features.same(on, at));
            let there = state.piece_ids().filter(on_it).collect::<Vec<PieceId>>();
            assert_eq!(state.pieces_on(at).collect::<Vec<_>>(), there);
        }
    };
    for seed in 0..20 {
        let rules = std::sync::Arc::new(Ruleset::new(base_setup(2, &[])).expect("the setup is right"));
        let host = Closures::new()
            .on(EventKind::FeatureCompleted, move |scene, _, _| {
                check(scene);
                done()
            })
            .on(EventKind::TurnEnded, move |scene, _, _| {
                check(scene);
                done()
            });
        let mut game = host.play(&rules, seed, bastide_engine::luck::Forced::new());
        let mut dice = Dice::new(seed);
        while random_step(&mut game, &mut dice) {}
    }
}
