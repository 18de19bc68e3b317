-- Where the abbot stands and where nobody else does: AB1 to AB10 and AB40 of RULES.md.
--
-- Boards: x to the east, y to the south. [D] is the start tile at 0,0, with a city in the north and a road
-- from west to east. == is a road, [g] a tile with a garden, [B] a monastery without a road.
--
-- In most tests alice's first tile is a road with a garden, at 1,0:
--
--     [D]==[g]==

local GARDEN = "base/U_garden"

-- Tiles of the second edition, and what is drawn.
local function begin(t, ...)
  t:option("base.edition", "second")
  t:draw(...)
end

local function abbot_on(feature) return { [feature] = true, piece = "abbot" } end

-- The piece that stands on a tile.
local function standing(t, x, y)
  return t:look(function(game)
    local piece = game:tile_at(x, y):pieces():first()
    return {
      kind = piece.kind,
      class = piece.class,
      is_follower = piece.is_follower,
      is_meeple = piece.is_meeple,
      owner = piece.owner.name,
      strength = piece.feature:strength_of(piece.owner),
    }
  end)
end

-- How many options of the open decision have a text in them.
local function count(t, text)
  local found = 0
  for _, option in ipairs(t:options()) do
    if string.find(option, text, 1, true) then
      found = found + 1
    end
  end
  return found
end

test("AB1: each player has an abbot besides seven followers", function(t)
  t:players("ann", "bob", "cid", "dan", "eve", "fay")
  t:draw("base/U")
  t:expect_supply({ ann = 1, bob = 1, cid = 1, dan = 1, eve = 1, fay = 1 }, "abbot")
  t:expect_supply({ ann = 7, bob = 7, cid = 7, dan = 7, eve = 7, fay = 7 })
end)

for _, number in ipairs({ 0, 1, 3 }) do
  test("AB1: as many abbots as the option says: " .. number, function(t)
    t:option("abbot.abbots", number)
    t:draw("base/U")
    t:expect_supply({ alice = number, bob = number }, "abbot")
  end)
end

test("AB1, AB10, AB37: an abbot is a follower and a meeple of his owner, of strength 1", function(t)
  t:draw("base/B")
  t:play("alice", { place = { 0, 1 }, deploy = abbot_on("monastery") })
  local abbot = standing(t, 0, 1)
  t:expect_equal(abbot.kind, "abbot")
  t:expect_equal(abbot.class, "follower")
  t:expect_true(abbot.is_follower, "an abbot is a follower")
  t:expect_true(abbot.is_meeple, "an abbot is a meeple")
  t:expect_equal(abbot.owner, "alice")
  t:expect_equal(abbot.strength, 1, "strength on a monastery")
end)

test("AB2: a tile with a garden is placed as any other", function(t)
  begin(t, GARDEN)
  t:refuse({ place = { 1, 0, turn = 1 } }, "has a field edge on side W, its neighbour a road edge")
  t:refuse({ place = { 1, 1 } }, "touches no tile")
  t:expect_option({ place = { 0, 1 } })
  t:play("alice", { place = { 1, 0 } })
  t:expect_decision("bob", "place")
end)

test("AB3, AB6: on a garden the abbot is deployed instead of another follower", function(t)
  begin(t, GARDEN)
  t:play("alice", { place = { 1, 0 }, pass = false })
  -- The road and both fields are there for any follower, the garden for the abbot.
  t:expect_option({ deploy = { road = "W" } })
  t:expect_option({ deploy = { field = "NL" } })
  t:expect_option({ deploy = { field = "SL" } })
  t:expect_option({ deploy = abbot_on("garden") })
  t:expect_equal(#t:options(), 3 + 1 + 1, "all options, with passing")
  t:play("alice", { deploy = abbot_on("garden") })
  t:expect_supply({ alice = 0 }, "abbot")
  t:expect_supply({ alice = 7 })
  t:expect_decision("bob", "place")
end)

test("AB3, AB6: on a monastery the abbot is deployed, or another follower", function(t)
  begin(t, "base/B", "base/B")
  t:play("alice", { place = { 0, 1 }, pass = false })
  t:expect_option({ deploy = { monastery = true } })
  t:expect_option({ deploy = { field = "N" } })
  t:expect_option({ deploy = abbot_on("monastery") })
  t:expect_equal(#t:options(), 2 + 1 + 1, "all options, with passing")
  t:play("alice", { deploy = abbot_on("monastery") })
  t:expect_supply({ alice = 0 }, "abbot")
  t:play("bob", { place = { 0, 2 }, deploy = { monastery = true } })
  t:expect_supply({ bob = 1 }, "abbot")
  t:expect_supply({ bob = 6 })
end)

test("AB1, AB3: whoever has no abbot left deploys none", function(t)
  begin(t, GARDEN, "base/B", "base/B")
  t:play("alice", { place = { 1, 0 }, deploy = abbot_on("garden") })
  t:play("bob", { place = { 0, 1 } })
  t:play("alice", { place = { 0, 2 }, pass = false })
  t:refuse({ deploy = abbot_on("monastery") }, "alice has no abbot left")
end)

test("AB4: a garden takes no ordinary follower", function(t)
  begin(t, GARDEN)
  t:play("alice", { place = { 1, 0 }, pass = false })
  t:refuse({ deploy = { garden = true } }, "a follower cannot be deployed on a garden")
end)

for _, kind in ipairs({ "large", "mayor", "wagon", "ringmaster", "builder", "pig", "barn", "shepherd" }) do
  test("AB4: a garden takes no other figure: " .. kind, function(t)
    t:expansions("figures")
    begin(t, GARDEN)
    t:play("alice", { place = { 1, 0 }, pass = false })
    t:refuse({ deploy = { garden = true, piece = kind } }, "cannot be deployed on a garden")
    t:expect_equal(count(t, "on the garden"), 1, "options for the garden, the abbot's")
  end)
end

test("AB4: a garden takes no phantom", function(t)
  t:expansions("phantom")
  begin(t, GARDEN)
  t:play("alice", { place = { 1, 0 }, pass = false })
  t:refuse({ deploy = { garden = true, piece = "phantom" } }, "a phantom cannot be deployed on a garden")
  t:expect_option({ deploy = { road = "W", piece = "phantom" } })
  t:play("alice", { deploy = { road = "W" }, second = false })
  t:expect_decision("alice", "second")
  t:expect_no_option({ deploy = { garden = true, piece = "phantom" } })
  t:expect_option({ deploy = { field = "NL", piece = "phantom" } })
end)

test("AB5: the abbot stands on no road, city or field", function(t)
  begin(t, "base/J")
  t:play("alice", { place = { 1, 0, turn = 1 }, pass = false })
  t:refuse({ deploy = { road = "W", piece = "abbot" } }, "an abbot cannot be deployed on a road")
  t:refuse({ deploy = { city = "E", piece = "abbot" } }, "an abbot cannot be deployed on a city")
  t:refuse({ deploy = { field = "NL", piece = "abbot" } }, "an abbot cannot be deployed on a field")
  t:expect_equal(count(t, "abbot"), 0, "options for the abbot")
end)

for _, sight in ipairs({ "tower", "hut" }) do
  test("AB5: nor on this, where other followers stand: " .. sight, function(t)
    t:expansions("sights")
    t:draw("sights/" .. sight)
    t:play("alice", { place = { 0, 1 }, pass = false })
    t:expect_option({ deploy = { [sight] = true } })
    t:refuse({ deploy = abbot_on(sight) }, "an abbot cannot be deployed on a " .. sight)
    t:expect_equal(count(t, "abbot"), 0, "options for the abbot")
  end)
end

for _, sight in ipairs({ "shrine", "abbey", "special", "church" }) do
  test("AB7: the abbot stands on every monastic building: " .. sight, function(t)
    t:expansions("sights")
    t:stack("sights/" .. sight, "base/U")
    t:play("alice", { place = { 0, 1 }, deploy = abbot_on("monastery") })
    t:play("bob", { place = { 1, 0 } })
    t:expect_points({ alice = 3 })
  end)
end

test("AB8: the abbot goes where no follower stands", function(t)
  -- Before anything is deployed, a rule of another expansion puts a follower there.
  t:expansions("figures")
  begin(t, "base/B", "base/B")
  t:play("alice", {
    place = { 0, 1 },
    act = "put",
    on = "alice's ringmaster",
    answers = { "monastery at 0,1" },
    pass = false,
  })
  t:refuse({ deploy = abbot_on("monastery") }, "the monastery is claimed already")
  t:expect_equal(count(t, "deploy an abbot"), 0, "options for the abbot")
end)

test("AB8: and on the tile just placed, not on another", function(t)
  begin(t, GARDEN, "base/B", "base/U")
  t:play("alice", { place = { 1, 0 } })
  t:play("bob", { place = { 0, 1 } })
  t:play("alice", { place = { 2, 0 }, pass = false })
  t:expect_equal(count(t, "abbot"), 0, "options for the abbot")
end)

--  [D]==[g]==[g]==      the abbot of bob on the western garden, nobody on the eastern one and on [B]
--  [B]
test("AB8: through a portal to an unclaimed, incomplete garden or monastery", function(t)
  t:expansions("travel")
  t:option("base.edition", "second")
  t:stack(GARDEN, GARDEN, "base/B", "base/U", "base/U")
  t:play("alice", { place = { 1, 0 } })
  t:play("bob", { place = { 2, 0 }, deploy = abbot_on("garden") })
  t:play("alice", { place = { 0, 1 } })
  t:play("bob", { place = { -1, 0 } })
  t:play("alice", { place = { -2, 0 }, act = "portal", on = "alice's abbot" })
  t:expect_decision("alice", "where")
  t:expect_equal(#t:options(), 2, "unclaimed gardens and monasteries")
  t:play("alice", { answer = "garden at 1,0" })
  t:expect_award({ alice = 1 + 3, source = "garden" })
end)

test("AB9: the abbot on the garden leaves the road of its tile free", function(t)
  begin(t, GARDEN, "base/U")
  t:play("alice", { place = { 1, 0 }, deploy = abbot_on("garden") })
  t:play("bob", { place = { 2, 0 }, pass = false })
  t:expect_option({ deploy = { road = "W" } })
end)

test("AB9: and a follower on the road leaves the garden free", function(t)
  t:expansions("figures")
  begin(t, GARDEN)
  t:play("alice", {
    place = { 1, 0 },
    act = "put",
    on = "alice's ringmaster",
    answers = { "road at 0,0" }, -- it goes on to the tile just placed
    pass = false,
  })
  t:expect_no_option({ deploy = { road = "W" } })
  t:expect_option({ deploy = abbot_on("garden") })
end)

test("AB10: the abbot's strength is 1 on a garden", function(t)
  begin(t, GARDEN)
  t:play("alice", { place = { 1, 0 }, deploy = abbot_on("garden") })
  t:expect_equal(standing(t, 1, 0).strength, 1)
end)

--  [D]==[U]==[U]      bob's followers fly to [B], where the abbot of alice stands
--  [B]
test("AB10: one follower beside the abbot makes a tie", function(t)
  t:expansions("travel")
  t:stack("base/B", "base/U", "base/U")
  t:play("alice", { place = { 0, 1 }, deploy = abbot_on("monastery") })
  t:play("bob", { place = { 1, 0 }, act = "fly", on = "bob's follower #8", answers = { "monastery" } })
  t:play("alice", { place = { 2, 0 } })
  t:expect_over()
  t:expect_points({ alice = 3, bob = 3 })
end)

test("AB10: two followers beside the abbot have the majority", function(t)
  t:expansions("travel")
  t:stack("base/B", "base/U", "base/U", "base/U")
  t:play("alice", { place = { 0, 1 }, deploy = abbot_on("monastery") })
  t:play("bob", { place = { 1, 0 }, act = "fly", on = "bob's follower #8", answers = { "monastery" } })
  t:play("alice", { place = { 2, 0 } })
  t:play("bob", { place = { 3, 0 }, act = "fly", on = "bob's follower #9", answers = { "monastery" } })
  t:expect_over()
  t:expect_points({ alice = 0, bob = 3 })
end)

test("AB40: without abbots a garden is a picture", function(t)
  t:option("abbot.abbots", 0)
  begin(t, GARDEN)
  t:play("alice", { place = { 1, 0 }, pass = false })
  t:expect_equal(count(t, "on the garden"), 0, "options for the garden")
  t:expect_equal(#t:options(), 3 + 1, "all options: road, both fields, passing")
end)

test("AB40: so it is where gardens are off, and monasteries stay", function(t)
  t:option("abbot.gardens", false)
  begin(t, GARDEN, "base/B")
  t:play("alice", { place = { 1, 0 }, pass = false })
  t:refuse({ deploy = abbot_on("garden") }, "a garden is only a picture in this game")
  t:expect_equal(#t:options(), 3 + 1, "all options: road, both fields, passing")
  t:play("alice", { pass = true })
  t:play("bob", { place = { 0, 1 }, deploy = abbot_on("monastery") })
end)

test("AB40: the first edition has monasteries only", function(t)
  t:draw("base/B")
  local gardens = t:look(function(game) return #game:stack("garden") end)
  t:expect_equal(gardens, 0, "tiles with gardens")
  t:play("alice", { place = { 0, 1 }, deploy = abbot_on("monastery") })
end)

test("AB2, AB40: the second edition has eight gardens", function(t)
  begin(t, "base/U")
  local gardens = t:look(function(game)
    return game:stack("garden"):total(function(tile) return tile.left end)
  end)
  t:expect_equal(gardens, 8, "tiles with gardens")
end)
