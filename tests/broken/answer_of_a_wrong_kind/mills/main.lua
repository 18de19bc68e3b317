local mills = {}

function mills.allow_placement(game, query)
  return "no"
end

return mills
