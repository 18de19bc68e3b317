-- The traps together with other expansions: what RULES.md says about several statements at once.
--
-- Boards: x to the east, y to the south. [D] is the start tile at 0,0: a city in the north, a road from
-- west to east. [S] is the tile of Solovei Razboynik, [v] Vodyanoy's.

local SOLOVEI, VODYANOY = "russian_promos/solovei", "russian_promos/vodyanoy"

-- Who is caught in a trap, one name for each figure.
local function caught(t, trap)
  return t:look(function(game)
    local names = {}
    for tile in game:tiles("trap"):where("trap", trap) do
      for piece in tile.place[trap]:pieces() do
        table.insert(names, piece.owner.name .. "'s " .. piece.kind)
      end
    end
    return table.concat(names, ", ")
  end)
end

--  [D]==[U]      the follower on the road is caught at once, so that the phantom finds it free; then it is
--  [v]           caught as well
test("RP40, RP45: a phantom beside Vodyanoy follows a follower into the pond", function(t)
  t:expansions("phantom")
  t:draw(VODYANOY, "base/U")
  t:play("alice", { place = { 0, 1 } })
  t:play("bob", { place = { 1, 0 }, deploy = { road = "W" }, second = { road = "W", piece = "phantom" } })
  t:expect_equal(caught(t, "vodyanoy"), "bob's follower, bob's phantom")
end)

test("RP26: and one on the road past the tree", function(t)
  t:expansions("phantom")
  t:draw(SOLOVEI, "base/U")
  t:play("alice", { place = { 1, 0 } })
  t:play("bob", { place = { 2, 0 }, deploy = { field = "N" }, second = { road = "W", piece = "phantom" } })
  t:expect_equal(caught(t, "solovei"), "bob's phantom")
end)

test(
  "RP36: where a follower was taken back, the phantom's own expansion says whether it may follow",
  function(t)
    t:expansions("phantom")
    t:draw("base/U", SOLOVEI, "base/B")
    t:play("alice", { place = { -1, 0 }, deploy = { road = "W" } })
    t:play("bob", { place = { 1, 0 } })
    t:play("alice", { place = { 0, 1 }, act = "take_back", second = { monastery = true, piece = "phantom" } })
    t:expect_supply({ alice = 7 })
    t:expect_supply({ alice = 0 }, "phantom")
  end
)

test("RP36: taking back replaces all of it, by that option", function(t)
  t:expansions("phantom")
  t:option("phantom.phantom_after_trap_retrieval", false)
  t:draw("base/U", SOLOVEI, "base/B")
  t:play("alice", { place = { -1, 0 }, deploy = { road = "W" } })
  t:play("bob", { place = { 1, 0 } })
  t:play("alice", { place = { 0, 1 }, pass = false })
  t:play("alice", { act = "take_back" })
  t:expect_decision("bob", "place")
end)

test(
  "RP44, RP45, RP59: an abbot is drawn into the pond, and comes back from there without points",
  function(t)
    t:expansions("abbot")
    t:draw(VODYANOY, "base/B", "base/B", "base/B")
    t:play("alice", { place = { 0, 1 } })
    t:play("bob", { place = { 1, 1 }, deploy = { monastery = true, piece = "abbot" } })
    t:expect_equal(caught(t, "vodyanoy"), "bob's abbot")
    t:play("alice", { place = { 0, 2 } })
    t:play("bob", { place = { 0, 3 }, act = "take_back" })
    t:expect_supply({ bob = 1 }, "abbot")
    t:expect_awards({})
  end
)

--       [A]==[U]     a ferry from [U] at 0,1 to the road of [A], [D] and [S] closes both; bob is on [U]
--  [A]==[D]==[S]
test("RP23, RP30: a road that a ferry completes is robbed before it scores", function(t)
  t:expansions("roads")
  t:draw("base/A", SOLOVEI, "base/A", "base/U", "base/B")
  t:play("alice", { place = { -1, 0, turn = 3 } })
  t:play("bob", { place = { 1, 0 } })
  t:play("alice", { place = { 1, 1, turn = 3 }, deploy = { road = "E" } })
  t:play("bob", { place = { 2, 1 }, act = "ferry", on = "road at 0,0" })
  t:expect_equal(caught(t, "solovei"), "alice's follower")
  t:expect_awards({})
  t:expect_equal(
    t:look(function(game) return assert(assert(game:tile_at(1, 0)):feature("W")).complete end),
    true
  )
end)

--  [U]=[D]=[U]
--  [B] [h] [B]      a fortress of four cells fills the hut's last two, and Vodyanoy's pond is far away
--  [E]  f   f
test("RP9, RP14: a block surrounds the hut", function(t)
  t:expansions("roads")
  t:draw("russian_promos/hut", "base/U", "base/U", "base/B", "base/B", "base/E")
  t:play("alice", { place = { 0, 1 }, deploy = { hut = true } })
  t:play("bob", { place = { -1, 0 } })
  t:play("alice", { place = { 1, 0 } })
  t:play("bob", { place = { -1, 1 } })
  t:play("alice", { place = { 1, 1 } })
  t:play("bob", { place = { -1, 2, turn = 3 }, act = "build_fortress", on = { 0, 2, turn = 0 } })
  t:expect_awards({ { alice = 1, source = "hut" } })
end)

test("RP5, RP38: Baba Yaga herself is drawn into the pond, and her hut pays nobody", function(t)
  t:stack("russian_promos/hut", VODYANOY)
  t:play("alice", { place = { 0, 1 }, deploy = { hut = true } })
  t:play("bob", { place = { 0, 2 } })
  t:expect_awards({ { alice = -2, source = "vodyanoy" } })
end)

--  [A]==[D]==[T]      the tower counts meeples: alice's on its tile, and bob's large one in the tree
--       [S]
test("RP57: a large follower in the tree is one meeple for a watchtower", function(t)
  t:expansions("watchtowers", "inns_and_cathedrals")
  t:draw(SOLOVEI, "base/B", "watchtowers/CFRF_2M", "base/A")
  t:play("alice", { place = { 0, 1 }, deploy = { road = "W", piece = "large_follower" } })
  t:expect_equal(caught(t, "solovei"), "alice's large_follower")
  t:play("bob", { place = { 0, 2 } })
  t:play("alice", { place = { 1, 0, turn = 1 }, deploy = { road = "W" } })
  t:play("bob", { place = { -1, 0, turn = 3 } })
  t:expect_award({ alice = 2 * 2, source = "watchtower" })
end)

test("RP42, RP57: and costs two points once in the pond", function(t)
  t:expansions("inns_and_cathedrals")
  t:stack(VODYANOY, "base/U")
  t:play("alice", { place = { 0, 1 } })
  t:play("bob", { place = { 1, 0 }, deploy = { road = "W", piece = "large_follower" } })
  t:expect_awards({ { bob = -2, source = "vodyanoy" } })
end)

--  [v] [B] [E]      alice's farmer on [U] and bob's on [E] share the field beside the city, until [v] is
--      [U] [D]      placed at -2,-1
local function shared_field(t, ...)
  t:stack("base/U", "base/E", "base/B", ...)
  t:play("alice", { place = { -1, 0 }, deploy = { field = "N" } })
  t:play("bob", { place = { 0, -1, turn = 2 }, deploy = { field = "N" } })
  t:play("alice", { place = { -1, -1 } })
end

test("RP31, RP50: a farmer in the pond has no part in the majority of the field any more", function(t)
  shared_field(t, VODYANOY)
  t:play("bob", { place = { -2, -1 } })
  t:expect_awards({ { bob = 3, source = "field" }, { alice = -2, source = "vodyanoy" } })
end)

test("RP50: without Vodyanoy both have it", function(t)
  shared_field(t, "base/B")
  t:play("bob", { place = { -2, -1 } })
  t:expect_awards({ { alice = 3, source = "field" }, { bob = 3, source = "field" } })
end)

--  [A]==[D]==[i]      an inn would pay two points a tile
test("RP30, RP37: an inn changes nothing about the road past the tree", function(t)
  t:expansions("inns_and_cathedrals")
  t:draw("base/A", SOLOVEI, "inns_and_cathedrals/FRRR_i")
  t:play("alice", { place = { -1, 0, turn = 3 } })
  t:play("bob", { place = { 1, 0 } })
  t:play("alice", { place = { 2, 0, turn = 2 }, deploy = { road = "W" } })
  t:expect_equal(caught(t, "solovei"), "alice's follower")
  t:expect_awards({})
end)

test("RP28, RP46: in a game with all of them nothing goes wrong", function(t)
  t:expansions("figures", "roads", "barber_surgeons", "watchtowers")
  t:play_out()
  t:expect_over()
end)
