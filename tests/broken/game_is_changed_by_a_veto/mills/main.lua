local mills = {}

function mills.allow_placement(game, query)
  game:award(query.player, 1)
  return true
end

return mills
