local mills = {}

function mills.allow_tile_placed(game, event)
  return false
end

return mills
