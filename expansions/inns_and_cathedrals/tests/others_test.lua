-- Inns, cathedrals and large followers with what other expansions bring: IC35 to IC48 of RULES.md.
--
-- Most of those expansions are not here; `tests/expansions/` brings what matters of each.
--
-- Boards: x to the east, y to the south. [D] is the start tile at 0,0, with a city in the north and a road
-- from west to east. == is a road, [A] a monastery at which a road ends, [i] a tile with an inn, [c] one
-- with a cathedral, [E] one with a city on one side.

local CROSSING = "inns_and_cathedrals/FRRR_i"
local STRAIGHT = "inns_and_cathedrals/FRFr_i"
local CATHEDRAL = "inns_and_cathedrals/Cccc_c"

-- The city or the road of the start tile.
---@param game Game
---@param side Side
local function city_or_road(game, side) return assert(assert(game:tile_at(0, 0)):feature(side)) end

-- Places a tile and puts a follower of the own supply somewhere.
local function put(t, player, place, figure, where)
  t:play(player, { place = place, act = "put", on = player .. "'s " .. figure, answers = { where } })
end

-- Alice's road of three tiles with an inn, which bob closes. Before she deploys, she moves mage or witch
-- there.
--
--     [A]==[D]==[i]
local function enchanted_road(t, action)
  t:expansions("mages")
  t:draw(CROSSING, "base/A")
  t:play("alice", { place = { 1, 0, turn = 2 }, act = action, on = "road at 0,0", deploy = { road = "W" } })
  t:play("bob", { place = { -1, 0, turn = 3 } })
end

-- Alice's city of five tiles with a cathedral, which bob closes. What lies in the east can be chosen.
--
--        [E]
--     [E][c][ ]
--        [D]
local function cathedral_city(t, east)
  t:draw(CATHEDRAL, east, "base/E", "base/E")
  t:play("alice", { place = { 0, -1 }, deploy = { city = "S" } })
  t:play("bob", { place = { 1, -1, turn = 3 } })
  t:play("alice", { place = { -1, -1, turn = 1 } })
  t:play("bob", { place = { 0, -2, turn = 2 } })
end

test("IC35: an incomplete road with an inn is scored for no points, and the fairy pays beside it", function(t)
  t:expansions("fairy")
  t:stack(STRAIGHT)
  t:play("alice", { place = { 1, 0 }, act = "move_fairy", on = "tile at 1,0", deploy = { road = "W" } })
  t:expect_over()
  t:expect_awards({
    { alice = 0, source = "road" },
    { alice = 3, source = "fairy" },
  })
end)

--                            [E]
--  [E][G][F+][F+][c][+][N]      alice's incomplete city of nine tiles: the cathedral is open to the
--                [D]            north, and there are three coats of arms
test("IC35: an incomplete city with a cathedral is scored for no points, and the fairy pays", function(t)
  t:expansions("fairy")
  local arms = "inns_and_cathedrals/RCRc"
  t:stack(CATHEDRAL, "base/F", "base/F", "base/G", "base/E", arms, "base/N", "base/E")
  t:play("alice", { place = { 0, -1 }, act = "move_fairy", on = "tile at 0,-1", deploy = { city = "S" } })
  t:play("bob", { place = { -1, -1 } })
  t:play("alice", { place = { -2, -1 } })
  t:play("bob", { place = { -3, -1 } })
  t:play("alice", { place = { -4, -1, turn = 1 } })
  t:play("bob", { place = { 1, -1 } })
  t:play("alice", { place = { 2, -1 } })
  t:play("bob", { place = { 2, -2, turn = 2 } })
  t:expect_over()
  local city = t:look(function(game)
    local feature = city_or_road(game, "N")
    return { tiles = feature.size, arms = feature.coats_of_arms, open = feature.open_ends }
  end)
  t:expect_equal(city.tiles, 9, "tiles")
  t:expect_equal(city.arms, 3, "coats of arms")
  t:expect_equal(city.open, 1, "open sides")
  t:expect_awards({
    { alice = 0, source = "city" },
    { alice = 3, source = "fairy" },
  })
end)

test("IC35, IC46: followers return from what is completed for no points", function(t)
  t:expansions("horde")
  t:draw("horde/cap")
  t:play("alice", { place = { 0, -1, turn = 2 }, deploy = { city = "S" } })
  t:expect_awards({ { alice = 0, source = "city" } })
  t:expect_supply({ alice = 7 })
end)

test("IC36: everybody who shares a road that gives no points is said to have scored it", function(t)
  t:expansions("figures")
  t:stack("base/U", STRAIGHT)
  put(t, "alice", { 1, 0 }, "follower", "road at 0,0")
  put(t, "bob", { 2, 0 }, "follower", "road at 2,0")
  t:expect_over()
  t:expect_awards({
    { alice = 0, source = "road" },
    { bob = 0, source = "road" },
  })
end)

for _, case in ipairs({ { "a cathedral", CATHEDRAL, 10 }, { "no cathedral", "base/R", 4 } }) do
  local what, tile, points = unpack(case)
  test("IC37: a completed city under siege gives a point less for each tile, with " .. what, function(t)
    t:expansions("siege")
    if tile == CATHEDRAL then
      cathedral_city(t, "siege/cap")
    else
      t:draw(tile, "siege/cap", "base/E")
      t:play("alice", { place = { 0, -1, turn = 2 }, deploy = { city = "S" } })
      t:play("bob", { place = { 1, -1, turn = 3 } })
      t:play("alice", { place = { -1, -1, turn = 1 } })
    end
    t:expect_awards({ { alice = points, source = "city" } })
  end)

  for _, final in ipairs({ "zero", "ignore" }) do
    local rule = ", and with " .. what .. ", rule " .. final
    test("IC37: an incomplete city under siege gives nothing" .. rule, function(t)
      t:expansions("siege")
      t:option("inns_and_cathedrals.inn_cathedral_final", final)
      t:stack(tile, "siege/cap")
      t:play("alice", { place = { 0, -1, turn = 2 }, deploy = { city = "S" } })
      t:play("bob", { place = { 1, -1, turn = 3 } })
      t:expect_over()
      t:expect_awards({ { alice = 0, source = "city" } })
    end)
  end
end

test("IC38: the Darmstadtium adds three points to what a completed city with a cathedral gives", function(t)
  t:expansions("darmstadt")
  cathedral_city(t, "darmstadt/cap")
  t:expect_awards({ { alice = 5 * 3 + 3, source = "city" } })
end)

test("IC38: and none to an incomplete one", function(t)
  t:expansions("darmstadt")
  t:stack(CATHEDRAL, "darmstadt/cap")
  t:play("alice", { place = { 0, -1 }, deploy = { city = "S" } })
  t:play("bob", { place = { 1, -1, turn = 3 } })
  t:expect_over()
  t:expect_awards({ { alice = 0, source = "city" } })
end)

test("IC39: the mage adds a point for each tile to a completed road with an inn", function(t)
  enchanted_road(t, "move_mage")
  t:expect_points({ alice = 3 * 2 + 3 })
end)

test("IC39: the witch halves what the inn gives", function(t)
  enchanted_road(t, "move_witch")
  t:expect_points({ alice = 3 })
end)

test("IC39: the mage's points come at the end even where an inn takes all others", function(t)
  t:expansions("mages")
  t:stack(STRAIGHT)
  t:play("alice", { place = { 1, 0 }, act = "move_mage", on = "road at", deploy = { road = "W" } })
  t:expect_over()
  t:expect_points({ alice = 2 })
end)

test("IC39: and where a cathedral does", function(t)
  t:expansions("mages")
  t:stack(CATHEDRAL)
  t:play("alice", { place = { 0, -1 }, act = "move_mage", on = "city at", deploy = { city = "S" } })
  t:expect_over()
  t:expect_points({ alice = 2 })
end)

--  [A]==[D]==[w]==[i]      two wells on [w]; without an inn, [A] at 2,0
for _, case in ipairs({ { CROSSING, 2, 4 * 2 + 2 * 2 }, { "base/A", 1, 4 + 2 } }) do
  local east, turn, points = unpack(case)
  test("IC40: a well on a completed road counts twice with an inn, once without: " .. east, function(t)
    t:expansions("wells")
    t:draw("wells/straight", east, "base/A")
    t:play("alice", { place = { 1, 0 }, deploy = { road = "W" } })
    t:play("bob", { place = { 2, 0, turn = turn } })
    t:play("alice", { place = { -1, 0, turn = 3 } })
    t:expect_awards({ { alice = points, source = "road" } })
  end)
end

test("IC40: on an incomplete road with an inn, wells give nothing", function(t)
  t:expansions("wells")
  t:stack("wells/straight", CROSSING)
  t:play("alice", { place = { 1, 0 }, deploy = { road = "W" } })
  t:play("bob", { place = { 2, 0, turn = 2 } })
  t:expect_over()
  t:expect_awards({ { alice = 0, source = "road" } })
end)

for _, case in ipairs({ { true, 8 }, { false, 4 } }) do
  local inns, points = unpack(case)
  test("IC41: an inn on a tile of another set counts while inns are in play: " .. tostring(inns), function(t)
    t:expansions("land")
    t:option("inns_and_cathedrals.inns", inns)
    t:draw("land/river_i", "base/A", "base/A")
    t:play("alice", { place = { 1, 0 }, deploy = { road = "W" } })
    t:play("bob", { place = { 2, 0, turn = 1 } })
    t:play("alice", { place = { -1, 0, turn = 3 } })
    t:expect_awards({ { alice = points, source = "road" } })
  end)
end

for _, case in ipairs({
  { "base/E", 1 },
  { "inns_and_cathedrals/CFRF", 1 },
  { "inns_and_cathedrals/CFFF", 0 },
}) do
  local tile, castles = unpack(case)
  test("IC42: castles, of which there are " .. castles .. " with the tile " .. tile, function(t)
    t:expansions("castles")
    t:draw(tile)
    t:play("alice", { place = { 0, -1, turn = 2 } })
    t:expect_points({ alice = castles })
  end)
end

test("IC42: a city with a cathedral is no castle", function(t)
  t:expansions("castles")
  cathedral_city(t, "base/E")
  t:expect_no_award("castle")
end)

--  [U][D][U][V]      alice's large follower in the city of [D] and bob's followers on the road are next
--     [+]            to the church
for _, case in ipairs({ { 1, 1 }, { 2, 0 } }) do
  local bobs, times = unpack(case)
  test("IC43: around a church a large follower is one figure, and bob has " .. bobs, function(t)
    t:expansions("figures", "darmstadt")
    t:stack("darmstadt/church", "base/U", "base/U", "base/V")
    put(t, "alice", { 0, 1 }, "large_follower", "city at 0,0")
    for turn = 1, 2 do
      if turn <= bobs then
        put(t, "bob", { turn, 0 }, "follower", "road at 0,0")
      else
        t:play("bob", { place = { turn, 0 } })
      end
      if turn == 1 then
        t:play("alice", { place = { -1, 0 } })
      end
    end
    t:expect_over()
    t:expect_award({ bob = 3, source = "church" })
    t:expect_award({ alice = 3, source = "church", times = times })
  end)
end

--  [A]==[h]==[D]==[A]      alice's large follower stands on the hill [h], bob's two there or one at [D]
--            [B]
for _, case in ipairs({ { "-1,0", 0 }, { "0,0", 4 } }) do
  local where, alice = unpack(case)
  test("IC43: on a hill a large follower is one figure, bob's other one is at " .. where, function(t)
    t:expansions("figures", "hills")
    t:draw("hills/straight", "base/A", "base/B", "base/A")
    t:play("alice", { place = { -1, 0 }, deploy = { road = "W", piece = "large_follower" } })
    put(t, "bob", { 1, 0, turn = 1 }, "follower", "road at -1,0")
    t:play("alice", { place = { 0, 1 } })
    t:play("bob", {
      place = { -2, 0, turn = 3 },
      act = "put",
      on = "bob's follower",
      answers = { "road at " .. where },
    })
    t:expect_points({ alice = alice, bob = 4 })
  end)
end

--  [A]==[D]==[T]      a tower that counts meeples
test("IC44: for a watchtower a large follower is one meeple", function(t)
  t:expansions("watchtowers")
  t:draw("watchtowers/CFRF_2M", "base/A")
  t:play("alice", { place = { 1, 0, turn = 1 }, deploy = { road = "W", piece = "large_follower" } })
  t:play("bob", { place = { -1, 0, turn = 3 } })
  t:expect_awards({
    { alice = 2, source = "watchtower" },
    { alice = 3, source = "road" },
  })
end)

--  [i]==[D]==[T]      a tower that counts roads, of which it overlooks two
test("IC44: an inn does not double what a watchtower pays", function(t)
  t:expansions("watchtowers")
  t:draw("watchtowers/FRRF_1R", CROSSING)
  t:play("alice", { place = { 1, 0, turn = 1 }, deploy = { road = "W" } })
  t:play("bob", { place = { -1, 0 } })
  t:expect_awards({
    { alice = 2, source = "watchtower" },
    { alice = 6, source = "road" },
  })
end)

--      [E]
--  [E] [c] [T]      a tower that counts tiles with cities, of which it overlooks four
--      [D]
test("IC44: a cathedral raises nothing that a watchtower pays", function(t)
  t:expansions("watchtowers")
  t:draw(CATHEDRAL, "base/E", "watchtowers/CFRF_1C", "base/E")
  t:play("alice", { place = { 0, -1 } })
  t:play("bob", { place = { -1, -1, turn = 1 } })
  t:play("alice", { place = { 1, -1, turn = 3 }, deploy = { city = "W" } })
  t:play("bob", { place = { 0, -2, turn = 2 } })
  t:expect_awards({
    { alice = 4, source = "watchtower" },
    { alice = 15, source = "city" },
  })
end)

--  [D][V]      Vodyanoy's pond [V] lies beside the city where alice stands
test("IC45: a large follower is caught like any other, and costs two points once", function(t)
  t:expansions("russian_promos")
  t:stack("base/R", "base/U", "russian_promos/vodyanoy")
  t:play("alice", { place = { 0, -1, turn = 2 }, deploy = { city = "S", piece = "large_follower" } })
  t:play("bob", { place = { 1, 0 } })
  t:play("alice", { place = { 0, -2 } })
  t:expect_over()
  t:expect_awards({ { alice = -2, source = "vodyanoy" } })
end)

test("IC45: Solovei Razboynik catches it, too", function(t)
  t:expansions("russian_promos")
  t:stack("base/U", "russian_promos/solovei")
  t:play("alice", { place = { 1, 0 }, deploy = { road = "W", piece = "large_follower" } })
  t:play("bob", { place = { 2, 0 } })
  t:expect_over()
  t:expect_awards({})
  t:expect_supply({ alice = 0 }, "large_follower")
end)

--  ==[D]==[S]==[i]
test("IC45: the road of Solovei Razboynik takes an inn", function(t)
  t:expansions("russian_promos")
  t:draw("russian_promos/solovei", CROSSING)
  t:play("alice", { place = { 1, 0 } })
  t:play("bob", { place = { 2, 0, turn = 2 } })
  local inn = t:look(function(game) return city_or_road(game, "W").inn end)
  t:expect_true(inn, "that there is an inn")
end)

--  [A]==[D]==[+]==[i]      the road has three arms at the stone [+]
--            [A]
test("IC45: the roads of Bogatyr take an inn", function(t)
  t:expansions("russian_promos")
  t:draw("russian_promos/bogatyr", CROSSING, "base/A", "base/A")
  t:play("alice", { place = { 1, 0 }, deploy = { road = "W" } })
  t:play("bob", { place = { 2, 0, turn = 2 } })
  t:play("alice", { place = { 1, 1, turn = 2 } })
  t:play("bob", { place = { -1, 0, turn = 3 } })
  t:expect_awards({ { alice = 5 * 2, source = "road" } })
end)

--  [E]      a barbarian in the city counts two
--  [D]
for _, case in ipairs({ { "large_follower", 4 }, { "follower", 0 } }) do
  local piece, points = unpack(case)
  test("IC46: a city with a barbarian pays this many points with one " .. piece .. ": " .. points, function(t)
    t:expansions("horde")
    t:draw("horde/cap")
    t:play("alice", { place = { 0, -1, turn = 2 }, deploy = { city = "S", piece = piece } })
    t:expect_awards({ { alice = points, source = "city" } })
  end)
end

for _, case in ipairs({ { "large_follower", 2 }, { "follower", 1 } }) do
  local piece, defenders = unpack(case)
  test("IC46: this many defenders of a fortress are one " .. piece .. ": " .. defenders, function(t)
    t:expansions("horde")
    t:stack("horde/fortress")
    t:play("alice", { place = { 0, 1 }, deploy = { fortress = true, piece = piece } })
    t:expect_over()
    t:expect_award({ alice = defenders, source = "defenders" })
  end)
end

test("IC46: a large follower is one prisoner, for one ransom", function(t)
  t:expansions("horde")
  t:stack("base/U", "base/U", "base/U")
  t:play("alice", { place = { 1, 0 }, deploy = { road = "W", piece = "large_follower" } })
  t:play("bob", { place = { 2, 0 } })
  t:play("alice", { place = { 3, 0 }, act = "be_caught" })
  t:expect_over()
  t:expect_awards({ { alice = -5, source = "ransom" } })
end)

--  [A]==[D]==[U]==[i]
for _, case in ipairs({ { CROSSING, 2, 1 }, { "base/A", 1, 0 } }) do
  local east, turn, spaces = unpack(case)
  test("IC47: what the inn adds moves the barbarians, too, this many spaces: " .. spaces, function(t)
    t:expansions("horde")
    t:draw("base/U", east, "base/A")
    t:play("alice", { place = { 1, 0 }, deploy = { road = "W" } })
    t:play("bob", { place = { 2, 0, turn = turn } })
    t:play("alice", { place = { -1, 0, turn = 3 } })
    t:expect_points({ alice = spaces == 1 and 8 or 4 })
    t:expect_equal(t:look(function(game) return game:tokens("spaces") end), spaces, "spaces")
  end)
end

-- Alice has a follower and her builder on the road or in the city of the first tile, which the second tile
-- extends.
for _, case in ipairs({
  { "an inn comes", "road", "base/U", STRAIGHT, { 1, 0 }, { 2, 0 } },
  { "an inn is there", "road", STRAIGHT, "base/U", { 1, 0 }, { 2, 0 } },
  { "a cathedral comes", "city", "base/R", CATHEDRAL, { 0, -1, turn = 2 }, { 1, -1 } },
  { "a cathedral is there", "city", CATHEDRAL, "base/R", { 0, -1 }, { 0, -2, turn = 2 } },
}) do
  local what, kind, first, second, here, there = unpack(case)
  test("IC48: a builder works on a road or city where " .. what, function(t)
    t:expansions("builders")
    t:draw(first, "base/B", "base/B", "base/B", second, "base/B")
    t:play("alice", { place = here, deploy = { [kind] = kind == "road" and "W" or "S" } })
    t:play("bob", { place = { 0, 1 } })
    t:play("alice", { place = { 0, 2 }, act = "build", on = kind })
    t:play("bob", { place = { 0, 3 } })
    t:play("alice", { place = there })
    t:expect_decision("alice", "place")
    t:play("alice", { place = { 0, 4 } })
    t:expect_decision("bob", "place")
  end)
end

test("IC48: and not when a tile with an inn lies elsewhere", function(t)
  t:expansions("builders")
  t:draw("base/U", "base/B", "base/B", "base/B", STRAIGHT)
  t:play("alice", { place = { 1, 0 }, deploy = { road = "W" } })
  t:play("bob", { place = { 0, 1 } })
  t:play("alice", { place = { 0, 2 }, act = "build", on = "road" })
  t:play("bob", { place = { 0, 3 } })
  t:play("alice", { place = { 0, 4 } })
  t:expect_decision("bob", "place")
end)
