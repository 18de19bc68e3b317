-- The fortress: what it costs, who pays how much, and where it is placed.

local grid = require("grid")
local horde = require("horde")

local fortress = {}

local BLOCK = "barbarian_horde/fortress"

-- The four tiles of the fortress; none before it is built.
---@param game Game
---@return TileSelection
function fortress.tiles(game) return game:tiles("fortress") end

-- BH97: the Defenders are in a place of the fortress and on none of its tiles, so that nothing takes them
-- that happens on tiles.
---@param game Game
---@return PieceSelection
function fortress.defenders(game) return game:place("fortress"):pieces("follower") end

-- BH82, BH83, BH86: where all edges match and nothing lies, one tile of it touching the board. It looks the
-- same in all turns.
---@param game Game
---@return PlacementSelection
local function places(game) return game:block_placements(BLOCK, 0) end

-- BH80: what each player can pay: the points that he has, or anything if players may fall below zero.
---@param game Game
---@return fun(player: Player): integer
local function purses(game)
  local anything = game.options.debts and grid.cost(game.players)
  return function(player) return anything or math.max(player.points, 0) end
end

-- BH78: the shares that a player can be asked for: nothing and everything, an even share, and steps.
---@param game Game
---@param least integer
---@param most integer
---@param even integer
---@return integer[]
local function possible_shares(game, least, most, even)
  local shares, step = {}, game.options.fortress_step
  for share = least, most do
    if share == least or share == most or share == even or share % step == 0 then
      table.insert(shares, share)
    end
  end
  return shares
end

-- BH78, BH81: whoever proposes says what each player pays, himself first. Returns the shares by seat.
---@param game Game
---@param proposer Player
---@return integer[]
local function proposed_shares(game, proposer)
  local players, purse = game.players, purses(game)
  local missing, others = grid.cost(players), players:total(purse)
  local shares = {} ---@type integer[]
  local player = proposer
  for left = #players, 1, -1 do
    local own = purse(player)
    others = others - own
    local least, most = math.max(missing - others, 0), math.min(own, missing)
    local options = possible_shares(game, least, most, math.ceil(missing / left))
    local question =
      { prompt = "share_of_" .. grid.cost(players) .. "_points", options = options, about = player }
    local share = game:ask(proposer, question) ---@type integer
    shares[player.seat] = share
    missing = missing - share
    player = player.next
  end
  return shares
end

-- BH78, BH81: all who shall pay agree, or nothing comes of it.
---@param game Game
---@param proposer Player
---@param shares integer[]
---@param place Placement
---@return boolean
local function all_agree(game, proposer, shares, place)
  for player in game.players do
    local share = shares[player.seat]
    if share > 0 and player ~= proposer then
      local prompt = "pay_" .. share .. "_points_for_the_fortress"
      local question = { prompt = prompt, options = { share, "refuse" }, about = place }
      if game:ask(player, question) == "refuse" then
        return false
      end
    end
  end
  return true
end

-- BH79: the shares are paid, and the fortress is placed. BH83: what it completes is scored with the tile
-- of the turn.
---@param game Game
---@param shares integer[]
---@param place Placement
local function build(game, shares, place)
  for player in game.players do
    game:award(player, -assert(shares[player.seat]), { source = "fortress" })
  end
  local tiles = game:place_block(BLOCK, place)
  assert(game:pieces("banner"):first()):move_to(game:place("keep"))
  game:raise("fortress_built", tiles[1], { shares = shares })
end

-- BH78, BH79, BH81: the proposer says who pays what, and if all agree, it is built.
---@param game Game
---@param proposer Player
---@param place Placement
function fortress.decide(game, proposer, place)
  local shares = proposed_shares(game, proposer)
  if all_agree(game, proposer, shares, place) then
    build(game, shares, place)
  end
end

-- BH76, BH87: once, after the first attack.
---@param game Game
---@return boolean
local function is_wanted(game) return fortress.tiles(game):is_empty() and horde.has_attacked(game) end

-- BH76: where there is a place. BH81: each player makes one proposal in a turn, so that a turn comes to an end.
---@param game Game
---@param player Player
---@return boolean
local function is_time(game, player)
  return game.storage["proposed_" .. player.seat] ~= game.turn and game:can_place_block(BLOCK)
end

-- BH77, BH80: if all players together have enough.
---@param game Game
---@param player Player
---@return boolean
local function may_propose(game, player)
  local players = game.players
  return is_wanted(game) and players:total(purses(game)) >= grid.cost(players) and is_time(game, player)
end

-- BH82, BH83: a proposal begins with the place.
---@param game Game
---@param player Player
local function propose(game, player)
  local place = game:ask(player, { prompt = "north_west_cell_of_the_fortress", options = places(game) })
  game.storage["proposed_" .. player.seat] = game.turn
  game:raise("fortress_proposed", place, { by = player.name })
end

-- BH76, BH81: any player, at any time.
---@type Action
fortress.propose = { off_turn = true, when = may_propose, perform = propose }

-- BH76: barbarians came, and there is no fortress yet, as said in expansion.toml. Only now nobody thinks of debts
-- (BH80): the points have to be there.
---@param game Game
function fortress.consider(game)
  local players = game.players
  local points = players:total(function(player) return player.points end)
  if points >= grid.cost(players) and is_time(game, game.active) then
    game:raise("fortress_possible")
  end
end

-- BH76: whoever's tile calls barbarians is asked whether to propose it now.
---@param game Game
function fortress.offer(game)
  local question = { prompt = "propose_fortress", options = { "propose", "wait" } }
  if game:ask(game.active, question) == "propose" then
    propose(game, game.active)
  end
end

return fortress
