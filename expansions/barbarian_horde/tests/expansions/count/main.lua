-- The Count: instead of deploying, followers can be put into a quarter of the City, in which the count may
-- stand. While the City is under attack, nobody may use it, and the count lies down.
local count = {}

local function figure(game) return game:pieces("count")[1] end

function count.on_game_start(game) figure(game):move_to(game:place("castle")) end

count.actions = {
  enter = {
    phase = "deploy",
    when = function(game) return game:tokens("city_under_attack") == 0 end,
    options = function(_, player)
      return player:supply("follower"):is_empty() and {} or { "castle", "market" }
    end,
    perform = function(game, player, quarter) player:supply("follower")[1]:move_to(game:place(quarter)) end,
  },
}

function count.on_city_attacked(game)
  for _, quarter in ipairs({ "castle", "market" }) do
    for piece in game:place(quarter):pieces("follower") do
      piece:return_home()
    end
  end
  game:add_tokens("count_lies", 1)
end

function count.on_city_freed(game) game:add_tokens("count_lies", -1) end

return count
