-- What barbarians claim.

local data = require("data")

local claims = {}

-- BH38-BH44: what the barbarians in a feature count for. They are in all features of the tile on which they
-- stand, and in all of each of them. A monastery or a hut has no other tile than its own.
---@param game Game
---@param feature Feature
---@return integer
local function strength_of_barbarians(game, feature)
  local count = feature:count_pieces_on_tiles("barbarian")
  if count > 1 and not game.options.claims_add_up then
    count = 1
  end
  return count * data.BARBARIAN_VALUE
end

-- BH45, BH46, BH52: takes all points of a player whose followers count for less, so far as others let there
-- be any. Nobody else gets them.
-- BH50: what is scored at the end is claimed as well.
---@param game Game
---@param query AdjustPointsQuery
---@param points integer
---@return table<string, integer>?
function claims.deny(game, query, points)
  if points <= 0 or not (query.complete or game.options.claims_at_end) then
    return
  end
  local feature = query.feature
  if feature:strength_of(query.player) < strength_of_barbarians(game, feature) then
    return { barbarians = -points }
  end
end

return claims
