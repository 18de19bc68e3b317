local mills = {}

function mills.on_tile_placed(game, event)
  if math.random(6) == 6 then
    game:award(event.player, 1)
  end
end

return mills
