-- Template: whoever places a tile with a well draws a point from it.
--
-- What stands behind two dashes is a note for people; the program passes over it.

---@type Expansion
local template = {}

-- A function whose name begins with `on_` is called whenever that happens in a game. `event` says what
-- happened, here which `player` placed which `tile`; `game` is everything that lies on the table.

-- TE1, TE2: placing a tile with a well gives one point at once.
function template.on_tile_placed(game, event)
  if event.tile.well then
    game:award(event.player, 1, { source = "well", at = event.tile })
  end
end

return template
