local mills = {}

function mills.on_tile_placed(game, event)
  if event.tile.name = "base/D" then
    game:award(event.player, 1)
  end
end

return mills
