-- What lies beside the river: the fields, and what is on a river tile. RV20 to RV34 of RULES.md.
--
-- Boards: x to the east, y to the south. [s] is the spring at 0,0, whose river leaves to the east; [L] is
-- a lake, [-] and [|] are straight tiles, [┐] [└] [┘] [┌] curves, [f] is the fork.

local HALVES = { "NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR" }

-- The fields of a tile by their halves of sides, as it lies; behind a + how many cities each touches.
local function fields(t, x, y)
  return t:look(function(game)
    local tile, found = assert(game:tile_at(x, y)), {}
    for _, half in ipairs(HALVES) do
      local feature = tile:feature(half)
      if feature and feature.kind == "field" then
        local known
        for _, field in ipairs(found) do
          known = known or field.feature == feature and field
        end
        if known then
          known.halves = known.halves .. " " .. half
        else
          table.insert(found, { feature = feature, halves = half })
        end
      end
    end
    for index, field in ipairs(found) do
      local cities = #field.feature:neighbours("city")
      found[index] = field.halves .. (cities > 0 and " +" .. cities or "")
    end
    return table.concat(found, ", ")
  end)
end

-- How many options there are to deploy on which kind of feature, for whoever has just placed and passed.
local function expect_deployments(t, expected)
  t:undo()
  local counts = {}
  for _, option in ipairs(t:options()) do
    local kind = string.match(option, "^deploy a follower on the (%a+)") or option
    counts[kind] = (counts[kind] or 0) + 1
  end
  for kind, count in pairs(counts) do
    t:expect_equal(count, expected[kind] or 0, kind)
  end
  for kind, count in pairs(expected) do
    t:expect_equal(counts[kind] or 0, count, kind)
  end
end

test("RV20, RV21: followers stand on city, road and fields of a river tile, not on the river", function(t)
  t:draw("river/CIRI_1")
  t:play("alice", { place = { 1, 0 } })
  expect_deployments(t, { city = 1, road = 1, field = 4, pass = 1 })
  t:expect_no_option({ deploy = { river = "W" } })
end)

test("RV20: and on a monastery", function(t)
  t:draw("river/FIRI_m")
  t:play("alice", { place = { 1, 0 } })
  expect_deployments(t, { monastery = 1, road = 1, field = 3, pass = 1 })
end)

-- Each tile behind a spring with a road, whose fields north and south of the water are two (RV24). So
-- each field is what the tile itself says.
for _, case in ipairs({
  { "RV22", "FIFI", 0, "NL NR EL WR, ER SL SR WL" },
  { "RV22", "FFII_1", 0, "NL NR EL ER SL WR, SR WL" },
  { "RV22", "RRII_1", 0, "NL ER SL WR, NR EL, SR WL" },
  { "RV22", "CIIC", 1, "SL WR +1, SR WL" },
  { "RV22", "fork", 0, "NL WR, NR EL, ER SL SR WL" },
  { "RV22, RV32", "IFFI_p", 0, "NL WR, NR EL ER SL SR WL" },
  { "RV23", "lake", 0, "NL NR EL ER SL SR WL WR" },
  { "RV23", "volcano_lake", 0, "NL NR EL ER SL SR WL WR" },
  { "RV25", "IRIR", 1, "NL WR, NR EL, ER SL, SR WL" },
  { "RV25", "IRIR_i", 1, "NL WR, NR EL, ER SL, SR WL" },
  { "RV26", "ICIC", 1, "EL WR +1, ER WL +1" },
  { "RV27", "FIRI_m", 0, "NL NR EL WR, ER SL, SR WL" },
  { "RV22", "FIFI_m", 0, "NL NR EL WR, ER SL SR WL" },
  { "RV27", "CICI", 0, "EL WR +1, ER WL +1" },
  { "RV27", "CIRI_1", 0, "EL +1, ER SL, SR WL, WR +1" },
  { "RV27", "CIRI_2", 0, "EL +1, ER SL, SR WL, WR +1" },
  { "RV28", "FCFI", 0, "NL NR WR +1, SL SR WL +1" },
}) do
  local ids, tile, turn, expected = unpack(case)
  test(ids .. ": the fields of " .. tile, function(t)
    t:expansions("headwater")
    t:option("river.rivers", "both")
    t:option("river.combined_lake_dropped", tile == "lake" and "volcano_lake" or "lake")
    t:draw("river/" .. tile)
    t:play("alice", { place = { 1, 0, turn = turn } })
    t:expect_equal(fields(t, 1, 0), expected, "fields")
  end)
end

-- [s][-]
test("RV22: the river parts fields, or does not", function(t)
  t:expansions("headwater")
  t:option("river.river_separates_fields", false)
  t:draw("river/FIFI", "river/IRIR", "river/FFII_1", "river/CIRI_1")
  t:expect_equal(fields(t, 0, 0), "NL NR EL ER SL SR WL WR", "around the spring")
  t:play("alice", { place = { 1, 0 } })
  t:expect_equal(fields(t, 1, 0), "NL NR EL ER SL SR WL WR", "on both banks")
  t:play("bob", { place = { 2, 0, turn = 1 } })
  t:expect_equal(fields(t, 2, 0), "NL SR WL WR, NR EL ER SL", "on both sides of the road")
  t:play("alice", { place = { 3, 0 } })
  t:expect_equal(fields(t, 3, 0), "NL NR EL ER SL SR WL WR", "in the curve")
  t:play("bob", { place = { 3, 1, turn = 1 } })
  t:expect_equal(fields(t, 3, 1), "NL NR WR +1, SL SR WL +1", "on both sides of road and city")
end)

-- [s][-]      alice's farmer stands in the north, the city lies in the south
--    [E]
--    [E]
for value, points in pairs({ [true] = 0, [false] = 3 }) do
  test("RV22: a farmer on the other bank, river_separates_fields = " .. tostring(value), function(t)
    t:expansions("headwater")
    t:option("river.river_separates_fields", value)
    t:stack("river/FIFI", "base/E", "base/E")
    t:play("alice", { place = { 1, 0 }, deploy = { field = "NL" } })
    t:play("bob", { place = { 1, 1, turn = 2 } })
    t:play("alice", { place = { 1, 2 } })
    t:expect_over()
    t:expect_points({ alice = points })
  end)
end

test("RV23: one field goes around the spring", function(t)
  t:draw("river/FIFI")
  t:expect_equal(fields(t, 0, 0), "NL NR EL ER SL SR WL WR", "fields")
end)

-- [s][-][L]      alice's farmer stands in the north, the city lies in the south
--    [E]
--    [E]
test("RV23: and around the lake, so that both banks are one field", function(t)
  t:stack("river/FIFI", "river/lake", "base/E", "base/E")
  t:play("alice", { place = { 1, 0 }, deploy = { field = "NL" } })
  t:play("bob", { place = { 2, 0 } })
  t:expect_equal(fields(t, 2, 0), "NL NR EL ER SL SR WL WR", "fields")
  t:play("alice", { place = { 1, 1, turn = 2 } })
  t:play("bob", { place = { 1, 2 } })
  t:expect_over()
  t:expect_awards({ { alice = 3, source = "field" } })
end)

test("RV24: a road that runs up to the spring makes two fields of it", function(t)
  t:expansions("headwater")
  t:draw("river/FIFI")
  t:expect_equal(fields(t, 0, 0), "NL NR EL WR, ER SL SR WL", "fields")
end)

-- [s][-]      the road crosses the river on a bridge, from [A] at 1,-1 to [A] at 1,1
test("RV25: a road over the river is one road", function(t)
  t:draw("river/IRIR", "base/A", "base/A")
  t:play("alice", { place = { 1, 0, turn = 1 }, deploy = { road = "N" } })
  t:play("bob", { place = { 1, -1 } })
  t:play("alice", { place = { 1, 1, turn = 2 } })
  t:expect_awards({ { alice = 3, source = "road" } })
end)

-- [s][f][┐]      the city lies on both banks of 1,1; [E] at 0,1 and the tile at 2,1 close it
-- [E][|][|]
test("RV26: a city with a bridge is one city, and each field under it touches it once", function(t)
  t:option("river.rivers", "two")
  t:stack("river/fork", "river/FFII_2", "river/ICIC", "river/CIRI_2", "base/E")
  t:play("alice", { place = { 1, 0, turn = 2 } })
  t:play("bob", { place = { 2, 0 }, deploy = { field = "SR" } })
  t:play("alice", { place = { 1, 1 }, deploy = { city = "W" } })
  t:play("bob", { place = { 2, 1, turn = 3 } })
  t:expect_awards({})
  t:play("alice", { place = { 0, 1, turn = 1 } })
  t:expect_over()
  t:expect_awards({
    { alice = 2 * 3, source = "city" },
    { bob = 3, source = "field" },
  })
end)

-- [s][-]      a monastery with a road to the south, which [A] at 1,1 ends
--    [A]
test("RV27: the monastery's road ends there", function(t)
  t:draw("river/FIRI_m", "base/A")
  t:play("alice", { place = { 1, 0 }, deploy = { road = "S" } })
  t:play("bob", { place = { 1, 1, turn = 2 } })
  t:expect_awards({ { alice = 2, source = "road" } })
end)

--    [E]
-- [s][-]      two cities, of which the one in the north is closed
test("RV27: the cities on both banks are two", function(t)
  t:draw("river/CICI", "base/E")
  t:play("alice", { place = { 1, 0 }, deploy = { city = "N" } })
  t:play("bob", { place = { 1, -1, turn = 2 } })
  t:expect_awards({ { alice = 4, source = "city" } })
  t:expect_equal(t:look(function(game) return #assert(game:tile_at(1, 0)):features("city") end), 2, "cities")
end)

-- [s][-]      a city in the north, a road from the water to the south
--    [A]
test("RV27: the road ends at the water, and the city lies on the other bank", function(t)
  t:draw("river/CIRI_1", "base/A")
  t:play("alice", { place = { 1, 0 }, deploy = { road = "S" } })
  t:play("bob", { place = { 1, 1, turn = 2 } })
  t:expect_awards({ { alice = 2, source = "road" } })
end)

-- [s][F][E]      the river ends at the city of 1,0, which [E] closes; alice farms in the north
--    [B]         and, at [B], in the south
test("RV28: where the river ends at a city, the fields on both banks touch it", function(t)
  t:expansions("headwater")
  t:option("river.rivers", "two")
  t:stack("river/FCFI", "base/E", "base/B")
  t:play("alice", { place = { 1, 0 }, deploy = { field = "NL" } })
  t:play("bob", { place = { 2, 0, turn = 3 }, deploy = { city = "W" } })
  t:play("alice", { place = { 1, 1 }, deploy = { field = "NL" } })
  t:expect_over()
  t:expect_awards({
    { bob = 4, source = "city" },
    { alice = 3, source = "field" },
    { alice = 3, source = "field" },
  })
end)

-- [s][L]
test("RV29: a river is never complete and worth nothing", function(t)
  t:stack("river/lake")
  t:play("alice", { place = { 1, 0 } })
  t:expect_over()
  t:expect_awards({})
  local river = t:look(function(game)
    local feature = assert(assert(game:tile_at(1, 0)):feature("W"))
    return {
      kind = feature.kind,
      complete = feature.complete,
      value = feature.value,
      ends = feature.open_ends,
    }
  end)
  t:expect_equal(river.kind, "river", "what is there")
  t:expect_equal(river.ends, 0, "open ends")
  t:expect_equal(river.complete, false, "complete")
  t:expect_equal(river.value, 0, "its value")
end)

-- [B][B][┌]
-- [s][-][f]      a monastery at 1,0 with eight tiles around it, five of them of the river
-- [B][L][┘]
test("RV30: river tiles count for a monastery", function(t)
  t:option("river.rivers", "two")
  t:draw("river/FIFI_m", "river/fork", "river/IFFI_p", "river/FFII_2", "river/volcano_lake")
  t:draw("base/B", "base/B", "base/B")
  t:play("alice", { place = { 1, 0 }, deploy = { monastery = true } })
  t:play("bob", { place = { 2, 0, turn = 3 } })
  t:play("alice", { place = { 2, -1, turn = 2 } })
  t:play("bob", { place = { 2, 1, turn = 1 } })
  t:play("alice", { place = { 1, 1, turn = 2 } })
  t:play("bob", { place = { 0, 1 } })
  t:play("alice", { place = { 0, -1 } })
  t:expect_awards({})
  t:play("bob", { place = { 1, -1 } })
  t:expect_awards({ { alice = 9, source = "monastery" } })
end)

-- [s][-]      the road from the water at 1,0 ends at the tower, which counts tiles with roads
--    [T]
test("RV30: and for a watchtower, and for roads", function(t)
  t:expansions("watchtowers")
  t:draw("river/CIRI_1", "watchtowers/FRRF_1R")
  t:play("alice", { place = { 1, 0 } })
  t:play("bob", { place = { 1, 1, turn = 2 }, deploy = { road = "N" } })
  t:expect_awards({
    { bob = 2, source = "watchtower" },
    { bob = 2, source = "road" },
  })
end)

-- [s][-]      a road over the river with an inn, from [A] at 1,-1 to [A] at 1,1
for _, case in ipairs({ { "with its expansion", 2 }, { "without", 1 } }) do
  test("RV31: the inn beside the bridge, " .. case[1], function(t)
    if case[2] == 2 then
      t:expansions("inns_and_cathedrals")
    end
    t:option("river.rivers", "two")
    t:draw("river/IRIR_i", "base/A", "base/A")
    t:play("alice", { place = { 1, 0, turn = 1 }, deploy = { road = "N" } })
    t:play("bob", { place = { 1, -1 } })
    t:play("alice", { place = { 1, 1, turn = 2 } })
    t:expect_points({ alice = 3 * case[2] })
  end)
end

-- [s][┘]
--    [E]      the city of two tiles touches the large field of the curve, or the small one does not
--    [E]
for _, case in ipairs({ { "SL", 4 }, { "NL", 0 } }) do
  test("RV32: the herd is in the larger field of the curve, " .. case[1], function(t)
    t:expansions("herds", "headwater")
    t:option("river.rivers", "two")
    t:stack("river/IFFI_p", "base/E", "base/E")
    t:play("alice", { place = { 1, 0 }, deploy = { field = case[1] } })
    t:play("bob", { place = { 1, 1, turn = 2 } })
    t:play("alice", { place = { 1, 2 } })
    t:expect_over()
    t:expect_points({ alice = case[2] })
  end)
end

-- [s][L]
test("RV33: the dragon comes to the lake with the volcano, and brings its tiles", function(t)
  t:expansions("dragons")
  t:option("river.rivers", "two")
  t:stack("river/volcano_lake", "dragons/lair", "base/B")
  t:play("alice", { place = { 1, 0 } })
  local at = t:look(function(game) return assert(game:pieces("dragon")[1].tile).name end)
  t:expect_equal(at, "river/volcano_lake", "where the dragon is")
end)

test("RV33: nobody is deployed there", function(t)
  t:expansions("dragons")
  t:option("river.rivers", "two")
  t:draw("river/volcano_lake")
  t:play("alice", { place = { 1, 0 } })
  t:expect_decision("bob", "place")
end)

-- Whole games: behind the river, the tiles of the dragon are drawn among the others.
test("RV33: the dragon's tiles are drawn among the land tiles behind the river", function(t)
  t:expansions("dragons")
  t:option("river.rivers", "two")
  t:option("river.river_uturn", "lookahead")
  t:play_out()
  t:expect_over()
  local first = t:look(function(game)
    for index, tile in ipairs(game:tiles():list()) do
      if tile.dragon then
        return index
      end
    end
  end)
  t:expect_true(first > 12 and first < 12 + 73, "the first one is number " .. first)
end)

test("RV33: without a dragon it is a lake like the other one", function(t)
  t:option("river.rivers", "two")
  t:draw("river/volcano_lake")
  t:play("alice", { place = { 1, 0 } })
  expect_deployments(t, { field = 1, pass = 1 })
end)

for _, tile in ipairs({ "FFII_1_garden", "FFII_2_garden" }) do
  test("RV34: the second edition has a garden on " .. tile, function(t)
    t:expansions("abbot")
    t:option("base.edition", "second")
    t:option("river.rivers", "both")
    t:draw("river/" .. tile)
    t:play("alice", { place = { 1, 0 }, deploy = { garden = true, piece = "abbot" } })
    t:expect_supply({ alice = 0 }, "abbot")
  end)
end
