mills = {}

function mills.on_turn_end(game, event) end

return mills
