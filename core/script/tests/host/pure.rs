//! Whoever only looks changes nothing: every verb of the API is refused wherever a script may only
//! look.

use bastide_engine::game::Game;
use bastide_script::api::CLASSES;

use crate::{declared, fan};

/// How a script gets hold of something of a class.
fn receiver(class: &str) -> &'static str {
    match class {
        "Game" => "game",
        "Player" => "game.active",
        "Piece" => "game:pieces()[1]",
        "Tile" => "game:tile(0)",
        "Place" => "game:place(\"prison\")",
        other => panic!("say how a script gets a {other}"),
    }
}

/// Every function that changes something, called on something.
fn verbs() -> Vec<(String, String)> {
    let verbs = CLASSES.iter().flat_map(|class| {
        let changing = class.members.iter().filter(|member| member.changes);
        changing.map(|member| {
            let name = format!("{}:{}", class.name.to_lowercase(), member.name);
            (name, format!("{}:{}()", receiver(class.name), member.name))
        })
    });
    verbs.collect()
}

/// Plays until something fails; by turns it deploys and passes.
fn first_error(main: &str) -> String {
    let world = declared("[places.prison]\n", main);
    let mut game = match world.try_game(1) {
        Ok(game) => game,
        Err(error) => return error.to_string(),
    };
    for _ in 0..400 {
        let Some(decision) = game.decision() else { break };
        let choice = decision.list()[0];
        if let Err(error) = game.apply(choice) {
            return error.to_string();
        }
    }
    panic!("nothing failed: {main}");
}

#[test]
fn every_verb_is_refused_in_every_function_that_only_looks() {
    let verbs = verbs();
    assert!(verbs.len() > 12, "{verbs:?}");
    let hooks = [
        "allow_placement = function(game) CALL end",
        "allow_deployment = function(game) CALL end",
        "allow_completion = function(game) CALL end",
        "allow_draw = function(game) CALL end",
        "adjust_points = function(game) CALL end",
        "adjust_strength = function(game) CALL end",
        "actions = { act = { phase = \"deploy\", when = function(game) CALL end, perform = print } }",
        "actions = { act = { phase = \"deploy\", options = function(game) CALL end, perform = print } }",
    ];
    for (name, call) in &verbs {
        for hook in hooks {
            let error = first_error(&format!("return {{ {} }}", hook.replace("CALL", call)));
            let expected = format!("{name} is not allowed in");
            assert!(error.contains(&expected), "{hook} {call}: {error}");
        }
    }
}

#[test]
fn a_verb_is_refused_however_it_is_reached() {
    for call in [
        "pcall(game.award, game, game.active, 1) game:award(game.active, 1)",
        "local award = game.award award(game, game.active, 1)",
        "coroutine.wrap(function() game:award(game.active, 1) end)()",
        "setmetatable({}, { __index = function() game:award(game.active, 1) end }).x()",
    ] {
        let error = first_error(&format!("return {{ allow_placement = function(game) {call} end }}"));
        assert!(error.contains("game:award is not allowed in allow_placement"), "{call}: {error}");
    }
}

#[test]
fn a_strength_that_is_asked_for_by_a_handler_is_still_only_looking() {
    let error = first_error(
        r#"
        return {
          on_piece_deployed = function(game, event) return event.feature:strength_of(event.player) end,
          adjust_strength = function(game) game:add_tokens("x", 1) end,
        }
        "#,
    );
    assert!(error.contains("game:add_tokens is not allowed in adjust_strength"), "{error}");
}

#[test]
fn looking_changes_nothing() {
    // Everything that can be looked at, read from a function that only looks: the game goes as if
    // nobody had looked.
    let look = r#"
        local function look(game)
          for player in game.players do
            local seen = { player.name, player.seat, player.points, player.next, player:supply(), player:pieces() }
          end
          for tile in game:tiles() do
            local seen = { tile.def, tile:features(), tile:pieces(), tile:vicinity(), tile:neighbours(), tile.block }
          end
          for feature in game:features() do
            local seen = { feature.kind, feature.complete, feature.value, feature:tiles(), feature:winners(), feature:parts() }
          end
          for piece in game:pieces() do
            local seen = { piece.kind, piece.owner, piece.tile, piece.feature, piece.place, piece.since }
          end
          local seen = { game:open_cells(), game:stack(), game.storage, game.options, game.hand, game.phase }
          return true
        end
        return { allow_deployment = look, allow_completion = look, adjust_points = function(game) look(game) end }
    "#;
    let (curious, plain) = (fan(look), fan("return {}"));
    let (mut game, mut other): (Game, Game) = (curious.game(1), plain.game(1));
    for step in 0..40 {
        let Some(decision) = game.decision() else { break };
        let choice = decision.list()[step % decision.len()];
        game.apply(choice).unwrap_or_else(|error| panic!("{error}"));
        other.apply(choice).unwrap();
        assert_eq!(game.hash64(), other.hash64());
    }
}
