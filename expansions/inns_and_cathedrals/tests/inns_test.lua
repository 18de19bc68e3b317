-- Roads with an inn: IC13 to IC19 of RULES.md, and the worked examples of roads.
--
-- Boards: x to the east, y to the south. [D] is the start tile at 0,0, with a city in the north and a
-- road from west to east. == is a road, [A] a monastery at which a road ends, [i] a tile with an inn.
-- FRRR_i is a crossing: turned twice, its road with the inn leaves to the west.

local CROSSING = "inns_and_cathedrals/FRRR_i"
local STRAIGHT = "inns_and_cathedrals/FRFr_i"

-- Whether the road on a tile has an inn.
local function has_inn(t, x, y, side)
  return t:look(function(game)
    local road = assert(assert(game:tile_at(x, y)):feature(side))
    return road.inn
  end)
end

-- Alice's road of three tiles has an inn and is completed; bob's of two tiles has one and is not.
--
--     [A]==[D]==[i]==[i]==      the crossing [i] at 1,0 belongs to both
local function two_roads(t)
  t:stack(CROSSING, STRAIGHT, "base/A")
  t:play("alice", { place = { 1, 0, turn = 2 }, deploy = { road = "W" } })
  t:play("bob", { place = { 2, 0 }, deploy = { road = "W" } })
  t:play("alice", { place = { -1, 0, turn = 3 } })
  t:expect_over()
end

test("IC13, IC17: a completed road with an inn gives two points a tile, an incomplete one none", function(t)
  two_roads(t)
  t:expect_awards({
    { alice = 6, source = "road" },
    { bob = 0, source = "road" },
  })
end)

test("IC18: by option, an incomplete road gives what it gives without an inn", function(t)
  t:option("inns_and_cathedrals.inn_cathedral_final", "ignore")
  two_roads(t)
  t:expect_awards({
    { alice = 6, source = "road" },
    { bob = 2, source = "road" },
  })
end)

test("IC13, IC17: by option, inns mean nothing", function(t)
  t:option("inns_and_cathedrals.inns", false)
  two_roads(t)
  t:expect_awards({
    { alice = 3, source = "road" },
    { bob = 2, source = "road" },
  })
end)

test("IC13, IC17: inns still count where cathedrals do not", function(t)
  t:option("inns_and_cathedrals.cathedrals", false)
  two_roads(t)
  t:expect_awards({
    { alice = 6, source = "road" },
    { bob = 0, source = "road" },
  })
end)

test("IC13: without an inn a road gives one point a tile", function(t)
  t:draw("base/A", "base/A")
  t:play("alice", { place = { 1, 0, turn = 1 }, deploy = { road = "W" } })
  t:play("bob", { place = { -1, 0, turn = 3 } })
  t:expect_awards({ { alice = 3, source = "road" } })
end)

--  [A]==[D]==[i]==[U]==[i]
test("IC14: two inns on one road are no more than one", function(t)
  t:draw(STRAIGHT, "base/U", CROSSING, "base/A")
  t:play("alice", { place = { 1, 0 }, deploy = { road = "W" } })
  t:play("bob", { place = { 2, 0 } })
  t:play("alice", { place = { 3, 0, turn = 2 } })
  t:play("bob", { place = { -1, 0, turn = 3 } })
  t:expect_awards({ { alice = 10, source = "road" } })
end)

test("IC14, IC17: two inns on an incomplete road take no more than one", function(t)
  t:stack(STRAIGHT, CROSSING)
  t:play("alice", { place = { 1, 0 }, deploy = { road = "W" } })
  t:play("bob", { place = { 2, 0, turn = 2 } })
  t:expect_over()
  t:expect_awards({ { alice = 0, source = "road" } })
end)

--  [?]==[D]==[?]==[?]==[A]      1,0 comes last of the middle, and joins the roads in the west and east
--       [B]  [B]  [B]           monasteries, so that 2,0 has a neighbour before 1,0 is there
local U, A = { "base/U", 0 }, { "base/A", 3 }
for _, case in ipairs({
  { "the road that was there first", { CROSSING, 0 }, U, U },
  { "the tile that joins two roads", A, { STRAIGHT, 0 }, U },
  { "the road that is joined", A, U, { STRAIGHT, 0 } },
}) do
  local where, first, joining, joined = unpack(case)
  test("IC15: a road that grows together has the inn of any of its parts, on " .. where, function(t)
    t:draw(first[1], "base/B", "base/B", "base/B", joined[1], joining[1], "base/A")
    t:play("alice", { place = { -1, 0, turn = first[2] }, deploy = { road = "E" } })
    t:play("bob", { place = { 0, 1 } })
    t:play("alice", { place = { 1, 1 } })
    t:play("bob", { place = { 2, 1 } })
    t:play("alice", { place = { 2, 0 } })
    t:expect_equal(has_inn(t, 0, 0, "E"), first[1] == CROSSING, "an inn in the west before")
    t:expect_equal(has_inn(t, 2, 0, "E"), joined[1] == STRAIGHT, "an inn in the east before")
    t:play("bob", { place = { 1, 0 } })
    t:expect_true(has_inn(t, 0, 0, "W") and has_inn(t, 2, 0, "E"), "that there is an inn at both ends")
    t:play("alice", { place = { 3, 0, turn = 1 } })
    t:expect_awards({ { alice = 10, source = "road" } })
  end)
end

test("IC15: a follower that stands there before the inn comes is paid for it all the same", function(t)
  t:draw("base/A", CROSSING)
  t:play("alice", { place = { -1, 0, turn = 3 }, deploy = { road = "E" } })
  t:play("bob", { place = { 1, 0, turn = 2 } })
  t:expect_awards({ { alice = 6, source = "road" } })
end)

--       [D]
--  [A]==[i]==[A]
test("IC10, IC15: the inn of a crossing belongs to the road in the east and to no other", function(t)
  t:draw(CROSSING, "base/A", "base/A")
  t:play("alice", { place = { 0, 1 }, deploy = { road = "E" } })
  t:play("bob", { place = { 1, 1, turn = 1 } })
  t:play("alice", { place = { -1, 1, turn = 3 }, deploy = { road = "E" } })
  t:expect_awards({
    { alice = 4, source = "road" },
    { alice = 2, source = "road" },
  })
end)

--            [V][i]      The road from [A] in the west runs through the two curves of [+] at 1,0: to the
--  [A]==[D]==[+][V]      north, around, and back from the east to [A] in the south. [+] counts once.
--            [A]
test("IC16: a tile that the road crosses twice counts once, with an inn too", function(t)
  local curves, inn = "inns_and_cathedrals/RRrr", "inns_and_cathedrals/FFRr_i"
  t:draw(curves, "base/V", inn, "base/V", "base/A", "base/A")
  t:play("alice", { place = { 1, 0 }, deploy = { road = "W" } })
  t:play("bob", { place = { 1, -1, turn = 3 } })
  t:play("alice", { place = { 2, -1 } })
  t:play("bob", { place = { 2, 0, turn = 1 } })
  t:play("alice", { place = { 1, 1, turn = 2 } })
  t:play("bob", { place = { -1, 0, turn = 3 } })
  t:expect_awards({ { alice = 2 * 7, source = "road" } })
end)

test("IC17: an incomplete road with an inn gives nothing for any of its tiles, to nobody", function(t)
  t:expansions("figures")
  t:stack("base/U", "base/U", STRAIGHT)
  t:play("alice", { place = { 1, 0 }, deploy = { road = "W" } })
  t:play("bob", { place = { 2, 0 }, act = "put", on = "bob's follower", answers = { "road at 2,0" } })
  t:play("alice", { place = { -1, 0 } })
  t:expect_over()
  t:expect_awards({
    { alice = 0, source = "road" },
    { bob = 0, source = "road" },
  })
end)

test("IC17, IC18: an incomplete road without an inn is worth what it always is", function(t)
  t:stack("base/U")
  t:play("alice", { place = { 1, 0 }, deploy = { road = "W" } })
  t:expect_over()
  t:expect_awards({ { alice = 2, source = "road" } })
end)

--  [A]==[D]==[L]==[i]==[A]      four roads end at the lake [L]; a ferry joins two of them
for _, case in ipairs({
  { "goes", "W E", "N E", false, 3 },
  { "comes", "N E", "W E", true, 10 },
  { "stays", "W E", "E W", true, 10 },
}) do
  local what, first, second, inn, points = unpack(case)
  test("IC19: where a ferry splits and joins roads, the inn " .. what, function(t)
    t:expansions("ferries")
    t:draw("ferries/lake", STRAIGHT, "base/A", "base/A")
    t:play("alice", { place = { 1, 0 }, act = "put_ferry", on = first, deploy = { road = "W" } })
    t:play("bob", { place = { 2, 0 }, act = "turn_ferry", on = second })
    t:expect_equal(has_inn(t, 0, 0, "W"), inn, "an inn on alice's road")
    t:expect_equal(has_inn(t, 2, 0, "E"), true, "an inn on the road in the east")
    t:play("alice", { place = { 3, 0, turn = 1 } })
    t:play("bob", { place = { -1, 0, turn = 3 } })
    t:expect_awards({ { alice = points, source = "road" } })
  end)
end
