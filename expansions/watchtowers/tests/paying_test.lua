-- When a tower pays, whom, and in which order: WT1 to WT8 and WT21 to WT27 of RULES.md.
--
-- Boards: x to the east, y to the south. [D] is the start tile at 0,0, with a city in the north and a
-- road from west to east. == is a road, [T] a tower's tile, [A] a monastery at which a road ends.
--
-- Most tests close this road of three tiles, with the tower at 1,0 and the road's other end at -1,0:
--
--     [A]==[D]==[T]

local TOWER_ROAD = "watchtowers/FRRF_1R" -- counts roads; with one turn its roads leave west and south

test("WT1: twelve tower tiles are shuffled into the stack", function(t)
  t:draw("base/U")
  local found = t:look(function(game)
    local counts = {}
    for tile in game:stack("watchtower") do
      counts[tile.watchtower] = (counts[tile.watchtower] or 0) + tile.left
    end
    return counts
  end)
  t:expect_equal(found.city, 3, "towers that count cities")
  t:expect_equal(found.road, 3, "towers that count roads")
  t:expect_equal(found.meeple, 2, "towers that count meeples")
  t:expect_equal(found.coat_of_arms, 2, "towers that count coats of arms")
  t:expect_equal(found.monastery, 2, "towers that count monasteries")
  local left = t:look(function(game) return game.stack_size end)
  t:expect_equal(left, 71 + 12 - 1, "tiles left")
end)

test("WT1: a tower tile is placed as any other", function(t)
  t:draw("watchtowers/CFRF_1C")
  t:refuse({ place = { 1, 0 } }, "has a field edge on side W, its neighbour a road edge")
  t:play("alice", { place = { 1, 0, turn = 1 } })
  t:expect_decision("bob", "place")
end)

test("WT2: followers stand on roads, cities and fields of the tile, and not on the tower", function(t)
  t:draw("watchtowers/CRFR_1R")
  t:play("alice", { place = { 0, -1, turn = 2 }, deploy = { city = "S" } })
  t:undo()
  local names = {}
  for _, option in ipairs(t:options()) do
    local feature = string.match(option, "^deploy a follower on the (%a+)") or option
    names[feature] = (names[feature] or 0) + 1
  end
  t:expect_equal(names.city, 1, "cities")
  t:expect_equal(names.road, 2, "roads")
  t:expect_equal(names.field, 3, "fields")
  t:expect_equal(#t:options(), 1 + 2 + 3 + 1, "all options, with passing")
end)

test("WT3, WT4: a completed road pays its follower on the tower's tile first, then scores", function(t)
  t:draw(TOWER_ROAD, "base/A")
  t:play("alice", { place = { 1, 0, turn = 1 }, deploy = { road = "W" } })
  t:expect_awards({})
  t:play("bob", { place = { -1, 0, turn = 3 } })
  t:expect_awards({
    { alice = 2, source = "watchtower" },
    { alice = 3, source = "road" },
  })
  t:expect_points({ alice = 5, bob = 0 })
  t:expect_supply({ alice = 7 })
end)

--  [T]      the tower in the north closes the city of the start tile
--  [D]
test("WT3, WT4: a completed city does the same", function(t)
  t:draw("watchtowers/CFRF_1C")
  t:play("alice", { place = { 0, -1, turn = 2 }, deploy = { city = "S" } })
  t:expect_awards({
    { alice = 2, source = "watchtower" },
    { alice = 4, source = "city" },
  })
end)

test("WT3, WT23: a follower on another feature of the tower's tile earns nothing", function(t)
  t:draw("watchtowers/CFRF_1C", "base/A")
  t:play("alice", { place = { 1, 0, turn = 1 }, deploy = { city = "E" } })
  t:play("bob", { place = { -1, 0, turn = 3 }, deploy = { road = "E" } })
  t:expect_awards({ { bob = 3, source = "road" } })
end)

test("WT5: the bonus is no part of the feature's points", function(t)
  -- Besiegers are paid what features gave with the placement.
  t:expansions("besiegers")
  t:draw(TOWER_ROAD, "base/A")
  t:play("alice", { place = { 1, 0, turn = 1 }, deploy = { road = "W" } })
  t:play("bob", { place = { -1, 0, turn = 3 } })
  t:expect_awards({
    { alice = 2, source = "watchtower" },
    { alice = 3, source = "road" },
    { bob = 3, source = "feature_points" },
  })
end)

--          [E]  [N]     alice has one follower in the city, on the tower's tile,
--  [D]==[T]---[R]       bob has two, on both [E]. The tower counts meeples, and sees
--          [E]  [N]     all three.
test("WT6: the tower pays without the majority, and the majority gets the feature alone", function(t)
  t:draw("watchtowers/CFRF_2M", "base/E", "base/U", "base/E", "base/U", "base/R", "base/N", "base/N")
  t:play("alice", { place = { 1, 0, turn = 1 }, deploy = { city = "E" } })
  t:play("bob", { place = { 1, 1, turn = 1 }, deploy = { city = "E" } })
  t:play("alice", { place = { -1, 0 } })
  t:play("bob", { place = { 1, -1, turn = 1 }, deploy = { city = "E" } })
  t:play("alice", { place = { -2, 0 } })
  t:play("bob", { place = { 2, 0, turn = 3 } })
  t:play("alice", { place = { 2, 1 } })
  t:play("bob", { place = { 2, -1, turn = 3 } })
  t:expect_awards({
    { alice = 2 * 3, source = "watchtower" },
    { bob = 2 * 6, source = "city" },
  })
end)

test("WT7: a farmer on the tower's tile earns nothing", function(t)
  t:draw(TOWER_ROAD, "base/A")
  t:play("alice", { place = { 1, 0, turn = 1 }, deploy = { field = "N" } })
  t:play("bob", { place = { -1, 0, turn = 3 }, deploy = { road = "E" } })
  t:expect_awards({ { bob = 3, source = "road" } })
end)

test("WT8: no tower's tile has a monastery", function(t)
  t:draw("base/U")
  local found = t:look(function(game)
    return game:stack("watchtower"):total(function(tile) return tile:count("monastery") end)
  end)
  t:expect_equal(found, 0, "monasteries")
end)

--  [U]=[D]=[U]     [M] at 0,1 is a monastery with a tower, brought by an expansion for tests.
--  [B] [M] [B]     bob completes it with [E].
--  [B] [B] [E]
test("WT3, WT8: a monk on a tower's tile would earn nothing either", function(t)
  t:expansions("sights")
  t:draw("sights/manned_tower", "base/U", "base/U", "base/B", "base/B", "base/B", "base/B", "base/E")
  t:play("alice", { place = { 0, 1 }, deploy = { monastery = true } })
  t:play("bob", { place = { -1, 0 } })
  t:play("alice", { place = { 1, 0 } })
  t:play("bob", { place = { -1, 1 } })
  t:play("alice", { place = { 1, 1 } })
  t:play("bob", { place = { 0, 2 } })
  t:play("alice", { place = { -1, 2 } })
  t:play("bob", { place = { 1, 2, turn = 1 } })
  t:expect_awards({ { alice = 9, source = "monastery" } })
end)

--  [A]==[T]      alice places the tower last, at 0,-1. It completes the road to its west and the
--  [U]==[D]      city to its south. She puts a wagon into the city and a follower on the road.
test("WT4, WT21: two features that one placement completes both pay, before either is scored", function(t)
  t:expansions("figures")
  t:draw("base/U", "base/A", "watchtowers/CRFR_1R")
  t:play("alice", { place = { -1, 0 } })
  t:play("bob", { place = { -1, -1, turn = 3 } })
  t:play("alice", {
    place = { 0, -1, turn = 2 },
    act = "put",
    on = "alice's wagon",
    answers = { "city at 0,-1" },
    deploy = { road = "W" },
  })
  t:expect_awards({
    { alice = 4, source = "watchtower" },
    { alice = 4, source = "watchtower" },
    { alice = 4, source = "city" },
    { alice = 2, source = "road" },
  })
end)

--       [D]==[T]---[N]     alice stands on [T], which counts meeples; bob on [M], a tower that
--  ..   [B]  [M]---[N]     counts monasteries. The city of four tiles is closed by [N] at 2,1.
test("WT6, WT22: several towers in one feature each pay their own followers", function(t)
  t:draw("watchtowers/CFRF_2M", "watchtowers/CFff_3C", "base/B", "base/N", "base/N")
  t:play("alice", { place = { 1, 0, turn = 1 }, deploy = { city = "E" } })
  t:play("bob", { place = { 1, 1, turn = 1 }, deploy = { city = "E" } })
  t:play("alice", { place = { 0, 1 } })
  t:play("bob", { place = { 2, 0, turn = 3 } })
  t:play("alice", { place = { 2, 1 } })
  t:expect_awards({
    { alice = 2 * 2, source = "watchtower" }, -- bob's follower has not gone home yet
    { bob = 3 * 1, source = "watchtower" },
    { alice = 2 * 4, source = "city" },
    { bob = 2 * 4, source = "city" },
  })
  t:expect_supply({ alice = 7, bob = 7 })
end)

test("WT23: a road that nobody claimed earns nothing", function(t)
  t:draw(TOWER_ROAD, "base/A")
  t:play("alice", { place = { 1, 0, turn = 1 } })
  t:play("bob", { place = { -1, 0, turn = 3 } })
  t:expect_awards({})
end)

test("WT23: a follower elsewhere on the road earns nothing", function(t)
  t:draw(TOWER_ROAD, "base/A")
  t:play("alice", { place = { 1, 0, turn = 1 } })
  t:play("bob", { place = { -1, 0, turn = 3 }, deploy = { road = "E" } })
  t:expect_awards({ { bob = 3, source = "road" } })
end)

test("WT24: at the end of the game no tower pays", function(t)
  t:stack(TOWER_ROAD, "base/E")
  t:play("alice", { place = { 1, 0, turn = 1 }, deploy = { road = "W" } })
  t:play("bob", { place = { 0, -1, turn = 2 } })
  t:expect_over()
  t:expect_awards({ { alice = 2, source = "road" } })
end)

test("WT25: a follower that comes with the closing tile is paid", function(t)
  t:draw("base/A", TOWER_ROAD)
  t:play("alice", { place = { -1, 0, turn = 3 } })
  t:play("bob", { place = { 1, 0, turn = 1 }, deploy = { road = "W" } })
  t:expect_awards({
    { bob = 2, source = "watchtower" },
    { bob = 3, source = "road" },
  })
end)
