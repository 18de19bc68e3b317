-- The fields on both banks.

local course = require("course")

local banks = {}

-- RV22: the river parts the fields, as it is drawn. Without that rule, they go on at the other bank.
---@param game Game
---@param tile Tile
function banks.settle(game, tile)
  if game.options.river_separates_fields then
    return
  end
  for _, side in ipairs(course.sides_of(tile)) do
    local left, right = tile:feature(side .. "L"), tile:feature(side .. "R")
    if left and right and left ~= right then
      game:join(left, right)
    end
  end
end

return banks
