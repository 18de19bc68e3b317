-- Each test plays a short game and looks at what came of it. The start tile lies at 0, 0: one cell further
-- east is 1, 0, one cell further south is 0, 1.

test("TE1, TE2: placing a well gives a point, other tiles give none", function(t)
  t:players("alice", "bob")
  t:draw("template/well", "base/U")
  t:play("alice", { place = { 1, 0 } })
  t:expect_points({ alice = 1, bob = 0 })
  t:play("bob", { place = { 2, 0 } })
  t:expect_points({ alice = 1, bob = 0 })
end)
