local mills = {}

function mills.on_tile_placed(game, event)
  local cell = 1
  while cell > 0 do
    cell = cell + 1
  end
end

return mills
