-- A horde: a barbarian takes the followers of a tile prisoner. A follower in the fortress is a Defender.
-- Nobody is deployed on a tile with a pit.
local horde = {}

horde.actions = {
  storm = {
    phase = "deploy",
    options = function(game) return game:tiles() end,
    perform = function(game, _, tile)
      for follower in tile:followers() do
        follower:move_to(game:place("camp"))
      end
    end,
  },
  defend = {
    instead_of = "deploy",
    options = function(_, player) return player:supply("follower") end,
    perform = function(game, _, follower)
      follower:move_to(game:place("fortress"))
      game:add_tokens("defenders", 1)
    end,
  },
}

function horde.allow_deployment() return false, "there is a pit" end

return horde
