local mills = {}

function mills.on_turn_end(game, event)
  if game.turn > 3 then
    game:award(event.player, 1)
  end
  end
end

return mills
