-- The Minstrel: he wanders from tile to tile and plays for the followers he finds.

---@type Expansion
local minstrel = {}

-- The only one there is.
---@param game Game
---@return Piece
local function figure(game) return game:pieces("minstrel")[1] end

-- MI1: he begins on the tile that lies there first.
function minstrel.on_game_start(game) figure(game):move_to(game:tiles()[1]) end

-- MI3: he does not go back where he came from, unless there is nowhere else to go.
---@param game Game
---@param tile Tile
---@return Tile[]
local function ways(game, tile)
  local onward = tile:neighbours():filter(function(other) return other.id ~= game.storage.came_from end)
  return (onward:is_empty() and tile:neighbours() or onward):list()
end

-- MI4: a song for each follower on the tile.
---@param game Game
---@param tile Tile
local function play(game, tile)
  for follower in tile:followers() do
    game:award(follower.owner, game.options.fee, { source = "minstrel", at = tile })
  end
end

-- MI2: at the end of each turn the player whose turn it was says where he goes.
function minstrel.on_turn_end(game, event)
  local here = assert(figure(game).tile)
  local question = { prompt = "where_the_minstrel_goes", options = ways(game, here), about = here }
  local there = game:ask(event.player, question)
  if there then
    game.storage.came_from = here.id
    figure(game):move_to(there)
    play(game, there)
  end
end

return minstrel
