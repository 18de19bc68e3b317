-- What a tower counts, and where: WT9 to WT14, WT18 and WT26 to WT28 of RULES.md.
--
-- In every test alice's tower stands at 1,0, with a road to the west that bob closes at -1,0; the
-- bonus is paid then. The nine tiles that the tower overlooks:
--
--     0,-1   1,-1   2,-1
--     0,0 ==[T] 1,0  2,0        0,0 is the start tile: a city in the north, a road from west to east
--     0,1    1,1    2,1
--
-- The road's other end, [A] at -1,0, is no more overlooked than what lies at 3,0.

-- Alice places her tower and stands on its road to the west.
local function tower(t, turn) t:play("alice", { place = { 1, 0, turn = turn }, deploy = { road = "W" } }) end

-- Bob closes the road, so that alice is paid for her tower.
local function close(t, bonus)
  t:play("bob", { place = { -1, 0, turn = 3 } })
  t:expect_awards({
    { alice = bonus, source = "watchtower" },
    { alice = 3, source = "road" },
  })
end

--                    [U]
--  [A]==[D]==[T]     [U]  [U]      roads from north to south in the column of 2, and at 3,0
--                    [V]
test("WT9, WT12: the tower's own tile and the eight around it, corners too", function(t)
  t:draw("watchtowers/FRRF_1R", "base/U", "base/U", "base/V", "base/U", "base/A")
  tower(t, 1)
  t:play("bob", { place = { 2, 0, turn = 1 } })
  t:play("alice", { place = { 2, -1, turn = 1 } })
  t:play("bob", { place = { 2, 1, turn = 1 } })
  t:play("alice", { place = { 3, 0, turn = 1 } })
  close(t, 5) -- [D], the tower, and three in the column of 2
end)

test("WT10, WT18: a tower that counts meeples counts the follower that earns the bonus", function(t)
  t:draw("watchtowers/CFRF_2M", "base/A")
  tower(t, 1)
  close(t, 2)
end)

--  [A]==[D]==[T]      a monk of bob's on [B] at 0,1, a farmer of alice's on [E] at 1,1; bob's monk on
--       [B]  [E]      [A] stands too far away
test("WT9, WT10, WT18: meeples of every colour count, farmers and monks too", function(t)
  t:draw("watchtowers/CFRF_2M", "base/B", "base/E", "base/A")
  tower(t, 1)
  t:play("bob", { place = { 0, 1 }, deploy = { monastery = true } })
  t:play("alice", { place = { 1, 1, turn = 2 }, deploy = { field = "N" } })
  t:play("bob", { place = { -1, 0, turn = 3 }, deploy = { monastery = true } })
  t:expect_awards({
    { alice = 2 * 3, source = "watchtower" },
    { alice = 3, source = "road" },
  })
end)

--  [A]==[D]==[T]---[F]---[F]      coats of arms on both [F] and on [M]; the one at 3,0 is too far away
--            [M]
test("WT9, WT11: a tower that counts coats of arms", function(t)
  t:draw("watchtowers/CCRF_2T", "base/F", "base/M", "base/E", "base/F", "base/A")
  tower(t, 1)
  t:play("bob", { place = { 2, 0 } })
  t:play("alice", { place = { 1, 1 } })
  t:play("bob", { place = { 0, -1, turn = 2 } })
  t:play("alice", { place = { 3, 0 } })
  close(t, 2 * 2)
end)

test("WT28: several coats of arms on one tile add up, in one city or in two", function(t)
  t:expansions("sights")
  t:draw("watchtowers/CCRF_2T", "sights/two_arms", "sights/arms_apart", "base/A")
  tower(t, 1)
  t:play("bob", { place = { 2, 0 } })
  t:play("alice", { place = { 1, 1, turn = 1 } })
  close(t, 2 * (2 + 2))
end)

--            [B]
--  [A]==[D]==[T]==[A]      bob's monk on [B] in the north; the tile at 2,0 is [A] again
--            [B]
test("WT13, WT27: a tower that counts monasteries, with or without a monk", function(t)
  t:draw("watchtowers/FRFR_3C", "base/B", "base/B", "base/U", "base/A", "base/A")
  tower(t, 0)
  t:play("bob", { place = { 1, -1 }, deploy = { monastery = true } })
  t:play("alice", { place = { 1, 1 } })
  t:play("bob", { place = { 1, 2 } })
  t:play("alice", { place = { 2, 0, turn = 1 } })
  close(t, 3 * 3)
end)

--       [H]
--  [A]==[D]==[T]---[E]      the city to the tower's east is complete, the one in the north is not,
--                           and bob stands in it
test("WT14, WT27: a tower that counts tiles with cities, complete or not, claimed or not", function(t)
  t:draw("watchtowers/CFRF_1C", "base/E", "base/U", "base/H", "base/V", "base/A")
  tower(t, 1)
  t:play("bob", { place = { 2, 0, turn = 3 } })
  t:play("alice", { place = { 3, 0, turn = 1 } })
  t:play("bob", { place = { 0, -1 }, deploy = { city = "N" } })
  t:play("alice", { place = { 0, 1 } })
  close(t, 4) -- [H], [D], the tower, [E]
end)

--  [A]==[D]==[T]
--            [A][U]     from the tower to [A] at 1,1 the road is complete and was bob's; [U] at 2,1 is
--                       claimed by alice and open
test("WT12, WT27: roads count complete or not, claimed or not", function(t)
  t:draw("watchtowers/FRRF_1R", "base/A", "base/U", "base/A")
  tower(t, 1)
  t:play("bob", { place = { 1, 1, turn = 2 }, deploy = { road = "N" } })
  t:play("alice", { place = { 2, 1, turn = 1 }, deploy = { road = "N" } })
  t:play("bob", { place = { -1, 0, turn = 3 } })
  t:expect_awards({
    { bob = 2, source = "road" }, -- alice's follower stands on the tower's other road
    { alice = 4, source = "watchtower" },
    { alice = 3, source = "road" },
  })
end)

--  [A]==[D]==[T]---[H]     [H] has two city parts, one of them joined to the tower's
test("WT14, WT26: a tile with two parts of cities counts once", function(t)
  t:draw("watchtowers/CFRF_1C", "base/H", "base/U", "base/A")
  tower(t, 1)
  t:play("bob", { place = { 2, 0, turn = 1 } })
  t:play("alice", { place = { 1, 1 } })
  close(t, 3)
end)

--  [A]==[D]==[T]      [W] has three roads that end at a crossing
--            [W]
test("WT12, WT26: a tile with several roads counts once", function(t)
  t:draw("watchtowers/FRRF_1R", "base/W", "base/B", "base/A")
  tower(t, 1)
  t:play("bob", { place = { 1, 1, turn = 1 } })
  t:play("alice", { place = { 1, -1 } })
  close(t, 3)
end)

-- [D] has a city and a road, and counted for both towers above; so does [J] for each of these.
for _, tower_tile in ipairs({ "watchtowers/CFRF_1C", "watchtowers/FRRF_1R" }) do
  test("WT26: a tile with a road and a city counts for " .. tower_tile, function(t)
    t:draw(tower_tile, "base/J", "base/B", "base/A")
    tower(t, 1)
    local j = tower_tile == "watchtowers/FRRF_1R" and { 1, 1, turn = 2 } or { 2, 0, turn = 3 }
    t:play("bob", { place = j })
    t:play("alice", { place = { 1, -1 } })
    close(t, 3)
  end)
end
