//! A handler is a transaction: when it fails, the game is where it was.

use bastide_engine::decision::Item;
use bastide_engine::event::{Award, EventKind, Parts, Source};
use bastide_engine::game::Game;
use bastide_engine::luck::Chance;
use bastide_engine::piece::{Holder, Location};
use bastide_engine::ruleset::Player;
use bastide_engine::tile::PieceKindId;
use bastide_engine::value::Value;

use crate::common::host::{Closures, ask, done, fail};
use crate::{game, pass, place};
use bastide_engine::decision::Choice;
use bastide_engine::geometry::{Pos, Rotation};

/// Changes everything that it can, and then fails in the second turn.
fn wrecker() -> Closures {
    Closures::new()
        .on(EventKind::TilePlaced, |scene, _, _| {
            let _ = scene.add_tokens(Holder::Player(Player(0)), "coin", 3);
            done()
        })
        .expansion(1)
        .on(EventKind::TilePlaced, |scene, event, _| {
            if scene.state().turn() < 2 {
                return done();
            }
            let Some(Item::Tile(tile)) = event.field("tile") else { return done() };
            let follower = scene.state().in_supply(Player(0), PieceKindId::FOLLOWER).expect("there is one");
            let segment = scene.segments(tile).next().expect("there is a segment");
            scene.move_piece(follower, Location::Segment(segment));
            let _ = scene.add_tokens(Holder::Game, "coin", 5);
            scene.set_storage("test", Value::Int(1));
            scene.chance(6);
            scene.grant_turn_part();
            let source = Source::Rule("x".into());
            let parts = Parts::new();
            scene.award(Award { player: Player(0), points: 9, source, parts, at: None, feature: None });
            scene.raise_custom("test.x".into(), Item::Nil, Value::Nil);
            fail("it broke")
        })
}

#[test]
fn everything_is_rolled_back() {
    let mut game = game(wrecker(), &["U", "U", "V"]);
    place(&mut game, 1, 0, 0);
    pass(&mut game);
    game.force([Chance::Number(4)]);
    let before = (game.hash64(), game.log().to_vec());
    let choice = Choice::Place { pos: Pos::new(2, 0), rotation: Rotation::NONE };
    for _ in 0..2 {
        let error = game.apply(choice).expect_err("it fails");
        assert_eq!(error.to_string(), "it broke");
        assert_eq!((game.hash64(), game.log().to_vec()), before);
        assert_eq!(game.state().tokens(Holder::Game, "coin"), 0);
        assert_eq!(game.state().points(Player(0)), 0);
        assert!(game.is_legal(&choice));
    }
    // The way on: without that expansion, while the other one still takes part.
    game.mute(1).expect("the other one does not fail");
    game.apply(choice).expect("nobody fails any more");
    assert_eq!(game.state().tokens(Holder::Player(Player(0)), "coin"), 6);
    let again = Game::replay(game.rules().clone(), game.seed(), game.host().cloned(), game.log());
    assert_eq!(again.expect("the log fits").hash64(), game.hash64());
    // Taking it back brings the broken expansion back.
    assert!(game.undo().expect("the handlers are pure"));
    assert!(game.undo().expect("the handlers are pure"));
    assert_eq!(game.hash64(), before.0);
    assert!(game.apply(choice).is_err());
}

#[test]
fn a_failure_before_the_first_decision_is_no_game() {
    let (rules, forced) = crate::rules(crate::setup(&["U"]), &["U"]);
    let host = Closures::new().on(EventKind::GameStarted, |_, _, _| fail("not today")).shared();
    let error = Game::with_host(rules, 1, Some(host), forced).expect_err("there is no game");
    assert_eq!(error.to_string(), "not today");
}

#[test]
fn a_question_without_options_is_an_error() {
    let host = Closures::new().on(EventKind::TilePlaced, |_, _, _| ask(Player(0), "which", []));
    let mut game = game(host, &["U"]);
    let before = game.hash64();
    let choice = Choice::Place { pos: Pos::new(1, 0), rotation: Rotation::NONE };
    let error = game.apply(choice).expect_err("nobody can answer");
    assert_eq!(error.to_string(), "the question `which` has no options to choose from");
    assert_eq!(game.hash64(), before);
}

#[test]
fn events_without_end_are_an_error() {
    let host = Closures::new()
        .on(EventKind::TilePlaced, |scene, _, _| {
            scene.raise_custom("test.ping".into(), Item::Nil, Value::Nil);
            done()
        })
        .on_custom("test.ping", |scene, _, _| {
            scene.raise_custom("test.ping".into(), Item::Nil, Value::Nil);
            done()
        });
    let mut game = game(host, &["U"]);
    let before = game.hash64();
    let choice = Choice::Place { pos: Pos::new(1, 0), rotation: Rotation::NONE };
    let error = game.apply(choice).expect_err("it never ends");
    assert!(error.to_string().contains("raise events without end"), "{error}");
    assert!(error.to_string().contains("test.ping"), "{error}");
    assert_eq!(game.hash64(), before);
}
