local mills = {}

mills.actions = {
  grind = {
    phase = "deploy",
    preform = function(game, player) game:award(player, 1) end,
  },
}

return mills
