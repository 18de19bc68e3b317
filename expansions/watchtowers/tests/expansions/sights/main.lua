-- Sights of other expansions: once in a game, whoever deploys may also build each block, and dig a
-- tunnel from road to road.
local sights = {}

local function building(block)
  return {
    phase = "deploy",
    when = function(game) return game:tiles():where("block", block):is_empty() end,
    options = function(game) return game:block_placements(block) end,
    perform = function(game, _, placement) game:place_block(block, placement) end,
  }
end

-- A road of the tile just placed that goes on.
local function entrance(game)
  return game.placed:features("road"):filter(function(road) return road.open_ends > 0 end):first()
end

sights.actions = {
  build_long = building("sights/long"),
  build_fortress = building("sights/fortress"),
  -- Both ends of the tunnel are open ends of a road.
  tunnel = {
    phase = "deploy",
    when = function(game) return game:tokens("tunnel") == 0 and entrance(game) end,
    options = function(game)
      local from = entrance(game)
      return game:features("road"):filter(function(road) return road.open_ends > 0 and road ~= from end)
    end,
    perform = function(game, _, road)
      game:add_tokens("tunnel", 1)
      game:join(entrance(game), road, 2)
    end,
  },
}

return sights
