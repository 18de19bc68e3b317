//! Pieces, places, tokens, storage, chance.

use bastide_engine::decision::{Choice, Item};
use bastide_engine::event::{Event, EventKind};
use bastide_engine::luck::Chance;
use bastide_engine::piece::{Holder, Location, PieceId};
use bastide_engine::ruleset::Player;
use bastide_engine::scene::EffectError;
use bastide_engine::tile::{
    AttributeId, FeatureKindId, PieceClass, PieceKind, PieceKindId, PlaceKind, PlaceKindId, Strength,
};
use bastide_engine::value::Value;

use crate::common::host::{Closures, done};
use crate::{deploy, game, pass, place, points, rules, segment, setup};

fn piece_kind(name: &str, class: PieceClass, strength: Strength) -> PieceKind {
    PieceKind {
        name: name.to_owned(),
        class,
        strength,
        stands_on: vec![FeatureKindId::ROAD, FeatureKindId::CITY],
        meeple: class == PieceClass::Follower,
        recallable: false,
        needs_follower: false,
        supply: 1,
    }
}

#[test]
fn a_follower_of_another_strength() {
    // The big one counts as two, so that one of it beats one follower.
    let mut setup = setup(&["E", "E", "G"]);
    setup.vocabulary.piece_kinds.push(piece_kind("big", PieceClass::Follower, Strength::Fixed(2)));
    setup.start[0].tile = "base/B".to_owned();
    setup.start.push(setup.start[0].clone());
    setup.start.push(setup.start[0].clone());
    setup.start[1].pos.x = 1;
    setup.start[2].pos.x = 2;
    let (rules, forced) = rules(setup, &["E", "E", "G"]);
    let mut game = Closures::new().play(&rules, 1, forced);
    place(&mut game, 0, 1, 1);
    deploy(&mut game, "E");
    place(&mut game, 2, 1, 3);
    let city = segment(&game, 2, 1, "W");
    game.apply(Choice::Deploy { kind: PieceKindId(1), segment: city }).expect("the big one stands on cities");
    place(&mut game, 1, 1, 0);
    pass(&mut game);
    assert_eq!(points(&game), [0, 6]);
}

#[test]
fn a_strength_that_the_feature_gives() {
    // As strong as the city has coats of arms: nothing here, so that nobody scores.
    let mut setup = setup(&["E"]);
    let strength = Strength::Attribute(AttributeId::COATS_OF_ARMS);
    setup.vocabulary.piece_kinds.push(piece_kind("mayor", PieceClass::Follower, strength));
    let (rules, forced) = rules(setup, &["E"]);
    let mut game = Closures::new().play(&rules, 1, forced);
    place(&mut game, 0, -1, 2);
    let city = segment(&game, 0, -1, "S");
    game.apply(Choice::Deploy { kind: PieceKindId(1), segment: city }).expect("it stands on cities");
    assert_eq!(points(&game), [0, 0]);
    assert_eq!(game.state().supply(Player(0), PieceKindId(1)), 1);
}

#[test]
fn pieces_that_claim_nothing() {
    // A special piece and a neutral one stand on the road; it is still free, and they go home.
    let mut setup = setup(&["U", "A", "A"]);
    setup.vocabulary.piece_kinds.push(piece_kind("builder", PieceClass::Special, Strength::Fixed(0)));
    setup.vocabulary.piece_kinds.push(piece_kind("dragon", PieceClass::Neutral, Strength::Fixed(0)));
    let (rules, forced) = rules(setup, &["U", "A", "A"]);
    let neutral = PieceId(7 + 1 + 7 + 1);
    let host = Closures::new().on(EventKind::TilePlaced, move |scene, event, _| {
        let Some(Item::Tile(tile)) = event.field("tile") else { panic!("it has a tile") };
        if scene.state().turn() == 1 {
            let road =
                scene.segments(tile).find(|at| scene.state().features().kind(*at) == FeatureKindId::ROAD);
            let road = road.expect("U has a road");
            let builder = scene.state().in_supply(Player(0), PieceKindId(1)).expect("there is one");
            scene.move_piece(builder, Location::Segment(road));
            scene.move_piece(neutral, Location::Segment(road));
        }
        done()
    });
    let mut game = host.play(&rules, 1, forced);
    assert_eq!(game.state().piece(neutral).owner, None);
    place(&mut game, 1, 0, 0);
    let road = segment(&game, 1, 0, "W");
    assert_eq!((game.state().features().piece_count(road), game.state().features().claims(road)), (2, 0));
    assert!(
        !game.is_legal(&Choice::Deploy { kind: PieceKindId(1), segment: road }),
        "only followers are deployed"
    );
    deploy(&mut game, "W");
    place(&mut game, 2, 0, 1);
    pass(&mut game);
    place(&mut game, -1, 0, 3);
    pass(&mut game);
    assert_eq!(points(&game), [4, 0]);
    assert!(game.state().pieces().iter().all(|piece| piece.at == Location::Supply));
    let moved = game.journal().iter().filter(|event| matches!(event, Event::PieceMoved { .. })).count();
    let returned = game.journal().iter().filter(|event| matches!(event, Event::PieceReturned { .. })).count();
    assert_eq!((moved, returned), (1, 2));
}

#[test]
fn places_hold_pieces() {
    let mut setup = setup(&["U", "U"]);
    setup.vocabulary.place_kinds.push(PlaceKind { name: "x/prison".into(), on_tile: false });
    setup.vocabulary.place_kinds.push(PlaceKind { name: "x/pond".into(), on_tile: true });
    let (rules, forced) = rules(setup, &["U", "U"]);
    let host = Closures::new().on(EventKind::PieceDeployed, |scene, event, _| {
        let Some(Item::Piece(piece)) = event.field("piece") else { panic!("it has a piece") };
        let to = match scene.state().active() {
            Player(0) => Location::Place(PlaceKindId(0), None),
            _ => Location::Place(PlaceKindId(1), scene.state().placed()),
        };
        scene.move_piece(piece, to);
        done()
    });
    let mut game = host.play(&rules, 1, forced);
    place(&mut game, 1, 0, 0);
    deploy(&mut game, "W");
    let road = segment(&game, 1, 0, "W");
    assert_eq!(game.state().features().claims(road), 0);
    let event =
        game.journal().iter().find(|event| matches!(event, Event::PieceMoved { .. })).expect("it moved");
    assert_eq!(event.field("from"), Some(Item::Feature(road)));
    assert_eq!(event.field("to"), Some(Item::Place(PlaceKindId(0), None)));
    assert_eq!(game.state().supply(Player(0), PieceKindId::FOLLOWER), 6);
    place(&mut game, 2, 0, 0);
    deploy(&mut game, "W");
    let tile = game.state().board().tiles().len() as u32 - 1;
    assert_eq!(game.state().pieces_on_tile(bastide_engine::board::TileId(tile)).count(), 1);
    assert_eq!(points(&game), [0, 0], "nobody stands on the road");
}

#[test]
fn tokens_are_counted_and_never_below_nothing() {
    let host = Closures::new().on(EventKind::TilePlaced, |scene, _, _| {
        let holder = Holder::Player(Player(0));
        scene.add_tokens(holder, "coin", 3).expect("more is no problem");
        scene.add_tokens(holder, "coin", -2).expect("there are three");
        let error = scene.add_tokens(holder, "coin", -2).expect_err("there is one");
        assert_eq!(error, EffectError::TooFewTokens { name: "coin".into(), there: 1, wanted: 2 });
        assert_eq!(error.to_string(), "there are 1 `coin`, 2 cannot be taken away");
        scene.add_tokens(Holder::Tile(0), "goods", 1).expect("more is no problem");
        scene.add_tokens(Holder::Tile(0), "goods", -1).expect("there is one");
        done()
    });
    let mut game = game(host, &["U"]);
    let before = game.hash64();
    place(&mut game, 1, 0, 0);
    assert_ne!(game.hash64(), before);
    let all: Vec<_> = game.state().all_tokens().collect();
    assert_eq!(all, [(Holder::Player(Player(0)), "coin", 1)]);
}

#[test]
fn storage_is_part_of_the_state() {
    let host = Closures::new().on(EventKind::TilePlaced, |scene, _, _| {
        let count = scene.state().storage("test").as_int().unwrap_or(0);
        scene.set_storage("test", Value::Int(count + 1));
        done()
    });
    let mut game = game(host, &["U", "U"]);
    assert_eq!(game.state().storage("test"), &Value::Nil);
    place(&mut game, 1, 0, 0);
    assert_eq!(game.state().storage("test"), &Value::Int(1));
    let fork = game.clone();
    pass(&mut game);
    place(&mut game, 2, 0, 0);
    assert_eq!(game.state().storage("test"), &Value::Int(2));
    assert_eq!(fork.state().storage("test"), &Value::Int(1));
    assert!(game.undo().expect("pure"));
    assert_eq!(game.state().storage("test"), &Value::Int(1));
}

#[test]
fn chance_is_logged_and_can_be_settled() {
    let host = Closures::new().on(EventKind::TilePlaced, |scene, _, _| {
        let number = scene.chance(6);
        scene.set_storage("test", Value::Int(i64::from(number)));
        done()
    });
    let mut game = game(host, &["U", "U"]);
    game.force([Chance::Number(5)]);
    place(&mut game, 1, 0, 0);
    assert_eq!(game.state().storage("test"), &Value::Int(5));
    let again = bastide_engine::game::Game::replay(game.rules().clone(), 1, game.host().cloned(), game.log());
    assert_eq!(again.expect("the log fits").hash64(), game.hash64());
}

#[test]
fn tiles_can_be_taken_out_of_the_stack() {
    let (rules, forced) = rules(setup(&["U", "U", "U", "V"]), &["V"]);
    let u = rules.tile_id("base/U").expect("there is a U");
    let host = Closures::new().on(EventKind::TilePlaced, move |scene, _, _| {
        assert_eq!(scene.remove_from_stack(u, 2), 2);
        assert_eq!(scene.remove_from_stack(u, 2), 1);
        done()
    });
    let mut game = host.play(&rules, 1, forced);
    place(&mut game, 1, 0, 0);
    pass(&mut game);
    assert!(game.is_over());
}

#[test]
fn a_piece_that_needs_a_follower_goes_home_with_the_last_one() {
    let mut setup = setup(&["U", "U", "B"]);
    let mut builder = piece_kind("builder", PieceClass::Special, Strength::Fixed(0));
    builder.needs_follower = true;
    setup.vocabulary.piece_kinds.push(builder);
    let (rules, forced) = rules(setup, &["U", "U", "B"]);
    // A builder joins each follower; in the second turn the first player's follower is sent home,
    // in the third nobody's.
    let host = Closures::new()
        .on(EventKind::PieceDeployed, |scene, event, _| {
            let road = event.feature().expect("it has a feature");
            let builder = scene.state().in_supply(scene.state().active(), PieceKindId(1));
            scene.move_piece(builder.expect("there is one"), Location::Segment(road));
            done()
        })
        .on(EventKind::TilePlaced, |scene, _, _| {
            if scene.state().turn() == 3 {
                scene.move_piece(PieceId(0), Location::Supply);
            }
            done()
        });
    let mut game = host.play(&rules, 1, forced);
    place(&mut game, 1, 0, 0);
    deploy(&mut game, "W");
    place(&mut game, 0, 1, 0);
    deploy(&mut game, "W");
    let builder =
        |game: &bastide_engine::game::Game, player| game.state().supply(Player(player), PieceKindId(1));
    assert_eq!((builder(&game, 0), builder(&game, 1)), (0, 0));
    place(&mut game, 1, -1, 0);
    assert_eq!((builder(&game, 0), builder(&game, 1)), (1, 0), "the other player's stays");
    assert_eq!(game.state().features().partition(), game.features_from_scratch().partition());
    let returned = game.journal().iter().filter(|event| matches!(event, Event::PieceReturned { .. })).count();
    assert_eq!(returned, 2);
}
