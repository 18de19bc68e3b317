local mills = {}

function mills.on_tile_placed(game, event)
  local sides = { "N", "E", "S", "W" }
  for i = 0, 3 do
    if event.tile:edge(sides[i]) == "road" then
      game:award(event.player, 1)
    end
  end
end

return mills
