//! What is recorded of the scripts that run: lines, hooks and actions.

use std::sync::Arc;

use bastide_engine::decision::Choice;
use bastide_engine::game::Game;
use bastide_engine::luck::Forced;
use bastide_script::Limits;
use bastide_script::coverage::{Coverage, Recorder};
use bastide_script::load_recorded;

use crate::common::World;
use crate::declared;

const MAIN: &str = r#"local fan = { actions = {} }

function fan.on_tile_placed(game, event)
  if game.turn == 1 then
    game:award(event.player, 1)
  elseif game.turn > 99 then
    error("no game is so long")
  end
end

fan.on_turn_end = function() end

function fan.on_final_scoring(game)
  game:award(game.active, 9)
end

fan.actions.nap = { phase = "deploy", options = function() return { 1 } end, perform = function()
  print("it is quiet")
end }

return fan
"#;

/// What is recorded of a few moves.
fn record(world: &World, moves: usize) -> Coverage {
    let recorder = Recorder::new();
    let host = load_recorded(&world.rules, world.sources.clone(), Limits::default(), &recorder).unwrap();
    let mut game = Game::with_host(Arc::clone(&world.rules), 1, Some(host), Forced::new()).unwrap();
    for _ in 0..moves {
        let list = game.decision().map(|decision| decision.list()).unwrap_or_default();
        let Some(choice) = list.into_iter().find(|choice| !matches!(choice, Choice::Act { .. })) else {
            break;
        };
        game.apply(choice).unwrap();
    }
    assert_eq!(recorder.coverage(), Coverage::default(), "a host reports when it goes");
    drop(game);
    recorder.coverage()
}

#[test]
fn lines_are_counted_and_handlers_that_nobody_called_are_named() {
    let world = declared("", MAIN);
    let coverage = record(&world, 8);
    let key = |name: &str| ("fan".to_owned(), name.to_owned());
    let lines = &coverage.files[&key("main.lua")];
    let missed: Vec<u32> = lines.iter().filter(|(_, hits)| **hits == 0).map(|(line, _)| *line).collect();
    assert_eq!(missed, [7, 14, 18]);
    assert_eq!(lines.get(&5), Some(&1));
    assert!(lines[&4] > 1, "{lines:?}");
    assert!(!lines.contains_key(&2) && !lines.contains_key(&9), "nothing can run there: {lines:?}");
    let calls = |name: &str| coverage.handlers[&key(name)];
    assert!(calls("on_tile_placed") > 1);
    assert_eq!((calls("on_final_scoring"), calls("actions.nap")), (0, 0));
    assert!(calls("on_turn_end") > 0, "a handler without lines of its own is called too");
}

#[test]
fn what_is_recorded_changes_nothing_and_adds_up() {
    let world = declared("", MAIN);
    let recorder = Recorder::new();
    let play = |host| {
        let mut game = Game::with_host(Arc::clone(&world.rules), 5, Some(host), Forced::new()).unwrap();
        for _ in 0..40 {
            let Some(choice) = game.decision().and_then(|decision| decision.get(0)) else { break };
            game.apply(choice).unwrap();
        }
        game.hash64()
    };
    let recorded =
        || load_recorded(&world.rules, world.sources.clone(), Limits::default(), &recorder).unwrap();
    assert_eq!(play(recorded()), play(world.host()));
    let once = recorder.coverage();
    play(recorded());
    let twice = recorder.coverage();
    let doubled = |(key, lines): (&(String, String), &std::collections::BTreeMap<u32, u64>)| {
        lines.iter().all(|(line, hits)| twice.files[key][line] == 2 * hits)
    };
    assert!(once.files.iter().all(doubled));
}

#[test]
fn a_strength_that_a_script_asks_for_is_a_call() {
    let calls = |deployed: &str| {
        let main = format!(
            "return {{ adjust_strength = function() return 1 end,\n\
             on_piece_deployed = function(game, event) {deployed} end }}\n"
        );
        let world = declared("", &main);
        let recorder = Recorder::new();
        let host = load_recorded(&world.rules, world.sources.clone(), Limits::default(), &recorder).unwrap();
        let mut game = Game::with_host(Arc::clone(&world.rules), 1, Some(host), Forced::new()).unwrap();
        for _ in 0..2 {
            let list = game.decision().unwrap().list();
            game.apply(*list.iter().find(|choice| **choice != Choice::Pass).unwrap()).unwrap();
        }
        drop(game);
        recorder.coverage().handlers[&("fan".to_owned(), "adjust_strength".to_owned())]
    };
    assert_eq!(calls("event.feature:strength_of(event.player)"), calls("") + 1);
}
