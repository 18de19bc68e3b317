-- The river and what other expansions bring: RV35 to RV42 of RULES.md.
--
-- Those expansions are not here; `tests/expansions/` brings what matters of them to a river.

local function board(t)
  return t:look(function(game)
    return game:tiles():map(function(tile) return tile.name end):list()
  end)
end

local function hand(t)
  return t:look(function(game) return assert(game.hand).name end)
end

-- The publisher's advice is no rule: the game can be played.
test("RV35: River II can be played together with a town of start tiles", function(t)
  t:expansions("county")
  t:option("river.rivers", "two")
  t:play_out()
  t:expect_over()
  t:expect_equal(t:look(function(game) return game.stack_size end), 0, "tiles left")
  t:expect_equal(board(t)[5], "river/spring", "what lies beside the town")
end)

local function spring(t)
  return t:look(function(game)
    local tile = assert(game:tiles("river"):first())
    return tile.name
      .. " at "
      .. tile.x
      .. ","
      .. tile.y
      .. ", river to the "
      .. (tile:edge("E") == "river" and "E" or tile:edge("S") == "river" and "S" or "?")
  end)
end

local function springs_left(t)
  return t:look(function(game) return #game:stack("river"):where("group", "river-spring") end)
end

--     [.][.]
--     [.][.][s]
test("RV36: the spring lies where a start tile says, and its river runs away", function(t)
  t:expansions("county")
  t:draw("river/FIFI")
  t:expect_equal(spring(t), "river/spring at 1,1, river to the E", "the spring")
  t:expect_equal(springs_left(t), 0, "springs left")
  t:expect_option({ place = { 2, 1 } })
end)

-- [.][r]
--    [s]
test("RV37: the spring lies south of the rose", function(t)
  t:expansions("a_rose")
  t:draw("river/FIFI")
  t:expect_equal(spring(t), "river/spring at 1,1, river to the S", "the spring")
  t:expect_equal(springs_left(t), 0, "springs left")
  t:expect_option({ place = { 1, 2, turn = 1 } })
end)

-- [.]..      the start tile wants a spring in the east, but one lies in the south already
-- [s]
test("RV36, RV8: no second spring is laid", function(t)
  t:expansions("dale")
  t:draw("river/FIFI")
  t:expect_equal(spring(t), "dale/spring at 0,1, river to the E", "the spring")
  t:expect_equal(t:look(function(game) return #game:tiles() end), 2, "tiles on the board")
  t:expect_equal(springs_left(t), 0, "springs left")
end)

-- [s][-][-][-][┐]
--    [┘]      [|]      the road in the north of 1,1 extends that of 1,0, where alice stands
--    [└][-][-][┘]
test("RV38: a builder's second part of the turn brings a river tile again", function(t)
  t:players("alice", "bob", "carol")
  t:expansions("builders")
  t:draw("river/CIRI_1", "river/FIFI", "river/FIFI", "river/FFII_1", "river/IRIR", "river/CIIC")
  t:draw("river/FIRI_m", "river/CICI", "river/FFII_1", "river/RRII_1")
  t:play("alice", { place = { 1, 0 }, deploy = { road = "S" } })
  t:play("bob", { place = { 2, 0 } })
  t:play("carol", { place = { 3, 0 } })
  t:play("alice", { place = { 4, 0 } })
  t:play("bob", { place = { 4, 1 } })
  t:play("carol", { place = { 4, 2, turn = 2 } })
  t:play("alice", { place = { 3, 2 } })
  t:play("bob", { place = { 2, 2 } })
  t:play("carol", { place = { 1, 2, turn = 2 } })
  t:play("alice", { place = { 1, 1 } })
  t:expect_decision("alice", "place")
  t:expect_equal(hand(t), "river/lake", "the tile of the second part")
end)

-- Whole games with thirty tiles more: none of them comes before the river is laid.
for _, case in ipairs({
  { "RV39: hills, bazaars and the like are land tiles", "horde/sign", "horde" },
  { "RV41: the towers come behind the river", "watchtowers/", "watchtowers" },
  { "RV41: the sign of the horde cannot be drawn earlier", "horde/sign", "horde" },
}) do
  test(case[1], function(t)
    t:expansions(case[3])
    t:option("river.river_uturn", "lookahead")
    t:play_out()
    t:expect_over()
    local names = board(t)
    local first
    for index, name in ipairs(names) do
      first = first or string.sub(name, 1, #case[2]) == case[2] and index or nil
    end
    t:expect_true(first > 12 and first < #names, case[2] .. " is number " .. first)
  end)
end

-- [s][f][┐]
-- [E][|][|]
test("RV40: what completes a city while the river is laid counts as always", function(t)
  t:expansions("kings")
  t:option("river.rivers", "two")
  t:draw("river/fork", "river/FFII_2", "river/ICIC", "river/CIRI_2", "base/E", "river/FIFI_m")
  t:play("alice", { place = { 1, 0, turn = 2 } })
  t:play("bob", { place = { 2, 0 } })
  t:play("alice", { place = { 1, 1 } })
  t:play("bob", { place = { 2, 1, turn = 3 } })
  t:expect_no_award("king")
  t:play("alice", { place = { 0, 1, turn = 1 } })
  t:expect_award({ alice = 1, source = "king" })
  t:expect_equal(hand(t), "river/FIFI_m", "the river is not at its end")
end)

-- [s][-]..      at 2,0 the river goes on; the fortress has fields around it
test("RV41: a fortress does not lie where the river goes on", function(t)
  t:expansions("horde")
  t:draw("river/FIFI")
  t:play("alice", { place = { 1, 0 } })
  t:undo()
  local places = t:look(function(game)
    local found = {}
    for place in game:block_placements("horde/fortress") do
      table.insert(found, place.x .. "," .. place.y .. "," .. place.turn)
    end
    return found
  end)
  t:expect_true(#places > 0, "it has places")
  for _, place in ipairs({ { 2, 0, turn = 0 }, { 2, -1, turn = 0 }, { 3, 0, turn = 1 } }) do
    t:expect_no_option({ act = "build", on = place })
  end
  t:expect_option({ act = "build", on = { 1, 1, turn = 0 } })
end)

-- [s][┐]
-- [E][ ]      bob builds the fortress at 0,2: what continues the river at 1,1 would need a city in the west
-- [f][f]      and a field in the south, and there is no such tile
-- [f][f]
test("RV42, RV17: a fortress may block the river, and nothing else happens", function(t)
  t:expansions("horde")
  t:draw("river/FFII_1", "base/E")
  t:play("alice", { place = { 1, 0 } })
  t:play("bob", { place = { 0, 1, turn = 1 }, act = "build", on = { 0, 2, turn = 0 } })
  t:expect_decision("alice", "place")
  t:expect_awards({})
  t:expect_true(t:look(function(game) return game:stack("river"):is_empty() end), "no river tile is left")
  t:expect_true(t:look(function(game) return not assert(game.hand):has("river") end), "a land tile in hand")
  t:play_out()
  t:expect_over()
end)
