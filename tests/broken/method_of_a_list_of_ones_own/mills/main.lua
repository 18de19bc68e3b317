local mills = {}

function mills.on_tile_placed(game, event)
  local groups = game:tiles():group_by("name")
  if groups:count() > 0 then
    game:award(event.player, 1)
  end
end

return mills
