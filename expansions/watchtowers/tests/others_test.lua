-- The tower and what other expansions bring: WT15 to WT20 and WT28 to WT36 of RULES.md.
--
-- Those expansions are not here; `tests/expansions/` brings what matters of them to a tower:
-- `figures` puts any figure anywhere, `sights` has tiles and blocks, with `besiegers` cities pay
-- nothing.
--
-- In most tests alice's tower stands at 1,0, with a road to the west that bob closes at -1,0; the
-- bonus is paid then.
--
--     [A]==[D]==[T]

local MEEPLES = "watchtowers/CFRF_2M"

-- Alice places her tower and stands on its road to the west.
local function tower(t, turn) t:play("alice", { place = { 1, 0, turn = turn }, deploy = { road = "W" } }) end

-- Bob closes the road.
local function close(t) t:play("bob", { place = { -1, 0, turn = 3 } }) end

-- Bob closes the road, and puts a figure somewhere before it is scored.
local function close_and_put(t, figure, where)
  t:play("bob", { place = { -1, 0, turn = 3 }, act = "put", on = figure, answers = { where } })
end

for _, figure in ipairs({ "large", "mayor", "wagon", "ringmaster", "abbot", "phantom" }) do
  test("WT15: a meeple: " .. figure, function(t)
    t:expansions("figures", "abbot", "phantom")
    t:draw(MEEPLES, "base/A")
    tower(t, 1)
    close_and_put(t, "bob's " .. figure, "city at 0,0")
    t:expect_award({ alice = 2 * 2, source = "watchtower" })
  end)
end

for _, figure in ipairs({ "builder", "pig", "barn", "shepherd" }) do
  test("WT15: no meeple: " .. figure, function(t)
    t:expansions("figures")
    t:draw(MEEPLES, "base/A")
    tower(t, 1)
    close_and_put(t, "bob's " .. figure, "city at 0,0")
    t:expect_award({ alice = 2, source = "watchtower" })
  end)
end

for _, figure in ipairs({
  "dragon",
  "fairy",
  "tower_piece",
  "count",
  "bridge",
  "big_top",
  "ferry",
  "gold",
  "mage",
  "witch",
  "gingerbread_man",
}) do
  test("WT15: no meeple: " .. figure, function(t)
    t:expansions("figures")
    t:draw(MEEPLES, "base/A")
    tower(t, 1)
    close_and_put(t, figure, "tile at 0,0")
    t:expect_award({ alice = 2, source = "watchtower" })
  end)
end

test("WT16: a meeple in a castle is not counted", function(t)
  t:expansions("figures")
  t:draw(MEEPLES, "base/A")
  tower(t, 1)
  close_and_put(t, "bob's wagon", "figures/castle")
  t:expect_award({ alice = 2, source = "watchtower" })
end)

--  [A]==[D]==[T]---[E]
--            [K]           a castle at 1,1
test("WT17: a castle is no city", function(t)
  t:expansions("sights")
  t:draw("watchtowers/CFRF_1C", "sights/castle", "base/E", "base/A")
  tower(t, 1)
  t:play("bob", { place = { 1, 1 } })
  t:play("alice", { place = { 2, 0, turn = 3 } })
  close(t)
  t:expect_award({ alice = 3, source = "watchtower" }) -- [D], the tower, [E]
end)

test("WT10, WT18, WT19: each of two players on the tower's tile is paid", function(t)
  t:expansions("figures")
  t:draw(MEEPLES, "base/A")
  tower(t, 1)
  close_and_put(t, "bob's wagon", "road at 1,0")
  t:expect_awards({
    { alice = 4, source = "watchtower" },
    { bob = 4, source = "watchtower" },
    { alice = 3, source = "road" },
    { bob = 3, source = "road" },
  })
end)

--  [A]==[D]==[T]      bob's farmer on [B] at 1,1 makes three meeples: 6 + 6 + 3 = 15 points
--            [B]
test("WT18, WT19: each of two followers of one player on the tower's tile is paid", function(t)
  t:expansions("figures")
  t:draw(MEEPLES, "base/B", "base/A")
  tower(t, 1)
  t:play("bob", { place = { 1, 1 }, deploy = { field = "N" } })
  t:play("alice", {
    place = { -1, 0, turn = 3 },
    act = "put",
    on = "alice's wagon",
    answers = { "road at 1,0" },
  })
  t:expect_awards({
    { alice = 6, source = "watchtower" },
    { alice = 6, source = "watchtower" },
    { alice = 3, source = "road" },
  })
  t:expect_points({ alice = 15 })
end)

test("WT20: a large follower is one meeple, whatever its strength", function(t)
  t:expansions("figures")
  t:draw(MEEPLES, "base/A")
  t:play("alice", { place = { 1, 0, turn = 1 }, deploy = { road = "W", piece = "large" } })
  close(t)
  t:expect_award({ alice = 2, source = "watchtower" })
end)

-- With four sides of field, these tiles lie at 1,1, south of the tower.
for _, case in ipairs({
  { "shrine", 3 },
  { "abbey", 3 },
  { "hut", 0 },
}) do
  local sight, bonus = case[1], case[2]
  test("WT29: what a tower that counts monasteries makes of this: " .. sight, function(t)
    t:expansions("sights")
    t:draw("watchtowers/FRFR_3C", "sights/" .. sight, "base/B", "base/A")
    tower(t, 0)
    t:play("bob", { place = { 1, 1 } })
    t:play("alice", { place = { 1, -1 } })
    close(t)
    t:expect_award({ alice = 3 + bonus, source = "watchtower" }) -- [B] in the north is a monastery
  end)
end

--  [A]==[D]==[T]
--            [+]      at 1,1 a road from north to south, and a bridge over it
test("WT30: a tile with a bridge over its road counts once", function(t)
  t:expansions("sights")
  t:draw("watchtowers/FRRF_1R", "sights/bridge", "base/B", "base/A")
  tower(t, 1)
  t:play("bob", { place = { 1, 1 } })
  t:play("alice", { place = { 1, -1 } })
  close(t)
  t:expect_award({ alice = 3, source = "watchtower" }) -- [D], the tower, the bridge
end)

--       [A]         A tunnel joins the road of [A], which leaves to the north, to the road of the
--       [B]         start tile. No end is open then.
--  [D]==[T]
test("WT30: a road that a rule closes pays as any other", function(t)
  t:expansions("sights")
  t:draw("watchtowers/FRRF_1R", "base/B", "base/A")
  tower(t, 1)
  t:play("bob", { place = { 1, -1 } })
  t:play("alice", { place = { 1, -2, turn = 2 }, act = "tunnel", on = "road at 0,0" })
  t:expect_awards({
    { alice = 2, source = "watchtower" },
    { alice = 3, source = "road" },
  })
end)

--  [A]==[D]==[T][long_w]      a block of two tiles, one south of the other
--               [long_e]
test("WT31: each half of a tile of double size counts", function(t)
  t:expansions("sights")
  t:draw("watchtowers/FRRF_1R", "base/A")
  tower(t, 1)
  t:play("bob", { place = { -1, 0, turn = 3 }, act = "build_long", on = { 2, 0, turn = 1 } })
  t:expect_award({ alice = 4, source = "watchtower" }) -- [D], the tower, both halves
end)

--  [A]==[D]==[T]
--            [f][f]      a fortress with a city inside; two of its cells are next to the tower
--            [f][f]
test("WT31: each cell of a fortress counts for itself", function(t)
  t:expansions("sights")
  t:draw("watchtowers/CFRF_1C", "base/A")
  tower(t, 1)
  t:play("bob", { place = { -1, 0, turn = 3 }, act = "build_fortress", on = { 1, 1, turn = 0 } })
  t:expect_award({ alice = 4, source = "watchtower" }) -- [D], the tower, two cells
end)

test("WT32: a follower trapped in a pond stands on the pond's tile, and counts", function(t)
  t:expansions("figures")
  t:draw(MEEPLES, "base/A")
  tower(t, 1)
  close_and_put(t, "bob's wagon", "figures/pond at 0,0")
  t:expect_award({ alice = 2 * 2, source = "watchtower" })
end)

test("WT33: a barbarian is no meeple", function(t)
  t:expansions("figures")
  t:draw(MEEPLES, "base/A")
  tower(t, 1)
  close_and_put(t, "barbarian", "tile at 0,0")
  t:expect_award({ alice = 2, source = "watchtower" })
end)

test("WT33: a follower that stands on a tile and on none of its features counts", function(t)
  t:expansions("figures")
  t:draw(MEEPLES, "base/A")
  tower(t, 1)
  close_and_put(t, "bob's wagon", "tile at 0,0")
  t:expect_award({ alice = 2 * 2, source = "watchtower" })
end)

test("WT33: a defender in the fortress stands on no tile, and does not count", function(t)
  t:expansions("figures", "sights")
  t:draw(MEEPLES, "base/B", "base/B", "base/A")
  tower(t, 1)
  t:play("bob", { place = { 1, -1 }, act = "build_fortress", on = { 1, 1, turn = 0 } })
  t:play("alice", { place = { 0, 1 } })
  close_and_put(t, "bob's wagon", "figures/fortress")
  t:expect_award({ alice = 2, source = "watchtower" })
end)

--  [T]      the tower closes the city of the start tile, which pays nothing
--  [D]
test("WT34: a city whose points are denied still pays for its tower", function(t)
  t:expansions("besiegers")
  t:draw("watchtowers/CFRF_1C")
  t:play("alice", { place = { 0, -1, turn = 2 }, deploy = { city = "S" } })
  t:expect_awards({
    { alice = 2, source = "watchtower" },
    { alice = 0, source = "city" },
  })
end)

test("WT35: a whole game with whatever else there is", function(t)
  t:expansions("figures", "sights", "besiegers")
  t:play_out()
  t:expect_over()
end)

for _, figure in ipairs({ "builder", "pig" }) do
  test("WT36: on the tower's tile this earns nothing: " .. figure, function(t)
    t:expansions("figures")
    t:draw(MEEPLES, "base/A")
    tower(t, 1)
    close_and_put(t, "bob's " .. figure, "road at 1,0")
    t:expect_awards({
      { alice = 2, source = "watchtower" },
      { alice = 3, source = "road" },
    })
  end)
end

test("WT36: without a follower on the tower's tile, a builder there earns nothing", function(t)
  t:expansions("figures")
  t:draw(MEEPLES, "base/A")
  t:play("alice", { place = { 1, 0, turn = 1 } })
  t:play("bob", {
    place = { -1, 0, turn = 3 },
    act = "put",
    on = "bob's builder",
    answers = { "road at 1,0" },
    deploy = { road = "E" },
  })
  t:expect_awards({ { bob = 3, source = "road" } })
end)
