-- Sights of other expansions: on a special monastery a monk may lie on his side, where another stands too.
local sights = {}

local function lying(phase, kind)
  return {
    instead_of = phase,
    when = function(game)
      local special = game.placed:features("monastery"):filter(function(each) return each.special end)
      return game.deed ~= "pass" and not special:is_empty() and game.placed.place.side:pieces():is_empty()
    end,
    options = function(_, player) return player:supply(kind) end,
    perform = function(game, _, monk) monk:move_to(game.placed.place.side) end,
  }
end

sights.actions = {
  lie_down = lying("deploy", "follower"),
  lie_down_after = lying("phantom/second", "phantom"),
}

return sights
