-- The horde: what is scored moves the barbarians a space for each eight points. A player who is weaker
-- than the barbarians on a feature gets nothing for it. Whoever deploys may be taken prisoner; each
-- prisoner costs a ransom of five at the end, and each defender of a fortress brings a point.
local horde = {}

horde.actions = {
  be_caught = {
    phase = "deploy",
    options = function(game, player)
      return game:pieces("follower"):filter(function(piece) return piece.tile and piece.owner == player end)
    end,
    perform = function(game, _, follower) follower:move_to(game:place("prison")) end,
  },
}

function horde.adjust_points(_, query, points)
  if query.feature:strength_of(query.player) < query.feature.barbarians then
    return { barbarians = -points }
  end
end

function horde.on_placement_scored(game, event)
  game:add_tokens("spaces", math.floor(event.feature_points / 8))
end

function horde.on_final_scoring(game)
  for prisoner in game:place("prison"):pieces() do
    game:award(prisoner.owner, -5, { source = "ransom" })
  end
  for fortress in game:features("fortress") do
    for player in game.players do
      game:award(player, fortress:strength_of(player), { source = "defenders" })
    end
  end
end

return horde
