local mills = {}

function mills.on_tile_placed(game, event)
  event.player.points = event.player.points + 1
end

return mills
