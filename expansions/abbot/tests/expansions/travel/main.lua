-- Travel: instead of deploying on the tile just placed, a follower goes through the portal to any incomplete
-- feature where nobody stands, or flies to one where others may stand.
local travel = {}

-- Where an abbot stands, and where others stand.
local stands_on = {
  abbot = { monastery = true, garden = true },
  follower = { road = true, city = true, field = true, monastery = true },
}

local function go(game, player, follower, crowded)
  local goals = game:features():filter(
    function(feature)
      return stands_on[follower.kind][feature.kind]
        and not feature.complete
        and (crowded or not feature.claimed)
    end
  )
  follower:move_to(game:ask(player, { prompt = "where", options = goals }))
end

local function travellers(_, player) return player:supply("follower") end

travel.actions = {
  portal = {
    instead_of = "deploy",
    options = travellers,
    perform = function(game, player, follower) go(game, player, follower, false) end,
  },
  fly = {
    instead_of = "deploy",
    options = travellers,
    perform = function(game, player, follower) go(game, player, follower, true) end,
  },
}

return travel
