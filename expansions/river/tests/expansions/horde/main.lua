-- A horde: whoever deploys may build the fortress.
local horde = {}

horde.actions = {
  build = {
    phase = "deploy",
    when = function(game) return game:tiles():where("block", "horde/fortress"):is_empty() end,
    options = function(game) return game:block_placements("horde/fortress") end,
    perform = function(game, _, placement) game:place_block("horde/fortress", placement) end,
  },
}

return horde
