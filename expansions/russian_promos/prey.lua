-- Whom the traps catch.

local prey = {}

-- The places of the traps, by name.
---@type table<string, string>
local TRAPS = { solovei = "solovei", vodyanoy = "vodyanoy" }

-- Special figures that the rulings of 2021 have caught as well.
---@type table<string, boolean>
local SPECIAL = { builder = true, pig = true }

-- The trap in which a figure is caught, by name: "solovei" or "vodyanoy".
---@param piece Piece
---@return string?
function prey.trap_of(piece)
  local place = piece.place
  return place and TRAPS[place.name]
end

-- RP26-RP28, RP45, RP46, RP50: followers of every kind, farmers and monks too, and nobody else; by the
-- rulings of 2021 builders and pigs as well.
---@param options table
---@param piece Piece
---@return boolean
function prey.is_prey(options, piece)
  return piece.is_follower or options.ruleset == "2021" and SPECIAL[piece.kind] == true
end

-- RP30, RP53: also on a feature that is complete, unless an option lets them score first.
---@param options table
---@param piece Piece
---@return boolean
function prey.may_be_caught(options, piece)
  if options.completed_features == "scored" and piece.feature and piece.feature.complete then
    return false
  end
  return prey.is_prey(options, piece)
end

-- Figures that are about to be caught, each with the tile of its trap, and the trap's name.
---@alias Catch { piece: Piece, tile: Tile, trap: string }[]

-- Adds a figure to a catch. Special ones come first: they would go home when they are left alone.
---@param catch Catch
---@param piece Piece
---@param tile Tile
---@param trap string
function prey.add(catch, piece, tile, trap)
  table.insert(catch, piece.is_follower and #catch + 1 or 1, { piece = piece, tile = tile, trap = trap })
end

---@param catch Catch
---@param piece Piece
---@return boolean
function prey.contains(catch, piece)
  for _, each in ipairs(catch) do
    if each.piece == piece then
      return true
    end
  end
  return false
end

return prey
