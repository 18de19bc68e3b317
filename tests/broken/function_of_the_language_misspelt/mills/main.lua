local mills = {}

function mills.on_tile_placed(game, event)
  local points = math.flor(7 / 2)
end

return mills
