local mills = {}

function mills.on_tile_placed(game, event)
  if event.tile:has("castle") then
    game:award(event.player, 1)
  end
end

return mills
