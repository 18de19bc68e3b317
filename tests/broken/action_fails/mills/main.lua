local mills = {}

mills.actions = {
  grind = {
    phase = "deploy",
    options = function(game, player) return game:tiles():first() end,
    perform = function(game, player, tile) game:award(player, tile) end,
  },
}

return mills
