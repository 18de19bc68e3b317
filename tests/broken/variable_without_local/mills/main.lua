local mills = {}

function mills.on_tile_placed(game, event)
  count = 1
  game:award(event.player, count)
end

return mills
