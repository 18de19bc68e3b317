-- Figures of other expansions: whoever deploys may also put any figure of a supply anywhere.
local figures = {}

figures.actions = {
  put = {
    phase = "deploy",
    options = function(game, player)
      return game:pieces():filter(
        function(piece) return piece.in_supply and (piece.owner == player or not piece.owner) end
      )
    end,
    perform = function(game, player, piece)
      local places = { game:place("castle"), game:place("fortress") }
      for tile in game:tiles() do
        table.insert(places, tile)
        table.insert(places, tile.place.pond)
        for feature in tile:features() do
          table.insert(places, feature)
        end
      end
      piece:move_to(game:ask(player, { prompt = "where", options = places }))
    end,
  },
}

return figures
