local mills = {}

function mills.on_tile_placed(game, event)
  game:award("Alice", 1)
end

return mills
