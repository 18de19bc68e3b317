-- The attack on the City, and the barbarians that come later.

local data = require("data")
local horde = require("horde")

local attack = {}

-- BH7: the tile of the cathedral; where the City is not there, the first tile.
---@param game Game
---@return Tile
local function find_entry(game)
  for tile in game:tiles() do
    if tile.name == data.ENTRY_TILE then
      return tile
    end
  end
  local first = assert(game:tiles():first(), "there is no tile to which barbarians could come")
  return first
end

-- BH7, BH8, BH10: so many barbarians come to the tile of the cathedral, as far as the supply goes.
---@param game Game
---@param count integer
local function arrive(game, count)
  local tile = assert(game:tile(game.storage.entry))
  local place, waiting = tile.place.horde, game:supply("barbarian")
  local arriving = math.min(count, #waiting)
  for index = 1, arriving do
    waiting[index]:move_to(place)
  end
  game:raise("barbarians_arrived", tile, { count = arriving })
end

-- BH4, BH7-BH9: what a barbarian tile brings.
---@param game Game
local function call_barbarians(game)
  if not horde.has_attacked(game) then
    horde.besiege(game)
    game.storage.entry = find_entry(game).id
    arrive(game, data.FIRST_WAVE)
  elseif horde.is_under_attack(game) then
    arrive(game, data.NEXT_WAVE)
  elseif game.options.respawn_after_victory then
    horde.besiege(game)
    arrive(game, data.NEXT_WAVE)
  end
end

-- BH5: the barbarians come as soon as the tile is drawn, before it is placed.
-- BH6: so they also come with a tile that has no place and leaves the game.
---@param game Game
function attack.tile_drawn(game)
  if game.options.attack_begins == "drawn" then
    call_barbarians(game)
  end
end

-- A tile that fitted when it was drawn, and lost its place since, has called them already.
---@param game Game
---@param event TileDiscardedEvent
function attack.tile_discarded(game, event)
  if not event.had_place then
    attack.tile_drawn(game)
  end
end

---@param game Game
function attack.tile_placed(game)
  if game.options.attack_begins == "placed" then
    call_barbarians(game)
  end
end

return attack
