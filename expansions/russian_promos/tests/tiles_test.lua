-- The four tiles and the choice of Bogatyr: RP1 to RP3 and RP15 to RP20 of RULES.md.
--
-- Boards: x to the east, y to the south. [D] is the start tile at 0,0: a city in the north, a road from
-- west to east.

-- How many of each tile are in the stack.
local function left(t)
  return t:look(function(game)
    local names = {}
    for tile in game:stack() do
      local name = string.match(tile.name, "^russian_promos/(.+)$")
      if name then
        table.insert(names, name .. " " .. tile.left)
      end
    end
    table.sort(names)
    return table.concat(names, ", ")
  end)
end

test("RP1, RP2, RP3: four tiles are in the stack with all others", function(t)
  t:draw("base/U")
  t:expect_equal(left(t), "bogatyr 1, hut 1, solovei 1, vodyanoy 1")
  t:expect_equal(t:look(function(game) return game.stack_size end), 71 + 4 - 1)
end)

test("RP3: in 2013 there were two", function(t)
  t:option("russian_promos.year", "2013")
  t:draw("base/U")
  t:expect_equal(left(t), "bogatyr 1, hut 1")
end)

test("RP2: the letter on the back keeps no tile from being drawn", function(t)
  t:draw("russian_promos/vodyanoy")
  t:play("alice", { place = { 0, 1 } })
  t:draw("russian_promos/hut")
  t:play("bob", { place = { 0, 2 } })
  t:expect_equal(left(t), "bogatyr 1, solovei 1")
end)

--        |
--  [D]==[B]==      [B] is the choice of Bogatyr at 1,0
--        |
test("RP15, RP16, RP19: two roads, four fields", function(t)
  t:draw("russian_promos/bogatyr")
  t:play("alice", { place = { 1, 0 }, pass = false })
  local function at(port)
    return t:look(function(game)
      local tile = assert(game:tile_at(1, 0))
      for index, feature in ipairs(tile:features():list()) do
        if feature == tile:feature(port) then
          return index
        end
      end
    end)
  end
  t:expect_equal(t:look(function(game) return assert(game:tile_at(1, 0)):count("road") end), 2)
  t:expect_equal(t:look(function(game) return assert(game:tile_at(1, 0)):count("field") end), 4)
  t:expect_equal(at("E"), at("S"))
  t:expect_equal(at("E"), at("W"))
  t:expect_true(at("N") ~= at("E"), "the road to the stone is another one")
  for _, pair in ipairs({ { "WR", "NL" }, { "NR", "EL" }, { "ER", "SL" }, { "SR", "WL" } }) do
    t:expect_equal(at(pair[1]), at(pair[2]), pair[1] .. " and " .. pair[2])
  end
  for _, pair in ipairs({ { "NL", "NR" }, { "EL", "ER" }, { "SL", "SR" }, { "WL", "WR" } }) do
    t:expect_true(at(pair[1]) ~= at(pair[2]), pair[1] .. " and " .. pair[2])
  end
  t:expect_option({ deploy = { road = "N" } })
  t:expect_option({ deploy = { road = "E" } })
end)

--            [A]
--  [A]==[D]==[B]==[A]      three arms, each with an end, and the road to the stone
--            [W]
test("RP15, RP17, RP18, RP19: all three ends close the road, and each tile of it counts", function(t)
  t:draw("base/A", "russian_promos/bogatyr", "base/A", "base/W", "base/X")
  t:play("alice", { place = { -1, 0, turn = 3 } })
  t:play("bob", { place = { 1, 0 }, deploy = { road = "E" } })
  t:play("alice", { place = { 1, -1 }, deploy = { road = "S" } })
  t:expect_awards({ { alice = 2, source = "road" } }) -- the stone closes the road to the north
  t:play("bob", { place = { 1, 1, turn = 1 } })
  t:expect_no_award("road", "bob")
  t:play("alice", { place = { 2, 0 } })
  t:expect_awards({ { alice = 2, source = "road" }, { bob = 5, source = "road" } })
  t:expect_points({ alice = 2, bob = 5 })
  t:expect_supply({ alice = 7, bob = 7 }) -- nobody finds death behind the stone
end)

--        |
--  [D]==[B]==[V]      the arms to the east and to the south meet
--       [V]==[V]
test("RP18, RP20: where two arms are joined, the third closes the road", function(t)
  t:draw("russian_promos/bogatyr", "base/V", "base/V", "base/V", "base/A")
  t:play("alice", { place = { 1, 0 }, deploy = { road = "E" } })
  t:play("bob", { place = { 2, 0 } })
  t:play("alice", { place = { 2, 1, turn = 1 } })
  t:play("bob", { place = { 1, 1, turn = 2 } })
  t:expect_awards({})
  t:play("alice", { place = { -1, 0, turn = 3 } })
  t:expect_awards({ { alice = 6, source = "road" } })
end)
