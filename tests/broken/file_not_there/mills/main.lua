local mills = {}
local counting = require("counting")

function mills.on_tile_placed(game, event)
  return event
end

return mills
