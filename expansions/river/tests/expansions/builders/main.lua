-- Builders: whoever extends a road or city with an own follower draws again, once in a turn.
local builders = {}

function builders.on_tile_placed(game, event)
  local function is_own(feature)
    return feature.kind ~= "field" and not feature:followers():where("owner", event.player):is_empty()
  end
  if not game.storage.used and not event.tile:features():filter(is_own):is_empty() then
    game.storage.used = true
    game:grant_turn_part()
  end
end

function builders.on_turn_end(game) game.storage.used = nil end

return builders
