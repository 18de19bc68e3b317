-- Solovei Razboynik: RP21 to RP37 of RULES.md.
--
-- Boards: x to the east, y to the south. [D] is the start tile at 0,0: a city in the north, a road from
-- west to east. [S] is the tile of Solovei Razboynik, with a road from west to east.

local SOLOVEI = "russian_promos/solovei"

-- Who is caught in the tree, one name for each figure.
local function caught(t)
  return t:look(function(game)
    local names = {}
    for tile in game:tiles("trap") do
      for piece in tile.place.solovei:pieces() do
        table.insert(names, piece.owner.name .. "'s " .. piece.kind)
      end
    end
    return table.concat(names, ", ")
  end)
end

-- Alice stands on the road of the start tile, which goes on to the west and to the east.
--
--  =[U]==[D]=
local function robber(t) t:play("alice", { place = { -1, 0 }, deploy = { road = "W" } }) end

--  =[U]==[D]==[S]=
test("RP21: when the tile is placed, whoever is on its road is put on the tile", function(t)
  t:draw("base/U", SOLOVEI)
  robber(t)
  t:expect_equal(caught(t), "")
  t:play("bob", { place = { 1, 0 } })
  t:expect_equal(caught(t), "alice's follower")
  t:expect_supply({ alice = 6 })
end)

test("RP21: whoever is on another road is left alone", function(t)
  t:draw("base/U", SOLOVEI)
  robber(t)
  t:play("bob", { place = { 0, 1 } })
  t:expect_equal(caught(t), "")
end)

--  [D]==[U]==[V]      [U] at 1,1 joins the two roads
--  [S]==[U]==[V]
local function two_roads(t)
  t:play("alice", { place = { 1, 0 }, deploy = { road = "W" } })
  t:play("bob", { place = { 0, 1 } })
  t:play("alice", { place = { 2, 0 } })
  t:play("bob", { place = { 2, 1, turn = 1 } })
end

test("RP22: whoever is on a road that is joined to the tile later is caught then", function(t)
  t:draw("base/U", SOLOVEI, "base/V", "base/V", "base/U")
  two_roads(t)
  t:expect_equal(caught(t), "")
  t:play("alice", { place = { 1, 1 } })
  t:expect_equal(caught(t), "alice's follower")
end)

--  [D]==[U]==[U]==[U]
--  [S]==[ long ]==[U]      the block of two tiles joins the roads of [S] and of [U] at 3,1
test("RP22: a block joins roads as a tile does", function(t)
  t:expansions("roads")
  t:draw("base/U", SOLOVEI, "base/U", "base/U", "base/U", "base/B")
  t:play("alice", { place = { 1, 0 } })
  t:play("bob", { place = { 0, 1 } })
  t:play("alice", { place = { 2, 0 } })
  t:play("bob", { place = { 3, 0 } })
  t:play("alice", { place = { 3, 1 }, deploy = { road = "W" } })
  t:expect_equal(caught(t), "")
  t:play("bob", { place = { 0, 2 }, act = "build_long", on = { 1, 1, turn = 0 } })
  t:expect_equal(caught(t), "alice's follower")
end)

test("RP23: a ferry joins roads as well", function(t)
  t:expansions("roads")
  t:draw("base/U", SOLOVEI)
  robber(t)
  t:play("bob", { place = { 0, 1 }, act = "ferry", on = "road at 0,0" })
  t:expect_equal(caught(t), "alice's follower")
end)

test("RP23: a ferry between other roads is none of Solovei's business", function(t)
  t:expansions("roads")
  t:draw("base/U", SOLOVEI, "base/U")
  robber(t)
  t:play("bob", { place = { 0, 1 } })
  t:play("alice", { place = { 0, 2 }, act = "ferry", on = "road at 0,0" })
  t:expect_equal(caught(t), "")
end)

test("RP24, RP33: they stay until the end, and get nothing", function(t)
  t:stack("base/U", SOLOVEI, "base/U", "base/B")
  robber(t)
  t:play("bob", { place = { 1, 0 } })
  t:play("alice", { place = { 2, 0 } })
  t:play("bob", { place = { 0, 1 } })
  t:expect_over()
  t:expect_equal(caught(t), "alice's follower")
  t:expect_awards({})
end)

test("RP33: unless players agree on a price", function(t)
  t:option("russian_promos.solovei_points", -2)
  t:stack("base/U", SOLOVEI)
  robber(t)
  t:play("bob", { place = { 1, 0 } })
  t:expect_over()
  t:expect_awards({ { alice = -2, source = "solovei" } })
end)

test("RP25, RP36: instead of deploying, a player takes a follower back", function(t)
  t:draw("base/U", SOLOVEI, "base/B", "base/B", "base/B")
  robber(t)
  t:play("bob", { place = { 1, 0 } })
  t:play("alice", { place = { 0, 1 }, pass = false })
  t:expect_option({ deploy = { monastery = true } })
  t:play("alice", { act = "take_back" })
  t:expect_equal(caught(t), "")
  t:expect_supply({ alice = 7 })
  t:expect_decision("bob", "place") -- nothing was deployed on the tile
end)

test("RP25: only own followers, and one of them", function(t)
  t:expansions("figures")
  t:draw("base/U", "base/B", SOLOVEI, "base/B", "base/B")
  robber(t)
  t:play("bob", { place = { 0, 1 }, act = "put", on = "bob's phantom", answers = { "road at 0,0" } })
  t:play("alice", { place = { 1, 0 } })
  t:expect_equal(caught(t), "alice's follower, bob's phantom")
  t:play("bob", { place = { 0, 2 }, pass = false })
  t:expect_no_option({ act = "take_back", on = "alice's follower" })
  t:play("bob", { act = "take_back" })
  t:expect_equal(caught(t), "alice's follower")
  t:expect_decision("alice", "place")
end)

test("RP25: whoever deploys takes nobody back", function(t)
  t:draw("base/U", SOLOVEI, "base/B")
  robber(t)
  t:play("bob", { place = { 1, 0 } })
  t:play("alice", { place = { 0, 1 }, deploy = { monastery = true } })
  t:expect_equal(caught(t), "alice's follower")
  t:expect_decision("bob", "place")
end)

for _, figure in ipairs({ "follower", "large", "wagon", "phantom", "ringmaster" }) do
  test("RP26: caught on the road: " .. figure, function(t)
    t:expansions("figures")
    t:draw("base/U", SOLOVEI)
    t:play("alice", { place = { -1, 0 }, deploy = { road = "W", piece = figure } })
    t:play("bob", { place = { 1, 0 } })
    t:expect_equal(caught(t), "alice's " .. figure)
  end)
end

test("RP27: a builder is not caught, and goes home when the last follower is", function(t)
  t:expansions("figures")
  t:draw("base/U", "base/B", "base/U", SOLOVEI)
  robber(t)
  t:play("bob", { place = { 0, 1 } })
  t:play("alice", {
    place = { -2, 0 },
    act = "put",
    on = "alice's builder",
    answers = { "road at -2,0" },
  })
  t:expect_supply({ alice = 0 }, "builder")
  t:play("bob", { place = { 1, 0 } })
  t:expect_equal(caught(t), "alice's follower")
  t:expect_supply({ alice = 1 }, "builder")
end)

-- The builder comes to a road past the tree, and no follower is with it.
test("RP27: a builder that comes to the road is not caught", function(t)
  t:expansions("figures")
  t:draw(SOLOVEI, "base/B")
  t:play("alice", { place = { 1, 0 } })
  t:play("bob", { place = { 0, 1 }, act = "put", on = "bob's builder", answers = { "road at 1,0" } })
  t:expect_equal(caught(t), "")
end)

for _, figure in ipairs({ "dragon", "fairy", "count", "mage", "witch", "big_top" }) do
  test("RP28: stays on the road: " .. figure, function(t)
    t:expansions("figures")
    t:draw("base/U", SOLOVEI)
    t:play("alice", {
      place = { -1, 0 },
      act = "put",
      on = figure,
      answers = { "road at 0,0" },
      deploy = { road = "W" },
    })
    t:play("bob", { place = { 1, 0 } })
    t:expect_equal(caught(t), "alice's follower")
    local still = t:look(
      function(game) return assert(assert(game:tile_at(1, 0)):feature("W")):pieces(figure):count() end
    )
    t:expect_equal(still, 1)
  end)
end

--  [U]==[U]==[U]==[D]==[S]      alice at -3,0; bob's phantom on the start tile
test("RP29: all followers of all players on the road, however far away", function(t)
  t:expansions("figures")
  t:draw("base/U", "base/U", "base/U", "base/B", "base/B", SOLOVEI)
  t:play("alice", { place = { -1, 0 } })
  t:play("bob", { place = { -2, 0 } })
  t:play("alice", { place = { -3, 0 }, deploy = { road = "W" } })
  t:play("bob", { place = { 0, 1 }, act = "put", on = "bob's phantom", answers = { "road at 0,0" } })
  t:play("alice", { place = { 0, 2 }, act = "put", on = "alice's large", answers = { "road at 0,0" } })
  t:play("bob", { place = { 1, 0 } })
  t:expect_equal(caught(t), "alice's follower, alice's large, bob's phantom")
end)

--  [A]==[D]==[S]==[A]
test("RP30, RP31, RP37: a robber on the tile that completes the road is caught before it scores", function(t)
  t:draw("base/A", SOLOVEI, "base/A")
  t:play("alice", { place = { -1, 0, turn = 3 } })
  t:play("bob", { place = { 1, 0 } })
  t:play("alice", { place = { 2, 0, turn = 1 }, deploy = { road = "W" } })
  t:expect_equal(caught(t), "alice's follower")
  t:expect_awards({})
end)

--  [A]==[D]==[S]==[A]      alice stands on the road, and bob completes it with [S]
--       [B]  [B]  [B]
test("RP30, RP31: nor does whoever is on a road that the tile itself completes", function(t)
  t:draw("base/A", "base/B", "base/B", "base/B", "base/A", SOLOVEI)
  t:play("alice", { place = { -1, 0, turn = 3 }, deploy = { road = "E" } })
  t:play("bob", { place = { 0, 1 } })
  t:play("alice", { place = { 1, 1 } })
  t:play("bob", { place = { 2, 1 } })
  t:play("alice", { place = { 2, 0, turn = 1 } })
  t:play("bob", { place = { 1, 0 } })
  t:expect_equal(caught(t), "alice's follower")
  t:expect_awards({})
end)

test("RP30: by option, whoever is on a complete road scores first", function(t)
  t:option("russian_promos.completed_features", "scored")
  t:draw("base/A", SOLOVEI, "base/A")
  t:play("alice", { place = { -1, 0, turn = 3 } })
  t:play("bob", { place = { 1, 0 } })
  t:play("alice", { place = { 2, 0, turn = 1 }, deploy = { road = "W" } })
  t:expect_equal(caught(t), "")
  t:expect_awards({ { alice = 4, source = "road" } })
end)

test("RP31: the caught claim the road no more, so that others may", function(t)
  t:draw("base/U", SOLOVEI, "base/U")
  robber(t)
  t:play("bob", { place = { 1, 0 } })
  t:play("alice", { place = { 2, 0 }, pass = false })
  t:expect_option({ deploy = { road = "W" } })
  t:expect_equal(
    t:look(function(game) return assert(assert(game:tile_at(1, 0)):feature("W")).claimed end),
    false
  )
end)

test("RP32: nobody is taken back in the turn in which the tile is placed", function(t)
  t:draw("base/U", "base/B", SOLOVEI, "base/B", "base/B")
  robber(t)
  t:play("bob", { place = { 0, 1 } })
  t:play("alice", { place = { 1, 0 }, pass = false })
  t:expect_equal(caught(t), "alice's follower")
  t:expect_no_option({ act = "take_back" })
  t:play("alice", { pass = true })
  t:play("bob", { place = { 0, 2 } })
  t:play("alice", { place = { 1, 1 }, act = "take_back" })
  t:expect_supply({ alice = 7 })
end)

test("RP32: nor in the second part of that turn", function(t)
  t:expansions("figures")
  t:draw("base/U", "base/B", SOLOVEI, "base/B", "base/B", "base/B")
  robber(t)
  t:play("bob", { place = { 0, 1 } })
  t:play("alice", { place = { 1, 0 }, act = "again" })
  t:play("alice", { place = { 0, 2 }, pass = false })
  t:expect_option({ deploy = { monastery = true } })
  t:expect_no_option({ act = "take_back" })
  t:play("alice", { pass = true })
  t:play("bob", { place = { 0, 3 } })
  t:play("alice", { place = { 1, 1 }, act = "take_back" })
  t:expect_supply({ alice = 7 })
end)

test("RP32: whoever is caught later may be taken back at once", function(t)
  t:draw("base/U", SOLOVEI, "base/V", "base/V", "base/U")
  two_roads(t)
  t:play("alice", { place = { 1, 1 }, act = "take_back" })
  t:expect_supply({ alice = 7 })
end)

test("RP34: a farmer on the tile is left alone", function(t)
  t:draw(SOLOVEI, "base/U")
  t:play("alice", { place = { 1, 0 }, deploy = { field = "N" } })
  t:play("bob", { place = { 2, 0 } })
  t:expect_equal(caught(t), "")
  t:expect_supply({ alice = 6 })
end)

test("RP35: the tree does not cut the road", function(t)
  t:draw(SOLOVEI, "base/U")
  t:play("alice", { place = { 1, 0 } })
  t:play("bob", { place = { 2, 0 } })
  local function road(port)
    return t:look(function(game)
      local tile = assert(game:tile_at(1, 0))
      return tile:count("road") .. " road, " .. assert(tile:feature(port)).size .. " tiles"
    end)
  end
  t:expect_equal(road("W"), "1 road, 3 tiles")
  t:expect_equal(road("E"), "1 road, 3 tiles")
end)

test("RP37: whoever is deployed on the road later is caught too", function(t)
  t:draw(SOLOVEI, "base/U")
  t:play("alice", { place = { 1, 0 } })
  t:play("bob", { place = { 2, 0 }, deploy = { road = "W" } })
  t:expect_equal(caught(t), "bob's follower")
end)

test("RP37: on the tile itself as well", function(t)
  t:draw(SOLOVEI)
  t:play("alice", { place = { 1, 0 }, deploy = { road = "W" } })
  t:expect_equal(caught(t), "alice's follower")
end)

test("RP37: by option only by the next tile of the road", function(t)
  t:option("russian_promos.later_robbers", false)
  t:draw(SOLOVEI, "base/U", "base/U")
  t:play("alice", { place = { 1, 0 } })
  t:play("bob", { place = { 2, 0 }, deploy = { road = "W" } })
  t:expect_equal(caught(t), "")
  t:play("alice", { place = { 3, 0 } })
  t:expect_equal(caught(t), "bob's follower")
end)
