local mills = {}

function mills.on_tile_placed(game, event)
  for tile in game:tiles() do
    if tile.name == "base/D" then
      game:award(event.player, 1)
  end
end

return mills
