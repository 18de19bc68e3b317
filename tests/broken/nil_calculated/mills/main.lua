local mills = {}

function mills.on_tile_placed(game, event)
  game.storage.wells = game.storage.wells + 1
end

return mills
