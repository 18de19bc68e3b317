-- Ferries and blocks: whoever deploys may also join two roads, and build each block once.
local roads = {}

local function building(block)
  return {
    phase = "deploy",
    when = function(game) return game:tiles():where("block", block):is_empty() end,
    options = function(game) return game:block_placements(block) end,
    perform = function(game, _, placement) game:place_block(block, placement) end,
  }
end

-- The roads with an open end.
local function open_roads(game)
  return game:features("road"):filter(function(road) return road.open_ends > 0 end)
end

roads.actions = {
  build_fortress = building("roads/fortress"),
  build_long = building("roads/long"),
  -- From the road of the tile just placed to another one. Each loses an end.
  ferry = {
    phase = "deploy",
    when = function(game) return not game.placed:features("road"):is_empty() end,
    options = function(game)
      local from = game.placed:features("road"):first()
      return open_roads(game):filter(function(road) return road ~= from end)
    end,
    perform = function(game, _, road) game:join(game.placed:features("road"):first(), road, 2) end,
  },
}

return roads
