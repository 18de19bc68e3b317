//! Examples of hooks and actions for the pages. A test loads and plays all of them.

/// An example, for a hook or for actions.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The hook, or `actions`.
    pub of: &'static str,
    /// The lines of `main.lua` between `local fan = {}` and `return fan`.
    pub code: &'static str,
}

const fn example(of: &'static str, code: &'static str) -> Example {
    Example { of, code }
}

/// All examples, in the order of the pages.
pub const EXAMPLES: &[Example] = &[
    example(
        "on_game_start",
        r#"-- Everybody begins with three coins.
function fan.on_game_start(game)
  for player in game.players do
    player:add_tokens("coins", 3)
  end
end"#,
    ),
    example(
        "on_turn_start",
        r#"-- A coin for each turn.
function fan.on_turn_start(_, event) event.player:add_tokens("coins", 1) end"#,
    ),
    example(
        "on_tile_drawn",
        r#"-- Whoever draws a monastery says so and gets a point.
function fan.on_tile_drawn(game, event)
  if event.tile:has("monastery") then
    game:award(event.player, 1, { source = "good_news" })
  end
end"#,
    ),
    example(
        "on_tile_placed",
        r#"-- A tile that touches four others pays a point for each of them.
function fan.on_tile_placed(game, event)
  local count = event.tile:neighbours():count()
  if count == 4 then
    game:award(event.player, count, { source = "gap", at = event.tile })
  end
end"#,
    ),
    example(
        "on_piece_deployed",
        r#"-- A toll for each tile of the road that one joins.
function fan.on_piece_deployed(game, event)
  if event.feature.kind == "road" then
    game:award(event.player, -event.feature.size, { source = "toll", at = event.feature.tile })
  end
end"#,
    ),
    example(
        "on_feature_completed",
        r#"-- Every follower of a completed city celebrates, majority or not.
function fan.on_feature_completed(game, event)
  if event.feature.kind == "city" then
    for follower in event.feature:followers() do
      game:award(follower.owner, 1, { source = "feast", at = follower.tile })
    end
  end
end"#,
    ),
    example(
        "on_feature_scored",
        r#"-- Who shares a city gets a coin each.
function fan.on_feature_scored(_, event)
  if #event.winners > 1 and event.feature.kind == "city" then
    for _, player in ipairs(event.winners) do
      player:add_tokens("coins", 1)
    end
  end
end"#,
    ),
    example(
        "on_points_awarded",
        r#"-- The most points at once are remembered, for the end of the game.
function fan.on_points_awarded(game, event)
  game.storage.most = math.max(game.storage.most or 0, event.points)
end"#,
    ),
    example(
        "on_placement_scored",
        r#"-- A placement that brings somebody ten points grants another part of the turn.
function fan.on_placement_scored(game, event)
  if event.feature_points >= 10 and not game.storage.granted then
    game.storage.granted = true
    game:grant_turn_part()
  end
end

function fan.on_turn_end(game) game.storage.granted = nil end"#,
    ),
    example(
        "on_turn_end",
        r#"-- Once in each round, the last player may give the first a point.
function fan.on_turn_end(game, event)
  local first = event.player.next
  if first.seat == 1 then
    local question = { prompt = "give_a_point", options = { "give", "keep" } }
    if game:ask(event.player, question) == "give" then
      game:award(first, 1, { source = "gift" })
    end
  end
end"#,
    ),
    example(
        "on_final_scoring",
        r#"-- Three coins are worth a point.
function fan.on_final_scoring(game)
  for player in game.players do
    game:award(player, math.floor(player:tokens("coins") / 3), { source = "coins" })
  end
end"#,
    ),
    example(
        "on_custom",
        r#"fan.events = { bell_rung = "the bell of a monastery was rung" }

function fan.on_tile_placed(game, event)
  if event.tile:has("monastery") then
    game:raise("bell_rung", event.tile, { times = 3 })
  end
end

-- In this expansion or in another.
function fan.on_bell_rung(game, event)
  game:award(game.active, event.data.times, { source = "bell", at = event.subject })
end"#,
    ),
    example(
        "allow_placement",
        r#"-- The land is a strip of 21 cells.
function fan.allow_placement(_, query)
  if math.abs(query.cell.x) > 10 then
    return false, "the land ends there"
  end
end"#,
    ),
    example(
        "allow_deployment",
        r#"-- Nobody farms a field that touches no city.
function fan.allow_deployment(_, query)
  return query.feature.kind ~= "field" or not query.feature:neighbours("city"):is_empty()
end"#,
    ),
    example(
        "allow_completion",
        r#"-- A city of two tiles is no city yet.
function fan.allow_completion(_, query)
  return query.feature.kind ~= "city" or query.feature.size > 2
end"#,
    ),
    example(
        "allow_draw",
        r#"-- No monasteries in the first ten turns.
function fan.allow_draw(game, query)
  return game.turn > 10 or not query.tile:has("monastery")
end"#,
    ),
    example(
        "adjust_points",
        r#"-- A completed road of five tiles or more is worth two points more.
function fan.adjust_points(_, query)
  if query.complete and query.feature.kind == "road" and query.feature.size >= 5 then
    return { long_road = 2 }
  end
end"#,
    ),
    example(
        "adjust_strength",
        r#"-- A follower beside a coat of arms counts for one more.
function fan.adjust_strength(_, query)
  return query.piece.tile:sum("coats_of_arms") > 0 and 1 or 0
end"#,
    ),
    example(
        "actions",
        r#"-- In place of a deployment, a follower may come home from a field.
fan.actions = {
  harvest = {
    instead_of = "deploy",
    options = function(_, player)
      return player:pieces("follower"):filter(function(follower)
        return follower.feature and follower.feature.kind == "field"
      end)
    end,
    perform = function(game, player, follower)
      game:award(player, 1, { source = "harvest", at = follower.tile })
      follower:return_home()
    end,
  },
}"#,
    ),
];
