-- Hills: of those who share a feature, whoever has fewer followers on hills than another has lost.
local hills = {}

local function on_hills(feature, player)
  local own = feature:followers():filter(function(follower) return follower.owner == player end)
  return own:filter(function(follower) return follower.tile.hill end):count()
end

function hills.on_feature_scored(game, event)
  local most = 0
  for _, player in ipairs(event.winners) do
    most = math.max(most, on_hills(event.feature, player))
  end
  for _, player in ipairs(event.winners) do
    if on_hills(event.feature, player) < most then
      game:award(player, -event.points, { source = "hill" })
    end
  end
end

return hills
