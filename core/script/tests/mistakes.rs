//! What a fan can get wrong in a script, and what is said about it. The snapshots are the messages.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test fails loudly")]

mod common;

use bastide_engine::game::Game;
use common::{Script, World, play_randomly};

/// The message of an expansion called `fan` that cannot be loaded.
fn load_error(main: &str) -> String {
    load_error_with(main, &[])
}

fn load_error_with(main: &str, files: &[(&str, &str)]) -> String {
    let script = Script { files, ..Script::new("fan", main) };
    match World::new(&[], &[script]).try_host() {
        Ok(_) => panic!("it loads"),
        Err(errors) => errors.to_string(),
    }
}

/// The message of an expansion called `fan` that fails within the first turns, and the proof that
/// the game stands where it stood before the decision that failed.
fn run_error(main: &str) -> String {
    run_error_in(&World::new(&[], &[Script::new("fan", main)]))
}

fn run_error_in(world: &World) -> String {
    let mut game = match world.try_game(7) {
        Ok(game) => game,
        Err(error) => return error.to_string(),
    };
    for step in 0.. {
        let before = (game.hash64(), game.log().len());
        let Some(decision) = game.decision() else { break };
        let choice = decision.get(step * 7 % decision.len()).unwrap();
        if let Err(error) = game.apply(choice) {
            assert_eq!(before, (game.hash64(), game.log().len()), "the game is not where it was");
            the_game_goes_on_without(&game);
            return error.to_string();
        }
    }
    panic!("nothing failed");
}

/// DESIGN: the player may go on without that expansion's handler.
fn the_game_goes_on_without(game: &Game) {
    let mut game = game.clone();
    game.mute(0).unwrap();
    play_randomly(&mut game, 3, 10_000);
    assert!(game.is_over());
}

macro_rules! mistakes {
    ($($name:ident: $check:ident $main:literal;)*) => {
        $(#[test]
        fn $name() {
            insta::assert_snapshot!(stringify!($name), $check($main), $main);
        })*
    };
}

mistakes! {
    wrong_hook: load_error "local fan = {}\n\nfunction fan.on_tile_place(game, event)\nend\n\nreturn fan\n";
    hook_like_nothing: load_error "local fan = {}\n\nfunction fan.helper()\nend\n\nreturn fan\n";
    hook_is_no_function: load_error "return { on_turn_end = 3 }\n";
    syntax: load_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  if event.player then\nend\n\nreturn fan\n";
    assignment_as_condition: load_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  if game.turn = 3 then\n  end\nend\n\nreturn fan\n";
    fraction_of_points: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  game:award(event.player, 1.5)\nend\n\nreturn fan\n";
    adjustment_by_a_fraction: run_error "local fan = {}\n\nfunction fan.adjust_points(game, query)\n  return { inn = 1.5 }\nend\n\nreturn fan\n";
    byte_order_mark_and_a_mistake: load_error "\u{feff}return { on_turn_end = 3 }\n";
    nothing_returned: load_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\nend\n";
    colon_and_dot: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  game.award(event.player, 1)\nend\n\nreturn fan\n";
    wrong_field_of_a_handle: run_error "local fan = {}\n\nfunction fan.on_tile_placed(game, event)\n  local x = event.tile.neighbors\nend\n\nreturn fan\n";
    wrong_method: run_error "local fan = {}\n\nfunction fan.on_tile_placed(game, event)\n  event.tile:vicinty()\nend\n\nreturn fan\n";
    wrong_method_of_what_a_loop_gives: run_error "local fan = {}\n\nfunction fan.on_turn_end(game)\n  for each in game.players do\n    each:suply()\n  end\nend\n\nreturn fan\n";
    wrong_method_of_a_local: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  local who = event.player\n  who:pieces_inn(\"prison\")\nend\n\nreturn fan\n";
    wrong_method_of_something: run_error "local fan = {}\n\nlocal function visit(it) it:vicinty() end\n\nfunction fan.on_tile_placed(game, event) visit(event.tile) end\n\nreturn fan\n";
    a_method_of_other_things: run_error "local fan = {}\n\nfunction fan.on_tile_placed(game, event)\n  local tile = event.tile\n  tile = event.player\n  tile:sum(\"shield\")\nend\n\nreturn fan\n";
    a_field_that_is_called: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  if event.player:points() > 3 then\n    print(1)\n  end\nend\n\nreturn fan\n";
    a_method_called_on_another_thing: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  local give = game.award\n  give(event.player, 3)\nend\n\nreturn fan\n";
    wrong_field_of_an_event: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  game:award(event.playr, 1)\nend\n\nreturn fan\n";
    wrong_argument: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  game:award(event.player, \"three\")\nend\n\nreturn fan\n";
    wrong_kind_of_piece: run_error "local fan = {}\n\nfunction fan.on_tile_placed(game, event)\n  event.tile:count_pieces(\"meeples\")\nend\n\nreturn fan\n";
    wrong_kind_of_feature: run_error "local fan = {}\n\nfunction fan.on_tile_placed(game, event)\n  event.tile:has(\"castle\")\nend\n\nreturn fan\n";
    endless_loop: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  while true do\n  end\nend\n\nreturn fan\n";
    endless_loop_that_catches: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  local function forever()\n    while true do\n    end\n  end\n  while true do\n    pcall(forever)\n  end\nend\n\nreturn fan\n";
    endless_loop_while_loading: load_error "while true do\nend\n";
    endless_pattern: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  local text = string.rep(\"a\", 30)\n  string.find(text, string.rep(\"a*\", 30) .. \"b\")\nend\n\nreturn fan\n";
    endless_recursion: run_error "local fan = {}\n\nlocal function deeper(n)\n  return 1 + deeper(n + 1)\nend\n\nfunction fan.on_turn_end(game, event)\n  deeper(1)\nend\n\nreturn fan\n";
    memory_bomb: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  local all = {}\n  for i = 1, 1000000 do\n    all[i] = string.rep(\"x\", 10000) .. i\n  end\nend\n\nreturn fan\n";
    words_about_memory: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  error(\"you have not enough memory tokens\")\nend\n\nreturn fan\n";
    memory_bomb_that_catches: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  pcall(function()\n    local all = {}\n    for i = 1, 1000000 do\n      all[i] = string.rep(\"x\", 10000) .. i\n    end\n  end)\nend\n\nreturn fan\n";
    error_after_changes: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  game:award(event.player, 100)\n  game.storage.count = 1\n  local tile\n  print(tile.name)\nend\n\nreturn fan\n";
    given_as_it_was_before_the_handler: run_error "local fan = {}\n\nfunction fan.on_piece_deployed(game, event)\n  event.piece:return_home()\n  error(\"oh\")\nend\n\nreturn fan\n";
    own_error: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  error(\"the moon is full\")\nend\n\nreturn fan\n";
    error_in_a_helper: run_error "local fan = {}\n\nlocal function double(value)\n  return value * 2\nend\n\nfunction fan.on_turn_end(game, event)\n  double(nil)\nend\n\nreturn fan\n";
    asking_while_adjusting: run_error "local fan = {}\n\nfunction fan.adjust_points(game, query)\n  game:ask(query.player, { prompt = \"more?\", options = { \"yes\", \"no\" } })\nend\n\nreturn fan\n";
    changing_while_allowing: run_error "local fan = {}\n\nfunction fan.allow_placement(game, query)\n  game:award(query.player, 1)\n  return true\nend\n\nreturn fan\n";
    storing_while_allowing: run_error "local fan = {}\n\nfunction fan.allow_placement(game, query)\n  game.storage.count = 1\n  return true\nend\n\nreturn fan\n";
    veto_that_is_no_truth: run_error "local fan = {}\n\nfunction fan.allow_placement(game, query)\n  return 3\nend\n\nreturn fan\n";
    adjustment_that_is_no_number: run_error "local fan = {}\n\nfunction fan.adjust_points(game, query)\n  return { inn = \"four\" }\nend\n\nreturn fan\n";
    question_without_prompt: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  game:ask(event.player, { options = { 1, 2 } })\nend\n\nreturn fan\n";
    question_with_unknown_key: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  game:ask(event.player, { promt = \"which?\", options = { 1, 2 } })\nend\n\nreturn fan\n";
    question_of_functions: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  game:ask(event.player, { prompt = \"which?\", options = { print, 2 } })\nend\n\nreturn fan\n";
    storing_a_function: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  game.storage.later = function()\n  end\nend\n\nreturn fan\n";
    storing_a_handle: run_error "local fan = {}\n\nfunction fan.on_tile_placed(game, event)\n  game.storage.tiles = { event.tile }\nend\n\nreturn fan\n";
    storing_a_fraction: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  game.storage.half = 1 / 2\nend\n\nreturn fan\n";
    storing_itself: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  game.storage.me = game.storage\nend\n\nreturn fan\n";
    setting_points: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  event.player.points = 100\nend\n\nreturn fan\n";
    setting_a_global: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  count = 1\nend\n\nreturn fan\n";
    reading_an_unknown_name: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  pirnt(1)\nend\n\nreturn fan\n";
    reading_the_clock: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  os.time()\nend\n\nreturn fan\n";
    writing_a_file: load_error "io.open(\"points.txt\", \"w\")\nreturn {}\n";
    own_randomness: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  math.random(6)\nend\n\nreturn fan\n";
    changing_the_language: load_error "string.rep = nil\nreturn {}\n";
    leaving_the_folder: load_error "local x = require(\"../other/main\")\nreturn {}\n";
    requiring_what_is_not_there: load_error "local x = require(\"helpers\")\nreturn {}\n";
    requiring_unknown_library: load_error "local x = require(\"bastide.lists\")\nreturn {}\n";
    bytecode: load_error "\u{1b}Lua\nreturn {}\n";
    action_without_perform: load_error "return { actions = { dance = { phase = \"deploy\" } } }\n";
    action_in_no_phase: load_error "return { actions = { dance = { phase = \"deplyo\", perform = print } } }\n";
    action_with_unknown_key: load_error "return { actions = { dance = { phase = \"deploy\", perfrom = print } } }\n";
    raising_an_undeclared_event: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  game:raise(\"danced\")\nend\n\nreturn fan\n";
    storage_of_another: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  local secret = game.storages.watchtowers.secret\nend\n\nreturn fan\n";
    doubling_tables: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  local t = { 1 }\n  for i = 1, 27 do\n    t = { t, t }\n  end\n  game.storage.x = t\nend\n\nreturn fan\n";
    a_table_that_is_too_large: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  local t = {}\n  for i = 1, 60000 do\n    t[i] = i\n  end\n  game.storage.t = t\nend\n\nreturn fan\n";
    long_moves: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  local t = table.create(1000000, 1)\n  for i = 1, 100000 do\n    table.move(t, 1, 1000000, 1)\n  end\nend\n\nreturn fan\n";
    long_searches: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  local s = string.rep(\"a\", 1000000)\n  for i = 1, 100000 do\n    s:find(\"b\", 1, true)\n  end\nend\n\nreturn fan\n";
    long_joins: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  local t = table.create(100000, \"abc\")\n  for i = 1, 100000 do\n    table.concat(t)\n  end\nend\n\nreturn fan\n";
    endless_prints: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  local s = string.rep(\"x\", 1000000)\n  for i = 1, 100000 do\n    print(s)\n  end\nend\n\nreturn fan\n";
    too_many_points: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  game:award(event.player, 2147483647)\nend\n\nreturn fan\n";
    parts_of_too_many_points: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  game:award(event.player, 1, { parts = { a = 2147483647, b = 2147483647 } })\nend\n\nreturn fan\n";
    parts_without_labels: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  game:award(event.player, 1, { parts = { 1 } })\nend\n\nreturn fan\n";
    a_source_without_end: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  game:award(event.player, 1, { source = string.rep(\"x\", 1000) })\nend\n\nreturn fan\n";
    handles_as_keys: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  local seen = {}\n  for tile in game:tiles() do\n    seen[tile] = true\n  end\n  for tile in pairs(seen) do\n    print(tile)\n  end\nend\n\nreturn fan\n";
    too_many_answers: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  local t = {}\n  for i = 1, 20000 do\n    t[i] = i\n  end\n  game:ask(event.player, { prompt = \"which\", options = t })\nend\n\nreturn fan\n";
    adjusting_by_too_much: run_error "return { adjust_points = function() return { a = 2147483647 } end }\n";
    points_at_a_feature: run_error "local fan = {}\n\nfunction fan.on_tile_placed(game, event)\n  game:award(event.player, 1, { at = event.tile:features():first() })\nend\n\nreturn fan\n";
    keeping_the_game_at_load: load_error "local points = game.players\nreturn {}\n";
    coroutine_that_asks_forever: run_error "local fan = {}\n\nfunction fan.on_turn_end(game, event)\n  local thread = coroutine.create(function()\n    while true do\n    end\n  end)\n  while true do\n    coroutine.resume(thread)\n  end\nend\n\nreturn fan\n";
}

#[test]
fn a_file_that_requires_itself() {
    let files = [("a.lua", "return require(\"b\")\n"), ("b.lua", "return require(\"a\")\n")];
    insta::assert_snapshot!(load_error_with("local a = require(\"a\")\nreturn {}\n", &files));
}

#[test]
fn an_error_in_another_file_names_that_file() {
    let files = [(
        "points.lua",
        "local points = {}\nfunction points.of(tile)\n  return tile.size * 2\nend\nreturn points\n",
    )];
    let main = "local points = require(\"points\")\nlocal fan = {}\nfunction fan.on_turn_end(game, event)\n  points.of(nil)\nend\nreturn fan\n";
    let world = World::new(&[], &[Script { files: &files, ..Script::new("fan", main) }]);
    insta::assert_snapshot!(run_error_in(&world));
}

#[test]
fn a_handle_kept_in_a_variable_goes_stale_when_the_game_goes_back() {
    let main = "local fan = {}\nlocal last\nfunction fan.on_tile_placed(game, event)\n  last = event.tile\nend\nfunction fan.on_tile_drawn(game, event)\n  if last then\n    print(last.name)\n  end\nend\nreturn fan\n";
    let world = World::new(&[], &[Script::new("fan", main)]);
    let mut game = world.game(1);
    play_randomly(&mut game, 5, 12);
    let error = loop {
        match game.undo() {
            Ok(true) => {}
            Ok(false) => panic!("nothing went stale"),
            Err(error) => break error,
        }
    };
    insta::assert_snapshot!(error.to_string());
}
