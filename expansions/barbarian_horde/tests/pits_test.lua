-- Pits: BH98 to BH105 of RULES.md.
--
-- Boards: x to the east, y to the south. [C] is a tile of the City, [F] one of the fortress, [E] the tile that
-- calls barbarians. Bob's field lies to the north of it; with his second Defender he earns the pits.
--
--                [.]                    0,-3
--                [E]                    0,-2
--     [C] [C] [C] [C] [F] [F]           -2,-1 to 3,-1
--     [C] [C] [C] [C] [F] [F]           -2,0 to 3,0
--     [C] [C] [C] [C]                   -2,1 to 1,1

local CALL, FIELD, CITY = "barbarian_horde/E", "marshal/field", { city = "N" }

-- Directions, as they are drawn.
local S = 5

-- The City is attacked and the fortress is built in alice's first turn; a Defender is there.
local function siege(t, ...)
  t:expansions("marshal", "phantom")
  t:draw(CALL, ...)
  t:draw(FIELD, FIELD, FIELD)
  t:play("alice", { place = { 0, -2, turn = 1 } })
  t:off_turn("alice", "calm")
  t:off_turn("alice", "gift", 15)
  t:off_turn("alice", "propose_fortress")
  t:play("alice", { answer = "cell 2,-1 turned 0" })
  t:off_turn("bob", "garrison", 1)
end

-- Bob places a tile to the north and sends the Defender who earns the pits.
local function earn(t, at)
  t:play("bob", { place = at or { 0, -3 }, act = "defend", on = "bob's follower", second = false })
end

local function count(t, kind, field, value)
  return t:look(function(game) return #game:pieces(kind):where(field, value) end)
end

local function pits_on(t, x, y)
  return t:look(function(game) return assert(game:tile_at(x, y)):count_pieces("pit") end)
end

test(
  "BH98, BH99: the first defence are pits: as many as one wants, at once, and the others are lost",
  function(t)
    siege(t)
    earn(t)
    t:expect_decision("bob", "pit")
    t:play("bob", { answer = "tile at 0,-3" })
    t:expect_decision("bob", "pit")
    t:play("bob", { answer = "tile at 0,-2" })
    t:play("bob", { answer = "done" })
    t:expect_equal(count(t, "pit", "in_game", false), 6)
    t:expect_equal(pits_on(t, 0, -3) + pits_on(t, 0, -2), 2)
  end
)

test("BH99: all eight", function(t)
  siege(t)
  earn(t)
  for _ = 1, 8 do
    t:expect_decision("bob", "pit")
    t:play("bob", { answer = t:options()[1] })
  end
  t:expect_equal(count(t, "pit", "in_supply", true), 0)
  t:expect_equal(count(t, "pit", "in_game", false), 0)
end)

test("BH99: as many as the option says", function(t)
  t:option("barbarian_horde.pits", 1)
  siege(t)
  earn(t)
  t:play("bob", { answer = "tile at 0,-2" })
  t:expect_decision("alice", "place")
  t:expect_equal(pits_on(t, 0, -2), 1)
end)

-- The town at -2,2 has no field, nor has the City inside; the tiles of its wall have.
test("BH100: on an empty field segment of a tile that is placed", function(t)
  siege(t, FIELD, "marshal/town", FIELD)
  t:play("bob", { place = { 0, -3 } })
  t:play("alice", { place = { -2, 2 } })
  t:play("bob", { place = { 0, -4 }, act = "defend", on = "bob's follower" })
  t:expect_option({ answer = "tile at 0,-3" })
  t:expect_option({ answer = "tile at -1,-1" })
  t:expect_option({ answer = "tile at 3,0" })
  t:expect_no_option({ answer = "tile at -2,2" })
  t:expect_no_option({ answer = "tile at -1,0" })
end)

test("BH101: not on a tile with a follower, on whatever feature, nor with a barbarian", function(t)
  siege(t, "marshal/road", FIELD, FIELD)
  t:play("bob", { place = { 0, -3 }, deploy = { road = "W" } })
  t:play("alice", { place = { 0, -4 }, deploy = { field = "NL" } })
  t:off_turn("alice", "barbarian", "tile at 0,-2")
  earn(t, { 0, -5 })
  t:expect_no_option({ answer = "tile at 0,-3" })
  t:expect_no_option({ answer = "tile at 0,-4" })
  t:expect_no_option({ answer = "tile at 0,-2" })
  t:expect_option({ answer = "tile at 0,-5" })
end)

test("BH102: no follower is deployed on a tile with a pit", function(t)
  siege(t)
  earn(t)
  -- Bob's phantom could follow on the tile just placed.
  t:play("bob", { answers = { "tile at 0,-3", "done" }, second = false })
  t:expect_decision("alice", "place")
end)

test("BH102: beside it followers are deployed", function(t)
  siege(t)
  earn(t)
  t:play("bob", { answers = { "tile at 0,-2", "done" }, second = false })
  t:play("bob", { second = { field = "NL", piece = "phantom" } })
  t:expect_supply({ bob = 0 }, "phantom")
end)

--  [b] pit      from -1,-3 the barbarian goes south to -1,-2, between the pits
--  [.] [E] pit
--  [C] pit
test("BH103: a pit affects its own tile only", function(t)
  siege(t, FIELD, FIELD, FIELD, FIELD, "marshal/p6")
  t:play("bob", { place = { 0, -3 } })
  t:play("alice", { place = { -1, -3 } })
  t:play("bob", { place = { -1, -2 }, act = "defend", on = "bob's follower" })
  t:play("bob", { answers = { "tile at -1,-1", "tile at 0,-2", "tile at 0,-3", "done" } })
  t:off_turn("bob", "barbarian", "tile at -1,-3")
  t:play("alice", { place = { -2, -3 } })
  t:chance(S)
  t:play("bob", { place = { -2, 2 }, deploy = CITY })
  t:expect_equal(t:look(function(game) return assert(game:tile_at(-1, -2)):count_pieces("barbarian") end), 1)
  t:expect_equal(pits_on(t, -1, -1), 1)
end)

--  [b]          0,-3
--  [E] pit      0,-2
test("BH104: a barbarian who enters is gone, and so is the pit", function(t)
  siege(t, FIELD, "marshal/p6")
  earn(t)
  t:play("bob", { answers = { "tile at 0,-2", "tile at 0,-1", "done" } })
  t:off_turn("bob", "barbarian", "tile at 0,-3")
  t:chance(S)
  t:play("alice", { place = { -2, 2 }, deploy = CITY })
  t:expect_equal(count(t, "barbarian", "in_game", false), 1)
  t:expect_equal(pits_on(t, 0, -2), 0)
  t:expect_equal(pits_on(t, 0, -1), 1)
  t:expect_equal(count(t, "pit", "in_game", false), 7)
end)

--  [b]          0,-3
--  [E] pit      0,-2      four spaces would bring it to 0,1
test("BH104: in the midst of its way, too", function(t)
  siege(t, FIELD, "marshal/p16")
  earn(t)
  t:play("bob", { answers = { "tile at 0,-2", "done" } })
  t:off_turn("bob", "barbarian", "tile at 0,-3")
  t:chance(S)
  t:play("alice", { place = { -2, 2 }, deploy = CITY })
  t:expect_equal(count(t, "barbarian", "in_game", false), 1)
  t:expect_equal(pits_on(t, 0, -2), 0)
end)

test("BH105: one pit on a tile", function(t)
  siege(t)
  earn(t)
  t:play("bob", { answer = "tile at 0,-3" })
  t:expect_no_option({ answer = "tile at 0,-3" })
  t:expect_option({ answer = "tile at 0,-2" })
end)

test("BH105: a field segment is empty where no figure stands, a pig no more than others", function(t)
  siege(t, "marshal/road", FIELD, FIELD)
  t:play("bob", { place = { 0, -3 } })
  t:play("alice", { place = { 0, -4 } })
  -- The pig on one of the two fields of 0,-3 leaves the other free; the one on 0,-4 leaves none.
  t:off_turn("alice", "station", "alice's pig")
  t:play("alice", { answers = { "tile at 0,-4", "field at 0,-4" } })
  t:off_turn("bob", "station", "bob's pig")
  t:play("bob", { answers = { "tile at 0,-3", "field at 0,-3 segment 1" } })
  earn(t, { 0, -5 })
  t:expect_option({ answer = "tile at 0,-3" })
  t:expect_no_option({ answer = "tile at 0,-4" })
end)
