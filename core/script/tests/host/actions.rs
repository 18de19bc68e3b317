//! `actions`: what an expansion offers to players.

use bastide_engine::decision::{ActionId, Choice, Item};
use bastide_engine::game::Game;
use bastide_engine::ruleset::Player;

use crate::common::play_randomly;
use crate::{ALICE, BOB, again, choose, declared, fan, options, place, points, question, turn};

/// The options besides deploying.
fn actions(game: &Game) -> Vec<String> {
    options(game).into_iter().filter(|name| !name.starts_with("deploy")).collect()
}

#[test]
fn an_action_of_a_phase_is_offered_until_it_has_no_options() {
    let world = fan(r#"
        local fan = { actions = {} }
        fan.actions.take = {
          phase = "deploy",
          options = function(game, player)
            local left = {}
            for number = player:tokens("coin") + 1, 2 do left[#left + 1] = number end
            return left
          end,
          perform = function(game, player, number)
            player:add_tokens("coin", number)
            game:award(player, number)
          end,
        }
        return fan
    "#);
    let mut game = world.game(1);
    place(&mut game);
    assert_eq!(actions(&game), ["fan.take 1", "fan.take 2", "pass"]);
    choose(&mut game, "fan.take 1");
    assert_eq!(actions(&game), ["fan.take 2", "pass"]);
    choose(&mut game, "fan.take 2");
    assert_eq!(actions(&game), ["pass"]);
    assert_eq!(points(&game), [3, 0]);
    choose(&mut game, "pass");
    place(&mut game);
    assert_eq!(actions(&game), ["fan.take 1", "fan.take 2", "pass"]);
    assert_eq!(again(&world, &game).hash64(), game.hash64());
}

#[test]
fn an_action_instead_of_the_phase_ends_the_phase() {
    let world = fan(r#"
        return {
          actions = {
            rest = {
              instead_of = "deploy",
              when = function(game, player) return player.name == "alice" end,
              perform = function(game, player, nothing)
                assert(nothing == nil)
                game:award(player, 7)
              end,
            },
          },
        }
    "#);
    let mut game = world.game(1);
    place(&mut game);
    assert_eq!(actions(&game), ["fan.rest", "pass"]);
    choose(&mut game, "fan.rest");
    // Bob's turn, and nothing of that kind for him.
    assert_eq!(points(&game), [7, 0]);
    assert_eq!(game.decision().unwrap().player, BOB);
    place(&mut game);
    assert_eq!(actions(&game), ["pass"]);
}

#[test]
fn an_action_is_used_on_the_thing_that_was_picked() {
    let world = fan(r#"
        return {
          actions = {
            fetch = {
              phase = "deploy",
              options = function(game, player)
                return game:tiles():filter(function(tile) return tile:tokens("mark") == 0 end)
              end,
              perform = function(game, player, tile)
                tile:add_tokens("mark", 1)
                game:award(player, 10 * tile.x + tile.y, { at = tile })
              end,
            },
          },
        }
    "#);
    let mut game = world.game_drawing(&["base/U"]);
    place(&mut game);
    choose(&mut game, "pass");
    place(&mut game);
    let fetches = actions(&game);
    assert_eq!(fetches.len(), 4, "{fetches:?}");
    let last = fetches[2].clone();
    choose(&mut game, &last);
    assert_eq!(actions(&game).len(), 3);
    let tile = game.state().board().tile(bastide_engine::board::TileId(2)).pos;
    assert_eq!(points(&game), [0, 10 * tile.x + tile.y]);
}

#[test]
fn an_action_may_ask_and_answers_belong_to_it() {
    let world = fan(r#"
        return {
          actions = {
            bet = {
              phase = "deploy",
              options = function() return { 1, 2 } end,
              perform = function(game, player, stake)
                local against = game:ask(player.next, { prompt = "call", options = { "yes", "no" } })
                local again = game:ask(player, { prompt = "double", options = { "yes", "no" } })
                game:award(player, stake * (against == "yes" and 10 or 1) * (again == "yes" and 2 or 1))
              end,
            },
          },
        }
    "#);
    let mut game = world.game(1);
    place(&mut game);
    choose(&mut game, "fan.bet 2");
    assert_eq!(question(&game), Some((BOB, "call".to_owned())));
    choose(&mut game, "yes");
    assert_eq!(question(&game), Some((ALICE, "double".to_owned())));
    let copy = again(&world, &game);
    assert_eq!(copy.hash64(), game.hash64());
    choose(&mut game, "yes");
    assert_eq!(points(&game), [40, 0]);
    assert!(game.undo().unwrap() && game.undo().unwrap() && game.undo().unwrap());
    assert_eq!(actions(&game), ["fan.bet 1", "fan.bet 2", "pass"]);
    assert_eq!(points(&game), [0, 0]);
}

const BELL: &str = r#"
    return {
      actions = {
        ring = {
          off_turn = true,
          when = function(game, player) return game.active ~= player end,
          options = function(game, player) return { "softly", "loudly" } end,
          perform = function(game, player, how)
            local stay = game:ask(game.active, { prompt = "stay", options = { "yes", "no" } })
            game:award(player, (how == "loudly" and 10 or 1) * (stay == "yes" and 1 or 2))
          end,
        },
      },
    }
"#;

fn ring(game: &mut Game, player: Player, how: &str) -> Result<(), String> {
    let item = Item::Text(how.into());
    game.apply_off_turn(player, ActionId(0), &item).map_err(|error| error.to_string())
}

#[test]
fn an_off_turn_action_is_open_to_others_at_any_decision() {
    let world = fan(BELL);
    let mut game = world.game(1);
    let offers = game.off_turn().unwrap();
    assert_eq!(offers.len(), 1);
    assert_eq!((offers[0].player, offers[0].items.len()), (BOB, 2));
    let before = options(&game);
    ring(&mut game, BOB, "loudly").unwrap();
    assert_eq!(question(&game), Some((ALICE, "stay".to_owned())));
    assert!(game.off_turn().unwrap().is_empty(), "not while a question is open");
    choose(&mut game, "no");
    assert_eq!(points(&game), [0, 20]);
    // The decision that was open is open again.
    assert_eq!(options(&game), before);
    place(&mut game);
    ring(&mut game, BOB, "softly").unwrap();
    choose(&mut game, "yes");
    assert_eq!(points(&game), [0, 21]);
    assert_eq!(again(&world, &game).hash64(), game.hash64());
}

#[test]
fn an_off_turn_action_that_is_not_on_offer_is_refused() {
    let world = fan(BELL);
    let mut game = world.game(1);
    let hash = game.hash64();
    assert!(ring(&mut game, ALICE, "softly").unwrap_err().contains("cannot do this now"));
    assert!(ring(&mut game, BOB, "madly").is_err());
    assert_eq!(game.hash64(), hash);
}

#[test]
fn phases_of_an_expansion_come_where_they_were_declared() {
    let manifest = "[phases.market]\nafter = \"place\"\n\n[phases.night]\nbefore = \"turn_end\"\n\n[phases.idle]\nafter = \"market\"\n";
    let world = declared(
        manifest,
        r#"
        local fan = { actions = {} }
        fan.actions.buy = {
          phase = "market",
          options = function(game, player) return player:tokens("bought") == 0 and { "wine" } or {} end,
          perform = function(game, player)
            assert(game.phase == "fan/market")
            player:add_tokens("bought", 1)
          end,
        }
        fan.actions.sleep = { instead_of = "night", perform = function(game, player) game:award(player, 1) end }
        function fan.on_phase(game, event)
          game.storage.phases = (game.storage.phases or "") .. event.phase .. " of " .. event.player.name .. "; "
        end
        function fan.on_turn_end(game, event)
          assert(game.storage.phases == "fan/market of alice; fan/idle of alice; fan/night of alice; ")
        end
        return fan
        "#,
    );
    let mut game = world.game(1);
    place(&mut game);
    assert_eq!(options(&game), ["fan.buy wine", "pass"]);
    choose(&mut game, "fan.buy wine");
    // The phase `idle` has nothing to offer and is passed over; then one may deploy.
    assert!(options(&game).iter().any(|name| name.starts_with("deploy")));
    choose(&mut game, "pass");
    assert_eq!(options(&game), ["fan.sleep", "pass"]);
    choose(&mut game, "fan.sleep");
    assert_eq!((points(&game), game.decision().unwrap().player), ([1, 0], BOB));
}

#[test]
fn an_action_may_grant_another_part_of_the_turn() {
    let world = fan(r#"
        return {
          on_tile_placed = function(game, event)
            if event.player:tokens("part") == 0 then
              event.player:add_tokens("part", 1)
              game:grant_turn_part()
            end
          end,
          on_turn_end = function(game, event)
            event.player:add_tokens("part", -1)
            game:award(event.player, 1)
          end,
        }
    "#);
    let mut game = world.game(1);
    for player in [ALICE, BOB, ALICE] {
        let before = points(&game);
        assert_eq!(game.decision().unwrap().player, player);
        turn(&mut game);
        assert_eq!(
            (game.decision().unwrap().player, points(&game)),
            (player, before),
            "the turn is not over"
        );
        turn(&mut game);
    }
    assert_eq!(points(&game), [2, 1]);
}

#[test]
fn what_options_says_must_be_a_list_of_things_that_can_be_picked() {
    for (options, message) in [
        ("return 3", "must"),
        ("return { print }", "a function"),
        ("return { {} }", "a table"),
        ("return { 0.5 }", "not whole"),
    ] {
        let main = format!(
            "return {{ actions = {{ act = {{ phase = \"deploy\", options = function() {options} end, perform = print }} }} }}"
        );
        let world = fan(&main);
        let mut game = world.game(1);
        let first = game.decision().unwrap().list()[0];
        let error = crate::failure(&mut game, first);
        assert!(error.contains("fan.act") && error.contains(message), "{options}: {error}");
    }
}

#[test]
fn a_failing_action_can_be_left_out() {
    let world = fan(r#"
        return { actions = { act = { phase = "deploy", perform = function(game, player)
          game:award(player, 50)
          error("not today")
        end } } }
    "#);
    let mut game = world.game(1);
    place(&mut game);
    let choices = game.decision().unwrap().list();
    let act = choices.iter().find(|choice| matches!(choice, Choice::Act { .. })).unwrap();
    assert!(crate::failure(&mut game, *act).contains("not today"));
    game.mute(0).unwrap();
    assert_eq!(actions(&game), ["pass"]);
    assert_eq!(again(&world, &game).hash64(), game.hash64());
    play_randomly(&mut game, 1, 10_000);
    assert!(game.is_over());
}

#[test]
fn an_action_in_a_phase_of_an_absent_expansion_is_left_out() {
    let climber = |manifest| crate::common::Script {
        manifest,
        ..crate::common::Script::new(
            "climber",
            "return { actions = { climb = { phase = \"fan/night\", perform = function() end } } }",
        )
    };
    let night = crate::common::Script {
        manifest: "[phases.night]\nafter = \"deploy\"\n",
        ..crate::common::Script::new("fan", "return {}")
    };
    let world = crate::common::World::new(&[], &[climber("optional = [\"fan\"]\n"), night]);
    let mut game = world.game(1);
    turn(&mut game);
    assert_eq!(options(&game), ["climber.climb", "pass"]);
    // Without the other expansion, nothing is offered; a phase that nobody knows is a mistake.
    let alone = crate::common::World::new(&[], &[climber("optional = [\"fan\"]\n")]);
    let mut game = alone.game(1);
    turn(&mut game);
    assert_eq!(game.state().turn(), 2);
    let wrong = crate::common::World::new(&[], &[climber("")]).try_host().err().expect("it is refused");
    assert!(wrong.to_string().contains("there is no phase `fan/night`"), "{wrong}");
}
