-- Figures of other expansions: whoever deploys may also put any figure of a supply anywhere, and move any
-- figure of a player from where it is to anywhere, and take a second part of the turn, as with a builder. How
-- many figures came home is counted. All that is done 30 times in a game at most, so that random games end.
local figures = {}

-- Every tile, every feature and every place.
local function everywhere(game)
  local places = { game:place("castle"), game:place("quarter"), game:place("crown"), game:place("leipzig") }
  for tile in game:tiles() do
    table.insert(places, tile)
    table.insert(places, tile.place.tower)
    for feature in tile:features() do
      table.insert(places, feature)
    end
  end
  return places
end

local function is_left(game) return game:tokens("done") < 30 end

local function move(game, player, piece)
  game:add_tokens("done", 1)
  piece:move_to(game:ask(player, { prompt = "where", options = everywhere(game) }))
end

figures.actions = {
  put = {
    phase = "deploy",
    when = is_left,
    options = function(game, player)
      return game:pieces():filter(
        function(piece) return piece.in_supply and (piece.owner == player or not piece.owner) end
      )
    end,
    perform = move,
  },
  move = {
    phase = "deploy",
    when = is_left,
    options = function(game)
      return game.players:pieces():filter(function(piece) return not piece.in_supply end)
    end,
    perform = move,
  },
  again = {
    phase = "deploy",
    when = is_left,
    perform = function(game)
      game:add_tokens("done", 1)
      game:grant_turn_part()
    end,
  },
}

function figures.on_piece_returned(game) game:add_tokens("returned", 1) end

return figures
