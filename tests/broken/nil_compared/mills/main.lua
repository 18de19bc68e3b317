local mills = {}

function mills.on_tile_placed(game, event)
  if game.storage.wells > 3 then
    game:award(event.player, 1)
  end
end

return mills
