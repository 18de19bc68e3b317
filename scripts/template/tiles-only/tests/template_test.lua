-- Each test plays a short game and looks at what came of it. The start tile lies at 0, 0: one cell further
-- east is 1, 0, one cell further south is 0, 1.

test("TE1: two roads end at the monastery of the pilgrims' way", function(t)
  t:players("alice", "bob")
  t:draw("template/pilgrims_way", "template/pilgrims_way")
  -- Turned once, its roads leave it in the east and in the west.
  t:play("alice", { place = { 1, 0, turn = 1 }, deploy = { road = "W" } })
  t:play("bob", { place = { -1, 0, turn = 1 } })
  -- The road runs over three tiles: one point each.
  t:expect_points({ alice = 3, bob = 0 })
end)

test("TE2: the stronghold bears two coats of arms", function(t)
  t:draw("template/stronghold")
  t:play("alice", { place = { 0, -1, turn = 2 } })
  local arms = t:look(function(game)
    return game:tiles():total(function(tile) return tile:sum("coats_of_arms") end)
  end)
  t:expect_equal(arms, 2)
end)

test("TE3: three roads end at the toll house", function(t)
  t:draw("template/toll_house", "template/toll_house")
  t:play("alice", { place = { 1, 0 }, deploy = { road = "W" } })
  t:play("bob", { place = { -1, 0 } })
  t:expect_points({ alice = 3 })
end)
