-- A second part of the turn: once in a turn, whoever deploys may ask for it.
local double_turn = {}

double_turn.actions = {
  again = {
    phase = "deploy",
    when = function(game) return game.storage.turn ~= game.turn end,
    perform = function(game)
      game.storage.turn = game.turn
      game:grant_turn_part()
    end,
  },
}

return double_turn
