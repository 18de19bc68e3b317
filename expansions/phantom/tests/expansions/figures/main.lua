-- Figures of other expansions: instead of deploying, a builder or a pig joins an own follower; and whoever
-- deploys may also drive with a wagon to what is free around it.
local figures = {}

-- Where a wagon drives to.
local roads = { road = true, city = true, monastery = true }

-- Features of the tile just placed with an own follower on them.
local function own(game, player, kinds)
  return game.placed:features():filter(
    function(feature) return kinds[feature.kind] and feature:followers():where("owner", player):first() end
  )
end

local function joining(kind, kinds)
  return {
    instead_of = "deploy",
    when = function(_, player) return not player:supply(kind):is_empty() end,
    options = function(game, player) return own(game, player, kinds) end,
    perform = function(_, player, feature) player:supply(kind):first():move_to(feature) end,
  }
end

figures.actions = {
  builder = joining("builder", { road = true, city = true }),
  pig = joining("pig", { field = true }),
  drive = {
    phase = "deploy",
    when = function(_, player)
      local wagon = player:pieces("wagon"):first()
      return wagon and wagon.tile
    end,
    options = function(_, player)
      local around = player:pieces("wagon"):first().tile:around()
      return around:features():filter(
        function(feature) return roads[feature.kind] and not (feature.claimed or feature.complete) end
      )
    end,
    perform = function(_, player, feature) player:pieces("wagon"):first():move_to(feature) end,
  },
}

return figures
