-- Vodyanoy: RP38 to RP59 of RULES.md.
--
-- Boards: x to the east, y to the south. [D] is the start tile at 0,0: a city in the north, a road from
-- west to east. [v] is Vodyanoy's tile, in most tests at 0,1:
--
--     -1,0  [D]  1,0
--     -1,1  [v]  1,1
--     -1,2  0,2  1,2

local VODYANOY = "russian_promos/vodyanoy"

-- Who is caught in the pond, one name for each figure.
local function caught(t)
  return t:look(function(game)
    local names = {}
    for tile in game:tiles("trap") do
      for piece in tile.place.vodyanoy:pieces() do
        table.insert(names, piece.owner.name .. "'s " .. piece.kind)
      end
    end
    return table.concat(names, ", ")
  end)
end

--  =[U]==[D]=      alice on the road, at -1,0
local function robber(t, figure)
  t:play("alice", { place = { -1, 0 }, deploy = { road = "W", piece = figure or "follower" } })
end

test("RP38: when the tile is placed, all followers on adjacent tiles are put on it", function(t)
  t:draw("base/U", "base/U", VODYANOY)
  robber(t)
  t:play("bob", { place = { 1, 0 }, deploy = { field = "N" } })
  t:expect_equal(caught(t), "")
  t:play("alice", { place = { 0, 1 } })
  t:expect_equal(caught(t), "alice's follower, bob's follower")
  t:expect_supply({ alice = 6, bob = 6 })
end)

--  [U]==[U]==[D]==[U]==[U]
--       [B]  [v]  [B]            a phantom stands on [D]; bob's large follower at 2,0 is too far away
--       [B]  [E]  [B]
test("RP38, RP39: all eight cells around, and none farther away", function(t)
  t:expansions("figures")
  t:draw("base/U", "base/U", "base/B", "base/B", "base/B", "base/E", "base/B", "base/U", "base/U", VODYANOY)
  t:play("alice", { place = { -1, 0 }, deploy = { road = "W" } })
  t:play("bob", { place = { 1, 0 }, deploy = { field = "N" } })
  t:play("alice", { place = { -1, 1 }, deploy = { monastery = true } })
  t:play("bob", { place = { 1, 1 }, deploy = { monastery = true } })
  t:play("alice", { place = { -1, 2 }, deploy = { monastery = true } })
  t:play("bob", { place = { 0, 2, turn = 2 }, deploy = { city = "S" } })
  t:play("alice", { place = { 1, 2 }, deploy = { monastery = true } })
  t:play("bob", { place = { 2, 0 }, act = "put", on = "bob's large", answers = { "tile at 2,0" } })
  t:play("alice", { place = { -2, 0 }, act = "put", on = "alice's phantom", answers = { "tile at 0,0" } })
  t:play("bob", { place = { 0, 1 } })
  t:expect_equal(
    caught(t),
    "alice's follower, alice's follower, alice's follower, alice's follower, alice's phantom, "
      .. "bob's follower, bob's follower, bob's follower"
  )
  t:expect_equal(t:look(function(game) return assert(game:tile_at(2, 0)):count_pieces() end), 1)
end)

test("RP40, RP41: so are all followers that are deployed beside it later", function(t)
  t:draw(VODYANOY, "base/U", "base/U")
  t:play("alice", { place = { 0, 1 } })
  t:play("bob", { place = { 1, 0 }, deploy = { road = "W" } })
  t:expect_equal(caught(t), "bob's follower")
  t:play("alice", { place = { 2, 0 }, deploy = { road = "E" } })
  t:expect_equal(caught(t), "bob's follower") -- two cells away
end)

test("RP42, RP43: each of them costs two points at the end, and totals may fall below zero", function(t)
  t:stack("base/U", VODYANOY, "base/B", "base/B")
  robber(t)
  t:play("bob", { place = { 0, 1 } })
  t:play("alice", { place = { 1, 1 }, deploy = { monastery = true } })
  t:play("bob", { place = { 1, 2 }, deploy = { monastery = true } })
  t:expect_over()
  t:expect_equal(caught(t), "alice's follower, alice's follower, bob's follower")
  t:expect_awards({ { alice = -4, source = "vodyanoy" }, { bob = -2, source = "vodyanoy" } })
  t:expect_points({ alice = -4, bob = -2 })
end)

test("RP41, RP44: instead of deploying, a player takes a follower back", function(t)
  t:stack("base/U", VODYANOY, "base/B", "base/B")
  robber(t)
  t:play("bob", { place = { 0, 1 } })
  t:play("alice", { place = { 0, 2 }, act = "take_back" })
  t:expect_equal(caught(t), "")
  t:expect_supply({ alice = 7 })
  t:expect_decision("bob", "place")
  t:play("bob", { place = { 0, 3 } })
  t:expect_awards({})
end)

--  [D]
--  [v]      another pond at 0,2: who is in one is not drawn into the other
--  [w]
test("RP42: they stay in their pond", function(t)
  t:expansions("roads")
  t:option("russian_promos.vodyanoy_empties_tree", true)
  t:draw("base/U", VODYANOY, "roads/pond", "base/B")
  robber(t)
  t:play("bob", { place = { 0, 1 } })
  t:play("alice", { place = { 0, 2 } })
  t:play("bob", { place = { 1, 1 }, deploy = { monastery = true } })
  t:expect_equal(caught(t), "alice's follower, bob's follower")
  t:expect_equal(t:look(function(game) return assert(game:tile_at(0, 1)):count_pieces() end), 2)
end)

test("RP44: only own followers", function(t)
  t:draw("base/U", VODYANOY, "base/B", "base/B")
  robber(t)
  t:play("bob", { place = { 0, 1 } })
  t:play("alice", { place = { 0, 2 } })
  t:play("bob", { place = { 0, 3 }, pass = false })
  t:expect_no_option({ act = "take_back" })
end)

for _, figure in ipairs({ "large", "mayor", "wagon", "phantom", "abbot", "ringmaster" }) do
  test("RP45, RP59: caught when the tile is placed: " .. figure, function(t)
    t:expansions("figures")
    t:draw("base/U", VODYANOY, "base/B")
    t:play(
      "alice",
      { place = { -1, 0 }, act = "put", on = "alice's " .. figure, answers = { "tile at -1,0" } }
    )
    t:play("bob", { place = { 0, 1 } })
    t:expect_equal(caught(t), "alice's " .. figure)
    t:play("alice", { place = { 0, 2 }, act = "take_back" })
    t:expect_equal(caught(t), "")
  end)
end

for _, case in ipairs({
  { "large", "base/U", { road = "W" } },
  { "mayor", "base/D", { city = "N" } },
  { "wagon", "base/U", { road = "W" } },
  { "phantom", "base/U", { field = "N" } },
  { "abbot", "base/B", { monastery = true } },
  { "ringmaster", "base/B", { field = "N" } },
}) do
  local figure, tile, feature, side = case[1], case[2], next(case[3])
  test("RP40, RP45, RP59: caught when it is deployed: " .. figure, function(t)
    t:expansions("figures")
    t:draw(VODYANOY, tile)
    t:play("alice", { place = { 0, 1 } })
    t:play("bob", {
      place = tile == "base/B" and { 1, 1 } or { 1, 0 },
      deploy = { [feature] = side, piece = figure },
    })
    t:expect_equal(caught(t), "bob's " .. figure)
  end)
end

for _, figure in ipairs({ "builder", "pig", "barn", "shepherd" }) do
  test("RP46: stays where it is: " .. figure, function(t)
    t:expansions("figures")
    t:draw("base/U", VODYANOY, "base/B", "base/B")
    t:play(
      "alice",
      { place = { -1, 0 }, act = "put", on = "alice's " .. figure, answers = { "tile at -1,0" } }
    )
    t:play("bob", { place = { 0, 1 } })
    t:play("alice", { place = { 0, 2 } })
    t:play("bob", { place = { 1, 2 }, act = "put", on = "bob's " .. figure, answers = { "tile at 1,2" } })
    t:expect_equal(caught(t), "")
    t:expect_supply({ alice = 0, bob = 0 }, figure)
  end)
end

for _, figure in ipairs({ "dragon", "fairy", "count", "mage", "witch", "big_top" }) do
  test("RP46: stays where it is: " .. figure, function(t)
    t:expansions("figures")
    t:draw("base/U", VODYANOY)
    t:play("alice", { place = { -1, 0 }, act = "put", on = figure, answers = { "tile at -1,0" } })
    t:play("bob", { place = { 0, 1 } })
    t:expect_equal(caught(t), "")
    t:expect_equal(t:look(function(game) return assert(game:tile_at(-1, 0)):count_pieces(figure) end), 1)
  end)
end

for _, case in ipairs({ { "builder", "W", "road" }, { "pig", "N", "field" } }) do
  local figure, side, kind = case[1], case[2], case[3]
  test("RP46: goes home when the last follower beside it is caught: " .. figure, function(t)
    t:expansions("figures")
    t:draw("base/U", "base/U", "base/U", VODYANOY)
    t:play("alice", { place = { -1, 0 }, deploy = { [kind] = side } })
    t:play("bob", { place = { 1, 0 } })
    t:play("alice", {
      place = { -2, 0 },
      act = "put",
      on = "alice's " .. figure,
      answers = { kind .. (kind == "field" and " at -2,0 segment 1" or " at -2,0") },
    })
    t:expect_supply({ alice = 0 }, figure)
    t:play("bob", { place = { 0, 1 } })
    t:expect_equal(caught(t), "alice's follower")
    t:expect_supply({ alice = 1 }, figure)
  end)
end

for _, place in ipairs({ "castle", "quarter", "crown", "leipzig" }) do
  test("RP47: no follower is taken from here: " .. place, function(t)
    t:expansions("figures")
    t:draw("base/U", VODYANOY, "base/B")
    t:play(
      "alice",
      { place = { -1, 0 }, act = "put", on = "alice's large", answers = { "figures/" .. place } }
    )
    t:play("bob", { place = { 0, 1 } })
    t:play(
      "alice",
      { place = { 0, 2 }, act = "put", on = "alice's wagon", answers = { "figures/" .. place } }
    )
    t:expect_equal(caught(t), "")
    t:expect_equal(t:look(function(game) return game:place(place):pieces():count() end), 2)
  end)
end

test("RP38, RP52: a follower in a place of an adjacent tile is taken, as on a tower", function(t)
  t:expansions("figures")
  t:draw("base/U", VODYANOY, "base/B")
  t:play(
    "alice",
    { place = { -1, 0 }, act = "put", on = "alice's large", answers = { "figures/tower at -1,0" } }
  )
  t:play("bob", { place = { 0, 1 } })
  t:expect_equal(caught(t), "alice's large")
  t:play(
    "alice",
    { place = { 0, 2 }, act = "put", on = "alice's wagon", answers = { "figures/tower at 0,2" } }
  )
  t:expect_equal(caught(t), "alice's large, alice's wagon")
end)

test("RP48: a bathhouse beside Vodyanoy is always emptied", function(t)
  t:expansions("barber_surgeons")
  t:draw("base/U", VODYANOY, "base/B")
  t:play("alice", { place = { -1, 0 }, act = "bathe", on = "tile at -1,0" })
  t:play("bob", { place = { 0, 1 } })
  t:expect_equal(caught(t), "alice's follower")
  t:play("alice", { place = { 0, 2 }, act = "bathe", on = "tile at -1,0" })
  t:expect_equal(caught(t), "alice's follower, alice's follower")
end)

test("RP49: unless players agree that bathhouses are safe", function(t)
  t:expansions("barber_surgeons")
  t:option("russian_promos.bathhouse_immune", true)
  t:draw("base/U", VODYANOY, "base/B", "base/B")
  t:play("alice", { place = { -1, 0 }, act = "bathe", on = "tile at -1,0" })
  t:play("bob", { place = { 0, 1 } })
  t:play("alice", { place = { 0, 2 }, act = "bathe", on = "tile at -1,0" })
  t:expect_equal(caught(t), "")
  t:play("bob", { place = { 1, 2 }, deploy = { monastery = true } })
  t:expect_equal(caught(t), "bob's follower")
end)

test("RP50: farmers and monks are followers", function(t)
  t:draw("base/U", "base/B", "base/B", VODYANOY)
  t:play("alice", { place = { -1, 0 }, deploy = { field = "S" } })
  t:play("bob", { place = { -1, 1 }, deploy = { monastery = true } })
  t:play("alice", { place = { -1, 2 } })
  t:play("bob", { place = { 0, 1 } })
  t:expect_equal(caught(t), "alice's follower, bob's follower")
end)

--  [U]==[U]==[D]==[U]      alice at -2,0, two cells from [v]; [B] at -1,1 joins her field to the rest
--       [B]  [v]
test("RP51: a tile that is placed beside it brings nobody who stands farther away", function(t)
  t:draw("base/U", "base/U", VODYANOY, "base/B")
  t:play("alice", { place = { -1, 0 } })
  t:play("bob", { place = { -2, 0 }, deploy = { field = "S" } })
  t:play("alice", { place = { 0, 1 } })
  t:play("bob", { place = { -1, 1 } })
  t:expect_equal(caught(t), "")
end)

test("RP52: to be moved beside it is to be placed there", function(t)
  t:expansions("figures")
  t:draw(VODYANOY, "base/U", "base/U", "base/U", "base/B")
  t:play("alice", { place = { 0, 1 } })
  t:play("bob", { place = { 1, 0 } })
  t:play("alice", { place = { 2, 0 }, deploy = { road = "W" } })
  t:play("bob", { place = { 3, 0 } })
  t:expect_equal(caught(t), "")
  t:play("alice", { place = { 0, 2 }, act = "move", on = "alice's follower", answers = { "road at 1,0" } })
  t:expect_equal(caught(t), "alice's follower")
end)

test("RP52: or farther away, to be safe", function(t)
  t:expansions("figures")
  t:draw(VODYANOY, "base/U", "base/U", "base/U")
  t:play("alice", { place = { 0, 1 } })
  t:play("bob", { place = { 1, 0 } })
  t:play("alice", { place = { 2, 0 }, act = "put", on = "alice's large", answers = { "road at 2,0" } })
  t:play("bob", { place = { 3, 0 }, act = "put", on = "bob's large", answers = { "tile at 1,0" } })
  t:expect_equal(caught(t), "bob's large")
end)

test("RP52: by option, whoever is moved is safe", function(t)
  t:expansions("figures")
  t:option("russian_promos.moved_figures", false)
  t:draw(VODYANOY, "base/U", "base/B")
  t:play("alice", { place = { 0, 1 } })
  t:play("bob", { place = { 1, 0 }, act = "put", on = "bob's large", answers = { "road at 1,0" } })
  t:expect_equal(caught(t), "")
  t:play("alice", { place = { 1, 1 }, deploy = { monastery = true } })
  t:expect_equal(caught(t), "alice's follower")
end)

--  [E]      a knight on the tile that closes the city of [D]; [v] lies at -1,-1
--  [D]
test("RP53: a knight on the closing tile is caught before the city scores", function(t)
  t:draw("base/U", VODYANOY, "base/E")
  t:play("alice", { place = { -1, 0 } })
  t:play("bob", { place = { -1, -1 } })
  t:play("alice", { place = { 0, -1, turn = 2 }, deploy = { city = "S" } })
  t:expect_equal(caught(t), "alice's follower")
  t:expect_awards({})
end)

test("RP53: by option the knight scores first", function(t)
  t:option("russian_promos.completed_features", "scored")
  t:draw("base/U", VODYANOY, "base/E")
  t:play("alice", { place = { -1, 0 } })
  t:play("bob", { place = { -1, -1 } })
  t:play("alice", { place = { 0, -1, turn = 2 }, deploy = { city = "S" } })
  t:expect_equal(caught(t), "")
  t:expect_awards({ { alice = 4, source = "city" } })
end)

test("RP54: nobody is deployed on Vodyanoy's own tile", function(t)
  t:draw(VODYANOY)
  t:play("alice", { place = { 0, 1 } })
  t:expect_decision("bob", "place")
  for _, option in ipairs(t:options()) do
    t:expect_true(not string.find(option, "deploy"), option)
  end
end)

test("RP54: its field may be claimed by a later tile", function(t)
  t:draw(VODYANOY, "base/B", "base/B")
  t:play("alice", { place = { 0, 1 } })
  t:play("bob", { place = { 0, 2 } })
  t:play("alice", { place = { 0, 3 }, deploy = { field = "N" } })
  t:expect_equal(caught(t), "")
  t:expect_equal(
    t:look(function(game) return assert(assert(game:tile_at(0, 1)):feature("N")).claimed end),
    true
  )
end)

test("RP54: by option a farmer stands on it, and is not beside it", function(t)
  t:option("russian_promos.deploy_on_vodyanoy", true)
  t:draw(VODYANOY)
  t:play("alice", { place = { 0, 1 }, deploy = { field = "N" } })
  t:expect_equal(caught(t), "")
  t:expect_supply({ alice = 6 })
end)

test("RP55: nobody is taken back in the turn in which the tile is placed", function(t)
  t:draw("base/U", "base/U", VODYANOY, "base/B", "base/B")
  robber(t)
  t:play("bob", { place = { 1, 0 } })
  t:play("alice", { place = { 0, 1 }, pass = false })
  t:expect_equal(caught(t), "alice's follower")
  t:expect_decision("bob", "place") -- there was nothing to do
  t:play("bob", { place = { 0, 2 } })
  t:play("alice", { place = { 0, 3 }, act = "take_back" })
  t:expect_supply({ alice = 7 })
end)

--  [U]==[D]==[S]      alice in the tree of [S], which lies beside [v]
--       [v]
local function tree_beside(t)
  t:draw("base/U", "russian_promos/solovei", VODYANOY)
  robber(t)
  t:play("bob", { place = { 1, 0 } })
  t:play("alice", { place = { 0, 1 } })
end

-- Who is caught in the tree, one name for each figure.
local function in_tree(t)
  return t:look(function(game)
    local tree = game:tiles("trap"):where("trap", "solovei"):first()
    local names = tree.place.solovei
      :pieces()
      :map(function(piece) return piece.owner.name .. "'s " .. piece.kind end)
    return table.concat(names:list(), ", ")
  end)
end

test("RP56: a follower in a tree beside it stays there", function(t)
  tree_beside(t)
  t:expect_equal(caught(t), "")
  t:expect_equal(in_tree(t), "alice's follower")
end)

test("RP56: by option it is taken out of the tree", function(t)
  t:option("russian_promos.vodyanoy_empties_tree", true)
  tree_beside(t)
  t:expect_equal(caught(t), "alice's follower")
  t:expect_equal(in_tree(t), "")
end)

--  [D]==[S]      alice stands on a tower of [S], and not in the tree
--       [v]
test("RP38, RP56: whoever is elsewhere on the tile of the tree is caught", function(t)
  t:expansions("figures")
  t:draw("russian_promos/solovei", "base/B", "base/B", VODYANOY)
  t:play("alice", {
    place = { 1, 0 },
    act = "put",
    on = "alice's large",
    answers = { "figures/tower at 1,0" },
  })
  t:play("bob", { place = { 0, 1 } })
  t:play("alice", { place = { 0, 2 } })
  t:play("bob", { place = { 1, 1 } })
  t:expect_equal(caught(t), "alice's large")
end)

--  [D]==[S]==[U]      the road past the tree goes on to [U], two cells from [v]
--  [v]
local function tree_later(t)
  t:draw(VODYANOY, "russian_promos/solovei", "base/U")
  t:play("alice", { place = { 0, 1 } })
  t:play("bob", { place = { 1, 0 } })
  t:play("alice", { place = { 2, 0 }, deploy = { road = "W" } })
end

test("RP56: one that comes into the tree stays there too", function(t)
  tree_later(t)
  t:expect_equal(caught(t), "")
  t:expect_equal(in_tree(t), "alice's follower")
end)

test("RP56: by option it goes on to the pond", function(t)
  t:option("russian_promos.vodyanoy_empties_tree", true)
  tree_later(t)
  t:expect_equal(caught(t), "alice's follower")
  t:expect_equal(in_tree(t), "")
end)

test("RP52, RP56: who is drawn from the tree into the pond is caught, not moved", function(t)
  t:option("russian_promos.vodyanoy_empties_tree", true)
  t:option("russian_promos.moved_figures", false)
  tree_later(t)
  t:expect_equal(caught(t), "alice's follower")
end)

test("RP56: whoever both could catch is Vodyanoy's", function(t)
  t:draw(VODYANOY, "russian_promos/solovei")
  t:play("alice", { place = { 0, 1 } })
  t:play("bob", { place = { 1, 0 }, deploy = { road = "W" } })
  t:expect_equal(caught(t), "bob's follower")
  t:expect_equal(in_tree(t), "")
end)

test("RP57: a large follower is one figure, and costs two points", function(t)
  t:expansions("figures")
  t:stack("base/U", VODYANOY)
  robber(t, "large")
  t:play("bob", { place = { 0, 1 } })
  t:expect_equal(caught(t), "alice's large")
  t:expect_awards({ { alice = -2, source = "vodyanoy" } })
end)

test("RP58: one figure in a turn, from whichever of the two traps", function(t)
  t:draw("base/U", "russian_promos/solovei", "base/B", VODYANOY, "base/B", "base/B", "base/B")
  robber(t)
  t:play("bob", { place = { 1, 0 } })
  t:play("alice", { place = { 0, 1 }, deploy = { monastery = true } })
  t:play("bob", { place = { 0, 2 } })
  t:expect_equal(caught(t), "alice's follower")
  t:expect_equal(in_tree(t), "alice's follower")
  t:play("alice", { place = { 0, 3 }, pass = false })
  local offered = 0
  for _, option in ipairs(t:options()) do
    offered = offered + (string.find(option, "take_back") and 1 or 0)
  end
  t:expect_equal(offered, 2)
  t:play("alice", { act = "take_back", on = "alice's follower #0" })
  t:expect_supply({ alice = 6 })
  t:expect_decision("bob", "place")
end)

test("RP58: one figure in each part of a turn", function(t)
  t:expansions("figures")
  t:draw("base/U", "russian_promos/solovei", "base/B", VODYANOY, "base/B", "base/B", "base/B")
  robber(t)
  t:play("bob", { place = { 1, 0 } })
  t:play("alice", { place = { 0, 1 }, deploy = { monastery = true } })
  t:play("bob", { place = { 0, 2 } })
  t:play("alice", { place = { 0, 3 }, act = "again", pass = false })
  t:play("alice", { act = "take_back", on = "alice's follower #0" })
  t:expect_supply({ alice = 6 })
  t:play("alice", { place = { 1, 1 }, act = "take_back" })
  t:expect_supply({ alice = 7 })
  t:expect_decision("bob", "place")
end)
