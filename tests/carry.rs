//! Going on under other rules with the state as it is.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test fails loudly")]

mod common;

use std::sync::Arc;

use bastide::view;
use bastide_engine::decision::{Item, Prompt};
use bastide_engine::event::EventKind;
use bastide_engine::game::Game;
use bastide_engine::luck::Forced;
use bastide_engine::piece::{Location, PieceId};
use bastide_engine::ruleset::{ExpansionInfo, PhaseDef, PhasePlace, Ruleset, Setup};
use bastide_engine::tile::{Completion, PieceClass, PieceKind, PlaceKind, Strength};
use bastide_engine::value::Value;

use common::busy::{self, busy_step};
use common::host::{Closures, ask, done};
use common::{Dice, base_setup, random_step};

fn rules(setup: Setup) -> Arc<Ruleset> {
    Arc::new(Ruleset::new(setup).expect("a valid setup"))
}

/// The rules of the busy expansions, which have ids here.
fn busy_rules() -> Arc<Ruleset> {
    let mut setup = busy::rules(3).setup.clone();
    let info = |id: &str| ExpansionInfo { id: id.to_owned(), version: "1.0.0".to_owned() };
    setup.expansions = vec![info("busy"), info("clumsy")];
    rules(setup)
}

/// The open decision in words. The log says where the last tile was placed, and so whether an option
/// must name its cell; here it begins anew.
fn offered(game: &Game) -> Option<(String, String, Vec<String>)> {
    let decision = game.decision()?;
    let options = decision.list().iter().map(|choice| game.scene().describe(choice)).collect();
    Some((game.rules().name(decision.player).to_owned(), format!("{:?}", decision.prompt), options))
}

#[test]
fn under_the_same_rules_a_game_goes_on_as_it_would_have() {
    let (mut questions, mut undone) = (0, 0);
    for seed in 0..6 {
        let rules = busy_rules();
        let mut game = busy::host(&rules).play(&rules, seed, Forced::new());
        let mut dice = Dice::new(seed);
        loop {
            let fresh = busy_rules();
            let carried = game.carried(fresh.clone(), Some(busy::host(&fresh).shared()));
            let mut carried = carried.unwrap_or_else(|errors| panic!("seed {seed}: {errors}"));
            assert_eq!(view::state(&carried), view::state(&game), "seed {seed}");
            assert_eq!(offered(&carried), offered(&game), "seed {seed}");
            assert!(carried.is_carried() && !game.is_carried() && carried.log().is_empty());
            questions += u32::from(carried.question().is_some());
            let (mut same, start) = (dice.clone(), carried.hash64());
            if !busy_step(&mut game, &mut dice, seed) {
                break;
            }
            for _ in 0..3 {
                busy_step(&mut carried, &mut same, seed);
            }
            // What failed on the way was taken back without harm, and so can what did not.
            while carried.undo().expect("the handlers are pure") {
                undone += 1;
            }
            assert_eq!(carried.hash64(), start, "seed {seed}");
        }
    }
    assert!(questions > 100 && undone > 1000, "{questions} questions, {undone} decisions taken back");
}

#[test]
fn a_carried_game_is_played_to_the_same_end() {
    for seed in 0..20 {
        let rules = busy_rules();
        let mut game = busy::host(&rules).play(&rules, seed, Forced::new());
        let mut dice = Dice::new(seed);
        for _ in 0..40 + 7 * seed {
            busy_step(&mut game, &mut dice, seed);
        }
        let fresh = busy_rules();
        let mut carried = game.carried(fresh.clone(), Some(busy::host(&fresh).shared())).unwrap();
        let mut same = dice.clone();
        while busy_step(&mut game, &mut dice, seed) {}
        while busy_step(&mut carried, &mut same, seed) {}
        assert_eq!(carried.hash64(), game.hash64(), "seed {seed}");
    }
}

/// The base game with figures, a place and a phase more.
fn rich() -> Setup {
    let mut setup = base_setup(2, &[]);
    setup
        .vocabulary
        .piece_kinds
        .extend([figure("big", PieceClass::Follower, 1), figure("dragon", PieceClass::Neutral, 2)]);
    setup.vocabulary.place_kinds.push(PlaceKind { name: "x/prison".to_owned(), on_tile: false });
    setup.phases.push(PhaseDef::new("x/market", PhasePlace::After("score".to_owned())));
    setup.expansions.push(ExpansionInfo { id: "x".to_owned(), version: "1.0.0".to_owned() });
    setup
}

fn figure(name: &str, class: PieceClass, supply: u32) -> PieceKind {
    PieceKind {
        name: name.to_owned(),
        class,
        strength: Strength::Fixed(1),
        supply,
        ..common::base_setup(2, &[]).vocabulary.piece_kinds[0].clone()
    }
}

/// A game of [`rich`] rules after some decisions, with a tile in hand.
fn played(setup: Setup, seed: u64) -> Game {
    let mut game = Game::new(rules(setup), seed);
    let mut dice = Dice::new(seed);
    while game.log().len() < 40 || !matches!(game.decision().unwrap().prompt, Prompt::Place(_)) {
        assert!(random_step(&mut game, &mut dice));
    }
    game
}

/// What a game shows, without what counts ids.
fn shown(game: &Game) -> (serde_json::Value, serde_json::Value) {
    let mut state = view::state(game);
    state["hash"] = serde_json::Value::Null;
    state["stack"].as_object_mut().unwrap().sort_keys();
    let pieces = state["pieces"].as_array_mut().unwrap();
    // Which number a piece has follows from the kinds before it.
    for piece in pieces.iter_mut() {
        let piece = piece.as_object_mut().unwrap();
        piece.remove("id");
        piece.remove("text");
    }
    pieces.sort_by_key(ToString::to_string);
    (state, view::decision(game))
}

#[test]
fn everything_is_found_by_name() {
    for seed in 0..10 {
        let game = played(rich(), seed);
        let mut setup = rich();
        setup.tiles.reverse();
        setup.vocabulary.piece_kinds[1..].reverse();
        setup.vocabulary.place_kinds.insert(0, PlaceKind { name: "y/pond".to_owned(), on_tile: true });
        setup.phases.insert(0, PhaseDef::new("y/dawn", PhasePlace::Before("draw".to_owned())));
        let mut carried = game.carried(rules(setup), None).unwrap();
        assert_eq!(shown(&carried), shown(&game), "seed {seed}");
        assert_eq!(carried.features_from_scratch().partition(), carried.state().features().partition());
        let mut dice = Dice::new(seed);
        while random_step(&mut carried, &mut dice) {
            let features = carried.state().features();
            assert_eq!(carried.features_from_scratch().partition(), features.partition(), "seed {seed}");
        }
        assert!(carried.is_over());
    }
}

#[test]
fn worth_attributes_and_supplies_may_change() {
    let game = played(rich(), 3);
    let mut setup = rich();
    setup.vocabulary.feature_kinds[1].scoring.tile.complete = 9;
    setup.vocabulary.piece_kinds[0].supply = 9;
    let held = game.rules().tile(game.state().hand().unwrap()).def.id.clone();
    let (name, count) = setup.stack.iter_mut().find(|(id, _)| *id != held).unwrap();
    *count += 2;
    let name = name.clone();
    let carried = game.carried(rules(setup), None).unwrap();
    let follower = bastide_engine::tile::PieceKindId::FOLLOWER;
    for player in game.rules().players() {
        assert_eq!(carried.state().points(player), game.state().points(player));
        assert_eq!(carried.state().supply(player, follower), game.state().supply(player, follower) + 2);
    }
    let id = game.rules().tile_id(&name).unwrap();
    assert_eq!(carried.state().stack().count(id), game.state().stack().count(id) + 2);
    assert_eq!(carried.state().stack().len(), game.state().stack().len() + 2);
}

#[test]
fn a_tile_in_hand_that_fits_nowhere_any_more_is_drawn_anew() {
    let is_new =
        |game: &Game| game.state().board().tiles().iter().all(|tile| Some(tile.def) != game.state().hand());
    let game = (0..).map(|seed| played(rich(), seed)).find(is_new).unwrap();
    let mut setup = rich();
    let held = game.rules().tile(game.state().hand().unwrap()).def.id.clone();
    // An edge kind that no other tile has.
    let walls = setup.vocabulary.edge_kinds.len() as u8;
    setup.vocabulary.edge_kinds.push(bastide_engine::tile::EdgeKind {
        name: "wall".to_owned(),
        carries: None,
        whole: true,
    });
    let tile = setup.tiles.iter_mut().find(|tile| tile.id == held).unwrap();
    tile.edges = [bastide_engine::tile::EdgeKindId(walls); 4];
    tile.segments.clear();
    let carried = game.carried(rules(setup), None).unwrap();
    assert_ne!(carried.rules().tile(carried.state().hand().unwrap()).def.id, held);
    assert!(!carried.decision().unwrap().is_empty());
}

/// The reasons why a game cannot go on under changed rules.
fn refused(game: &Game, change: impl FnOnce(&mut Setup)) -> String {
    let mut setup = game.rules().setup.clone();
    change(&mut setup);
    let host = game.host().cloned();
    game.carried(rules(setup), host).expect_err("it does not fit").to_string()
}

fn at_home(setup: &mut Setup, id: &str) -> usize {
    setup.tiles.iter().position(|tile| tile.id == id).unwrap()
}

#[test]
fn what_the_state_holds_must_be_there() {
    let mut setup = rich();
    setup.first_player = bastide_engine::ruleset::FirstPlayer::FirstSeat;
    let follower = bastide_engine::tile::PieceKindId::FOLLOWER;
    let host = Closures::new().on(EventKind::TilePlaced, move |scene, _, _| {
        let dragon = PieceId(scene.state().pieces().len() as u16 - 1);
        scene.move_piece(dragon, Location::Place(bastide_engine::tile::PlaceKindId(0), None));
        for player in scene.rules().players() {
            while let Some(piece) = scene.state().in_supply(player, follower) {
                scene.move_piece(piece, Location::Box);
            }
        }
        scene.set_storage("x", Value::Int(1));
        done()
    });
    let rules = rules(setup);
    let mut game = host.play(&rules, 1, Forced::new());
    let mut dice = Dice::new(1);
    assert!(random_step(&mut game, &mut dice));
    while !matches!(game.decision().unwrap().prompt, Prompt::Place(_)) {
        assert!(random_step(&mut game, &mut dice));
    }
    let held = game.rules().tile(game.state().hand().unwrap()).def.id.clone();
    let placed = game.state().board().tiles()[1];
    let (id, pos) = (game.rules().tile(placed.def).def.id.clone(), placed.pos);

    let text = refused(&game, |setup| setup.players[1] = "z".to_owned());
    assert_eq!(text, "the players are others now");
    let text = refused(&game, |setup| setup.vocabulary.piece_kinds[0].supply = 3);
    assert_eq!(
        text,
        "7 `follower` are in play for a, and there are only 3 now\n7 `follower` are in play for b, and there are only 3 now"
    );
    let text = refused(&game, |setup| setup.vocabulary.piece_kinds[2].supply = 0);
    assert_eq!(text, "1 `dragon` is in play, and there is none now");
    let text = refused(&game, |setup| setup.vocabulary.piece_kinds.truncate(2));
    assert_eq!(text, "1 `dragon` is in play, and there is none now");
    let text = refused(&game, |setup| setup.vocabulary.place_kinds.clear());
    assert_eq!(text, "the place `x/prison` is not there any more, and pieces are in it");
    let text = refused(&game, |setup| setup.vocabulary.place_kinds[0].on_tile = true);
    assert_eq!(text, "there are pieces in `x/prison`, and that is another sort of place now");
    let text = refused(&game, |setup| setup.expansions.clear());
    assert_eq!(text, "the expansion `x` is not there any more, and the game holds what it remembers");
    let text = refused(&game, |setup| setup.vocabulary.feature_kinds[1].completion = Completion::Never);
    assert_eq!(
        text,
        "there are features of kind `road` on the board, and those are completed in another way now"
    );
    let text = refused(&game, |setup| {
        let at = at_home(setup, &id);
        setup.tiles[at].id = "y/other".to_owned();
        setup.stack.retain(|(tile, _)| *tile != id);
    });
    assert_eq!(text, format!("the tile `{id}` is not there any more, and it lies at {pos}"));
    let text = refused(&game, |setup| {
        let at = at_home(setup, &held);
        setup.tiles[at].id = "y/other".to_owned();
        setup.stack.retain(|(tile, _)| *tile != held);
    });
    assert_eq!(text, format!("the tile `{held}` is not there any more, and it is in hand"));
    let text = refused(&game, |setup| {
        let at = at_home(setup, &id);
        setup.tiles[at].segments.rotate_left(1);
    });
    assert_eq!(
        text,
        format!("the tile `{id}` lies at {pos}, and its segments are others, or in another order, now")
    );
    // All reasons are told at once.
    let text = refused(&game, |setup| {
        setup.expansions.clear();
        setup.vocabulary.place_kinds.clear();
    });
    assert_eq!(text.lines().count(), 2, "{text}");
}

#[test]
fn a_question_is_asked_again_and_only_where_the_same_handlers_listen() {
    let asking = |prompt: &'static str| {
        Closures::new().on(EventKind::TilePlaced, move |scene, _, answers| match answers {
            [] => ask(scene.state().active(), "first", [Item::Int(1), Item::Int(2)]),
            [_] => ask(scene.state().active(), prompt, [Item::Int(3)]),
            _ => done(),
        })
    };
    let before = rules(rich());
    let mut game = asking("second").play(&before, 1, Forced::new());
    let mut dice = Dice::new(1);
    assert!(random_step(&mut game, &mut dice) && random_step(&mut game, &mut dice));
    assert_eq!(&*game.question().unwrap().prompt, "second");
    let carried = game.carried(rules(rich()), Some(asking("other").shared())).unwrap();
    assert_eq!(&*carried.question().unwrap().prompt, "other");
    let more = asking("other").on(EventKind::TilePlaced, |_, _, _| done());
    let error = game.carried(rules(rich()), Some(more.shared())).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a question is open in `on_tile_placed`, and other handlers than before listen to it now"
    );
    let failing = Closures::new().on(EventKind::TilePlaced, |_, _, _| common::host::fail("no more"));
    let error = game.carried(rules(rich()), Some(failing.shared())).unwrap_err();
    assert_eq!(error.to_string(), "no more");
}
