-- What gardens and monasteries give to the abbot: AB11 to AB14, AB17, AB26 to AB28, AB30, AB41 and AB42 of
-- RULES.md.
--
-- In most tests a garden or monastery at 0,1 is surrounded by other tiles. Whoever begins places the garden
-- at 0,1, others the tiles around it, in the order of their numbers:
--
--     1==[D]==2        [D] is the start tile
--     3==[g]==4
--     5   6   7

local GARDEN = "base/U_garden"

-- The tiles around 0,1 and where they lie.
local AROUND = {
  { name = "base/U", at = { -1, 0 } },
  { name = "base/U", at = { 1, 0 } },
  { name = "base/U", at = { -1, 1 } },
  { name = "base/U", at = { 1, 1 } },
  { name = "base/B", at = { -1, 2 } },
  { name = "base/B", at = { 0, 2 } },
  { name = "base/B", at = { 1, 2 } },
}

local function begin(t, ...)
  t:option("base.edition", "second")
  t:stack(...)
end

-- Alice and bob take turns to place the tiles around 0,1 from one to another; `player` is first.
local function surround(t, player, from, to)
  for index, tile in ipairs(AROUND) do
    if index >= from and index <= to then
      t:play(player, { place = tile.at })
      player = player == "alice" and "bob" or "alice"
    end
  end
end

-- The names of the tiles around, from one to another.
local function tiles(from, to)
  local names = {}
  for index, tile in ipairs(AROUND) do
    if index >= from and index <= to then
      table.insert(names, tile.name)
    end
  end
  return unpack(names)
end

local function abbot_on(feature) return { [feature] = true, piece = "abbot" } end

test("AB11, AB12: a surrounded garden gives 9 points and returns the abbot, whoever completes it", function(t)
  begin(t, GARDEN, tiles(1, 7))
  t:play("alice", { place = { 0, 1 }, deploy = abbot_on("garden") })
  surround(t, "bob", 1, 6)
  t:expect_points({ alice = 0 })
  t:expect_supply({ alice = 0 }, "abbot")
  surround(t, "bob", 7, 7)
  t:expect_awards({ { alice = 9, source = "garden" } })
  t:expect_supply({ alice = 1 }, "abbot")
end)

test("AB11: an abbot on a surrounded monastery gets 9 points as well", function(t)
  t:stack("base/B", "base/U", "base/U", "base/E", "base/E", "base/B", "base/B", "base/B")
  t:play("alice", { place = { 0, 1 }, deploy = abbot_on("monastery") })
  t:play("bob", { place = { -1, 0 } })
  t:play("alice", { place = { 1, 0 } })
  t:play("bob", { place = { -1, 1, turn = 3 } })
  t:play("alice", { place = { 1, 1, turn = 1 } })
  t:play("bob", { place = { -1, 2 } })
  t:play("alice", { place = { 0, 2 } })
  t:play("bob", { place = { 1, 2 } })
  t:expect_awards({ { alice = 9, source = "monastery" } })
  t:expect_supply({ alice = 1 }, "abbot")
end)

test("AB13: at the end an incomplete garden gives 1, and 1 for each tile around", function(t)
  begin(t, "base/U", GARDEN, "base/U")
  t:play("alice", { place = { -1, 0 } })
  t:play("bob", { place = { 0, 1 }, deploy = abbot_on("garden") })
  t:play("alice", { place = { 1, 0 } })
  t:expect_over()
  t:expect_awards({ { bob = 1 + 3, source = "garden" } })
end)

test("AB13: and so does an incomplete monastery", function(t)
  t:stack("base/B", "base/U", "base/U")
  t:play("alice", { place = { 0, 1 }, deploy = abbot_on("monastery") })
  t:play("bob", { place = { 1, 0 } })
  t:play("alice", { place = { 2, 0 } })
  t:expect_over()
  t:expect_awards({ { alice = 1 + 2, source = "monastery" } })
end)

--     [D]
--     [g]==      alice's abbot on the garden at 0,1, bob's follower on the monastery [B], bob's abbot on the
--     [B][g]     garden at 1,2
test("AB14: gardens and monasteries side by side are scored each for itself", function(t)
  begin(t, GARDEN, "base/B", "base/U", "base/E_garden")
  t:play("alice", { place = { 0, 1 }, deploy = abbot_on("garden") })
  t:play("bob", { place = { 0, 2 }, deploy = { monastery = true } })
  t:play("alice", { place = { 1, 1 } })
  t:play("bob", { place = { 1, 2, turn = 2 }, deploy = abbot_on("garden") })
  t:expect_over()
  -- The monastery and both gardens touch each other, and the road at 1,1 counts for all of them.
  t:expect_awards({
    { alice = 1 + 4, source = "garden" },
    { bob = 1 + 3, source = "monastery" },
    { bob = 1 + 3, source = "garden" },
  })
end)

test("AB17: the tile that completes the garden brings 9 points, and no taking back", function(t)
  -- Bob owns the garden and completes it.
  begin(t, tiles(1, 1), GARDEN, tiles(2, 7))
  surround(t, "alice", 1, 1)
  t:play("bob", { place = { 0, 1 }, deploy = abbot_on("garden") })
  surround(t, "alice", 2, 6)
  t:play("bob", { place = { 1, 2 }, pass = false })
  t:expect_no_option({ recall = true })
  t:expect_option({ deploy = { monastery = true } })
  t:play("bob", { pass = true })
  t:expect_awards({ { bob = 9, source = "garden" } })
  t:expect_supply({ bob = 1 }, "abbot")
end)

--  [v][D][v]
--  ==[g]==
--  [v] . [v]
for _, case in ipairs({ { false, 9 }, { true, 9 + 4 * 3 } }) do
  local gardens, points = case[1], case[2]
  test("AB26, AB27: vineyards and a completed garden, for gardens too: " .. tostring(gardens), function(t)
    t:expansions("sights")
    t:option("sights.vineyards_for_gardens", gardens)
    t:stack(
      "sights/garden",
      "sights/vineyard",
      "sights/vineyard",
      "sights/vineyard",
      "sights/vineyard",
      "base/B",
      "base/U",
      "base/U"
    )
    t:play("alice", { place = { 0, 1 }, deploy = abbot_on("garden") })
    t:play("bob", { place = { -1, 1 } })
    t:play("alice", { place = { 1, 1 } })
    t:play("bob", { place = { -1, 2 } })
    t:play("alice", { place = { 1, 2 } })
    t:play("bob", { place = { 0, 2 } })
    t:play("alice", { place = { -1, 0 } })
    t:play("bob", { place = { 1, 0 } })
    t:expect_awards({ { alice = points, source = "garden" } })
  end)

  test("AB27: vineyards and an incomplete garden, for gardens too: " .. tostring(gardens), function(t)
    t:expansions("sights")
    t:option("sights.vineyards_for_gardens", gardens)
    t:stack("sights/garden", "sights/vineyard", "sights/vineyard")
    t:play("alice", { place = { 0, 1 }, deploy = abbot_on("garden") })
    t:play("bob", { place = { -1, 1 } })
    t:play("alice", { place = { 1, 1 } })
    t:expect_over()
    t:expect_awards({ { alice = 1 + 3, source = "garden" } })
  end)
end

--  7==[D]==8      [m] at 0,1 is alice's, [n] at 0,2 is bob's; the tile at 1,0 surrounds [m]
--  3  [m]  4
--  5  [n]  6
local function side_by_side(t, alices, bobs, last)
  t:expansions("sights")
  t:stack(
    "sights/" .. alices.tile,
    "sights/" .. bobs.tile,
    "sights/vineyard",
    "sights/vineyard",
    "base/E",
    "base/E",
    "base/U",
    "base/U"
  )
  t:play("alice", { place = { 0, 1 }, deploy = alices.deploy })
  t:play("bob", { place = { 0, 2 }, deploy = bobs.deploy })
  t:play("alice", { place = { -1, 1 } })
  t:play("bob", { place = { 1, 1 } })
  t:play("alice", { place = { -1, 2, turn = 3 } })
  t:play("bob", { place = { 1, 2, turn = 1 }, recall = last == "recall" })
  t:play("alice", { place = { -1, 0 } })
  t:play("bob", { place = { 1, 0 } })
  t:expect_over()
end

local MONK, ABBOT, GARDENER = { monastery = true }, abbot_on("monastery"), abbot_on("garden")
local WON = 9 + 2 * 3 -- with both vineyards

test("AB41: a completed shrine sends the abbot of the monastery beside it home without points", function(t)
  side_by_side(t, { tile = "shrine", deploy = MONK }, { tile = "abbey", deploy = ABBOT })
  t:expect_awards({ { alice = WON, source = "monastery" } })
  t:expect_supply({ bob = 1 }, "abbot")
end)

for _, case in ipairs({ { "shrine", "abbey" }, { "abbey", "shrine" } }) do
  test("AB41: on a place that is challenged the abbot wins as any monk: " .. case[1], function(t)
    side_by_side(t, { tile = case[1], deploy = ABBOT }, { tile = case[2], deploy = MONK })
    t:expect_awards({ { alice = WON, source = "monastery" } })
    t:expect_supply({ bob = 7 })
  end)
end

test("AB41: an abbot who is taken back leaves the other place as if there were no challenge", function(t)
  side_by_side(t, { tile = "shrine", deploy = MONK }, { tile = "abbey", deploy = ABBOT }, "recall")
  t:expect_awards({
    { bob = 1 + 5, source = "monastery" },
    { alice = WON, source = "monastery" },
  })
end)

test("AB28: a completed shrine does not challenge the garden beside it", function(t)
  side_by_side(t, { tile = "shrine", deploy = MONK }, { tile = "garden", deploy = GARDENER })
  t:expect_awards({
    { alice = WON, source = "monastery" },
    { bob = 1 + 5, source = "garden" },
  })
end)

test("AB28: nor does a completed garden challenge the shrine", function(t)
  side_by_side(t, { tile = "garden", deploy = GARDENER }, { tile = "shrine", deploy = MONK })
  t:expect_awards({
    { alice = 9, source = "garden" },
    { bob = 1 + 5, source = "monastery" },
  })
end)

--  7==[D]==6      [c] is a castle, bob is its lord
--  2  [g]  3
--  4  [c]  5
for _, deploy in ipairs({ GARDENER, false }) do
  local name = "AB30: a castle is paid for a completed garden in its vicinity, claimed: "
    .. tostring(deploy ~= false)
  test(name, function(t)
    t:expansions("sights")
    t:stack(
      "sights/garden",
      "sights/castle",
      "sights/vineyard",
      "sights/vineyard",
      "base/E",
      "base/E",
      "base/U",
      "base/U"
    )
    t:play("alice", { place = { 0, 1 }, deploy = deploy or nil })
    t:play("bob", { place = { 0, 2 }, deploy = { field = "N" } })
    t:play("alice", { place = { -1, 1 } })
    t:play("bob", { place = { 1, 1 } })
    t:play("alice", { place = { -1, 2, turn = 3 } })
    t:play("bob", { place = { 1, 2, turn = 1 } })
    t:play("alice", { place = { -1, 0 } })
    t:expect_points({ alice = 0, bob = 0 })
    t:play("bob", { place = { 1, 0 } })
    t:expect_points({ alice = deploy and 9 or 0, bob = 9 })
  end)
end

--  [D]==3      around the special monastery [m] lie three tiles at the end
--  [m] 2
test("AB42: on a special monastery the abbot stands and may be taken back", function(t)
  t:expansions("sights")
  t:stack("sights/special", "base/B", "base/U")
  t:play("alice", { place = { 0, 1 }, deploy = ABBOT })
  t:play("bob", { place = { 1, 1 } })
  t:play("alice", { place = { 1, 0 }, recall = true })
  t:expect_awards({ { alice = 1 + 3, source = "monastery" } })
end)

test("AB42: or he lies on his side, cannot be taken back, and is scored at the end", function(t)
  t:expansions("sights")
  t:stack("sights/special", "base/B", "base/U")
  t:play("alice", { place = { 0, 1 }, act = "lie_down" })
  t:expect_supply({ alice = 0 }, "abbot")
  t:play("bob", { place = { 1, 1 } })
  t:play("alice", { place = { 1, 0 }, pass = false })
  t:expect_no_option({ recall = true })
  t:play("alice", { pass = true })
  t:expect_over()
  t:expect_awards({ { alice = 1 + 3, source = "lying" } })
end)
