-- A horde: the barbarian goes to a tile, takes prisoners there and denies what stands on it. It moves a step
-- for each point that features give. A follower in the fortress is a Defender.
local horde = {}

horde.actions = {
  storm = {
    phase = "deploy",
    options = function(game) return game:tiles() end,
    perform = function(game, _, tile)
      for follower in tile:followers() do
        follower:move_to(game:place("camp"))
      end
      game:pieces("barbarian"):first():move_to(tile)
    end,
  },
  defend = {
    instead_of = "deploy",
    options = function(_, player) return player:supply("follower") end,
    perform = function(game, _, follower)
      follower:move_to(game:place("fortress"))
      game:add_tokens("defenders", follower.kind == "large" and 2 or 1)
    end,
  },
}

function horde.adjust_points(_, query)
  if query.feature:tiles():pieces("barbarian"):first() then
    return { denied = -query.points }
  end
end

function horde.on_placement_scored(game, event) game:add_tokens("steps", event.feature_points) end

return horde
