local mills = {}

function mills.on_tile_placed(game, event)
  if game.players:lenght() > 1 then
    game:award(event.player, 1)
  end
end

return mills
