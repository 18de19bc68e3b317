local mills = {}

function mills.on_tile_placed(game, event)
  if game.turn > 3 {
    game:award(event.player, 1)
  }
end

return mills
