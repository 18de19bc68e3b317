local mills = {}

local points = {}

function points.doubled(number)
  return 2 * number
end

function mills.on_tile_placed(game, event)
  game:award(event.player, points.double(1))
end

return mills
