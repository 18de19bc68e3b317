//! Offering: new things to do, in a phase or in anybody's turn.

use bastide_engine::decision::{Choice, Item, Prompt};
use bastide_engine::event::Event;
use bastide_engine::game::{Entry, Game};
use bastide_engine::geometry::{Pos, Rotation};
use bastide_engine::host::QueryKind;
use bastide_engine::luck::Chance;
use bastide_engine::piece::Holder;
use bastide_engine::ruleset::{PhaseKind, Player};

use crate::common::host::{Closures, ask, done};
use crate::{answer, game, pass, place, rules, setup};

fn deploy_phase(game: &Game) -> u8 {
    game.rules().phases.iter().position(|phase| phase.kind == PhaseKind::Deploy).expect("it exists") as u8
}

const DEPLOY: u8 = 3;

/// In the deploy phase, the player may take one of some coins.
fn mint(instead: bool) -> Closures {
    Closures::new().action(
        "test.mint",
        Some(DEPLOY),
        instead,
        |scene, player| {
            let coins = scene.state().tokens(Holder::Player(player), "coin");
            (1..=(2 - coins)).map(Item::Int).collect()
        },
        |scene, player, item, _| {
            let Item::Int(count) = item else { panic!("it was offered") };
            let _ = scene.add_tokens(Holder::Player(player), "coin", *count);
            done()
        },
    )
}

fn acts(game: &Game) -> Vec<Choice> {
    let list = game.decision().map(|decision| decision.list()).unwrap_or_default();
    list.into_iter().filter(|choice| matches!(choice, Choice::Act { .. })).collect()
}

#[test]
fn an_action_of_a_phase_is_an_option_beside_the_others() {
    let mut game = game(mint(false), &["U", "U"]);
    assert_eq!(deploy_phase(&game), DEPLOY);
    place(&mut game, 1, 0, 0);
    assert_eq!(acts(&game).len(), 2);
    let names: Vec<String> =
        game.decision().expect("open").list().iter().map(|choice| game.scene().describe(choice)).collect();
    assert_eq!(names[3..], ["test.mint 1", "test.mint 2", "pass"]);
    // It does not replace deploying: the phase is offered again.
    game.apply(acts(&game)[0]).expect("an option");
    assert_eq!(acts(&game).len(), 1);
    assert_eq!(game.decision().map(|decision| decision.len()), Some(5));
    game.apply(acts(&game)[0]).expect("an option");
    assert_eq!(acts(&game).len(), 0);
    assert_eq!(game.state().tokens(Holder::Player(Player(0)), "coin"), 2);
    pass(&mut game);
    let again = Game::replay(game.rules().clone(), 1, game.host().cloned(), game.log());
    assert_eq!(again.expect("the log fits").hash64(), game.hash64());
}

#[test]
fn an_action_instead_ends_the_phase() {
    let mut game = game(mint(true), &["U", "U"]);
    place(&mut game, 1, 0, 0);
    game.apply(acts(&game)[1]).expect("an option");
    assert_eq!(game.state().tokens(Holder::Player(Player(0)), "coin"), 2);
    assert!(matches!(
        game.decision().map(|decision| (decision.player, decision.prompt)),
        Some((Player(1), Prompt::Place(_)))
    ));
}

#[test]
fn an_action_may_ask() {
    let host = Closures::new().action(
        "test.trade",
        Some(DEPLOY),
        true,
        |_, _| vec![Item::Nil],
        |scene, player, _, answers| match answers {
            [] => ask(scene.player_after(player, 1), "agree", [Item::Bool(true), Item::Bool(false)]),
            [agreed, ..] => {
                let _ = scene.add_tokens(Holder::Player(player), "coin", 2 - i64::from(*agreed));
                done()
            }
        },
    );
    let mut game = game(host, &["U", "U"]);
    place(&mut game, 1, 0, 0);
    game.apply(acts(&game)[0]).expect("an option");
    assert_eq!(game.decision().map(|decision| decision.player), Some(Player(1)));
    let open = game.hash64();
    answer(&mut game, 1);
    assert_eq!(game.state().tokens(Holder::Player(Player(0)), "coin"), 1);
    assert!(game.undo().expect("pure"));
    assert_eq!(game.hash64(), open);
    game.mute(0).expect("nobody fails");
    // Without the expansion, its half-done action is gone, and the phase with it.
    assert!(matches!(game.decision().map(|decision| decision.prompt), Some(Prompt::Place(_))));
}

#[test]
fn an_action_that_asks_after_a_change_is_done_again_without_a_trace() {
    let calls = std::rc::Rc::new(std::cell::Cell::new(0));
    let count = std::rc::Rc::clone(&calls);
    let host = Closures::new().action(
        "test.gamble",
        Some(DEPLOY),
        true,
        |_, _| vec![Item::Nil],
        move |scene, player, _, answers| {
            count.set(count.get() + 1);
            let luck = i64::from(scene.chance(100));
            let _ = scene.add_tokens(Holder::Game, "coin", 1 + luck);
            let Some(answer) = answers.first() else {
                return ask(player, "more", [Item::Int(0), Item::Int(1)]);
            };
            let _ = scene.add_tokens(Holder::Player(player), "coin", 1 + i64::from(*answer));
            done()
        },
    );
    let mut game = game(host, &["U", "U", "U"]);
    let (mut expected, mut calls_before) = (0, 0);
    // The first time nobody knows that it asks, and the step is done twice.
    for (turn, calls_needed) in [(1, 2), (2, 1)] {
        place(&mut game, turn, 0, 0);
        game.apply(acts(&game)[0]).expect("an option");
        assert_eq!(calls.get() - calls_before, calls_needed);
        answer(&mut game, 1);
        let rolled = game.log().iter().rev().find_map(|entry| match entry {
            Entry::Chance(Chance::Number(number)) => Some(i64::from(*number)),
            _ => None,
        });
        expected += 1 + rolled.expect("it was rolled once");
        assert_eq!(game.state().tokens(Holder::Game, "coin"), expected);
        calls_before = calls.get();
    }
    let again = Game::replay(game.rules().clone(), 1, game.host().cloned(), game.log());
    assert_eq!(again.expect("the log fits").hash64(), game.hash64());
}

/// Whoever has no coin may take one, at any time.
fn beggar() -> Closures {
    Closures::new().action(
        "test.beg",
        None,
        false,
        |scene, player| {
            let poor = scene.state().tokens(Holder::Player(player), "coin") == 0;
            if poor { vec![Item::Text("please".into())] } else { vec![] }
        },
        |scene, player, _, _| {
            let _ = scene.add_tokens(Holder::Player(player), "coin", 1);
            done()
        },
    )
}

#[test]
fn anybody_may_act_in_anybodys_turn() {
    let mut game = game(beggar(), &["U", "U"]);
    let offers = game.off_turn().expect("nobody fails");
    assert_eq!(offers.iter().map(|offer| offer.player).collect::<Vec<_>>(), [Player(0), Player(1)]);
    let (action, item) = (offers[1].action, offers[1].items[0].clone());
    let decision = |game: &Game| game.decision().map(|decision| (decision.player, decision.list()));
    let open = decision(&game);
    game.apply_off_turn(Player(1), action, &item).expect("it is offered");
    assert_eq!(decision(&game), open, "the open decision is offered again");
    assert_eq!(game.state().tokens(Holder::Player(Player(1)), "coin"), 1);
    let before = game.hash64();
    let error = game.apply_off_turn(Player(1), action, &item).expect_err("not twice");
    assert_eq!(error.to_string(), "b cannot do this now");
    assert_eq!(game.hash64(), before);
    // Also beside a deployment.
    place(&mut game, 1, 0, 0);
    let open = decision(&game);
    game.apply_off_turn(Player(0), action, &item).expect("it is offered");
    assert_eq!(decision(&game), open);
    let again = Game::replay(game.rules().clone(), 1, game.host().cloned(), game.log());
    assert_eq!(again.expect("the log fits").hash64(), game.hash64());
    assert!(game.undo().expect("pure"));
    assert_eq!(game.off_turn().expect("nobody fails").len(), 1);
    game.mute(0).expect("nobody fails");
    assert_eq!(game.off_turn().expect("nobody fails"), []);
}

#[test]
fn a_tile_that_lost_its_last_place_leaves_the_game() {
    // The action closes the west: now U in hand may lie nowhere, and X is drawn instead.
    let (rules, forced) = rules(setup(&["U", "X"]), &["U", "X"]);
    let u = rules.tile_id("base/U").expect("there is a U");
    let host = Closures::new()
        .action(
            "test.close",
            None,
            false,
            |_, _| vec![Item::Nil],
            |scene, _, _, _| {
                let _ = scene.add_tokens(Holder::Game, "closed", 1);
                done()
            },
        )
        .allow(QueryKind::AllowPlacement, move |scene, query| {
            query.fields[1] != Item::TileDef(u) || scene.state().tokens(Holder::Game, "closed") == 0
        });
    let mut game = host.play(&rules, 1, forced);
    let action = game.off_turn().expect("nobody fails")[0].action;
    game.apply_off_turn(Player(1), action, &Item::Nil).expect("it is offered");
    assert_eq!(game.state().hand(), rules.tile_id("base/X"));
    let left = |event: &Event| matches!(event, Event::TileDiscarded { had_place: true, .. });
    assert!(game.journal().iter().any(left), "it had a place when it was drawn");
    assert_eq!(game.decision().map(|decision| decision.player), Some(Player(0)));
    assert!(game.is_legal(&Choice::Place { pos: Pos::new(1, 0), rotation: Rotation::NONE }));
}

#[test]
fn an_expansion_that_is_left_out_offers_nothing() {
    let mut game = game(mint(false), &["U", "U"]);
    place(&mut game, 1, 0, 0);
    assert_eq!(acts(&game).len(), 2);
    game.mute(0).expect("nobody fails");
    assert_eq!(acts(&game).len(), 0);
    assert_eq!(game.decision().map(|decision| decision.len()), Some(4));
}
