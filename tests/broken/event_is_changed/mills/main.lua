local mills = {}

function mills.on_points_awarded(game, event)
  event.points = event.points * 2
end

return mills
