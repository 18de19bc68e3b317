-- Bathhouses: whoever deploys may also send a follower into one.
local barber_surgeons = {}

barber_surgeons.actions = {
  bathe = {
    phase = "deploy",
    when = function(_, player) return not player:supply("follower"):is_empty() end,
    options = function(game) return game:tiles() end,
    perform = function(_, player, tile) player:supply("follower"):first():move_to(tile.place.bathhouse) end,
  },
}

return barber_surgeons
