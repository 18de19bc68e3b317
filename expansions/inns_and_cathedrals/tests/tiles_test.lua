-- The box and its tiles: IC1 to IC12, IC41 and IC42 of RULES.md.
--
-- Boards: x to the east, y to the south. The start tile at 0,0 has a city in the north and a road from
-- west to east.

-- How many there are of each tile: in the first edition, in the second.
local KINDS = {
  FRFr_i = { 1, 0 },
  FRFr_i_garden = { 0, 1 },
  FFRr_i = { 1, 1 },
  FRRR_i = { 1, 1 },
  CFRr_i = { 1, 1 },
  CRrc_i = { 1, 1 },
  CFRc_i = { 1, 1 },
  Cccc_c = { 2, 2 },
  FRFR_m = { 1, 1 },
  RRrr = { 1, 1 },
  CRCR = { 1, 1 },
  CFRF = { 1, 1 },
  CRFc = { 1, 1 },
  RCRc = { 1, 1 },
  CCCC = { 1, 0 },
  CCCC_garden = { 0, 1 },
  CCFC = { 1, 1 },
  CFCc = { 1, 1 },
  CFFF = { 1, 1 },
}

for index, edition in ipairs({ "first", "second" }) do
  test("IC1: eighteen tiles are shuffled into the stack, " .. edition .. " edition", function(t)
    t:option("base.edition", edition)
    t:draw("base/X")
    local found = t:look(function(game)
      local counts = { inns = 0, cathedrals = 0, gardens = 0 }
      for tile in game:stack() do
        local own = string.match(tile.name, "^inns_and_cathedrals/(.+)")
        if own then
          counts[own] = tile.left
          counts.inns = counts.inns + tile.left * tile:sum("inn")
          counts.cathedrals = counts.cathedrals + tile.left * tile:sum("cathedral")
          counts.gardens = counts.gardens + tile.left * tile:count("garden")
        end
      end
      return counts
    end)
    for kind, counts in pairs(KINDS) do
      t:expect_equal(found[kind] or 0, counts[index], kind)
    end
    t:expect_equal(found.inns, 6, "inns")
    t:expect_equal(found.cathedrals, 2, "cathedrals")
    t:expect_equal(found.gardens, edition == "second" and 2 or 0, "gardens")
    local left = t:look(function(game) return game.stack_size end)
    t:expect_equal(left, 71 + 18 - 1, "tiles left")
  end)
end

test("IC1: a tile with an inn is placed as any other", function(t)
  t:draw("inns_and_cathedrals/FRFr_i")
  t:refuse({ place = { 1, 0, turn = 1 } }, "has a field edge on side W, its neighbour a road edge")
  t:play("alice", { place = { 1, 0 } })
  t:expect_decision("bob", "place")
end)

test("IC2: each of six players has a large follower beside the seven others", function(t)
  local names = { "ann", "bob", "cid", "dan", "eve", "fay" }
  t:players(unpack(names))
  t:stack("base/U", "base/U", "base/U", "base/U", "base/U", "base/V")
  for x, name in ipairs(names) do
    t:expect_supply({ [name] = 7 })
    t:expect_supply({ [name] = 1 }, "large_follower")
    t:play(name, { place = { x, 0 } })
  end
  t:expect_over()
end)

for _, count in ipairs({ 0, 3 }) do
  test("IC2: as many large followers as the option says: " .. count, function(t)
    t:option("inns_and_cathedrals.large_followers", count)
    t:expect_supply({ alice = count, bob = count }, "large_follower")
  end)
end

test("IC3: nothing happens at fifty points or at a hundred but that they are counted", function(t)
  t:expansions("gifts")
  t:draw("inns_and_cathedrals/FRRR_i", "inns_and_cathedrals/FRFr_i", "base/A", "base/A")
  t:play("alice", { place = { 1, 0, turn = 2 }, deploy = { road = "W" } })
  t:play("bob", { place = { 2, 0 }, deploy = { road = "W" } })
  t:expect_points({ alice = 48, bob = 96 })
  t:play("alice", { place = { -1, 0, turn = 3 } })
  t:play("bob", { place = { 3, 0, turn = 1 } })
  t:expect_awards({
    { alice = 6, source = "road" },
    { bob = 6, source = "road" },
  })
  t:expect_points({ alice = 54, bob = 102 })
  t:expect_supply({ alice = 7, bob = 7 })
end)

--       [c]      the only place for the cathedral [c] is north of the start tile: the road in the west
--  ==[D]==       and east, and the field in the south, do not fit to a city
test("IC4: a cathedral fits only where all that it touches is city", function(t)
  t:draw("inns_and_cathedrals/Cccc_c")
  t:expect_option({ place = { 0, -1 } })
  t:expect_equal(#t:options(), 1, "options")
  for _, place in ipairs({ { 1, 0 }, { 0, 1 }, { -1, 0 } }) do
    t:refuse({ place = place }, "has a city edge on side")
  end
end)

--     [R][c]      [R] has cities in the south, west and east. In the east the cathedral touches two sides
--  [U][D][D]      of city; in the west it would touch a field of [U], too.
test("IC4: where it touches several sides, all of them have to be city", function(t)
  t:draw("base/R", "base/U", "base/D", "inns_and_cathedrals/Cccc_c")
  t:play("alice", { place = { 0, -1, turn = 2 } })
  t:play("bob", { place = { -1, 0 } })
  t:play("alice", { place = { 1, 0 } })
  t:expect_option({ place = { 1, -1 } })
  t:expect_equal(#t:options(), 1, "options")
  t:refuse({ place = { -1, -1 } }, "has a city edge on side S, its neighbour a field edge")
end)

--  [R][c]
--  [D]
test("IC5: a cathedral may be placed into an opponent's city, which it does not claim", function(t)
  t:draw("base/R", "inns_and_cathedrals/Cccc_c")
  t:play("alice", { place = { 0, -1, turn = 2 }, deploy = { city = "S" } })
  t:play("bob", { place = { 1, -1 } })
  local city = t:look(function(game)
    local feature = assert(assert(game:tile_at(0, -1)):feature("S"))
    local winners = feature:winners()
    return { cathedral = feature.cathedral, owner = #winners == 1 and winners[1].name or "?" }
  end)
  t:expect_true(city.cathedral, "that alice's city has a cathedral")
  t:expect_equal(city.owner, "alice", "whose city it is")
end)

-- What is on each tile as it is printed, where it is placed here, and the statement that it proves.
-- Roads and cities by their sides and what they carry, fields by halves of sides; behind > stand sides
-- of the cities that a field touches.
local LAYOUTS = {
  { "IC1", "FRFr_i", { 1, 0 }, "road E W inn; field NL NR EL WR; field ER SL SR WL" },
  { "IC1", "FFRr_i", { 1, 0 }, "road S W inn; field NL NR EL ER SL WR; field SR WL" },
  { "IC10", "FRRR_i", { 1, 0 }, "road E inn; road S; road W; field NL NR EL WR; field ER SL; field SR WL" },
  { "IC1", "CFRr_i", { 1, 0 }, "city N; road S W inn; field EL ER SL WR > N; field SR WL" },
  { "IC1", "CRrc_i", { -1, 0 }, "city N W arms; road E S inn; field EL SR > N W; field ER SL" },
  { "IC1", "CFRc_i", { 0, -1, turn = 2 }, "city N W; road S inn; field EL ER SL > N W; field SR > N W" },
  { "IC1", "Cccc_c", { 0, -1 }, "city N E S W cathedral" },
  { "IC6", "FRFR_m", { 1, 0 }, "road E; road W; monastery; field NL NR EL WR; field ER SL SR WL" },
  { "IC9", "RRrr", { 1, 0 }, "road N W; road E S; field NL WR; field NR EL SR WL; field ER SL" },
  {
    "IC8",
    "CRCR",
    { 1, 0 },
    "city N; city S; road E; road W; field EL > N; field ER > S; field WL > S; field WR > N",
  },
  { "IC12", "CFRF", { 1, 0, turn = 1 }, "city N; road S; field EL ER SL > N; field SR WL WR > N" },
  { "IC12", "CRFc", { -1, 0 }, "city N W; road E; field EL > N W; field ER SL SR > N W" },
  {
    "IC1",
    "RCRc",
    { 1, 0, turn = 1 },
    "city E W arms; road N; road S; field NL > E W; field NR > E W; field SL > E W; field SR > E W",
  },
  { "IC7", "CCCC", { 0, -1 }, "city N; city E; city S; city W; field > N E S W" },
  { "IC7", "CCCC_garden", { 0, -1 }, "city N; city E; city S; city W; garden; field > N E S W" },
  { "IC1", "CCFC", { 0, -1, turn = 2 }, "city N; city E; city W; field SL SR > N E W" },
  { "IC1", "CFCc", { 0, -1 }, "city N W arms; city S; field EL ER > N S W" },
  { "IC11, IC42", "CFFF", { 0, -1, turn = 2 }, "city N no_castle; field EL ER > N; field SL SR WL WR > N" },
}

local SIDES = { "N", "E", "S", "W" }

-- The sides, or halves of sides, at which a tile shows something, named as it is printed.
---@param tile Tile
---@param halves string[]
---@param shows fun(feature: Feature?): boolean
local function sides_where(tile, halves, shows)
  local found = {}
  for index, name in ipairs(SIDES) do
    local side = SIDES[(index - 1 + tile.turn) % 4 + 1] or "N"
    for _, half in ipairs(halves) do
      if shows(tile:feature(side .. half)) then
        table.insert(found, name .. half)
      end
    end
  end
  return table.concat(found, " ")
end

---@param tile Tile
---@param feature Feature
local function described(tile, feature)
  local is_field = feature.kind == "field"
  local words = { feature.kind }
  local function add(condition, word)
    if condition and word ~= "" then
      table.insert(words, word)
    end
  end
  add(true, sides_where(tile, is_field and { "L", "R" } or { "" }, function(at) return at == feature end))
  add(feature.inn, "inn")
  add(feature.cathedral, "cathedral")
  add(feature.no_castle_base, "no_castle")
  add(feature.coats_of_arms == 1, "arms")
  local cities = feature:neighbours("city")
  local touched = sides_where(tile, { "" }, function(at) return at ~= nil and cities:contains(at) end)
  add(is_field and touched ~= "", "> " .. touched)
  return table.concat(words, " ")
end

for _, case in ipairs(LAYOUTS) do
  local rule, name, place, expected = unpack(case)
  test(rule .. ": what is on the tile " .. name, function(t)
    t:option("base.edition", string.find(name, "garden") and "second" or "first")
    t:draw("inns_and_cathedrals/" .. name)
    t:play("alice", { place = place })
    local found = t:look(function(game)
      local tile = game:tiles()[2]
      local features = tile:features():map(function(feature) return described(tile, feature) end)
      return table.concat(features:list(), "; ")
    end)
    t:expect_equal(found, expected, name)
  end)
end
