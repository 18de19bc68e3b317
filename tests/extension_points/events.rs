//! Telling: events reach their listeners in order, and never nested.

use std::cell::RefCell;
use std::rc::Rc;

use bastide_engine::decision::Item;
use bastide_engine::event::{Award, Event, EventKind, Parts, Source};
use bastide_engine::host::Filter;
use bastide_engine::piece::Location;
use bastide_engine::ruleset::Player;
use bastide_engine::tile::{AttributeDef, AttributeId, AttributeMerge, AttributeScope, AttributeType};
use bastide_engine::tile::{AttributeValue, FeatureKindId, PieceClass, PieceKind, Strength};
use bastide_engine::value::Value;

use crate::common::host::{Closures, done};
use crate::{deploy, game, pass, place, points, rules, setup};

type Notes = Rc<RefCell<Vec<String>>>;

/// Writes down every event of these kinds.
fn listen(mut host: Closures, kinds: &[EventKind], notes: &Notes) -> Closures {
    for kind in kinds {
        let notes = Rc::clone(notes);
        host = host.on(*kind, move |_, event, _| {
            notes.borrow_mut().push(format!("{:?}", event.kind()));
            done()
        });
    }
    host
}

#[test]
fn a_turn_tells_its_story_in_order() {
    use EventKind::*;
    let notes = Notes::default();
    let all = [
        GameStarted,
        TurnStarted,
        TileDrawn,
        TilePlaced,
        PieceDeployed,
        FeatureCompleted,
        FeatureScored,
        PointsAwarded,
        PieceReturned,
        PlacementScored,
        TurnEnded,
        FinalScoring,
        GameEnded,
    ];
    let mut game = game(listen(Closures::new(), &all, &notes), &["E"]);
    assert_eq!(*notes.borrow(), ["GameStarted", "TurnStarted", "TileDrawn"]);
    notes.borrow_mut().clear();
    place(&mut game, 0, -1, 2);
    deploy(&mut game, "S");
    assert_eq!(
        *notes.borrow(),
        [
            "TilePlaced",
            "PieceDeployed",
            "FeatureCompleted",
            "PointsAwarded",
            "FeatureScored",
            "PieceReturned",
            "PlacementScored",
            "TurnEnded",
            "FinalScoring",
            "GameEnded",
        ]
    );
}

#[test]
fn everything_that_a_tile_completes_is_told_before_anything_is_scored() {
    let seen = Notes::default();
    let (told, scored) = (Rc::clone(&seen), Rc::clone(&seen));
    let host = Closures::new()
        .on(EventKind::FeatureCompleted, move |scene, event, _| {
            let feature = event.feature().expect("it is about a feature");
            let standing = scene.state().pieces_on(feature).count();
            told.borrow_mut().push(format!("completed with {standing}"));
            done()
        })
        .on(EventKind::FeatureScored, move |scene, event, _| {
            let feature = event.feature().expect("it is about a feature");
            let standing = scene.state().pieces_on(feature).count();
            scored.borrow_mut().push(format!("scored with {standing}"));
            done()
        });
    // The road of D ends at both sides, and A in the east completes it alone; X completes nothing.
    let mut game = game(host, &["A", "A"]);
    place(&mut game, 1, 0, 1);
    deploy(&mut game, "W");
    place(&mut game, -1, 0, 3);
    pass(&mut game);
    assert_eq!(*seen.borrow(), ["completed with 1", "scored with 1"]);
    assert_eq!(points(&game), [3, 0]);
}

#[test]
fn handlers_are_called_in_their_order_and_events_are_queued() {
    let notes = Notes::default();
    let note = |text: &'static str| {
        let notes = Rc::clone(&notes);
        move || notes.borrow_mut().push(text.to_owned())
    };
    let (first, second, custom, other) = (note("first"), note("second"), note("custom"), note("other"));
    let host = Closures::new()
        .on(EventKind::TilePlaced, move |scene, _, _| {
            scene.raise_custom("test.later".into(), Item::Int(7), Value::Nil);
            first();
            done()
        })
        .on(EventKind::TilePlaced, move |_, _, _| {
            second();
            done()
        })
        .on_custom("test.other", move |_, _, _| {
            other();
            done()
        })
        .on_custom("test.later", move |_, event, _| {
            assert_eq!(event.field("subject"), Some(Item::Int(7)));
            custom();
            done()
        });
    let mut game = game(host, &["U"]);
    place(&mut game, 1, 0, 0);
    assert_eq!(*notes.borrow(), ["first", "second", "custom"]);
}

#[test]
fn a_filter_spares_the_call() {
    let notes = Notes::default();
    let note = |text: &'static str| {
        let notes = Rc::clone(&notes);
        move |_: &mut _, _: &Event, _: &[u16]| {
            notes.borrow_mut().push(text.to_owned());
            done()
        }
    };
    // Tile A carries an attribute; D does not.
    let mut setup = setup(&["A", "A", "E"]);
    let attribute = AttributeId(setup.vocabulary.attributes.len() as u16);
    setup.vocabulary.attributes.push(AttributeDef {
        name: "tower".to_owned(),
        scope: AttributeScope::Tile,
        ty: AttributeType::Flag,
        merge: AttributeMerge::Any,
    });
    let tile = setup.tiles.iter_mut().find(|tile| tile.id == "base/A").expect("there is an A");
    tile.attributes.set(attribute, AttributeValue::Number(1));
    let roads = Filter { features: 1 << FeatureKindId::ROAD.0, ..Filter::default() };
    let cities = Filter { features: 1 << FeatureKindId::CITY.0, ..Filter::default() };
    let tower = Filter { follower_on: Some(attribute), ..Filter::default() };
    let host = Closures::new()
        .when(roads)
        .on(EventKind::FeatureCompleted, note("a road"))
        .when(cities)
        .on(EventKind::FeatureCompleted, note("a city"))
        .when(tower)
        .on(EventKind::FeatureCompleted, note("a follower on a tower's tile"));
    let (rules, forced) = rules(setup, &["A", "A", "E"]);
    let mut game = host.play(&rules, 1, forced);
    place(&mut game, 1, 0, 1);
    deploy(&mut game, "W");
    place(&mut game, -1, 0, 3);
    pass(&mut game);
    assert_eq!(*notes.borrow(), ["a road", "a follower on a tower's tile"]);
    notes.borrow_mut().clear();
    place(&mut game, 0, -1, 2);
    deploy(&mut game, "S");
    assert_eq!(*notes.borrow(), ["a city"]);
}

#[test]
fn what_one_handler_does_opens_the_next_ones_condition() {
    use bastide_engine::piece::PieceId;
    use bastide_engine::tile::{PlaceKind, PlaceKindId};
    let notes = Notes::default();
    let note = |text: &'static str| {
        let notes = Rc::clone(&notes);
        move |_: &mut _, _: &Event, _: &[u16]| {
            notes.borrow_mut().push(text.to_owned());
            done()
        }
    };
    let mut setup = setup(&["U", "U"]);
    setup.vocabulary.place_kinds.push(PlaceKind { name: "x/prison".into(), on_tile: false });
    let filled = Filter { piece_in: 1, ..Filter::default() };
    // On the second turn somebody goes to prison while the tile's event is on its way to its listeners.
    let host = Closures::new()
        .when(filled)
        .on(EventKind::TilePlaced, note("first"))
        .on(EventKind::TilePlaced, |scene, _, _| {
            if scene.state().turn() == 2 {
                scene.move_piece(PieceId(0), Location::Place(PlaceKindId(0), None));
            }
            done()
        })
        .when(filled)
        .on(EventKind::TilePlaced, note("last"))
        .when(filled)
        .on(EventKind::TurnEnded, note("the turn ends"));
    let (rules, forced) = rules(setup, &["U", "U"]);
    let mut game = host.play(&rules, 1, forced);
    place(&mut game, 1, 0, 0);
    pass(&mut game);
    assert!(notes.borrow().is_empty(), "nobody is in prison");
    place(&mut game, 2, 0, 0);
    pass(&mut game);
    assert_eq!(*notes.borrow(), ["last", "the turn ends"]);
    let heard = |kind| game.journal().iter().filter(|event| event.kind() == kind).count();
    assert_eq!(heard(EventKind::TurnEnded), 1, "the journal takes what nobody listens to, and nothing twice");
}

#[test]
fn a_handler_may_bring_pieces_to_a_feature_that_is_about_to_be_scored() {
    // Whoever completes a city sends a follower there from the supply; it scores and comes home.
    let host = Closures::new().on(EventKind::FeatureCompleted, |scene, event, _| {
        let feature = event.feature().expect("it is about a feature");
        let piece = scene.state().in_supply(Player(1), bastide_engine::tile::PieceKindId::FOLLOWER);
        scene.move_piece(piece.expect("there is one"), Location::Segment(feature));
        done()
    });
    let mut game = game(host, &["E", "U"]);
    place(&mut game, 0, -1, 2);
    pass(&mut game);
    assert_eq!(points(&game), [0, 4]);
    assert_eq!(game.state().supply(Player(1), bastide_engine::tile::PieceKindId::FOLLOWER), 7);
}

#[test]
fn points_of_a_rule_are_explained_and_counted_apart() {
    let sums = Rc::new(RefCell::new(Vec::new()));
    let seen = Rc::clone(&sums);
    let award = |scene: &mut bastide_engine::scene::Scene, points| {
        let source = Source::Rule("bonus".into());
        scene.award(Award {
            player: Player(1),
            points,
            source,
            parts: Parts::new(),
            at: None,
            feature: None,
        });
        done()
    };
    let host = Closures::new().on(EventKind::TilePlaced, move |scene, _, _| award(scene, 5)).on(
        EventKind::PlacementScored,
        move |_, event, _| {
            seen.borrow_mut().push(event.field("feature_points"));
            done()
        },
    );
    let mut game = game(host, &["E", "U"]);
    place(&mut game, 0, -1, 2);
    deploy(&mut game, "S");
    assert_eq!(points(&game), [4, 5]);
    // The bonus is no point of a feature.
    assert_eq!(*sums.borrow(), [Some(Item::Int(4))]);
    let bonus = game.journal().iter().any(|event| event.field("source") == Some(Item::Text("bonus".into())));
    assert!(!bonus, "the bonus was told with the placement, not with the deployment");
}

#[test]
fn points_for_taking_a_piece_back_are_no_points_of_the_placement() {
    let sums = Rc::new(RefCell::new(Vec::new()));
    let seen = Rc::clone(&sums);
    let host = Closures::new().on(EventKind::PlacementScored, move |_, event, _| {
        seen.borrow_mut().push(event.field("feature_points"));
        done()
    });
    let mut setup = crate::common::base_setup(2, &[("edition", "second")]);
    setup.vocabulary.piece_kinds.push(PieceKind {
        name: "gardener".to_owned(),
        class: PieceClass::Follower,
        strength: Strength::Fixed(1),
        stands_on: vec![FeatureKindId::GARDEN],
        meeple: true,
        recallable: true,
        needs_follower: false,
        supply: 1,
    });
    setup.stack = ["U_garden", "U", "U", "U"].map(|name| (format!("base/{name}"), 1)).into();
    setup.stack.push(("base/D".to_owned(), 1));
    let (rules, forced) = rules(setup, &["U_garden", "U", "U"]);
    let mut game = host.play(&rules, 1, forced);
    place(&mut game, 1, 0, 0);
    let choices = game.decision().expect("a decision").list();
    game.apply(choices[choices.len() - 2]).expect("the gardener goes to the garden");
    place(&mut game, 2, 0, 0);
    pass(&mut game);
    place(&mut game, 3, 0, 0);
    let choices = game.decision().expect("a decision").list();
    game.apply(choices[choices.len() - 2]).expect("the gardener comes back");
    assert_eq!(points(&game), [3, 0]);
    assert_eq!(*sums.borrow(), vec![Some(Item::Int(0)); 3]);
}
