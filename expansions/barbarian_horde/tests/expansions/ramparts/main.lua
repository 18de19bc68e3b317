-- Anybody may lay a bridge on the first field of a tile at any time.
local ramparts = {}

ramparts.actions = {
  bridge = {
    off_turn = true,
    options = function(game) return game:tiles("field") end,
    perform = function(_, player, tile) player:supply("bridge"):first():move_to(tile:features("field")[1]) end,
  },
}

return ramparts
