-- Sights of other expansions: whoever deploys may also build a block, or tunnel from road to road.
local sights = {}

local function building(block)
  return {
    phase = "deploy",
    options = function(game) return game:block_placements(block) end,
    perform = function(game, _, placement) game:place_block(block, placement) end,
  }
end

sights.actions = {
  build_long = building("sights/long"),
  build_fortress = building("sights/fortress"),
  -- Both ends of the tunnel are open ends of a road.
  tunnel = {
    phase = "deploy",
    options = function(game)
      return game:features("road"):filter(
        function(road) return road.open_ends > 0 and road ~= game.placed:features("road"):first() end
      )
    end,
    perform = function(game, _, road) game:join(game.placed:features("road"):first(), road, 2) end,
  },
}

return sights
