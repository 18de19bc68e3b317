//! `game.storage`: what an expansion remembers.

use bastide_engine::decision::Choice;
use bastide_engine::value::Value;

use crate::common::{Script, World};
use crate::{again, declared, failure, fan, place, points, turn};

/// Stores what an expression says in the first turn, and compares it in every later one.
fn round_trip(expression: &str) {
    let main = format!(
        r#"
        local fan = {{}}
        local function equal(a, b)
          if type(a) ~= "table" or type(b) ~= "table" then return a == b end
          for key, value in pairs(a) do if not equal(value, b[key]) then return false end end
          for key in pairs(b) do if a[key] == nil then return false end end
          return true
        end
        local function fresh() return {expression} end
        function fan.on_turn_end(game)
          if game.turn == 1 then
            game.storage.kept = fresh()
          elseif not equal(game.storage.kept, fresh()) then
            error("it is not what was stored")
          else
            game.storage.kept = game.storage.kept
          end
        end
        return fan
        "#
    );
    let world = fan(&main);
    let mut game = world.game(1);
    for _ in 0..4 {
        place(&mut game);
        game.apply(Choice::Pass).unwrap_or_else(|error| panic!("{expression}: {error}"));
    }
    assert_eq!(again(&world, &game).hash64(), game.hash64(), "{expression}");
}

/// What may only be looked at is made once for several handlers, and again when something else was stored.
#[test]
fn handlers_that_only_look_see_what_was_stored_last() {
    let world = fan(r#"
        return {
          on_turn_end = function(game) game.storage.turns = { game.turn } end,
          allow_placement = function(game)
            local turns = game.storage.turns
            assert(turns == game.storage.turns and (turns and turns[1] or 0) == game.turn - 1)
            assert(not pcall(table.insert, turns or game.storage, 1))
            return true
          end,
        }
        "#);
    let mut game = world.game(1);
    for _ in 0..4 {
        place(&mut game);
        game.apply(Choice::Pass).unwrap_or_else(|error| panic!("{error}"));
    }
    assert_eq!(again(&world, &game).hash64(), game.hash64());
}

#[test]
fn plain_data_comes_back_as_it_was() {
    for expression in [
        "nil",
        "false",
        "0",
        "-17",
        "9007199254740991",
        "\"\"",
        "\"Zürich, 東京\"",
        "{}",
        "{ 1, 2, 3 }",
        "{ \"a\", true, { 1 } }",
        "{ {}, {} }",
        "{ a = 1, b = { c = { d = \"deep\" } } }",
        "{ [0] = \"zero\", [1] = \"one\" }",
        "{ [3] = \"three\" }",
        "{ [-2] = 1, [100] = 2 }",
        "{ 1, 2, nil, 4 }",
        "{ 1, nil, 3 }",
        "{ nil, 2 }",
        "{ 1, 2, named = true }",
        "{ [\"1\"] = \"text\", [1] = \"number\" }",
        "{ [\"with space\"] = 1, [\"ümlaut\"] = 2 }",
    ] {
        round_trip(expression);
    }
}

#[test]
fn what_cannot_come_back_is_refused_with_its_place() {
    for (expression, message) in [
        ("1 / 2", "game.storage.x is 0.5, and only whole numbers can be stored"),
        ("0 / 0", "only whole numbers can be stored"),
        ("1 / 0", "only whole numbers can be stored"),
        ("{ deep = { print } }", "game.storage.x.deep[1] is a function"),
        ("{ [true] = 1 }", "game.storage.x has a key that is a boolean"),
        ("{ [1.5] = 1 }", "game.storage.x has a key that is a number"),
        ("{ [\"#1\"] = 1 }", "has a key that begins with `#`"),
        ("coroutine.create(print)", "is a coroutine"),
        ("event.player", "is a player, and a player cannot be stored"),
        ("\"\\255\"", "is no readable text"),
        ("{ [\"\\255\"] = 1 }", "has a key that is no readable text"),
    ] {
        let main =
            format!("return {{ on_turn_end = function(game, event)\n  game.storage.x = {expression}\nend }}");
        let mut game = fan(&main).game(1);
        place(&mut game);
        let error = failure(&mut game, Choice::Pass);
        assert!(error.contains(message), "{expression}: {error}");
    }
}

#[test]
fn each_expansion_has_its_own_and_finds_no_way_to_another_s() {
    let main = |value: i32| {
        format!(
            "return {{ on_turn_end = function(game, event)\n\
             assert(game.storage.x == nil or game.storage.x == {value})\n\
             game.storage.x = {value}\n\
             for key in pairs(game.storage) do assert(key == \"x\") end\n\
             assert(not pcall(function() return game.storages end))\n\
             end }}"
        )
    };
    let (one, two) = (main(1), main(2));
    let world = World::new(
        &[],
        &[Script::new("one", &one), Script { manifest: "depends = [\"one\"]\n", ..Script::new("two", &two) }],
    );
    let mut game = world.game(1);
    turn(&mut game);
    turn(&mut game);
    let stored = |id: &str| match game.state().storage(id) {
        Value::Map(map) => map.get("x").and_then(Value::as_int),
        _ => None,
    };
    assert_eq!((stored("one"), stored("two")), (Some(1), Some(2)));
}

const COUNTER: &str = r#"
    return {
      on_turn_end = function(game, event)
        game.storage.turns = (game.storage.turns or 0) + 1
        game:award(event.player, game.storage.turns)
      end,
    }
"#;

#[test]
fn storage_is_undone_forked_and_part_of_the_fingerprint() {
    let world = fan(COUNTER);
    let mut game = world.game(1);
    turn(&mut game);
    let mut fork = game.clone();
    turn(&mut game);
    assert_eq!(points(&game), [1, 2]);
    turn(&mut fork);
    turn(&mut fork);
    assert_eq!(points(&fork), [4, 2]);
    assert!(game.undo().unwrap());
    assert_eq!(points(&game), [1, 0]);
    game.apply(Choice::Pass).unwrap();
    assert_eq!(points(&game), [1, 2]);

    let silent = fan("return { on_turn_end = function(game) game.storage.x = game.turn % 2 end }");
    let mut odd = silent.game(1);
    turn(&mut odd);
    let mut other = declared("", "return { on_turn_end = function(game) game.storage.x = 7 end }").game(1);
    turn(&mut other);
    assert_ne!(odd.hash64(), other.hash64());
}

#[test]
fn an_emptied_storage_is_the_storage_of_the_beginning() {
    let world = fan(r#"
        return { on_turn_end = function(game)
          assert(next(game.storage) == nil)
          game.storage.x = 1
          game.storage.x = nil
        end }
    "#);
    let mut game = world.game(1);
    turn(&mut game);
    turn(&mut game);
    assert_eq!(again(&world, &game).hash64(), game.hash64());
}

#[test]
fn storage_is_frozen_for_whoever_only_looks_and_up_to_date() {
    let world = fan(r#"
        return {
          on_tile_placed = function(game, event) game.storage.list = { event.tile.id } end,
          allow_deployment = function(game, query)
            assert(game.storage.list[1] == game.placed.id)
            assert(not pcall(function() game.storage.x = 1 end))
            assert(not pcall(function() game.storage.list[1] = 1 end))
            assert(not pcall(table.insert, game.storage.list, 1))
            return false
          end,
        }
    "#);
    let mut game = world.game(1);
    place(&mut game);
    // Nothing can be deployed, so it is the next player's turn already.
    assert_eq!(game.decision().unwrap().player, crate::BOB);
}

#[test]
fn a_strength_that_is_asked_for_in_the_middle_of_a_handler_sees_what_it_has_stored() {
    let world = fan(r#"
        return {
          on_piece_deployed = function(game, event)
            game.storage.extra = 4
            assert(event.feature:strength_of(event.player) == 5)
            game.storage.extra = 6
            assert(event.feature:strength_of(event.player) == 7)
            assert(game.storage.extra == 6)
          end,
          adjust_strength = function(game) return game.storage.extra or 0 end,
        }
    "#);
    let mut game = world.game_drawing(&["base/A"]);
    place(&mut game);
    let deploy = game.decision().unwrap().list()[0];
    game.apply(deploy).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn the_text_of_an_error_that_is_caught_says_nothing_of_the_host() {
    let world = fan("return { on_turn_end = function(game)\n\
           local _, own = pcall(error, { code = 5 })\n\
           local _, lua = pcall(function() local gone = nil return gone.name end)\n\
           local _, host = pcall(function() return game:award(game.active, 'five') end)\n\
           local _, thrown = xpcall(function() error('no') end, function(text) return text end)\n\
           game.storage.texts = { own.code, tostring(lua), tostring(host), tostring(thrown) }\n\
         end }");
    let mut game = world.game(1);
    turn(&mut game);
    let Value::Map(stored) = game.state().storage("fan") else { panic!("nothing is stored") };
    let Some(Value::List(texts)) = stored.get("texts") else { panic!("{stored:?}") };
    assert_eq!(texts[0], Value::Int(5));
    let texts: Vec<String> = texts[1..].iter().map(|text| format!("{text:?}")).collect();
    for (text, said) in texts.iter().zip(["attempt to index nil", "`points` must be", "no"]) {
        assert!(text.contains(said), "{text}");
        assert!(!text.contains("[C]") && !text.contains("prelude"), "{text}");
    }
}
