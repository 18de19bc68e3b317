-- Travel: once for each tile, a follower goes through the portal to any incomplete feature where nobody
-- stands, or flies to one where others may stand: instead of a deployment, or a phantom behind it.
local travel = {}

local roads = { road = true, city = true, field = true, monastery = true }

local function going(phase, action, crowded)
  return {
    instead_of = phase,
    when = function(game)
      return phase == "deploy" or game.deed ~= "pass" and game.deed ~= "travel." .. action
    end,
    options = function(_, player) return player:supply(phase == "deploy" and "follower" or "phantom") end,
    perform = function(game, player, follower)
      local goals = game:features():filter(
        function(feature)
          return roads[feature.kind] and not feature.complete and (crowded or not feature.claimed)
        end
      )
      follower:move_to(game:ask(player, { prompt = "where", options = goals }))
    end,
  }
end

travel.actions = {
  portal = going("deploy", "portal", false),
  fly = going("deploy", "fly", true),
  portal_after = going("phantom/second", "portal", false),
  fly_after = going("phantom/second", "fly", true),
}

return travel
