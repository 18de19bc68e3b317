local mills = {}

function mills.on_turn_end(game, event)
  if game.turn = 3 then
  end
end

return mills
