-- Ferries: whoever deploys may put the ferry on the lake, or turn it.
local ferries = {}

local function ends(game, sides)
  local lake = game:tiles("lake"):first()
  local from, to = string.match(sides, "(%u) (%u)")
  return lake:feature(from), lake:feature(to)
end

ferries.actions = {
  put_ferry = {
    phase = "deploy",
    when = function(game) return not game:tiles("lake"):is_empty() and not game.storage.ferry end,
    options = function() return { "W E", "N E" } end,
    perform = function(game, _, sides)
      game:join(ends(game, sides))
      game.storage.ferry = sides
    end,
  },
  turn_ferry = {
    phase = "deploy",
    when = function(game) return game.storage.ferry ~= nil end,
    options = function() return { "W E", "N E", "E W" } end,
    perform = function(game, _, sides)
      game:unjoin(ends(game, game.storage.ferry))
      game:join(ends(game, sides))
      game.storage.ferry = sides
    end,
  },
}

return ferries
