-- The fairy: whoever deploys may move her to a tile, once in a turn. A follower beside her is paid when its feature is
-- scored.
local fairy = {}

fairy.actions = {
  move_fairy = {
    phase = "deploy",
    when = function(game) return game.storage.moved ~= game.turn end,
    options = function(game) return game:tiles() end,
    perform = function(game, _, tile)
      game.storage.moved = game.turn
      game:pieces("fairy"):first():move_to(tile)
    end,
  },
}

function fairy.on_feature_scored(game, event)
  for follower in event.feature:followers() do
    if follower.tile:count_pieces("fairy") > 0 then
      game:award(follower.owner, 3, { source = "fairy", at = follower.tile })
    end
  end
end

return fairy
