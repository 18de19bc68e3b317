-- Beacon: a beacon on a hill pays its keeper for what lies around it: roads, cities and monasteries.

---@type Expansion
local beacon = {}

-- BE3, BE4: what one of the eight tiles around is worth.
---@type table<string, fun(tile: Tile): integer>
local worth = {
  road = function(tile) return tile:has("road") and 1 or 0 end,
  city = function(tile) return tile:has("city") and 1 or 0 end,
  monastery = function(tile) return tile:has("monastery") and 2 or 0 end,
}

-- BE6: what a beacon is paid for, by the option.
---@type table<string, string[]>
local counted = {
  road = { "road" },
  city = { "city" },
  all = { "road", "city", "monastery" },
}

-- BE2, BE5: the points are added to those of the beacon itself, complete or not.
function beacon.adjust_points(game, query)
  local around = query.feature.tile:around()
  local points = {}
  for _, kind in ipairs(counted[game.options.reach]) do
    points["beside_" .. kind] = around:total(worth[kind])
  end
  return points
end

return beacon
