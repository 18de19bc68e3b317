-- Where and when the phantom is deployed: PH1 to PH10, PH14, PH16, PH28 and PH29 of RULES.md.
--
-- Boards: x to the east, y to the south. [D] is the start tile at 0,0, with a city in the north and a road
-- from west to east. == is a road, [A] a monastery at which a road ends, [T] a city at which a road ends: the
-- city takes the other three sides.

-- The phantom on a feature at a side.
local function phantom_on(kind, side) return { [kind] = side, piece = "phantom" } end

-- The piece that stands on a tile.
local function standing(t, x, y)
  return t:look(function(game)
    local piece = game:tile_at(x, y):pieces():first()
    return {
      kind = piece.kind,
      class = piece.class,
      is_follower = piece.is_follower,
      is_meeple = piece.is_meeple,
      owner = piece.owner.name,
      strength = piece.feature:strength_of(piece.owner),
    }
  end)
end

-- How many options of the open decision have a text in them.
local function count(t, text)
  local found = 0
  for _, option in ipairs(t:options()) do
    if string.find(option, text, 1, true) then
      found = found + 1
    end
  end
  return found
end

test("PH1: each player has a phantom besides seven followers", function(t)
  t:players("ann", "bob", "cid", "dan", "eve", "fay")
  t:draw("base/U")
  t:expect_supply({ ann = 1, bob = 1, cid = 1, dan = 1, eve = 1, fay = 1 }, "phantom")
  t:expect_supply({ ann = 7, bob = 7, cid = 7, dan = 7, eve = 7, fay = 7 })
end)

test("PH1: or none, as the option says", function(t)
  t:option("phantom.phantoms", 0)
  t:draw("base/T")
  t:expect_supply({ alice = 0, bob = 0 }, "phantom")
  t:play("alice", { place = { 1, 0, turn = 1 }, deploy = { road = "W" } })
  t:expect_decision("bob", "place")
end)

--  [A]==[D]==[T]      alice's first tile is [A] at -1,0, bob's [T] at 1,0 completes the road
test("PH2, PH5, PH6: it follows on another feature, scores, returns, and is used again", function(t)
  t:draw("base/A", "base/T", "base/B", "base/B")
  t:play("alice", { place = { -1, 0, turn = 3 } })
  t:play("bob", { place = { 1, 0, turn = 1 }, deploy = { city = "E" }, second = phantom_on("road", "W") })
  t:expect_awards({ { bob = 3, source = "road" } })
  t:expect_supply({ bob = 6 })
  t:expect_supply({ bob = 1 }, "phantom")
  t:play("alice", { place = { 0, 1 } })
  t:play("bob", { place = { 0, 2 }, deploy = { monastery = true }, second = phantom_on("field", "N") })
  t:expect_supply({ bob = 0 }, "phantom")
end)

test("PH2: only the phantom is a second one, on the tile just placed", function(t)
  t:draw("base/B", "base/T")
  t:play("alice", { place = { 0, 1 } })
  t:play("bob", { place = { 1, 0, turn = 1 }, deploy = { city = "E" }, second = false })
  t:expect_decision("bob", "second")
  t:expect_no_option({ deploy = { road = "W" } })
  t:expect_option({ deploy = phantom_on("road", "W") })
  t:expect_option({ deploy = phantom_on("field", "WL") })
  t:expect_option({ deploy = phantom_on("field", "WR") })
  t:expect_equal(#t:options(), 3 + 1, "all options, with passing")
end)

test("PH2: nobody has to deploy a second one", function(t)
  t:draw("base/T")
  t:play("alice", { place = { 1, 0, turn = 1 }, deploy = { city = "E" }, second = false })
  t:expect_option({ pass = true })
  t:play("alice", { pass = true })
  t:expect_decision("bob", "place")
  t:expect_supply({ alice = 1 }, "phantom")
end)

test("PH2, PH3: not on the feature of the first", function(t)
  t:draw("base/T")
  t:play("alice", { place = { 1, 0, turn = 1 }, deploy = { city = "E" }, second = false })
  t:refuse({ deploy = phantom_on("city", "E") }, "the city is claimed already")
end)

--  [A]==[D]==[T]      alice stands on the road
test("PH3: nor where somebody else stands", function(t)
  t:draw("base/A", "base/T")
  t:play("alice", { place = { -1, 0, turn = 3 }, deploy = { road = "E" } })
  t:play("bob", { place = { 1, 0, turn = 1 }, deploy = { city = "E" }, second = false })
  t:refuse({ deploy = phantom_on("road", "W") }, "the road is claimed already")
  t:expect_option({ deploy = phantom_on("field", "WL") })
end)

test("PH4: the phantom may be the only one, and no other follows him", function(t)
  t:draw("base/T")
  t:play("alice", { place = { 1, 0, turn = 1 }, deploy = phantom_on("city", "E"), second = false })
  t:expect_decision("bob", "place")
  t:expect_supply({ alice = 0 }, "phantom")
  t:expect_supply({ alice = 7 })
end)

test("PH5, PH32: a phantom is a follower and a meeple of its owner, of strength 1", function(t)
  t:draw("base/T")
  t:play("alice", { place = { 1, 0, turn = 1 }, deploy = phantom_on("city", "E") })
  local phantom = standing(t, 1, 0)
  t:expect_equal(phantom.kind, "phantom")
  t:expect_equal(phantom.class, "follower")
  t:expect_true(phantom.is_follower, "a phantom is a follower")
  t:expect_true(phantom.is_meeple, "a phantom is a meeple")
  t:expect_equal(phantom.owner, "alice")
  t:expect_equal(phantom.strength, 1, "strength")
end)

test("PH5: a phantom on a road, city, monastery or field as any follower", function(t)
  t:draw("base/B", "base/J")
  t:play("alice", { place = { 0, 1 }, pass = false })
  t:expect_option({ deploy = phantom_on("monastery", true) })
  t:expect_option({ deploy = phantom_on("field", "N") })
  t:play("alice", { pass = true })
  t:play("bob", { place = { 1, 0, turn = 1 }, pass = false })
  t:expect_option({ deploy = phantom_on("road", "W") })
  t:expect_option({ deploy = phantom_on("city", "E") })
end)

test("PH5: without farmers no phantom stands on a field", function(t)
  t:option("base.farmers", false)
  t:draw("base/B")
  t:play("alice", { place = { 0, 1 }, deploy = { monastery = true } })
  t:expect_decision("bob", "place")
end)

--  [A]==[D]==[T]      alice's phantom is on the road that she completes
test("PH7: it does not come back from the scoring and follow in the same turn", function(t)
  t:draw("base/A", "base/B", "base/T")
  t:play("alice", { place = { -1, 0, turn = 3 }, deploy = phantom_on("road", "E") })
  t:play("bob", { place = { 0, 1 } })
  t:play("alice", { place = { 1, 0, turn = 1 }, deploy = { city = "E" }, second = false })
  t:expect_awards({ { alice = 3, source = "road" } })
  t:expect_supply({ alice = 1 }, "phantom")
  t:expect_decision("bob", "place")
end)

--  [D]==[W]==[V]      the crossing [W] has roads to the east and to the south, which are one
--  [B]  [V]==[V]
test("PH8: features of the tile that are one outside of it are one", function(t)
  t:draw("base/B", "base/V", "base/V", "base/V", "base/W")
  t:play("alice", { place = { 0, 1 } })
  t:play("bob", { place = { 1, 1, turn = 2 } })
  t:play("alice", { place = { 2, 1, turn = 1 } })
  t:play("bob", { place = { 2, 0 } })
  t:play("alice", { place = { 1, 0 }, deploy = { road = "E" }, second = false })
  t:refuse({ deploy = phantom_on("road", "S") }, "the road is claimed already")
  t:expect_option({ deploy = phantom_on("road", "W") })
end)

for _, case in ipairs({
  { first = { road = "W" }, second = { city = "E" } },
  { first = { city = "E" }, second = { field = "NL" } },
  { first = { field = "NL" }, second = { field = "WL" } },
  { first = { field = "WL" }, second = { road = "S" } },
}) do
  local one, other = next(case.first), next(case.second)
  test("PH9: different features of a tile, each with one: " .. one .. " and " .. other, function(t)
    t:draw("base/J")
    t:play("alice", { place = { 1, 0, turn = 1 }, deploy = case.first, second = false })
    t:expect_equal(#t:options(), 3 + 1, "the other three of road, city and two fields, and passing")
    local kind, side = next(case.second)
    t:play("alice", { deploy = phantom_on(kind, side) })
    t:expect_supply({ alice = 0 }, "phantom")
  end)
end

test("PH9: both arms of a crossing", function(t)
  t:draw("base/W")
  t:play("alice", { place = { 1, 0 }, deploy = { road = "W" }, second = phantom_on("road", "S") })
  t:expect_supply({ alice = 0 }, "phantom")
end)

test("PH10: a phantom never stands on a garden", function(t)
  t:option("base.edition", "second")
  t:draw("base/U_garden")
  t:play("alice", { place = { 1, 0 }, pass = false })
  t:refuse({ deploy = phantom_on("garden", true) }, "a phantom cannot be deployed on a garden")
  t:play("alice", { deploy = { road = "W" }, second = false })
  t:refuse({ deploy = phantom_on("garden", true) }, "a phantom cannot be deployed on a garden")
  t:expect_equal(count(t, "garden"), 0, "options for the garden")
end)

test("PH14: whoever passes is not asked for the phantom", function(t)
  t:draw("base/T")
  t:play("alice", { place = { 1, 0, turn = 1 }, pass = true, second = false })
  t:expect_decision("bob", "place")
end)

test("PH14: and could have deployed it then", function(t)
  t:draw("base/T")
  t:play("alice", { place = { 1, 0, turn = 1 }, pass = false })
  t:expect_option({ deploy = phantom_on("city", "E") })
  t:expect_option({ deploy = phantom_on("road", "W") })
end)

--  [C]      a city that fills the tile
--  [D]
test("PH16: nobody is asked where nothing is free", function(t)
  t:draw("base/C")
  t:play("alice", { place = { 0, -1 }, deploy = { city = "S" }, second = false })
  t:expect_decision("bob", "place")
end)

test("PH16: nobody is asked whose phantom is on the board", function(t)
  t:draw("base/B", "base/U", "base/T")
  t:play("alice", { place = { 0, 1 }, deploy = { monastery = true }, second = phantom_on("field", "N") })
  t:play("bob", { place = { -1, 0 } })
  t:play("alice", { place = { 1, 0, turn = 1 }, deploy = { city = "E" }, second = false })
  t:expect_decision("bob", "place")
end)

test("PH16: whoever has only the phantom left deploys it first, and none behind it", function(t)
  t:option("base.followers", 1)
  t:draw("base/B", "base/U", "base/T")
  t:play("alice", { place = { 0, 1 }, deploy = { monastery = true } })
  t:play("bob", { place = { -1, 0 } })
  t:play("alice", { place = { 1, 0, turn = 1 }, deploy = phantom_on("city", "E"), second = false })
  t:expect_decision("bob", "place")
end)

test("PH16: a phase of another expansion in between does not end it", function(t)
  t:expansions("rest")
  t:draw("base/T")
  t:play("alice", { place = { 1, 0, turn = 1 }, deploy = { city = "E" } })
  t:expect_decision("alice", "evening")
  t:play("alice", { act = "rest", second = phantom_on("road", "W") })
  t:expect_supply({ alice = 0 }, "phantom")
end)

--  [D]==[U]==[U]      below, alice's phantom on the road in the west and bob's follower on that in the east
--  [U]== 5 ==[U]      become one
test("PH28: phantom against follower is a tie, and both get all points", function(t)
  t:stack("base/U", "base/U", "base/U", "base/U", "base/U")
  t:play("alice", { place = { 0, 1 }, deploy = phantom_on("road", "W") })
  t:play("bob", { place = { 1, 0 } })
  t:play("alice", { place = { 2, 0 } })
  t:play("bob", { place = { 2, 1 }, deploy = { road = "E" } })
  t:play("alice", { place = { 1, 1 } })
  t:expect_over()
  t:expect_awards({ { alice = 3, source = "road" }, { bob = 3, source = "road" } })
end)

--  [U]==[U]==[D]==[U]==[U]      alice's follower, her phantom and bob's follower
--  [U]== 8 ==[U]== 9 ==[U]
test("PH29: phantom and follower of one player in one feature count 2", function(t)
  t:stack("base/U", "base/U", "base/U", "base/U", "base/U", "base/U", "base/U", "base/U", "base/U")
  t:play("alice", { place = { 0, 1 }, deploy = phantom_on("road", "W") })
  t:play("bob", { place = { 1, 0 } })
  t:play("alice", { place = { 2, 0 } })
  t:play("bob", { place = { 2, 1 }, deploy = { road = "E" } })
  t:play("alice", { place = { -1, 0 } })
  t:play("bob", { place = { -2, 0 } })
  t:play("alice", { place = { -2, 1 }, deploy = { road = "W" } })
  t:play("bob", { place = { -1, 1 } })
  t:play("alice", { place = { 1, 1 } })
  t:expect_over()
  t:expect_awards({ { alice = 5, source = "road" } })
end)
