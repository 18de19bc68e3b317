-- A dragon: the tiles that move it are drawn once a volcano lies on the board, and there it lands.
local dragons = {}

function dragons.on_game_start(game) game:set_draw_stage("dragons/lair", 1) end

function dragons.on_tile_placed(game, event)
  game:set_draw_stage("dragons/lair", 0)
  game:pieces("dragon")[1]:move_to(event.tile)
end

function dragons.allow_deployment() return false, "the dragon is there" end

return dragons
