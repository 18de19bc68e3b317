//! Whole games with scripts end, and play again to the same state.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test fails loudly")]

mod common;

use bastide_engine::event::Event;
use bastide_engine::game::Game;
use common::{World, play_randomly};

#[test]
fn watchtowers_play_to_the_end_and_again() {
    let world = World::new(&["watchtowers"], &[]);
    let mut awards = 0;
    for seed in 0..20 {
        let mut game = world.game(seed);
        while !game.is_over() {
            let step = seed + game.log().len() as u64;
            play_randomly(&mut game, step, 1);
            let tower =
                |event: &&Event| matches!(event, Event::PointsAwarded(award) if award.feature.is_none());
            awards += game.journal().iter().filter(tower).count();
        }
        let rules = std::sync::Arc::clone(game.rules());
        let again = Game::replay(rules, seed, Some(world.host()), game.log()).unwrap();
        assert_eq!(again.hash64(), game.hash64());
    }
    assert!(awards > 5, "{awards}");
}
