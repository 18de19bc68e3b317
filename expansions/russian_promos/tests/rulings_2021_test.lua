-- The rulings of 2021, `--option russian_promos.ruleset=2021`: what RULES.md says of RP21 to RP56 under
-- "2021".
--
-- Boards: x to the east, y to the south. [D] is the start tile at 0,0: a city in the north, a road from
-- west to east. [S] is the tile of Solovei Razboynik at 1,0, [v] Vodyanoy's.

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

local function rulings(t)
  t:expansions("figures", "roads")
  t:option("russian_promos.ruleset", "2021")
end

--  =[U]==[U]==[U]==[D]==[S]=      alice at -3,0; bob's phantom at 0,0
local function far_and_near(t, ...)
  t:draw("base/U", "base/U", "base/U", "base/B", "base/B", SOLOVEI, ...)
  t:play("alice", { place = { -1, 0 } })
  t:play("bob", { place = { -2, 0 } })
  t:play("alice", { place = { -3, 0 }, deploy = { road = "W" } })
  t:play("bob", { place = { 0, 1 }, act = "put", on = "bob's phantom", answers = { "road at 0,0" } })
  t:play("alice", { place = { 0, 2 } })
  t:play("bob", { place = { 1, 0 } })
end

test("RP21, RP29: by the rulings of 2021 only the nearest on the road is caught", function(t)
  rulings(t)
  far_and_near(t)
  t:expect_equal(caught(t, "solovei"), "bob's phantom")
end)

test("RP21, RP22: each tile that lengthens the road has the next one caught", function(t)
  rulings(t)
  far_and_near(t, "base/B", "base/U")
  t:play("alice", { place = { 0, 3 } })
  t:expect_equal(caught(t, "solovei"), "bob's phantom") -- a tile elsewhere
  t:play("bob", { place = { 2, 0 } })
  t:expect_equal(caught(t, "solovei"), "alice's follower, bob's phantom")
end)

--  =[U]==[D]==[S]==[U]=      alice and bob are one tile away, alice's large follower two
test("RP29: several are caught if they are equally near", function(t)
  rulings(t)
  t:draw("base/U", "base/U", "base/B", SOLOVEI)
  t:play("alice", { place = { -1, 0 }, deploy = { road = "W", piece = "large" } })
  t:play("bob", { place = { -2, 0 }, act = "put", on = "bob's phantom", answers = { "road at 0,0" } })
  t:play("alice", { place = { 0, 1 }, act = "put", on = "alice's phantom", answers = { "road at 0,0" } })
  t:play("bob", { place = { 1, 0 } })
  t:expect_equal(caught(t, "solovei"), "alice's phantom, bob's phantom")
end)

test("RP37: whoever comes to the road has the nearest caught, who may be another one", function(t)
  rulings(t)
  far_and_near(t, "base/B", "base/B", "base/B")
  t:play("alice", { place = { 0, 3 } })
  t:play("bob", { place = { 0, 4 }, act = "put", on = "bob's large", answers = { "road at -3,0" } })
  t:expect_equal(caught(t, "solovei"), "alice's follower, bob's large, bob's phantom") -- equally near
end)

test("RP37: and not whoever came, if that is the farther one", function(t)
  rulings(t)
  t:draw("base/U", "base/U", "base/U", "base/B", "base/B", SOLOVEI, "base/B", "base/B")
  t:play("alice", { place = { -1, 0 } })
  t:play("bob", { place = { -2, 0 } })
  t:play("alice", { place = { -3, 0 } })
  t:play("bob", { place = { 0, 1 }, act = "put", on = "bob's phantom", answers = { "road at 0,0" } })
  t:play("alice", { place = { 0, 2 }, act = "put", on = "alice's phantom", answers = { "road at -1,0" } })
  t:play("bob", { place = { 1, 0 } })
  t:expect_equal(caught(t, "solovei"), "bob's phantom")
  t:play("alice", { place = { 0, 3 }, act = "put", on = "alice's large", answers = { "road at -3,0" } })
  t:expect_equal(caught(t, "solovei"), "alice's phantom, bob's phantom")
end)

test("RP37: somebody who comes to another road springs no trap", function(t)
  rulings(t)
  far_and_near(t, "base/U")
  t:play("alice", { place = { 0, 3 }, deploy = { road = "W" } })
  t:expect_equal(caught(t, "solovei"), "bob's phantom")
end)

test("RP27: a builder is caught like a follower, and may be taken back", function(t)
  rulings(t)
  t:draw("base/U", "base/B", "base/U", SOLOVEI, "base/B")
  t:play("alice", { place = { -1, 0 }, deploy = { road = "W" } })
  t:play("bob", { place = { 0, 1 } })
  t:play("alice", { place = { -2, 0 }, act = "put", on = "alice's builder", answers = { "road at 0,0" } })
  t:play("bob", { place = { 1, 0 } })
  t:expect_equal(caught(t, "solovei"), "alice's builder")
  t:play("alice", { place = { 0, 2 }, act = "take_back" })
  t:expect_supply({ alice = 1 }, "builder")
end)

test("RP27: a builder that is farther away goes home when its last follower is caught", function(t)
  rulings(t)
  t:draw("base/U", "base/B", "base/U", SOLOVEI)
  t:play("alice", { place = { -1, 0 }, deploy = { road = "W" } })
  t:play("bob", { place = { 0, 1 } })
  t:play("alice", { place = { -2, 0 }, act = "put", on = "alice's builder", answers = { "road at -2,0" } })
  t:play("bob", { place = { 1, 0 } })
  t:expect_equal(caught(t, "solovei"), "alice's follower")
  t:expect_supply({ alice = 1 }, "builder")
end)

for _, case in ipairs({ { "builder", "road at -1,0" }, { "pig", "field at -1,0 segment 2" } }) do
  local figure, place = case[1], case[2]
  test("RP46: by the rulings of 2021 Vodyanoy catches this, with its follower: " .. figure, function(t)
    rulings(t)
    t:draw("base/U", "base/B", "base/B", VODYANOY)
    local deploy = figure == "pig" and { field = "S" } or { road = "W" }
    t:play("alice", { place = { -1, 0 }, deploy = deploy })
    t:play("bob", { place = { 0, 1 } })
    t:play("alice", { place = { 0, 2 }, act = "put", on = "alice's " .. figure, answers = { place } })
    t:play("bob", { place = { -1, 1 } })
    t:expect_equal(caught(t, "vodyanoy"), "alice's follower, alice's " .. figure)
    t:expect_equal(t:look(function(game) return game:tokens("returned") end), 0)
  end)
end

for _, figure in ipairs({ "barn", "shepherd", "dragon", "fairy" }) do
  test("RP46: by the rulings of 2021 this stays where it is as well: " .. figure, function(t)
    rulings(t)
    t:draw("base/U", VODYANOY)
    local piece = (figure == "barn" or figure == "shepherd") and "alice's " .. figure or figure
    t:play("alice", { place = { -1, 0 }, act = "put", on = piece, answers = { "tile at -1,0" } })
    t:play("bob", { place = { 0, 1 } })
    t:expect_equal(caught(t, "vodyanoy"), "")
  end)
end

--  =[U]==[D]==[S]=      [v] is placed beside the tree
--       [v]
test("RP56: by the rulings of 2021 Vodyanoy takes whoever is in a tree beside him", function(t)
  rulings(t)
  t:draw("base/U", SOLOVEI, VODYANOY)
  t:play("alice", { place = { -1, 0 }, deploy = { road = "W" } })
  t:play("bob", { place = { 1, 0 } })
  t:expect_equal(caught(t, "solovei"), "alice's follower")
  t:play("alice", { place = { 0, 1 } })
  t:expect_equal(caught(t, "solovei"), "")
  t:expect_equal(caught(t, "vodyanoy"), "alice's follower")
end)

--  =[U]==[U]==[U]==[D]==[S]=      alice is left at -3,0; bob's large follower comes to 0,0, beside [v]
--                  [B]  [v]
test(
  "RP30, RP56: Vodyanoy first, then Solovei Razboynik the nearest of the rest, then Vodyanoy again",
  function(t)
    rulings(t)
    far_and_near(t, VODYANOY, "base/B")
    t:play("alice", { place = { 1, 1 } })
    t:expect_equal(caught(t, "vodyanoy"), "bob's phantom")
    t:play("bob", { place = { 0, 3 }, act = "put", on = "bob's large", answers = { "road at 0,0" } })
    t:expect_equal(caught(t, "vodyanoy"), "alice's follower, bob's large, bob's phantom")
    t:expect_equal(caught(t, "solovei"), "")
  end
)

-- Alice is left on the road, at -3,0.
test("RP23: by the rulings of 2021 a ferry to a road that nobody is on springs no trap", function(t)
  rulings(t)
  far_and_near(t, "base/U")
  t:play("alice", { place = { 0, 3 }, act = "ferry", on = "road at 0,0" })
  t:expect_equal(caught(t, "solovei"), "bob's phantom")
end)

-- Alice's large follower stands at 0,3, bob's ferry goes from 1,3 to the road of the tree.
test("RP23: a ferry to a road that somebody is on has the nearest caught", function(t)
  rulings(t)
  far_and_near(t, "base/U", "base/U")
  t:play("alice", { place = { 0, 3 }, deploy = { road = "W", piece = "large" } })
  t:expect_equal(caught(t, "solovei"), "bob's phantom")
  t:play("bob", { place = { 1, 3 }, act = "ferry", on = "road at 0,0" })
  t:expect_equal(caught(t, "solovei"), "alice's large, bob's phantom")
end)
