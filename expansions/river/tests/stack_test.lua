-- Which river tiles there are, and when they are drawn: RV1 to RV9, RV17 and RV43 to RV48 of RULES.md.
--
-- Whole games are played by the first option of each placement. So that no tile is lost on the way,
-- they look ahead (RV18).

-- The names of river tiles that are not placed yet, with how many there are.
local function left(t)
  return t:look(function(game)
    local counts = {}
    for tile in game:stack("river") do
      counts[tile.name] = tile.left
    end
    local hand = game.hand
    if hand and hand:has("river") then
      counts[hand.name] = (counts[hand.name] or 0) + 1
    end
    return counts
  end)
end

local function total(t)
  local sum = 0
  for _, count in pairs(left(t)) do
    sum = sum + count
  end
  return sum
end

local function hand(t)
  return t:look(function(game) return assert(game.hand).name end)
end

local function stack_size(t)
  return t:look(function(game) return game.stack_size end)
end

-- Which tiles lie on the board, in the order in which they were placed.
local function placed(t)
  return t:look(function(game)
    return game:tiles():map(function(tile) return tile.name end):list()
  end)
end

-- Plays a game to its end. Returns the river's tiles in their order, and how many tiles were placed.
-- `starts` says how many tiles lie there before the river begins.
local function river_of(t, starts)
  t:option("river.river_uturn", "lookahead")
  t:play_out()
  t:expect_over()
  t:expect_equal(stack_size(t), 0, "tiles left")
  local names = placed(t)
  local is_river = t:look(function(game)
    return game:tiles():map(function(tile) return tile:has("river") and "yes" or "no" end):list()
  end)
  local river = {}
  for index, name in ipairs(names) do
    if is_river[index] == "yes" then
      table.insert(river, name)
      t:expect_equal(index, #river + (starts or 0), name .. " is behind land tiles, its place")
    end
  end
  return river, #names
end

local function expect_last(t, river, count, wanted)
  local found = {}
  for index = #river - count + 1, #river do
    table.insert(found, river[index])
  end
  table.sort(found)
  t:expect_equal(table.concat(found, " "), wanted, "the last tiles of the river")
end

test("RV1, RV2: the spring is the start tile, and the base game's is in the stack", function(t)
  t:draw("river/FIFI")
  t:expect_equal(table.concat(placed(t), " "), "river/spring", "the board")
  t:expect_equal(t:look(function(game) return assert(game:tile_at(0, 0)):edge("E") end), "river", "its east")
  local starts = t:look(function(game) return assert(game:stack():where("name", "base/D"):first()).left end)
  t:expect_equal(starts, 4, "base/D in the stack")
  t:expect_equal(stack_size(t), 72 + 11 - 1, "tiles left")
end)

for seed = 1, 3 do
  test("RV3, RV4, RV45: all of River I, the lake last, and then the land, seed " .. seed, function(t)
    t:seed(seed)
    local river, count = river_of(t)
    t:expect_equal(#river, 12, "river tiles")
    expect_last(t, river, 1, "river/lake")
    t:expect_equal(count, 12 + 72, "all tiles")
  end)

  test("RV5, RV6, RV48: the fork first, both ends of River II last, seed " .. seed, function(t)
    t:option("river.rivers", "two")
    t:seed(seed)
    local river, count = river_of(t)
    t:expect_equal(#river, 12, "river tiles")
    t:expect_equal(river[2], "river/fork", "the first one drawn")
    expect_last(t, river, 2, "river/FCFI river/volcano_lake")
    t:expect_equal(count, 12 + 72, "all tiles")
  end)

  test("RV7, RV8: both rivers are one, with two ends, seed " .. seed, function(t)
    t:option("river.rivers", "both")
    t:seed(seed)
    local river, count = river_of(t)
    t:expect_equal(#river, 12 + 12 - 2, "river tiles")
    t:expect_equal(river[2], "river/fork", "the first one drawn")
    expect_last(t, river, 2, "river/FCFI river/lake")
    t:expect_equal(count, 22 + 72, "all tiles")
  end)
end

-- The same tiles, with other luck.
for seed, third in ipairs({ "river/IFFI_p", "river/ICIC" }) do
  test("RV3, RV6: what follows the fork is shuffled, seed " .. seed, function(t)
    t:option("river.rivers", "two")
    t:seed(seed)
    t:expect_equal(river_of(t)[3], third, "the first course tile")
  end)
end

test("RV3: the tiles of the second edition", function(t)
  t:option("base.edition", "second")
  t:option("river.rivers", "both")
  t:draw("river/fork")
  local counts = left(t)
  t:expect_equal(total(t), 21, "river tiles")
  t:expect_equal(counts["river/FFII_1"], 1, "curves of River I without a garden")
  t:expect_equal(counts["river/FFII_1_garden"], 1, "curves of River I with one")
  t:expect_equal(counts["river/FFII_2"], nil, "curves of River II without a garden")
  t:expect_equal(counts["river/FFII_2_garden"], 1, "curves of River II with one")
end)

test("RV6: what is on the tiles of River II", function(t)
  t:option("river.rivers", "two")
  t:draw("river/ICIC")
  local found = t:look(function(game)
    local shields, monasteries = 0, 0
    for tile in game:stack("river_box") do
      shields = shields + tile:sum("coats_of_arms")
      monasteries = monasteries + tile:count("monastery")
    end
    return {
      shields = shields,
      monasteries = monasteries,
      arms = game
        :stack("river")
        :where("group", "river-fork")
        :total(function(fork) return fork:count("river") end),
    }
  end)
  t:expect_equal(found.shields, 1, "coats of arms")
  t:expect_equal(found.monasteries, 1, "monasteries")
  t:expect_equal(found.arms, 3, "rivers that meet on the fork")
end)

test("RV7: River II comes without the tiles of River I", function(t)
  t:option("river.rivers", "two")
  t:draw("river/fork")
  local counts = left(t)
  t:expect_equal(total(t), 11, "river tiles")
  t:expect_equal(counts["river/CICI"], nil, "tiles of River I")
  t:expect_equal(counts["river/ICIC"], 1, "tiles of River II")
end)

--  [s][-][-][-][-][-][-][┐]               all of River I
--                       [└][┐]
--                          [└][L]
local function lay_river_one(t)
  t:draw("river/FIFI", "river/FIFI", "river/CICI", "river/CIRI_1", "river/FIRI_m", "river/IRIR")
  t:draw("river/FFII_1", "river/FFII_1", "river/RRII_1", "river/CIIC", "river/lake")
  t:play("alice", { place = { 1, 0 } })
  t:play("bob", { place = { 2, 0 } })
  t:play("alice", { place = { 3, 0 } })
  t:play("bob", { place = { 4, 0 } })
  t:play("alice", { place = { 5, 0 } })
  t:play("bob", { place = { 6, 0, turn = 1 } })
  t:play("alice", { place = { 7, 0 } })
  t:play("bob", { place = { 7, 1, turn = 2 } })
  t:play("alice", { place = { 8, 1 } })
  t:play("bob", { place = { 8, 2, turn = 3 } })
  t:play("alice", { place = { 9, 2 } })
end

test("RV2: the base game's start tile can be the first land tile", function(t)
  t:option("river.base_start_tile_with_river", "after_river")
  lay_river_one(t)
  t:expect_equal(hand(t), "base/D", "the first land tile")
end)

-- [s][-][L]      what is left of the river fits nowhere
test("RV2, RV17: also where the last river tile leaves the game", function(t)
  t:option("river.base_start_tile_with_river", "after_river")
  t:draw("river/FIFI", "river/lake")
  t:play("alice", { place = { 1, 0 } })
  t:play("bob", { place = { 2, 0 } })
  t:expect_equal(total(t), 0, "river tiles left")
  t:expect_equal(hand(t), "base/D", "the first land tile")
  t:expect_equal(stack_size(t), 72 - 1, "tiles left")
end)

test("RV2: and is an ordinary tile otherwise", function(t)
  lay_river_one(t)
  t:expect_equal(hand(t), "base/Q", "the first land tile")
end)

test("RV5: the fork can be shuffled among the courses", function(t)
  t:option("river.rivers", "two")
  t:option("river.fork_first", false)
  t:expect_equal(hand(t), "river/ICIC", "the first one drawn")
  t:expect_equal(left(t)["river/fork"], 1, "forks left")
end)

test("RV8, RV44: two forks want three ends; one comes first, the other one is shuffled", function(t)
  t:expansions("second_fork")
  t:option("river.rivers", "both")
  t:seed(2)
  local river = river_of(t)
  t:expect_equal(#river, 24, "river tiles")
  expect_last(t, river, 3, "river/FCFI river/lake river/volcano_lake")
  local forks = {}
  for index, name in ipairs(river) do
    if string.match(name, "fork$") then
      table.insert(forks, index)
    end
  end
  t:expect_equal(table.concat(forks, " "), "2 11", "where the forks are")
end)

test("RV8: where another spring is the start tile, that of the river is left out", function(t)
  t:expansions("headwater")
  t:draw("river/FIFI")
  t:expect_equal(table.concat(placed(t), " "), "headwater/spring", "the board")
  t:expect_equal(left(t)["river/spring"], nil, "springs left")
  t:expect_equal(left(t)["headwater/CICI"], 1, "course tiles without a box")
  t:expect_equal(total(t), 12, "river tiles")
end)

-- What is left of the two lakes where both rivers are played.
local function expect_lakes(t, lake, volcano_lake)
  local counts = left(t)
  t:expect_equal(counts["river/lake"] or 0, lake, "lakes")
  t:expect_equal(counts["river/volcano_lake"] or 0, volcano_lake, "lakes with a volcano")
  t:expect_equal(counts["river/FCFI"], 1, "rivers into a city")
end

test("RV9: the lake with the volcano is left out", function(t)
  t:option("river.rivers", "both")
  expect_lakes(t, 1, 0)
end)

test("RV9: it is kept where other tiles have volcanoes", function(t)
  t:expansions("dragons")
  t:option("river.rivers", "both")
  expect_lakes(t, 0, 1)
end)

test("RV9: combined_lake_dropped = lake", function(t)
  t:option("river.rivers", "both")
  t:option("river.combined_lake_dropped", "lake")
  expect_lakes(t, 0, 1)
end)

test("RV9: combined_lake_dropped = volcano_lake, though there are volcanoes", function(t)
  t:expansions("dragons")
  t:option("river.rivers", "both")
  t:option("river.combined_lake_dropped", "volcano_lake")
  expect_lakes(t, 1, 0)
end)

for seed, lake in pairs({ [1] = 0, [5] = 1 }) do
  test("RV9: combined_lake_dropped = random, seed " .. seed, function(t)
    t:option("river.rivers", "both")
    t:option("river.combined_lake_dropped", "random")
    t:seed(seed)
    expect_lakes(t, lake, 1 - lake)
  end)
end

for lake, dropped in pairs({ [0] = "river/lake", [1] = "river/volcano_lake" }) do
  test("RV9: combined_lake_dropped = choice, " .. dropped, function(t)
    t:option("river.rivers", "both")
    t:option("river.combined_lake_dropped", "choice")
    t:option("base.first_player", 2)
    t:expect_decision("bob", "lake_left_out")
    t:play("bob", { answer = dropped })
    expect_lakes(t, lake, 1 - lake)
  end)
end

--  [s][-][┐]      The river runs into the pocket at 1,1 between a field in the north and a road in the
--  [┌]    [|]     east. What is left, CICI and the lake, does not fit there, nor anywhere else.
--  [|]    [|]
--  [└][-][┘]
test("RV16, RV17, RV19: what fits nowhere leaves the game, which goes on with the land", function(t)
  t:draw("river/FIFI", "river/CIIC", "river/IRIR", "river/CIRI_1", "river/RRII_1")
  t:draw("river/FIRI_m", "river/FFII_1", "river/FIFI", "river/FFII_1")
  t:play("alice", { place = { 1, 0 } })
  t:play("bob", { place = { 2, 0, turn = 1 } })
  t:play("alice", { place = { 2, 1 } })
  t:play("bob", { place = { 2, 2, turn = 1 } })
  t:play("alice", { place = { 2, 3, turn = 1 } })
  t:play("bob", { place = { 1, 3 } })
  t:play("alice", { place = { 0, 3, turn = 2 } })
  t:play("bob", { place = { 0, 2, turn = 1 } })
  t:expect_equal(stack_size(t), 72 + 2, "tiles left")
  t:play("alice", { place = { 0, 1, turn = 3 } })
  t:expect_decision("bob", "place")
  t:expect_equal(total(t), 0, "river tiles left")
  t:expect_equal(stack_size(t), 72 - 1, "tiles left")
  t:play_out()
  t:expect_over()
  t:expect_equal(#placed(t), 10 + 72, "tiles on the board")
  t:expect_true(t:look(function(game) return game:tile_at(1, 1) == nil end), "the pocket is empty")
end)

test("RV43: spring, fork, courses, ends, land, also beside other start tiles", function(t)
  t:expansions("county")
  t:option("river.rivers", "two")
  local river, count = river_of(t, 4)
  t:expect_equal(river[1], "river/spring", "the spring")
  t:expect_equal(river[2], "river/fork", "the first one drawn")
  t:expect_equal(#river, 12, "river tiles")
  expect_last(t, river, 2, "river/FCFI river/volcano_lake")
  t:expect_equal(count, 4 + 12 + 72, "all tiles")
end)

test("RV43: where no start tile says where the spring lies, it lies anywhere", function(t)
  t:expansions("a_moor")
  t:expect_equal(hand(t), "river/spring", "the first one drawn")
  t:expect_equal(total(t), 12, "river tiles; none had to leave the game")
  t:expect_equal(#t:options(), 4 * 3, "places; its river leads away from the start tile")
end)

test("RV46, RV47: river2_ends = jcz has two volcanoes, and the city is a course tile", function(t)
  t:option("river.rivers", "two")
  t:option("river.river2_ends", "jcz")
  t:seed(3)
  local river = river_of(t)
  t:expect_equal(river[2], "river/fork", "the first one drawn")
  t:expect_equal(#river, 12, "river tiles placed; a lake fits nowhere")
  expect_last(t, river, 1, "river/volcano_lake")
  local early = table.concat(river, " ", 1, 9)
  t:expect_true(string.find(early, "river/FCFI", 1, true), "the city is not among " .. early)
end)

test("RV47: with river2_ends = jcz there is a tile more than in the box", function(t)
  t:option("river.rivers", "two")
  t:option("river.river2_ends", "jcz")
  t:expect_equal(stack_size(t), 83, "tiles left behind the first draw")
  expect_lakes(t, 0, 2)
end)

test("RV46: river2_ends = jcz has two volcanoes with both rivers, too", function(t)
  t:option("river.rivers", "both")
  t:option("river.river2_ends", "jcz")
  expect_lakes(t, 0, 2)
end)

test("RV46: river2_ends = jcz leaves River I as it is", function(t)
  t:option("river.river2_ends", "jcz")
  t:expect_equal(left(t)["river/lake"], 1, "lakes")
  t:expect_equal(total(t), 11, "river tiles")
end)

test("RV46: river2_ends = jcz leaves out lakes, and never one with a volcano", function(t)
  t:expansions("ponds")
  t:option("river.rivers", "two")
  t:option("river.river2_ends", "jcz")
  t:option("river.combined_lake_dropped", "volcano_lake")
  t:expect_equal(left(t)["ponds/pond"], 1, "ponds")
  t:expect_equal(left(t)["river/volcano_lake"], 1, "lakes with a volcano")
end)

test("RV48: both_last adds no lake where one is missing", function(t)
  t:expansions("second_fork")
  t:draw("river/FIFI")
  t:expect_equal(left(t)["river/lake"], 1, "lakes")
  t:expect_equal(total(t), 12, "river tiles")
end)
