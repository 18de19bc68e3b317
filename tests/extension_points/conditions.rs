//! When handlers and actions are called at all.

use bastide_engine::decision::{Choice, Item};
use bastide_engine::event::Event;
use bastide_engine::host::QueryKind;

use crate::common::host::Closures;
use crate::{deploy, game, pass, place, points, rules, setup};

/// A listener that writes down that it was called.
fn noting(
    notes: &std::rc::Rc<std::cell::RefCell<Vec<&'static str>>>,
    what: &'static str,
) -> impl Fn(&mut bastide_engine::scene::Scene, &Event, &[u16]) -> crate::common::host::Heard + 'static {
    let notes = std::rc::Rc::clone(notes);
    move |_, _, _| {
        notes.borrow_mut().push(what);
        crate::common::host::done()
    }
}

#[test]
fn conditions_decide_who_is_asked() {
    use bastide_engine::host::{Filter, TileWith};
    use bastide_engine::tile::FeatureKindId;
    let asked = std::rc::Rc::new(std::cell::RefCell::new(Vec::new()));
    let note = |what: &'static str| {
        let asked = std::rc::Rc::clone(&asked);
        move |_: &_, _: &bastide_engine::host::Query| {
            asked.borrow_mut().push(what);
            true
        }
    };
    let adjust = std::rc::Rc::clone(&asked);
    let with = |kind| Filter { tile_with: Some(TileWith::Feature(kind)), ..Filter::default() };
    let roads = Filter { features: 1 << FeatureKindId::ROAD.0, ..Filter::default() };
    let host = Closures::new()
        .when(with(FeatureKindId::CITY))
        .allow(QueryKind::AllowPlacement, note("place"))
        .when(with(FeatureKindId::CITY))
        .allow(QueryKind::AllowDeployment, note("deploy"))
        .when(roads)
        .adjust(QueryKind::AdjustPoints, move |_, _| {
            adjust.borrow_mut().push("points");
            vec![("bonus", 5)]
        });
    let mut game = game(host, &["U", "E", "A", "A"]);
    // U has no city: nobody is asked about it, and the options are the board's own.
    place(&mut game, 1, 0, 0);
    deploy(&mut game, "W");
    assert!(asked.borrow().contains(&"place"), "E was drawn since");
    asked.borrow_mut().clear();
    place(&mut game, 0, -1, 2);
    assert!(asked.borrow().contains(&"deploy"));
    deploy(&mut game, "S");
    assert!(!asked.borrow().contains(&"points"), "a city is not asked about");
    assert_eq!(points(&game), [0, 4]);
    asked.borrow_mut().clear();
    place(&mut game, 2, 0, 1);
    pass(&mut game);
    assert_eq!(*asked.borrow(), Vec::<&str>::new());
    place(&mut game, -1, 0, 3);
    pass(&mut game);
    assert_eq!(*asked.borrow(), ["points"]);
    assert_eq!(points(&game), [4 + 5, 4]);
}

#[test]
fn a_condition_on_a_phase_that_never_runs_is_never_met() {
    use bastide_engine::host::Filter;
    let filter = Filter { phases: 1 << 63, ..Filter::default() };
    let host = Closures::new().when(filter).allow(QueryKind::AllowPlacement, |_, _| false);
    let mut game = game(host, &["U"]);
    place(&mut game, 1, 0, 0);
}

#[test]
fn conditions_look_at_features_surroundings_and_places() {
    use crate::common::host::done;
    use bastide_engine::decision::Item as It;
    use bastide_engine::event::EventKind;
    use bastide_engine::host::{Filter, TileWith};
    use bastide_engine::piece::{Location, PieceId};
    use bastide_engine::tile::{AttributeId, FeatureKindId, PlaceKind, PlaceKindId};
    let notes = std::rc::Rc::new(std::cell::RefCell::new(Vec::new()));
    let note = |what| noting(&notes, what);
    let mut setup = setup(&["U", "F", "B", "U", "U"]);
    setup.vocabulary.place_kinds.push(PlaceKind { name: "x/prison".into(), on_tile: false });
    let arms = Filter { feature_with: Some(AttributeId::COATS_OF_ARMS), ..Filter::default() };
    let cloister = TileWith::Feature(FeatureKindId::MONASTERY);
    let near = Filter { around_with: Some(cloister), ..Filter::default() };
    let prison = Filter { piece_in: 1, ..Filter::default() };
    let host = Closures::new()
        .when(arms)
        .when(Filter { tile_with: Some(cloister), ..Filter::default() })
        .on(EventKind::TilePlaced, note("arms or cloister"))
        .when(near)
        .on(EventKind::PieceDeployed, note("near"))
        .when(prison)
        .on(EventKind::TurnEnded, note("prison"))
        .on(EventKind::TurnEnded, |scene, _, _| {
            if scene.state().turn() == 4 {
                scene.move_piece(PieceId(0), Location::Place(PlaceKindId(0), None));
            }
            done()
        })
        .when(prison)
        .action(
            "x.free",
            Some(4),
            true,
            |_, _| vec![It::Nil],
            |scene, _, _, _| {
                scene.move_piece(PieceId(0), Location::Supply);
                done()
            },
        );
    let (rules, forced) = rules(setup, &["U", "F", "B", "U", "U"]);
    assert_eq!(rules.phases[4].name, "score", "actions are offered in any phase; here none");
    let mut game = host.play(&rules, 1, forced);
    place(&mut game, 1, 0, 0);
    deploy(&mut game, "W");
    assert_eq!(*notes.borrow(), Vec::<&str>::new(), "no arms, no cloister around, nobody in prison");
    // F has arms, and D's city is joined to it.
    place(&mut game, 0, -1, 1);
    pass(&mut game);
    place(&mut game, 0, 1, 0);
    pass(&mut game);
    assert_eq!(*notes.borrow(), ["arms or cloister", "arms or cloister"]);
    notes.borrow_mut().clear();
    place(&mut game, -1, 0, 0);
    deploy(&mut game, "NL");
    assert_eq!(*notes.borrow(), ["near"], "the monastery is diagonally beside it");
    notes.borrow_mut().clear();
    place(&mut game, -2, 0, 0);
    pass(&mut game);
    assert_eq!(*notes.borrow(), ["prison"]);
}

#[test]
fn a_handler_can_wait_for_a_feature_that_is_claimed() {
    use bastide_engine::event::EventKind;
    use bastide_engine::host::Filter;
    use bastide_engine::tile::AttributeId;
    let notes = std::rc::Rc::new(std::cell::RefCell::new(Vec::new()));
    let note = |what| noting(&notes, what);
    let arms = Filter { feature_with: Some(AttributeId::COATS_OF_ARMS), ..Filter::default() };
    let host = Closures::new()
        .when(Filter { claimed: Some(true), ..Filter::default() })
        .on(EventKind::TilePlaced, note("claimed"))
        .when(Filter { claimed: Some(true), ..arms })
        .on(EventKind::TilePlaced, note("claimed arms"))
        .when(Filter { claimed: Some(false), ..arms })
        .on(EventKind::TilePlaced, note("free arms"));
    let tiles = ["U", "U", "F", "U"];
    let (rules, forced) = rules(setup(&tiles), &tiles);
    let mut game = host.play(&rules, 1, forced);
    let seen = || std::mem::take(&mut *notes.borrow_mut());
    // The road is free when it is lengthened for the first time, and claimed when it is for the second.
    place(&mut game, 1, 0, 0);
    assert_eq!(seen(), Vec::<&str>::new());
    deploy(&mut game, "W");
    place(&mut game, 2, 0, 0);
    assert_eq!(seen(), ["claimed"]);
    pass(&mut game);
    // The city of F has arms, and nobody stands in it.
    place(&mut game, 0, -1, 1);
    assert_eq!(seen(), ["free arms"]);
}

#[test]
fn handlers_can_wait_for_a_piece_in_the_supply_and_for_points() {
    use crate::common::host::done;
    use bastide_engine::event::EventKind;
    use bastide_engine::host::{Filter, PieceKinds};
    use bastide_engine::piece::{Location, PieceId};
    use bastide_engine::tile::{PieceClass, PieceKindId, PlaceKind, PlaceKindId};
    let notes = std::rc::Rc::new(std::cell::RefCell::new(Vec::new()));
    let note = |what| noting(&notes, what);
    let tiles = ["U", "E", "U", "U", "U"];
    let mut setup = setup(&tiles);
    let mut banner = setup.vocabulary.piece_kinds[0].clone();
    (banner.name, banner.class, banner.supply) = ("x/banner".to_owned(), PieceClass::Neutral, 1);
    setup.vocabulary.piece_kinds.push(banner);
    setup.vocabulary.place_kinds.push(PlaceKind { name: "x/keep".into(), on_tile: false });
    let waiting = PieceKinds::from_iter([PieceKindId(1)]);
    assert!(waiting.contains(PieceKindId(1)) && !waiting.contains(PieceKindId(65)), "bits do not wrap");
    let rich = Filter { has_points: Some(4), ..Filter::default() };
    let host = Closures::new()
        .when(Filter { in_supply: waiting, ..Filter::default() })
        .on(EventKind::TurnEnded, note("banner"))
        .when(rich)
        .on(EventKind::TurnEnded, note("rich"))
        .on(EventKind::TurnEnded, |scene, _, _| {
            let of_nobody = scene.state().pieces().iter().position(|piece| piece.owner.is_none());
            if let (2, Some(at)) = (scene.state().turn(), of_nobody) {
                scene.move_piece(PieceId(at as u16), Location::Place(PlaceKindId(0), None));
            }
            done()
        })
        .when(rich)
        .action("x.pay", Some(3), true, |_, _| vec![Item::Nil], |_, _, _, _| done());
    let (rules, forced) = rules(setup, &tiles);
    let mut game = host.play(&rules, 1, forced);
    let seen = || std::mem::take(&mut *notes.borrow_mut());
    let pays = |game: &bastide_engine::game::Game| {
        let offered = game.decision().expect("a decision").list();
        offered.iter().any(|choice| matches!(choice, Choice::Act { .. }))
    };
    place(&mut game, 1, 0, 0);
    assert!(!pays(&game), "nobody has points");
    pass(&mut game);
    assert_eq!(seen(), ["banner"]);
    place(&mut game, 0, -1, 2);
    deploy(&mut game, "S");
    assert_eq!(points(&game), [0, 4]);
    assert_eq!(seen(), ["banner", "rich"]);
    // All players together have four points, and the one whose turn it is has none.
    place(&mut game, 2, 0, 0);
    assert!(!pays(&game));
    pass(&mut game);
    assert_eq!(seen(), ["rich"], "the banner stands in the keep");
    place(&mut game, 3, 0, 0);
    assert!(pays(&game));
}

#[test]
fn handlers_can_wait_for_pieces_of_a_kind() {
    use crate::common::host::done;
    use bastide_engine::event::EventKind;
    use bastide_engine::host::{Filter, PieceKinds};
    use bastide_engine::piece::{Location, PieceId};
    use bastide_engine::tile::{PieceClass, PieceKindId};
    let notes = std::rc::Rc::new(std::cell::RefCell::new(Vec::new()));
    let note = |what| noting(&notes, what);
    let tiles = ["U", "E", "U"];
    let mut setup = setup(&tiles);
    let mut guest = setup.vocabulary.piece_kinds[0].clone();
    (guest.name, guest.supply) = ("x/guest".to_owned(), 1);
    setup.vocabulary.piece_kinds.push(guest);
    let mut sheep = setup.vocabulary.piece_kinds[0].clone();
    (sheep.name, sheep.class, sheep.supply) = ("x/sheep".to_owned(), PieceClass::Neutral, 1);
    setup.vocabulary.piece_kinds.push(sheep);
    let only = |kind| Filter { piece: PieceKinds::from_iter([PieceKindId(kind)]), ..Filter::default() };
    let host = Closures::new()
        .when(only(0))
        .on(EventKind::PieceDeployed, note("a follower"))
        .when(only(1))
        .on(EventKind::PieceDeployed, note("a guest"))
        .when(only(2))
        .on(EventKind::PieceMoved, note("a sheep"))
        .when(only(1))
        .on(EventKind::PieceMoved, note("a guest moved"))
        .when(only(0))
        .on(EventKind::PieceReturned, note("a follower is home"))
        .when(only(1))
        .allow(QueryKind::AllowDeployment, |_, _| false)
        .on(EventKind::TurnEnded, |scene, _, _| {
            let of_nobody = scene.state().pieces().iter().position(|piece| piece.owner.is_none());
            if let Some(at) = of_nobody {
                let start =
                    scene.state().board().at(bastide_engine::geometry::Pos::ORIGIN).expect("it lies there");
                scene.move_piece(PieceId(at as u16), Location::Tile(start));
            }
            done()
        });
    let (rules, forced) = rules(setup, &tiles);
    let mut game = host.play(&rules, 1, forced);
    let seen = || std::mem::take(&mut *notes.borrow_mut());
    place(&mut game, 1, 0, 0);
    let offered = game.decision().expect("a decision").list();
    let of_kind = |kind| {
        offered.iter().any(|choice| matches!(choice, Choice::Deploy { kind: found, .. } if found.0 == kind))
    };
    assert!(of_kind(0) && !of_kind(1), "only guests are refused");
    deploy(&mut game, "W");
    assert_eq!(seen(), ["a follower", "a sheep"]);
    // The city is complete, and its follower comes home.
    place(&mut game, 0, -1, 2);
    deploy(&mut game, "S");
    assert_eq!(seen(), ["a follower", "a follower is home"], "the sheep is where it was");
}

#[test]
fn an_action_is_offered_where_a_piece_of_the_player_is_in_a_place() {
    use crate::common::host::done;
    use bastide_engine::event::EventKind;
    use bastide_engine::host::Filter;
    use bastide_engine::piece::{Location, PieceId};
    use bastide_engine::tile::{PlaceKind, PlaceKindId};
    let mut setup = setup(&["U", "U", "U"]);
    setup.vocabulary.place_kinds.push(PlaceKind { name: "x/prison".into(), on_tile: false });
    let asked = std::rc::Rc::new(std::cell::Cell::new(0));
    let count = std::rc::Rc::clone(&asked);
    let host = Closures::new()
        .on(EventKind::GameStarted, |scene, _, _| {
            scene.move_piece(PieceId(0), Location::Place(PlaceKindId(0), None));
            done()
        })
        .when(Filter { piece_in: 1, ..Filter::default() })
        .action(
            "x.free",
            Some(3),
            true,
            move |_, _| {
                count.set(count.get() + 1);
                vec![Item::Nil]
            },
            |scene, _, _, _| {
                scene.move_piece(PieceId(0), Location::Supply);
                done()
            },
        );
    let (rules, forced) = rules(setup, &["U", "U", "U"]);
    assert_eq!(rules.phases[3].name, "deploy");
    let mut game = host.play(&rules, 1, forced);
    place(&mut game, 1, 0, 0);
    let act = |choice: &Choice| matches!(choice, Choice::Act { .. });
    let free = game.decision().expect("a decision").list().into_iter().find(act).expect("it is offered");
    game.apply(free).expect("it is an option");
    place(&mut game, 2, 0, 0);
    assert!(!game.decision().expect("a decision").list().iter().any(act), "the other player has none there");
    pass(&mut game);
    place(&mut game, 3, 0, 0);
    assert!(!game.decision().expect("a decision").list().iter().any(act), "it is home");
    assert_eq!(asked.get(), 1);
}

#[test]
fn a_condition_on_points() {
    use crate::common::host::done;
    use bastide_engine::event::EventKind;
    use bastide_engine::host::Filter;
    let sums = std::rc::Rc::new(std::cell::RefCell::new(Vec::new()));
    let seen = std::rc::Rc::clone(&sums);
    let host = Closures::new().when(Filter { points: Some(4), ..Filter::default() }).on(
        EventKind::PlacementScored,
        move |_, event, _| {
            seen.borrow_mut().push(event.field("feature_points"));
            done()
        },
    );
    let mut game = game(host, &["E", "A", "A", "U"]);
    place(&mut game, 0, -1, 2);
    deploy(&mut game, "S");
    place(&mut game, 1, 0, 1);
    deploy(&mut game, "W");
    place(&mut game, -1, 0, 3);
    pass(&mut game);
    assert_eq!(points(&game), [4, 3]);
    assert_eq!(*sums.borrow(), [Some(Item::Int(4))]);
}

#[test]
fn a_condition_on_pieces_beside_the_feature() {
    use crate::common::host::done;
    use bastide_engine::event::EventKind;
    use bastide_engine::host::Filter;
    use bastide_engine::piece::{Location, PieceId};
    use bastide_engine::tile::{PlaceKind, PlaceKindId};
    let mut setup = setup(&["E", "A", "A", "U"]);
    setup.vocabulary.place_kinds.push(PlaceKind { name: "x/camp".into(), on_tile: true });
    // Somebody camps on the tile of the first turn: whoever scores a feature there loses a point.
    let host = Closures::new()
        .on(EventKind::TilePlaced, |scene, event, _| {
            if let (1, Some(Item::Tile(tile))) = (scene.state().turn(), event.field("tile")) {
                scene.move_piece(PieceId(6), Location::Place(PlaceKindId(0), Some(tile)));
            }
            done()
        })
        .when(Filter { piece_on: 1, ..Filter::default() })
        .adjust(QueryKind::AdjustPoints, |_, _| vec![("camp", -1)]);
    let (rules, forced) = rules(setup, &["E", "A", "A", "U"]);
    let mut game = host.play(&rules, 1, forced);
    place(&mut game, 0, -1, 2);
    deploy(&mut game, "S");
    assert_eq!(points(&game), [3, 0]);
    place(&mut game, 1, 0, 1);
    deploy(&mut game, "W");
    place(&mut game, -1, 0, 3);
    pass(&mut game);
    assert_eq!(points(&game), [3, 3]);
}

#[test]
fn conditions_on_own_events_look_at_their_subject() {
    use crate::common::host::done;
    use bastide_engine::event::EventKind;
    use bastide_engine::host::{Filter, TileWith};
    use bastide_engine::tile::FeatureKindId;
    use bastide_engine::value::Value;
    let notes = std::rc::Rc::new(std::cell::RefCell::new(Vec::new()));
    let note = |what| noting(&notes, what);
    let roads = Filter { features: 1 << FeatureKindId::ROAD.0, ..Filter::default() };
    let tiles = Filter { tile_with: Some(TileWith::Feature(FeatureKindId::MONASTERY)), ..Filter::default() };
    let host = Closures::new()
        .on(EventKind::TilePlaced, |scene, event, _| {
            let tile = event.field("tile").expect("it has a tile");
            let Item::Tile(id) = tile else { panic!("it is a tile") };
            let subjects: Vec<Item> =
                scene.segments(id).map(Item::Feature).chain([tile, Item::Nil]).collect();
            subjects.into_iter().for_each(|subject| scene.raise_custom("bell".into(), subject, Value::Nil));
            done()
        })
        .when(roads)
        .on_custom("bell", note("a road"))
        .when(tiles)
        .on_custom("bell", note("beside a monastery"));
    let mut game = game(host, &["U", "B", "U"]);
    place(&mut game, 1, 0, 0);
    assert_eq!(*notes.borrow(), ["a road"], "one of the two fields and the road, the tile and nothing");
    notes.borrow_mut().clear();
    pass(&mut game);
    place(&mut game, 0, 1, 0);
    // The monastery, its field with all its tiles, and the tile.
    assert_eq!(*notes.borrow(), ["beside a monastery"; 3]);
}

#[test]
fn a_piece_that_returned_came_from_somewhere() {
    use crate::common::host::done;
    use bastide_engine::event::EventKind;
    use bastide_engine::host::{Filter, TileWith};
    use bastide_engine::tile::FeatureKindId;
    let count = std::rc::Rc::new(std::cell::Cell::new(0));
    let heard = std::rc::Rc::clone(&count);
    let city = TileWith::Feature(FeatureKindId::CITY);
    let host = Closures::new().when(Filter { tile_with: Some(city), ..Filter::default() }).on(
        EventKind::PieceReturned,
        move |_, _, _| {
            heard.set(heard.get() + 1);
            done()
        },
    );
    let mut game = game(host, &["E", "A", "A", "U"]);
    place(&mut game, 0, -1, 2);
    deploy(&mut game, "S");
    assert_eq!(count.get(), 1);
    place(&mut game, 1, 0, 1);
    deploy(&mut game, "W");
    place(&mut game, -1, 0, 3);
    pass(&mut game);
    assert_eq!(count.get(), 1, "that one stood on a tile without a city");
}
