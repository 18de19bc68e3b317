-- The hand: anybody may arrange the board at any time, by saying what goes where:
--
--   "barbarian 2 to 1,0"           the second barbarian, in the order in which they came
--   "barbarian 2 away"             out of the game, as another expansion might take it
--   "follower to road at 1,0"      a figure from the own supply, on the first such feature of the tile
--   "follower to tower at 1,0"     in a place on the tile
--   "follower to castle"           in a place of the game
--   "follower at 1,0 home"         an own figure on a tile, back to the supply
--   "pit at 1,0"                   a pit on a tile
--   "points 20"                    points that are for no feature
local hand = {}

local POINTS = { -20, -8, -5, -1, 1, 4, 5, 7, 8, 10, 15, 20, 25, 40 }

local function at(tile) return ("at %d,%d"):format(tile.x, tile.y) end

-- Adds what can be said about barbarians.
local function say_barbarians(game, deeds)
  for index, barbarian in ipairs(game:pieces("barbarian"):where("in_game", true):list()) do
    local name = "barbarian " .. index
    deeds[name .. " away"] = function() barbarian:remove() end
    for tile in game:tiles() do
      deeds[("%s to %d,%d"):format(name, tile.x, tile.y)] = function() barbarian:move_to(tile.place.horde) end
    end
  end
end

-- Adds where a figure from the supply can go.
local function say_figure(game, deeds, piece)
  for _, name in ipairs({ "castle", "crown" }) do
    deeds[piece.kind .. " to " .. name] = function() piece:move_to(game:place(name)) end
  end
  for tile in game:tiles() do
    deeds[piece.kind .. " to tower " .. at(tile)] = function() piece:move_to(tile.place.tower) end
    for feature in tile:features() do
      local deed = piece.kind .. " to " .. feature.kind .. " " .. at(tile)
      deeds[deed] = deeds[deed] or function() piece:move_to(feature) end
    end
  end
end

local function deeds_of(game, player)
  local deeds, seen = {}, {}
  say_barbarians(game, deeds)
  for piece in game:pieces() do
    local mine = piece.owner == player or piece.class == "neutral" and piece.kind == "fairy"
    if mine and piece.in_supply and not seen[piece.kind] then
      seen[piece.kind] = true
      say_figure(game, deeds, piece)
    elseif mine and piece.tile then
      deeds[("%s %s home"):format(piece.kind, at(piece.tile))] = function() piece:return_home() end
    end
  end
  for tile in game:tiles() do
    deeds["pit " .. at(tile)] = function() game:pieces("pit")[1]:move_to(tile.place.defence) end
  end
  for _, points in ipairs(POINTS) do
    deeds["points " .. points] = function() game:award(player, points, { source = "gift" }) end
  end
  return deeds
end

hand.actions = {
  arrange = {
    off_turn = true,
    options = function(game, player)
      local names = {}
      for name in pairs(deeds_of(game, player)) do
        table.insert(names, name)
      end
      table.sort(names)
      return names
    end,
    perform = function(game, player, deed) deeds_of(game, player)[deed]() end,
  },
}

return hand
