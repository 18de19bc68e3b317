-- Hazards: a dragon that sends all pieces of a tile home, a plague that takes one follower, and a tower that
-- captures one. A captured follower comes back for three points.
local hazards = {}

local function standing(game)
  return game:pieces("follower"):filter(function(follower) return follower.feature end)
end

hazards.actions = {
  dragon = {
    phase = "deploy",
    options = function(game) return game:tiles() end,
    perform = function(_, _, tile)
      for piece in tile:pieces() do
        piece:return_home()
      end
    end,
  },
  plague = {
    phase = "deploy",
    options = standing,
    perform = function(_, _, follower) follower:return_home() end,
  },
  capture = {
    phase = "deploy",
    options = standing,
    perform = function(game, _, follower) follower:move_to(game:place("dungeon")) end,
  },
  ransom = {
    phase = "deploy",
    options = function(game, player) return game:place("dungeon"):pieces():where("owner", player) end,
    perform = function(game, player, follower)
      game:award(player, -3, { source = "ransom" })
      follower:return_home()
    end,
  },
}

return hazards
