-- Taking the abbot back: AB15 to AB25 of RULES.md.
--
-- In most tests alice's abbot stands on a garden at 1,0, and bob goes on with the road, so that there are two
-- tiles around the garden when alice may take the abbot back:
--
--     [D]==[g]==[U]==

local GARDEN = "base/U_garden"

local function abbot_on(feature) return { [feature] = true, piece = "abbot" } end

-- Alice's abbot on the garden, and bob's road beside it; then alice places another tile.
local function begin(t, ...)
  t:option("base.edition", "second")
  t:draw(GARDEN, "base/U", ...)
  t:play("alice", { place = { 1, 0 }, deploy = abbot_on("garden") })
  t:play("bob", { place = { 2, 0 } })
end

-- The only garden on the board.
local function garden(t)
  return t:look(function(game)
    local found = game:features("garden"):first()
    return { complete = found.complete, claimed = found.claimed }
  end)
end

-- How many options take a piece back.
local function recalls(t)
  local found = 0
  for _, option in ipairs(t:options()) do
    if string.find(option, "take back", 1, true) then
      found = found + 1
    end
  end
  return found
end

test("AB15: instead of deploying, the abbot comes back for 1 and 1 for each tile around", function(t)
  begin(t, "base/U")
  t:play("alice", { place = { 3, 0 }, pass = false })
  t:expect_option({ deploy = { road = "W" } })
  t:expect_option({ recall = true })
  t:play("alice", { recall = true })
  t:expect_awards({ { alice = 1 + 2, source = "garden" } })
  t:expect_supply({ alice = 1 }, "abbot")
  t:expect_decision("bob", "place")
end)

test("AB15: whoever deploys does not take back", function(t)
  begin(t, "base/U")
  t:play("alice", { place = { 3, 0 }, deploy = { road = "W" } })
  t:expect_awards({})
  t:expect_supply({ alice = 0 }, "abbot")
  t:expect_decision("bob", "place")
end)

--  2==[D]==3      the abbot of alice on the monastery [B]
--  4  [B]  5      [4] and [5] have a city towards the outside
--     [6]
test("AB15, AB25: a monastery with six tiles around gives 7, in the owner's own turn", function(t)
  t:stack("base/B", "base/U", "base/U", "base/E", "base/E", "base/B", "base/U", "base/U")
  t:play("alice", { place = { 0, 1 }, deploy = abbot_on("monastery") })
  t:play("bob", { place = { -1, 0 } })
  t:play("alice", { place = { 1, 0 } })
  t:play("bob", { place = { -1, 1, turn = 3 } })
  t:play("alice", { place = { 1, 1, turn = 1 } })
  t:play("bob", { place = { 0, 2 }, pass = false })
  t:expect_no_option({ recall = true })
  t:expect_equal(recalls(t), 0, "abbots that bob may take back")
  t:play("bob", { pass = true })
  t:play("alice", { place = { 2, 0 }, recall = true })
  t:expect_awards({ { alice = 7, source = "monastery" } })
end)

for _, action in ipairs({ "builder", "pig", "barn", "tower_piece", "fairy", "trap" }) do
  test("AB16: nothing else is done where the abbot is taken back: " .. action, function(t)
    t:expansions("choices")
    begin(t, "base/U", "base/U", "base/U")
    t:play("alice", { place = { 3, 0 }, pass = false })
    t:expect_option({ act = action })
    t:play("alice", { recall = true })
    t:expect_decision("bob", "place")
  end)

  test("AB16: nor is he taken back where something else is done: " .. action, function(t)
    t:expansions("choices")
    begin(t, "base/U", "base/U", "base/U")
    t:play("alice", { place = { 3, 0 }, act = action })
    t:expect_awards({})
    t:expect_decision("bob", "place")
  end)
end

--  1==[D]==3      bob's abbot on the garden [g] has six tiles around when he places the sixth himself
--  4==[g]==5
--  6
test("AB18: the tile just placed counts", function(t)
  t:option("base.edition", "second")
  t:draw("base/U", GARDEN, "base/U", "base/U", "base/U", "base/B")
  t:play("alice", { place = { -1, 0 } })
  t:play("bob", { place = { 0, 1 }, deploy = abbot_on("garden") })
  t:play("alice", { place = { 1, 0 } })
  t:play("bob", { place = { -1, 1 } })
  t:play("alice", { place = { 1, 1 } })
  t:play("bob", { place = { -1, 2 }, recall = true })
  t:expect_awards({ { bob = 7, source = "garden" } })
end)

--  [A]==[D]==[g]==[A]      bob's road is completed by alice
test("AB19: the points come before the scoring of the turn", function(t)
  t:option("base.edition", "second")
  t:draw(GARDEN, "base/A", "base/A")
  t:play("alice", { place = { 1, 0 }, deploy = abbot_on("garden") })
  t:play("bob", { place = { -1, 0, turn = 3 }, deploy = { road = "E" } })
  t:play("alice", { place = { 2, 0, turn = 1 }, recall = true })
  t:expect_awards({
    { alice = 1 + 2, source = "garden" },
    { bob = 4, source = "road" },
  })
end)

--  [A]==[D]==[g]==[A]      as before, and each thing that happens to a feature pays alice a point
test("AB20: nothing follows that follows a completed or scored feature", function(t)
  t:expansions("bonuses")
  t:option("base.edition", "second")
  t:draw(GARDEN, "base/A", "base/A")
  t:play("alice", { place = { 1, 0 }, deploy = abbot_on("garden") })
  t:play("bob", { place = { -1, 0, turn = 3 }, deploy = { road = "E" } })
  t:play("alice", { place = { 2, 0, turn = 1 }, recall = true })
  t:expect_awards({
    { alice = 1 + 2, source = "garden" },
    { alice = 1, source = "completed" }, -- all of this for the road
    { bob = 4 + 1, source = "road" },
    { alice = 1, source = "scored" },
    { alice = 5, source = "placement" },
  })
end)

test("AB20: the garden stays incomplete and free", function(t)
  t:expansions("travel")
  begin(t, "base/U", "base/U")
  t:play("alice", { place = { 3, 0 }, recall = true })
  t:expect_equal(garden(t).complete, false, "complete")
  t:expect_equal(garden(t).claimed, false, "claimed")
  -- The only place to which a portal takes the abbot of bob.
  t:play("bob", { place = { 4, 0 }, act = "portal", on = "bob's abbot" })
  t:expect_equal(garden(t).claimed, true, "claimed")
end)

test("AB21: the abbot who was taken back is not deployed with the same choice", function(t)
  begin(t, "base/B", "base/U", "base/B")
  t:play("alice", { place = { 0, 1 }, recall = true })
  t:expect_supply({ alice = 1 }, "abbot")
  t:expect_decision("bob", "place")
  t:play("bob", { place = { 3, 0 } })
  t:play("alice", { place = { 0, 2 }, deploy = abbot_on("monastery") })
  t:expect_supply({ alice = 0 }, "abbot")
end)

test("AB22: behind it a phantom is deployed on the tile just placed", function(t)
  t:expansions("phantom")
  begin(t, "base/U")
  t:play("alice", { place = { 3, 0 }, recall = true, second = { field = "NL", piece = "phantom" } })
  t:expect_awards({ { alice = 1 + 2, source = "garden" } })
  t:expect_supply({ alice = 0 }, "phantom")
  t:expect_decision("bob", "place")
end)

--     [D]==5 ==6 ==[T]      five tiles around the garden [g] when alice places [T], a city
--  2==[g]==3
--     [4]
test("AB15, AB22: the abbot comes back for 6 and a phantom goes into the new city", function(t)
  t:expansions("phantom")
  t:option("base.edition", "second")
  t:draw("base/U_garden", "base/U", "base/U", "base/B", "base/U", "base/U", "base/T")
  t:play("alice", { place = { 0, 1 }, deploy = abbot_on("garden") })
  t:play("bob", { place = { -1, 1 } })
  t:play("alice", { place = { 1, 1 } })
  t:play("bob", { place = { 0, 2 } })
  t:play("alice", { place = { 1, 0 } })
  t:play("bob", { place = { 2, 0 } })
  t:play("alice", { place = { 3, 0, turn = 1 }, recall = true, second = { city = "E", piece = "phantom" } })
  t:expect_awards({ { alice = 6, source = "garden" } })
  t:expect_supply({ alice = 0 }, "phantom")
end)

--     [D]          alice's abbot on the garden [g]; four tiles around it when [U] is placed elsewhere
--  3==[g]==4
--     [2]
test("AB23: in a double turn the abbot is taken back in one part and deployed in the other", function(t)
  t:expansions("double_turn")
  t:option("base.edition", "second")
  t:draw(GARDEN, "base/B", "base/U", "base/U", "base/U", "base/E_garden")
  t:play("alice", { place = { 0, 1 }, deploy = abbot_on("garden") })
  t:play("bob", { place = { 0, 2 } })
  t:play("alice", { place = { -1, 1 } })
  t:play("bob", { place = { 1, 1 } })
  t:play("alice", { place = { 2, 1 }, act = "again", recall = true })
  t:expect_awards({ { alice = 5, source = "garden" } })
  t:play("alice", { place = { 0, -1, turn = 2 }, deploy = abbot_on("garden") })
  t:expect_supply({ alice = 0 }, "abbot")
  t:expect_decision("bob", "place")
end)

test("AB23, AB24: each part takes back one of two abbots", function(t)
  t:expansions("double_turn")
  t:option("abbot.abbots", 2)
  begin(t, "base/B", "base/U", "base/U", "base/U")
  t:play("alice", { place = { 0, 1 }, deploy = abbot_on("monastery") })
  t:play("bob", { place = { 3, 0 } })
  t:play("alice", { place = { 4, 0 }, act = "again", pass = false })
  t:expect_equal(recalls(t), 2, "abbots that alice may take back")
  t:play("alice", { recall = true })
  t:expect_supply({ alice = 1 }, "abbot")
  t:play("alice", { place = { 5, 0 }, pass = false })
  t:expect_equal(recalls(t), 1, "abbots that alice may take back")
  t:play("alice", { recall = true })
  t:expect_supply({ alice = 2 }, "abbot")
  t:expect_awards({
    { alice = 1 + 3, source = "garden" },
    { alice = 1 + 2, source = "monastery" },
  })
  t:expect_decision("bob", "place")
end)

test("AB25: a player takes back none but his own abbot", function(t)
  begin(t, "base/B", "base/U")
  t:play("alice", { place = { 0, 1 } })
  t:play("bob", { place = { 3, 0 }, pass = false })
  t:expect_no_option({ recall = true })
  t:expect_equal(recalls(t), 0, "abbots that bob may take back")
end)

test("AB15: a follower on a monastery is not taken back", function(t)
  t:draw("base/B", "base/U", "base/U")
  t:play("alice", { place = { 0, 1 }, deploy = { monastery = true } })
  t:play("bob", { place = { 1, 0 } })
  t:play("alice", { place = { 2, 0 }, pass = false })
  t:expect_no_option({ recall = true })
end)
