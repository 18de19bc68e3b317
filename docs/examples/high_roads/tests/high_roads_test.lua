-- How many tiles of a name are in the stack.
local function left(t, name)
  return t:look(function(game)
    local kind = game:stack():where("name", name):first()
    return kind and kind.left or 0
  end)
end

test("HR1: there are other numbers of the base game's tiles", function(t)
  t:draw("base/U")
  t:expect_equal(left(t, "base/V"), 10, "bends")
  t:expect_equal(left(t, "base/W"), 6, "forks")
  t:expect_equal(left(t, "base/X"), 3, "crossroads")
  t:expect_equal(left(t, "base/B"), 1, "monasteries")
  t:expect_equal(left(t, "base/C"), 0, "cities of four sides")
  -- One lies on the board already.
  t:expect_equal(left(t, "base/D"), 3, "roads below a city")
end)

test("HR2: both roads of the bridge go on", function(t)
  t:draw("high_roads/bridge", "base/W", "base/W")
  t:play("alice", { place = { 1, 0 }, deploy = { road = "W" } })
  t:play("bob", { place = { 2, 0 } })
  t:play("alice", { place = { -1, 0 } })
  -- The road from west to east runs over four tiles; the one above it is not complete.
  t:expect_points({ alice = 4, bob = 0 })
end)

test("HR3: the two bends of a tile are two roads", function(t)
  t:draw("high_roads/twin_bends")
  t:play("alice", { place = { 1, 0 }, pass = false })
  t:expect_option({ deploy = { road = "N" } })
  t:expect_option({ deploy = { road = "S" } })
  t:expect_true(t:look(function(game)
    local tile = game.placed
    return tile and tile:feature("N") ~= tile:feature("S") and tile:feature("N") == tile:feature("E")
  end))
end)
