local mills = {}

function on_tile_placed(game, event)
  game:award(event.player, 1)
end

return mills
