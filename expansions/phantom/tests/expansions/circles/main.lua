-- A corn circle: whoever deploys may also let a follower of the supply join an own one on a road.
local circles = {}

local function own_roads(game, player)
  return game
    :features("road")
    :filter(function(road) return road:followers():where("owner", player):first() end)
end

circles.actions = {
  join = {
    phase = "deploy",
    options = function(game, player)
      return own_roads(game, player):is_empty() and {} or player:supply("follower")
    end,
    perform = function(game, player, follower)
      follower:move_to(game:ask(player, { prompt = "road", options = own_roads(game, player) }))
    end,
  },
}

return circles
