-- The large follower: IC27 to IC34 of RULES.md.
--
-- Boards: x to the east, y to the south. [D] is the start tile at 0,0, with a city in the north and a road
-- from west to east. == is a road, [A] a monastery at which a road ends.
--
-- Where two followers share a feature, `figures` put one of them there: whoever deploys may put a
-- follower anywhere.

-- Places a tile and puts a follower of the own supply somewhere.
local function put(t, player, place, figure, where)
  t:play(player, { place = place, act = "put", on = player .. "'s " .. figure, answers = { where } })
end

-- Places alice's large follower on a road of three tiles that bob closes.
--
--     [A]==[D]==[A]
local function on_a_road(t)
  t:draw("base/A", "base/A", "base/B")
  t:play("alice", { place = { 1, 0, turn = 1 }, deploy = { road = "W", piece = "large_follower" } })
  t:play("bob", { place = { -1, 0, turn = 3 } })
end

-- Which features are offered to a kind of piece.
local function offered(t, kind)
  local found = {}
  for _, option in ipairs(t:options()) do
    local feature = string.match(option, "^deploy an? " .. kind .. " on the (.+)")
    if feature then
      table.insert(found, feature)
    end
  end
  return table.concat(found, "; ")
end

test("IC27: a large follower is deployed where a follower is", function(t)
  t:draw("inns_and_cathedrals/FRRR_i", "base/W")
  t:play("alice", { place = { 1, 0, turn = 2 }, deploy = { road = "W" } })
  t:play("bob", { place = { 2, 0 }, pass = false })
  t:expect_decision("bob", "deploy")
  t:expect_equal(offered(t, "large_follower"), offered(t, "follower"), "what is offered")
end)

test("IC27: not where somebody stands already, a large follower neither", function(t)
  t:draw("base/U", "base/U")
  t:play("alice", { place = { 1, 0 }, deploy = { road = "W", piece = "large_follower" } })
  t:play("bob", { place = { 2, 0 }, pass = false })
  t:expect_no_option({ deploy = { road = "W", piece = "large_follower" } })
  t:expect_no_option({ deploy = { road = "W" } })
  t:expect_option({ deploy = { field = "N", piece = "large_follower" } })
end)

test("IC27: a large follower comes from its owner's supply", function(t)
  t:draw("base/U", "base/U", "base/U")
  t:play("alice", { place = { 1, 0 }, deploy = { road = "W", piece = "large_follower" } })
  t:expect_supply({ alice = 0, bob = 1 }, "large_follower")
  t:expect_supply({ alice = 7, bob = 7 })
  t:play("bob", { place = { 2, 0 } })
  t:play("alice", { place = { -1, 0 }, pass = false })
  t:expect_option({ deploy = { field = "N" } })
  t:expect_no_option({ deploy = { field = "N", piece = "large_follower" } })
end)

test("IC27: by option there is none", function(t)
  t:option("inns_and_cathedrals.large_followers", 0)
  t:draw("base/U")
  t:play("alice", { place = { 1, 0 }, pass = false })
  t:expect_no_option({ deploy = { road = "W", piece = "large_follower" } })
end)

--  [A]==[D]==[A]
test("IC28: in a road it counts for two followers", function(t)
  t:expansions("figures")
  t:draw("base/A", "base/A")
  t:play("alice", { place = { 1, 0, turn = 1 }, deploy = { road = "W", piece = "large_follower" } })
  put(t, "bob", { -1, 0, turn = 3 }, "follower", "road at 0,0")
  t:expect_awards({ { alice = 3, source = "road" } })
end)

--  [E]
--  [D]
test("IC28: in a city it counts for two followers", function(t)
  t:expansions("figures")
  t:draw("base/U", "base/E")
  put(t, "alice", { 1, 0 }, "follower", "city at 0,0")
  put(t, "bob", { 0, -1, turn = 2 }, "large_follower", "city at 0,0")
  t:expect_awards({ { bob = 4, source = "city" } })
end)

--  [E]
--  [H]      the field of [H] lies between two cities that are complete
--  [D]
test("IC28: in a field it counts for two followers", function(t)
  t:expansions("figures")
  t:stack("base/H", "base/E")
  t:play("alice", { place = { 0, -1 }, deploy = { field = "E", piece = "large_follower" } })
  put(t, "bob", { 0, -2, turn = 2 }, "follower", "field at 0,-1")
  t:expect_over()
  t:expect_awards({ { alice = 6, source = "field" } })
end)

test("IC28: in a monastery it counts for two followers", function(t)
  t:expansions("figures")
  t:stack("base/B", "base/U")
  t:play("alice", { place = { 0, 1 }, deploy = { monastery = true } })
  put(t, "bob", { 1, 0 }, "large_follower", "monastery at 0,1")
  t:expect_over()
  t:expect_awards({ { bob = 3, source = "monastery" } })
end)

test("IC29: the owner of a large follower gets what the road gives, and no more", function(t)
  on_a_road(t)
  t:expect_awards({ { alice = 3, source = "road" } })
end)

test("IC30: it returns from what is scored", function(t)
  on_a_road(t)
  t:expect_supply({ alice = 1 }, "large_follower")
  t:expect_supply({ alice = 7 })
  t:play("alice", { place = { 0, 1 }, deploy = { monastery = true, piece = "large_follower" } })
  t:expect_supply({ alice = 0 }, "large_follower")
end)

test("IC30: what it completes with its own tile pays it and sends it home, for the next turn", function(t)
  t:draw("base/E", "base/U", "base/U")
  t:play("alice", { place = { 0, -1, turn = 2 }, deploy = { city = "S", piece = "large_follower" } })
  t:expect_awards({ { alice = 4, source = "city" } })
  t:expect_supply({ alice = 1 }, "large_follower")
  t:play("bob", { place = { 1, 0 } })
  t:play("alice", { place = { 2, 0 }, deploy = { road = "W", piece = "large_follower" } })
end)

test("IC30: on a field it stays to the end", function(t)
  t:stack("base/E", "base/B", "base/U", "base/U")
  t:play("alice", { place = { 0, -1, turn = 2 }, deploy = { field = "N", piece = "large_follower" } })
  t:play("bob", { place = { 0, 1 } })
  t:expect_supply({ alice = 0 }, "large_follower")
  t:play("alice", { place = { 1, 0 }, pass = false })
  t:expect_no_option({ deploy = { road = "W", piece = "large_follower" } })
  t:play("alice", { pass = true })
  t:play("bob", { place = { -1, 0 } })
  t:expect_over()
  t:expect_awards({ { alice = 3, source = "field" } })
  t:expect_supply({ alice = 0 }, "large_follower")
end)

for _, tile in ipairs({ "inns_and_cathedrals/FRFr_i_garden", "base/U_garden" }) do
  test("IC31: it does not go into the garden of " .. tile, function(t)
    t:option("base.edition", "second")
    t:draw(tile)
    t:play("alice", { place = { 1, 0 }, pass = false })
    t:expect_option({ deploy = { road = "W", piece = "large_follower" } })
    t:expect_no_option({ deploy = { garden = true, piece = "large_follower" } })
  end)
end

-- A castle and a quarter of a city lie beside the board. A tower stands on a tile, on no feature of it.
-- With a portal or a flying machine one comes to a tile that was placed before.
for _, place in ipairs({ "figures/castle", "figures/quarter", "figures/tower at 0,0", "city at 0,0" }) do
  test("IC32: a rule that sends followers there can send a large one: " .. place, function(t)
    t:expansions("figures")
    t:draw("base/U")
    t:play("alice", { place = { 1, 0 }, act = "put", on = "alice's large_follower", answers = { place } })
    t:expect_supply({ alice = 0 }, "large_follower")
    local found = t:look(function(game)
      local piece = assert(game:pieces("large_follower"):first())
      local where = piece.place and "figures/" .. piece.place.name or assert(piece.feature).kind
      return piece.tile and where .. " at " .. piece.tile.x .. "," .. piece.tile.y or where
    end)
    t:expect_equal(found, place, "where it is")
  end)
end

-- A city of six tiles with a coat of arms at 1,-1, in which alice has her large follower.
--
--     [E]   [E]
--     [N][R][M+]
--        [D]
local function six_tiles(t, draws)
  t:expansions("figures")
  t:draw("base/R", "base/N", "base/M", unpack(draws))
  t:play("alice", { place = { 0, -1, turn = 2 }, deploy = { city = "S", piece = "large_follower" } })
  put(t, "bob", { -1, -1, turn = 1 }, "follower", "city at 0,0")
  t:play("alice", { place = { 1, -1 } })
  put(t, "bob", { -1, -2, turn = 2 }, "follower", "city at 0,0")
end

test("IC34: against two followers of an opponent it is a tie, and both get all points", function(t)
  six_tiles(t, { "base/E", "base/E" })
  t:play("alice", { place = { 1, -2, turn = 2 } })
  t:expect_awards({
    { alice = 14, source = "city" },
    { bob = 14, source = "city" },
  })
end)

test("IC28, IC34: against three followers it has lost", function(t)
  six_tiles(t, { "base/E", "base/U", "base/E" })
  t:play("alice", { place = { 1, 0 } })
  put(t, "bob", { 1, -2, turn = 2 }, "follower", "city at 0,0")
  t:expect_awards({ { bob = 14, source = "city" } })
end)

test("IC33, IC34: together with a follower it is three against three", function(t)
  six_tiles(t, { "base/E", "base/U", "base/U", "base/E" })
  put(t, "alice", { 1, 0 }, "follower", "city at 0,0")
  local strength = t:look(function(game)
    local city = assert(game:features("city"):first())
    return city:strength_of(assert(game:player("alice")))
  end)
  t:expect_equal(strength, 3, "alice's strength")
  put(t, "bob", { -1, 0 }, "follower", "city at 0,0")
  t:play("alice", { place = { 1, -2, turn = 2 } })
  t:expect_awards({
    { alice = 14, source = "city" },
    { bob = 14, source = "city" },
  })
end)

test("IC33: together with a follower it is more than two", function(t)
  six_tiles(t, { "base/E", "base/E" })
  put(t, "alice", { 1, -2, turn = 2 }, "follower", "city at 0,0")
  t:expect_awards({ { alice = 14, source = "city" } })
end)
