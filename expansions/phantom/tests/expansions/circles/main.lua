-- A corn circle: whoever deploys may also let a follower of the supply join an own one on a road.
local circles = {}

circles.actions = {
  join = {
    phase = "deploy",
    options = function(_, player) return player:supply("follower") end,
    perform = function(game, player, follower)
      local roads = game
        :features("road")
        :filter(function(road) return road:followers():where("owner", player):first() end)
      follower:move_to(game:ask(player, { prompt = "road", options = roads }))
    end,
  },
}

return circles
