-- What barbarians claim: BH38 to BH52 of RULES.md.
--
-- Boards: x to the east, y to the south. The City lies from -2,-1 to 1,1, with small cities below it at -2,1 (S)
-- and beside it at 1,1 (E), and roads to the west at -2,-1 (w) and to the south at 0,1 (s). Caps (p) close the
-- small cities. The barbarians are put where a test needs them.

-- Calls the barbarians with a tile in the north, and puts them on tiles, in the order in which they came. Those
-- for which there is no tile leave the game. What is drawn behind it can be said. Bob plays next.
local function attack(t, where, ...)
  t:expansions("hand", "riches")
  t:draw("riches/icon", ...)
  t:draw("riches/plain")
  t:play("alice", { place = { 0, -2 } })
  for index = 3, 1, -1 do
    local cell = where[index]
    local to = cell and ("to %d,%d"):format(cell[1], cell[2]) or "away"
    t:off_turn("alice", "arrange", ("barbarian %d %s"):format(index, to))
  end
end

test("BH38, BH45, BH47: a follower is weaker than a barbarian, and its city brings nothing", function(t)
  attack(t, { { -2, 1 } }, "riches/p4")
  t:play("bob", { place = { -2, 2 }, deploy = { city = "N" } })
  t:expect_points({ alice = 0, bob = 0 })
end)

test("BH45: without a barbarian it brings its points", function(t)
  attack(t, { { -2, 0 } }, "riches/p4")
  t:play("bob", { place = { -2, 2 }, deploy = { city = "N" } })
  t:expect_points({ alice = 0, bob = 4 })
end)

test("BH45: two followers are as strong as a barbarian, and that is enough", function(t)
  attack(t, { { -2, 1 } }, "riches/p4")
  t:off_turn("bob", "arrange", "follower to city at -2,1")
  t:off_turn("bob", "arrange", "follower to city at -2,1")
  t:play("bob", { place = { -2, 2 } })
  t:expect_points({ alice = 0, bob = 4 })
end)

test("BH38, BH52: a large follower is as strong as a barbarian", function(t)
  t:expansions("inns_and_cathedrals")
  attack(t, { { -2, 1 } }, "riches/p4")
  t:play("bob", { place = { -2, 2 }, deploy = { city = "N", piece = "large_follower" } })
  t:expect_points({ bob = 4 })
end)

-- The example of the rules. The green follower is bob's; the barbarian stands on a tile of the city and not
-- on his. The city has a part on the tile with the barbarian and two more.
--
--     [E][G][p]     G: two sides, W E
test("BH39, BH42, BH47: the claim is on the whole city, wherever the barbarian stands in it", function(t)
  attack(t, { { 1, 1 } }, "base/G", "riches/p4")
  t:play("bob", { place = { 2, 1 }, deploy = { city = "W" } })
  t:play("alice", { place = { 3, 1, turn = 3 } })
  t:expect_award({ bob = 0, source = "city" })
  t:expect_supply({ bob = 7 })
end)

-- A tile with a city in the north and a road from west to east closes the city below the City. Its road is
-- closed as well, by two monasteries.
--
--     [S][ ]
--  [A][D][A]
test("BH39, BH43: both a city and a road on its tile are claimed", function(t)
  attack(t, { { -2, 1 } }, "base/A", "riches/plain", "base/A", "riches/plain", "base/D")
  t:play("bob", { place = { -1, 2, turn = 1 } })
  t:play("alice", { place = { -3, 1 } })
  t:play("bob", { place = { -3, 2, turn = 3 } })
  t:off_turn("bob", "arrange", "follower to city at -2,1")
  t:off_turn("bob", "arrange", "follower to road at -3,2")
  t:off_turn("bob", "arrange", "barbarian 1 to -1,2")
  t:play("alice", { place = { -3, 3 } })
  t:play("bob", { place = { -2, 2 } })
  t:expect_award({ bob = 0, source = "road" })
  t:expect_award({ bob = 4, source = "city" })
end)

test("BH43: each of them with the value of two", function(t)
  attack(t, { { -2, 1 } }, "base/A", "riches/plain", "base/A", "barbarian_horde/D")
  t:play("bob", { place = { -1, 2, turn = 1 } })
  t:play("alice", { place = { -3, 1 } })
  t:play("bob", { place = { -3, 2, turn = 3 } })
  for _, where in ipairs({ "city at -2,1", "city at -2,1", "road at -3,2", "road at -3,2" }) do
    t:off_turn("bob", "arrange", "follower to " .. where)
  end
  t:play("alice", { place = { -2, 2 } })
  t:expect_award({ bob = 3, source = "road" })
  t:expect_award({ bob = 4, source = "city" })
end)

-- A monastery in the corner at 2,2, and eight tiles around it.
--
--     [E][ ][ ]
--     [ ][B][ ]
--     [ ][ ][ ]
local AROUND = { { 1, 2 }, { 2, 2 }, { 2, 1 }, { 3, 1 }, { 3, 2 }, { 3, 3 }, { 2, 3 }, { 1, 3 } }

-- Completes what stands at 2,2, on which bob deploys, while a barbarian stands on another tile or on this one.
local function surround(t, inner, kind, barbarian)
  local plain = "riches/plain"
  -- The city of the City in the east is closed by the tile at 2,1.
  attack(t, { { -1, 0 } }, plain, inner, "base/E", plain, plain, plain, plain, plain)
  t:off_turn("alice", "arrange", "barbarian 1 to 0,0")
  local player, other = "bob", "alice"
  for index, place in ipairs(AROUND) do
    local turn = index == 3 and 3 or 0
    if index == 2 then
      t:play(player, { place = place })
      t:off_turn("bob", "arrange", "follower to " .. kind .. " at 2,2")
    else
      if index == 8 then
        t:off_turn("alice", "arrange", ("barbarian 1 to %d,%d"):format(barbarian[1], barbarian[2]))
      end
      t:play(player, { place = { place[1], place[2], turn = turn } })
    end
    player, other = other, player
  end
end

test("BH40: a barbarian on the monastery's own tile claims it", function(t)
  surround(t, "base/B", "monastery", { 2, 2 })
  t:expect_award({ bob = 0, source = "monastery" })
end)

test("BH40: one on a tile beside it does not", function(t)
  surround(t, "base/B", "monastery", { 2, 3 })
  t:expect_award({ bob = 9, source = "monastery" })
end)

test("BH41: Baba Yaga's hut is claimed like a monastery", function(t)
  t:expansions("russian_promos")
  surround(t, "russian_promos/hut", "hut", { 2, 2 })
  t:expect_award({ bob = 0, source = "hut" })
end)

test("BH41: and not from beside it", function(t)
  t:expansions("russian_promos")
  surround(t, "russian_promos/hut", "hut", { 2, 3 })
  t:expect_award({ bob = 1, source = "hut" })
end)

-- Two barbarians in a city, one on each of its tiles at the end, and two followers.
local function two_barbarians(t)
  attack(t, { { -2, 1 }, { -2, 1 } }, "riches/p4")
  t:off_turn("bob", "arrange", "follower to city at -2,1")
  t:off_turn("bob", "arrange", "follower to city at -2,1")
  t:play("bob", { place = { -2, 2 } })
end

test("BH44: two barbarians count for four", function(t)
  two_barbarians(t)
  t:expect_points({ bob = 0 })
end)

test("BH44: with the option for two", function(t)
  t:option("barbarian_horde.claims_add_up", false)
  two_barbarians(t)
  t:expect_points({ bob = 4 })
end)

test("BH46: the player with the majority is too weak, and nobody takes the place", function(t)
  attack(t, { { -2, 1 }, { -2, 1 } }, "riches/p4")
  for _ = 1, 3 do
    t:off_turn("alice", "arrange", "follower to city at -2,1")
  end
  t:off_turn("bob", "arrange", "follower to city at -2,1")
  t:play("bob", { place = { -2, 2 } })
  t:expect_points({ alice = 0, bob = 0 })
end)

test("BH46: who is strong enough but without the majority gets nothing either", function(t)
  attack(t, { { -2, 1 } }, "riches/p4")
  for _ = 1, 3 do
    t:off_turn("alice", "arrange", "follower to city at -2,1")
  end
  t:off_turn("bob", "arrange", "follower to city at -2,1")
  t:off_turn("bob", "arrange", "follower to city at -2,1")
  t:play("bob", { place = { -2, 2 } })
  t:expect_points({ alice = 4, bob = 0 })
end)

test("BH46: two players who share are each compared with the barbarians", function(t)
  attack(t, { { -2, 1 } }, "riches/p4")
  t:off_turn("alice", "arrange", "follower to city at -2,1")
  t:off_turn("bob", "arrange", "follower to city at -2,1")
  t:play("bob", { place = { -2, 2 } })
  t:expect_points({ alice = 0, bob = 0 })
end)

test("BH48: a feature that brings nothing is scored, and its followers come home", function(t)
  attack(t, { { -2, 1 } }, "riches/p4")
  t:play("bob", { place = { -2, 2 }, deploy = { city = "N" } })
  t:expect_supply({ bob = 7 })
end)

test("BH49: a follower may be put into a feature that barbarians claim", function(t)
  attack(t, { { 1, 1 } }, "base/G")
  t:play("bob", { place = { 2, 1 }, pass = false })
  t:expect_option({ deploy = { city = "W" } })
end)

-- At the end a barbarian stands in a city that is open, and in the field around it.
--
--     [E]
--     [ ][ ]
local function end_of_game(t)
  t:expansions("hand", "riches")
  t:stack("riches/icon", "base/E", "riches/plain")
  t:play("alice", { place = { 0, -2 } })
  t:play("bob", { place = { 2, 0 }, deploy = { city = "N" } })
  t:off_turn("alice", "arrange", "follower to field at 2,0")
  t:off_turn("alice", "arrange", "barbarian 3 away")
  t:off_turn("alice", "arrange", "barbarian 2 away")
  t:off_turn("alice", "arrange", "barbarian 1 to 2,0")
  t:play("alice", { place = { 3, 0 } })
  t:expect_over()
end

test("BH50, BH125: at the end barbarians claim open features and fields too", function(t)
  end_of_game(t)
  t:expect_award({ bob = 0, source = "city" })
  t:expect_award({ alice = 0, source = "field" })
end)

test("BH50: also where fields are scored city by city", function(t)
  t:option("base.field_scoring", "city4")
  end_of_game(t)
  t:expect_award({ alice = 0, source = "field" })
end)

test("BH50: with the option they do not", function(t)
  t:option("barbarian_horde.claims_at_end", false)
  end_of_game(t)
  t:expect_award({ bob = 1, source = "city" })
  t:expect_award({ alice = 3, source = "field" })
end)

test("BH51: trade goods of a city that brings nothing are taken all the same", function(t)
  t:expansions("traders_and_builders")
  attack(t, { { -2, 1 } }, "riches/p4")
  t:play("bob", { place = { -2, 2 }, deploy = { city = "N" } })
  t:expect_points({ bob = 0 })
  t:expect_equal(t:look(function(game) return assert(game:player("bob")):tokens("wine") end), 1, "bob's wine")
end)

-- Two coats of arms are on the cap.
local function mayor_in_city(t, cap)
  attack(t, { { -2, 1 } }, cap)
  t:off_turn("bob", "arrange", "mayor to city at -2,1")
  t:play("bob", { place = { -2, 2 } })
end

test("BH52: a mayor counts for the coats of arms of the city", function(t)
  mayor_in_city(t, "riches/arms")
  t:expect_award({ bob = 8, source = "city" })
end)

test("BH52: and for nothing where there are none", function(t)
  mayor_in_city(t, "riches/p4")
  t:expect_points({ bob = 0 })
end)

-- A cathedral beside the City, and three caps around it: five tiles of three points.
--
--     [ ][C]
--     [E][c][C]
--        [C]
local function cathedral(t, followers)
  t:expansions("inns_and_cathedrals")
  attack(t, { { 1, 1 } }, "inns_and_cathedrals/Cccc_c", "base/E", "base/E", "base/E")
  t:play("bob", { place = { 2, 1 } })
  for _ = 1, followers do
    t:off_turn("bob", "arrange", "follower to city at 2,1")
  end
  t:play("alice", { place = { 2, 0, turn = 2 } })
  t:play("bob", { place = { 3, 1, turn = 3 } })
  t:play("alice", { place = { 2, 2 } })
end

test("BH45, BH46: the claim takes what a cathedral adds as well", function(t)
  cathedral(t, 1)
  t:expect_points({ alice = 0, bob = 0 })
  t:expect_supply({ bob = 7 })
end)

test("BH45: who is strong enough gets all of it", function(t)
  cathedral(t, 2)
  t:expect_points({ alice = 0, bob = 15 })
end)

-- The city is worth four points, and another rule adds six.
test("BH46: the claim comes after what other rules add", function(t)
  attack(t, { { -2, 1 } }, "riches/p10")
  t:play("bob", { place = { -2, 2 }, deploy = { city = "N" } })
  t:expect_award({ bob = 0, source = "city" })
end)

test("BH45: a city that costs points is not made cheaper", function(t)
  attack(t, { { -2, 1 } }, "riches/debt")
  t:play("bob", { place = { -2, 2 }, deploy = { city = "N" } })
  t:expect_award({ bob = -2, source = "city" })
end)
