local mills = {}

function mills.on_tile_placed(game, event)
  print("a well)
end

return mills
