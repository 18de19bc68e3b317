local mills = {}

function mills.on_tile_placed(game, event)
  game:award(event.owner, 1)
end

return mills
