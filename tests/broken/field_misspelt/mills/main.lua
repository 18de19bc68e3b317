local mills = {}

function mills.on_tile_placed(game, event)
  game:award(event.playr, 1)
end

return mills
