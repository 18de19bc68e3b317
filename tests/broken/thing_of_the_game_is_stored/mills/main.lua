local mills = {}

function mills.on_tile_placed(game, event)
  game.storage.last = event.tile
end

return mills
