-- Builders: whoever deploys may put the builder into a feature where an own follower stands. A tile that
-- extends the feature grants another part of the turn.
local builders = {}

builders.actions = {
  build = {
    phase = "deploy",
    options = function(game, player)
      return game:features():filter(function(feature) return feature:strength_of(player) > 0 end)
    end,
    perform = function(_, player, feature) player:supply("builder"):first():move_to(feature) end,
    when = function(_, player) return not player:supply("builder"):is_empty() end,
  },
}

function builders.on_tile_placed(game, event)
  local builder = event.player:pieces("builder"):first()
  for feature in event.tile:features() do
    if builder and builder.feature == feature and builder.since < game.turn then
      game:grant_turn_part()
    end
  end
end

return builders
