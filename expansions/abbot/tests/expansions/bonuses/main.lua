-- Bonuses: something for everything that happens to a feature which is completed and scored.
local bonuses = {}

function bonuses.on_feature_completed(game, event) game:award(event.player, 1, { source = "completed" }) end

function bonuses.on_feature_scored(game) game:award(game.active, 1, { source = "scored" }) end

function bonuses.adjust_points() return { more = 1 } end

function bonuses.on_placement_scored(game, event)
  game:award(event.player, event.feature_points, { source = "placement" })
end

return bonuses
