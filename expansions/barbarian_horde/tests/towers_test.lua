-- Archery towers: BH111 to BH115 of RULES.md.
--
-- Boards: x to the east, y to the south. [C] is a tile of the City, [E] the tile that calls barbarians. Around
-- the place of the tower, -1,-3, there are eight tiles of field:
--
--     [.] [.] [.]          -2,-4 to 0,-4
--     [.] [t] [.]          -2,-3 to 0,-3
--     [.] [.] [E]          -2,-2 to 0,-2
--     [C] [C] [C] [C]      -2,-1 to 1,-1

local CALL, FIELD, CITY = "barbarian_horde/E", "marshal/field", { city = "N" }

-- Directions, as they are drawn.
local E, S, W, N = 3, 5, 7, 1

-- The City is attacked and the fortress is built in alice's first turn; five Defenders are there, who earned
-- nothing, and there are no pits and no catapults.
local function siege(t, ...)
  t:expansions("marshal")
  t:option("barbarian_horde.pits", 0)
  t:option("barbarian_horde.catapults", 0)
  t:draw(...)
  t:draw(FIELD, FIELD, FIELD)
end

local function fortify(t)
  t:off_turn("alice", "calm")
  t:off_turn("alice", "gift", 15)
  t:off_turn("alice", "propose_fortress")
  t:play("alice", { answer = "cell 2,-1 turned 0" })
  t:off_turn("alice", "garrison", 5)
end

local function begin(t)
  t:play("alice", { place = { 0, -2, turn = 1 } })
  fortify(t)
end

-- Fields around -1,-3; then alice earns the towers, and places one there and the other out of the way.
local function range(t)
  siege(t, CALL, FIELD, FIELD, FIELD, FIELD, FIELD, FIELD, FIELD, FIELD, "marshal/p6")
  begin(t)
  local cells = { { -1, -2 }, { -2, -2 }, { -2, -3 }, { 0, -3 }, { 0, -4 }, { -1, -4 }, { -2, -4 } }
  for turn, cell in ipairs(cells) do
    t:play(turn % 2 == 1 and "bob" or "alice", { place = cell })
  end
  t:play("alice", { place = { 4, -1 }, act = "defend", on = "alice's follower" })
  t:play("alice", { answers = { "cell -1,-3 turned 0", "cell 5,-1 turned 0" } })
end

-- A barbarian goes one space in a direction.
local function march(t, from, direction)
  t:off_turn("bob", "barbarian", "tile at " .. from)
  t:chance(direction)
  t:play("bob", { place = { -2, 2 }, deploy = CITY })
end

local function removed(t)
  return t:look(function(game) return #game:pieces("barbarian"):where("in_game", false) end)
end

local function towers(t)
  return t:look(function(game) return #game:tiles("archery_tower") end)
end

test("BH111: both are placed at once, where all edges match", function(t)
  siege(t, CALL, FIELD)
  begin(t)
  t:play("bob", { place = { 0, -3 }, act = "defend", on = "bob's follower" })
  t:expect_decision("bob", "archery_tower")
  t:expect_no_option({ answer = "done" })
  t:expect_option({ answer = "cell -1,-2 turned 0" })
  t:expect_no_option({ answer = "cell 1,-2 turned 0" }) -- a road and a city end there
  t:expect_no_option({ answer = "cell 0,-3 turned 0" }) -- a tile lies there
  t:play("bob", { answer = "cell -1,-2 turned 0" })
  t:expect_decision("bob", "archery_tower")
  t:play("bob", { answer = "cell -1,-3 turned 0" }) -- beside the first
  t:expect_equal(towers(t), 2)
  t:expect_decision("alice", "place")
end)

test("BH111: as many as the option says", function(t)
  t:option("barbarian_horde.archery_towers", 1)
  siege(t, CALL, FIELD)
  begin(t)
  t:play(
    "bob",
    { place = { 0, -3 }, act = "defend", on = "bob's follower", answers = { "cell -1,-2 turned 0" } }
  )
  t:expect_decision("alice", "place")
end)

test("BH111: it completes what lies around it, as any tile", function(t)
  siege(t, CALL, "marshal/monastery", FIELD, FIELD, FIELD)
  begin(t)
  t:play("bob", { place = { -1, -2 }, deploy = { monastery = true } })
  t:play("alice", { place = { -2, -2 } })
  t:play("bob", { place = { -2, -3 } })
  t:play("alice", { place = { 0, -3 }, act = "defend", on = "alice's follower" })
  t:play("alice", { answers = { "cell -1,-3 turned 0", "cell 4,-1 turned 0" } })
  t:expect_award({ bob = 9, source = "monastery" })
end)

--      [w] [w] [E] [w] [w] [w]
-- [w]  [C] [C] [C] [C] [F] [F] [w]     a wall of city around the City and the fortress
-- [w]  [C] [C] [C] [C] [F] [F] [w]
-- [w]  [C] [C] [C] [C] [w] [w]
--      [w] [w] [w] [w]
test("BH112: a tower that has no place is lost", function(t)
  local wall = {
    { "bay", -1, -2, 0 },
    { "cape", -2, -2, 0 },
    { "quay", 1, -2, 0 },
    { "cape", 2, -2, 0 },
    { "cape", 3, -2, 0 },
    { "cape", 4, -1, 1 },
    { "cape", 4, 0, 1 },
    { "cape", 2, 1, 2 },
    { "cape", 3, 1, 2 },
    { "cape", 1, 2, 2 },
    { "gate", 0, 2, 2 },
    { "cape", -1, 2, 2 },
    { "town", -2, 2, 0 },
    { "cape", -3, 1, 3 },
    { "cape", -3, 0, 3 },
    { "gate", -3, -1, 3 },
  }
  local tiles = { CALL }
  for _, tile in ipairs(wall) do
    table.insert(tiles, "marshal/" .. tile[1])
  end
  siege(t, unpack(tiles))
  t:play("alice", { place = { 0, -2 } })
  fortify(t)
  for turn, tile in ipairs(wall) do
    local last = turn == #wall
    t:play(turn % 2 == 1 and "bob" or "alice", {
      place = { tile[2], tile[3], turn = tile[4] },
      act = last and "defend" or nil,
      on = last and "alice's follower" or nil,
    })
  end
  t:expect_decision("bob", "place")
  t:expect_equal(towers(t), 0)
end)

--  [.] [b]          the barbarian is at 0,-3: no tower is placed on the eight cells around it
--      [E]
test("BH113: it is not placed so that it removes a barbarian at once", function(t)
  siege(t, CALL, FIELD, FIELD)
  begin(t)
  t:play("bob", { place = { 0, -3 } })
  t:off_turn("bob", "barbarian", "tile at 0,-3")
  t:play("alice", { place = { 4, -1 }, act = "defend", on = "alice's follower" })
  for _, option in ipairs(t:options()) do
    t:expect_true(option ~= "cell -1,-2 turned 0" and option ~= "cell 0,-4 turned 0", option)
  end
  t:expect_no_option({ answer = "cell -1,-3 turned 0" })
  t:expect_option({ answer = "cell -2,-2 turned 0" })
end)

-- The range that the rule document shows: a barbarian who enters [x] is removed.
--
--     [x] [x] [x]
--     [x] [t] [x]
--     [x] [x] [x]
for _, case in ipairs({
  { "northwest", "-1,-4", W },
  { "north", "-2,-4", E },
  { "northeast", "0,-3", N },
  { "east", "0,-4", S },
  { "southeast", "0,-1", N },
  { "south", "-1,-1", N },
  { "southwest", "-2,-1", N },
  { "west", "-2,-4", S },
}) do
  test("BH114, BH115: a barbarian who comes to a tile around it is removed: in the " .. case[1], function(t)
    range(t)
    march(t, case[2], case[3])
    t:expect_equal(removed(t), 1)
    t:expect_equal(towers(t), 2) -- it stays
  end)
end

test("BH114: two cells away it is not", function(t)
  range(t)
  march(t, "1,-1", W)
  t:expect_equal(removed(t), 0)
  t:expect_equal(t:look(function(game) return assert(game:tile_at(0, -1)):count_pieces("barbarian") end), 1)
end)
