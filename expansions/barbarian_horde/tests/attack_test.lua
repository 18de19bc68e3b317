-- The City, the barbarian tiles and the attack: BH1 to BH13 of RULES.md.
--
-- Boards: x to the east, y to the south. The City lies from -2,-1 to 1,1, with the cathedral (c) at -1,0. Roads
-- leave it at -2,-1 to the west (w), at 1,-1 to the north (n) and at 0,1 to the south (s); small cities at
-- -2,1 to the south (S) and at 1,1 to the east (E).
--
--     [w][ ][ ][n]
--     [ ][c][ ][ ]
--     [S][ ][s][E]

local ENTRY = "count/6"

-- How many barbarians are on a tile, or on the whole board.
---@param game Game
local function on_entry(game) return assert(game:tile_at(-1, 0)):count_pieces("barbarian") end

---@param game Game
local function on_board(game)
  return game:pieces("barbarian"):filter(function(barbarian) return barbarian.tile ~= nil end):count()
end

---@param game Game
local function in_supply(game) return game:pieces("barbarian"):where("in_supply", true):count() end

---@param game Game
local function is_under_attack(game) return game:tokens("city_under_attack") == 1 end

test(
  "BH1: the game begins with the twelve tiles of the City, and the start tile is one of the others",
  function(t)
    t:expect_equal(t:look(function(game) return #game:tiles() end), 12, "the tiles on the board")
    t:expect_equal(t:look(function(game) return assert(game:tile_at(-1, 0)).name end), ENTRY)
    t:expect_equal(
      t:look(function(game) return assert(game:stack():where("name", "base/D"):first()).left end),
      4,
      "start tiles of the base game in the stack"
    )
    for _, x in ipairs({ -2, -1, 0, 1 }) do
      for _, y in ipairs({ -1, 0, 1 }) do
        t:expect_true(
          t:look(function(game) return assert(game:tile_at(x, y)).name:find("^count/") ~= nil end)
        )
      end
    end
  end
)

test("BH1: roads, fields and small cities leave the City, and three fields lie around it", function(t)
  t:draw("base/U", "base/E")
  local count = function(kind)
    return t:look(function(game) return game:features(kind):count() end)
  end
  t:expect_equal(count("field"), 3, "fields")
  t:expect_equal(count("road"), 3, "roads")
  -- The two small ones, and the City itself, which is complete and entered by nobody.
  t:expect_equal(count("city"), 3, "cities")
  t:play("alice", { place = { -3, -1 }, deploy = { road = "E" } })
  t:play("bob", { place = { -2, 2 }, deploy = { city = "N" } })
  t:expect_points({ alice = 0, bob = 4 })
end)

test("BH1: the City is a completed city for the fields around it", function(t)
  t:stack("base/U", "base/B")
  t:play("alice", { place = { -3, -1 }, deploy = { field = "NL" } })
  t:play("bob", { place = { 2, 0 }, deploy = { field = "NL" } })
  t:expect_over()
  t:expect_award({ alice = 3, source = "field" })
  t:expect_award({ bob = 3, source = "field" })
end)

test("BH1: with the rules of the Count it is the same City", function(t)
  t:expansions("count")
  t:expect_equal(t:look(function(game) return #game:tiles() end), 12, "the tiles on the board")
end)

test("BH1: with a river, the spring lies east of the City", function(t)
  t:expansions("river")
  t:expect_equal(t:look(function(game) return assert(game:tile_at(-1, 0)).name end), ENTRY)
  t:expect_equal(t:look(function(game) return assert(game:tile_at(2, -1)).name end), "river/spring")
end)

test("BH2: six barbarian tiles are shuffled into the stack, and nothing else", function(t)
  local tiles = t:look(function(game)
    return game:stack("barbarian_icon"):total(function(tile) return tile.left end)
  end)
  t:expect_equal(tiles, 6, "barbarian tiles in the stack")
  t:expect_equal(t:look(function(game) return game:stack("fortress"):count() end), 0)
  t:expect_equal(t:look(function(game) return game.stack_size end), 72 + 6 - 1)
  t:expect_equal(t:look(on_board), 0)
  t:expect_equal(t:look(in_supply), 13)
end)

-- A barbarian tile of the kind D, with a city in the north and a road from west to east, is placed where the
-- road leaves the City.
test("BH3: a barbarian tile is placed as any other, and followers go to all its features", function(t)
  t:draw("barbarian_horde/D")
  t:expect_option({ place = { -3, -1 } })
  t:expect_no_option({ place = { -3, 0 } })
  t:play("alice", { place = { -3, -1 }, pass = false })
  t:expect_option({ deploy = { city = "N" } })
  t:expect_option({ deploy = { road = "E" } })
  t:expect_option({ deploy = { field = "SL" } })
end)

test("BH4, BH5, BH7: with the first barbarian tile three barbarians come, before it is placed", function(t)
  t:draw("barbarian_horde/E")
  t:expect_decision("alice", "place")
  t:expect_true(t:look(is_under_attack), "the City is under attack")
  t:expect_equal(t:look(on_entry), 3)
  t:expect_equal(t:look(on_board), 3)
end)

test("BH4: without a barbarian tile there is no attack", function(t)
  t:draw("base/E", "base/E")
  t:play("alice", { place = { -2, 2 } })
  t:expect_true(not t:look(is_under_attack), "the City is not under attack")
  t:expect_equal(t:look(on_board), 0)
end)

test("BH5: with the option they come when it is placed", function(t)
  t:option("barbarian_horde.attack_begins", "placed")
  t:draw("barbarian_horde/E")
  t:expect_equal(t:look(on_board), 0)
  t:play("alice", { place = { -2, 2 } })
  t:expect_equal(t:look(on_entry), 3)
end)

-- The tile has a wall on all sides.
test("BH6: a barbarian tile without a place calls the barbarians all the same", function(t)
  t:expansions("riches")
  t:draw("riches/nowhere", "base/E")
  t:expect_equal(t:look(function(game) return assert(game.hand).name end), "base/E")
  t:expect_equal(t:look(on_entry), 3)
  t:expect_true(t:look(is_under_attack))
end)

test("BH8: each later barbarian tile brings two more to the same tile", function(t)
  t:expansions("hand")
  t:draw("barbarian_horde/E", "barbarian_horde/U", "base/E")
  t:play("alice", { place = { -2, 2 } })
  t:expect_equal(t:look(on_entry), 5)
  t:play("bob", { place = { -3, -1 } })
  t:expect_equal(t:look(on_entry), 5)
end)

test("BH8: as long as one of them is left", function(t)
  t:expansions("hand")
  t:draw("barbarian_horde/E", "barbarian_horde/U")
  t:off_turn("alice", "arrange", "barbarian 1 away")
  t:off_turn("alice", "arrange", "barbarian 2 to 1,1")
  t:play("alice", { place = { -2, 2 } })
  t:expect_equal(t:look(on_board), 4)
end)

test("BH10: there are thirteen barbarians, and no more than the supply holds come", function(t)
  t:expansions("riches")
  t:draw(
    "riches/icon",
    "riches/icon",
    "riches/icon",
    "riches/icon",
    "riches/icon",
    "riches/icon",
    "riches/icon"
  )
  t:play("alice", { place = { -1, -2 } })
  t:play("bob", { place = { 0, -2 } })
  t:play("alice", { place = { -1, -3 } })
  t:play("bob", { place = { 0, -3 } })
  t:play("alice", { place = { -1, -4 } })
  t:expect_equal(t:look(on_board), 13)
  t:play("bob", { place = { 0, -4 } })
  t:expect_equal(t:look(on_board), 13)
end)

test("BH10: as many as the option says", function(t)
  t:option("barbarian_horde.barbarians", 4)
  t:draw("barbarian_horde/E", "barbarian_horde/U")
  t:play("alice", { place = { -2, 2 } })
  t:expect_equal(t:look(on_board), 4)
end)

test(
  "BH11: at the attack the quarters of the City are emptied, and stay closed as long as it lasts",
  function(t)
    t:expansions("count")
    t:draw("base/U", "barbarian_horde/E")
    t:play("alice", { place = { -3, -1 }, pass = false })
    t:expect_option({ act = "enter", on = "market" })
    t:play("alice", { act = "enter", on = "castle" })
    t:play("alice", { pass = true })
    t:expect_equal(t:look(function(game) return game:tokens("count_lies") end), 1)
    t:expect_equal(t:look(function(game) return #game:place("castle"):pieces("follower") end), 0)
    t:expect_supply({ alice = 7 })
    t:play("bob", { place = { -2, 2 }, pass = false })
    t:expect_no_option({ act = "enter", on = "market" })
  end
)

-- The one barbarian that is left goes to a tile of a fortress (f).
--
--     [b]==[f]==[w]
local function lose_last_barbarian(t, ...)
  t:expansions("hand", "riches", ...)
  t:draw("riches/icon", "riches/stronghold", "base/U", "riches/p7", "barbarian_horde/E", "base/U")
  t:play("alice", { place = { 0, -2 } })
  t:off_turn("alice", "arrange", "barbarian 3 away")
  t:off_turn("alice", "arrange", "barbarian 2 away")
  t:play("bob", { place = { -3, -1 } })
  t:play("alice", { place = { -4, -1 } })
  t:off_turn("alice", "arrange", "barbarian 1 to -4,-1")
  t:play("bob", { place = { -2, 2 }, deploy = { city = "N" } })
end

test("BH12: when the last barbarian is gone, the City works again", function(t)
  lose_last_barbarian(t, "count")
  t:expect_equal(t:look(on_board), 0)
  t:expect_true(not t:look(is_under_attack), "the City is not under attack")
  t:expect_equal(t:look(function(game) return game:tokens("count_lies") end), 0)
  t:expect_equal(
    t:look(function(game) return #game:place("castle"):pieces("count") end),
    1,
    "the count in the castle"
  )
  t:play("alice", { place = { 2, 1, turn = 3 }, pass = false })
  t:expect_option({ act = "enter", on = "castle" })
end)

test("BH9: barbarian tiles that are drawn after that mean nothing", function(t)
  lose_last_barbarian(t)
  t:expect_equal(t:look(function(game) return assert(game.hand).name end), "barbarian_horde/E")
  t:expect_equal(t:look(on_board), 0)
  t:expect_equal(t:look(in_supply), 10)
end)

test(
  "BH9: with the option two barbarians come with each of them, and the City is under attack again",
  function(t)
    t:option("barbarian_horde.respawn_after_victory", true)
    lose_last_barbarian(t)
    t:expect_equal(t:look(on_entry), 2)
    t:expect_true(t:look(is_under_attack))
    t:expect_equal(t:look(in_supply), 9)
  end
)

test("BH13: what leaves the City stays as it is during the attack", function(t)
  t:draw("base/U", "barbarian_horde/E", "base/A")
  t:play("alice", { place = { -3, -1 }, deploy = { road = "E" } })
  t:play("bob", { place = { -2, 2 }, deploy = { city = "N" } })
  t:expect_points({ bob = 4 })
  t:play("alice", { place = { -4, -1, turn = 3 } })
  t:expect_points({ alice = 3 })
end)
