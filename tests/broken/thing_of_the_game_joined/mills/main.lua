local mills = {}

function mills.on_tile_placed(game, event)
  print("at " .. event.tile)
end

return mills
