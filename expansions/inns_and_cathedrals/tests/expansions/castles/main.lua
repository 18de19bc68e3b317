-- Castles: a completed city of two tiles can become a castle, unless one of them forbids it. Whoever
-- completes it is paid a point in place of the castle.
local castles = {}

function castles.on_feature_completed(game, event)
  if event.feature.size == 2 and not event.feature.no_castle_base then
    game:award(event.player, 1, { source = "castle", at = event.feature.tile })
  end
end

return castles
