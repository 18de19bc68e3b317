//! Expansions that must fail, each the check that is there for its mistake.

use std::path::PathBuf;

use bastide::engine::game::Entry;
use bastide::generic::{CHECKS, Case, Failure};
use bastide::shelf::Shelf;

use crate::check;

/// A case of expansions written here: id and `main.lua`.
fn case(name: &str, scripts: &[(&str, &str)]) -> Case {
    let root = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("every_expansion").join(name);
    let _ = std::fs::remove_dir_all(&root);
    let mut shelf = Shelf::bundled();
    for (id, main) in scripts {
        let folder = root.join(id);
        std::fs::create_dir_all(&folder).unwrap();
        let manifest = format!("format = 1\nid = \"{id}\"\nname = \"{id}\"\nversion = \"1.0.0\"\napi = 1\n");
        std::fs::write(folder.join("expansion.toml"), manifest).unwrap();
        std::fs::write(folder.join("main.lua"), main).unwrap();
        shelf.add(&folder.to_string_lossy());
    }
    let ids: Vec<String> = scripts.iter().map(|(id, _)| (*id).to_owned()).collect();
    Case::open(&shelf, &ids).unwrap()
}

/// A check finds something wrong in a game, and tells enough to see it again.
fn caught(name: &str, case: &Case, message: &str) -> Failure {
    let failure = *check(name).run(case, 0..2, || {}).expect_err("it is not caught");
    assert!(failure.message.contains(message), "{failure}");
    assert!(failure.picture.lines().count() > 3, "{failure}");
    failure
}

/// Pays every third tile, by a count that the game knows nothing of.
const HIDDEN: &str = r#"
local count = 0
return { on_tile_placed = function(game, event)
  count = count + 1
  if count % 3 == 0 then game:award(event.player, 1) end
end }
"#;

#[test]
fn hidden_state_is_caught() {
    let case = case("hidden", &[("hidden", HIDDEN)]);
    caught("a fresh machine before every handler changes nothing", &case, "it differs at decision");
    caught("a fork equals its parent", &case, "it differs at decision");
    caught("decisions are taken back", &case, "misses decision");
}

#[test]
fn an_order_that_no_game_defines_is_caught() {
    // The order of handles as keys is the order of their addresses. `pairs` refuses them; Luau's own
    // way to walk a table does not.
    let main = r#"
    return { on_turn_end = function(game, event)
      local set = {}
      for piece in event.player:pieces() do set[piece] = piece.id end
      for _, id in set do
        game.storage.first = id
        break
      end
    end }
    "#;
    caught(
        "a fresh machine before every handler changes nothing",
        &case("addresses", &[("addresses", main)]),
        "it differs at decision",
    );
}

#[test]
fn a_piece_that_is_lost_is_caught() {
    let main = "return { on_turn_end = function(game, event)\n\
                local follower = event.player:supply('follower')[1]\n\
                if follower and game.turn == 9 then follower:remove() end end }";
    caught(
        "pieces are conserved and points explained",
        &case("leak", &[("leak", main)]),
        "a piece left the game",
    );
}

#[test]
fn a_hidden_order_between_two_expansions_is_caught() {
    let scripts = [
        ("first", "return { on_turn_end = function(game) game:add_tokens('coin', 1) end }"),
        (
            "second",
            "return { on_turn_end = function(game, event) game:award(event.player, game:tokens('coin')) end }",
        ),
    ];
    caught(
        "the order of expansions that declare none changes nothing",
        &case("order", &scripts),
        "it differs",
    );
}

#[test]
fn a_game_without_end_is_caught() {
    // Whoever may deploy finds a hundred other things to do first.
    let main = "local many = {}\n\
                for number = 1, 100 do many[number] = number end\n\
                return { actions = { dally = { phase = 'deploy', perform = function() end,\n\
                options = function() return many end } } }";
    caught("random games end", &case("dally", &[("dally", main)]), "not over after");
}

#[test]
fn a_handler_that_fails_is_caught_with_its_place() {
    let main =
        "return { on_feature_scored = function(game, event)\n  local x = event.feature.size + nil\nend }";
    let case = case("failing", &[("failing", main)]);
    let failure = caught("random games end", &case, "failing/main.lua:2");
    let saved = bastide::save::parse(failure.saved.expect("it has the usual stack").as_bytes()).unwrap();
    let game = bastide::save::restore(case.session(), &saved, false).unwrap().game;
    let decisions = game.log().iter().filter(|entry| !matches!(entry, Entry::Chance(_))).count();
    assert_eq!(
        (game.seed(), decisions),
        (failure.seed, failure.decisions),
        "the game stands before the fault"
    );
}

#[test]
fn the_number_of_a_game_is_its_seed() {
    let main = "return { on_turn_end = function(game) if game.turn == 5 then error('five') end end }";
    let case = case("seeded", &[("seeded", main)]);
    let failure = check("random games end").run(&case, 77..80, || {}).expect_err("it is not caught");
    assert_eq!(failure.seed, 77);
    assert_eq!(check("random games end").run(&case, 77..78, || {}), Err(failure));
}

#[test]
fn what_is_sound_passes_all_of_it() {
    let main = r#"
    local fan = { actions = {} }
    fan.actions.toss = {
      phase = "deploy",
      when = function(game, player) return player:tokens("toss") < 3 end,
      options = function(game, player) return game.players end,
      perform = function(game, player, other)
        player:add_tokens("toss", 1)
        local bet = game:ask(other, { prompt = "bet", options = { 1, 2, 3 } })
        if game:random(3) == bet then game:award(other, bet) end
      end,
    }
    function fan.on_turn_end(game, event) game.storage.last = event.player.seat end
    return fan
    "#;
    let case = case("sound", &[("sound", main)]);
    for check in CHECKS {
        assert_eq!(check.run(&case, 0..2, || {}), Ok(()), "{}", check.name);
    }
}
