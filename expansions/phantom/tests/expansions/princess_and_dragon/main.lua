-- A princess: instead of deploying, whoever goes on with a city sends a knight of it home.
local princess_and_dragon = {}

princess_and_dragon.actions = {
  princess = {
    instead_of = "deploy",
    options = function(game) return game.placed:features("city"):followers() end,
    perform = function(_, _, knight) knight:return_home() end,
  },
}

return princess_and_dragon
