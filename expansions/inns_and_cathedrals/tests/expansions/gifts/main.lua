-- Gifts: each player begins with 48 points more than the one before.
local gifts = {}

function gifts.on_game_start(game)
  for player in game.players do
    game:award(player, 48 * player.seat, { source = "gift" })
  end
end

return gifts
