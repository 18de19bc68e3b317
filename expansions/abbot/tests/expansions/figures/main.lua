-- Figures of other expansions: whoever deploys may also put a piece of the supply on any feature, claimed or
-- not; and a wagon drives to what is free around it.
local figures = {}

-- Where a wagon drives to: roads, cities and monasteries.
local roads = { road = true, city = true, monastery = true }

figures.actions = {
  put = {
    phase = "deploy",
    options = function(_, player) return player:supply() end,
    perform = function(game, player, piece)
      piece:move_to(game:ask(player, { prompt = "where", options = game:features() }))
    end,
  },
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
