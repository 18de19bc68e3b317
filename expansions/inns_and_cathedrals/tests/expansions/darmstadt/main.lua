-- Darmstadt: a completed city with the Darmstadtium gives three points more. At the end, whoever has
-- most figures around the church gets three.
local darmstadt = {}

function darmstadt.adjust_points(_, query)
  if query.complete and query.feature.darmstadtium then
    return { darmstadtium = 3 }
  end
end

function darmstadt.on_final_scoring(game)
  for church in game:tiles("church") do
    local figures, most = church:vicinity():pieces("follower"), 1
    for player in game.players do
      most = math.max(most, figures:where("owner", player):count())
    end
    for player in game.players do
      if figures:where("owner", player):count() == most then
        game:award(player, 3, { source = "church", at = church })
      end
    end
  end
end

return darmstadt
