-- How followers are kept from being taken prisoner: with points, or with a trade good where there are such.

local data = require("data")

local bargain = {}

-- A bargain that was struck: the piece that is protected by it, what was paid, and where and since when the piece
-- stands there.
---@alias Deal { piece: integer, price: string, tile: integer, since: integer }

-- What was struck. Deals that hold no longer are among them until they are looked at for the next time.
---@param game Game
---@return Deal[]
local function deals(game) return game.storage.deals or {} end

-- A token says whether a trade good lies under somebody: goods do not wait until the next time.
---@param game Game
---@return Piece
local function pledge(game) return assert(game:pieces("pledge"):first()) end

-- BH68, BH75: whoever has left that place since, scored or not, is protected no longer.
---@param game Game
---@param deal Deal
---@return boolean
local function holds(game, deal)
  local piece = game:piece(deal.piece)
  if not piece or not piece.tile then
    return false
  end
  return piece.tile.id == deal.tile and piece.since == deal.since
end

-- BH73: whoever was bought off once is not asked again.
---@param game Game
---@param piece Piece
---@return boolean
function bargain.protects(game, piece)
  for _, deal in ipairs(deals(game)) do
    if deal.piece == piece.id and holds(game, deal) then
      return true
    end
  end
  return false
end

-- BH67, BH69: what an owner can pay. BH59: nobody pays more points than there are, unless the players
-- agreed that debts can be made.
---@param game Game
---@param owner Player
---@return string[]
local function prices(game, owner)
  local found = {}
  if game:in_play("traders_and_builders") then
    for _, good in ipairs(data.TRADE_GOODS) do
      if owner:tokens(good) > 0 then
        table.insert(found, good)
      end
    end
  elseif game.options.debts or owner.points >= data.BARGAIN then
    table.insert(found, "points")
  end
  return found
end

-- BH70: a trade good lies under the piece.
---@param game Game
---@param piece Piece
---@param owner Player
---@param tile Tile
---@param price string
local function pay(game, piece, owner, tile, price)
  if price == "points" then
    game:award(owner, -data.BARGAIN, { source = "bargain", at = tile })
  else
    owner:add_tokens(price, -1)
    tile:add_tokens(price, 1)
    pledge(game):move_to(game:place("pledges"))
  end
  local all = deals(game)
  table.insert(all, { piece = piece.id, price = price, tile = tile.id, since = piece.since })
  game.storage.deals = all
  game:raise("bargain_struck", piece, { price = price })
end

-- BH67, BH71: asks the owner of a piece whether it is bought off. Returns whether it was.
---@param game Game
---@param piece Piece
---@param tile Tile
---@return boolean
function bargain.offer(game, piece, tile)
  local owner = assert(piece.owner)
  local options = prices(game, owner)
  if #options == 0 then
    return false
  end
  local prompt = "keep_from_prison_for_"
    .. (options[1] == "points" and data.BARGAIN .. "_points" or "a_trade_good")
  table.insert(options, "yield")
  local price = game:ask(owner, { prompt = prompt, options = options, about = piece })
  if price == "yield" then
    return false
  end
  pay(game, piece, owner, tile, price)
  return true
end

-- Ends bargains: those whose pieces have left their places, or all of them.
-- BH70, BH75: what lay under a piece leaves the game.
---@param game Game
---@param all boolean
local function finish(game, all)
  local struck, left, goods = deals(game), {}, 0 ---@type Deal[], Deal[], integer
  for _, deal in ipairs(struck) do
    local has_good = deal.price ~= "points"
    if not all and holds(game, deal) then
      table.insert(left, deal)
      goods = goods + (has_good and 1 or 0)
    elseif has_good then
      assert(game:tile(deal.tile)):add_tokens(deal.price, -1)
    end
  end
  if #left < #struck then
    game.storage.deals = #left > 0 and left or nil
    if goods == 0 then
      pledge(game):return_home()
    end
  end
end

-- Ends bargains whose pieces have left their places.
---@param game Game
function bargain.end_some(game) finish(game, false) end

-- Ends all bargains: there is nobody left to be protected from.
---@param game Game
function bargain.end_all(game) finish(game, true) end

return bargain
