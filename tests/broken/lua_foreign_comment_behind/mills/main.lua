local mills = {}

function mills.on_tile_placed(game, event)
  local points = 1 // a point
  game:award(event.player, points)
end

return mills
