-- The king: whoever completed the last city gets a point for each completed city at the end.
local king = {}

function king.on_feature_completed(game, event)
  game.storage.cities = (game.storage.cities or 0) + 1
  game.storage.king = event.player.seat
end

function king.on_final_scoring(game)
  local player = game:player(game.storage.king)
  game:award(player, game.storage.cities, { source = "king" })
end

return king
