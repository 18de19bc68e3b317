-- Defenders: BH88 to BH97 and BH126 of RULES.md.
--
-- Boards: x to the east, y to the south. [C] is a tile of the City, [F] one of the fortress, [E] the tile that
-- calls barbarians; further tiles go to the north of it, one behind the other.
--
--                [E]                    0,-2
--     [C] [C] [C] [C] [F] [F]           -2,-1 to 3,-1
--     [C] [C] [C] [C] [F] [F]           -2,0 to 3,0
--     [C] [C] [C] [C]                   -2,1 to 1,1

local CALL, FIELD = "barbarian_horde/E", "marshal/field"

-- The City is attacked and the fortress is built in alice's first turn; then fields are drawn.
local function siege(t, ...)
  t:expansions("marshal", "phantom", "abbot", "inns_and_cathedrals")
  t:draw(CALL, ...)
  for _ = 1, 12 do
    t:draw(FIELD)
  end
  t:play("alice", { place = { 0, -2, turn = 1 } })
  t:off_turn("alice", "calm")
  t:off_turn("alice", "gift", 60)
  t:off_turn("alice", "propose_fortress")
  t:play("alice", { answer = "cell 2,-1 turned 0" })
  local proposer = t:look(function(game) return game.players[1].points end)
  if proposer == 60 then
    error("the fortress was not built")
  end
end

-- Who is in the fortress, each with kind.
local function garrison(t)
  return t:look(function(game)
    local names = {}
    for piece in game:place("fortress"):pieces("follower") do
      table.insert(names, piece.owner.name .. "'s " .. piece.kind)
    end
    return table.concat(names, ", ")
  end)
end

-- How many figures of nobody are on the board or in the fortress.
local function out(t, kind)
  return t:look(function(game)
    return #game:pieces(kind):filter(function(piece) return piece.place ~= nil end)
  end)
end

test("BH88: at the end of the turn a follower goes to the fortress instead of the tile", function(t)
  siege(t)
  t:play("bob", { place = { 0, -3 }, pass = false })
  t:expect_option({ deploy = { field = "NL" } })
  t:play("bob", { act = "defend", on = "bob's follower" })
  t:expect_equal(garrison(t), "bob's follower")
  t:expect_supply({ alice = 7, bob = 6 })
  t:expect_decision("alice", "place") -- there was no deployment besides
end)

test("BH88: only when the fortress stands", function(t)
  t:expansions("marshal")
  t:draw(CALL, FIELD)
  t:play("alice", { place = { 0, -2, turn = 1 } })
  t:play("bob", { place = { 0, -3 }, pass = false })
  t:expect_no_option({ act = "defend", on = "bob's follower" })
  t:expect_no_option({ act = "withdraw" })
end)

test("BH89: no mayor, barn, pig or builder", function(t)
  siege(t)
  t:play("bob", { place = { 0, -3 }, pass = false })
  for _, kind in ipairs({ "mayor", "barn", "pig", "builder" }) do
    t:expect_supply({ bob = 1 }, kind)
    t:expect_no_option({ act = "defend", on = "bob's " .. kind })
  end
end)

-- How many of them each player has.
local figures = { wagon = 2, ringmaster = 2 }

for _, kind in ipairs({ "follower", "wagon", "abbot", "phantom", "ringmaster" }) do
  test("BH90: counts as one Defender: " .. kind, function(t)
    siege(t)
    t:play("bob", { place = { 0, -3 }, act = "defend", on = "bob's " .. kind })
    t:expect_equal(garrison(t), "bob's " .. kind)
    -- A phantom may still follow on the tile, unless it is the Defender itself.
    t:expect_decision("alice", "place")
    t:play("alice", { place = { 0, -4 } })
    t:play("bob", { place = { 0, -5 }, act = "withdraw", on = "bob's " .. kind })
    t:expect_equal(garrison(t), "")
    t:expect_supply({ bob = kind == "follower" and 7 or figures[kind] or 1 }, kind)
  end)
end

test("BH90, BH91: a large follower counts as two, enough for the pits with two players", function(t)
  siege(t)
  t:play("bob", { place = { 0, -3 }, act = "defend", on = "bob's large_follower" })
  t:expect_decision("bob", "pit")
end)

test("BH88, BH90: a phantom may follow a Defender, on the tile", function(t)
  siege(t)
  t:play(
    "bob",
    { place = { 0, -3 }, act = "defend", on = "bob's follower", second = { field = "NL", piece = "phantom" } }
  )
  t:expect_equal(garrison(t), "bob's follower")
  t:expect_supply({ bob = 0 }, "phantom")
  t:expect_decision("alice", "place")
end)

test("BH91: the Defenders of all players count together", function(t)
  siege(t)
  t:play("bob", { place = { 0, -3 }, act = "defend", on = "bob's follower" })
  t:play("alice", { place = { 0, -4 }, act = "defend", on = "alice's follower" })
  t:expect_decision("alice", "pit")
end)

test("BH91: those who are there at one time", function(t)
  siege(t)
  t:play("bob", { place = { 0, -3 }, act = "defend", on = "bob's follower" })
  t:play("alice", { place = { 0, -4 } })
  t:play("bob", { place = { 0, -5 }, act = "withdraw" })
  t:play("alice", { place = { 0, -6 }, act = "defend", on = "alice's follower" })
  t:expect_decision("bob", "place")
end)

-- How many Defenders each defence needs, by rows of players from two to six.
local grids = {
  plus_two = {
    pit = { 2, 4, 6, 8, 10 },
    catapult = { 4, 6, 8, 10, 12 },
    archery_tower = { 6, 8, 10, 12, 14 },
    swordsman = { 8, 10, 12, 14, 16 },
    archer = { 10, 12, 14, 16, 18 },
  },
  three_per_player = {
    pit = { 2, 5, 8, 11, 14 },
    catapult = { 3, 6, 9, 12, 15 },
    archery_tower = { 4, 7, 10, 13, 16 },
    swordsman = { 5, 8, 11, 14, 17 },
    archer = { 6, 9, 12, 15, 18 },
  },
  three_per_step = {
    pit = { 2, 3, 4, 5, 6 },
    catapult = { 5, 6, 7, 8, 9 },
    archery_tower = { 8, 9, 10, 11, 12 },
    swordsman = { 11, 12, 13, 14, 15 },
    archer = { 14, 15, 16, 17, 18 },
  },
}

-- In which order they are earned, and what is answered then.
local DEFENCES = { "pit", "catapult", "archery_tower", "swordsman", "archer" }
local NAMES = { "alice", "bob", "carol", "dave", "eve", "frank" }
local FIGURES = { "wagon", "wagon", "ringmaster", "ringmaster", "follower" }

-- So many ordinary followers of all players go to the fortress, and earn nothing by it.
local function man(t, players, number)
  for seat = 1, players do
    local name = NAMES[seat]
    local there = t:look(
      function(game) return game:player(name):supply("follower"):where("kind", "follower"):count() end
    )
    local count = math.min(number, there - 1)
    if count > 0 then
      t:off_turn(name, "garrison", count)
      number = number - count
    end
  end
  t:expect_equal(number, 0, "Defenders who are missing")
end

for _, preset in ipairs({ "plus_two", "three_per_player", "three_per_step" }) do
  local grid = grids[preset]
  for players = 2, 6 do
    test(
      "BH91: how many Defenders are needed, by " .. preset .. " with " .. players .. " players",
      function(t)
        t:option("barbarian_horde.defenders", preset)
        for _, option in ipairs({ "catapults", "archery_towers", "swordsmen", "archers" }) do
          t:option("barbarian_horde." .. option, 1) -- so that each is asked about once
        end
        t:players(unpack(NAMES, 1, players))
        siege(t)
        local number, turns = 0, 0
        for _, defence in ipairs(DEFENCES) do
          local needed = assert(grid[defence][players - 1])
          man(t, players, math.max(needed - 2 - number, 0))
          number = math.max(needed - 2, number)
          -- The last but one earns nothing, the last does.
          while number < needed do
            local name = assert(NAMES[(turns + 1) % players + 1])
            local next = assert(NAMES[(turns + 2) % players + 1])
            local figure = name .. "'s " .. FIGURES[math.floor(turns / players) + 1]
            number, turns = number + 1, turns + 1
            t:play(name, { place = { 0, -2 - turns }, act = "defend", on = figure })
            if number == needed then
              t:expect_decision(name, defence)
              local options = t:options()
              local guard = defence == "swordsman" or defence == "archer"
              t:play(name, { answer = guard and figure or options[#options] })
            end
            t:expect_decision(next, "place")
          end
        end
      end
    )
  end
end

test("BH92: a player takes one own Defender back instead of deploying", function(t)
  siege(t)
  t:off_turn("alice", "garrison", 1)
  t:off_turn("bob", "garrison", 2)
  t:play("bob", { place = { 0, -3 }, pass = false })
  t:expect_no_option({ act = "withdraw", on = "alice's follower" })
  t:play("bob", { act = "withdraw", on = "bob's follower" })
  t:expect_equal(garrison(t), "alice's follower, bob's follower")
  t:expect_supply({ alice = 6, bob = 6 })
  t:expect_decision("alice", "place") -- once in a turn, and nothing is deployed besides
end)

test("BH93: fewer Defenders later take nothing away", function(t)
  siege(t)
  t:off_turn("bob", "garrison", 1)
  t:play("bob", { place = { 0, -3 }, act = "defend", on = "bob's follower" })
  t:play("bob", { answers = { "tile at 0,-2", "done" } })
  t:play("alice", { place = { 0, -4 } })
  t:play("bob", { place = { 0, -5 }, act = "withdraw", on = "bob's follower" })
  t:expect_equal(out(t, "pit"), 1)
end)

test("BH94: each defence is earned once", function(t)
  siege(t)
  t:off_turn("bob", "garrison", 1)
  t:play("bob", { place = { 0, -3 }, act = "defend", on = "bob's follower", answers = { "done" } })
  t:play("alice", { place = { 0, -4 } })
  t:play("bob", { place = { 0, -5 }, act = "withdraw", on = "bob's follower" })
  t:play("alice", { place = { 0, -6 }, act = "defend", on = "alice's follower" })
  t:expect_decision("bob", "place")
end)

test("BH95, BH96, BH105: a large follower may earn two at once, the lower first", function(t)
  t:option("barbarian_horde.defenders", "three_per_player")
  siege(t)
  t:off_turn("alice", "garrison", 1)
  t:play("bob", { place = { 0, -3 }, act = "defend", on = "bob's large_follower" })
  t:expect_decision("bob", "pit")
  t:play("bob", { answers = { "tile at 0,-3", "done" } })
  t:expect_decision("bob", "catapult")
  t:expect_no_option({ answer = "tile at 0,-3" }) -- BH105: a pit is there
  t:play("bob", { answers = { "tile at 0,-2", "tile at -1,-1" } })
  t:expect_equal(out(t, "pit"), 1)
  t:expect_equal(out(t, "catapult"), 2)
end)

test("BH96: whoever's Defender was the last decides where", function(t)
  siege(t)
  t:off_turn("alice", "garrison", 1)
  t:play("bob", { place = { 0, -3 }, act = "defend", on = "bob's follower" })
  t:expect_decision("bob", "pit")
end)

--  [b] [E]        a barbarian goes east onto the fortress, where three Defenders are
test("BH97: Defenders are on no tile, and no barbarian takes them", function(t)
  siege(t, "marshal/p6")
  t:off_turn("alice", "garrison", 3)
  t:off_turn("bob", "barbarian", "tile at 1,0")
  t:chance(3) -- east
  t:play("bob", { place = { -2, 2 }, deploy = { city = "N" } })
  t:expect_equal(t:look(function(game) return #game:pieces("barbarian"):where("in_game", false) end), 1)
  t:expect_equal(garrison(t), "alice's follower, alice's follower, alice's follower")
  t:expect_equal(t:look(function(game) return game:place("fortress"):pieces()[1].tile end), nil)
end)

test("BH97: nor does anything else that happens on tiles", function(t)
  siege(t)
  t:off_turn("alice", "garrison", 2)
  t:off_turn("bob", "devour", "tile at 2,-1")
  t:expect_equal(garrison(t), "alice's follower, alice's follower")
end)
