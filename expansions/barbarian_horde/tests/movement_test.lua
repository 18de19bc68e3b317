-- When and how far barbarians move: BH14 to BH37 of RULES.md.
--
-- Boards: x to the east, y to the south. The City lies from -2,-1 to 1,1. A road leaves it to the west, and on
-- this road lies a strip of tiles, at the end of which a barbarian (b) stands alone. Beside it there is only one
-- tile, so that it has to go to the east whatever is drawn:
--
--     [b]==[=]==[=]==[w][ ][ ][n]
--                    [ ][c][ ][ ]
--                    [S][ ][s][E]
--                    [p]
--
-- What is scored is a small city: a cap below the City, at -2,2, or beside it, at 2,1. The cap riches/p7
-- makes the city worth seven points.

local NE, E, S, SW, W, NW = 2, 3, 5, 6, 7, 8

-- Lays a strip of so many tiles, the first of which calls the barbarians, and takes all of them away but one.
-- What is drawn behind it can be said. Returns who plays next, and who then.
local function strip(t, length, ...)
  t:expansions("hand", "riches")
  t:draw("barbarian_horde/U")
  for _ = 2, length do
    t:draw("base/U")
  end
  t:draw(...)
  t:draw("riches/plain")
  local now, other = "alice", "bob"
  for x = -3, -2 - length, -1 do
    t:play(now, { place = { x, -1 } })
    now, other = other, now
  end
  t:off_turn("alice", "arrange", "barbarian 3 away")
  t:off_turn("alice", "arrange", "barbarian 2 away")
  t:off_turn("alice", "arrange", ("barbarian 1 to %d,-1"):format(-2 - length))
  return now, other
end

-- Where barbarians stand, by x from west to east, each with its y where that is not -1.
---@param game Game
local function positions(game)
  local found = {}
  for barbarian in game:pieces("barbarian") do
    local tile = barbarian.tile
    if tile then
      table.insert(found, tile.y == -1 and tostring(tile.x) or tile.x .. "," .. tile.y)
    end
  end
  table.sort(found)
  return table.concat(found, " ")
end

local function expect_barbarians(t, expected) t:expect_equal(t:look(positions), expected, "the barbarians") end

-- Whoever plays closes the city below with a cap and scores it.
local function score_below(t, player) t:play(player, { place = { -2, 2 }, deploy = { city = "N" } }) end

-- Points, and the spaces that they are worth.
local EVEN = {
  { 4, 0 },
  { 5, 0 },
  { 6, 1 },
  { 7, 1 },
  { 9, 1 },
  { 10, 2 },
  { 12, 2 },
  { 13, 3 },
  { 15, 3 },
  { 16, 4 },
  { 18, 4 },
  { 19, 5 },
  { 21, 5 },
  { 22, 6 },
  { 24, 6 },
}

for _, level in ipairs(EVEN) do
  local points, spaces = level[1], level[2]
  test(("BH14, BH20, BH21: %d points are worth %d spaces"):format(points, spaces), function(t)
    local player = strip(t, 7, "riches/p" .. points)
    score_below(t, player)
    t:expect_award({ [player] = points, source = "city" })
    expect_barbarians(t, tostring(-9 + spaces))
  end)
end

for _, level in ipairs({ { 5, 0 }, { 6, 1 }, { 15, 1 }, { 16, 4 }, { 21, 4 }, { 22, 6 } }) do
  test(
    ("BH21: with the stated numbers alone, %d points are worth %d spaces"):format(level[1], level[2]),
    function(t)
      t:option("barbarian_horde.movement", "stated")
      local player = strip(t, 7, "riches/p" .. level[1])
      score_below(t, player)
      expect_barbarians(t, tostring(-9 + level[2]))
    end
  )
end

-- Two cities of four points each, which one tile closes, below the City and to its right:
--
--     [S][ ][s][E]
--     [I][E]
test("BH15: the points of all features that a placement completes are added up", function(t)
  local player, other = strip(t, 2, "base/E", "base/I")
  t:play(player, { place = { -1, 2, turn = 3 }, deploy = { city = "W" } })
  t:off_turn(player, "arrange", "follower to city at -2,1")
  t:play(other, { place = { -2, 2, turn = 1 } })
  t:expect_award({ [player] = 4, source = "city", times = 2 })
  expect_barbarians(t, "-3")
end)

-- Two followers in one city, by which two players score it.
local function shared_city(t, cap)
  local player, other = strip(t, 7, cap)
  t:off_turn(player, "arrange", "follower to city at -2,1")
  t:off_turn(other, "arrange", "follower to city at -2,1")
  t:play(player, { place = { -2, 2 } })
end

test(
  "BH16, BH22: the points of all players are added up, so that four and four move the barbarians",
  function(t)
    shared_city(t, "riches/p4")
    t:expect_points({ alice = 4, bob = 4 })
    expect_barbarians(t, "-8")
  end
)

test("BH16: eight and eight are sixteen", function(t)
  shared_city(t, "riches/p8")
  expect_barbarians(t, "-5")
end)

test("BH22: with the option the points of the best player count", function(t)
  t:option("barbarian_horde.movement_counts", "best")
  shared_city(t, "riches/p4")
  expect_barbarians(t, "-9")
end)

test("BH22: and he alone can move them", function(t)
  t:option("barbarian_horde.movement_counts", "best")
  shared_city(t, "riches/p8")
  expect_barbarians(t, "-8")
end)

test("BH17: points that are not for features do not count", function(t)
  local player = strip(t, 3, "riches/treasure")
  score_below(t, player)
  t:expect_points({ [player] = 9 })
  expect_barbarians(t, "-5")
end)

test("BH17: nor do points that come at another time", function(t)
  local player = strip(t, 3, "base/E")
  t:off_turn(player, "arrange", "points 10")
  score_below(t, player)
  expect_barbarians(t, "-5")
end)

test("BH18: with the option all points count that come while a placement is scored", function(t)
  t:option("barbarian_horde.movement_sources", "scoring")
  local player = strip(t, 3, "riches/treasure")
  score_below(t, player)
  expect_barbarians(t, "-4")
end)

test("BH18, BH22: but with the points of the best player, they are still only those for features", function(t)
  t:option("barbarian_horde.movement_counts", "best")
  local player = strip(t, 3, "riches/treasure")
  score_below(t, player)
  expect_barbarians(t, "-5")
end)

test("BH18: what was counted for one placement does not count for the next", function(t)
  t:option("barbarian_horde.movement_sources", "scoring")
  local player, other = strip(t, 4, "riches/treasure", "riches/p4")
  score_below(t, player)
  expect_barbarians(t, "-5")
  t:chance(W)
  t:play(other, { place = { 2, 1, turn = 3 }, deploy = { city = "W" } })
  expect_barbarians(t, "-5")
end)

test("BH18: nor does what is paid to the barbarians", function(t)
  t:option("barbarian_horde.movement_sources", "scoring")
  local player, other = strip(t, 3, "riches/treasure", "riches/p6")
  t:off_turn(other, "arrange", "follower to road at -4,-1")
  t:off_turn(other, "arrange", "points 8")
  score_below(t, player)
  t:play(other, { answer = "points" })
  expect_barbarians(t, "-4")
  t:chance(W)
  t:play(other, { place = { 2, 1, turn = 3 }, deploy = { city = "W" } })
  expect_barbarians(t, "-5")
end)

-- A hut beside the cap, with seven tiles around; the cap is the eighth.
--
--     [ ][E][p][ ]
--        [ ][h][ ]
--        [ ][ ][ ]
test("BH18: the point of Baba Yaga's hut is one for a feature, and the sixth", function(t)
  t:expansions("russian_promos")
  local player, other = strip(
    t,
    2,
    "riches/plain",
    "russian_promos/hut",
    "riches/plain",
    "riches/plain",
    "riches/plain",
    "riches/plain",
    "riches/plain",
    "riches/p5"
  )
  for _, place in ipairs({ { 1, 2 }, { 2, 2 }, { 3, 2 }, { 3, 1 }, { 1, 3 }, { 2, 3 }, { 3, 3 } }) do
    local deploy = place[1] == 2 and place[2] == 2 and { hut = true } or nil
    t:play(player, { place = place, deploy = deploy })
    player, other = other, player
  end
  t:play(player, { place = { 2, 1, turn = 3 }, deploy = { city = "W" } })
  t:expect_award({ [player] = 5, source = "city" })
  t:expect_award({ [player] = 1, source = "hut" })
  expect_barbarians(t, "-3")
end)

-- The cap has a tower, which sees three tiles with a city.
local function tower_below(t)
  t:expansions("watchtowers")
  local player = strip(t, 2, "watchtowers/CFRF_1C")
  score_below(t, player)
  t:expect_award({ [player] = 3, source = "watchtower" })
  t:expect_points({ [player] = 7 })
end

test("BH18: the bonus of a watchtower does not count", function(t)
  tower_below(t)
  expect_barbarians(t, "-4")
end)

test("BH18: unless the option says so", function(t)
  t:option("barbarian_horde.movement_sources", "scoring")
  tower_below(t)
  expect_barbarians(t, "-3")
end)

-- Eight points, which pay at once for a follower that the barbarian meets.
test("BH19: barbarians move when all has been scored", function(t)
  local player = strip(t, 3, "riches/p8")
  t:off_turn(player, "arrange", "follower to road at -4,-1")
  t:expect_points({ [player] = 0 })
  t:play(player, { place = { -2, 2 }, deploy = { city = "N" } })
  t:expect_points({ [player] = 8 })
  t:expect_decision(player, "keep_from_prison_for_8_points")
end)

test("BH20, BH34: each barbarian moves, and they can share a tile", function(t)
  local player, other = strip(t, 7, "barbarian_horde/E", "riches/p10")
  t:off_turn(player, "arrange", "barbarian 2 to -9,-1")
  t:off_turn(player, "arrange", "barbarian 3 away")
  t:play(player, { place = { 2, 1, turn = 3 } })
  score_below(t, other)
  expect_barbarians(t, "-7 -7")
end)

-- Barbarians at both ends of a strip. The one in the west has one way to go.
--
--     [1]==[2]==[w]
local function two_barbarians(t)
  strip(t, 2, "barbarian_horde/E", "riches/p7", "base/E")
  t:off_turn("alice", "arrange", "barbarian 3 away")
  t:off_turn("alice", "arrange", "barbarian 2 to -3,-1")
  t:play("alice", { place = { 2, 1, turn = 3 } })
  score_below(t, "bob")
end

test("BH26: whose turn it is chooses the barbarian that moves first", function(t)
  t:chance(E, E)
  two_barbarians(t)
  t:expect_decision("bob", "barbarian_to_move")
  t:expect_equal(#t:options(), 2)
  t:play("bob", { answer = t:options()[2] })
  expect_barbarians(t, "-2 -3")
end)

test("BH26: with the option they move in the order in which they came", function(t)
  t:option("barbarian_horde.first_to_move", "in_order")
  t:chance(E, W)
  two_barbarians(t)
  t:expect_decision("alice", "place")
  expect_barbarians(t, "-3 -4")
end)

-- From the cathedral, around which there are tiles on all sides.
for index, direction in ipairs({
  { "north", -1, -1 },
  { "north-east", 0, -1 },
  { "east", 0, 0 },
  { "south-east", 0, 1 },
  { "south", -1, 1 },
  { "south-west", -2, 1 },
  { "west", -2, 0 },
  { "north-west", -2, -1 },
}) do
  test("BH27: a barbarian goes to the " .. direction[1], function(t)
    t:chance(index)
    local player = strip(t, 1, "riches/p7")
    t:off_turn(player, "arrange", "barbarian 1 to -1,0")
    score_below(t, player)
    local x, y = direction[2], direction[3]
    expect_barbarians(t, y == -1 and tostring(x) or x .. "," .. y)
  end)
end

-- Below the strip lies another tile, so that there are more ways to go.
--
--     [ ]==[ ]==[b]==[ ]==[w]
--               [ ]
local function crossing(t, cap)
  local player, other = strip(t, 4, "riches/plain", cap)
  t:play(player, { place = { -4, 0 } })
  t:off_turn(other, "arrange", "barbarian 1 to -4,-1")
  return other
end

test("BH27, BH30: a barbarian goes straight in the direction drawn, until the land ends", function(t)
  t:chance(W)
  score_below(t, crossing(t, "riches/p22"))
  expect_barbarians(t, "-6")
end)

test("BH27: in another direction", function(t)
  t:chance(E)
  score_below(t, crossing(t, "riches/p13"))
  expect_barbarians(t, "-1")
end)

-- South-west and then east of the three that are left behind it are drawn; only south has a tile.
test("BH28, BH30, BH32: it draws again until a tile lies in that direction", function(t)
  t:chance(SW, NE, S - 1)
  score_below(t, crossing(t, "riches/p16"))
  expect_barbarians(t, "-4,0")
end)

-- The example of the rules: there is no tile in the south-west and in the east, and one in the north-east.
--
--     [ ][ ]
--     [b]
test("BH28, BH32: the example of the rules", function(t)
  t:chance(SW, E, NE)
  local player, other = strip(t, 3, "riches/plain", "riches/plain", "riches/p7")
  t:play(player, { place = { -5, -2 } })
  t:play(other, { place = { -4, -2 } })
  t:off_turn(player, "arrange", "barbarian 1 to -5,-1")
  t:off_turn(player, "arrange", "barbarian 1 to -5,-2")
  score_below(t, player)
  expect_barbarians(t, "-4,-2")
end)

-- All eight direction tiles are drawn, the seventh and last but one to the north-west, the last to the east.
test("BH29: a direction tile that was drawn is not drawn again for this barbarian", function(t)
  t:chance(1, 1, 2, 2, 2, 2, 2, 1)
  score_below(t, (strip(t, 2, "riches/p7")))
  expect_barbarians(t, "-3")
end)

-- With the next barbarian all eight are there again.
test("BH29: for the next barbarian they are drawn from all eight", function(t)
  t:chance(NW, W - 0, E, NW, NE, E - 1)
  local player, other = strip(t, 2, "barbarian_horde/E", "riches/p7")
  t:off_turn("alice", "arrange", "barbarian 3 away")
  t:off_turn("alice", "arrange", "barbarian 2 to -4,-1")
  t:play(player, { place = { 2, 1, turn = 3 } })
  score_below(t, other)
  expect_barbarians(t, "-3 -3")
end)

-- Six spaces, and a follower on the third tile.
test("BH31, BH33: it stops where it meets a follower, and not where it starts", function(t)
  local player = strip(t, 7, "riches/p22")
  t:off_turn(player, "arrange", "follower to field at -9,-1")
  t:off_turn(player, "arrange", "follower to road at -6,-1")
  score_below(t, player)
  t:play(player, { answer = "yield" })
  expect_barbarians(t, "-6")
  t:expect_supply({ [player] = 5 })
  t:expect_equal(
    t:look(function(game) return #assert(game:tile_at(-9, -1)):followers() end),
    1,
    "followers where it started"
  )
end)

-- The second barbarian stands in the way of the first, and goes west then.
test("BH35: other barbarians do not stop it", function(t)
  t:option("barbarian_horde.first_to_move", "in_order")
  t:chance(E, W)
  local player, other = strip(t, 5, "barbarian_horde/E", "riches/p10")
  t:off_turn("alice", "arrange", "barbarian 3 away")
  t:off_turn("alice", "arrange", "barbarian 2 to -6,-1")
  t:play(player, { place = { 2, 1, turn = 3 } })
  score_below(t, other)
  expect_barbarians(t, "-5 -7")
end)

test("BH36: it goes through the City as well", function(t)
  score_below(t, (strip(t, 2, "riches/p16")))
  expect_barbarians(t, "0")
end)

-- The prisoner lies in the City, through which the barbarian goes on in the next turn.
test("BH37: prisoners in the City do not stop it", function(t)
  local player, other = strip(t, 2, "riches/p6", "riches/p16")
  t:off_turn(player, "arrange", "follower to field at -3,-1")
  score_below(t, player)
  t:expect_equal(t:look(function(game) return #game:place("prison"):pieces() end), 1, "prisoners")
  t:chance(E)
  t:play(other, { place = { 2, 1, turn = 3 }, deploy = { city = "W" } })
  expect_barbarians(t, "1")
end)

test("BH23: the second part of a turn is a placement of its own", function(t)
  local player = strip(t, 3, "riches/again", "riches/p4")
  score_below(t, player)
  t:play(player, { place = { 2, 1, turn = 3 }, deploy = { city = "W" } })
  t:expect_points({ [player] = 8 })
  expect_barbarians(t, "-5")
end)

test("BH23: and moves the barbarians by itself", function(t)
  local player = strip(t, 4, "riches/again", "riches/p7")
  score_below(t, player)
  t:play(player, { place = { 2, 1, turn = 3 }, deploy = { city = "W" } })
  t:expect_points({ [player] = 11 })
  expect_barbarians(t, "-5")
end)

test("BH24: what is scored at the end of the game moves nobody", function(t)
  t:expansions("hand", "riches")
  t:stack("barbarian_horde/U", "base/U", "riches/p22")
  t:play("alice", { place = { -3, -1 } })
  t:off_turn("bob", "arrange", "barbarian 3 away")
  t:off_turn("bob", "arrange", "barbarian 2 away")
  t:off_turn("bob", "arrange", "barbarian 1 to -3,-1")
  t:play("bob", { place = { -4, -1 } })
  t:play("alice", { place = { 2, 0 }, deploy = { city = "N" } })
  t:expect_over()
  t:expect_award({ alice = 19, source = "city" })
  expect_barbarians(t, "-3")
end)

-- A barbarian in the city itself: nobody gets its ten points.
test("BH25: points that barbarians deny are not earned", function(t)
  local player = strip(t, 2, "riches/p10")
  t:off_turn(player, "arrange", "barbarian 1 to -2,1")
  score_below(t, player)
  t:expect_points({ [player] = 0 })
  expect_barbarians(t, "-2,1")
end)
