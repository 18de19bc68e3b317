-- Proves RULES.md. Boards: x to the east, y to the south, the start tile (city N, road W-E) at 0,0.

test("WT3, WT4, WT12: a road that is completed pays its follower on the tower's tile", function(t)
  t:draw("watchtowers/FRRF_1R", "base/A")
  t:play("alice", { place = { 1, 0, turn = 1 }, deploy = { road = "W" } })
  t:play("bob", { place = { -1, 0, turn = 3 } })
  t:expect_award({ alice = 2, source = "watchtower" })
  t:expect_award({ alice = 3, source = "road" })
  t:expect_points({ alice = 5, bob = 0 })
end)
