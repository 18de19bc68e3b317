local mills = {}

function mills.on_tile_placed(game, event)
  if game.turn > 9 then
    game:award(event.player, 2)
  else if game.turn > 3 then
    game:award(event.player, 1)
  end
end

return mills
