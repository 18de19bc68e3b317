local mills = {}

function mills.on_tile_placed(game, event)
  local sides = ["N", "E"]
end

return mills
