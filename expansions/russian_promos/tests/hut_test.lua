-- Baba Yaga's hut: RP4 to RP14 of RULES.md.
--
-- The hut lies at 0,1, south of the start tile [D]. Around it:
--
--     [U]=[D]=[U]      -1,0   0,0   1,0
--     [B] [h] [B]      -1,1   0,1   1,1
--     [B] [E] [B]      -1,2   0,2   1,2

local HUT = "russian_promos/hut"

test("RP4: whoever places the hut may stand on it, and nobody later", function(t)
  t:draw(HUT, "base/B")
  t:play("alice", { place = { 0, 1 }, pass = false })
  t:expect_option({ deploy = { hut = true } })
  t:expect_option({ deploy = { field = "N" } })
  t:play("alice", { pass = true })
  t:play("bob", { place = { 1, 1 }, pass = false })
  for _, option in ipairs(t:options()) do
    t:expect_true(not string.find(option, "hut"), option)
  end
end)

test("RP5, RP6, RP7: seven empty cells and the hut make eight points at the end", function(t)
  t:stack(HUT)
  t:play("alice", { place = { 0, 1 }, deploy = { hut = true } })
  t:expect_over()
  t:expect_awards({ { alice = 8, source = "hut" } })
end)

test("RP5, RP10: nine less a point for each tile around", function(t)
  t:stack(HUT, "base/B")
  t:play("alice", { place = { 0, 1 }, deploy = { hut = true } })
  t:play("bob", { place = { 1, 1 } })
  t:expect_awards({ { alice = 7, source = "hut" } })
end)

test("RP5: a hut without a follower gives nothing", function(t)
  t:stack(HUT)
  t:play("alice", { place = { 0, 1 } })
  t:expect_over()
  t:expect_awards({})
end)

test("RP8: in 2013 the hut itself was worth nothing, so that seven was the most", function(t)
  t:option("russian_promos.hut_points", 0)
  t:stack(HUT)
  t:play("alice", { place = { 0, 1 }, deploy = { hut = true } })
  t:expect_awards({ { alice = 7, source = "hut" } })
end)

-- Seven tiles around the place of the hut; the last one at 1,2 is left out.
local function ring(t, first)
  local tiles = { { -1, 0 }, { 1, 0 }, { -1, 1 }, { 1, 1 }, { -1, 2 }, { 0, 2, turn = 2 } }
  local players = first == "alice" and { "alice", "bob" } or { "bob", "alice" }
  for index, at in ipairs(tiles) do
    t:play(players[(index + 1) % 2 + 1], { place = at })
  end
end

test("RP9: the eighth tile around sends the follower home for one point", function(t)
  t:draw(HUT, "base/U", "base/U", "base/B", "base/B", "base/B", "base/E", "base/B")
  t:play("alice", { place = { 0, 1 }, deploy = { hut = true } })
  ring(t, "bob")
  t:expect_awards({})
  t:expect_supply({ alice = 6 })
  t:play("bob", { place = { 1, 2 } })
  t:expect_awards({ { alice = 1, source = "hut" } })
  t:expect_supply({ alice = 7 })
end)

test("RP13: a follower on a hut that fills a hole scores one point at once", function(t)
  t:draw("base/U", "base/U", "base/B", "base/B", "base/B", "base/E", "base/B", HUT)
  ring(t, "alice")
  t:play("alice", { place = { 1, 2 } })
  t:play("bob", { place = { 0, 1 }, deploy = { hut = true } })
  t:expect_awards({ { bob = 1, source = "hut" } })
  t:expect_supply({ bob = 7 })
end)

test("RP8, RP13: in 2013 that was worth nothing", function(t)
  t:option("russian_promos.hut_points", 0)
  t:draw("base/U", "base/U", "base/B", "base/B", "base/B", "base/E", "base/B", HUT)
  ring(t, "alice")
  t:play("alice", { place = { 1, 2 } })
  t:play("bob", { place = { 0, 1 }, deploy = { hut = true } })
  t:expect_points({ bob = 0 })
  t:expect_supply({ bob = 7 })
end)

--  [U]=[D]=[U]
--  [B] [h] [B]
--  [E] [f]  f       the fortress of four cells fills two cells beside the hut
--       f   f
test("RP14: the cells of a block are filled as well", function(t)
  t:expansions("roads")
  t:stack(HUT, "base/U", "base/U", "base/B", "base/B", "base/E")
  t:play("alice", { place = { 0, 1 }, deploy = { hut = true } })
  t:play("bob", { place = { -1, 0 } })
  t:play("alice", { place = { 1, 0 } })
  t:play("bob", { place = { -1, 1 } })
  t:play("alice", { place = { 1, 1 } })
  t:play("bob", { place = { -1, 2, turn = 3 }, act = "build_fortress", on = { 0, 2, turn = 0 } })
  t:expect_award({ alice = 1, source = "hut" })
  t:expect_supply({ alice = 7 })
end)

test("RP14: two cells of a block count at the end", function(t)
  t:expansions("roads")
  t:stack(HUT, "base/U")
  t:play("alice", { place = { 0, 1 }, deploy = { hut = true } })
  t:play("bob", { place = { -1, 0 }, act = "build_fortress", on = { 0, 2, turn = 0 } })
  t:expect_award({ alice = 5, source = "hut" })
end)

test("RP11: the hut is no monastery", function(t)
  t:draw(HUT)
  t:play("alice", { place = { 0, 1 }, pass = false })
  t:expect_equal(t:look(function(game) return assert(game:tile_at(0, 1)):count("monastery") end), 0)
  t:expect_equal(t:look(function(game) return assert(game:tile_at(0, 1)):count("hut") end), 1)
end)

--  [A]==[D]==[T]      the tower counts monasteries: it sees [B] at 1,-1, and the hut at 1,1
test("RP11: a watchtower that counts monasteries passes it over", function(t)
  t:expansions("watchtowers")
  t:draw("watchtowers/FRFR_3C", HUT, "base/B", "base/A")
  t:play("alice", { place = { 1, 0 }, deploy = { road = "W" } })
  t:play("bob", { place = { 1, 1 } })
  t:play("alice", { place = { 1, -1 } })
  t:play("bob", { place = { -1, 0, turn = 3 } })
  t:expect_award({ alice = 3, source = "watchtower" })
end)

for _, figure in ipairs({ "large", "phantom", "ringmaster", "wagon" }) do
  test("RP12: stands on the hut: " .. figure, function(t)
    t:expansions("figures")
    t:stack(HUT)
    t:play("alice", { place = { 0, 1 }, deploy = { hut = true, piece = figure } })
    t:expect_awards({ { alice = 8, source = "hut" } })
  end)
end

for _, figure in ipairs({ "abbot", "mayor" }) do
  test("RP12: does not stand on the hut: " .. figure, function(t)
    t:expansions("figures")
    t:draw(HUT)
    t:play("alice", { place = { 0, 1 }, pass = false })
    t:expect_option({ deploy = { hut = true } })
    t:expect_no_option({ deploy = { hut = true, piece = figure } })
  end)
end
