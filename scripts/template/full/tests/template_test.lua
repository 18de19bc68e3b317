-- Each test plays a short game and looks at what came of it. The start tile lies at 0, 0 and shows a city
-- in the north and a road from west to east. One cell further east is 1, 0, one further south is 0, 1.

-- Alice places an orchard in the east, with her gardener in the field above its road.
local function with_gardener(t)
  t:players("alice", "bob")
  t:draw("template/orchard_road", "base/U", "base/U", "base/U", "base/U")
  t:play("alice", { place = { 1, 0 }, deploy = { field = "NL", piece = "gardener" } })
  t:play("bob", { place = { 2, 0 } })
end

-- How many apples grow there.
local function apples(t)
  return t:look(function(game) return game:tile_at(1, 0):tokens("apples") end)
end

test("TE1: three apples grow in an orchard", function(t)
  with_gardener(t)
  t:expect_equal(apples(t), 3)
end)

test("TE1: or as many as the option says", function(t)
  t:option("template.apples", 5)
  with_gardener(t)
  t:expect_equal(apples(t), 5)
end)

test("TE2: each player has one gardener, who begins in an orchard", function(t)
  t:draw("base/U")
  t:expect_supply({ alice = 1, bob = 1 }, "gardener")
  t:play("alice", { place = { 1, 0 }, pass = false })
  t:refuse({ deploy = { field = "NL", piece = "gardener" } }, "with an orchard")
end)

test("TE3: picking an apple takes the place of deploying, and only the own gardener picks", function(t)
  with_gardener(t)
  t:play("alice", { place = { 3, 0 }, act = "pick_apple", answers = { "eat" } })
  t:expect_equal(apples(t), 2)
  t:play("bob", { place = { 4, 0 }, pass = false })
  t:expect_no_option({ act = "pick_apple" })
end)

test("TE4: an apple that is eaten is a point", function(t)
  with_gardener(t)
  t:play("alice", { place = { 3, 0 }, act = "pick_apple", answers = { "eat" } })
  t:expect_award({ alice = 1, source = "apple" })
end)

test("TE4: without a cellar nobody is asked", function(t)
  t:option("template.cellar", false)
  with_gardener(t)
  t:play("alice", { place = { 3, 0 }, act = "pick_apple" })
  t:expect_award({ alice = 1, source = "apple" })
end)

test("TE5: three stored apples are worth as much as two", function(t)
  t:stack("template/orchard_road", "base/U", "base/U", "base/U", "base/U", "base/U", "base/U")
  t:play("alice", { place = { 1, 0 }, deploy = { field = "NL", piece = "gardener" } })
  for x = 2, 6, 2 do
    t:play("bob", { place = { x, 0 } })
    t:play("alice", { place = { x + 1, 0 }, act = "pick_apple", answers = { "store" } })
  end
  t:expect_over()
  t:expect_award({ alice = 3, source = "stored_apples" })
end)
