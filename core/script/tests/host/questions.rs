//! `game:ask`: the handler waits, and the game with it.

use std::sync::Arc;

use bastide_engine::decision::Choice;
use bastide_engine::game::Game;
use bastide_engine::luck::{Chance, Forced};

use crate::common::{Script, World};
use crate::{ALICE, BOB, again, awarded, choose, fan, options, place, points, question, turn};

/// After each placement: 1 point, a question to the other player, 10 points for the answer, a second
/// question, 100 points, and for a second `yes` 1000 more.
const TWO: &str = r#"
local fan = {}
function fan.on_tile_placed(game, event)
  game:award(event.player, 1)
  local who = game:ask(event.player.next, { prompt = "who", options = game.players, about = event.tile })
  game:award(who, 10)
  local sure = game:ask(event.player, { prompt = "sure", options = { "yes", "no" } })
  game:award(event.player, 100)
  if sure == "yes" then
    game:award(event.player, 1000)
  end
end
return fan
"#;

fn two() -> (World, Game) {
    let world = fan(TWO);
    let mut game = world.game(1);
    place(&mut game);
    (world, game)
}

#[test]
fn two_questions_to_two_players() {
    let (_, mut game) = two();
    assert_eq!(question(&game), Some((BOB, "who".to_owned())));
    assert_eq!(options(&game), ["alice", "bob"]);
    choose(&mut game, "bob");
    assert_eq!(question(&game), Some((ALICE, "sure".to_owned())));
    choose(&mut game, "yes");
    assert_eq!(question(&game), None);
    assert_eq!(points(&game), [1101, 10]);
}

#[test]
fn what_was_reported_before_a_question_is_not_reported_again() {
    let (_, mut game) = two();
    assert_eq!(awarded(&game), [1]);
    choose(&mut game, "bob");
    assert_eq!(awarded(&game), [10]);
    choose(&mut game, "yes");
    assert_eq!(awarded(&game), [100, 1000]);
}

#[test]
fn the_first_game_of_a_machine_is_like_the_second() {
    // A step is done again the first time that its handler is seen to ask after a change.
    let world = fan(TWO);
    let host = world.host();
    let play = |forced: &[&str]| {
        let draws = forced.iter().map(|name| Chance::Draw(world.rules.tile_id(name).unwrap())).collect();
        let mut game = Game::with_host(Arc::clone(&world.rules), 7, Some(host.clone()), draws).unwrap();
        game.keep_journal();
        let mut seen = Vec::new();
        for answers in [["bob", "yes"], ["alice", "no"]] {
            place(&mut game);
            seen.push(format!("{:?}", game.journal()));
            for answer in answers {
                choose(&mut game, answer);
                seen.push(format!("{:?}", game.journal()));
            }
            game.apply(Choice::Pass).unwrap();
            seen.push(format!("{:?} {}", game.journal(), game.hash64()));
        }
        (seen, game.log().to_vec())
    };
    let first = play(&["base/U", "base/X", "base/V"]);
    assert_eq!(play(&["base/U", "base/X", "base/V"]), first);
    assert_eq!(play(&[]), play(&[]));
}

#[test]
fn what_is_reported_adds_up_to_the_points_however_often_a_step_is_done() {
    // The second expansion asks for the first time in a step that answers a question of the first.
    let asking = |when: &str, points: u32| {
        format!(
            "return {{ on_tile_placed = function(game, event)\n\
               if not ({when}) then return end\n\
               print('turn ' .. game.turn)\n\
               game:award(event.player, {points})\n\
               game:ask(event.player, {{ prompt = 'sure', options = {{ 'yes', 'no' }} }})\n\
             end }}"
        )
    };
    let (first, second) = (asking("true", 1), asking("game.turn == 3", 100));
    let world = World::new(&[], &[Script::new("a", &first), Script::new("b", &second)]);
    let mut game = world.game(1);
    let (mut reported, mut printed) = (0, Vec::new());
    let mut note = |game: &Game| {
        reported += awarded(game).iter().sum::<i32>();
        printed.extend(game.host().unwrap().borrow_mut().take_output());
        assert_eq!(reported, points(game).iter().sum::<i32>());
    };
    for turn in 1..=4 {
        place(&mut game);
        note(&game);
        choose(&mut game, "yes");
        note(&game);
        if turn == 3 {
            choose(&mut game, "no");
            note(&game);
        }
        game.apply(Choice::Pass).unwrap();
        note(&game);
    }
    assert_eq!(points(&game), [102, 2]);
    // Also where a handler is called again with its answer, it prints once what stands before the question.
    assert_eq!(printed, ["1", "2", "3", "3", "4"].map(|turn| format!("turn {turn}")));
}

#[test]
fn what_was_reported_is_not_reported_again_after_going_back_to_the_question() {
    let (_, mut game) = two();
    choose(&mut game, "bob");
    choose(&mut game, "yes");
    assert!(game.undo().unwrap() && game.undo().unwrap());
    assert_eq!(question(&game), Some((BOB, "who".to_owned())));
    choose(&mut game, "bob");
    assert_eq!(awarded(&game), [10]);
}

#[test]
fn a_handler_that_fails_after_a_change_leaves_no_trace_the_first_time_and_the_second() {
    let world =
        fan("return { on_tile_placed = function(game, event) game:award(event.player, 5) error('no') end }");
    let mut game = world.game(1);
    let first = game.decision().unwrap().list()[0];
    let message = crate::failure(&mut game, first);
    assert!(message.contains("event.tile = "), "{message}");
    assert_eq!(crate::failure(&mut game, first), message);
    assert_eq!(points(&game), [0, 0]);
    assert!(game.journal().is_empty());
}

#[test]
fn a_question_before_the_first_decision_after_a_change() {
    let world = fan("return { on_game_start = function(game)\n\
           game:award(game.active, 3)\n\
           game:ask(game.active, { prompt = 'ready', options = { 'yes', 'no' } })\n\
           game:award(game.active, 4)\n\
         end }");
    let mut game = world.game(1);
    assert_eq!(question(&game), Some((ALICE, "ready".to_owned())));
    assert_eq!(points(&game), [3, 0]);
    choose(&mut game, "no");
    assert_eq!(points(&game), [7, 0]);
    assert_eq!(again(&world, &game).hash64(), game.hash64());
}

#[test]
fn while_a_question_is_open_the_state_is_the_one_at_the_question() {
    let (_, mut game) = two();
    assert_eq!(points(&game), [1, 0]);
    choose(&mut game, "bob");
    assert_eq!(points(&game), [1, 10]);
}

#[test]
fn only_answers_are_options_and_only_those_that_there_are() {
    let (_, mut game) = two();
    assert!(game.apply(Choice::Pass).is_err());
    assert!(game.apply(Choice::Answer { item: 2 }).is_err());
    assert_eq!(question(&game), Some((BOB, "who".to_owned())));
}

#[test]
fn options_end_at_the_first_gap_and_names_are_none() {
    let main = r#"
        return { on_turn_end = function(game)
          local player = game.active
          local lists = {
            { { "a", nil, "c" }, "a" }, { { "a", key = "b" }, "a" }, { { [2] = "b" }, nil }, { { key = "b" }, nil }, { {}, nil },
          }
          for _, list in ipairs(lists) do
            assert(game:ask(player, { prompt = "which", options = list[1] }) == list[2])
          end
          local backwards = {}
          backwards[2], backwards[1] = "b", "a"
          if game:ask(player, { prompt = "which", options = backwards }) == "b" then game:award(player, 1) end
        end }
    "#;
    let mut game = fan(main).game(1);
    turn(&mut game);
    assert_eq!(options(&game), ["a", "b"]);
    choose(&mut game, "b");
    assert_eq!(points(&game), [1, 0]);
}

#[test]
fn a_waiting_game_forks() {
    let (_, game) = two();
    let (mut left, mut right) = (game.clone(), game.clone());
    choose(&mut left, "alice");
    choose(&mut right, "bob");
    choose(&mut right, "no");
    choose(&mut left, "yes");
    assert_eq!(points(&left), [1111, 0]);
    assert_eq!(points(&right), [101, 10]);
    assert_eq!(points(&game), [1, 0]);
    assert_eq!(question(&game), Some((BOB, "who".to_owned())));
}

#[test]
fn answers_are_taken_back_one_by_one() {
    let world = fan(TWO);
    let mut game = world.game(1);
    let mut hashes = vec![game.hash64()];
    place(&mut game);
    for answer in ["bob", "no"] {
        hashes.push(game.hash64());
        choose(&mut game, answer);
    }
    for hash in hashes.into_iter().rev() {
        assert!(game.undo().unwrap());
        assert_eq!(game.hash64(), hash);
    }
    assert!(!game.undo().unwrap());
    place(&mut game);
    choose(&mut game, "alice");
    choose(&mut game, "yes");
    assert_eq!(points(&game), [1111, 0]);
}

#[test]
fn a_waiting_game_is_replayed_from_its_log() {
    let (world, mut game) = two();
    for answer in ["bob", "yes"] {
        let copy = again(&world, &game);
        assert_eq!((copy.hash64(), question(&copy)), (game.hash64(), question(&game)));
        choose(&mut game, answer);
    }
    assert_eq!(again(&world, &game).hash64(), game.hash64());
}

#[test]
fn an_answer_that_changes_nothing_yet_is_part_of_the_fingerprint() {
    let world = fan(r#"
        local fan = {}
        function fan.on_tile_placed(game, event)
          game:ask(event.player, { prompt = "first", options = { "yes", "no" } })
          game:ask(event.player, { prompt = "second", options = { "yes", "no" } })
        end
        return fan
    "#);
    let mut yes = world.game(1);
    place(&mut yes);
    let mut no = yes.clone();
    choose(&mut yes, "yes");
    choose(&mut no, "no");
    assert_eq!(question(&yes), question(&no));
    assert_ne!(yes.hash64(), no.hash64());
}

#[test]
fn the_answer_is_the_option_itself() {
    // The handle that comes back is equal to the one that went in, and works.
    let world = fan(r#"
        local fan = {}
        function fan.on_tile_placed(game, event)
          local cases = {
            game.players, game:tiles(), event.tile:features(), event.player:supply(), game:open_cells(),
            { 3, 7 }, { "x", "y" }, { true, false }, { event.tile.def, "none" },
          }
          for index, options in ipairs(cases) do
            local last = options[#options]
            local answer = game:ask(event.player, { prompt = "case " .. index, options = options })
            if answer ~= last then
              error("case " .. index .. ": " .. tostring(answer) .. " is not " .. tostring(last))
            end
          end
          game:award(event.player, #cases)
        end
        return fan
    "#);
    let mut game = world.game(1);
    place(&mut game);
    while question(&game).is_some() {
        let last = game.decision().unwrap().len() as u16 - 1;
        game.apply(Choice::Answer { item: last }).unwrap();
    }
    assert_eq!(points(&game), [9, 0]);
}

#[test]
fn with_one_option_nobody_is_asked_and_without_any_the_answer_is_nil() {
    let world = fan(r#"
        local fan = {}
        function fan.on_tile_placed(game, event)
          local one = game:ask(event.player, { prompt = "one", options = { "only" } })
          local none = game:ask(event.player, { prompt = "none", options = {} })
          game:award(event.player, (one == "only" and 1 or 0) + (none == nil and 2 or 0))
        end
        return fan
    "#);
    let mut game = world.game(1);
    place(&mut game);
    assert_eq!(question(&game), None);
    assert_eq!(points(&game), [3, 0]);
}

#[test]
fn a_question_inside_of_loops_over_things_of_the_game() {
    let world = fan(r#"
        local fan = {}
        function fan.on_tile_placed(game, event)
          for player in game.players do
            for tile in game:tiles() do
              for feature in tile:features("road") do
                local give = game:ask(player, { prompt = "give", options = { 1, 2 }, about = feature })
                game:award(player, give)
              end
            end
          end
        end
        return fan
    "#);
    let mut game = world.game_drawing(&["base/V"]);
    place(&mut game);
    let mut asked = Vec::new();
    while let Some((player, _)) = question(&game) {
        asked.push(player);
        let answer = if player == ALICE { "1" } else { "2" };
        choose(&mut game, answer);
    }
    // The start tile's road and the bend's, for each of two players.
    assert_eq!(asked, [ALICE, ALICE, BOB, BOB]);
    assert_eq!(points(&game), [2, 4]);
}

/// However the script wraps its question, the handler waits, and goes on with the answer.
fn wrapped(wrap: &str) {
    let main = format!(
        r#"
        local fan = {{}}
        function fan.on_tile_placed(game, event)
          local function decide()
            return game:ask(event.player, {{ prompt = "decide", options = {{ 5, 7 }} }})
          end
          {wrap}
          game:award(event.player, answer)
        end
        return fan
        "#
    );
    let world = fan(&main);
    let mut game = world.game(1);
    place(&mut game);
    assert_eq!(question(&game), Some((ALICE, "decide".to_owned())), "{wrap}");
    assert_eq!(awarded(&game), Vec::<i32>::new(), "{wrap}");
    choose(&mut game, "7");
    assert_eq!(points(&game), [7, 0], "{wrap}");
    assert_eq!(again(&world, &game).hash64(), game.hash64(), "{wrap}");
}

#[test]
fn a_question_inside_of_pcall() {
    wrapped("local ok, answer = pcall(decide)\nif not ok then answer = 100 end");
    wrapped("local _, _, answer = pcall(pcall, decide)");
    wrapped(
        "local answer\nfor _ = 1, 3 do local ok, found = pcall(decide) answer = ok and found or 100 break end",
    );
}

#[test]
fn a_question_inside_of_xpcall() {
    wrapped("local ok, answer = xpcall(decide, function() game:award(event.player, 1000) end)");
}

#[test]
fn a_question_inside_of_a_coroutine() {
    wrapped("local _, answer = coroutine.resume(coroutine.create(decide))");
    wrapped("local answer = coroutine.wrap(decide)()");
    wrapped("local _, answer = pcall(coroutine.wrap(decide))");
    wrapped(
        "local thread = coroutine.create(function() coroutine.yield(1) return decide() end)\n\
         coroutine.resume(thread)\nlocal _, answer = coroutine.resume(thread)",
    );
}

#[test]
fn a_handler_that_asks_sees_no_coroutine_around_it() {
    let world = fan(r#"
        local fan = {}
        function fan.on_tile_placed(game, event)
          assert(coroutine.running() == nil and not coroutine.isyieldable())
          local ok, error = pcall(coroutine.yield, 1)
          assert(not ok and tostring(error):find("attempt to yield across metamethod"), error)
          local own = coroutine.create(function()
            assert(coroutine.running() and coroutine.isyieldable())
            coroutine.yield(1)
          end)
          assert(select(2, coroutine.resume(own)) == 1)
          local answer = game:ask(event.player, { prompt = "which", options = { 1, 7 } })
          assert(coroutine.running() == nil and not coroutine.isyieldable())
          game:award(event.player, answer)
        end
        return fan
    "#);
    // The first game of a machine is as the others.
    let host = world.host();
    let hashes = [1, 2, 3].map(|_| {
        let rules = Arc::clone(&world.rules);
        let mut game = Game::with_host(rules, 1, Some(host.clone()), Forced::new()).unwrap();
        place(&mut game);
        assert_eq!(question(&game), Some((ALICE, "which".to_owned())));
        choose(&mut game, "7");
        assert_eq!(points(&game), [7, 0]);
        game.hash64()
    });
    assert_eq!(hashes[0], hashes[1]);
    assert_eq!(hashes[0], hashes[2]);
}

#[test]
fn a_question_inside_of_a_sort_and_of_a_metamethod() {
    wrapped("local answer\ntable.sort({ 1, 2 }, function() answer = decide() return false end)\n");
    wrapped("local lazy = setmetatable({}, { __index = decide })\nlocal answer = lazy.x");
}

#[test]
fn a_handler_that_asks_something_else_the_second_time_is_caught() {
    let world = fan(r#"
        local fan = {}
        local runs = 0
        function fan.on_tile_placed(game, event)
          runs = runs + 1
          local options = runs == 1 and { 1, 2, 3 } or { 1, 2 }
          game:ask(event.player, { prompt = "which", options = options })
        end
        return fan
    "#);
    let mut game = world.game(1);
    place(&mut game);
    let error = game.apply(Choice::Answer { item: 2 }).unwrap_err().to_string();
    assert!(error.contains("the question is not the one that was answered"), "{error}");
}

#[test]
fn storage_that_was_set_before_a_question_is_set_once() {
    let world = fan(r#"
        local fan = {}
        function fan.on_tile_placed(game, event)
          game.storage.count = (game.storage.count or 0) + 1
          game:ask(event.player, { prompt = "go on", options = { "yes", "no" } })
          game.storage.count = game.storage.count + 10
        end
        function fan.on_turn_end(game, event)
          game:award(event.player, game.storage.count)
        end
        return fan
    "#);
    let mut game = world.game(1);
    turn_with_answer(&mut game);
    turn_with_answer(&mut game);
    assert_eq!(points(&game), [11, 22]);
}

fn turn_with_answer(game: &mut Game) {
    place(game);
    choose(game, "no");
    choose(game, "pass");
}

#[test]
fn two_expansions_ask_about_the_same_event_one_after_the_other() {
    let main = |id: &str| {
        format!(
            "return {{ on_turn_end = function(game, event)\n\
             game:award(event.player, game:ask(event.player, {{ prompt = \"{id}\", options = {{ 1, 2 }} }}))\nend }}"
        )
    };
    let (first, second) = (main("first"), main("second"));
    let scripts = [crate::Script::new("a", &first), crate::Script::new("b", &second)];
    let world = World::new(&[], &scripts);
    let mut game = world.game(1);
    turn(&mut game);
    assert_eq!(question(&game), Some((ALICE, "first".to_owned())));
    choose(&mut game, "1");
    assert_eq!(question(&game), Some((ALICE, "second".to_owned())));
    choose(&mut game, "2");
    assert_eq!(points(&game), [3, 0]);
    assert!(game.undo().unwrap());
    assert_eq!((question(&game), points(&game)), (Some((ALICE, "second".to_owned())), [1, 0]));
}
