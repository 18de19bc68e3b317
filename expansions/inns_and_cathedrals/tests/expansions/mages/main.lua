-- Mage and witch: whoever deploys may move each of them to a road or city, once in a turn. The mage brings a point for
-- each tile; the witch takes half of all points, rounded down.
local mages = {}

local function moving(kind)
  return {
    phase = "deploy",
    when = function(game) return game.storage[kind] ~= game.turn end,
    options = function(game)
      local found = game:features("road"):list()
      for city in game:features("city") do
        table.insert(found, city)
      end
      return found
    end,
    perform = function(game, _, feature)
      game.storage[kind] = game.turn
      game:pieces(kind):first():move_to(feature)
    end,
  }
end

mages.actions = { move_mage = moving("mage"), move_witch = moving("witch") }

function mages.adjust_points(_, query)
  if not query.feature:pieces("mage"):is_empty() then
    return { mage = query.feature.size }
  end
end

function mages.on_points_awarded(game, event)
  if event.feature and not event.feature:pieces("witch"):is_empty() then
    game:award(event.player, -math.floor(event.points / 2), { source = "witch", at = event.at })
  end
end

return mages
