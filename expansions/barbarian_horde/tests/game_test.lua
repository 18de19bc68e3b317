-- A whole game, from the first attack to the victory. With two players and three more Defenders for each of
-- them, the five defences need two to six.
--
--                         [.] bob    0,-6
--                         [.] alice  0,-5
--                         [.] bob    0,-4
--                         [.] alice  0,-3
--                    [.]  [E] bob    -1,-2 and 0,-2
--               [C]p [C]p [C]  [C] [F] [F]        pits at -1,-1 and 0,-1, a catapult at -2,-1
--     [t]       [C]  [X]  [C]  [C] [F] [F]        [X] is the tile with the cathedral, -1,0
--     [t]       [C]  [C]  [C]  [C] [.] alice      a catapult at 1,1
--               [.]  [.] alice
local FIELD = "marshal/field"

local function eliminated(t)
  return t:look(function(game) return #game:pieces("barbarian"):where("in_game", false) end)
end

test("BH4, BH7, BH76, BH88, BH98, BH106, BH111, BH116, BH122, BH56: a whole game", function(t)
  t:expansions("marshal")
  t:option("barbarian_horde.defenders", "three_per_player")
  t:stack("marshal/p16", "barbarian_horde/E", FIELD, FIELD, FIELD, FIELD, FIELD, FIELD, "marshal/p10", FIELD)

  -- Alice completes a rich city.
  t:play("alice", { place = { -2, 2 }, deploy = { city = "N" } })
  t:expect_points({ alice = 16, bob = 0 })

  -- Bob draws the first barbarian tile: three barbarians come. He has no points, and wants the fortress.
  t:expect_decision("bob", "propose_fortress")
  t:play("bob", { answers = { "propose", "cell 2,-1 turned 0" } })
  t:expect_decision("alice", "pay_15_points_for_the_fortress")
  t:play("alice", { answer = 15 })
  t:expect_points({ alice = 1, bob = 0 })
  t:play("bob", { place = { 0, -2, turn = 1 }, act = "defend", on = "bob's follower" })

  -- The second Defender earns the pits, the third the catapults.
  t:play("alice", { place = { 0, -3 }, act = "defend", on = "alice's follower" })
  t:play("alice", { answers = { "tile at -1,-1", "tile at 0,-1", "done" } })
  t:play("bob", { place = { -1, -2 }, act = "defend", on = "bob's follower" })
  t:play("bob", { answers = { "tile at 1,1", "tile at -2,-1" } })

  -- Alice would rather have a farmer; bob's third Defender earns the towers.
  t:play("alice", { place = { -1, 2 }, deploy = { field = "NL" } })
  t:play("bob", { place = { 0, -4 }, act = "defend", on = "bob's follower" })
  t:play("bob", { answers = { "cell -3,0 turned 0", "cell -3,1 turned 0" } })

  -- The fifth earns the swordsmen, one of each player, and the sixth the archer.
  t:play("alice", { place = { 0, -5 }, act = "defend", on = "alice's follower" })
  t:play("alice", { answers = { "alice's follower", "bob's follower" } })
  t:play("bob", { answer = "agree" })
  t:play("bob", { place = { 0, -6 }, act = "defend", on = "bob's follower" })
  t:play("bob", { answer = "bob's follower" })
  t:expect_supply({ alice = 4, bob = 3 })

  -- Ten points: the barbarians go two spaces. The first goes north into a pit, the second northwest beside a
  -- tower; the third goes south and takes the farmer, for whom alice does not pay.
  t:chance(1, 8, 5)
  t:play("alice", { place = { 2, 1, turn = 3 }, deploy = { city = "W" } })
  t:expect_award({ alice = 10, source = "city" })
  t:expect_decision("alice", "keep_from_prison_for_8_points")
  t:play("alice", { answer = "yield" })
  t:expect_equal(eliminated(t), 2)
  t:expect_equal(t:look(function(game) return assert(game:pieces_in("prison")[1].owner).name end), "alice")

  -- The archer goes to where the last barbarian is in his reach. The City is free, and the farmer comes home.
  t:play("bob", { place = { 1, 2 }, act = "move_guard", on = "archer" })
  t:play("bob", { answers = { "tile at 1,0", "tile at 1,1", "tile at 0,1" } })
  t:expect_equal(eliminated(t), 3)
  t:expect_over()
  t:expect_supply({ alice = 5, bob = 3 })
  t:expect_points({ alice = 11, bob = 0 })
  t:expect_awards({
    { alice = 16, source = "city" },
    { alice = -15, source = "fortress" },
    { alice = 10, source = "city" },
  })
end)
