//! What scripts decide about the stack, what they know of edges and ways, and of what was done.

use bastide_engine::decision::{Choice, Prompt};
use bastide_engine::game::Game;

use crate::common::{Script, World, play_randomly};
use crate::{again, declared, failure, fan, options, place, points, question, turn};

/// The tiles in hand, one after another, of a game in which the first option is chosen always.
fn drawn(game: &mut Game) -> Vec<String> {
    let mut drawn = Vec::new();
    while let Some(decision) = game.decision() {
        if let Prompt::Place(tile) = decision.prompt {
            drawn.push(game.rules().tile(*tile).def.id.clone());
        }
        let first = decision.get(0).expect("there is an option");
        game.apply(first).unwrap_or_else(|error| panic!("{error}"));
    }
    drawn
}

#[test]
fn tiles_come_leave_and_are_drawn_when_a_script_says() {
    let world = fan(r#"
        local fan = {}
        function fan.on_game_start(game)
          for tile in game:stack() do
            if tile.name == "base/B" then
              game:set_draw_stage(tile.name, -1)
            elseif tile.name ~= "base/A" then
              game:remove_from_stack(tile.name, 99)
            end
          end
          assert(game:add_to_stack("base/A") == 1 and game:add_to_stack("base/A", 2) == 3 - 1)
          game:draw_next("base/A")
        end
        return fan
    "#);
    let mut game = world.game(1);
    // Four B and five A: one A on top, then all B, then what is left of A.
    let order = drawn(&mut game);
    assert_eq!(order.len(), 2 + 3 + 4);
    assert_eq!(order[0], "base/A");
    assert!(order[1..5].iter().all(|tile| tile == "base/B"), "{order:?}");
    assert!(order[5..].iter().all(|tile| tile == "base/A"), "{order:?}");
    assert_eq!(again(&world, &game).hash64(), game.hash64());
}

#[test]
fn mistakes_with_the_stack_are_told() {
    let cases = [
        ("game:set_draw_stage(\"base/Bee\", 1)", "there is no tile `base/Bee` in this game"),
        (
            "game:set_draw_stage(\"base/B\", 1000)",
            "game:set_draw_stage: `stage` must be from -100 to 100, not 1000",
        ),
        (
            "game:set_draw_stage(\"base/B\")",
            "game:set_draw_stage: `stage` must be a whole number, not nothing",
        ),
        ("game:add_to_stack(\"base/B\", -1)", "game:add_to_stack: `count` must be from 0 to 1000, not -1"),
        (
            "game:remove_from_stack(\"base/B\", -1)",
            "game:remove_from_stack: `count` must be from 0 to 1000, not -1",
        ),
        ("game:draw_next(5)", "game:draw_next: `tile` must be a text, not 5"),
    ];
    for (call, message) in cases {
        let world = fan(&format!("return {{ on_tile_placed = function(game) {call} end }}"));
        let mut game = world.game(1);
        let first = game.decision().expect("a decision").list()[0];
        let error = failure(&mut game, first);
        assert!(error.contains(message), "{call}: {error}");
    }
}

#[test]
fn edges_and_cells_are_seen_before_and_after_a_tile_is_placed() {
    let world = fan(r#"
        local fan = {}
        function fan.allow_placement(game, query)
          -- The start tile has a city in the north and a road from west to east.
          local start = game:tile_at(0, 0)
          assert(start:edge("N") == "city" and start:edge("E") == "road" and start:edge("S") == "field")
          local touching = 0
          for _, side in ipairs({ "N", "E", "S", "W" }) do
            local opposite = ({ N = "S", E = "W", S = "N", W = "E" })[side]
            local other = query.cell:neighbour(side)
            if other then
              touching = touching + 1
              assert(query.tile:edge(side, query.turn) == other:edge(opposite))
            end
          end
          assert(touching > 0 and #query.cell:around() >= touching)
          return true
        end
        return fan
    "#);
    let mut game = world.game(2);
    play_randomly(&mut game, 2, 10_000);
    assert!(game.is_over());
    let wrong = fan("return { on_tile_placed = function(game, event) event.tile.def:edge(\"N\", 4) end }");
    let mut game = wrong.game(1);
    let first = game.decision().expect("a decision").list()[0];
    assert!(failure(&mut game, first).contains("`turn` must be from 0 to 3, not 4"));
}

#[test]
fn a_way_along_a_feature_is_measured() {
    let world = fan(r#"
        return {
          on_tile_placed = function(game, event)
            local start = game:tile_at(0, 0)
            local road = start:feature("E")
            if event.tile.x == 2 then
              assert(road:distance(start, event.tile) == 2 and road:distance(event.tile, event.tile) == 0)
              assert(start:feature("N"):distance(start, event.tile) == nil)
              game:award(event.player, 1)
            end
          end,
        }
    "#);
    let mut game = world.game_drawing(&["base/U", "base/U"]);
    for x in 1..=2 {
        let list = game.decision().expect("a decision").list();
        let choice = list
            .into_iter()
            .find(|choice| matches!(choice, Choice::Place { pos, .. } if (pos.x, pos.y) == (x, 0)));
        game.apply(choice.expect("the road goes on there")).unwrap_or_else(|error| panic!("{error}"));
        game.apply(Choice::Pass).unwrap_or_else(|error| panic!("{error}"));
    }
    assert_eq!(points(&game), [0, 1]);
}

#[test]
fn what_was_done_in_the_phase_of_deployment_is_known() {
    let world = declared(
        "[phases.after]\nafter = \"deploy\"\n",
        r#"
        local fan = { actions = {} }
        function fan.on_tile_placed(game) assert(game.deed == nil) end
        function fan.on_phase(game) game:award(game.active, 1, { source = game.deed }) end
        fan.actions.sing = { instead_of = "deploy", perform = function() end }
        return fan
        "#,
    );
    let mut game = world.game(1);
    let mut said = Vec::new();
    for what in ["fan.sing", "deploy", "pass"] {
        place(&mut game);
        let name = options(&game).into_iter().find(|option| option.starts_with(what)).expect("it is offered");
        crate::choose(&mut game, &name);
        said.extend(crate::awards(&game).into_iter().map(|award| award.source));
    }
    let source = |name: &str| bastide_engine::event::Source::Rule(name.into());
    assert_eq!(said, [source("fan.sing"), source("deploy"), source("pass")]);
}

#[test]
fn a_question_with_one_answer_can_be_asked_all_the_same() {
    let ask = |always: &str| {
        fan(&format!(
            "return {{ on_tile_placed = function(game, event)
               local answer = game:ask(event.player, {{ prompt = \"sure\", options = {{ \"yes\" }}{always} }})
               assert(answer == \"yes\")
             end }}"
        ))
    };
    let mut game = ask("").game(1);
    turn(&mut game);
    let mut game = ask(", always = true").game(1);
    place(&mut game);
    assert_eq!(question(&game).expect("it is asked").1, "sure");
    assert_eq!(options(&game), ["yes"]);
    game.apply(Choice::Answer { item: 0 }).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(question(&game), None);
}

#[test]
fn a_second_deployment_is_declared_and_can_be_vetoed() {
    let manifest = "[pieces.ghost]\nclass = \"follower\"\n[phases.second]\nafter = \"deploy\"\ndeploys = [\"ghost\"]\n\
                    [when.allow_deployment]\nphase = [\"second\"]\n";
    let main = "return { allow_deployment = function(game, query)
        assert(query.piece_kind == \"ghost\" and game.phase == \"fan/second\")
        return game.deed ~= \"pass\", \"whoever passed is done\"
      end }";
    let world = World::new(&[], &[Script { manifest, ..Script::new("fan", main) }]);
    let mut game = world.game_drawing(&["base/U", "base/U"]);
    turn(&mut game);
    assert_eq!(game.state().turn(), 2, "after a pass nothing more is offered");
    place(&mut game);
    let first = options(&game).into_iter().find(|option| option.starts_with("deploy a follower")).unwrap();
    crate::choose(&mut game, &first);
    assert!(options(&game).iter().any(|option| option.starts_with("deploy a ghost")), "{:?}", options(&game));
    assert_eq!(again(&world, &game).hash64(), game.hash64());
}
