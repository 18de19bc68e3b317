//! `allow_`: what an expansion forbids.

use bastide_engine::decision::Choice;
use bastide_engine::event::Event;
use bastide_engine::game::Game;
use bastide_engine::geometry::{Pos, Rotation};

use crate::common::{Script, World};
use crate::{choose, fan, options, points, turn};

fn placements(game: &Game) -> Vec<(Pos, Rotation)> {
    let place = |choice: Choice| match choice {
        Choice::Place { pos, rotation } => (pos, rotation),
        other => panic!("{other:?}"),
    };
    game.decision().unwrap().list().into_iter().map(place).collect()
}

#[test]
fn a_placement_that_is_forbidden_is_no_option() {
    let all = placements(&fan("return {}").game_drawing(&["base/U"]));
    let world = fan(r#"
        return { allow_placement = function(game, query)
          assert(query.player == game.active and query.tile.name == game.hand.name and query.cell.tile == nil)
          return query.cell.y == 0 or query.turn == 1
        end }
    "#);
    let mut game = world.game_drawing(&["base/U"]);
    let left: Vec<_> = all.iter().copied().filter(|(pos, turn)| pos.y == 0 || turn.index() == 1).collect();
    assert!(left.len() < all.len());
    assert_eq!(placements(&game), left);
    let (pos, rotation) = *all.iter().find(|place| !left.contains(place)).unwrap();
    let error = game.apply(Choice::Place { pos, rotation }).unwrap_err().to_string();
    assert!(error.contains("an expansion forbids"), "{error}");
}

#[test]
fn a_tile_without_any_place_that_is_left_is_discarded() {
    let world =
        fan("return { allow_placement = function(game, query) return query.tile.name ~= \"base/X\" end }");
    let mut game = world.game_drawing(&["base/U", "base/X", "base/V"]);
    let left = game.state().stack().len();
    turn(&mut game);
    let discarded =
        game.journal().iter().filter(|event| matches!(event, Event::TileDiscarded { .. })).count();
    assert_eq!(discarded, 1);
    assert_eq!(game.state().stack().len(), left - 2, "the same player draws again");
    let hand = game.state().hand().unwrap();
    assert_eq!(game.rules().tile(hand).def.id, "base/V");
}

#[test]
fn with_no_place_for_any_tile_the_game_ends() {
    let world = fan("return { allow_placement = function() return false end }");
    let game = world.game(1);
    assert!(game.is_over());
}

#[test]
fn several_vetoes_each_forbid_their_own() {
    let main = |kind: &str| {
        format!(
            "return {{ allow_deployment = function(game, query) return query.feature.kind ~= \"{kind}\" end }}"
        )
    };
    let (no_road, no_field) = (main("road"), main("field"));
    let world = World::new(&[], &[Script::new("a", &no_road), Script::new("b", &no_field)]);
    let mut game = world.game_drawing(&["base/A"]);
    game.apply(Choice::Place { pos: Pos::new(1, 0), rotation: Rotation::quarters(1) }).unwrap();
    assert_eq!(options(&game), ["deploy a follower on the monastery at 1,0", "pass"]);
}

#[test]
fn a_veto_that_says_nothing_allows() {
    let world = fan("return { allow_placement = function() end, allow_deployment = function() end }");
    let plain = fan("return {}");
    let (mut game, mut other) = (world.game(1), plain.game(1));
    for _ in 0..10 {
        assert_eq!(options(&game), options(&other));
        turn(&mut game);
        turn(&mut other);
    }
}

#[test]
fn tiles_can_be_kept_from_being_drawn() {
    let world = fan(r#"
        return { allow_draw = function(game, query)
          assert(query.tile.left > 0 and query.player == game.active)
          return query.tile:has("monastery") == (game.turn <= 6)
        end }
    "#);
    let mut game = world.game(1);
    let mut drawn = Vec::new();
    for _ in 0..10 {
        let hand = game.state().hand().unwrap();
        drawn.push(game.rules().tile(hand).def.id.clone());
        turn(&mut game);
    }
    let monastery = |id: &String| id == "base/A" || id == "base/B";
    assert!(drawn[..6].iter().all(monastery), "{drawn:?}");
    assert!(!drawn[6..].iter().any(monastery), "{drawn:?}");
}

#[test]
fn where_no_tile_is_allowed_all_are() {
    let world = fan("return { allow_draw = function() return false end }");
    let mut game = world.game(1);
    turn(&mut game);
    assert!(!game.is_over());
}

#[test]
fn a_feature_whose_completion_is_denied_is_not_scored_now() {
    let world = fan(r#"
        local fan = {}
        function fan.allow_completion(game, query) return query.feature.kind ~= "road" end
        function fan.on_feature_completed(game, event) error("it is not completed") end
        return fan
    "#);
    let mut game = world.game_drawing(&["base/A", "base/A"]);
    game.apply(Choice::Place { pos: Pos::new(1, 0), rotation: Rotation::quarters(1) }).unwrap();
    choose(&mut game, "deploy a follower on the road at 1,0");
    game.apply(Choice::Place { pos: Pos::new(-1, 0), rotation: Rotation::quarters(3) }).unwrap();
    choose(&mut game, "pass");
    assert_eq!(points(&game), [0, 0]);
    let follower = game.state().pieces()[0];
    assert!(matches!(follower.at, bastide_engine::piece::Location::Segment(_)), "it stays");
}
