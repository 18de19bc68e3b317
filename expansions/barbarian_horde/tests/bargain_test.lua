-- How followers are kept from being taken prisoner: BH67 to BH75 of RULES.md.
--
-- Boards as in prisoners_test.lua: a barbarian (b) has only one way to go, to the tile of those whom it finds (f).
--
--     [b]==[f]==[w][ ][ ][n]
--               [ ][c][ ][ ]
--               [S][ ][s][E]
--               [p]

-- Lays the strip, and leaves one barbarian. What is drawn behind it can be said. Alice plays next.
local function strip(t, ...)
  t:expansions("hand", "riches")
  t:draw("barbarian_horde/U", "base/U", ...)
  t:draw("riches/plain", "riches/plain")
  t:play("alice", { place = { -3, -1 } })
  t:play("bob", { place = { -4, -1 } })
  t:off_turn("alice", "arrange", "barbarian 3 away")
  t:off_turn("alice", "arrange", "barbarian 2 away")
  t:off_turn("alice", "arrange", "barbarian 1 to -4,-1")
end

local function score(t) t:play("alice", { place = { -2, 2 }, deploy = { city = "N" } }) end

-- Bob's follower on the road is found, and bob has some points.
local function bob_is_found(t, points)
  strip(t, "riches/p6", "riches/plain", "riches/p7")
  t:off_turn("bob", "arrange", "follower to road at -3,-1")
  if points > 0 then
    t:off_turn("bob", "arrange", "points " .. points)
  end
  score(t)
end

local function expect_prisoners(t, count)
  t:expect_equal(t:look(function(game) return #game:place("prison"):pieces() end), count, "prisoners")
end

local function expect_on_road(t, count)
  t:expect_equal(
    t:look(function(game) return #assert(game:tile_at(-3, -1)):followers() end),
    count,
    "followers on the road"
  )
end

---@param game Game
local function barbarian_stands(game) return assert(game:tile_at(-3, -1)):count_pieces("barbarian") end

test("BH67: eight points keep a follower from being taken", function(t)
  bob_is_found(t, 10)
  t:expect_decision("bob", "keep_from_prison_for_8_points")
  t:play("bob", { answer = "points" })
  t:expect_award({ bob = -8, source = "bargain" })
  t:expect_points({ bob = 2 })
  expect_prisoners(t, 0)
  expect_on_road(t, 1)
end)

test("BH67: whoever does not want to pay loses it", function(t)
  bob_is_found(t, 10)
  t:play("bob", { answer = "yield" })
  t:expect_points({ bob = 10 })
  expect_prisoners(t, 1)
end)

test("BH67, BH59: who has seven points is not asked", function(t)
  bob_is_found(t, 7)
  t:expect_decision("bob", "ransom")
  expect_prisoners(t, 1)
end)

test("BH67: with the option debts are made", function(t)
  t:option("barbarian_horde.debts", true)
  bob_is_found(t, 0)
  t:play("bob", { answer = "points" })
  t:expect_points({ bob = -8 })
end)

test("BH72: the barbarian stops on the tile all the same", function(t)
  strip(t, "riches/p22")
  t:off_turn("bob", "arrange", "follower to road at -3,-1")
  t:off_turn("bob", "arrange", "points 8")
  score(t)
  t:play("bob", { answer = "points" })
  t:expect_equal(t:look(barbarian_stands), 1, "barbarians")
end)

-- The next barbarian comes, from the same side. The one that is there leaves the game.
local function meet_again(t)
  t:off_turn("alice", "arrange", "barbarian 1 to -4,-1")
  t:play("alice", { place = { 2, 1, turn = 3 }, deploy = { city = "W" } })
end

test("BH73: who is protected is not asked again, and stays", function(t)
  bob_is_found(t, 20)
  t:play("bob", { answer = "points" })
  t:play("bob", { place = { 0, -2 } })
  meet_again(t)
  t:expect_decision("bob", "place")
  t:expect_points({ bob = 12 })
  expect_on_road(t, 1)
  t:expect_equal(t:look(barbarian_stands), 1, "barbarians")
end)

test("BH14, BH22: while somebody is protected, a placement that brings nothing moves nobody", function(t)
  t:option("barbarian_horde.movement_counts", "best")
  bob_is_found(t, 10)
  t:play("bob", { answer = "points" })
  t:play("bob", { place = { 0, -2 } })
  t:expect_equal(t:look(barbarian_stands), 1, "barbarians")
end)

-- The road is closed by two monasteries, and bob's follower comes home with points. It goes to the same place later.
--
--     [A]==[f]==[w]
test("BH68: the protection ends when the feature is scored", function(t)
  strip(t, "riches/p6", "base/A", "riches/p7", "riches/p6")
  t:off_turn("bob", "arrange", "follower to road at -4,-1")
  t:off_turn("bob", "arrange", "barbarian 1 to -3,-1")
  t:off_turn("bob", "arrange", "points 20")
  t:chance(7)
  score(t)
  t:play("bob", { answer = "points" })
  t:off_turn("alice", "arrange", "barbarian 1 to -1,0")
  t:play("bob", { place = { -5, -1, turn = 3 } })
  t:expect_award({ bob = 4, source = "road" })
  t:expect_supply({ bob = 7 })
  t:off_turn("bob", "arrange", "follower to field at -4,-1")
  t:off_turn("bob", "arrange", "barbarian 1 to -3,-1")
  t:chance(7)
  t:play("alice", { place = { 2, 1, turn = 3 }, deploy = { city = "W" } })
  t:expect_decision("bob", "keep_from_prison_for_8_points")
end)

test("BH71: each owner decides for each follower", function(t)
  strip(t, "riches/p6")
  t:off_turn("bob", "arrange", "follower to road at -3,-1")
  t:off_turn("bob", "arrange", "follower to field at -3,-1")
  t:off_turn("bob", "arrange", "points 20")
  score(t)
  t:play("bob", { answer = "points" })
  t:play("bob", { answer = "yield" })
  t:expect_points({ bob = 12 })
  expect_prisoners(t, 1)
  expect_on_road(t, 1)
end)

test("BH71, BH59: as long as the points last", function(t)
  strip(t, "riches/p6")
  t:off_turn("bob", "arrange", "follower to road at -3,-1")
  t:off_turn("bob", "arrange", "follower to field at -3,-1")
  t:off_turn("bob", "arrange", "points 10")
  score(t)
  t:play("bob", { answer = "points" })
  t:expect_decision("bob", "place")
  expect_prisoners(t, 1)
end)

test("BH74: whose turn it is decides first, then the others clockwise", function(t)
  t:players("carol", "alice", "bob")
  t:expansions("hand", "riches")
  t:draw("barbarian_horde/U", "base/U", "riches/p6", "riches/plain")
  t:play("carol", { place = { -3, -1 } })
  t:play("alice", { place = { -4, -1 } })
  t:off_turn("alice", "arrange", "barbarian 3 away")
  t:off_turn("alice", "arrange", "barbarian 2 away")
  t:off_turn("alice", "arrange", "barbarian 1 to -4,-1")
  for _, player in ipairs({ "alice", "bob", "carol" }) do
    t:off_turn(player, "arrange", "follower to field at -3,-1")
    t:off_turn(player, "arrange", "points 20")
  end
  t:play("bob", { place = { -2, 2 }, deploy = { city = "N" } })
  for _, player in ipairs({ "bob", "carol", "alice" }) do
    t:expect_decision(player, "keep_from_prison_for_8_points")
    t:play(player, { answer = "yield" })
  end
  t:expect_decision("carol", "ransom")
end)

-- Bob's follower has left the road and has come back there since.
test("BH75: who is removed by another rule is protected no longer", function(t)
  bob_is_found(t, 20)
  t:play("bob", { answer = "points" })
  t:off_turn("bob", "arrange", "follower at -3,-1 home")
  t:play("bob", { place = { 0, -2 } })
  t:off_turn("bob", "arrange", "follower to road at -3,-1")
  meet_again(t)
  t:expect_decision("bob", "keep_from_prison_for_8_points")
end)

-- With trade goods: closing a city brings one wine and one cloth.
--
-- Bob closed a city above the City before.
local function bob_has_goods(t)
  t:expansions("traders_and_builders", "hand", "riches")
  t:draw("base/E", "base/E", "barbarian_horde/U", "base/U", "riches/p6", "riches/plain", "riches/p7")
  t:draw("riches/plain")
  t:play("alice", { place = { 0, -2 } })
  t:play("bob", { place = { 0, -3, turn = 2 } })
  t:play("alice", { place = { -3, -1 } })
  t:play("bob", { place = { -4, -1 } })
  t:off_turn("alice", "arrange", "barbarian 3 away")
  t:off_turn("alice", "arrange", "barbarian 2 away")
  t:off_turn("alice", "arrange", "barbarian 1 to -4,-1")
  t:off_turn("bob", "arrange", "follower to road at -3,-1")
  t:off_turn("bob", "arrange", "points 20")
  score(t)
end

local function expect_wine(t, of_bob, on_tile)
  t:expect_equal(
    t:look(function(game) return assert(game:player("bob")):tokens("wine") end),
    of_bob,
    "bob's wine"
  )
  t:expect_equal(
    t:look(function(game) return assert(game:tile_at(-3, -1)):tokens("wine") end),
    on_tile,
    "wine on the tile"
  )
end

test("BH69: with trade goods, one of them is paid instead of points", function(t)
  bob_has_goods(t)
  t:expect_decision("bob", "keep_from_prison_for_a_trade_good")
  t:expect_no_option({ answer = "points" })
  t:expect_option({ answer = "cloth" })
  t:expect_no_option({ answer = "grain" })
  t:play("bob", { answer = "wine" })
  t:expect_points({ bob = 20 })
  expect_wine(t, 0, 1)
  expect_prisoners(t, 0)
end)

test("BH69: who has none cannot pay", function(t)
  t:expansions("traders_and_builders")
  bob_is_found(t, 20)
  t:expect_decision("bob", "ransom")
  expect_prisoners(t, 1)
end)

test(
  "BH70: the trade good lies under the follower until the feature is scored, and leaves the game",
  function(t)
    t:expansions("traders_and_builders", "hand", "riches")
    t:draw("base/E", "base/E", "barbarian_horde/U", "base/U", "riches/p6", "base/A")
    t:draw("riches/plain")
    t:play("alice", { place = { 0, -2 } })
    t:play("bob", { place = { 0, -3, turn = 2 } })
    t:play("alice", { place = { -3, -1 } })
    t:play("bob", { place = { -4, -1 } })
    t:off_turn("alice", "arrange", "barbarian 3 away")
    t:off_turn("alice", "arrange", "barbarian 2 away")
    t:off_turn("alice", "arrange", "barbarian 1 to -4,-1")
    t:off_turn("bob", "arrange", "follower to road at -3,-1")
    score(t)
    t:play("bob", { answer = "wine" })
    t:off_turn("bob", "arrange", "barbarian 1 to -1,0")
    expect_wine(t, 0, 1)
    t:play("bob", { place = { -5, -1, turn = 3 } })
    t:expect_award({ bob = 4, source = "road" })
    expect_wine(t, 0, 0)
  end
)

test("BH75: so it does when the follower is removed", function(t)
  bob_has_goods(t)
  t:play("bob", { answer = "wine" })
  t:off_turn("bob", "arrange", "follower at -3,-1 home")
  t:off_turn("bob", "arrange", "barbarian 1 to -1,0")
  t:play("bob", { place = { -1, -2 } })
  t:play("alice", { place = { 2, 1, turn = 3 }, deploy = { city = "W" } })
  expect_wine(t, 0, 0)
end)

-- The last barbarian (b) goes on to a tile of a fortress (f).
--
--     [b]==[ ]==[f]==[w]
test("BH75: so it does when the last barbarian is gone", function(t)
  t:expansions("traders_and_builders", "hand", "riches")
  t:draw("riches/stronghold", "barbarian_horde/U", "base/U", "riches/p6", "riches/p7", "base/E")
  t:play("alice", { place = { -3, -1 } })
  t:play("bob", { place = { -4, -1 } })
  t:play("alice", { place = { -5, -1 } })
  t:off_turn("alice", "arrange", "barbarian 3 away")
  t:off_turn("alice", "arrange", "barbarian 2 away")
  t:off_turn("alice", "arrange", "barbarian 1 to -5,-1")
  t:off_turn("bob", "arrange", "follower to road at -4,-1")
  t:play("bob", { place = { -2, 2 }, deploy = { city = "N" } })
  t:play("bob", { answer = "cloth" })
  local cloth = function(game) return assert(game:tile_at(-4, -1)):tokens("cloth") end
  t:expect_equal(t:look(cloth), 1, "cloth on the tile")
  t:chance(3)
  t:play("alice", { place = { 2, 1, turn = 3 }, deploy = { city = "W" } })
  t:expect_equal(t:look(cloth), 0, "cloth on the tile")
end)
