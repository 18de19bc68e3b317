local mills = {}

function mills.on_tile_placed(game, event)
  local monk = event.tile:followers():first()
  game:award(monk.owner, 1)
end

return mills
