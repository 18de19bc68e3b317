-- The River: its tiles are laid before all others, from the spring to the lake.

local banks = require("banks")
local course = require("course")
local stack = require("stack")

---@type Expansion
local river = {}

-- RV1, RV3-RV9: which river tiles there are, and when they are drawn. The spring is the start tile, as the
-- tile set says, or lies beside one of another set.
function river.on_game_start(game)
  stack.choose_rivers(game)
  stack.keep_one_spring(game)
  course.lay_spring(game)
  stack.settle_ends(game)
  stack.put_in_order(game)
  for tile in game:tiles("river") do
    banks.settle(game, tile)
  end
end

-- RV10-RV15, RV18: where a river tile may lie, of all places where its sides match. That land tiles are
-- not asked about is said in expansion.toml.
function river.allow_placement(game, query)
  local cell, tile = query.cell, query.tile
  local arriving = course.arriving(cell)
  if next(arriving) then
    local sides = course.sides_of(tile, query.turn)
    if game.options.river_uturn == "lookahead" then
      return course.has_free_land(game, cell, sides)
    end
    return course.does_not_turn_back(arriving, sides)
  end
  return tile.group == "river-spring", "the river has to go on"
end

-- RV22: fields end at the river. RV2: what comes after the last river tile.
function river.on_tile_placed(game, event)
  banks.settle(game, event.tile)
  stack.after_river(game)
end

-- RV2, RV17: the last river tile may be one that fits nowhere.
function river.on_tile_discarded(game) stack.after_river(game) end

return river
