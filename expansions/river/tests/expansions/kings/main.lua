-- A king: whoever completes a city gets a point.
local kings = {}

function kings.on_feature_completed(game, event) game:award(event.player, 1, { source = "king" }) end

return kings
