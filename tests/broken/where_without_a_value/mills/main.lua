local mills = {}

function mills.on_tile_placed(game, event)
  game:award(event.player, game:tiles():where("x"):count())
end

return mills
