-- The scribe: whoever completes a feature is told what it is worth before adjustments.
local scribe = {}

function scribe.on_feature_scored(game, event)
  game:award(game.active, event.points, { source = "before_adjustments" })
end

return scribe
