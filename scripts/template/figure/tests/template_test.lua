-- Each test plays a short game and looks at what came of it. The start tile lies at 0, 0 and shows a city
-- in the north and a road from west to east. One cell further east is 1, 0, one further south is 0, 1.

test("TE1: each player has one pedlar, and he stands on roads", function(t)
  t:players("alice", "bob")
  t:draw("base/D")
  t:expect_supply({ alice = 1, bob = 1 }, "pedlar")
  t:play("alice", { place = { 1, 0 }, pass = false })
  t:expect_option({ deploy = { road = "W", piece = "pedlar" } })
  t:expect_no_option({ deploy = { city = "N", piece = "pedlar" } })
end)

test("TE2: he begins on a tile that shows a city", function(t)
  t:draw("base/U")
  t:play("alice", { place = { 1, 0 }, pass = false })
  t:refuse({ deploy = { road = "W", piece = "pedlar" } }, "shows a city")
end)

test("TE3: a completed road pays for each tile of it that shows a city", function(t)
  t:draw("base/D", "base/A", "base/A")
  t:play("alice", { place = { 1, 0 }, deploy = { road = "W", piece = "pedlar" } })
  t:play("bob", { place = { 2, 0, turn = 1 } })
  t:play("alice", { place = { -1, 0, turn = 3 } })
  t:expect_award({ alice = 2, source = "pedlar" })
  -- He is a follower, so the road itself is his owner's too: four tiles.
  t:expect_points({ alice = 6, bob = 0 })
  t:expect_supply({ alice = 1 }, "pedlar")
end)

test("TE3: a road without a pedlar pays nothing more", function(t)
  t:draw("base/A", "base/A")
  t:play("alice", { place = { 1, 0, turn = 1 }, deploy = { road = "W" } })
  t:play("bob", { place = { -1, 0, turn = 3 } })
  t:expect_no_award("pedlar")
end)
