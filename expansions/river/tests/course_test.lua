-- Where river tiles may lie: RV10 to RV15, RV18 and RV19 of RULES.md.
--
-- Boards: x to the east, y to the south. [s] is the spring at 0,0, whose river leaves to the east.
-- [-] and [|] are straight tiles, [┐] [└] [┘] [┌] curves, [f] is the fork.
--
-- FIFI carries its river from west to east, FFII_1 and FFII_2 carry it from the west to the south.

-- Plays tiles in turns: { "river/FIFI", 1, 0 } or { "river/FIFI", 1, 0, turn }; then some more are drawn.
local function lay(t, moves, ...)
  for _, move in ipairs(moves) do
    t:draw(move[1])
  end
  t:draw(...)
  for index, move in ipairs(moves) do
    t:play(index % 2 == 1 and "alice" or "bob", { place = { move[2], move[3], turn = move[4] } })
  end
end

test("RV10, RV11: each player in turn lays a tile that continues the river", function(t)
  t:draw("river/FIFI", "river/FIFI", "river/CICI")
  t:refuse({ place = { 0, 1 } }, "the river has to go on")
  t:refuse({ place = { 0, -1 } }, "the river has to go on")
  t:refuse({ place = { -1, 0, turn = 1 } }, "the river has to go on")
  t:play("alice", { place = { 1, 0 } })
  t:refuse({ place = { 1, 1 } }, "the river has to go on")
  t:play("bob", { place = { 2, 0 } })
  t:play("alice", { place = { 3, 0 } })
  t:expect_decision("bob", "place")
end)

test("RV11: river lies against river only", function(t)
  t:draw("river/FIFI")
  t:refuse({ place = { 1, 0, turn = 1 } }, "has a field edge on side W, its neighbour a river edge")
end)

-- [s][┐]
-- [E][?]      a city opens to the east at 0,1
test("RV11: the other sides match as always", function(t)
  lay(t, { { "river/FFII_1", 1, 0 }, { "base/E", 0, 1, 1 } }, "river/CIRI_1")
  t:refuse({ place = { 1, 1, turn = 1 } }, "has a road edge on side W, its neighbour a city edge")
  t:expect_option({ place = { 1, 1, turn = 3 } })
end)

-- [s][┐]
--    [?]      to the east: an S; to the west: a U
for _, curve in ipairs({ "FFII_1", "RRII_1" }) do
  test("RV12, RV13: two curves in a row to the same side are a U-turn, " .. curve, function(t)
    t:draw("river/FFII_1", "river/" .. curve)
    t:play("alice", { place = { 1, 0 } })
    t:refuse({ place = { 1, 1, turn = 1 } }, "the river may not turn to the same side twice in a row")
    t:expect_option({ place = { 1, 1, turn = 2 } })
  end)
end

--    [?]      the same to the north; CIIC carries its river from the south to the east
-- [s][┘]
test("RV12, RV13: the same to the left", function(t)
  t:draw("river/FFII_1", "river/CIIC")
  t:play("alice", { place = { 1, 0, turn = 1 } })
  t:refuse({ place = { 1, -1, turn = 1 } }, "the river may not turn to the same side twice in a row")
  t:expect_option({ place = { 1, -1 } })
end)

-- [s][┐]
--    [|]
-- [-][┘]
test("RV13: with a straight tile between two curves the river may turn back", function(t)
  lay(t, { { "river/FFII_1", 1, 0 }, { "river/FIFI", 1, 1, 1 } }, "river/FFII_1")
  t:expect_option({ place = { 1, 2, turn = 1 } })
  t:expect_option({ place = { 1, 2, turn = 2 } })
end)

-- [s][f][ ]      the arms of the fork: to the east and to the south
--    [ ]
test("RV14: the fork is no curve, neither before nor behind one", function(t)
  t:option("river.rivers", "two")
  t:draw("river/fork", "river/FFII_2")
  t:play("alice", { place = { 1, 0, turn = 2 } })
  t:expect_option({ place = { 1, 1, turn = 1 } })
  t:expect_option({ place = { 1, 1, turn = 2 } })
  t:expect_option({ place = { 2, 0 } })
  t:expect_option({ place = { 2, 0, turn = 1 } })
end)

-- [s][┐]
--    [f]      coming from the north; its arms may lead east and west
test("RV14: a fork may follow a curve in any turn", function(t)
  t:option("river.rivers", "two")
  t:draw("river/FFII_2", "river/fork")
  t:play("alice", { place = { 1, 0 } })
  for _, turn in ipairs({ 0, 1, 3 }) do
    t:expect_option({ place = { 1, 1, turn = turn } })
  end
end)

-- [s][f][┐]
--    [┘][?]
test("RV14: each arm of the fork counts its own curves", function(t)
  t:option("river.rivers", "both")
  lay(t, { { "river/fork", 1, 0, 2 }, { "river/FFII_2", 2, 0 }, { "river/FFII_1", 1, 1, 1 } }, "river/FFII_1")
  t:expect_no_option({ place = { 2, 1, turn = 1 } }) -- back to the west: a field, and a U-turn
  t:expect_option({ place = { 2, 1, turn = 2 } })
  t:expect_option({ place = { 0, 1, turn = 3 } })
  t:expect_no_option({ place = { 0, 1, turn = 2 } }) -- back to the north, where the spring lies
end)

-- [s][f][-][┐]
--    [|]   [|]
--    [└][-][?]      both arms meet at 3,2
local arms = {
  { "river/fork", 1, 0, 2 },
  { "river/FIFI_m", 2, 0 },
  { "river/ICIC", 1, 1 },
  { "river/FFII_2", 3, 0 },
  { "river/IFFI_p", 1, 2, 1 },
  { "river/IRIR_i", 3, 1 },
  { "river/CIRI_2", 2, 2 },
}

test("RV15: a tile that matches may join two arms", function(t)
  t:option("river.rivers", "two")
  lay(t, arms, "river/RRII_2")
  t:expect_option({ place = { 3, 2, turn = 1 } })
  t:play("bob", { place = { 3, 2, turn = 1 } })
  local ends = t:look(function(game) return assert(assert(game:tile_at(1, 0)):feature("E")).open_ends end)
  t:expect_equal(ends, 0, "open ends of the river")
end)

-- [s][f][┐]
--    [└][?]      both arms meet at 2,1, each just behind a curve: no curve fits there, but a fork does
test("RV12, RV14, RV15, RV17: but not where the river would turn back for one of them", function(t)
  t:expansions("second_fork")
  t:option("river.rivers", "both")
  local moves = { { "river/fork", 1, 0, 2 }, { "river/FFII_2", 2, 0 }, { "river/RRII_2", 1, 1, 2 } }
  lay(t, moves, "river/FFII_1", "second_fork/fork")
  t:expect_equal(
    t:look(function(game) return assert(game.hand).name end),
    "second_fork/fork",
    "the tile in hand"
  )
  t:expect_option({ place = { 2, 1 } })
end)

test("RV15, RV18: looking ahead, two arms never come to meet", function(t)
  t:option("river.rivers", "two")
  t:option("river.river_uturn", "lookahead")
  lay(t, { arms[1], arms[2], arms[3], arms[4], arms[6] }, "river/IFFI_p")
  t:refuse({ place = { 1, 2, turn = 1 } }, "the river needs free land ahead")
end)

-- All placements of the tile in hand, as texts.
local function placements(t)
  local found = {}
  for _, option in ipairs(t:options()) do
    table.insert(found, option)
  end
  return table.concat(found, "; ")
end

-- A game that JCloisterZone recorded.
test("RV18: looking ahead, the fork has three places, and a curve behind it one", function(t)
  t:option("river.rivers", "two")
  t:option("river.river_uturn", "lookahead")
  t:draw("river/fork", "river/RRII_2")
  t:expect_equal(#t:options(), 3, "places of the fork")
  for _, turn in ipairs({ 0, 2, 3 }) do
    t:expect_option({ place = { 1, 0, turn = turn } })
  end
  t:play("alice", { place = { 1, 0, turn = 2 } })
  t:expect_equal(#t:options(), 1, "places of the curve: " .. placements(t))
  t:expect_option({ place = { 2, 0, turn = 1 } })
  t:refuse({ place = { 2, 0 } }, "two arms of the river may not run side by side")
end)

--          [└]
-- [s][f][┘]         and the other arm at 1,1
--    [|]
test("RV18: the same game goes on", function(t)
  t:option("river.rivers", "two")
  t:option("river.river_uturn", "lookahead")
  lay(t, {
    { "river/fork", 1, 0, 2 },
    { "river/RRII_2", 2, 0, 1 },
    { "river/FFII_2", 2, -1, 3 },
    { "river/CIRI_2", 1, 1, 1 },
  }, "river/CIIC_c")
  t:expect_equal(#t:options(), 3, "places of the curve: " .. placements(t))
  t:expect_option({ place = { 1, 2, turn = 2 } })
  t:expect_option({ place = { 1, 2, turn = 3 } })
  t:expect_option({ place = { 3, -1, turn = 2 } })
end)

-- [s][┐]
--    [|]
--    [|]
--    [|]
-- [?][-][┘]      at -1,4 a curve to the north would lead past the spring, four cells ahead
test("RV18: any tile ahead is in the way, however far, in the row of the end or beside it", function(t)
  t:option("river.river_uturn", "lookahead")
  lay(t, {
    { "river/FFII_1", 1, 0 },
    { "river/FIFI", 1, 1, 1 },
    { "river/FIFI", 1, 2, 1 },
    { "river/IRIR", 1, 3 },
    { "river/FFII_1", 1, 4, 1 },
    { "river/CICI", 0, 4 },
  }, "river/CIIC")
  t:refuse({ place = { -1, 4, turn = 3 } }, "the river needs free land ahead")
  t:expect_option({ place = { -1, 4 } })
end)

-- [s][┐]
--    [?]      to the west, the spring lies in the row beside
test("RV12, RV18: two curves in a row do not turn back either", function(t)
  t:option("river.river_uturn", "lookahead")
  lay(t, { { "river/FFII_1", 1, 0 } }, "river/FFII_1")
  t:refuse({ place = { 1, 1, turn = 1 } }, "the river needs free land ahead")
  t:expect_option({ place = { 1, 1, turn = 2 } })
end)

test("RV18: only what goes on looks ahead: an end may lie anywhere", function(t)
  t:option("river.rivers", "both")
  t:option("river.river_uturn", "lookahead")
  lay(t, { { "river/FFII_1", 1, 0 } }, "river/lake")
  t:expect_option({ place = { 1, 1, turn = 1 } }) -- its river lies in the north
end)

-- [s][-]      the river ends at 2,0
for _, tile in ipairs({ "base/B", "base/U", "base/E", "base/V" }) do
  test("RV19: an end of the river that stays open is matched by no land tile, " .. tile, function(t)
    lay(t, { { "river/FIFI", 1, 0 } }, tile)
    for turn = 0, 3 do
      t:expect_no_option({ place = { 2, 0, turn = turn } })
    end
    t:refuse({ place = { 2, 0 } }, "its neighbour a river edge")
  end)
end
