-- What the phantom follows: PH11 to PH16, PH18 to PH21 and PH25 of RULES.md.
--
-- In most tests alice's tile is a city at 1,0 at which the road of the start tile ends. Its features are the
-- city, the road, and a field on both sides of the road:
--
--     [D]==[T]

local function phantom_on(kind, side) return { [kind] = side, piece = "phantom" } end

-- What kind of piece stands in the city of a tile.
local function knight(t, x, y)
  return t:look(function(game) return game:tile_at(x, y):features("city"):pieces():first().kind end)
end

-- Expects what a phantom can do now: to stand on so many features of the tile just placed, or to pass.
local function expect_free(t, player, number)
  t:expect_decision(player, "second")
  local found = 0
  for _, option in ipairs(t:options()) do
    if string.find(option, "deploy a phantom on the", 1, true) then
      found = found + 1
    end
  end
  t:expect_equal(found, number, "features for the phantom")
  t:expect_option({ pass = true })
end

for _, action in ipairs({
  "builder",
  "pig",
  "barn",
  "shepherd",
  "tower_piece",
  "fairy",
  "festival",
  "acrobat",
  "scored_acrobats",
  "little_building",
  "wheel",
}) do
  test("PH11, PH16: the phantom follows whatever replaces a deployment: " .. action, function(t)
    t:expansions("choices")
    t:draw("base/T")
    t:play("alice", { place = { 1, 0, turn = 1 }, act = action, second = false })
    expect_free(t, "alice", 4)
    t:play("alice", { deploy = phantom_on("city", "E") })
    t:expect_decision("bob", "place")
  end)
end

for _, action in ipairs({ "portal", "fly" }) do
  test("PH11: and a follower that goes elsewhere: " .. action, function(t)
    t:expansions("travel")
    t:draw("base/B", "base/T")
    t:play("alice", { place = { 0, 1 } })
    t:play("bob", {
      place = { 1, 0, turn = 1 },
      act = action,
      on = "bob's follower #9",
      answers = { "monastery at 0,1" },
      second = phantom_on("field", "WL"),
    })
    t:expect_supply({ bob = 6 })
    t:expect_supply({ bob = 0 }, "phantom")
  end)
end

--     [D]==5 ==6 ==[T]      five tiles around the garden [g] when alice places [T], and takes the abbot back
--  2==[g]==3
--     [4]
test("PH12: behind a taking back of the abbot, onto the tile just placed and not where he stood", function(t)
  t:expansions("abbot")
  t:option("base.edition", "second")
  t:draw("base/U_garden", "base/U", "base/U", "base/B", "base/U", "base/U", "base/T")
  t:play("alice", { place = { 0, 1 }, deploy = { garden = true, piece = "abbot" } })
  t:play("bob", { place = { -1, 1 } })
  t:play("alice", { place = { 1, 1 } })
  t:play("bob", { place = { 0, 2 } })
  t:play("alice", { place = { 1, 0 } })
  t:play("bob", { place = { 2, 0 } })
  t:play("alice", { place = { 3, 0, turn = 1 }, recall = true, second = false })
  t:expect_awards({ { alice = 6, source = "garden" } })
  expect_free(t, "alice", 4)
  t:play("alice", { deploy = phantom_on("field", "WR") })
  t:expect_supply({ alice = 0 }, "phantom")
end)

--  [D]==[T]      a follower comes home from the monastery [B], where no phantom may follow
--  [B]
test("PH12: behind a festival, onto the tile just placed and not where the follower stood", function(t)
  t:expansions("hazards")
  t:draw("base/B", "base/U", "base/T")
  t:play("alice", { place = { 0, 1 }, deploy = { monastery = true } })
  t:play("bob", { place = { -1, 0 } })
  t:play("alice", { place = { 1, 0, turn = 1 }, act = "festival", second = false })
  t:expect_supply({ alice = 7 })
  expect_free(t, "alice", 4)
  for _, option in ipairs(t:options()) do
    t:expect_equal(string.find(option, "monastery", 1, true), nil, "a monastery in " .. option)
  end
end)

--  [D]--[R]      alice's knight stands in the city of [R]; bob goes on with it and sends him home, so that
--       [D]      the city is free again
for _, follows in ipairs({ false, true }) do
  test("PH13: it follows a princess where an option says so: " .. tostring(follows), function(t)
    t:expansions("princess_and_dragon")
    t:option("phantom.phantom_after_princess", follows)
    t:draw("base/R", "base/D")
    t:play("alice", { place = { 0, -1, turn = 2 }, deploy = { city = "S" } })
    t:play("bob", { place = { -1, -1, turn = 1 }, act = "princess", second = false })
    t:expect_supply({ alice = 7 })
    if follows then
      t:expect_decision("bob", "second")
      t:expect_option({ deploy = phantom_on("city", "E") })
    else
      t:expect_decision("alice", "place")
    end
  end)
end

-- In the following tests a tower stands in the city at 0,-1, which fills its tile.

test("PH11, PH15: whoever builds a tower and captures nobody is asked for the phantom", function(t)
  t:expansions("heights")
  t:draw("heights/tower", "base/T")
  t:play("alice", { place = { 0, -1 }, deploy = { city = "S" } })
  t:play("bob", {
    place = { 1, 0, turn = 1 },
    act = "build",
    answers = { "nobody" },
    second = phantom_on("city", "E"),
  })
  t:expect_supply({ alice = 6 })
  t:expect_supply({ bob = 0 }, "phantom")
end)

test("PH18: where no feature is free, the phantom may climb an open tower", function(t)
  t:expansions("heights")
  t:draw("base/T", "heights/tower", "base/C")
  t:play("alice", { place = { 1, 0, turn = 1 } })
  t:play("bob", { place = { 0, -1 }, act = "build" }) -- there is nobody to capture
  t:play("alice", { place = { 0, -2 }, deploy = { city = "S" }, second = false })
  t:expect_decision("alice", "second")
  t:expect_option({ act = "climb_after", on = "heights/top at 0,-1" })
  t:expect_option({ pass = true })
  t:expect_equal(#t:options(), 1 + 1, "all options, with passing")
  t:play("alice", { act = "climb_after" })
  t:expect_supply({ alice = 0 }, "phantom")
  t:expect_decision("bob", "place")
end)

test("PH18: or the crown of the wheel", function(t)
  t:expansions("heights")
  t:draw("heights/wheel")
  t:play("alice", { place = { 0, -1 }, deploy = { city = "S" }, second = false })
  t:expect_option({ act = "climb_after", on = "heights/crown" })
  t:expect_equal(#t:options(), 1 + 1, "all options, with passing")
end)

test("PH18: and to nothing off the tile where the option says so", function(t)
  t:expansions("heights")
  t:option("phantom.phantom_off_tile", false)
  t:draw("base/T", "heights/tower", "base/C")
  t:play("alice", { place = { 1, 0, turn = 1 } })
  t:play("bob", { place = { 0, -1 }, act = "build" })
  t:play("alice", { place = { 0, -2 }, deploy = { city = "S" }, second = false })
  t:expect_decision("bob", "place")
end)

test("PH14, PH18: nor does it climb behind a pass", function(t)
  t:expansions("heights")
  t:draw("base/T", "heights/tower", "base/C")
  t:play("alice", { place = { 1, 0, turn = 1 } })
  t:play("bob", { place = { 0, -1 }, act = "build" })
  t:play("alice", { place = { 0, -2 }, pass = true, second = false })
  t:expect_decision("bob", "place")
end)

test("PH4, PH18: it climbs as the first one too", function(t)
  t:expansions("heights")
  t:option("base.followers", 1)
  t:draw("base/B", "heights/tower", "base/T", "base/C")
  t:play("alice", { place = { 0, 1 }, deploy = { monastery = true } })
  t:play("bob", { place = { 0, -1 }, act = "build" })
  t:play("alice", { place = { 1, 0, turn = 1 }, act = "climb", on = "heights/top at 0,-1" })
  t:expect_supply({ alice = 0 }, "phantom")
  t:expect_decision("bob", "place")
end)

test("PH19: the phantom builds no tower, and closes the one that it climbs", function(t)
  t:expansions("heights")
  t:draw("heights/tower", "base/T", "base/C", "base/B")
  t:play("alice", { place = { 0, -1 }, act = "build" })
  t:play("bob", { place = { 1, 0, turn = 1 }, deploy = { city = "E" }, second = false })
  t:refuse({ act = "build" }, "not on offer")
  t:play("bob", { act = "climb_after", on = "heights/top at 0,-1" })
  t:expect_supply({ bob = 0 }, "phantom")
  t:play("alice", { place = { 0, -2 }, pass = false })
  t:refuse({ act = "build" }, "not on offer")
  t:refuse({ act = "climb" }, "not on offer")
end)

for _, action in ipairs({ "portal", "fly" }) do
  local after = action .. "_after"

  test("PH20, PH21: where the first figure stayed, the phantom goes elsewhere: " .. action, function(t)
    t:expansions("travel")
    t:draw("base/B", "base/T")
    t:play("alice", { place = { 0, 1 } })
    t:play("bob", { place = { 1, 0, turn = 1 }, deploy = { city = "E" }, second = false })
    t:play("bob", { act = after, answers = { "monastery at 0,1" } })
    t:expect_supply({ bob = 0 }, "phantom")
    t:expect_decision("alice", "place")
  end)

  test("PH20, PH21: where it went elsewhere, the phantom stays: " .. action, function(t)
    t:expansions("travel")
    t:draw("base/B", "base/T")
    t:play("alice", { place = { 0, 1 } })
    t:play("bob", {
      place = { 1, 0, turn = 1 },
      act = action,
      on = "bob's follower #9",
      answers = { "monastery at 0,1" },
      second = false,
    })
    expect_free(t, "bob", 4)
    t:refuse({ act = after }, "not on offer")
  end)
end

--  [A]==[D]==[J]      alice's follower stands on the road, which goes on in [J], beside a city
local function road_of_alice(t)
  t:expansions("figures")
  t:draw("base/A", "base/B", "base/J")
  t:play("alice", { place = { -1, 0, turn = 3 }, deploy = { road = "E" } })
  t:play("bob", { place = { 0, 1 } })
end

test("PH25: the phantom follows a builder, and both stay", function(t)
  road_of_alice(t)
  t:play("alice", { place = { 1, 0, turn = 1 }, act = "builder", second = phantom_on("city", "E") })
  t:expect_equal(knight(t, 1, 0), "phantom", "what stands in the city")
  t:expect_supply({ alice = 0 }, "builder")
  t:expect_supply({ alice = 0 }, "phantom")
end)

for _, case in ipairs({ { "builder", "road", "W" }, { "pig", "field", "NL" } }) do
  local figure, kind, side = case[1], case[2], case[3]

  test("PH25: it is no follower for a figure that comes first: " .. figure, function(t)
    t:expansions("figures")
    t:draw("base/J")
    t:play("alice", { place = { 1, 0, turn = 1 }, pass = false })
    t:expect_option({ deploy = phantom_on(kind, side) })
    t:refuse({ act = figure }, "not on offer")
  end)

  test("PH25: nor does that figure follow the phantom: " .. figure, function(t)
    t:expansions("figures")
    t:draw("base/J")
    t:play("alice", { place = { 1, 0, turn = 1 }, deploy = phantom_on(kind, side), second = false })
    t:expect_decision("bob", "place")
    t:expect_supply({ alice = 1 }, figure)
  end)
end
