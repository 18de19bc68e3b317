-- A marshal, who arranges what a test needs, at any time: points, barbarians, figures and Defenders.
local marshal = {}

-- Figures of a player go out from the supply, or neutral ones from beside the board.
local function here(game, player)
  return game:pieces():filter(function(piece) return piece.owner == player or not piece.owner end)
end

local function everything(tile)
  local places = tile:features():list()
  table.insert(places, tile)
  return places
end

marshal.actions = {
  -- Points for a player.
  gift = {
    off_turn = true,
    options = function()
      local points = {}
      for count = 1, 60 do
        table.insert(points, count)
      end
      return points
    end,
    perform = function(game, player, points) game:award(player, points, { source = "gift" }) end,
  },

  -- A barbarian goes from the cathedral's tile, or from beside the board, to another tile.
  barbarian = {
    off_turn = true,
    options = function(game) return game:tiles() end,
    perform = function(game, _, tile)
      local all = game:pieces("barbarian")
      local waiting = all:filter(function(each) return each.tile and each.tile.name == "count/6" end)
      local away = all:where("in_supply", true)
      assert(waiting:first() or away:first()):move_to(tile.place.horde)
    end,
  },

  -- All barbarians who are still on the cathedral's tile go beside the board.
  calm = {
    off_turn = true,
    perform = function(game)
      for barbarian in game:pieces("barbarian") do
        if barbarian.tile and barbarian.tile.name == "count/6" then
          barbarian:return_home()
        end
      end
    end,
  },

  -- The archer goes to a tile, and removes nobody by it.
  post = {
    off_turn = true,
    options = function(game) return game:tiles() end,
    perform = function(game, _, tile) game:pieces("archer"):first():move_to(tile.place.post) end,
  },

  -- So many followers go to the fortress, and earn nothing by it.
  garrison = {
    off_turn = true,
    options = function(_, player)
      local counts = {}
      for count in ipairs(player:supply("follower"):where("kind", "follower"):list()) do
        table.insert(counts, count)
      end
      return counts
    end,
    perform = function(game, player, count)
      local followers = player:supply("follower"):where("kind", "follower")
      for index = 1, count do
        followers[index]:move_to(game:place("fortress"))
      end
    end,
  },

  -- A figure goes to a tile, or to a feature of it.
  station = {
    off_turn = true,
    options = function(game, player) return here(game, player):where("in_supply", true) end,
    perform = function(game, player, piece)
      local tile = game:ask(player, { prompt = "tile", options = game:tiles() })
      piece:move_to(game:ask(player, { prompt = "where", options = everything(tile) }))
    end,
  },

  -- A figure goes home from wherever it is.
  dismiss = {
    off_turn = true,
    options = function(game) return game:pieces():where("in_supply", false) end,
    perform = function(_, _, piece) piece:return_home() end,
  },

  -- A Defender is taken out of the fortress, to another place.
  abduct = {
    off_turn = true,
    options = function(game) return game:place("fortress"):pieces("follower") end,
    perform = function(game, _, piece) piece:move_to(game:place("tower")) end,
  },

  -- A dragon sends all figures of players home that stand on a tile; a tower captures one that stands on any.
  devour = {
    off_turn = true,
    options = function(game) return game:tiles() end,
    perform = function(_, _, tile)
      for piece in tile:pieces() do
        if piece.owner then
          piece:return_home()
        end
      end
    end,
  },
  capture = {
    off_turn = true,
    options = function(game)
      return game.players:pieces():filter(function(piece) return piece.tile ~= nil end)
    end,
    perform = function(game, _, piece) piece:move_to(game:place("tower")) end,
  },
}

return marshal
