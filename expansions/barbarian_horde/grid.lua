-- The numbers of the defence, by the number of players, from two to six. The diagram that showed how many
-- Defenders are needed is lost: two of its numbers are told in a sentence, the others are assumed.

local data = require("data")

local grid = {}

-- The defences in the order in which they are earned.
grid.DEFENCES = { "pits", "catapults", "archery_towers", "swordsmen", "archers" }

-- BH91: how many Defenders are needed. Stated are the pits with two players, 2, and the archery towers with
-- four, 10; and that each defence needs more than the one before it.
---@type table<string, table<string, integer[]>>
local NEEDED = {
  -- Two more for each player, and for each defence.
  plus_two = {
    pits = { 2, 4, 6, 8, 10 },
    catapults = { 4, 6, 8, 10, 12 },
    archery_towers = { 6, 8, 10, 12, 14 },
    swordsmen = { 8, 10, 12, 14, 16 },
    archers = { 10, 12, 14, 16, 18 },
  },
  -- Three more for each player, one for each defence.
  three_per_player = {
    pits = { 2, 5, 8, 11, 14 },
    catapults = { 3, 6, 9, 12, 15 },
    archery_towers = { 4, 7, 10, 13, 16 },
    swordsmen = { 5, 8, 11, 14, 17 },
    archers = { 6, 9, 12, 15, 18 },
  },
  -- One more for each player, three for each defence.
  three_per_step = {
    pits = { 2, 3, 4, 5, 6 },
    catapults = { 5, 6, 7, 8, 9 },
    archery_towers = { 8, 9, 10, 11, 12 },
    swordsmen = { 11, 12, 13, 14, 15 },
    archers = { 14, 15, 16, 17, 18 },
  },
}

---@param players PlayerSelection
---@return integer
local function seats(players) return math.min(math.max(#players, 2), 6) end

-- BH77: what the fortress costs all players together.
---@param players PlayerSelection
---@return integer
function grid.cost(players) return data.FORTRESS_COST[seats(players)] end

-- BH91: how many Defenders a defence needs.
---@param game Game
---@param defence string
---@return integer
function grid.needed(game, defence)
  return assert(NEEDED[game.options.defenders][defence][seats(game.players) - 1])
end

return grid
