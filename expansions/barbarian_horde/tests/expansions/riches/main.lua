-- Riches: cities and roads that are worth more, and treasures that belong to none.
local riches = {}

function riches.adjust_points(_, query) return { riches = query.feature.riches } end

function riches.on_tile_placed(game, event)
  if event.tile.again then
    game:grant_turn_part()
  end
end

-- Found while the placement is scored.
function riches.on_feature_completed(game, event)
  local treasure = game.placed and game.placed.treasure or 0
  if treasure > 0 then
    game:award(event.player, treasure, { source = "treasure" })
  end
end

return riches
