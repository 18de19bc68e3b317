-- The barbarians: which of them are there, and what becomes of the City.

local bargain = require("bargain")
local data = require("data")

local horde = {}

-- Where other expansions see that the City is under attack, and that it ever was: tokens beside the board.
local SIEGE = "city_under_attack"
local ATTACKED = "city_attacked"

-- The barbarians on the board.
---@param game Game
---@return PieceSelection
function horde.barbarians(game) return game:pieces_in("horde") end

-- Whether barbarians are in play now.
---@param game Game
---@return boolean
function horde.is_under_attack(game) return game:tokens(SIEGE) > 0 end

-- BH7: where barbarians come to, on the tile of the cathedral; where the City is not there, on the first tile.
---@param game Game
---@return Place
function horde.entry(game) return game:place_on("horde", data.ENTRY_TILE) or assert(game:tile(0)).place.horde end

-- Whether they ever came.
---@param game Game
---@return boolean
function horde.has_attacked(game) return game:tokens(ATTACKED) > 0 end

-- BH4, BH11: the City is under attack from here on.
---@param game Game
function horde.besiege(game)
  if not horde.has_attacked(game) then
    game:add_tokens(ATTACKED, 1)
  end
  game:add_tokens(SIEGE, 1)
  game:raise("city_attacked")
end

-- BH12, BH55, BH56: with the last barbarian the siege ends, and all prisoners go home. Nobody has to be protected
-- any more.
---@param game Game
local function lift_siege(game)
  game:add_tokens(SIEGE, -1)
  bargain.end_all(game)
  for prisoner in game:place("prison"):pieces() do
    prisoner:return_home()
    game:raise("prisoner_released", prisoner, { cause = "victory" })
  end
  game:raise("city_freed")
end

-- A barbarian is gone, for good unless later barbarian tiles may call new ones after a victory.
---@param game Game
---@param barbarian Piece
---@param cause string What eliminated it, such as "pit".
---@param player? Player Who did, where it was somebody.
function horde.eliminate(game, barbarian, cause, player)
  local tile = barbarian.tile
  if game.options.respawn_after_victory then
    barbarian:return_home()
  else
    barbarian:remove()
  end
  local by = player and player.name or nil
  game:raise("barbarian_eliminated", tile, { cause = cause, by = by })
  if horde.barbarians(game):is_empty() then
    lift_siege(game)
  end
end

return horde
