-- Where the river goes: what is said of a cell, and of the sides on which a tile carries the river.

local course = {}

local SIDES = { "N", "E", "S", "W" }
local OPPOSITE = { N = "S", E = "W", S = "N", W = "E" }
local BESIDE = { N = { "W", "E" }, E = { "N", "S" }, S = { "E", "W" }, W = { "S", "N" } }
local STEP = { N = { 0, -1 }, E = { 1, 0 }, S = { 0, 1 }, W = { -1, 0 } }

-- The spring, and how far it is turned when its river leaves to a side.
local SPRING = "river/spring"
local TURN = { E = 0, S = 1, W = 2, N = 3 }

-- The sides of a tile on which the river leaves it, as it lies or would lie.
---@param tile Tile|TileDef
---@param turn? integer
---@return Side[]
function course.sides_of(tile, turn)
  local sides = {}
  for _, side in ipairs(SIDES) do
    if tile:edge(side, turn) == "river" then
      table.insert(sides, side)
    end
  end
  return sides
end

-- RV10, RV11: the tiles whose river ends at a cell, by the side on which they lie.
---@param cell Cell
---@return table<Side, Tile>
function course.arriving(cell)
  local arriving = {}
  for _, side in ipairs(SIDES) do
    local tile = cell:neighbour(side)
    if tile and tile:edge(OPPOSITE[side]) == "river" then
      arriving[side] = tile
    end
  end
  return arriving
end

-- Where the river turns to that comes from one side; nowhere on a straight tile, an end or a fork (RV14).
---@param sides Side[]
---@param from Side
---@return Side?
local function turns_to(sides, from)
  if #sides == 2 then
    local to = sides[1] == from and sides[2] or sides[1]
    return to ~= OPPOSITE[from] and to or nil
  end
end

-- RV12, RV13, RV15: the river does not turn to where it came from before the last curve. A fork is none.
---@param arriving table<Side, Tile>
---@param sides Side[]
---@return boolean, string?
function course.does_not_turn_back(arriving, sides)
  for side, before in pairs(arriving) do
    local to = turns_to(sides, side)
    if to and before:edge(to) == "river" and #course.sides_of(before) == 2 then
      return false, "the river may not turn to the same side twice in a row"
    end
  end
  return true
end

-- Whether a tile lies ahead: in the row that begins at a cell, or in those beside it.
---@param game Game
---@param cell Cell
---@param side Side
---@return boolean
local function is_anything_ahead(game, cell, side)
  local step, cell_x, cell_y = STEP[side], cell.x, cell.y
  for tile in game:tiles() do
    local x, y = tile.x - cell_x, tile.y - cell_y
    if x * step[1] + y * step[2] > 0 and math.abs(x * step[2] - y * step[1]) <= 1 then
      return true
    end
  end
  return false
end

-- Whether the river leaves a tile beside a cell to the same side.
---@param cell Cell
---@param side Side
---@return boolean
local function is_river_beside(cell, side)
  for _, beside in ipairs(BESIDE[side]) do
    local tile = cell:neighbour(beside)
    if tile and tile:edge(side) == "river" then
      return true
    end
  end
  return false
end

-- RV18: wherever the river goes on from here, the land ahead is free.
---@param game Game
---@param cell Cell
---@param sides Side[]
---@return boolean, string?
function course.has_free_land(game, cell, sides)
  for _, side in ipairs(sides) do
    if not cell:neighbour(side) then
      if is_anything_ahead(game, cell, side) then
        return false, "the river needs free land ahead"
      end
      if is_river_beside(cell, side) then
        return false, "two arms of the river may not run side by side"
      end
    end
  end
  return true
end

-- RV36, RV37: where a start tile says on which side of it the spring lies, it lies there, and its river
-- runs away from the start tile.
---@param game Game
function course.lay_spring(game)
  local start = game:tiles("spring_side"):first()
  if not start or game:stack():where("name", SPRING):is_empty() then
    return
  end
  local turn = (TURN[start.spring_side] + start.turn) % 4
  local step = STEP[SIDES[(turn + 1) % 4 + 1]]
  for place in game:block_placements(SPRING) do
    if place.x == start.x + step[1] and place.y == start.y + step[2] and place.turn == turn then
      game:place_block(SPRING, place)
      game:remove_from_stack(SPRING)
      return
    end
  end
end

return course
