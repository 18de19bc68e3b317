-- The fortress: BH76 to BH87 of RULES.md.
--
-- Boards: x to the east, y to the south. [C] is a tile of the City, [F] one of the fortress, [E] the first
-- tile that calls barbarians. In most tests the fortress is placed in the east of the City:
--
--                [E]                    0,-2
--     [C] [C] [C] [C] [F] [F]           -2,-1 to 3,-1
--     [C] [C] [C] [C] [F] [F]           -2,0 to 3,0
--     [C] [C] [C] [C]                   -2,1 to 1,1

local CALL, FIELD = "barbarian_horde/E", "marshal/field"
local EAST = "cell 2,-1 turned 0"

-- The City is attacked in alice's first turn; then these tiles are drawn.
local function attack(t, ...)
  t:expansions("marshal")
  t:draw(CALL, ...)
  t:play("alice", { place = { 0, -2, turn = 1 } })
  t:off_turn("alice", "calm")
end

-- Whether a player can use an action outside of the own turn; if so, it is used.
local function can(t, player, action)
  local done, message = pcall(t.off_turn, t, player, action)
  t:expect_true(done or tostring(message):find("cannot use"), tostring(message))
  return done
end

local function built(t)
  return t:look(function(game) return game:tiles("fortress"):count() end)
end

test("BH76: it is built only after the first attack", function(t)
  t:expansions("marshal")
  t:draw(FIELD, CALL, FIELD)
  t:off_turn("alice", "gift", 15)
  t:expect_true(not can(t, "alice", "propose_fortress"), "not before")
  t:play("alice", { place = { 2, -1 } })
  -- Bob has drawn the tile that calls barbarians, and still has it in his hand.
  t:expect_decision("bob", "propose_fortress")
  t:play("bob", { answer = "wait" })
  t:expect_decision("bob", "place")
  t:expect_true(can(t, "alice", "propose_fortress"), "after the draw")
end)

test("BH76: at any time, in any player's turn", function(t)
  attack(t, FIELD, FIELD)
  t:off_turn("alice", "gift", 15)
  -- While bob is to place his tile; he places it afterwards.
  t:expect_decision("bob", "place")
  t:off_turn("alice", "propose_fortress")
  t:play("alice", { answer = EAST })
  t:expect_equal(built(t), 4)
  t:expect_decision("bob", "place")
  t:refuse({ place = { 2, -1 } }, "there is a tile at 2,-1 already")
  t:play("bob", { place = { 4, -1 } })
end)

test("BH76: also while one deploys, and besides that", function(t)
  attack(t, FIELD, FIELD)
  t:off_turn("bob", "gift", 15)
  t:play("bob", { place = { 0, -3 }, pass = false })
  t:off_turn("bob", "propose_fortress")
  t:play("bob", { answer = EAST })
  t:expect_equal(built(t), 4)
  t:play("bob", { deploy = { field = "NL" } })
  t:expect_supply({ bob = 6 })
end)

test("BH76: whoever draws a tile that calls barbarians is asked, if there are enough points", function(t)
  attack(t, FIELD, "barbarian_horde/U", FIELD, "barbarian_horde/V")
  t:play("bob", { place = { 0, -3 } }) -- alice draws a barbarian tile: without points
  t:off_turn("alice", "gift", 15)
  t:play("alice", { place = { -3, -1 } })
  t:play("bob", { place = { -3, 0 } })
  t:expect_decision("alice", "propose_fortress")
  t:play("alice", { answer = "wait" })
  t:expect_decision("alice", "place")
  t:expect_equal(built(t), 0)
  t:undo()
  t:play("alice", { answers = { "propose", EAST } })
  t:expect_equal(built(t), 4)
  t:expect_decision("alice", "place")
end)

for index, cost in ipairs({ 15, 20, 25, 30, 35 }) do
  local players = index + 1
  test("BH77: what it costs with " .. players .. " players", function(t)
    t:players(unpack({ "alice", "bob", "carol", "dave", "eve", "frank" }, 1, players))
    attack(t, FIELD)
    t:off_turn("alice", "gift", cost - 1)
    t:expect_true(not can(t, "alice", "propose_fortress"), "a point too few")
    t:off_turn("alice", "gift", 3)
    t:off_turn("alice", "propose_fortress")
    t:play("alice", { answer = EAST })
    t:expect_equal(built(t), 4)
    t:expect_points({ alice = 2, bob = 0 })
  end)
end

test("BH78, BH79: the cost is split as the players like, and a share may be nothing", function(t)
  t:players("alice", "bob", "carol")
  attack(t, FIELD)
  for _, player in ipairs({ "alice", "bob", "carol" }) do
    t:off_turn(player, "gift", 30)
  end
  t:off_turn("alice", "propose_fortress")
  t:expect_decision("alice", "north_west_cell_of_the_fortress")
  t:play("alice", { answer = EAST })
  -- How much she pays herself, and bob: nothing, everything, an even share, and steps of five.
  t:expect_decision("alice", "share_of_20_points")
  t:expect_equal(table.concat(t:options(), " "), "0 5 7 10 15 20")
  t:play("alice", { answer = 0 })
  t:play("alice", { answer = 5 })
  -- Carol shall pay what is missing.
  t:expect_decision("bob", "pay_5_points_for_the_fortress")
  t:expect_equal(table.concat(t:options(), " "), "5 refuse")
  t:play("bob", { answer = 5 })
  t:expect_decision("carol", "pay_15_points_for_the_fortress")
  t:expect_equal(built(t), 0)
  t:play("carol", { answer = 15 })
  t:expect_equal(built(t), 4)
  t:expect_points({ alice = 30, bob = 25, carol = 15 })
  t:expect_award({ bob = -5, source = "fortress" })
  t:expect_award({ carol = -15, source = "fortress" })
  t:expect_no_award("fortress", "alice")
end)

test("BH78: by single points, if it is agreed so", function(t)
  t:option("barbarian_horde.fortress_step", 1)
  attack(t, FIELD)
  t:off_turn("alice", "gift", 9)
  t:off_turn("bob", "gift", 9)
  t:off_turn("alice", "propose_fortress")
  t:play("alice", { answer = EAST })
  t:expect_equal(table.concat(t:options(), " "), "6 7 8 9")
  t:play("alice", { answer = 7 })
  t:play("bob", { answer = 8 })
  t:expect_points({ alice = 2, bob = 1 })
end)

test("BH78: without agreement it is not built, and nobody pays", function(t)
  t:players("alice", "bob", "carol")
  attack(t, FIELD)
  t:off_turn("bob", "gift", 30)
  t:off_turn("carol", "gift", 30)
  t:off_turn("alice", "propose_fortress")
  t:play("alice", { answers = { EAST, 10 } })
  t:play("bob", { answer = 10 })
  t:play("carol", { answer = "refuse" })
  t:expect_equal(built(t), 0)
  t:expect_points({ alice = 0, bob = 30, carol = 30 })
  t:expect_decision("bob", "place")
end)

test("BH79: the points are subtracted; nothing moves by it", function(t)
  attack(t, FIELD)
  t:off_turn("alice", "gift", 20)
  t:off_turn("alice", "propose_fortress")
  t:play("alice", { answer = EAST })
  t:expect_points({ alice = 5, bob = 0 })
  t:expect_awards({ { alice = 20, source = "gift" }, { alice = -15, source = "fortress" } })
end)

test("BH80: no player pays more than he has", function(t)
  t:players("alice", "bob", "carol")
  attack(t, FIELD)
  t:off_turn("alice", "gift", 4)
  t:off_turn("bob", "gift", 6)
  t:off_turn("carol", "gift", 12)
  t:off_turn("bob", "propose_fortress")
  t:play("bob", { answer = EAST })
  t:expect_equal(table.concat(t:options(), " "), "4 5 6") -- the others have 16 together
  t:play("bob", { answer = 4 })
  -- Carol and alice have to pay everything that they have.
  t:expect_decision("alice", "pay_4_points_for_the_fortress")
  t:play("alice", { answer = 4 })
  t:play("carol", { answer = 12 })
  t:expect_points({ alice = 0, bob = 2, carol = 0 })
end)

test("BH80: unless it is agreed that players may fall below zero", function(t)
  t:option("barbarian_horde.debts", true)
  attack(t, FIELD)
  t:off_turn("alice", "propose_fortress")
  t:play("alice", { answers = { EAST, 10 } })
  t:play("bob", { answer = 5 })
  t:expect_points({ alice = -10, bob = -5 })
end)

test("BH81: whoever pays nothing may propose and need not agree; all others have to", function(t)
  t:players("alice", "bob", "carol")
  attack(t, FIELD)
  t:off_turn("alice", "gift", 20)
  t:off_turn("carol", "propose_fortress")
  t:play("carol", { answer = EAST })
  -- Bob and carol have nothing, and are not asked.
  t:expect_decision("alice", "pay_20_points_for_the_fortress")
  t:play("alice", { answer = 20 })
  t:expect_equal(built(t), 4)
  t:expect_points({ alice = 0, bob = 0, carol = 0 })
end)

test("BH81: a player makes one proposal in a turn", function(t)
  attack(t, FIELD, FIELD)
  t:off_turn("alice", "gift", 15)
  t:off_turn("bob", "propose_fortress")
  t:play("bob", { answer = EAST })
  t:play("alice", { answer = "refuse" })
  t:expect_true(not can(t, "bob", "propose_fortress"), "bob has made his")
  t:expect_true(can(t, "alice", "propose_fortress"), "alice may make hers")
  t:play("alice", { answer = EAST })
  t:expect_equal(built(t), 4)
end)

test("BH81: and another one in the next turn", function(t)
  attack(t, FIELD, FIELD)
  t:off_turn("alice", "gift", 15)
  t:off_turn("bob", "propose_fortress")
  t:play("bob", { answer = EAST })
  t:play("alice", { answer = "refuse" })
  t:play("bob", { place = { 0, -3 } })
  t:expect_true(can(t, "bob", "propose_fortress"))
end)

--                 [E]      [F] [F]
--     [C] [C] [C] [C] #2,-1 [F] [F]     the field at 2,-1 is all that the fortress touches
test("BH82: it is four tiles, of which one has to touch the board", function(t)
  attack(t, FIELD, FIELD)
  t:play("bob", { place = { 2, -1 } })
  t:off_turn("alice", "gift", 15)
  t:off_turn("alice", "propose_fortress")
  t:play("alice", { answer = "cell 3,-2 turned 0" })
  t:expect_equal(built(t), 4)
  for _, cell in ipairs({ { 3, -2 }, { 4, -2 }, { 3, -1 }, { 4, -1 } }) do
    t:expect_equal(
      t:look(function(game) return assert(game:tile_at(cell[1], cell[2])).block end),
      "barbarian_horde/fortress"
    )
  end
  t:play("alice", { place = { 5, -2 } }) -- beside the fortress
end)

test("BH82: each of the four counts as a tile", function(t)
  t:expansions("marshal")
  t:stack(CALL, "marshal/monastery")
  t:play("alice", { place = { 0, -2, turn = 1 } })
  t:off_turn("alice", "calm")
  t:off_turn("alice", "gift", 15)
  t:off_turn("alice", "propose_fortress")
  t:play("alice", { answer = EAST })
  -- A monastery beside the fortress has its tiles 3,-1 and 3,0 around it.
  t:play("bob", { place = { 4, 0 }, deploy = { monastery = true } })
  t:expect_over()
  t:expect_points({ alice = 0, bob = 3 })
end)

--  [F] [F]
--  [F] [F] [.]          the monastery [M] at -1,-2 has all eight tiles around it then
--  [.] [M] [E]
--  [C] [C] [C] [C]
local function monastery(t)
  attack(t, FIELD, "marshal/monastery", FIELD, FIELD)
  t:play("bob", { place = { -2, -2 } })
  t:play("alice", { place = { -1, -2 }, deploy = { monastery = true } })
  t:play("bob", { place = { 0, -3 } })
  t:off_turn("bob", "gift", 15)
  t:off_turn("bob", "propose_fortress")
  t:play("bob", { answer = "cell -2,-4 turned 0" })
end

test("BH83: what it completes is scored with the tile of the turn", function(t)
  monastery(t)
  t:expect_no_award("monastery")
  t:play("alice", { place = { -3, -2 } })
  t:expect_award({ alice = 9, source = "monastery" })
  t:expect_supply({ alice = 7 })
end)

test("BH83, BH86: all edges that touch have to match, and nothing lies there", function(t)
  attack(t, FIELD, FIELD)
  t:off_turn("alice", "gift", 15)
  t:off_turn("alice", "propose_fortress")
  local cells = {}
  for _, option in ipairs(t:options()) do
    cells[option] = true
  end
  t:expect_true(cells[EAST])
  t:expect_true(cells["cell -4,0 turned 0"])
  t:expect_true(not cells["cell -4,-1 turned 0"], "the road of the City in the west ends there")
  t:expect_true(not cells["cell 2,0 turned 0"], "the small city in the east does")
  t:expect_true(not cells["cell 1,-1 turned 0"], "a tile of the City lies there")
  t:expect_true(not cells["cell 3,-1 turned 0"], "it touches nothing")
end)

test("BH84: all its edges are field, and one field runs around the walls", function(t)
  attack(t, FIELD)
  t:off_turn("alice", "gift", 15)
  t:off_turn("alice", "propose_fortress")
  t:play("alice", { answer = EAST })
  local looks = t:look(function(game)
    local tiles, edges = game:tiles("fortress"), {}
    for tile in tiles do
      for _, side in ipairs({ "N", "E", "S", "W" }) do
        table.insert(edges, tile:edge(side))
      end
    end
    return #tiles:features() .. " " .. tiles:features()[1].kind .. ": " .. table.concat(edges, " ")
  end)
  t:expect_equal(looks, "1 field: " .. ("field "):rep(15) .. "field")
end)

--  [C] [C] [F] [F] [b]      from 4,-1 the only ways are west and southwest: onto the fortress
--  [C] [C] [F] [F]
test("BH85, BH97: a barbarian who moves onto it is gone", function(t)
  attack(t, FIELD, "marshal/p6", FIELD)
  t:off_turn("alice", "gift", 15)
  t:off_turn("alice", "propose_fortress")
  t:play("alice", { answer = EAST })
  t:off_turn("bob", "garrison", 2)
  t:play("bob", { place = { 4, -1 } })
  t:off_turn("alice", "barbarian", "tile at 4,-1")
  t:play("alice", { place = { -2, 2 }, deploy = { city = "N" } })
  t:expect_award({ alice = 6, source = "city" })
  t:expect_equal(t:look(function(game) return #game:pieces("barbarian"):where("in_game", false) end), 1)
  t:expect_supply({ bob = 5 }) -- the Defenders are still there
end)

--          [w] [w] [w] [w]
--     [w]  [C] [C] [C] [C] [w]     a wall of city around the City: no field looks out of it
--     [w]  [C] [C] [C] [C] [w]
--     [w]  [C] [C] [C] [C] [w]
--          [w] [w] [w] [w]
test("BH86: where there is no place for it, it cannot be had", function(t)
  t:expansions("marshal")
  local wall = {
    { "cape", -2, -2, 0 },
    { "cape", -1, -2, 0 },
    { "cape", 0, -2, 0 },
    { "gate", 1, -2, 0 },
    { "cape", 2, -1, 1 },
    { "cape", 2, 0, 1 },
    { "town", 2, 1, 0 },
    { "cape", 1, 2, 2 },
    { "gate", 0, 2, 2 },
    { "cape", -1, 2, 2 },
    { "town", -2, 2, 0 },
    { "cape", -3, 1, 3 },
    { "cape", -3, 0, 3 },
    { "gate", -3, -1, 3 },
  }
  for _, tile in ipairs(wall) do
    t:draw("marshal/" .. tile[1])
  end
  t:draw(CALL, FIELD)
  for turn, tile in ipairs(wall) do
    t:play(turn % 2 == 1 and "alice" or "bob", { place = { tile[2], tile[3], turn = tile[4] } })
  end
  t:off_turn("alice", "gift", 60)
  t:expect_true(not can(t, "alice", "propose_fortress"), "the City is walled in")
  t:play("alice", { place = { 0, -3, turn = 2 } })
  t:expect_true(can(t, "alice", "propose_fortress"), "the new tile has a field")
end)

test("BH87: there is one fortress", function(t)
  attack(t, FIELD)
  t:off_turn("alice", "gift", 60)
  t:off_turn("alice", "propose_fortress")
  t:play("alice", { answer = EAST })
  t:expect_points({ alice = 45 })
  t:expect_true(not can(t, "bob", "propose_fortress"), "one is there")
  t:play("bob", { place = { 4, 0 } })
  t:expect_true(not can(t, "bob", "propose_fortress"), "nor in the next turn")
end)
