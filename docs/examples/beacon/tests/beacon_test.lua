-- Alice keeps the beacon south of the start tile, and the game ends before all is laid around it.
local function end_early(t)
  t:stack("beacon/hill", "base/B", "base/U")
  t:play("alice", { place = { 0, 1 }, deploy = { beacon = true } })
  t:play("bob", { place = { -1, 1 } })
  t:play("alice", { place = { 1, 0 } })
  t:expect_over()
end

test(
  "BE1, BE2, BE3: a beacon is complete with eight tiles around it, and paid for what they show",
  function(t)
    t:players("alice", "bob")
    t:draw("beacon/hill", "base/U", "base/U", "base/E", "base/E", "base/E", "base/E", "base/E")
    t:play("alice", { place = { 0, 1 }, deploy = { beacon = true } })
    t:play("bob", { place = { 1, 0 } })
    t:play("alice", { place = { -1, 0 } })
    -- Cities that look away from it.
    t:play("bob", { place = { -1, 1, turn = 3 } })
    t:play("alice", { place = { 1, 1, turn = 1 } })
    t:play("bob", { place = { -1, 2, turn = 3 } })
    t:play("alice", { place = { 1, 2, turn = 1 } })
    t:expect_points({ alice = 0 })
    t:play("bob", { place = { 0, 2, turn = 2 } })
    -- Itself, three roads, and six cities: one of them on the start tile, which has a road, too.
    t:expect_award({ alice = 10, source = "beacon" })
    t:expect_supply({ alice = 7 })
  end
)

test("BE4, BE5: at the end it is paid for what lies around it then", function(t)
  end_early(t)
  -- Itself, a monastery, two roads, and the start tile's city.
  t:expect_award({ alice = 6, source = "beacon" })
end)

test("BE6: for roads alone", function(t)
  t:option("beacon.reach", "road")
  end_early(t)
  t:expect_award({ alice = 3, source = "beacon" })
end)

test("BE6: for cities alone", function(t)
  t:option("beacon.reach", "city")
  end_early(t)
  t:expect_award({ alice = 2, source = "beacon" })
end)
