local mills = {}

function mills.on_tile_placed(game, event)
  if game.turn > 20 then
    game:award(event.owner, 1)
  end
end

return mills
