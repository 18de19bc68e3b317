-- The Watchtowers: a follower on a tower's tile also earns what the tower overlooks.

---@type Expansion
local watchtowers = {}

-- WT9, WT10-WT14: what a tower counts on its own tile and on the eight around it, in points.
---@type table<string, fun(tower: Tile): integer>
local overlooked = {
  meeple = function(tower)
    return 2 * tower:vicinity():total(function(tile) return tile:count_pieces("meeple") end)
  end,
  coat_of_arms = function(tower)
    return 2 * tower:vicinity():total(function(tile) return tile:sum("coats_of_arms") end)
  end,
  road = function(tower) return tower:vicinity("road"):count() end,
  monastery = function(tower)
    return 3 * tower:vicinity("monastery"):total(function(tile) return tile:count("monastery") end)
  end,
  city = function(tower) return tower:vicinity("city"):count() end,
}

-- WT3-WT6: a completed road or city pays each of its followers that stands on a tower's tile, with
-- or without the majority, before the feature itself is scored. Which features and whose tiles is
-- said in expansion.toml, under [when.on_feature_completed].
function watchtowers.on_feature_completed(game, event)
  for follower in event.feature:followers() do
    local tile = follower.tile
    local tower = tile.watchtower
    if tower then
      game:award(follower.owner, overlooked[tower](tile), { source = "watchtower", at = tile })
    end
  end
end

return watchtowers
