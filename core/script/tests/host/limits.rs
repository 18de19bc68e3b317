//! Time and memory: bounded, and the same on every machine.

use std::sync::Arc;

use bastide_engine::decision::Choice;
use bastide_engine::game::Game;
use bastide_engine::luck::Forced;
use bastide_script::Limits;

use crate::common::{World, play_randomly};
use crate::{failure, fan, place, points, turn};

fn game_with(world: &World, limits: Limits) -> Game {
    let host = bastide_script::load(&world.rules, world.sources.clone(), limits).unwrap();
    Game::with_host(Arc::clone(&world.rules), 1, Some(host), Forced::new()).unwrap()
}

/// Whether the handler of the first turn's end comes to its end with so much fuel.
fn is_enough(world: &World, fuel: u64) -> bool {
    let mut game = game_with(world, Limits { fuel, ..Limits::default() });
    place(&mut game);
    game.apply(Choice::Pass).is_ok()
}

/// The least fuel with which it does.
fn need(world: &World) -> u64 {
    let (mut low, mut high) = (0, 100_000);
    assert!(is_enough(world, high));
    while low + 1 < high {
        let middle = (low + high) / 2;
        if is_enough(world, middle) { high = middle } else { low = middle }
    }
    high
}

const WORK: &str = r#"
    local function work(count)
      local words = {}
      for index = 1, count do
        words[index] = string.format("%d-%s", index, string.rep("x", index % 7))
      end
      table.sort(words)
      return string.gsub(table.concat(words), "x+", "y")
    end
    return { on_turn_end = function(game, event)
      for tile in game:tiles() do work(50) end
      pcall(work, 20)
      game:award(event.player, 1)
    end }
"#;

#[test]
fn fuel_is_counted_the_same_each_time() {
    let world = fan(WORK);
    let least = need(&world);
    assert!(least > 50, "{least}");
    for _ in 0..5 {
        assert!(is_enough(&world, least));
        assert!(!is_enough(&world, least - 1));
    }
    // What other handlers used before does not count.
    let mut game = game_with(&world, Limits { fuel: least * 8, ..Limits::default() });
    (0..10).for_each(|_| turn(&mut game));
    assert_eq!(points(&game), [5, 5]);
}

#[test]
fn more_work_needs_more_fuel() {
    let needs = [10, 100, 1000].map(|count| {
        need(&fan(&format!(
            "return {{ on_turn_end = function(game) local sum = 0 for i = 1, {count} do sum = sum + i end end }}"
        )))
    });
    assert!(needs[0] < needs[1] && needs[1] < needs[2], "{needs:?}");
}

#[test]
fn the_error_names_the_place_and_comes_at_the_same_place_each_time() {
    let world = fan(
        "local function spin()\n  local n = 0\n  while true do\n    n = n + 1\n  end\nend\n\nreturn { on_turn_end = function(game)\n  spin()\nend }\n",
    );
    let messages: Vec<String> = (0..3)
        .map(|_| {
            let mut game = game_with(&world, Limits { fuel: 10_000, ..Limits::default() });
            place(&mut game);
            failure(&mut game, Choice::Pass)
        })
        .collect();
    assert_eq!(messages[0], messages[1]);
    assert_eq!(messages[1], messages[2]);
    assert!(messages[0].contains("it runs too long") && messages[0].contains("main.lua:"), "{}", messages[0]);
}

#[test]
fn functions_that_only_look_are_bounded_too() {
    for main in [
        "return { allow_placement = function() while true do end end }",
        "return { actions = { a = { phase = \"deploy\", when = function() while true do end end, perform = print } } }",
        "return { actions = { a = { phase = \"deploy\", options = function() while true do end end, perform = print } } }",
        "return { allow_draw = function() return string.find(string.rep(\"a\", 50), string.rep(\"a?\", 50) .. string.rep(\"a\", 51)) end }",
    ] {
        let world = fan(main);
        let host = bastide_script::load(&world.rules, world.sources.clone(), Limits::default()).unwrap();
        let error = match Game::with_host(Arc::clone(&world.rules), 1, Some(host), Forced::new()) {
            Err(error) => error.to_string(),
            Ok(mut game) => {
                let first = game.decision().unwrap().list()[0];
                failure(&mut game, first)
            }
        };
        assert!(error.contains("it runs too long"), "{error}");
    }
}

const HUNGRY: &str = r#"
    return { on_turn_end = function(game, event)
      local all = {}
      for index = 1, (game.turn == 2 and 1000000 or 10) do
        all[index] = string.rep("x", 10000) .. index
      end
      game:award(event.player, 1)
    end }
"#;

#[test]
fn a_host_goes_on_after_it_ran_out_of_memory() {
    let world = fan(HUNGRY);
    let mut game = game_with(&world, Limits { memory: 8 << 20, ..Limits::default() });
    turn(&mut game);
    place(&mut game);
    let error = failure(&mut game, Choice::Pass);
    assert!(error.contains("the scripts use too much memory"), "{error}");
    // The same machine, another game: it is well again.
    let mut other =
        Game::with_host(Arc::clone(&world.rules), 2, game.host().cloned(), Forced::new()).unwrap();
    turn(&mut other);
    assert_eq!(points(&other), [1, 0]);
    // And the same game, without the expansion.
    game.mute(0).unwrap();
    play_randomly(&mut game, 1, 10_000);
    assert!(game.is_over());
}

#[test]
fn memory_that_is_let_go_is_free_again() {
    let world = fan(r#"
        return { on_turn_end = function(game, event)
          local all = {}
          for index = 1, 100 do all[index] = string.rep("x", 10000) .. index end
          game:award(event.player, 1)
        end }
    "#);
    let mut game = game_with(&world, Limits { memory: 8 << 20, ..Limits::default() });
    (0..60).for_each(|_| turn(&mut game));
    assert_eq!(points(&game), [30, 30]);
}

#[test]
fn what_is_loaded_is_bounded_too() {
    for (main, message) in [
        ("while true do end", "runs too long"),
        ("local all = {} for i = 1, 1e9 do all[i] = string.rep(\"x\", 100000) .. i end", "too much memory"),
    ] {
        let error = fan(main).try_host().map(|_| ()).unwrap_err().to_string();
        assert!(error.contains(message) && error.contains("could not be loaded"), "{error}");
    }
}
