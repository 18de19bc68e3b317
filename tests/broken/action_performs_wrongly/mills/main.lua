local mills = {}

mills.actions = {
  grind = {
    instead_of = "deploy",
    options = function(game, player) return { game.placed } end,
    perform = function(game, player, tile) game:award(player, tile.flour) end,
  },
}

return mills
