-- How barbarians move. What happens to whom they meet stands in prisoners.lua, and what happens to them in
-- defences.lua.

local bargain = require("bargain")
local data = require("data")
local defences = require("defences")
local horde = require("horde")
local prisoners = require("prisoners")

local movement = {}

-- Whether points are counted here, because they count otherwise than the rules say.
---@param game Game
---@return boolean
local function counts_itself(game)
  return game.options.movement_sources == "scoring" or game.options.movement_counts == "best"
end

-- BH18, BH22: adds up what players get while a placement is scored, if players agreed on other points than
-- those of all players for features.
---@param game Game
---@param event PointsAwardedEvent
function movement.count(game, event)
  if event.feature or game.options.movement_sources == "scoring" then
    local placed = assert(game.placed).id
    local earned = game.storage.earned
    if not earned or earned.placed ~= placed then
      earned = { placed = placed, points = {} }
    end
    local name = event.player.name
    earned.points[name] = (earned.points[name] or 0) + event.points
    game.storage.earned = earned
  end
end

-- BH15-BH18, BH22, BH25: what all players got together for all features that the placement completed; or, with
-- the options, what was counted, of all players or of the one who got most, if features brought anything.
---@param game Game
---@param feature_points integer
---@return integer
local function points_of_placement(game, feature_points)
  if feature_points < 1 or not counts_itself(game) then
    return feature_points
  end
  local sum, most = 0, 0
  for _, points in pairs(game.storage.earned.points) do
    sum = sum + points
    most = math.max(most, points)
  end
  return game.options.movement_counts == "best" and most or sum
end

-- BH14, BH21: how far the barbarians move for so many points.
---@param game Game
---@param points integer
---@return integer
local function spaces_for(game, points)
  local spaces = 0
  for _, level in ipairs(data.MOVEMENT[game.options.movement]) do
    if points >= level[1] then
      spaces = level[2]
    end
  end
  return spaces
end

-- Calls for the next barbarian, as long as there is one.
---@param game Game
---@param waiting PieceSelection
---@param spaces integer
local function march_on(game, waiting, spaces)
  if #waiting > 0 then
    game:raise("barbarians_march", waiting, { spaces = spaces })
  end
end

-- BH20: every barbarian that is on the board moves, all equally far. BH23: each placement counts by itself.
---@param game Game
---@param feature_points integer
function movement.begin(game, feature_points)
  bargain.end_some(game)
  local spaces = spaces_for(game, points_of_placement(game, feature_points))
  if spaces > 0 then
    march_on(game, horde.barbarians(game), spaces)
  end
end

-- BH26: those on one tile, of whom the next moves: it is their tile that the player whose turn it is chooses, or the
-- one of the barbarian that came first.
---@param game Game
---@param groups PieceSelection[]
---@return PieceSelection
local function next_to_move(game, groups)
  if game.options.first_to_move == "in_order" then
    return assert(groups[1])
  end
  local options, group_of = {}, {} ---@type Piece[], table<Piece, PieceSelection>
  for at, group in ipairs(groups) do
    options[at], group_of[group[1]] = group[1], group
  end
  return group_of[game:ask(game.active, { prompt = "barbarian_to_move", options = options })]
end

-- BH27-BH29, BH32: a direction in which a tile lies, by drawing direction tiles until one fits. Those that
-- do not fit are only put back for the next barbarian. Nil where none fits.
---@param game Game
---@param from Tile
---@return { name: string, [1]: integer, [2]: integer }?
---@return Tile?
local function draw_direction(game, from)
  local drawn_from = { unpack(data.DIRECTIONS) }
  while #drawn_from > 0 do
    local direction = table.remove(drawn_from, game:random(#drawn_from))
    local ahead = from:offset(direction[1], direction[2])
    if ahead then
      return direction, ahead
    end
  end
end

-- BH27, BH30, BH31: it goes straight on, until the land ends, it meets somebody, or it is gone.
-- BH34-BH36: through all tiles, the City's too, and past other barbarians.
---@param game Game
---@param barbarian Piece
---@param tile Tile On which it stands.
---@param spaces integer
---@param is_defended boolean Whether the fortress stands.
local function move(game, barbarian, tile, spaces, is_defended)
  local direction, ahead = draw_direction(game, tile)
  if not direction then
    return
  end
  local moved = 0
  while ahead do
    tile, moved = ahead, moved + 1
    if is_defended then
      barbarian:move_to(tile, "horde")
      if defences.meet(game, barbarian, tile) then
        return
      end
    end
    if tile:count_pieces() > 0 and prisoners.meet(game, tile) then
      break
    end
    ahead = moved < spaces and tile:offset(direction[1], direction[2]) or nil
  end
  if not is_defended then
    barbarian:move_to(tile, "horde")
  end
  game:raise("barbarian_moved", barbarian, { direction = direction.name, spaces = moved })
end

-- BH20: moves one of the barbarians that wait, and those after him as long as there is no choice; then calls for the
-- next. BH26: of those on one tile, it does not matter which moves. Some may be gone since they began to wait.
---@param game Game
---@param waiting PieceSelection
---@param spaces integer
function movement.march(game, waiting, spaces)
  local groups = waiting:group_by("tile")
  local is_defended = game:tile("fortress") ~= nil
  if #groups > 1 then
    local group = next_to_move(game, groups)
    local moving = group[1]
    move(game, moving, assert(moving.tile), spaces, is_defended)
    waiting = waiting:filter(function(barbarian) return barbarian ~= moving end)
    local tiles_left = #group > 1 and #groups or #groups - 1
    if tiles_left > 1 then
      return march_on(game, waiting, spaces)
    end
  end
  for barbarian in waiting do
    local tile = barbarian.tile
    if tile then
      move(game, barbarian, tile, spaces, is_defended)
    end
  end
end

return movement
