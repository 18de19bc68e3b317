//! `game:random`, and adjustments of points and strength.

use bastide_engine::decision::Choice;
use bastide_engine::event::{Event, Part};
use bastide_engine::game::{Entry, Game};
use bastide_engine::geometry::{Pos, Rotation};
use bastide_engine::luck::Chance;

use crate::common::{Script, World, play_randomly};
use crate::{again, awards, choose, declared, fan, options, place, points, question, turn};

fn rolls(game: &Game) -> Vec<u32> {
    let numbers = game.log().iter().filter_map(|entry| match entry {
        Entry::Chance(Chance::Number(number)) => Some(*number),
        _ => None,
    });
    numbers.collect()
}

const DICE: &str = r#"
local fan = {}
function fan.on_tile_placed(game, event)
  local first = game:random(6)
  local more = game:ask(event.player, { prompt = "again", options = { "yes", "no" } }) == "yes"
  game:award(event.player, first + (more and 100 * game:random(6) or 0))
end
return fan
"#;

#[test]
fn random_numbers_are_logged_and_played_again() {
    let world = fan(DICE);
    let mut game = world.game(3);
    for _ in 0..20 {
        place(&mut game);
        choose(&mut game, "yes");
        choose(&mut game, "pass");
    }
    let numbers = rolls(&game);
    assert_eq!(numbers.len(), 40);
    assert!((0..6).all(|face| numbers.contains(&face)), "{numbers:?}");
    let total: u32 = numbers.chunks(2).map(|pair| pair[0] + 1 + 100 * (pair[1] + 1)).sum();
    assert_eq!(points(&game).iter().sum::<i32>(), total as i32);
    assert_eq!(again(&world, &game).hash64(), game.hash64());
    // Another seed, the same log: what was rolled is what was rolled.
    let other = Game::replay(world.rules.clone(), 99, Some(world.host()), game.log()).unwrap();
    assert_eq!(points(&other), points(&game));
}

#[test]
fn a_number_before_a_question_stays_when_the_handler_runs_again() {
    let world = fan(DICE);
    let mut game = world.game(5);
    place(&mut game);
    let first = rolls(&game);
    assert_eq!(first.len(), 1);
    choose(&mut game, "no");
    assert_eq!(rolls(&game), first);
    assert_eq!(points(&game), [first[0] as i32 + 1, 0]);
}

#[test]
fn numbers_can_be_settled_beforehand() {
    let world = fan(DICE);
    let mut game = world.game(5);
    game.force([Chance::Number(3), Chance::Number(5)]);
    place(&mut game);
    choose(&mut game, "yes");
    assert_eq!(points(&game), [604, 0]);
}

#[test]
fn a_die_of_one_side_is_a_die_and_one_of_none_is_an_error() {
    let world =
        fan("return { on_tile_placed = function(game, event) game:award(event.player, game:random(1)) end }");
    let mut game = world.game(1);
    place(&mut game);
    assert_eq!(points(&game), [1, 0]);
    for count in ["0", "-1", "1.5", "\"six\"", ""] {
        let world = fan(&format!("return {{ on_tile_placed = function(game) game:random({count}) end }}"));
        let mut game = world.game(1);
        let first = game.decision().unwrap().list()[0];
        assert!(crate::failure(&mut game, first).contains("`count` must be"), "{count}");
    }
}

/// Closes the road of the start tile with a follower of the first player on it: 3 points.
fn close_road(world: &World) -> Game {
    let mut game = world.game_drawing(&["base/A", "base/A"]);
    put(&mut game, Pos::new(1, 0), 1);
    choose(&mut game, "deploy a follower on the road at 1,0");
    put(&mut game, Pos::new(-1, 0), 3);
    choose(&mut game, "pass");
    game
}

fn put(game: &mut Game, pos: Pos, turn: u8) {
    game.apply(Choice::Place { pos, rotation: Rotation::quarters(turn) }).unwrap();
}

fn parts(parts: &[Part]) -> Vec<(String, i32)> {
    parts.iter().map(|part| (part.label.as_str().to_owned(), part.points)).collect()
}

#[test]
fn adjustments_explain_themselves_in_the_award() {
    let world = World::new(
        &[],
        &[
            Script::new(
                "inns",
                "return { adjust_points = function(game, query) return { inn = query.points, bad_wine = -1 } end }",
            ),
            Script::new("tax", "return { adjust_points = function(game, query) return -2 end }"),
            Script::new("idle", "return { adjust_points = function(game, query) end }"),
        ],
    );
    let game = close_road(&world);
    let award = &awards(&game)[0];
    let expected = [("tiles", 3), ("bad_wine", -1), ("inn", 3), ("tax", -2)];
    assert_eq!(parts(&award.parts), expected.map(|(label, points)| (label.to_owned(), points)));
    assert_eq!(award.points, 3);
    assert_eq!(points(&game), [3, 0]);
}

#[test]
fn adjustments_see_the_points_before_all_adjustments() {
    let main = "return { adjust_points = function(game, query) return { double = query.points } end }";
    let world = World::new(&[], &[Script::new("a", main), Script::new("b", main)]);
    assert_eq!(points(&close_road(&world)), [9, 0]);
}

#[test]
fn points_that_are_adjusted_to_nothing_are_still_told() {
    let world = fan("return { adjust_points = function(game, query) return { robbed = -query.points } end }");
    let game = close_road(&world);
    assert_eq!(awards(&game).len(), 1);
    assert_eq!((awards(&game)[0].points, points(&game)), (0, [0, 0]));
}

#[test]
fn a_query_says_who_and_what_and_whether_it_is_complete() {
    let world = fan(r#"
        return {
          adjust_points = function(game, query)
            assert(query.player == game:player("alice") and query.complete == true and query.points == 3)
            assert(query.feature.kind == "road" and query.feature.size == 3 and query.feature:strength_of(query.player) == 1)
            return 10
          end,
        }
    "#);
    assert_eq!(points(&close_road(&world)), [13, 0]);
}

#[test]
fn adjusted_strength_decides_the_majority() {
    // Alice's follower stands on the road; a rule brings one of bob's, which counts twice.
    let main = |bonus: i32| {
        format!(
            r#"
            return {{
              on_tile_placed = function(game, event)
                if event.player.name == "bob" then
                  event.player:supply("follower")[1]:move_to(event.tile:features("road")[1])
                end
              end,
              adjust_strength = function(game, query, strength)
                assert(strength == 1 and query.strength == 1 and query.feature.kind == "road")
                if query.piece.owner.name == "bob" then return {bonus} end
              end,
              on_feature_scored = function(game, event)
                local who = {{}}
                for _, player in ipairs(event.winners) do who[#who + 1] = player.name end
                assert(table.concat(who, " ") == event.feature:winners():map(function(p) return p.name end):list()[1]
                  or #who == 2 and event.feature:winners():count() == 2)
              end,
            }}
            "#
        )
    };
    assert_eq!(points(&close_road(&fan(&main(0)))), [3, 3]);
    assert_eq!(points(&close_road(&fan(&main(1)))), [0, 3]);
    assert_eq!(points(&close_road(&fan(&main(-1)))), [3, 0]);
}

#[test]
fn strength_that_asks_for_strength_again_is_an_error_and_no_crash() {
    let world = fan(
        "return { adjust_strength = function(game, query) return query.feature:strength_of(query.piece.owner) end }",
    );
    let mut game = world.game_drawing(&["base/A", "base/A"]);
    put(&mut game, Pos::new(1, 0), 1);
    choose(&mut game, "deploy a follower on the road at 1,0");
    put(&mut game, Pos::new(-1, 0), 3);
    let error = crate::failure(&mut game, Choice::Pass);
    assert!(error.contains("adjust_strength asks for a strength again, without end"), "{error}");
}

#[test]
fn options_are_those_of_the_manifest_and_of_the_others() {
    let manifest = r#"
        [options.bonus]
        type = "number"
        min = 0
        max = 9
        default = 4
        doc = "points for each tile"

        [options.greedy]
        type = "boolean"
        default = true
        doc = "whether the bonus is paid"
    "#;
    let main = r#"
        return {
          on_tile_placed = function(game, event)
            assert(game.options.greedy == true and game:option("fan.bonus") == 4)
            assert(game:option("base.edition") == "first" and game:in_play("fan") and not game:in_play("fans"))
            assert(not pcall(function() game.options.bonus = 5 end))
            local ok, message = pcall(function() return game.options.bonuss end)
            assert(not ok and tostring(message):find("has no option `bonuss`, did you mean `bonus`?", 1, true))
            assert(not pcall(game.option, game, "fan.bonsu"))
            game:award(event.player, game.options.bonus)
          end,
        }
    "#;
    let world = declared(manifest, main);
    let mut game = world.game(1);
    turn(&mut game);
    assert_eq!(points(&game), [4, 0]);
    assert_eq!(question(&game), None);
    assert!(!options(&game).is_empty());
}

#[test]
fn whole_games_with_dice_and_adjustments_play_again_to_the_same_state() {
    let world = World::new(
        &["watchtowers"],
        &[
            Script::new("dice", DICE),
            Script::new(
                "old",
                "return { adjust_strength = function(game, query) return game.turn - query.piece.since end }",
            ),
        ],
    );
    for seed in 0..3 {
        let mut game = world.game(seed);
        play_randomly(&mut game, seed, 10_000);
        assert!(game.is_over());
        assert!(game.journal().iter().any(|event| matches!(event, Event::GameEnded { .. })));
        assert_eq!(again(&world, &game).hash64(), game.hash64());
    }
}
