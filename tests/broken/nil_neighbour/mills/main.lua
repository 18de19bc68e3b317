local mills = {}

function mills.on_tile_placed(game, event)
  local north = event.tile:neighbour("N")
  if north:has("city") then
    game:award(event.player, 1)
  end
end

return mills
