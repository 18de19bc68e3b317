local mills = {}

function mills.on_tile_placed(game, event)
  print("the mill of " .. event.tile.block)
end

return mills
