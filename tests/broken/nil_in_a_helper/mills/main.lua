local mills = {}

local function worth(tile)
  return tile:count("city")
end

function mills.on_tile_placed(game, event)
  game:award(event.player, worth(event.tile:neighbour("N")))
end

return mills
