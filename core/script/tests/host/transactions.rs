//! A handler does everything or nothing.

use bastide_engine::decision::Choice;
use bastide_engine::game::Game;

use crate::common::{Script, World, play_randomly};
use crate::{again, choose, failure, options, place, points, question};

/// Changes everything that can be changed, and fails in the end.
const EVERYTHING: &str = r#"
    local fan = { events = { happened = "" } }
    function fan.on_tile_placed(game, event)
      game:award(event.player, 50)
      event.player:supply("follower")[1]:move_to(event.tile)
      event.player:supply("follower")[1]:move_to(game:place("prison"))
      event.player:supply("follower")[1]:remove()
      event.player.next:supply("follower")[1]:move_to(game:tile(0):features("road")[1])
      game.storage.count = 1
      game:add_tokens("gold", 1)
      event.player:add_tokens("gold", 1)
      event.tile:add_tokens("gold", 1)
      game:raise("happened", event.tile)
      game:random(100)
      game:grant_turn_part()
      game:remove_from_stack("base/U", 2)
      local roads = game:features("road")
      if #roads > 1 then
        game:join(roads[1], roads[2], 1)
      end
      game:place_block("fan/gate", game:block_placements("fan/gate")[1])
      FAIL
    end
    function fan.on_happened(game) game:award(game.active, 100) end
    function fan.on_piece_moved(game) game:award(game.active, 1000) end
    return fan
"#;

const TILES: &str = "format = 1\nid = \"fan\"\nname = \"fan\"\n\n[tiles.w]\nroad = [\"E\"]\n\n[tiles.e]\nroad = [\"W\"]\n\n[blocks.gate]\nrows = [\"w e\"]\n";

fn world(fail: &str) -> World {
    let main = EVERYTHING.replace("FAIL", fail);
    let files = [("tiles/fan.toml", TILES)];
    let manifest = "tiles = [\"fan\"]\n[places.prison]\n";
    World::new(&[], &[Script { manifest, files: &files, ..Script::new("fan", &main) }])
}

/// A game one placement before the failing handler.
fn before(world: &World) -> (Game, Choice) {
    let game = world.game_drawing(&["base/V", "base/V"]);
    let first = game.decision().unwrap().list()[0];
    (game, first)
}

#[test]
fn a_handler_that_does_not_fail_changes_all_of_it() {
    let world = world("");
    let (mut game, first) = before(&world);
    game.apply(first).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(points(&game)[0], 50 + 100 + 4 * 1000);
    assert_eq!(game.state().board().tiles().len(), 4);
    assert_eq!(again(&world, &game).hash64(), game.hash64());
}

#[test]
fn whatever_a_failing_handler_did_is_rolled_back() {
    for fail in [
        "error(\"now\")",
        "local x = nil + 1",
        "while true do end",
        "event.tile:nonsense()",
        "game.storage.bad = print",
        "error()",
        "error({ code = 1 })",
    ] {
        let world = world(fail);
        let (mut game, first) = before(&world);
        let clean = game.clone();
        let error = failure(&mut game, first);
        assert!(error.contains("`fan` 1.0.0 failed in on_tile_placed"), "{fail}: {error}");
        assert!(game.journal().is_empty(), "{fail}: {:?}", game.journal());
        assert_eq!(game.state().pieces(), clean.state().pieces(), "{fail}");
        assert_eq!(game.state().all_tokens().count(), 0, "{fail}");
        assert_eq!(game.state().board().tiles().len(), 1, "{fail}");
        assert_eq!(game.state().stack(), clean.state().stack(), "{fail}");
        // The way on: without the expansion.
        game.mute(0).unwrap();
        game.apply(first).unwrap();
        play_randomly(&mut game, 1, 10_000);
        assert!(game.is_over(), "{fail}");
    }
}

#[test]
fn a_failure_after_an_answer_goes_back_to_the_question() {
    let world = world(
        "if game:ask(event.player, { prompt = \"fail\", options = { \"yes\", \"no\" } }) == \"yes\" then error(\"now\") end",
    );
    let (mut game, first) = before(&world);
    game.apply(first).unwrap();
    assert_eq!(options(&game), ["yes", "no"]);
    failure(&mut game, Choice::Answer { item: 0 });
    assert_eq!(question(&game).map(|(_, prompt)| prompt), Some("fail".to_owned()));
    choose(&mut game, "no");
    assert_eq!(points(&game)[0], 50 + 100 + 4 * 1000);
    assert_eq!(again(&world, &game).hash64(), game.hash64());
}

#[test]
fn what_came_before_the_failing_handler_in_the_same_step_is_taken_back_too() {
    let good =
        "return { on_turn_end = function(game, event) game:award(event.player, 3) game.storage.x = 1 end }";
    let bad = "return { on_turn_end = function(game, event) error(\"now\") end }";
    let world = World::new(&[], &[Script::new("a", good), Script::new("b", bad)]);
    let mut game = world.game(1);
    place(&mut game);
    let error = failure(&mut game, Choice::Pass);
    assert!(error.contains("`b`"), "{error}");
    game.mute(1).unwrap();
    choose(&mut game, "pass");
    assert_eq!(points(&game), [3, 0]);
    assert_eq!(again(&world, &game).hash64(), game.hash64());
}

#[test]
fn an_error_that_the_script_catches_is_no_failure_and_takes_nothing_back() {
    let world = crate::fan(
        r#"
        return { on_turn_end = function(game, event)
          local ok, message = pcall(function()
            game:award(event.player, 3)
            error("now")
          end)
          assert(not ok and string.find(message, "now"))
          local fine = pcall(function() event.player:add_tokens("gold", -1) end)
          assert(not fine)
          game:award(event.player, 4)
        end }
    "#,
    );
    let mut game = world.game(1);
    place(&mut game);
    choose(&mut game, "pass");
    assert_eq!(points(&game), [7, 0]);
}

#[test]
fn an_expansion_that_fails_at_the_start_can_be_told_so() {
    let world = crate::fan("return { on_game_start = function() error(\"no\") end }");
    let error = world.try_game(1).unwrap_err();
    assert_eq!(
        (error.expansion.as_str(), error.hook.as_str(), error.line),
        ("fan", "on_game_start", Some(1))
    );
}
