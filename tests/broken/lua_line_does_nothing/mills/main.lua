local mills = {}

function mills.on_tile_placed(game, event)
  event.player
end

return mills
