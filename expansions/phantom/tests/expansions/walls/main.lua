-- A walled town: whoever lets others score features and gets nothing himself may send a follower into one of
-- its quarters. From the blacksmith's, followers go to roads that are completed.
local walls = {}

function walls.on_tile_placed(game)
  game.storage.scored = nil
  game.storage.own = nil
end

function walls.on_feature_completed(game, event)
  if event.feature.kind == "road" then
    for follower in game:place("blacksmith"):pieces() do
      follower:move_to(event.feature)
    end
  end
end

function walls.on_feature_scored(game, event)
  for _, winner in ipairs(event.winners) do
    game.storage.scored = true
    game.storage.own = game.storage.own or winner == game.active
  end
end

walls.actions = {
  enter = {
    instead_of = "entry",
    when = function(game) return game.storage.scored and not game.storage.own end,
    options = function(_, player) return player:supply("follower") end,
    perform = function(game, player, follower)
      local quarters = {}
      for _, name in ipairs({ "castle", "market", "blacksmith", "cathedral" }) do
        table.insert(quarters, game:place(name))
      end
      follower:move_to(game:ask(player, { prompt = "quarter", options = quarters }))
    end,
  },
}

return walls
