local mills = {}

function mills.on_tile_placed(game, event)
  local north, south = event.tile:neighbour("N"), event.tile:neighbour("S")
  if north.name == south.name then
    game:award(event.player, 1)
  end
end

return mills
