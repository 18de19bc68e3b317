-- Where the minstrel stands, as "x, y".
local function where(t)
  return t:look(function(game)
    local tile = game:pieces("minstrel")[1].tile
    return tile.x .. ", " .. tile.y
  end)
end

test("MI1: he begins on the start tile and belongs to nobody", function(t)
  t:draw("base/U")
  t:expect_equal(where(t), "0, 0")
  t:expect_equal(t:look(function(game) return game:pieces("minstrel")[1].owner end), nil)
end)

test("MI2: with one way to go he goes there without a question", function(t)
  t:draw("base/U", "base/U")
  t:play("alice", { place = { 1, 0 } })
  t:expect_equal(where(t), "1, 0")
  t:expect_decision("bob", "place")
end)

test("MI2, MI3: whose turn it was chooses among the ways, but not the one back", function(t)
  t:players("alice", "bob")
  t:draw("base/X", "base/U", "base/V", "base/U")
  t:play("alice", { place = { 1, 0 } })
  t:play("bob", { place = { 2, 0 } })
  -- He could only go on: the way back does not count.
  t:expect_equal(where(t), "2, 0")
  t:play("alice", { place = { 1, 1, turn = 2 } })
  -- The end of the road: back is the only way.
  t:expect_equal(where(t), "1, 0")
  t:play("bob", { place = { 3, 0 }, pass = true })
  t:expect_decision("bob", "where_the_minstrel_goes")
  t:expect_no_option({ answer = "2, 0" })
end)

test("MI4: the followers on the tile to which he comes are played for", function(t)
  t:draw("base/U")
  t:play("alice", { place = { 1, 0 }, deploy = { road = "W" } })
  t:expect_award({ alice = 1, source = "minstrel" })
  t:expect_points({ alice = 1, bob = 0 })
end)

test("MI4: as much as the option says, and nothing where nobody stands", function(t)
  t:option("minstrel.fee", 3)
  t:draw("base/U", "base/U")
  t:play("alice", { place = { 1, 0 }, deploy = { road = "W" } })
  t:expect_award({ alice = 3, source = "minstrel" })
  t:play("bob", { place = { 2, 0 } })
  t:expect_points({ alice = 3, bob = 0 })
end)
