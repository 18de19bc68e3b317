local mills = {}

function mills.on_tile_placed(game, event)
  print(event.player:name())
end

return mills
