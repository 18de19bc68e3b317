-- What the Defenders earn: pits, catapults and archery towers; swordsmen and the archer stand in guards.lua.
-- And what happens to a barbarian who comes near.

local grid = require("grid")
local guards = require("guards")
local horde = require("horde")
local list = require("bastide.list")

local defences = {}

local TOWER = "barbarian_horde/archery_tower"

-- Pits and catapults

-- BH102, BH107: nobody is deployed on a tile with a pit or a catapult. Returns why.
---@param tile Tile
---@return string?
function defences.forbids_deployment(tile)
  if tile:count_pieces("pit") > 0 then
    return "there is a pit"
  elseif tile:count_pieces("catapult") > 0 then
    return "there is a catapult"
  end
end

-- BH100, BH105, BH106: whether there is a field segment on which no figure stands, and one defence on a tile.
-- BH101, BH106: on no tile with a follower or a barbarian.
---@param tile Tile
---@return boolean
local function has_room(tile)
  local taken = {} ---@type Feature[]
  for piece in tile:pieces() do
    if piece.is_follower or piece.kind == "barbarian" or piece.kind == "pit" then
      return false
    end
    local feature = piece.feature
    if feature and feature.kind == "field" and not list.contains(taken, feature) then
      table.insert(taken, feature)
    end
  end
  return tile:count("field") > #taken
end

-- BH98, BH99: as many pits as the player wants, at once; the others are lost.
---@param game Game
---@param player Player
local function dig_pits(game, player)
  local options = game:tiles():filter(has_room):list() ---@type any[]
  table.insert(options, "done")
  local tile ---@type Tile|"done"
  for pit in game:pieces("pit") do
    tile = tile == "done" and tile or game:ask(player, { prompt = "pit", options = options })
    if tile == "done" then
      pit:remove()
    else
      pit:move_to(tile, "defence")
      list.remove(options, tile)
    end
  end
end

-- BH106, BH110: all catapults, none of them so that it removes a barbarian at once.
---@param game Game
---@param player Player
local function place_catapults(game, player)
  local options = game
    :tiles()
    :filter(function(tile) return has_room(tile) and tile:neighbours():pieces("barbarian"):is_empty() end)
    :list()
  for catapult in game:pieces("catapult") do
    local tile = game:ask(player, { prompt = "catapult", options = options })
    if tile then
      catapult:move_to(tile, "defence")
      list.remove(options, tile)
    end
  end
end

-- Archery towers

-- BH111, BH113: where a tower may be placed by the rules for tiles, and removes no barbarian at once. It
-- looks the same in all turns.
---@param game Game
---@return PlacementSelection
local function tower_places(game)
  local tiles = horde.barbarians(game):map(function(barbarian) return barbarian.tile end):list()
  return game:block_placements(TOWER, 0):filter(function(place)
    for _, tile in ipairs(tiles) do
      if math.abs(tile.x - place.x) <= 1 and math.abs(tile.y - place.y) <= 1 then
        return false
      end
    end
    return true
  end)
end

-- BH111, BH112: all towers are placed at once; one that has no place is lost.
---@param game Game
---@param player Player
local function place_towers(game, player)
  for _ = 1, game.options.archery_towers do
    local place = game:ask(player, { prompt = "archery_tower", options = tower_places(game) })
    if place then
      game:place_block(TOWER, place)
    end
  end
end

-- Earning them

---@type table<string, fun(game: Game, player: Player)>
local earned_once = { pits = dig_pits, catapults = place_catapults, archery_towers = place_towers }

-- BH91, BH94: each defence is earned once, when there are enough Defenders for the first time; guards whom
-- their owners took back are replaced whenever there are enough (BH119, BH124).
-- BH95: two at once are earned one after the other. BH96: by the player whose Defender came.
---@param game Game
---@param player Player
---@param number integer
function defences.reached(game, player, number)
  for _, defence in ipairs(grid.DEFENCES) do
    local enough = number >= grid.needed(game, defence)
    local place = earned_once[defence]
    if enough and not place then
      guards.appoint(game, player, defence)
    elseif enough and not game.storage["earned_" .. defence] then
      game.storage["earned_" .. defence] = true
      place(game, player)
      game:raise("defence_earned", player, { defence = defence })
    end
  end
end

-- barbarians who come near

-- BH108: beside a catapult. BH109: on its own tile nothing happens, unless an option says so.
---@param game Game
---@param tile Tile
---@return boolean
local function in_catapult_range(game, tile)
  local deadly = game.options.catapult_own_tile == "deadly" and tile:count_pieces("catapult") > 0
  return deadly or not tile:neighbours():pieces("catapult"):is_empty()
end

-- BH114: on the eight cells around an archery tower.
---@param tile Tile
---@return boolean
local function in_tower_range(tile) return not tile:around():where("archery_tower", true):is_empty() end

-- A barbarian came to a tile. Returns whether he is removed there: first by what stands on the tile itself.
-- BH85: on the fortress. BH103, BH104: in a pit, which is gone then. BH118: by a swordsman.
-- BH108, BH115, BH123: in the range of a catapult, a tower or an archer.
---@param game Game
---@param barbarian Piece
---@param tile Tile
---@return boolean
function defences.meet(game, barbarian, tile)
  local pit = tile:pieces("pit"):first()
  if tile.fortress then
    horde.eliminate(game, barbarian, "fortress")
  elseif pit then
    pit:remove()
    horde.eliminate(game, barbarian, "pit")
  elseif guards.meet(game, barbarian, tile) then
    return true
  elseif in_catapult_range(game, tile) then
    horde.eliminate(game, barbarian, "catapult")
  elseif in_tower_range(tile) then
    horde.eliminate(game, barbarian, "archery_tower")
  else
    return false
  end
  return true
end

return defences
