-- Whom barbarians take prisoner, and how prisoners come home.

local bargain = require("bargain")
local data = require("data")

local prisoners = {}

-- BH61-BH63, BH65, BH66: figures of players of any kind can be taken, except barns. The swordsmen and
-- archers of the fortress are nobody's. Whoever is in a place on the tile is on the tile, unless the place is high above.
---@param game Game
---@param piece Piece
---@return boolean
local function is_in_reach(game, piece)
  if not piece.owner or data.INVULNERABLE[piece.kind] then
    return false
  end
  local place = piece.place
  return not place or not (data.OUT_OF_REACH[place.name] or game.options.trapped_are_safe)
end

-- BH74: those whom a barbarian finds on a tile, by their owners, clockwise from the player whose turn it is.
---@param game Game
---@param tile Tile
---@return Piece[]
local function found_on(game, tile)
  local here = tile:pieces():filter(function(piece) return is_in_reach(game, piece) end)
  if #here < 2 then
    return here:list()
  end
  local found, player = {}, game.active ---@type Piece[], Player
  for _ = 1, #game.players do
    for _, is_follower in ipairs({ true, false }) do
      for piece in here:where("owner", player):where("is_follower", is_follower) do
        table.insert(found, piece)
      end
    end
    player = player.next
  end
  return found
end

-- BH64: whether a piece would go home, since its last follower is taken here: there is nothing to bargain for.
---@param piece Piece
---@param taken Piece[]
---@return boolean
local function is_left_alone(piece, taken)
  local feature = data.NEEDS_FOLLOWER[piece.kind] and piece.feature
  if not feature then
    return false
  end
  local is_taken = {} ---@type table<integer, boolean>
  for _, each in ipairs(taken) do
    is_taken[each.id] = true
  end
  local staying = feature:followers():where("owner", piece.owner)
  return staying:filter(function(follower) return not is_taken[follower.id] end):is_empty()
end

-- BH54, BH64: puts pieces into the prison. Special ones go first: they would go home when they are left alone.
---@param game Game
---@param pieces Piece[]
local function imprison(game, pieces)
  for _, is_follower in ipairs({ false, true }) do
    for _, piece in ipairs(pieces) do
      if piece.is_follower == is_follower then
        piece:move_to(game:place("prison"))
        game:raise("prisoner_taken", piece)
      end
    end
  end
end

-- BH31, BH53, BH72: a barbarian came to a tile. Returns whether it stops there, because it found somebody.
-- BH67, BH73: whoever is or was bought off stays.
---@param game Game
---@param tile Tile
---@return boolean
function prisoners.meet(game, tile)
  local found = found_on(game, tile)
  local taken = {}
  for _, piece in ipairs(found) do
    local stays = bargain.protects(game, piece)
    if not stays and not is_left_alone(piece, taken) then
      stays = bargain.offer(game, piece, tile)
    end
    if not stays then
      table.insert(taken, piece)
    end
  end
  imprison(game, taken)
  return #found > 0
end

-- How many prisoners a player has ransomed in this turn.
---@param game Game
---@return integer
local function ransomed(game)
  local last = game.storage.ransomed
  return last and last.turn == game.turn and last.count or 0
end

-- BH57-BH60: a player's own prisoners, as long as they can be paid for. One of each kind: they are alike.
---@param game Game
---@param player Player
---@return Piece[]
function prisoners.to_be_ransomed(game, player)
  local is_poor = player.points < data.RANSOM and not game.options.debts
  if is_poor or ransomed(game) >= game.options.ransoms_in_a_turn then
    return {}
  end
  return game:place("prison"):pieces():where("owner", player):first_of_each("kind"):list()
end

-- BH57: five points, and the prisoner goes to the supply.
---@param game Game
---@param player Player
---@param prisoner Piece
function prisoners.ransom(game, player, prisoner)
  game.storage.ransomed = { turn = game.turn, count = ransomed(game) + 1 }
  game:award(player, -data.RANSOM, { source = "ransom" })
  prisoner:return_home()
  game:raise("prisoner_released", prisoner, { cause = "ransom" })
end

return prisoners
