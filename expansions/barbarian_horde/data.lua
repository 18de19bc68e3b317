-- The numbers of the rules. Those that were in pictures of the rule document which nobody has any more are
-- assumed, as far as its sentences do not settle them.

local data = {}

-- Stated: the tile of the cathedral, in the City.
data.ENTRY_TILE = "count/6"

-- Stated: how many barbarians come with the first barbarian tile, and with each later one.
data.FIRST_WAVE = 3
data.NEXT_WAVE = 2

-- Stated: what a barbarian counts for in a feature.
data.BARBARIAN_VALUE = 2

-- Stated: what a prisoner's freedom costs, and what keeps a follower from being taken.
data.RANSOM = 5
data.BARGAIN = 8

-- How far barbarians move, by the least points. 6, 7, 16 and 22 are stated; the others are assumed. An equal
-- step from 7 to 22 with 16 in the fourth can only be 3.
---@type table<string, { [1]: integer, [2]: integer }[]>
data.MOVEMENT = {
  even = { { 6, 1 }, { 10, 2 }, { 13, 3 }, { 16, 4 }, { 19, 5 }, { 22, 6 } },
  stated = { { 6, 1 }, { 16, 4 }, { 22, 6 } },
}

-- The eight direction tiles, one of each (assumed; the rules name three of them): columns to the east
-- and rows to the south.
---@type { name: string, [1]: integer, [2]: integer }[]
data.DIRECTIONS = {
  { name = "N", 0, -1 },
  { name = "NE", 1, -1 },
  { name = "E", 1, 0 },
  { name = "SE", 1, 1 },
  { name = "S", 0, 1 },
  { name = "SW", -1, 1 },
  { name = "W", -1, 0 },
  { name = "NW", -1, -1 },
}

-- Stated: trade goods, any of which buys off the barbarians where there are such.
data.TRADE_GOODS = { "wine", "grain", "cloth" }

-- Stated: figures that nobody takes prisoner.
---@type table<string, boolean>
data.INVULNERABLE = { barn = true }

-- Figures that go home when they are left alone on their feature.
---@type table<string, boolean>
data.NEEDS_FOLLOWER = { builder = true, pig = true }

-- Assumed: places on tiles that no barbarian reaches.
---@type table<string, boolean>
data.OUT_OF_REACH = { tower = true }

-- Stated: what the fortress costs all players together, by their number.
---@type table<integer, integer>
data.FORTRESS_COST = { [2] = 15, [3] = 20, [4] = 25, [5] = 30, [6] = 35 }

return data
