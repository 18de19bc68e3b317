-- The phantom and other expansions: PH22 to PH24, PH26, PH27 and PH30 to PH36 of RULES.md.
--
-- Those that are not here stand in `tests/expansions/`, as far as they matter to a phantom.

local function phantom_on(kind, side) return { [kind] = side, piece = "phantom" } end

-- The kinds of the pieces in places of a name.
local function inside(t, name)
  return t:look(function(game)
    local found = game:pieces():filter(function(piece) return piece.place and piece.place.name == name end)
    return found:map(function(piece) return piece.kind end):list()
  end)
end

-- How strong alice is on the road that leaves a tile to the west.
local function strength(t, x, y)
  return t:look(function(game) return game:tile_at(x, y):feature("W"):strength_of(game:player("alice")) end)
end

test("PH22: on a special monastery the phantom lies beside a monk who stands", function(t)
  t:expansions("sights")
  t:draw("sights/special")
  t:play("alice", { place = { 0, 1 }, deploy = { monastery = true }, second = false })
  t:play("alice", { act = "lie_down_after" })
  t:expect_supply({ alice = 6 })
  t:expect_supply({ alice = 0 }, "phantom")
  t:expect_decision("bob", "place")
end)

test("PH22: or as the only one", function(t)
  t:expansions("sights")
  t:draw("sights/special")
  t:play("alice", { place = { 0, 1 }, act = "lie_down", on = "alice's phantom", second = false })
  t:expect_supply({ alice = 0 }, "phantom")
  t:expect_decision("bob", "place")
end)

test("PH23: the phantom may be an acrobat", function(t)
  t:expansions("sights")
  t:draw("sights/circus")
  t:play("alice", { place = { 0, 1 }, deploy = { field = "N" }, second = phantom_on("acrobats", true) })
  t:expect_supply({ alice = 0 }, "phantom")
end)

--  [A]==[D]==[L]      bob stands on the western section of the labyrinth, alice on the northern one
test("PH24: in a labyrinth the phantom stands on no section that is taken", function(t)
  t:expansions("sights")
  t:draw("base/B", "base/A", "sights/labyrinth")
  t:play("alice", { place = { 0, 1 } })
  t:play("bob", { place = { -1, 0, turn = 3 }, deploy = { road = "E" } })
  t:play("alice", { place = { 1, 0 }, deploy = { road = "N" }, second = false })
  t:expect_no_option({ deploy = phantom_on("road", "N") })
  t:expect_no_option({ deploy = phantom_on("road", "W") })
  t:expect_option({ deploy = phantom_on("road", "E") })
  t:expect_option({ deploy = phantom_on("road", "S") })
end)

--  [A]==[D]==[T]      bob's road is completed by alice, who gets nothing for it
local function others_score(t, move)
  t:expansions("walls")
  t:draw("base/B", "base/A", "base/T", "base/W", "base/L")
  t:play("alice", { place = { 0, 1 } })
  t:play("bob", { place = { -1, 0, turn = 3 }, deploy = { road = "E" } })
  move.place = { 1, 0, turn = 1 }
  t:play("alice", move)
  t:expect_awards({ { bob = 3, source = "road" } })
end

test("PH26: the phantom enters any quarter of a walled town", function(t)
  others_score(t, {})
  t:expect_decision("alice", "entry")
  t:play("alice", { act = "enter", on = "alice's phantom" })
  t:expect_equal(#t:options(), 4, "quarters for the phantom")
  t:play("alice", { answer = "walls/market" })
  t:expect_supply({ alice = 0 }, "phantom")
  t:expect_decision("bob", "place")
end)

test("PH26: it is no second one that enters", function(t)
  others_score(t, { deploy = { city = "E" }, second = phantom_on("field", "WL") })
  t:expect_decision("alice", "entry")
  t:play("alice", { act = "enter", on = "alice's follower #1", answers = { "walls/castle" } })
  t:expect_decision("bob", "place")
end)

test("PH26: nobody enters where the phantom is deployed", function(t)
  t:expansions("walls")
  t:draw("base/B", "base/A", "base/T")
  t:play("alice", { place = { 0, 1 } })
  t:play("bob", { place = { -1, 0, turn = 3 }, deploy = { road = "E" } })
  t:play("alice", { place = { 1, 0, turn = 1 }, deploy = { city = "E" }, second = false })
  t:expect_decision("alice", "second")
  t:refuse({ act = "enter" }, "not on offer")
end)

-- Two crossings, at 0,2 and 0,3, are the ends of a road of two tiles that nobody claimed.
test("PH27: it leaves a walled town as any follower", function(t)
  others_score(t, {})
  t:play("alice", { act = "enter", on = "alice's phantom", answers = { "walls/blacksmith" } })
  t:play("bob", { place = { 0, 2 } })
  t:play("alice", { place = { 0, 3, turn = 2 } })
  t:expect_award({ alice = 2, source = "road" })
  t:expect_supply({ alice = 1 }, "phantom")
end)

test("PH27: a corn circle lets it join a follower, and counts it", function(t)
  t:expansions("circles")
  t:draw("base/U", "base/B", "base/U")
  t:play("alice", { place = { 1, 0 }, deploy = { road = "W" } })
  t:play("bob", { place = { 0, 1 } })
  t:play("alice", { place = { 2, 0 }, act = "join", on = "alice's phantom" })
  t:expect_equal(strength(t, 2, 0), 2)
end)

--  [D]==[U]      bob's phantom is on the road, alice's wagon on the monastery [B]
--  [B]
test("PH27: a wagon does not drive to where it stands", function(t)
  t:expansions("figures")
  t:draw("base/B", "base/U", "base/U")
  t:play("alice", { place = { 0, 1 }, deploy = { monastery = true, piece = "wagon" } })
  t:play("bob", { place = { 1, 0 }, deploy = phantom_on("road", "W") })
  t:play("alice", { place = { 2, 0 }, pass = false })
  t:expect_option({ act = "drive", on = "city at 0,0" })
  t:refuse({ act = "drive", on = "road" }, "cannot be used on")
end)

--  [D]==[T]      alice has a follower in the city of [T] and her phantom on its road
test("PH30: a dragon eats the phantom as any follower", function(t)
  t:expansions("hazards")
  t:draw("base/T", "base/B")
  t:play("alice", { place = { 1, 0, turn = 1 }, deploy = { city = "E" }, second = phantom_on("road", "W") })
  t:play("bob", { place = { 0, 1 }, act = "dragon", on = "tile at 1,0" })
  t:expect_supply({ alice = 7 })
  t:expect_supply({ alice = 1 }, "phantom")
end)

test("PH30: a tower captures it, and once ransomed it may follow in the same turn", function(t)
  t:expansions("hazards")
  t:draw("base/U", "base/B", "base/T")
  t:play("alice", { place = { -1, 0 }, deploy = phantom_on("road", "E") })
  t:play("bob", { place = { 0, 1 }, act = "capture", on = "alice's phantom" })
  t:expect_supply({ alice = 0 }, "phantom")
  t:play("alice", {
    place = { 1, 0, turn = 1 },
    act = "ransom",
    deploy = { city = "E" },
    second = phantom_on("field", "WL"),
  })
  t:expect_points({ alice = -3 })
  t:expect_supply({ alice = 0 }, "phantom")
end)

--  [A]==[D]==[T]      bob completes the road with the first part of his turn
test("PH31: each part of a double turn has its own phantom", function(t)
  t:expansions("double_turn")
  t:draw("base/A", "base/T", "base/B")
  t:play("alice", { place = { -1, 0, turn = 3 } })
  t:play("bob", {
    place = { 1, 0, turn = 1 },
    act = "again",
    deploy = { city = "E" },
    second = phantom_on("road", "W"),
  })
  t:expect_awards({ { bob = 3, source = "road" } })
  t:play("bob", { place = { 0, 1 }, deploy = { monastery = true }, second = phantom_on("field", "N") })
  t:expect_supply({ bob = 0 }, "phantom")
  t:expect_decision("alice", "place")
end)

test("PH14, PH31: what was passed in one part is offered in the other", function(t)
  t:expansions("double_turn")
  t:draw("base/T", "base/B")
  t:play("alice", { place = { 1, 0, turn = 1 }, act = "again", pass = true, second = false })
  t:expect_decision("alice", "place")
  t:play("alice", { place = { 0, 1 }, deploy = { monastery = true }, second = phantom_on("field", "N") })
  t:expect_supply({ alice = 0 }, "phantom")
end)

test("PH14, PH31: what was deployed in one part is no deed of the other", function(t)
  t:expansions("double_turn")
  t:draw("base/T", "base/B")
  t:play("alice", { place = { 1, 0, turn = 1 }, act = "again", deploy = { city = "E" } })
  t:play("alice", { place = { 0, 1 }, pass = true, second = false })
  t:expect_decision("bob", "place")
end)

--  [A]==[D]==[T]      the tower [T] counts meeples: alice's phantom on the road, bob's on the monastery [A]
test("PH32: the phantom counts for a watchtower, and makes it pay", function(t)
  t:expansions("watchtowers")
  t:draw("watchtowers/CFRF_2M", "base/B", "base/A")
  t:play("alice", { place = { 1, 0, turn = 1 }, deploy = phantom_on("road", "W") })
  t:play("bob", { place = { 0, 1 }, deploy = phantom_on("monastery", true) })
  t:play("alice", { place = { -1, 0, turn = 3 } })
  t:expect_awards({
    { alice = 2 * 2, source = "watchtower" },
    { alice = 3, source = "road" },
  })
end)

test("PH34: barbarians take the phantom prisoner as any follower", function(t)
  t:expansions("horde")
  t:draw("base/U", "base/B")
  t:play("alice", { place = { 1, 0 }, deploy = phantom_on("road", "W") })
  t:play("bob", { place = { 0, 1 }, act = "storm", on = "tile at 1,0" })
  t:expect_equal(#inside(t, "camp"), 1, "prisoners")
  t:expect_equal(inside(t, "camp")[1], "phantom")
end)

test("PH34: behind a Defender the phantom is deployed on the tile", function(t)
  t:expansions("horde")
  t:draw("base/T")
  t:play("alice", {
    place = { 1, 0, turn = 1 },
    act = "defend",
    on = "alice's follower #1",
    second = phantom_on("city", "E"),
  })
  t:expect_equal(t:look(function(game) return game:tokens("defenders") end), 1)
  t:expect_supply({ alice = 0 }, "phantom")
end)

test("PH34: or is the one Defender itself", function(t)
  t:expansions("horde")
  t:draw("base/T")
  t:play("alice", { place = { 1, 0, turn = 1 }, act = "defend", on = "alice's phantom", second = false })
  t:expect_equal(t:look(function(game) return game:tokens("defenders") end), 1)
  t:expect_decision("bob", "place")
end)

test("PH35: a tile with a pit takes no phantom", function(t)
  t:expansions("horde", "choices")
  t:draw("horde/pit", "base/B")
  t:play("alice", { place = { 1, 0 }, act = "fairy", second = false })
  t:expect_decision("bob", "place")
  t:play("bob", { place = { 0, 1 }, act = "fairy", second = false })
  t:expect_decision("bob", "second")
end)

test("PH35: nor as the first one", function(t)
  t:expansions("horde")
  t:draw("horde/pit")
  t:play("alice", { place = { 1, 0 }, pass = false })
  t:refuse({ deploy = phantom_on("road", "W") }, "there is a pit")
end)

test("PH36: the phantom may take the hut of Baba Yaga, first or second", function(t)
  t:expansions("sights")
  t:stack("sights/hut", "base/U", "base/B")
  t:play("alice", { place = { 0, 1 }, pass = false })
  t:expect_option({ deploy = phantom_on("hut", true) })
  t:play("alice", { deploy = { field = "N" }, second = phantom_on("hut", true) })
  t:play("bob", { place = { 1, 0 } })
  t:play("alice", { place = { 0, 2 } })
  t:expect_over()
  t:expect_award({ alice = 1 + 5, source = "hut" })
end)

--  [V] is the pond of Vodyanoy, at 0,1; [T] at 1,0 lies beside it
test("PH33: Vodyanoy catches the phantom, behind a follower that he caught already", function(t)
  t:expansions("russian_promos")
  t:draw("russian_promos/vodyanoy", "base/T")
  t:play("alice", { place = { 0, 1 } })
  t:play("bob", { place = { 1, 0, turn = 1 }, deploy = { city = "E" }, second = false })
  t:expect_equal(#inside(t, "vodyanoy"), 1, "followers in the pond, behind the first")
  -- So the city is free for the phantom, who is caught as well.
  t:play("bob", { deploy = phantom_on("city", "E") })
  t:expect_equal(#inside(t, "vodyanoy"), 2, "followers in the pond, behind the phantom")
  t:expect_supply({ bob = 0 }, "phantom")
end)

--  [D]==[S]==[T]      alice stands in the city of [T], her phantom on the road of Solovei Razboynik
test("PH33: Solovei Razboynik catches the phantom on his road, and not the knight", function(t)
  t:expansions("russian_promos")
  t:draw("russian_promos/solovei", "base/B", "base/T")
  t:play("alice", { place = { 1, 0 } })
  t:play("bob", { place = { 0, 1 } })
  t:play("alice", { place = { 2, 0, turn = 1 }, deploy = { city = "E" }, second = phantom_on("road", "W") })
  t:expect_equal(#inside(t, "solovei"), 1, "followers in the tree")
  t:expect_equal(inside(t, "solovei")[1], "phantom")
end)

--  [V] is the pond of Vodyanoy, at 0,1; the monk on [B] at 0,2 was caught, and alice takes him back
for _, follows in ipairs({ true, false }) do
  test(
    "PH12, PH17: it follows who is taken out of a trap, as an option says: " .. tostring(follows),
    function(t)
      t:expansions("russian_promos")
      t:option("phantom.phantom_after_trap_retrieval", follows)
      t:draw("russian_promos/vodyanoy", "base/U", "base/B", "base/U", "base/T")
      t:play("alice", { place = { 0, 1 } })
      t:play("bob", { place = { -1, 0 } })
      t:play("alice", { place = { 0, 2 }, deploy = { monastery = true } })
      t:play("bob", { place = { -2, 0 } })
      t:play("alice", { place = { 1, 0, turn = 1 }, act = "take_back", second = false })
      t:expect_supply({ alice = 7 })
      if follows then
        t:expect_decision("alice", "second")
        t:expect_option({ deploy = phantom_on("city", "E") })
        t:refuse({ act = "take_back" }, "not on offer")
      else
        t:expect_decision("bob", "place")
      end
    end
  )
end

test("PH36: the phantom may take the hut in the stack of that expansion, too", function(t)
  t:expansions("russian_promos")
  t:draw("russian_promos/hut")
  t:play("alice", { place = { 0, 1 }, deploy = { field = "N" }, second = phantom_on("hut", true) })
  t:expect_supply({ alice = 0 }, "phantom")
end)
