-- The abbot and other expansions: AB26, AB29 and AB31 to AB39 of RULES.md.
--
-- Those that are not here stand in `tests/expansions/`, as far as they matter to an abbot.

local function abbot_on(feature) return { [feature] = true, piece = "abbot" } end

-- Where the abbot of alice is who stands on no feature: the name of the place, and its tile.
local function abbot_of_alice(t)
  return t:look(function(game)
    local abbot = game:player("alice"):pieces("abbot"):first()
    local tile = abbot.tile
    return { place = abbot.place.name, feature = abbot.feature, x = tile and tile.x, y = tile and tile.y }
  end)
end

-- What is offered now, for one action.
local function offered(t, action)
  local found = {}
  for _, option in ipairs(t:options()) do
    local what = string.match(option, "^%w+%." .. action .. " (.*)$")
    if what then
      table.insert(found, what)
    end
  end
  return found
end

--                 [g]      the tower [T] counts monasteries: [B] is one, the two gardens are none
--  [A]==[D]==[T]==[A]
--           [g] [B]
test("AB26: a watchtower that counts monasteries counts no gardens", function(t)
  t:expansions("watchtowers", "sights")
  t:draw("watchtowers/FRFR_3C", "sights/garden", "sights/abbey", "sights/garden", "base/A")
  t:play("alice", { place = { 1, 0 }, deploy = { road = "W" } })
  t:play("bob", { place = { 1, 1 } })
  t:play("alice", { place = { 0, 1 } })
  t:play("bob", { place = { 1, -1 } })
  t:play("alice", { place = { -1, 0, turn = 3 } })
  t:expect_award({ alice = 3, source = "watchtower" })
end)

test("AB26: a garden is no monastery for any rule", function(t)
  t:expansions("sights")
  t:draw("sights/garden", "sights/abbey")
  t:play("alice", { place = { 0, 1 }, deploy = abbot_on("garden") })
  t:play("bob", { place = { 0, 2 }, deploy = abbot_on("monastery") })
  t:expect_equal(t:look(function(game) return #game:features("monastery") end), 1, "monasteries")
  t:expect_equal(t:look(function(game) return #game:tiles("monastery") end), 1, "tiles with a monastery")
  t:expect_equal(t:look(function(game) return #game:features("garden") end), 1, "gardens")
end)

test("AB29: a wagon drives onto monasteries, not onto gardens", function(t)
  t:expansions("figures", "sights")
  t:draw("sights/abbey", "sights/garden", "sights/church", "base/U")
  t:play("alice", { place = { 0, 1 } })
  t:play("bob", { place = { 0, 2 } })
  t:play("alice", { place = { 1, 1 }, deploy = { monastery = true, piece = "wagon" } })
  t:play("bob", { place = { -1, 0 } })
  t:draw("base/U")
  t:play("alice", { place = { -2, 0 }, pass = false })
  local goals = table.concat(offered(t, "drive"), "; ")
  t:expect_true(string.find(goals, "monastery at 0,1", 1, true), "that the wagon drives to " .. goals)
  t:expect_equal(string.find(goals, "garden", 1, true), nil, "a garden in " .. goals)
end)

--  [A]==[D]==[A]      bob's road is completed by alice, who gets nothing for it
--       [g]           and has an abbot on the garden, or has not
local function others_score(t, abbot)
  t:expansions("walls", "sights")
  t:draw("sights/garden", "base/A", "base/A")
  t:play("alice", { place = { 0, 1 }, deploy = abbot and abbot_on("garden") or nil })
  t:play("bob", { place = { -1, 0, turn = 3 }, deploy = { road = "E" } })
  t:play("alice", { place = { 1, 0, turn = 1 }, recall = abbot })
end

test("AB31: of the quarters of a walled town the abbot enters the cathedral's", function(t)
  others_score(t, false)
  t:expect_decision("alice", "entry")
  -- There is nothing to choose for him, while another follower has four quarters.
  t:play("alice", { act = "enter", on = "alice's follower #1" })
  t:expect_equal(#t:options(), 4, "quarters for a follower")
  t:undo()
  t:play("alice", { act = "enter", on = "alice's abbot" })
  t:expect_decision("bob", "place")
  t:expect_equal(abbot_of_alice(t).place, "cathedral")
end)

test("AB31: or none, as an option of that expansion says", function(t)
  t:option("walls.abbot", "no")
  others_score(t, false)
  t:refuse({ act = "enter", on = "alice's abbot" }, "cannot be used on")
  t:expect_option({ act = "enter", on = "alice's follower #1" })
end)

--  [A]==[D]==[A]      alice's abbot enters the town as before; bob completes the abbey or garden [g] with
--  [B]  [g]  [B]      the last [E], in the south-east
--  [E]  [B]  [E]
for _, case in ipairs({
  { sight = "abbey", answer = "go", points = 9 },
  { sight = "abbey", answer = "stay", points = 0 },
  { sight = "garden", answer = nil, points = 0 },
}) do
  local name = case.sight .. " " .. (case.answer or "without a question")
  test("AB31: the abbot leaves for monasteries, not for gardens: " .. name, function(t)
    t:expansions("walls", "sights")
    t:draw("sights/" .. case.sight, "base/A", "base/A", "base/B", "base/B", "base/B", "base/E", "base/E")
    t:play("alice", { place = { 0, 1 } })
    t:play("bob", { place = { -1, 0, turn = 3 }, deploy = { road = "E" } })
    t:play("alice", { place = { 1, 0, turn = 1 } })
    t:play("alice", { act = "enter", on = "alice's abbot" })
    t:play("bob", { place = { -1, 1 } })
    t:play("alice", { place = { 1, 1 } })
    t:play("bob", { place = { 0, 2 } })
    t:play("alice", { place = { -1, 2, turn = 3 } })
    t:play("bob", { place = { 1, 2, turn = 1 }, answers = { case.answer } })
    t:expect_points({ alice = case.points })
    t:expect_supply({ alice = case.answer == "go" and 1 or 0 }, "abbot")
  end)
end

test("AB32: points of taking back do not forbid to enter a walled town", function(t)
  others_score(t, true)
  t:expect_award({ alice = 1 + 3, source = "garden" })
  t:expect_decision("alice", "entry")
end)

test("AB32: but they do where an option of that expansion says so", function(t)
  t:option("walls.taking_back_counts", true)
  others_score(t, true)
  t:expect_decision("bob", "place")
end)

test("AB32: nor do they allow it", function(t)
  t:expansions("walls", "sights")
  t:draw("sights/garden", "base/U", "base/U")
  t:play("alice", { place = { 0, 1 }, deploy = abbot_on("garden") })
  t:play("bob", { place = { 1, 0 } })
  t:play("alice", { place = { 2, 0 }, recall = true })
  t:expect_decision("bob", "place")
end)

-- Alice's abbot on a garden at 0,1; bob does something to it, and alice goes on.
local function suffers(t, action, on)
  t:expansions("hazards", "sights")
  t:draw("sights/garden", "base/U", "base/U")
  t:play("alice", { place = { 0, 1 }, deploy = abbot_on("garden") })
  t:play("bob", { place = { 1, 0 }, act = action, on = on })
  t:expect_awards({})
end

for _, case in ipairs({ { "dragon", "tile at 0,1" }, { "plague", "alice's abbot" } }) do
  test("AB33: the abbot goes home as any follower: " .. case[1], function(t)
    suffers(t, case[1], case[2])
    t:expect_supply({ alice = 1 }, "abbot")
    t:play("alice", { place = { 2, 0 }, pass = false })
    t:expect_no_option({ recall = true })
  end)
end

test("AB33: a tower captures the abbot, who comes back for a ransom and without points", function(t)
  suffers(t, "capture", "alice's abbot")
  t:expect_supply({ alice = 0 }, "abbot")
  t:play("alice", { place = { 2, 0 }, pass = false })
  t:expect_no_option({ recall = true })
  t:play("alice", { act = "ransom", pass = true })
  t:expect_awards({ { alice = -3, source = "ransom" } })
  t:expect_supply({ alice = 1 }, "abbot")
end)

--  [A]==[D]==[T]==[A]      the tower [T] counts meeples: alice's own, bob's abbot on the garden
--            [g]
test("AB37: a watchtower that counts meeples counts the abbot", function(t)
  t:expansions("watchtowers", "sights")
  t:draw("watchtowers/CFRF_2M", "sights/garden", "base/A")
  t:play("alice", { place = { 1, 0, turn = 1 }, deploy = { road = "W" } })
  t:play("bob", { place = { 0, 1 }, deploy = abbot_on("garden") })
  t:play("alice", { place = { -1, 0, turn = 3 } })
  t:expect_award({ alice = 2 * 2, source = "watchtower" })
end)

--  7==[D]==8      a watchtower that counts meeples stands beside the garden [m]
--  3  [m]  4
--  5  [2]  6
test("AB37: the abbot never makes a watchtower pay", function(t)
  t:expansions("watchtowers", "sights", "lookout")
  t:stack(
    "lookout/garden",
    "sights/vineyard",
    "sights/vineyard",
    "sights/vineyard",
    "base/E",
    "base/E",
    "base/U",
    "base/U"
  )
  t:play("alice", { place = { 0, 1 }, deploy = abbot_on("garden") })
  t:play("bob", { place = { 0, 2 } })
  t:play("alice", { place = { -1, 1 } })
  t:play("bob", { place = { 1, 1 } })
  t:play("alice", { place = { -1, 2, turn = 3 } })
  t:play("bob", { place = { 1, 2, turn = 1 } })
  t:play("alice", { place = { -1, 0 } })
  t:play("bob", { place = { 1, 0 } })
  t:expect_awards({ { alice = 9, source = "garden" } })
end)

test("AB38: barbarians take the abbot prisoner as any follower", function(t)
  t:expansions("horde", "sights")
  t:draw("sights/garden", "base/U")
  t:play("alice", { place = { 0, 1 }, deploy = abbot_on("garden") })
  t:play("bob", { place = { 1, 0 }, act = "storm", on = "tile at 0,1" })
  t:expect_equal(abbot_of_alice(t).place, "camp")
end)

test("AB38: the abbot is one Defender", function(t)
  t:expansions("horde")
  t:draw("base/U")
  t:play("alice", { place = { 1, 0 }, act = "defend", on = "alice's abbot" })
  t:expect_equal(t:look(function(game) return game:tokens("defenders") end), 1)
  t:expect_supply({ alice = 0 }, "abbot")
end)

for _, case in ipairs({ { "tile at 0,1", 0 }, { "tile at 1,0", 1 + 2 } }) do
  local where, points = case[1], case[2]
  test("AB38: a barbarian denies the garden on its own tile only: " .. where, function(t)
    t:expansions("horde", "sights")
    t:stack("base/U", "sights/garden", "base/U")
    t:play("alice", { place = { 1, 0 } })
    t:play("bob", { place = { 0, 1 }, act = "storm", on = where, deploy = abbot_on("garden") })
    t:play("alice", { place = { 2, 0 } })
    t:expect_over()
    t:expect_points({ bob = points })
  end)
end

test("AB20, AB38: but it does not deny the points of taking back", function(t)
  t:expansions("horde", "sights")
  t:draw("base/U", "sights/garden", "base/U", "base/U")
  t:play("alice", { place = { 1, 0 } })
  t:play("bob", { place = { 0, 1 }, act = "storm", on = "tile at 0,1", deploy = abbot_on("garden") })
  t:play("alice", { place = { 2, 0 } })
  t:play("bob", { place = { 3, 0 }, recall = true })
  t:expect_awards({ { bob = 1 + 2, source = "garden" } })
end)

--  [A]==[D]==[A]
test("AB39: points of taking back do not move barbarians, those of a road do", function(t)
  t:expansions("horde", "sights")
  t:draw("sights/garden", "base/A", "base/U", "base/U", "base/A")
  t:play("alice", { place = { 0, 1 }, deploy = abbot_on("garden") })
  t:play("bob", { place = { -1, 0, turn = 3 }, deploy = { road = "E" } })
  t:play("alice", { place = { 1, 0 }, recall = true })
  t:expect_equal(t:look(function(game) return game:tokens("steps") end), 0, "steps after taking back")
  t:play("bob", { place = { 2, 0 } })
  t:play("alice", { place = { 3, 0, turn = 1 } })
  t:expect_award({ bob = 5, source = "road" })
  t:expect_equal(t:look(function(game) return game:tokens("steps") end), 5, "steps after the road")
end)

--  [V] is the pond of Vodyanoy, at 0,1; [B] at 0,2 lies beside it
local function caught(t)
  t:expansions("russian_promos")
  t:draw("russian_promos/vodyanoy", "base/U", "base/B", "base/U", "base/U")
  t:play("alice", { place = { 0, 1 } })
  t:play("bob", { place = { -1, 0 } })
  t:play("alice", { place = { 0, 2 }, deploy = abbot_on("monastery") })
  t:play("bob", { place = { -2, 0 } })
end

test("AB34: Vodyanoy catches the abbot", function(t)
  caught(t)
  local abbot = abbot_of_alice(t)
  t:expect_equal(abbot.place, "vodyanoy")
  t:expect_equal(abbot.x, 0)
  t:expect_equal(abbot.y, 1)
  t:expect_equal(abbot.feature, nil)
end)

test("AB34: who is caught there at the end costs 2 points, the abbot too", function(t)
  t:expansions("russian_promos")
  t:stack("russian_promos/vodyanoy", "base/U", "base/B", "base/U")
  t:play("alice", { place = { 0, 1 } })
  t:play("bob", { place = { -1, 0 } })
  t:play("alice", { place = { 0, 2 }, deploy = abbot_on("monastery") })
  t:play("bob", { place = { -2, 0 } })
  t:expect_over()
  t:expect_awards({ { alice = -2, source = "vodyanoy" } })
end)

test("AB16, AB35: he comes back as others do from there, without points", function(t)
  caught(t)
  t:play("alice", { place = { 1, 0 }, pass = false })
  t:expect_no_option({ recall = true })
  t:play("alice", { act = "take_back", on = "alice's abbot" })
  t:expect_awards({})
  t:expect_supply({ alice = 1 }, "abbot")
  t:expect_decision("bob", "place")
end)

--  [D]==[S]==      Solovei Razboynik's road passes north of the monastery
test("AB36: Solovei Razboynik catches who is on his road, and no abbot beside it", function(t)
  t:expansions("russian_promos")
  t:draw("base/B", "base/A", "russian_promos/solovei")
  t:play("alice", { place = { 0, 1 }, deploy = abbot_on("monastery") })
  t:play("bob", { place = { -1, 0, turn = 3 }, deploy = { road = "E" } })
  t:play("alice", { place = { 1, 0 } })
  local standing = t:look(function(game)
    return game:pieces("follower"):filter(function(each) return each.feature end):list()
  end)
  t:expect_equal(#standing, 1, "followers that are left on features")
  t:expect_equal(standing[1].kind, "abbot")
  t:expect_supply({ bob = 6 })
end)
