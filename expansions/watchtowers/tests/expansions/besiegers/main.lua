-- Besiegers: a city pays nothing, and they are paid what features gave.
local besiegers = {}

function besiegers.adjust_points(_, query)
  if query.feature.kind == "city" then
    return { besieged = -query.points }
  end
end

function besiegers.on_placement_scored(game, event)
  game:award(event.player, event.feature_points, { source = "feature_points" })
end

return besiegers
