local mills = {}

function mills.on_tile_place(game, event) end

function mills.adjust_point(game, query) end

mills.on_turn_end = 3

mills.actions = { grind = {} }

return mills
