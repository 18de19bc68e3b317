local mills = {}

function mills.on_tile_placed(game, event)
  game.storage.seed = os.time()
end

return mills
