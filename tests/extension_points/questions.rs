//! Asking: a handler waits for an answer, and the game with it.

use bastide_engine::decision::{Choice, Item, Prompt};
use bastide_engine::event::{Event, EventKind};
use bastide_engine::game::{Entry, Game};
use bastide_engine::luck::Chance;
use bastide_engine::piece::Holder;
use bastide_engine::ruleset::Player;
use bastide_engine::value::Value;

use crate::common::host::{Closures, ask, done, fail};
use crate::{answer, game, pass, place};

fn numbers(count: i64) -> impl Iterator<Item = Item> {
    (0..count).map(Item::Int)
}

/// After a placement: takes coins by chance, asks both players, and notes what came.
fn quiz() -> Closures {
    Closures::new().on(EventKind::TilePlaced, |scene, _, answers| {
        let luck = scene.chance(100);
        scene.raise_custom("test.asked".into(), Item::Int(i64::from(luck)), Value::Nil);
        let _ = scene.add_tokens(Holder::Game, "coin", 1 + i64::from(luck));
        let Some(first) = answers.first() else { return ask(Player(1), "first", numbers(3)) };
        let more = scene.chance(100);
        let _ = scene.add_tokens(Holder::Player(Player(1)), "coin", 1 + i64::from(*first));
        let Some(second) = answers.get(1) else { return ask(Player(0), "second", numbers(2)) };
        let _ = scene.add_tokens(Holder::Player(Player(0)), "coin", 1 + i64::from(*second) + i64::from(more));
        done()
    })
}

fn coins(game: &Game) -> Vec<(Holder, i64)> {
    game.state().all_tokens().map(|(holder, _, count)| (holder, count)).collect()
}

fn told(game: &Game) -> usize {
    game.journal().iter().filter(|event| matches!(event, Event::Custom { .. })).count()
}

fn chances(game: &Game) -> Vec<u32> {
    let numbers = game.log().iter().filter_map(|entry| match entry {
        Entry::Chance(Chance::Number(number)) => Some(*number),
        _ => None,
    });
    numbers.collect()
}

#[test]
fn two_questions_to_two_players() {
    let mut game = game(quiz(), &["U", "U"]);
    place(&mut game, 1, 0, 0);
    let question = game.question().expect("a question is open").clone();
    assert_eq!((question.player, &*question.prompt), (Player(1), "first"));
    assert_eq!(game.decision().map(|decision| (decision.player, decision.len())), Some((Player(1), 3)));
    assert_eq!(told(&game), 1);
    assert!(game.apply(Choice::Answer { item: 3 }).is_err());
    assert!(game.apply(Choice::Pass).is_err());
    answer(&mut game, 2);
    // What was told already is not told again, and chance is not rolled again.
    assert_eq!(told(&game), 0);
    assert_eq!(chances(&game).len(), 2);
    assert_eq!(game.decision().map(|decision| decision.player), Some(Player(0)));
    answer(&mut game, 1);
    assert_eq!(chances(&game).len(), 2);
    let (luck, more) = (i64::from(chances(&game)[0]), i64::from(chances(&game)[1]));
    assert_eq!(
        coins(&game),
        [(Holder::Game, 1 + luck), (Holder::Player(Player(0)), 2 + more), (Holder::Player(Player(1)), 3)]
    );
    assert!(matches!(game.decision().map(|decision| decision.prompt), Some(Prompt::Deploy)));
}

#[test]
fn a_waiting_game_can_be_forked_undone_and_replayed() {
    let mut game = game(quiz(), &["U", "U"]);
    let begin = game.hash64();
    place(&mut game, 1, 0, 0);
    let first = game.hash64();
    answer(&mut game, 2);
    let second = game.hash64();
    assert_ne!(first, second);
    let mut fork = game.clone();
    answer(&mut fork, 0);
    assert_eq!(game.hash64(), second);
    answer(&mut game, 1);
    assert_ne!(game.hash64(), fork.hash64());
    assert!(game.undo().expect("the handlers are pure"));
    assert_eq!(game.hash64(), second);
    let again = Game::replay(game.rules().clone(), game.seed(), game.host().cloned(), game.log());
    let mut again = again.expect("the log fits");
    assert_eq!(again.hash64(), second);
    answer(&mut game, 1);
    answer(&mut again, 1);
    assert_eq!(again.hash64(), game.hash64());
    for hash in [second, first, begin] {
        assert!(game.undo().expect("the handlers are pure"));
        assert_eq!(game.hash64(), hash);
    }
    // Other answers are other games.
    place(&mut game, 1, 0, 0);
    answer(&mut game, 1);
    assert_ne!(game.hash64(), second);
}

#[test]
fn outcomes_can_be_settled_while_a_question_is_open() {
    let mut game = game(quiz(), &["U", "U"]);
    game.force([Chance::Number(11)]);
    place(&mut game, 1, 0, 0);
    game.force([Chance::Number(22)]);
    answer(&mut game, 0);
    answer(&mut game, 0);
    assert_eq!(chances(&game), [11, 22]);
    // Also where the first number came from the generator.
    let mut game = crate::game(quiz(), &["U", "U"]);
    place(&mut game, 1, 0, 0);
    let rolled = chances(&game)[0];
    game.force([Chance::Number(33)]);
    answer(&mut game, 0);
    assert_eq!(chances(&game), [rolled, 33]);
    // An outcome that cannot be is passed over.
    answer(&mut game, 0);
    game.force([Chance::Number(100), Chance::Number(44)]);
    pass(&mut game);
    place(&mut game, 2, 0, 0);
    assert_eq!(chances(&game)[2], 44);
}

#[test]
fn what_was_settled_is_settled_again_after_undo() {
    let mut game = game(quiz(), &["U", "U"]);
    game.force([Chance::Number(11), Chance::Number(22)]);
    let before = game.hash64();
    for _ in 0..2 {
        place(&mut game, 1, 0, 0);
        answer(&mut game, 0);
        answer(&mut game, 0);
        assert_eq!(chances(&game), [11, 22]);
        (0..3).for_each(|_| assert!(game.undo().expect("the handlers are pure")));
        assert_eq!(game.hash64(), before);
    }
}

#[test]
fn a_handler_that_fails_after_an_answer_leaves_the_question_open() {
    let host = Closures::new().on(EventKind::TilePlaced, |scene, _, answers| {
        let _ = scene.add_tokens(Holder::Game, "coin", 1);
        match answers {
            [] => ask(Player(0), "which", numbers(2)),
            [0] => fail("the wrong one"),
            _ => done(),
        }
    });
    let mut game = game(host, &["U", "U"]);
    place(&mut game, 1, 0, 0);
    let before = (game.hash64(), game.log().len());
    let error = game.apply(Choice::Answer { item: 0 }).expect_err("it fails");
    assert_eq!(error.to_string(), "the wrong one");
    assert_eq!((game.hash64(), game.log().len()), before);
    answer(&mut game, 1);
    assert_eq!(coins(&game), [(Holder::Game, 1)]);
}

#[test]
fn a_question_of_an_expansion_that_is_left_out_is_dropped() {
    let mut game = game(quiz(), &["U", "U"]);
    place(&mut game, 1, 0, 0);
    game.mute(0).expect("nobody else fails");
    assert!(matches!(game.decision().map(|decision| decision.prompt), Some(Prompt::Deploy)));
    assert_eq!(coins(&game), []);
    let again = Game::replay(game.rules().clone(), game.seed(), game.host().cloned(), game.log());
    assert_eq!(again.expect("the log fits").hash64(), game.hash64());
    pass(&mut game);
    place(&mut game, 2, 0, 0);
    assert!(game.question().is_none());
    // Leaving out another one leaves the question open.
    let mut game = crate::game(quiz(), &["U", "U"]);
    place(&mut game, 1, 0, 0);
    game.mute(7).expect("nobody fails");
    let question = game.question().expect("it is still open");
    assert_eq!(&*question.prompt, "first");
    answer(&mut game, 0);
    answer(&mut game, 0);
    assert_eq!(chances(&game).len(), 2);
    let again = Game::replay(game.rules().clone(), game.seed(), game.host().cloned(), game.log());
    assert_eq!(again.expect("the log fits").hash64(), game.hash64());
}
