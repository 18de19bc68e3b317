-- Template: whoever places a tile with a well draws a point from it.

---@type Expansion
local template = {}

-- TE1, TE2: placing a tile with a well gives one point at once.
function template.on_tile_placed(game, event)
  if event.tile.well then
    game:award(event.player, 1, { source = "well", at = event.tile })
  end
end

return template
