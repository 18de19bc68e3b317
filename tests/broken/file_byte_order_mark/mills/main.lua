local mills = {}

function mills.on_tile_place(game, event) end

return mills
