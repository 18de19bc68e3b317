-- Sights of other expansions: vineyards, shrines that challenge monasteries, castles, and special monasteries
-- on which an abbot may lie on his side.
local sights = {}

-- A monk who lies down, on a special monastery of the tile just placed.
sights.actions = {
  lie_down = {
    instead_of = "deploy",
    options = function(game, player)
      local tile = game.placed
      local special = tile
        and tile:features("monastery"):filter(function(each) return each.special end):first()
      return special and player:supply("abbot")
    end,
    perform = function(game, _, abbot) abbot:move_to(game.placed.place.side) end,
  },
}

-- A vineyard pays for monasteries, and for gardens where that was agreed.
function sights.adjust_points(game, query)
  local kind = query.feature.kind
  local pays = kind == "monastery" or (kind == "garden" and game.options.vineyards_for_gardens)
  if query.complete and pays then
    local vineyards = query.feature.tile:around():filter(function(tile) return tile.vineyard end)
    return { vineyards = 3 * #vineyards }
  end
end

function sights.on_feature_scored(game, event)
  local feature = event.feature
  if not event.complete then
    return
  end
  -- A shrine and a monastery side by side challenge each other: who is first sends the other's monks home.
  if feature.kind == "monastery" and feature.claimed then
    for other in feature.tile:around():features("monastery") do
      if other.shrine ~= feature.shrine then
        for monk in other:followers() do
          monk:return_home()
        end
      end
    end
  end
  -- A castle pays its lord what is scored in its vicinity.
  for tile in feature.tile:around() do
    for lord in tile:followers() do
      if tile.castle then
        game:award(lord.owner, event.points, { source = "castle", at = tile })
      end
    end
  end
end

-- Whoever lies on a special monastery is scored at the end, as if that were a monastery on which he stands.
function sights.on_final_scoring(game)
  for tile in game:tiles() do
    for monk in tile.place.side:pieces() do
      game:award(monk.owner, 1 + #tile:around(), { source = "lying", at = tile })
    end
  end
end

return sights
