-- Vodyanoy, who catches on the eight cells around his pond.

local prey = require("prey")

local vodyanoy = {}

-- RP56: a follower in the tree stays there, unless an option or the rulings of 2021 give it to Vodyanoy.
-- RP48, RP49: a bathhouse keeps nobody safe, unless the players agree that it does.
---@param options table
---@param piece Piece
local function can_drown(options, piece)
  local place = piece.place
  local name = place and place.name
  if name == "solovei" then
    return options.vodyanoy_empties_tree or options.ruleset == "2021"
  elseif name == "vodyanoy" or name == "bathhouse" and options.bathhouse_immune then
    return false
  end
  return prey.may_be_caught(options, piece)
end

-- RP39, RP47: the tile with the pond beside which a figure is. Whoever is in a castle, a quarter or another place
-- off the tiles is beside none.
---@param piece Piece
---@return Tile?
local function pond_beside(piece)
  local tile = piece.tile
  return tile and tile:around("trap"):where("trap", "vodyanoy"):first()
end

-- RP38, RP40: adds those of some figures that are within reach.
---@param options table
---@param catch Catch
---@param pieces Piece[]
function vodyanoy.drown(options, catch, pieces)
  for _, piece in ipairs(pieces) do
    local pond = pond_beside(piece)
    if pond and can_drown(options, piece) then
      prey.add(catch, piece, pond, "vodyanoy")
    end
  end
end

return vodyanoy
