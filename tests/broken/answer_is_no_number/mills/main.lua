local mills = {}

function mills.adjust_points(game, query)
  return { mill = "two" }
end

return mills
