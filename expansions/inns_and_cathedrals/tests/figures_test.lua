-- The large follower's row of the table of figures: what it is to rules that look at figures.

local LARGE = "large_follower"

-- What is asked of alice's large follower, wherever it is.
---@param look fun(piece: Piece, alice: Player): any
local function about(t, look)
  return t:look(function(game)
    local alice = assert(game:player("alice"))
    return look(assert(alice:pieces(LARGE):first()), alice)
  end)
end

test("IC27, IC29: a large follower is a follower and a meeple, of its owner, and one figure", function(t)
  t:expect_equal(about(t, function(piece) return piece.class end), "follower", "class")
  t:expect_true(about(t, function(piece) return piece.is_follower end), "that it is a follower")
  t:expect_true(about(t, function(piece) return piece.is_meeple end), "that it is a meeple")
  t:expect_true(about(t, function(piece, alice) return piece.owner == alice end), "that it is alice's")
  t:expect_equal(about(t, function(_, alice) return #alice:pieces("follower") end), 7 + 1, "followers")
  t:expect_equal(about(t, function(_, alice) return #alice:supply("meeple") end), 7 + 1, "meeples")
end)

for _, case in ipairs({
  { "road", "base/U", { 1, 0 }, { road = "W", piece = LARGE } },
  { "city", "base/R", { 0, -1, turn = 2 }, { city = "S", piece = LARGE } },
  { "field", "base/B", { 0, 1 }, { field = "E", piece = LARGE } },
  { "monastery", "base/B", { 0, 1 }, { monastery = true, piece = LARGE } },
}) do
  local kind, tile, place, deploy = unpack(case)
  test("IC28, IC29, IC44: two of strength and one of figures, on a " .. kind, function(t)
    t:draw(tile)
    t:play("alice", { place = place, deploy = deploy })
    local found = about(t, function(piece, alice)
      local feature, on = assert(piece.feature), assert(piece.tile)
      return { feature.kind, feature:strength_of(alice), #feature:followers(), on:count_pieces("meeple") }
    end)
    t:expect_equal(table.concat(found, " "), kind .. " 2 1 1", "feature, strength, followers, meeples")
  end)
end

-- Pond and prison hold figures, tower and castle are places for followers.
for _, place in ipairs({ "pond at 0,0", "prison", "tower at 0,0", "castle" }) do
  test("IC32, IC45, IC46: one figure in the " .. place .. ", on no feature", function(t)
    t:expansions("figures")
    t:draw("base/U")
    t:play(
      "alice",
      { place = { 1, 0 }, act = "put", on = "alice's large", answers = { "figures/" .. place } }
    )
    local found = about(t, function(piece)
      local there = assert(piece.place)
      return { there.name, #there:pieces("follower"), #there:pieces("meeple"), tostring(piece.feature) }
    end)
    local name = string.match(place, "^%a+")
    t:expect_equal(table.concat(found, " "), name .. " 1 1 nil", "place, followers, meeples, feature")
  end)
end
