local mills = {}

function mills.on_tile_placed(game, event)
  game:award(event.player)
end

return mills
