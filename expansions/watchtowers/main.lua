-- The Watchtowers: a follower on a tower's tile also earns what the tower overlooks.

---@type Expansion
local watchtowers = {}

-- WT9, WT10-WT14: what a tower counts on its own tile and on each of the eight around it, in points.
---@type table<string, fun(tile: Tile): integer>
local overlooked = {
  meeple = function(tile) return 2 * tile:count_pieces("meeple") end,
  coat_of_arms = function(tile) return 2 * tile:sum("coats_of_arms") end,
  road = function(tile) return tile:has("road") and 1 or 0 end,
  monastery = function(tile) return 3 * tile:count("monastery") end,
  city = function(tile) return tile:has("city") and 1 or 0 end,
}

-- WT3-WT6: a completed road or city pays each of its followers that stands on a tower's tile, with
-- or without the majority, before the feature itself is scored. Which features and whose tiles is
-- said in expansion.toml, under [when.on_feature_completed].
function watchtowers.on_feature_completed(game, event)
  for follower in event.feature:followers() do
    local tower = follower.tile.watchtower
    if tower then
      local points = follower.tile:vicinity():total(overlooked[tower])
      game:award(follower.owner, points, { source = "watchtower", at = follower.tile })
    end
  end
end

return watchtowers
