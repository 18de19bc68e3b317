local mills = {}

function mills.on_tile_placed(game, event)
  local options = game:option("river.source")
end

return mills
