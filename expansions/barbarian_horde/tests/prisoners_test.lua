-- Who is taken prisoner, and how prisoners come home: BH53 to BH66 of RULES.md.
--
-- Boards: x to the east, y to the south. The City lies from -2,-1 to 1,1. A road leaves it to the west; on this
-- road lie two tiles, and at their end stands a barbarian (b), which has only one way to go: to the tile of
-- those whom it finds (f). A cap (p) below the City is scored, so that it moves.
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

-- Alice scores six points, and the barbarian goes to the tile of those whom it finds.
local function score(t) t:play("alice", { place = { -2, 2 }, deploy = { city = "N" } }) end

---@param game Game
local function prison(game) return game:place("prison"):pieces() end

-- Who is in the prison, by kinds.
local function expect_prisoners(t, expected)
  local kinds = t:look(function(game)
    local names = prison(game)
      :map(function(piece) return assert(piece.owner).name .. "'s " .. piece.kind end)
      :list()
    table.sort(names)
    return table.concat(names, ", ")
  end)
  t:expect_equal(kinds, expected, "the prisoners")
end

local function expect_barbarian_at(t, x, y)
  local count = t:look(function(game) return assert(game:tile_at(x, y)):count_pieces("barbarian") end)
  t:expect_equal(count, 1, ("barbarians at %d,%d"):format(x, y))
end

test("BH53, BH54: a barbarian takes all followers on the tile that it enters, whosever they are", function(t)
  strip(t, "riches/p16")
  t:off_turn("alice", "arrange", "follower to road at -3,-1")
  t:off_turn("bob", "arrange", "follower to field at -3,-1")
  score(t)
  t:play("alice", { answer = "yield" })
  expect_prisoners(t, "alice's follower, bob's follower")
  expect_barbarian_at(t, -3, -1)
  t:expect_supply({ alice = 6, bob = 6 })
end)

test("BH53: and no others", function(t)
  strip(t, "riches/p6")
  t:off_turn("bob", "arrange", "follower to road at -3,-1")
  t:off_turn("bob", "arrange", "follower to city at 1,1")
  score(t)
  expect_prisoners(t, "bob's follower")
end)

-- The last barbarian goes on to a tile of a fortress (f), where it ends.
--
--     [b]==[ ]==[f]==[w]
local function lose_last_barbarian(t)
  t:expansions("hand", "riches")
  t:draw(
    "riches/stronghold",
    "barbarian_horde/U",
    "base/U",
    "riches/p6",
    "riches/plain",
    "riches/p7",
    "base/E"
  )
  t:play("alice", { place = { -3, -1 } })
  t:play("bob", { place = { -4, -1 } })
  t:play("alice", { place = { -5, -1 } })
  t:off_turn("alice", "arrange", "barbarian 3 away")
  t:off_turn("alice", "arrange", "barbarian 2 away")
  t:off_turn("alice", "arrange", "barbarian 1 to -5,-1")
  t:off_turn("alice", "arrange", "follower to road at -4,-1")
  t:play("bob", { place = { -2, 2 }, deploy = { city = "N" } })
  expect_prisoners(t, "alice's follower")
  t:play("alice", { place = { 0, -2 } })
  t:chance(3)
end

test("BH55, BH56: prisoners stay until the last barbarian is gone, and come home then", function(t)
  lose_last_barbarian(t)
  t:expect_supply({ alice = 6 })
  t:play("bob", { place = { 2, 1, turn = 3 }, deploy = { city = "W" } })
  expect_prisoners(t, "")
  t:expect_supply({ alice = 7 })
end)

test("BH55: as long as one barbarian is left, they stay", function(t)
  t:option("barbarian_horde.first_to_move", "in_order")
  lose_last_barbarian(t)
  t:off_turn("bob", "arrange", "barbarian 2 to -1,0")
  t:play("bob", { place = { 2, 1, turn = 3 }, deploy = { city = "W" } })
  expect_prisoners(t, "alice's follower")
end)

-- Bob has two followers and a wagon in prison, and some points, with which he did not want to protect them.
local function bob_is_caught(t, points)
  strip(t, "riches/p6")
  for _, figure in ipairs({ "follower to road", "follower to field", "wagon to field" }) do
    t:off_turn("bob", "arrange", figure .. " at -3,-1")
  end
  t:off_turn("bob", "arrange", "points " .. points)
  score(t)
  while t:options()[1] == "points" do
    t:play("bob", { answer = "yield" })
  end
end

test("BH57: at the beginning of a turn a prisoner is ransomed for five points", function(t)
  bob_is_caught(t, 7)
  t:expect_decision("bob", "ransom")
  t:play("bob", { act = "ransom", on = "bob's follower" })
  t:expect_award({ bob = -5, source = "ransom" })
  t:expect_points({ bob = 2 })
  t:expect_supply({ bob = 6 })
  expect_prisoners(t, "bob's follower, bob's wagon")
  t:expect_decision("bob", "place")
end)

test("BH57: nobody has to", function(t)
  bob_is_caught(t, 10)
  t:play("bob", { pass = true })
  t:expect_decision("bob", "place")
  t:expect_points({ bob = 10 })
end)

test("BH57, BH60: only at the beginning of the own turn", function(t)
  bob_is_caught(t, 10)
  t:off_turn("alice", "arrange", "points 10")
  t:play("bob", { pass = true })
  t:play("bob", { place = { 0, -2 } })
  t:expect_decision("alice", "place")
end)

test("BH58: several are ransomed for five points each", function(t)
  bob_is_caught(t, 15)
  t:play("bob", { act = "ransom", on = "bob's follower" })
  t:play("bob", { act = "ransom", on = "bob's follower" })
  t:play("bob", { act = "ransom", on = "bob's wagon" })
  t:expect_points({ bob = 0 })
  expect_prisoners(t, "")
end)

test("BH58: no more than the option says", function(t)
  t:option("barbarian_horde.ransoms_in_a_turn", 1)
  bob_is_caught(t, 15)
  t:play("bob", { act = "ransom", on = "bob's follower" })
  t:expect_decision("bob", "place")
  t:play("bob", { place = { 0, -2 } })
  t:play("alice", { place = { -1, -2 } })
  t:expect_decision("bob", "ransom")
end)

test("BH59: nobody pays more points than there are", function(t)
  bob_is_caught(t, 4)
  t:expect_decision("bob", "place")
end)

test("BH59: with the option debts are made", function(t)
  t:option("barbarian_horde.debts", true)
  bob_is_caught(t, 4)
  t:play("bob", { act = "ransom", on = "bob's wagon" })
  t:expect_points({ bob = -1 })
end)

test("BH60: everybody ransoms own prisoners", function(t)
  bob_is_caught(t, 4)
  t:play("bob", { place = { 0, -2 } })
  t:off_turn("alice", "arrange", "points 10")
  t:play("alice", { place = { -1, -2 } })
  t:expect_decision("bob", "place")
end)

-- What stands in front of the barbarian, and whether it is taken.
local function meet(t, ...)
  strip(t, "riches/p16")
  for _, figure in ipairs({ ... }) do
    t:off_turn("bob", "arrange", figure .. " at -3,-1")
  end
  t:chance(1, 1)
  score(t)
end

test("BH61: builders are taken with their followers", function(t)
  meet(t, "follower to road", "builder to road")
  expect_prisoners(t, "bob's builder, bob's follower")
end)

test("BH61: pigs as well", function(t)
  meet(t, "follower to field", "pig to field")
  expect_prisoners(t, "bob's follower, bob's pig")
end)

test("BH61: mayors and wagons as well", function(t)
  meet(t, "mayor to road", "wagon to field")
  expect_prisoners(t, "bob's mayor, bob's wagon")
end)

test("BH62: barns are not, and stop nobody", function(t)
  meet(t, "barn to field")
  expect_prisoners(t, "")
  expect_barbarian_at(t, 0, -1)
  t:expect_equal(
    t:look(function(game) return assert(game:tile_at(-3, -1)):count_pieces("barn") end),
    1,
    "barns"
  )
end)

test("BH62: nor are they taken with others", function(t)
  meet(t, "barn to field", "follower to road")
  expect_prisoners(t, "bob's follower")
end)

test("BH63: ringmasters and shepherds are taken", function(t)
  meet(t, "ringmaster to road", "shepherd to field")
  expect_prisoners(t, "bob's ringmaster, bob's shepherd")
end)

test("BH63: large followers, phantoms and abbots are taken", function(t)
  t:expansions("inns_and_cathedrals", "phantom", "abbot")
  meet(t, "large_follower to road", "phantom to field", "abbot to field")
  expect_prisoners(t, "bob's abbot, bob's large_follower, bob's phantom")
end)

test("BH63: nobody's figures are not, and stop nobody", function(t)
  meet(t, "fairy to field")
  expect_prisoners(t, "")
  expect_barbarian_at(t, 0, -1)
end)

-- The builder stands on another tile of the road than the follower.
--
--     [b]==[f]==[w]
test("BH64: a builder whose last follower is taken goes home", function(t)
  strip(t, "riches/p6")
  t:off_turn("bob", "arrange", "follower to road at -3,-1")
  t:off_turn("bob", "arrange", "builder to road at -2,-1")
  score(t)
  expect_prisoners(t, "bob's follower")
  t:expect_supply({ bob = 1 }, "builder")
end)

test("BH65: figures on no tile, and on top of a tower, are not taken", function(t)
  strip(t, "riches/p16")
  t:off_turn("bob", "arrange", "follower to castle")
  t:off_turn("bob", "arrange", "follower to crown")
  t:off_turn("bob", "arrange", "follower to tower at -3,-1")
  score(t)
  expect_prisoners(t, "")
  expect_barbarian_at(t, 0, -1)
end)

-- Bob's follower was caught by Solovei Razboynik, on whose tile the barbarian comes.
local function rob(t)
  t:expansions("russian_promos", "hand", "riches")
  t:draw("russian_promos/solovei", "barbarian_horde/U", "riches/p6")
  t:draw("riches/plain")
  t:play("alice", { place = { -3, -1 } })
  t:off_turn("bob", "arrange", "follower to road at -3,-1")
  t:play("bob", { place = { -4, -1 } })
  t:off_turn("alice", "arrange", "barbarian 3 away")
  t:off_turn("alice", "arrange", "barbarian 2 away")
  t:off_turn("alice", "arrange", "barbarian 1 to -4,-1")
  score(t)
end

test("BH66: who is in the trap of Solovei Razboynik is on the tile, and is taken", function(t)
  rob(t)
  expect_prisoners(t, "bob's follower")
end)

test("BH66: with the option nobody is taken out of a trap", function(t)
  t:option("barbarian_horde.trapped_are_safe", true)
  rob(t)
  expect_prisoners(t, "")
end)
