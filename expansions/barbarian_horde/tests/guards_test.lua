-- Swordsmen and the archer: BH116 to BH126 of RULES.md.
--
-- Boards: x to the east, y to the south. [C] is a tile of the City, [F] one of the fortress, [E] the tile that
-- calls barbarians, [s] a swordsman, [a] an archer, [b] a barbarian. Bob's field lies to the north:
--
--                [.]                    0,-3
--                [E]                    0,-2
--     [C] [C] [C] [C] [F] [F]           -2,-1 to 3,-1
--     [C] [C] [C] [C] [F] [F]           -2,0 to 3,0
--     [C] [C] [C] [C]                   -2,1 to 1,1

local CALL, FIELD, CITY = "barbarian_horde/E", "marshal/field", { city = "N" }

-- Directions, as they are drawn.
local N, E, S, W = 1, 3, 5, 7

-- How many Defenders two players need.
local SWORDSMEN, ARCHER = 8, 10

-- The City is attacked and the fortress is built in alice's first turn. There are no pits, catapults and towers,
-- and some followers of each are in the fortress already, who earned nothing.
local function siege(t, alices, bobs, ...)
  for _, option in ipairs({ "pits", "catapults", "archery_towers" }) do
    t:option("barbarian_horde." .. option, 0)
  end
  t:draw(CALL, ...)
  t:draw(FIELD, FIELD, FIELD, FIELD, FIELD, FIELD)
  t:play("alice", { place = { 0, -2, turn = 1 } })
  t:off_turn("alice", "calm")
  t:off_turn("alice", "gift", 15)
  t:off_turn("alice", "propose_fortress")
  t:play("alice", { answer = "cell 2,-1 turned 0" })
  t:off_turn("alice", "garrison", alices)
  t:off_turn("bob", "garrison", bobs)
end

-- Bob's Defender is the eighth: one of alice's and one of his become swordsmen.
local function swordsmen(t, ...)
  t:expansions("marshal")
  siege(t, 4, SWORDSMEN - 5, FIELD, ...)
  t:play("bob", { place = { 0, -3 }, act = "defend", on = "bob's follower" })
  t:play("bob", { answer = "bob's follower" })
  t:play("bob", { answer = "alice's follower" })
  t:play("alice", { answer = "agree" })
end

-- Bob's Defender is the tenth, and becomes the archer.
local function archer(t, ...)
  t:expansions("marshal")
  t:option("barbarian_horde.swordsmen", 0)
  siege(t, 5, ARCHER - 6, FIELD, ...)
  t:play("bob", { place = { 0, -3 }, act = "defend", on = "bob's follower" })
  t:play("bob", { answer = "bob's follower" })
end

-- The name of a follower in the supply or, if `there`, in the fortress.
local function follower(t, player, there)
  local id = t:look(
    function(game)
      return game
        :player(player)
        :pieces("follower")
        :where("kind", "follower")
        :where("in_supply", not there)[1].id
    end
  )
  return player .. "'s follower #" .. id
end

-- The name of a guard: of the first or the second swordsman, or of the archer.
local function guard(t, kind, index)
  return kind .. " #" .. t:look(function(game) return game:pieces(kind)[index or 1].id end)
end

-- The first swordsman, or the archer, goes over some tiles, by the player whose turn it is, who places a tile first.
local function move(t, player, cell, kind, ...)
  t:play(player, { place = cell, act = "move_guard", on = guard(t, kind) })
  for _, tile in ipairs({ ... }) do
    t:play(player, { answer = tile == "stop" and tile or "tile at " .. tile })
  end
end

local function removed(t)
  return t:look(function(game) return #game:pieces("barbarian"):where("in_game", false) end)
end

-- Where the guards of a kind are, by tile; those who did not leave the fortress yet are at its "gate".
local function posts(t, kind)
  return t:look(function(game)
    local names = {}
    for token in game:pieces(kind):where("in_supply", false) do
      local tile = token.tile
      table.insert(names, tile and tile.x .. "," .. tile.y or token.place.name)
    end
    table.sort(names)
    return table.concat(names, " ")
  end)
end

local function count(t, player)
  return t:look(
    function(game) return #game:place("fortress"):pieces("follower"):where("owner", game:player(player)) end
  )
end

-- Whether a player can use an action outside of the own turn; if so, it is used.
local function can(t, player, action)
  local done, message = pcall(t.off_turn, t, player, action)
  t:expect_true(done or tostring(message):find("cannot use"), tostring(message))
  return done
end

-- Becoming one

test("BH116: with enough Defenders up to two of them become swordsmen, by agreement", function(t)
  t:expansions("marshal")
  siege(t, 4, SWORDSMEN - 5)
  t:play("bob", { place = { 0, -3 }, act = "defend", on = "bob's follower" })
  t:expect_decision("bob", "swordsman")
  -- One of each player and kind; which of them makes no difference.
  t:expect_equal(#t:options(), 3)
  t:play("bob", { answer = "alice's follower" })
  t:expect_decision("alice", "become_swordsman")
  t:play("alice", { answer = "agree" })
  t:expect_decision("bob", "swordsman")
  t:play("bob", { answer = "bob's follower" })
  t:expect_decision("alice", "place")
  t:expect_equal(posts(t, "swordsman"), "gate gate")
end)

test("BH116: whoever does not agree keeps the Defender, and is not asked again", function(t)
  t:expansions("marshal")
  siege(t, 4, SWORDSMEN - 5)
  t:play("bob", { place = { 0, -3 }, act = "defend", on = "bob's follower" })
  t:play("bob", { answer = "alice's follower" })
  t:play("alice", { answer = "refuse" })
  t:expect_decision("bob", "swordsman")
  t:expect_no_option({ answer = "alice's follower" })
  t:play("bob", { answer = "bob's follower" })
  t:expect_no_option({ answer = "alice's follower" })
  t:play("bob", { answer = "done" })
  t:expect_equal(posts(t, "swordsman"), "gate")
  t:expect_decision("alice", "place")
end)

test("BH116, BH126: swordsmen still count as Defenders", function(t)
  swordsmen(t)
  t:expect_equal(count(t, "alice") + count(t, "bob"), SWORDSMEN)
  t:off_turn("alice", "garrison", 1)
  t:play("alice", { place = { 0, -4 }, act = "defend", on = "alice's follower" })
  t:expect_decision("alice", "archer")
end)

test("BH116: a large follower may be one, and counts as two all the same", function(t)
  t:expansions("marshal", "inns_and_cathedrals")
  siege(t, 3, 3)
  t:play("bob", { place = { 0, -3 }, act = "defend", on = "bob's large_follower" })
  t:play("bob", { answers = { "bob's large_follower", "done" } })
  t:off_turn("alice", "garrison", 1)
  t:play("alice", { place = { 0, -4 }, act = "defend", on = "alice's follower" })
  t:play("alice", { answer = "done" }) -- the other swordsman
  t:expect_decision("alice", "archer")
end)

-- Moving

test("BH117: any player moves one at the end of the turn, instead of deploying", function(t)
  t:expansions("marshal")
  siege(t, 4, SWORDSMEN - 5)
  t:play("bob", { place = { 0, -3 }, act = "defend", on = "bob's follower" })
  t:play("bob", { answers = { "bob's follower", "done" } })
  -- It is alice's turn, and bob's swordsman.
  t:play("alice", { place = { 0, -4 }, pass = false })
  t:expect_option({ act = "move_guard", on = guard(t, "swordsman") })
  t:expect_option({ deploy = { field = "NL" } })
  t:play("alice", { act = "move_guard", on = guard(t, "swordsman") })
  -- From any tile of the fortress, across a side: to the City's tiles in the west.
  t:expect_equal(table.concat(t:options(), ", "), "tile at 1,-1, tile at 1,0")
  t:play("alice", { answers = { "tile at 1,-1", "stop" } })
  t:expect_decision("bob", "place") -- nothing was deployed besides
  t:expect_equal(posts(t, "swordsman"), "1,-1")
  move(t, "bob", { 0, -5 }, "swordsman", "0,-1", "stop")
  t:expect_equal(posts(t, "swordsman"), "0,-1")
end)

test("BH117: up to three spaces, around corners", function(t)
  swordsmen(t)
  t:play("alice", { place = { 0, -4 }, act = "move_guard", on = guard(t, "swordsman") })
  t:expect_no_option({ answer = "stop" }) -- one space at least
  t:play("alice", { answer = "tile at 1,-1" })
  -- Straight on, back, and around the corner; nothing lies at 1,-2, and no way is diagonal.
  t:expect_equal(table.concat(t:options(), ", "), "tile at 2,-1, tile at 1,0, tile at 0,-1, stop")
  t:play("alice", { answer = "tile at 0,-1" })
  t:play("alice", { answer = "tile at 0,-2" })
  t:expect_decision("bob", "place")
  t:expect_equal(posts(t, "swordsman"), "0,-2 gate")
end)

test("BH117: from where he stands", function(t)
  swordsmen(t)
  move(t, "alice", { 0, -4 }, "swordsman", "1,-1", "0,-1", "0,-2")
  t:play("bob", { place = { 0, -5 }, act = "move_guard", on = guard(t, "swordsman") })
  t:expect_equal(table.concat(t:options(), ", "), "tile at 0,-3, tile at 0,-1")
end)

-- Removing barbarians

-- The example of the rule document: two spaces from the swordsman stands a barbarian, who is removed by him. It
-- need not be the turn of his owner.
--
--     [b] [s']         the swordsman goes from the fortress in the east over 1,0 to 0,0
--     0,0  1,0
test("BH118: a swordsman who comes to a barbarian removes it, and stops", function(t)
  swordsmen(t)
  t:off_turn("bob", "barbarian", "tile at 0,0")
  t:play("alice", { place = { 0, -4 }, act = "move_guard", on = guard(t, "swordsman") })
  t:play("alice", { answers = { "tile at 1,0", "tile at 0,0" } })
  t:expect_equal(removed(t), 1)
  t:expect_decision("bob", "place") -- he would have had one space more
  t:expect_equal(posts(t, "swordsman"), "0,0 gate")
end)

--     [b]        0,-3: the barbarian goes south to the swordsman
--     [s]        0,-2
test("BH118: so does a barbarian who comes to him", function(t)
  swordsmen(t, FIELD, "marshal/p6")
  move(t, "alice", { 0, -4 }, "swordsman", "1,-1", "0,-1", "0,-2")
  t:off_turn("bob", "barbarian", "tile at 0,-3")
  t:chance(S)
  t:play("bob", { place = { -2, 2 }, deploy = CITY })
  t:expect_equal(removed(t), 1)
  t:expect_equal(posts(t, "swordsman"), "0,-2 gate")
end)

--     [b]        0,-3: beside the swordsman nothing happens
--     [s] [b]    0,-2
test("BH118: only on his own tile", function(t)
  swordsmen(t, FIELD, "marshal/p6")
  move(t, "alice", { 0, -4 }, "swordsman", "1,-1", "0,-1", "0,-2")
  t:off_turn("bob", "barbarian", "tile at 0,-4")
  t:chance(S)
  t:play("bob", { place = { -2, 2 }, deploy = CITY })
  t:expect_equal(removed(t), 0)
end)

test("BH118: one in a turn: of two on a tile one is left", function(t)
  swordsmen(t)
  t:off_turn("bob", "barbarian", "tile at 0,0")
  t:off_turn("bob", "barbarian", "tile at 0,0")
  move(t, "alice", { 0, -4 }, "swordsman", "1,0", "0,0")
  t:expect_equal(removed(t), 1)
  t:expect_equal(t:look(function(game) return assert(game:tile_at(0, 0)):count_pieces("barbarian") end), 1)
end)

--     [b]        0,-3
--     [s] [b']   at 0,-2 he removes a barbarian; in the same turn another one comes
test("BH118: one in a turn, whoever came to whom; in the next turn the next", function(t)
  swordsmen(t, "marshal/p6", FIELD)
  t:off_turn("bob", "barbarian", "tile at 0,-2")
  -- Bob has a knight in the small city of the City, which alice completes with the tile of that turn.
  t:off_turn("bob", "station", follower(t, "bob"))
  t:play("bob", { answers = { "tile at -2,1", "city at -2,1 segment 0" } })
  t:off_turn("bob", "barbarian", "tile at 0,-3")
  t:chance(S)
  move(t, "alice", { -2, 2 }, "swordsman", "1,-1", "0,-1", "0,-2")
  t:expect_award({ bob = 6, source = "city" })
  t:expect_equal(removed(t), 1)
  t:expect_equal(t:look(function(game) return assert(game:tile_at(0, -2)):count_pieces("barbarian") end), 1)
  move(t, "bob", { 0, -4 }, "swordsman", "0,-3", "0,-2")
  t:expect_equal(removed(t), 2)
end)

test("BH118: he does not enter a space with followers, nor pass it", function(t)
  swordsmen(t)
  t:off_turn("bob", "station", follower(t, "bob"))
  t:play("bob", { answers = { "tile at 1,-1", "field at 1,-1 segment 1" } })
  t:play("alice", { place = { 0, -4 }, act = "move_guard", on = guard(t, "swordsman") })
  t:expect_equal(posts(t, "swordsman"), "1,0 gate") -- the only way
  t:expect_no_option({ answer = "tile at 1,-1" })
end)

test("BH118: nor one with another guard", function(t)
  swordsmen(t)
  move(t, "alice", { 0, -4 }, "swordsman", "1,-1", "stop")
  t:play("bob", { place = { 0, -5 }, pass = false })
  t:play("bob", { act = "move_guard", on = guard(t, "swordsman", 2) })
  t:expect_no_option({ answer = "tile at 1,-1" })
end)

-- Coming back

test("BH119: his owner takes him back at any time", function(t)
  swordsmen(t)
  move(t, "alice", { 0, -4 }, "swordsman", "1,-1", "stop") -- it is bob's
  t:expect_decision("bob", "place")
  t:expect_supply({ bob = 3 })
  t:off_turn("bob", "recall_guard")
  t:expect_supply({ bob = 4 })
  t:expect_equal(posts(t, "swordsman"), "gate")
  t:expect_equal(count(t, "bob"), 3)
  t:expect_true(not can(t, "bob", "recall_guard"), "the other one is alice's")
  t:expect_decision("bob", "place")
end)

test("BH119: not in the way of other Defenders", function(t)
  t:expansions("marshal")
  siege(t, 6, SWORDSMEN - 7)
  t:play("bob", { place = { 0, -3 }, act = "defend", on = "bob's follower" })
  t:play("bob", { answers = { "bob's follower", "bob's follower" } })
  t:play("alice", { place = { 0, -4 } })
  t:play("bob", { place = { 0, -5 }, pass = false })
  t:expect_no_option({ act = "withdraw" })
end)

test("BH119: a new one only when the number is reached again", function(t)
  swordsmen(t)
  t:off_turn("bob", "recall_guard") -- seven are left
  t:off_turn("alice", "dismiss", follower(t, "alice", true)) -- six are left
  t:play("alice", { place = { 0, -4 }, act = "defend", on = "alice's follower" })
  t:expect_decision("bob", "place") -- seven
  t:play("bob", { place = { 0, -5 }, act = "defend", on = "bob's follower" })
  t:expect_decision("bob", "swordsman") -- eight
  t:play("bob", { answer = "bob's follower" })
end)

for _, case in ipairs({ { "home", "dismiss" }, { "away", "abduct" } }) do
  test("BH119: a Defender whom another rule takes is a swordsman no more: " .. case[1], function(t)
    swordsmen(t)
    move(t, "alice", { 0, -4 }, "swordsman", "1,-1", "stop")
    t:off_turn("bob", case[2], follower(t, "bob", true))
    t:expect_equal(posts(t, "swordsman"), "gate")
    t:expect_true(not can(t, "bob", "recall_guard"), "he has no guard any more")
  end)
end

test("BH119: whose token another rule takes is a Defender like others", function(t)
  swordsmen(t)
  t:off_turn("bob", "dismiss", guard(t, "swordsman"))
  t:off_turn("alice", "dismiss", guard(t, "swordsman", 2))
  t:expect_true(not can(t, "bob", "recall_guard"), "he has no guard any more")
  t:play("alice", { place = { 0, -4 }, act = "defend", on = "alice's follower" })
  t:play("alice", { answers = { "alice's follower", "done" } })
  t:expect_equal(posts(t, "swordsman"), "gate")
end)

-- What does not happen to guards

test("BH120: neither the dragon nor a tower takes him", function(t)
  swordsmen(t)
  move(t, "alice", { 0, -4 }, "swordsman", "1,-1", "stop")
  t:off_turn("alice", "devour", "tile at 1,-1")
  t:expect_true(not can(t, "alice", "capture"), "there is nobody for a tower to capture")
  t:expect_equal(posts(t, "swordsman"), "1,-1 gate")
  t:expect_equal(count(t, "bob"), 4)
end)

-- The swordsman goes to 0,-2, beside Vodyanoy's pond at -1,-2; or to 0,1, on whose road Solovei Razboynik is.
for _, case in ipairs({
  { "russian_promos/vodyanoy", { -1, -2 }, { "tile at 1,-1", "tile at 0,-1", "tile at 0,-2" }, "0,-2" },
  { "russian_promos/solovei", { 0, 2, turn = 1 }, { "tile at 1,0", "tile at 0,0", "tile at 0,1" }, "0,1" },
}) do
  test("BH120: nobody catches him who comes near, for he stays in the fortress: " .. case[1], function(t)
    t:expansions("marshal", "russian_promos")
    siege(t, 4, SWORDSMEN - 5, FIELD, case[1])
    t:play("bob", { place = { 0, -3 }, act = "defend", on = "bob's follower" })
    t:play("bob", { answers = { "bob's follower", "done" } })
    t:play("alice", { place = case[2], act = "move_guard", on = guard(t, "swordsman") })
    t:play("alice", { answers = case[3] })
    t:expect_equal(posts(t, "swordsman"), case[4])
    t:expect_equal(count(t, "bob"), 4)
  end)
end

--     [b]        0,-3
--     [s]        0,-2: he has removed one in this turn, and the other one passes him
test("BH120: nor do barbarians take him", function(t)
  swordsmen(t, "marshal/p10")
  t:off_turn("bob", "barbarian", "tile at 0,-2")
  t:off_turn("bob", "station", follower(t, "bob"))
  t:play("bob", { answers = { "tile at -2,1", "city at -2,1 segment 0" } })
  t:off_turn("bob", "barbarian", "tile at 0,-3")
  t:chance(S)
  move(t, "alice", { -2, 2 }, "swordsman", "1,-1", "0,-1", "0,-2")
  t:expect_equal(posts(t, "swordsman"), "0,-2 gate")
  t:expect_equal(t:look(function(game) return assert(game:tile_at(0, -1)):count_pieces("barbarian") end), 1)
  t:expect_equal(count(t, "bob"), 4)
end)

test("BH121: he claims nothing", function(t)
  swordsmen(t)
  move(t, "alice", { 0, -4 }, "swordsman", "1,-1", "0,-1", "0,-2")
  t:expect_equal(
    t:look(function(game)
      return #assert(game:tile_at(0, -2)):features():filter(function(feature) return feature.claimed end)
    end),
    0
  )
  t:play("bob", { place = { 0, -5 }, deploy = { field = "NL" } })
end)

-- The archer

test("BH122: with the most Defenders one becomes the archer, who moves like a swordsman", function(t)
  t:expansions("marshal")
  t:option("barbarian_horde.swordsmen", 0)
  siege(t, 5, ARCHER - 6)
  t:play("bob", { place = { 0, -3 }, act = "defend", on = "bob's follower" })
  t:expect_decision("bob", "archer")
  t:play("bob", { answer = "alice's follower" })
  t:expect_decision("alice", "become_archer")
  t:play("alice", { answer = "agree" })
  t:expect_decision("alice", "place") -- there is one
  t:expect_equal(posts(t, "archer"), "gate")
  move(t, "alice", { 0, -4 }, "archer", "1,-1", "0,-1", "0,-2")
  t:expect_decision("bob", "place")
  t:expect_equal(posts(t, "archer"), "0,-2")
end)

-- The range that the rule document shows: a barbarian who comes to [x], or beside whom he comes, is removed.
--
--     [x] [x] [x]
--     [x] [a] [x]
--     [x] [x] [x]
for _, case in ipairs({
  { "northwest", "-2,0", N },
  { "north", "-2,-1", E },
  { "northeast", "-1,-1", E },
  { "west", "-2,-1", S },
  { "east", "1,0", W },
  { "southwest", "-2,0", S },
  { "south", "0,1", W },
  { "southeast", "1,1", W },
}) do
  test("BH123: a barbarian who comes to a tile around him is removed: in the " .. case[1], function(t)
    archer(t, FIELD, "marshal/p6")
    t:off_turn("bob", "post", "tile at -1,0") -- in the midst of the City
    t:play("alice", { place = { 0, -4 } })
    t:off_turn("bob", "barbarian", "tile at " .. case[2])
    t:chance(case[3])
    t:play("bob", { place = { -2, 2 }, deploy = CITY })
    t:expect_equal(removed(t), 1)
    t:expect_equal(posts(t, "archer"), "-1,0")
  end)
end

--     0,-1   1,-1       from 1,0 he reaches 0,-1, 0,0 and 0,1; two of them have a barbarian each
--     0,0    1,0
--     0,1
test("BH123: all of them, however many", function(t)
  archer(t)
  t:off_turn("bob", "barbarian", "tile at 0,-1")
  t:off_turn("bob", "barbarian", "tile at 0,1")
  t:off_turn("bob", "barbarian", "tile at -1,0")
  t:play("alice", { place = { 0, -4 }, act = "move_guard", on = "archer" })
  t:play("alice", { answer = "tile at 1,0" })
  t:expect_decision("alice", "step") -- he goes on
  t:play("alice", { answer = "stop" })
  t:expect_equal(removed(t), 2)
end)

--     [b]                   he passes the barbarian at 0,-2 on his way from 1,-1 over 1,0 to 1,1
--     [.] [a]
test("BH123: after each step", function(t)
  archer(t)
  t:off_turn("bob", "barbarian", "tile at 0,-2")
  move(t, "alice", { 0, -4 }, "archer", "1,-1", "1,0", "1,1")
  t:expect_equal(removed(t), 1)
  t:expect_equal(posts(t, "archer"), "1,1")
end)

test("BH123: on his own tile, too", function(t)
  archer(t)
  t:off_turn("bob", "barbarian", "tile at 1,0")
  t:play("alice", { place = { 0, -4 }, act = "move_guard", on = "archer" })
  t:play("alice", { answers = { "tile at 1,0", "stop" } })
  t:expect_equal(removed(t), 1)
end)

test("BH123: not two spaces away", function(t)
  archer(t)
  t:off_turn("bob", "barbarian", "tile at -1,-1")
  move(t, "alice", { 0, -4 }, "archer", "1,-1", "stop")
  t:expect_equal(removed(t), 0)
end)

test("BH124: his owner takes him back at any time", function(t)
  archer(t)
  move(t, "alice", { 0, -4 }, "archer", "1,-1", "stop")
  t:off_turn("bob", "recall_guard")
  t:expect_equal(posts(t, "archer"), "")
  t:expect_supply({ bob = 3 })
end)

test("BH124, BH126: again only with the highest number, for which he counts himself", function(t)
  archer(t, FIELD)
  t:expect_equal(count(t, "alice") + count(t, "bob"), ARCHER)
  t:off_turn("bob", "recall_guard") -- nine
  t:off_turn("alice", "dismiss", follower(t, "alice", true)) -- eight
  t:play("alice", { place = { 0, -4 }, act = "defend", on = "alice's follower" })
  t:expect_decision("bob", "place") -- nine
  t:play("bob", { place = { 0, -5 }, act = "defend", on = "bob's follower" })
  t:expect_decision("bob", "archer") -- ten
end)
