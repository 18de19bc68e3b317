local mills = {}

mills.actions = {
  grind = {
    phase = "depoly",
    perform = function(game, player) game:award(player, 1) end,
  },
}

return mills
