-- A walled town: whoever lets others score features and gets nothing himself may send a follower into one of
-- its quarters. From the cathedral, followers go to monasteries that are completed.
local walls = {}

local quarters = { "castle", "market", "blacksmith", "cathedral" }

-- The quarters that a follower may enter.
local function open(game, follower)
  local places = {}
  for _, name in ipairs(quarters) do
    if follower.kind ~= "abbot" or name == game.options.abbot then
      table.insert(places, game:place(name))
    end
  end
  return places
end

local function scored(game, player)
  game.storage.scored = true
  game.storage.own = game.storage.own or player == game.active
end

function walls.on_tile_placed(game)
  game.storage.scored = nil
  game.storage.own = nil
end

-- Points of a feature, of one that was scored or of an abbot who was taken back.
function walls.on_points_awarded(game, event)
  if game.options.taking_back_counts and event.feature then
    scored(game, event.player)
  end
end

function walls.on_feature_scored(game, event)
  for _, winner in ipairs(event.winners) do
    scored(game, winner)
  end
end

function walls.on_feature_completed(game, event)
  if event.feature.kind == "monastery" then
    for follower in game:place("cathedral"):pieces() do
      local question = { prompt = "leave", options = { "stay", "go" }, about = follower }
      if game:ask(follower.owner, question) == "go" then
        follower:move_to(event.feature)
      end
    end
  end
end

walls.actions = {
  enter = {
    instead_of = "entry",
    when = function(game) return game.storage.scored and not game.storage.own end,
    options = function(game, player)
      return player:supply("follower"):filter(function(follower) return #open(game, follower) > 0 end)
    end,
    perform = function(game, player, follower)
      follower:move_to(game:ask(player, { prompt = "quarter", options = open(game, follower) }))
    end,
  },
}

return walls
