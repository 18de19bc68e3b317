-- Catapults: BH106 to BH110 of RULES.md.
--
-- Boards: x to the east, y to the south. [C] is a tile of the City, [E] the tile that calls barbarians. Around
-- the place of the catapult, -1,-3, there are eight tiles of field:
--
--     [.] [.] [.]          -2,-4 to 0,-4
--     [.] [c] [.]          -2,-3 to 0,-3
--     [.] [.] [E]          -2,-2 to 0,-2
--     [C] [C] [C] [C]      -2,-1 to 1,-1

local CALL, FIELD, CITY = "barbarian_horde/E", "marshal/field", { city = "N" }

-- Directions, as they are drawn.
local E, SE, S, W, NW = 3, 4, 5, 7, 8

-- The City is attacked and the fortress is built in alice's first turn; three Defenders are there, who earned
-- nothing, and there are no pits.
local function siege(t, ...)
  t:expansions("marshal", "phantom")
  t:option("barbarian_horde.pits", 0)
  t:draw(CALL, ...)
  t:draw(FIELD, FIELD, FIELD)
  t:play("alice", { place = { 0, -2, turn = 1 } })
  t:off_turn("alice", "calm")
  t:off_turn("alice", "gift", 15)
  t:off_turn("alice", "propose_fortress")
  t:play("alice", { answer = "cell 2,-1 turned 0" })
  t:off_turn("alice", "garrison", 3)
end

-- Fields around -1,-3, and on it; with the last one bob earns the catapults and puts one on -1,-3, and the other
-- one out of the way.
local function range(t, ...)
  siege(t, FIELD, FIELD, FIELD, FIELD, FIELD, FIELD, FIELD, FIELD, ...)
  local cells = { { -1, -2 }, { -2, -2 }, { -2, -3 }, { -1, -3 }, { 0, -3 }, { 0, -4 }, { -1, -4 } }
  for turn, cell in ipairs(cells) do
    t:play(turn % 2 == 1 and "bob" or "alice", { place = cell })
  end
  t:play("alice", { place = { -2, -4 }, act = "defend", on = "alice's follower", second = false })
  t:play("alice", { answers = { "tile at -1,-3", "tile at -2,1" } })
end

local function removed(t)
  return t:look(function(game) return #game:pieces("barbarian"):where("in_game", false) end)
end

local function on(t, kind, x, y)
  return t:look(function(game) return assert(game:tile_at(x, y)):count_pieces(kind) end)
end

-- A barbarian goes from one tile in a direction, a space for six points and four for sixteen.
local function march(t, from, direction)
  t:off_turn("bob", "barbarian", "tile at " .. from)
  t:chance(direction)
  t:play("bob", { place = { -2, 2 }, deploy = CITY })
end

test("BH106: both are placed at once, on empty field segments", function(t)
  siege(t)
  t:play("bob", { place = { 0, -3 }, act = "defend", on = "bob's follower" })
  t:expect_decision("bob", "catapult")
  t:expect_no_option({ answer = "done" })
  t:expect_no_option({ answer = "tile at -1,0" }) -- the City inside has no field
  t:play("bob", { answer = "tile at 0,-3" })
  t:expect_decision("bob", "catapult")
  t:expect_no_option({ answer = "tile at 0,-3" }) -- a field segment is empty no more
  t:play("bob", { answer = "tile at 0,-2" })
  t:expect_equal(on(t, "catapult", 0, -3) + on(t, "catapult", 0, -2), 2)
  t:expect_decision("alice", "place")
end)

test("BH106: not on a tile with a follower or a barbarian", function(t)
  siege(t, "marshal/road", FIELD, FIELD)
  t:play("bob", { place = { 0, -3 }, deploy = { road = "W" } })
  t:play("alice", { place = { 0, -4 } })
  t:off_turn("bob", "barbarian", "tile at 3,0")
  t:play("bob", { place = { 0, -5 }, act = "defend", on = "bob's follower" })
  t:expect_no_option({ answer = "tile at 0,-3" })
  t:expect_no_option({ answer = "tile at 3,0" })
  t:expect_option({ answer = "tile at 0,-4" })
end)

test("BH106: as many as the option says", function(t)
  t:option("barbarian_horde.catapults", 1)
  siege(t)
  t:play("bob", { place = { 0, -3 }, act = "defend", on = "bob's follower", answers = { "tile at 0,-3" } })
  t:expect_decision("alice", "place")
end)

for _, case in ipairs({
  { "BH107: nobody is deployed on its tile", "0,-3", false },
  { "BH107: within its range one may be", "0,-2", true },
}) do
  test(case[1], function(t)
    siege(t)
    t:play("bob", { place = { 0, -3 }, act = "defend", on = "bob's follower" })
    t:play("bob", { answers = { "tile at " .. case[2], "tile at -2,1" }, second = false })
    if case[3] then
      t:play("bob", { second = { field = "NL", piece = "phantom" } })
      t:expect_supply({ bob = 0 }, "phantom")
    end
    t:expect_decision("alice", "place")
  end)
end

-- The range that the rule document shows: a barbarian who enters [x] is removed; on [c] nothing happens.
--
--     [.] [x] [.]
--     [x] [c] [x]
--     [.] [x] [E]
for _, case in ipairs({
  { "in the north", "-2,-4", E },
  { "in the east", "0,-4", S },
  { "in the south", "-2,-2", E },
  { "in the west", "-2,-4", S },
}) do
  test("BH108: beside it a barbarian is removed, and the catapult stays: " .. case[1], function(t)
    range(t, "marshal/p6")
    march(t, case[2], case[3])
    t:expect_equal(removed(t), 1)
    t:expect_equal(on(t, "catapult", -1, -3), 1)
  end)
end

for _, case in ipairs({
  { "northwest", "-1,-4", W, -2, -4 },
  { "northeast", "-1,-4", E, 0, -4 },
  { "southeast", "-1,-2", E, 0, -2 },
  { "southwest", "-1,-1", NW, -2, -2 },
}) do
  test("BH108: at a corner it is not: " .. case[1], function(t)
    range(t, "marshal/p6")
    march(t, case[2], case[3])
    t:expect_equal(removed(t), 0)
    t:expect_equal(on(t, "barbarian", case[4], case[5]), 1)
  end)
end

-- From the corner -2,-4 it goes to the southeast, onto -1,-3.
test("BH109: on its own tile nothing happens, as in the example", function(t)
  range(t, "marshal/p6")
  march(t, "-2,-4", SE)
  t:expect_equal(removed(t), 0)
  t:expect_equal(on(t, "barbarian", -1, -3), 1)
  t:expect_equal(on(t, "catapult", -1, -3), 1)
end)

test("BH109: it is removed there, if the players like the text better", function(t)
  t:option("barbarian_horde.catapult_own_tile", "deadly")
  range(t, "marshal/p6")
  march(t, "-2,-4", SE)
  t:expect_equal(removed(t), 1)
  t:expect_equal(on(t, "catapult", -1, -3), 1)
end)

--              [b]     0,-3: no catapult may be placed beside it
--     [C] [C] [E] [C]
test("BH110: it is not placed so that it removes a barbarian at once", function(t)
  siege(t, FIELD, FIELD)
  t:play("bob", { place = { 0, -3 } })
  t:off_turn("bob", "barbarian", "tile at 0,-3")
  t:play("alice", { place = { 0, -4 }, act = "defend", on = "alice's follower", second = false })
  t:expect_decision("alice", "catapult")
  t:expect_no_option({ answer = "tile at 0,-4" })
  t:expect_no_option({ answer = "tile at 0,-2" })
  t:expect_option({ answer = "tile at -1,-1" })
end)
