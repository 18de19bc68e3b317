//! Who hears what, and in which order.

use crate::common::{Script, World, play_randomly};
use crate::{again, awarded, awards, choose, fan, place, points, turn};
use bastide_engine::decision::Choice;
use bastide_engine::event::{EVENTS, Source};

/// An expansion that awards a point at the end of a turn, under its own name.
fn scribe(priority: &str) -> String {
    format!("return {{ {priority} on_turn_end = function(game, event) game:award(event.player, 1) end }}")
}

/// The sources of the points of the last step, in order.
fn order(game: &bastide_engine::game::Game) -> Vec<String> {
    let name = |source: &Source| match source {
        Source::Rule(name) => name.to_string(),
        Source::Feature(kind) => format!("{kind:?}"),
    };
    awards(game).iter().map(|award| name(&award.source)).collect()
}

fn order_of(scripts: &[Script<'_>]) -> Vec<String> {
    let world = World::new(&[], scripts);
    let mut game = world.game(1);
    turn(&mut game);
    order(&game)
}

#[test]
fn handlers_run_by_id_where_nothing_else_is_said() {
    let main = scribe("");
    let scripts = ["c", "a", "b"].map(|id| Script::new(id, &main));
    assert_eq!(order_of(&scripts), ["a", "b", "c"]);
}

#[test]
fn what_one_depends_on_comes_first() {
    let main = scribe("");
    let scripts = [
        Script { manifest: "depends = [\"z\"]\n", ..Script::new("a", &main) },
        Script { manifest: "before = [\"c\"]\n", ..Script::new("z", &main) },
        Script { manifest: "optional = [\"a\"]\n", ..Script::new("b", &main) },
        Script::new("c", &main),
    ];
    assert_eq!(order_of(&scripts), ["z", "a", "b", "c"]);
}

#[test]
fn priorities_come_before_the_load_order_and_the_lower_one_first() {
    let (late, early, usual) =
        (scribe("priority = { on_turn_end = 10 },"), scribe("priority = { on_turn_end = -10 },"), scribe(""));
    let scripts = [
        Script::new("a", &late),
        Script::new("b", &usual),
        Script::new("c", &early),
        Script::new("d", &usual),
    ];
    assert_eq!(order_of(&scripts), ["c", "b", "d", "a"]);
}

const CRIER: &str = r#"
    local fan = { events = { heard = "somebody called" } }
    function fan.on_tile_placed(game, event)
      game:raise("heard", event.tile, { loud = 3, words = { "hear", "ye" } })
      game:award(event.player, 1) -- before anybody has heard it
    end
    return fan
"#;

const LISTENER: &str = r#"
    local fan = {}
    function fan.on_heard(game, event)
      assert(event.name == "heard" and event.subject == game.placed)
      assert(event.data.words[2] == "ye" and not pcall(function() event.data.loud = 4 end))
      game:award(game.active, event.data.loud)
    end
    return fan
"#;

#[test]
fn an_event_can_be_about_several_things() {
    let main = r#"
        local fan = { events = { seen = "somebody saw them" } }
        function fan.on_turn_end(game, event)
          game:raise("seen", game:tiles(), { what = "tiles" })
          game:raise("seen", { game.active, game.placed }, { what = "a list" })
          game:raise("seen", {}, { what = "nothing" })
          game:raise("seen", { 3, -1 }, { what = "cell" })
          game:raise("seen", { { 3, -1 }, { 3, 0 } }, { what = "cells" })
          local active = game.active
          local wrongs = { { what = 1 }, { active, print }, { active, { x = 1 } }, { active, nil, active }, { active, x = 1 } }
          for _, wrong in ipairs(wrongs) do
            local ok, error = pcall(game.raise, game, "seen", wrong)
            assert(not ok and tostring(error):find("a list of such things"), error)
          end
        end
        function fan.on_seen(game, event)
          local what, subject = event.data.what, event.subject
          if what == "tiles" then
            assert(subject:count() == #game:tiles() and subject:first() == game:tile(0))
          elseif what == "a list" then
            assert(#subject == 2 and subject[2] == game.placed)
          elseif what == "cells" then
            assert(#subject == 2 and subject[2].y == 0)
          elseif what == "nothing" then
            assert(subject:is_empty())
          else
            assert(subject.x == 3 and subject.y == -1)
          end
          game:award(game.active, 1)
        end
        return fan
    "#;
    let world = fan(main);
    let mut game = world.game(1);
    place(&mut game);
    game.apply(Choice::Pass).unwrap();
    assert_eq!(points(&game), [5, 0]);
}

#[test]
fn an_event_of_an_expansion_is_heard_by_another_after_the_handler_that_raised_it() {
    let world = World::new(
        &[],
        &[
            Script { manifest: "", ..Script::new("crier", CRIER) },
            Script { manifest: "optional = [\"crier\"]\n", ..Script::new("listener", LISTENER) },
        ],
    );
    let mut game = world.game(1);
    place(&mut game);
    assert_eq!(awarded(&game), [1, 3]);
    choose(&mut game, "pass");
    assert_eq!(points(&game), [4, 0]);
    assert_eq!(again(&world, &game).hash64(), game.hash64());
}

#[test]
fn whoever_raises_it_may_hear_it_too_and_may_not_raise_another_s() {
    let own =
        CRIER.replace("return fan", "function fan.on_heard(game) game:award(game.active, 5) end\nreturn fan");
    let world = World::new(&[], &[Script::new("crier", &own)]);
    let mut game = world.game(1);
    place(&mut game);
    assert_eq!(awarded(&game), [1, 5]);
    let thief = "return { on_turn_end = function(game) game:raise(\"heard\") end }";
    let world = World::new(&[], &[Script::new("crier", CRIER), Script::new("thief", thief)]);
    let mut game = world.game(1);
    place(&mut game);
    let error = crate::failure(&mut game, bastide_engine::decision::Choice::Pass);
    assert!(error.contains("`thief`") && error.contains("declare the event first"), "{error}");
}

#[test]
fn events_that_answer_each_other_without_end_are_an_error() {
    let main = r#"
        local fan = { events = { ping = "", pong = "" } }
        function fan.on_turn_end(game) game:raise("ping") end
        function fan.on_ping(game) game:raise("pong") end
        function fan.on_pong(game) game:raise("ping") end
        return fan
    "#;
    let mut game = crate::fan(main).game(1);
    place(&mut game);
    let error = crate::failure(&mut game, bastide_engine::decision::Choice::Pass);
    assert!(error.contains("without end"), "{error}");
}

#[test]
fn events_are_dispatched_in_the_order_in_which_they_were_raised() {
    let main = r#"
        local fan = { events = { first = "", second = "", third = "" } }
        function fan.on_turn_end(game)
          game:raise("first")
          game:raise("second")
        end
        function fan.on_first(game)
          game:raise("third")
          game:award(game.active, 1)
        end
        function fan.on_second(game) game:award(game.active, 2) end
        function fan.on_third(game) game:award(game.active, 3) end
        return fan
    "#;
    let mut game = crate::fan(main).game(1);
    turn(&mut game);
    assert_eq!(awarded(&game), [1, 2, 3]);
}

#[test]
fn every_event_is_heard_with_all_its_fields() {
    // An expansion that listens to everything, reads every field, and does a little of everything
    // so that everything happens.
    let mut main = String::from("local fan = { events = { own = \"\" }, actions = {} }\n");
    for event in EVENTS.iter().filter(|event| event.hook != "on_custom") {
        let fields: Vec<String> = event.fields.iter().map(|field| format!("event.{}", field.name)).collect();
        let body = match event.hook {
            "on_tile_placed" => {
                "game:raise(\"own\", event.tile, {})\n\
                 local road = event.tile:features(\"road\")[1]\n\
                 local follower = event.player:supply(\"follower\")[3]\n\
                 if road and follower and game.turn % 5 == 0 then follower:move_to(road) end\n\
                 if road and game.turn % 7 == 0 then game:join(road, road) end"
            }
            "on_turn_start" => {
                "if game.turn == 9 then game:remove_from_stack(\"base/X\") end\n\
                 local places = game.turn == 4 and game:block_placements(\"fan/gate\") or {}\n\
                 if places[1] then game:place_block(\"fan/gate\", places[1]) end"
            }
            _ => "",
        };
        main += &format!(
            "function fan.{}(game, event)\n  local fields = {{ {} }}\n  game:add_tokens(\"{}\", 1)\n{body}\nend\n",
            event.hook,
            fields.join(", "),
            event.hook
        );
    }
    main += "function fan.on_own(game, event)\n  local fields = { event.name, event.subject, event.data }\n  game:add_tokens(\"on_custom\", 1)\nend\n";
    // The last tile of a kind has no place where this forbids every one.
    main +=
        "function fan.allow_placement(game, query) return query.tile.name ~= \"base/C\" end\nreturn fan\n";
    let tiles = "format = 1\nid = \"fan\"\nname = \"fan\"\n[tiles.w]\nroad = [\"E\"]\n[tiles.e]\nroad = [\"W\"]\n[blocks.gate]\nrows = [\"w e\"]\n";
    let world = World::new(
        &[],
        &[Script {
            manifest: "tiles = [\"fan\"]\n[phases.night]\nbefore = \"turn_end\"\n",
            files: &[("tiles/fan.toml", tiles)],
            ..Script::new("fan", &main)
        }],
    );
    let mut game = world.game(4);
    play_randomly(&mut game, 4, 10_000);
    assert!(game.is_over());
    let heard: Vec<&str> = game.state().all_tokens().map(|(_, name, _)| name).collect();
    let missing: Vec<&str> =
        EVENTS.iter().map(|event| event.hook).filter(|hook| !heard.contains(hook)).collect();
    assert!(missing.is_empty(), "never heard: {missing:?}");
}

#[test]
fn an_event_of_an_expansion_that_is_not_there_may_be_listened_to() {
    let main = "return { on_city_attacked = function(game) error('never') end, on_turn_end = function(game) game:award(game.active, 1) end }";
    let script = |manifest, main| Script { manifest, ..Script::new("fan", main) };
    let mut game = World::new(&[], &[script("optional = [\"barbarian_horde\"]\n", main)]).game(1);
    turn(&mut game);
    assert_eq!(awarded(&game), [1]);
    // Without that it is a mistake, and so is what is nearly a hook.
    let load = |manifest, main| {
        World::new(&[], &[script(manifest, main)]).try_host().err().expect("an error").to_string()
    };
    assert!(load("", main).contains("unknown hook `on_city_attacked`"));
    let misspelt = "return { on_turn_ends = function(game) end }";
    let error = load("optional = [\"barbarian_horde\"]\n", misspelt);
    assert!(error.contains("did you mean `on_turn_end`?"), "{error}");
}

/// What a handler gets besides the game is made for whoever looks at it, however its parameters are written.
#[test]
fn a_handler_gets_the_event_however_it_takes_it() {
    for takes in [
        "function(game, event) note(game, event) end",
        "function(...) note(...) end",
        "function(game, ...) note(game, ...) end",
        "coroutine.wrap(function(...) note(...) end)",
    ] {
        let main = format!(
            "local function note(game, event) game:award(event.player, event.player == game.active and 1 or 9) end\n\
             return {{ on_turn_end = {takes} }}"
        );
        let mut game = fan(&main).game(1);
        turn(&mut game);
        assert_eq!(awarded(&game), [1], "{takes}");
    }
}
