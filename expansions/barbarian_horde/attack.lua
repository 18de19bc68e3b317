-- The attack on the City, and the barbarians that come later.

local data = require("data")
local horde = require("horde")

local attack = {}

-- BH7, BH8, BH10: so many barbarians come to the tile of the cathedral, as far as the supply goes.
---@param game Game
---@param count integer
local function arrive(game, count)
  game:raise("barbarians_arrived", horde.entry(game):take_from_supply("barbarian", count))
end

-- BH4, BH7-BH9: what a barbarian tile brings.
-- BH5, BH6: the barbarians come as soon as the tile is drawn, before it is placed, and also with a tile that has no
-- place and leaves the game.
---@param game Game
function attack.call_barbarians(game)
  if horde.is_under_attack(game) then
    arrive(game, data.NEXT_WAVE)
  elseif not horde.has_attacked(game) then
    horde.besiege(game)
    arrive(game, data.FIRST_WAVE)
  elseif game.options.respawn_after_victory then
    horde.besiege(game)
    arrive(game, data.NEXT_WAVE)
  end
end

return attack
