-- Defenders: followers who go to the fortress instead of a tile, and come back.

local defences = require("defences")
local fortress = require("fortress")
local guards = require("guards")

local defenders = {}

-- BH89: no mayor. Builders, pigs and barns are no followers.
---@type table<string, boolean>
local NEVER = { mayor = true }

-- BH90, BH91: how many Defenders all players have in the fortress; a large follower counts for two.
---@param game Game
---@return integer
function defenders.number(game)
  return fortress.defenders(game):total(function(piece) return piece.strength end)
end

-- Of the pieces of one kind, it makes no difference which goes or comes back.

-- BH88: instead of deploying on the tile, a player sends a follower of any other kind to the fortress.
-- BH96: what is earned by that is his to place.
---@type Action
defenders.defend = {
  instead_of = "deploy",
  options = function(_, player)
    local followers = player:supply("follower"):first_of_each("kind")
    return followers:filter(function(piece) return not NEVER[piece.kind] end):list()
  end,
  perform = function(game, player, piece)
    piece:move_to(game:place("fortress"))
    defences.reached(game, player, defenders.number(game))
  end,
}

-- BH92: instead of deploying, a player takes one own Defender back. BH93: what was earned stays.
-- BH119, BH124: guards come back at any time.
---@type Action
defenders.withdraw = {
  instead_of = "deploy",
  options = function(game, player)
    local own = fortress.defenders(game):where("owner", player)
    own = own:filter(function(piece) return not guards.is_guard(game, piece) end)
    return own:first_of_each("kind"):list()
  end,
  perform = function(_, _, piece) piece:return_home() end,
}

return defenders
