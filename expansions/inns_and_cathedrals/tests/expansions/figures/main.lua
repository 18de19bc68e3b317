-- Figures of other expansions: whoever deploys may also put followers of the own supply anywhere.
local figures = {}

local function places(game)
  local found = { game:place("castle"), game:place("quarter"), game:place("prison") }
  for tile in game:tiles() do
    table.insert(found, tile.place.tower)
    table.insert(found, tile.place.pond)
    for feature in tile:features() do
      table.insert(found, feature)
    end
  end
  return found
end

-- One of each kind, so that a test can name it.
local function one_of_each(pieces)
  local seen = {}
  return pieces:filter(function(piece)
    local first = not seen[piece.kind]
    seen[piece.kind] = true
    return first
  end)
end

figures.actions = {
  put = {
    phase = "deploy",
    options = function(_, player) return one_of_each(player:supply("follower")) end,
    perform = function(game, player, follower)
      follower:move_to(game:ask(player, { prompt = "where", options = places(game) }))
    end,
  },
}

return figures
