-- Cities with a cathedral: IC20 to IC26 of RULES.md, and the worked examples of cities.
--
-- Boards: x to the east, y to the south. [D] is the start tile at 0,0, with a city in the north. [c] is a
-- tile with a cathedral, [E] one with a city on one side.

local CATHEDRAL = "inns_and_cathedrals/Cccc_c"

-- Alice's city of five tiles around a cathedral is completed; bob's of two tiles has a cathedral and is
-- not.
--
--          [E]
--     [E][c][E]          [c]
--          [D]==[U]==[U]==[D]
local function two_cities(t)
  t:stack(CATHEDRAL, "base/E", "base/E", "base/U", "base/U", "base/D", "base/E", CATHEDRAL)
  t:play("alice", { place = { 0, -1 }, deploy = { city = "S" } })
  t:play("bob", { place = { 1, -1, turn = 3 } })
  t:play("alice", { place = { -1, -1, turn = 1 } })
  t:play("bob", { place = { 1, 0 } })
  t:play("alice", { place = { 2, 0 } })
  t:play("bob", { place = { 3, 0 } })
  t:play("alice", { place = { 0, -2, turn = 2 } })
  t:play("bob", { place = { 3, -1 }, deploy = { city = "S" } })
  t:expect_over()
end

test(
  "IC20, IC22: a completed city with a cathedral gives three points a tile, an incomplete one none",
  function(t)
    two_cities(t)
    t:expect_awards({
      { alice = 15, source = "city" },
      { bob = 0, source = "city" },
    })
  end
)

test("IC23: by option, an incomplete city gives what it gives without a cathedral", function(t)
  t:option("inns_and_cathedrals.inn_cathedral_final", "ignore")
  two_cities(t)
  t:expect_awards({
    { alice = 15, source = "city" },
    { bob = 2, source = "city" },
  })
end)

test("IC20, IC22: by option, cathedrals mean nothing", function(t)
  t:option("inns_and_cathedrals.cathedrals", false)
  two_cities(t)
  t:expect_awards({
    { alice = 10, source = "city" },
    { bob = 2, source = "city" },
  })
end)

test("IC20, IC22: cathedrals still count where inns do not", function(t)
  t:option("inns_and_cathedrals.inns", false)
  two_cities(t)
  t:expect_awards({
    { alice = 15, source = "city" },
    { bob = 0, source = "city" },
  })
end)

test("IC24: the rule for cities of two tiles changes nothing for a city with a cathedral", function(t)
  t:option("base.tiny_city", "half")
  two_cities(t)
  t:expect_awards({
    { alice = 15, source = "city" },
    { bob = 0, source = "city" },
  })
end)

test("IC23, IC24: nor where incomplete cities count", function(t)
  t:option("base.tiny_city", "half")
  t:option("inns_and_cathedrals.inn_cathedral_final", "ignore")
  two_cities(t)
  t:expect_award({ bob = 2, source = "city" })
end)

test("IC24: a city with a cathedral has five tiles or more", function(t)
  t:draw(CATHEDRAL)
  t:play("alice", { place = { 0, -1 }, deploy = { city = "S" } })
  local open = t:look(function(game) return assert(game:features("city"):first()).open_ends end)
  t:expect_equal(open, 3, "sides that are open beside the start tile")
end)

test("IC20: without a cathedral a city gives two points a tile", function(t)
  t:draw("base/E")
  t:play("alice", { place = { 0, -1, turn = 2 }, deploy = { city = "S" } })
  t:expect_awards({ { alice = 4, source = "city" } })
end)

-- A city of seven tiles. Those marked + have a coat of arms.
--
--     [M+][Q+][O+]
--     [M+][c] [O+]
--         [D]
local function seven_tiles(t)
  t:draw(CATHEDRAL, "base/M", "base/O", "base/M", "base/O", "base/Q")
  t:play("alice", { place = { 0, -1 }, deploy = { city = "S" } })
  t:play("bob", { place = { -1, -1, turn = 1 } })
  t:play("alice", { place = { 1, -1 } })
  t:play("bob", { place = { -1, -2, turn = 2 } })
  t:play("alice", { place = { 1, -2, turn = 3 } })
  t:play("bob", { place = { 0, -2, turn = 2 } })
end

test("IC20: coats of arms give three points each, too", function(t)
  seven_tiles(t)
  t:expect_awards({ { alice = (7 + 5) * 3, source = "city" } })
end)

test("IC26: the cathedral adds a point for each tile and coat of arms to what they give", function(t)
  t:expansions("scribe")
  seven_tiles(t)
  t:expect_awards({
    { alice = (7 + 5) * 3, source = "city" },
    { bob = (7 + 5) * 2, source = "before_adjustments" },
  })
end)

--        [e+]
--     [M+][c][O+]      eight tiles, five coats of arms, two cathedrals; [e+] has a city on one side
--     [M+][c][O+]
--         [D]
test("IC21: two cathedrals in one city are no more than one", function(t)
  t:expansions("land")
  t:draw(CATHEDRAL, CATHEDRAL, "base/M", "base/O", "base/M", "base/O", "land/cap_arms")
  t:play("alice", { place = { 0, -1 }, deploy = { city = "S" } })
  t:play("bob", { place = { 0, -2 } })
  t:play("alice", { place = { -1, -1, turn = 1 } })
  t:play("bob", { place = { 1, -1 } })
  t:play("alice", { place = { -1, -2, turn = 2 } })
  t:play("bob", { place = { 1, -2, turn = 3 } })
  t:play("alice", { place = { 0, -3, turn = 2 } })
  t:expect_awards({ { alice = (8 + 5) * 3, source = "city" } })
end)

test("IC21, IC22: two cathedrals in an incomplete city take no more than one", function(t)
  t:stack(CATHEDRAL, CATHEDRAL)
  t:play("alice", { place = { 0, -1 }, deploy = { city = "S" } })
  t:play("bob", { place = { 0, -2 } })
  t:expect_over()
  t:expect_awards({ { alice = 0, source = "city" } })
end)

--  [M+][c]       an incomplete city of three tiles with a coat of arms
--      [D]
for _, case in ipairs({ { "zero", 0 }, { "ignore", 4 } }) do
  local final, points = unpack(case)
  test("IC22, IC23: coats of arms in an incomplete city with a cathedral, rule " .. final, function(t)
    t:option("inns_and_cathedrals.inn_cathedral_final", final)
    t:stack(CATHEDRAL, "base/M")
    t:play("alice", { place = { 0, -1 }, deploy = { city = "S" } })
    t:play("bob", { place = { -1, -1, turn = 1 } })
    t:expect_over()
    t:expect_awards({ { alice = points, source = "city" } })
  end)
end

test("IC22: an incomplete city without a cathedral is worth what it always is", function(t)
  t:stack("base/F")
  t:play("alice", { place = { 0, -1, turn = 1 }, deploy = { city = "S" } })
  t:expect_over()
  t:expect_awards({ { alice = 3, source = "city" } })
end)

test("IC25: for fields and for the king, a city with a cathedral is one completed city", function(t)
  t:expansions("king")
  t:stack(CATHEDRAL, "base/E", "base/E", "base/E")
  t:play("alice", { place = { 0, -1 } })
  t:play("bob", { place = { 1, -1, turn = 3 }, deploy = { field = "E" } })
  t:play("alice", { place = { -1, -1, turn = 1 } })
  t:play("bob", { place = { 0, -2, turn = 2 } })
  t:expect_over()
  t:expect_awards({
    { bob = 3, source = "field" },
    { bob = 1, source = "king" },
  })
end)
