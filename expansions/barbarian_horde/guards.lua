-- Guards: Defenders who became swordsmen or archers. A Defender stays in the fortress; what goes over the board
-- is a token that belongs to nobody.

local fortress = require("fortress")
local horde = require("horde")
local list = require("bastide.list")

local guards = {}

-- BH117, BH122: how far a guard goes in one turn.
local REACH = 3

-- The kind of token for each defence.
---@type table<string, string>
local TOKEN = { swordsmen = "swordsman", archers = "archer" }

-- Which Defender stands behind which token, and when a swordsman last removed a barbarian.
---@class Guard
---@field token integer
---@field defender integer
---@field struck? integer

---@param game Game
---@return Guard[]
local function on_duty(game) return game.storage.guards or {} end

---@param game Game
---@param token Piece
---@return Guard?
local function guard_of(game, token)
  return list.filter(on_duty(game), function(guard) return guard.token == token.id end)[1]
end

-- The Defender behind a token.
---@param game Game
---@param token Piece
---@return Piece
local function defender_of(game, token) return assert(game:piece(assert(guard_of(game, token)).defender)) end

-- The token of a guard on a tile.
---@param tile Tile
---@return Piece?
local function guard_at(tile) return tile:pieces("swordsman"):first() or tile:pieces("archer"):first() end

---@param game Game
---@param piece Piece
---@return boolean
function guards.is_guard(game, piece)
  return #list.filter(on_duty(game), function(guard) return guard.defender == piece.id end) > 0
end

-- Becoming one

-- Defenders who are no guards yet, one of each player and kind; nobody whose owner has refused.
---@param game Game
---@param refused table<string, boolean>
---@return Piece[]
local function candidates(game, refused)
  local found, seen = {}, {}
  for piece in fortress.defenders(game) do
    local key = assert(piece.owner).seat .. piece.kind
    if not (seen[key] or refused[key] or guards.is_guard(game, piece)) then
      seen[key] = true
      table.insert(found, piece)
    end
  end
  return found
end

-- BH116: a Defender, chosen by agreement: another player's only if that player agrees.
---@param game Game
---@param player Player
---@param token Piece
---@param refused table<string, boolean>
---@return Piece?
local function choose(game, player, token, refused)
  while true do
    local options = candidates(game, refused) ---@type any[]
    if #options == 0 then
      return nil
    end
    table.insert(options, "done")
    local defender = game:ask(player, { prompt = token.kind, options = options })
    if defender == "done" then
      return nil
    end
    local owner = defender.owner
    local question = { prompt = "become_" .. token.kind, options = { "agree", "refuse" }, about = defender }
    if owner == player or game:ask(owner, question) == "agree" then
      return defender
    end
    refused[owner.seat .. defender.kind] = true
  end
end

-- BH116, BH122: as many Defenders as there are tokens beside the board, or fewer, become guards. They still
-- count as Defenders (BH126), for they stay in the fortress.
---@param game Game
---@param player Player
---@param defence string
function guards.appoint(game, player, defence)
  local refused = {}
  for token in game:pieces(TOKEN[defence]):where("in_supply", true) do
    local defender = choose(game, player, token, refused)
    if not defender then
      return
    end
    local all = on_duty(game)
    table.insert(all, { token = token.id, defender = defender.id })
    game.storage.guards = all
    token:move_to(game:place("gate"))
    game:raise("defence_earned", player, { defence = defence })
  end
end

-- Removing barbarians

-- BH118: a swordsman removes one barbarian in a turn, no matter who came to whom.
---@param game Game
---@param token Piece
---@param barbarian Piece
---@param player Player?
---@return boolean
local function strike(game, token, barbarian, player)
  local all = on_duty(game)
  local guard = assert(guard_of(game, token))
  if guard.struck == game.turn then
    return false
  end
  guard.struck = game.turn
  game.storage.guards = all
  horde.eliminate(game, barbarian, "swordsman", player)
  return true
end

-- BH118, BH123: a barbarian came to a tile: to a swordsman, or beside an archer. Returns whether he is removed.
---@param game Game
---@param barbarian Piece
---@param tile Tile
---@return boolean
function guards.meet(game, barbarian, tile)
  for token in tile:pieces("swordsman") do
    if strike(game, token, barbarian) then
      return true
    end
  end
  if tile:vicinity():pieces("archer"):is_empty() then
    return false
  end
  horde.eliminate(game, barbarian, "archer")
  return true
end

-- BH118: a swordsman came to a tile. BH123: an archer has come one step farther. Returns whether the guard stops.
---@param game Game
---@param token Piece
---@param tile Tile
---@param player Player
---@return boolean
local function attack(game, token, tile, player)
  if token.kind == "swordsman" then
    local barbarian = tile:pieces("barbarian"):first()
    return barbarian ~= nil and strike(game, token, barbarian, player)
  end
  for barbarian in tile:vicinity():pieces("barbarian") do
    horde.eliminate(game, barbarian, "archer", player)
  end
  return false
end

-- Moving

-- BH117, BH118: the tiles to which a guard can go with one step: across a side, where no other follower is;
-- from the fortress, across a side of any of its tiles.
---@param game Game
---@param token Piece
---@return Tile[]
local function steps(game, token)
  local from = token.tile and { token.tile } or fortress.tiles(game):list()
  local found = {}
  for _, tile in ipairs(from) do
    for next in tile:neighbours() do
      local free = next:followers():is_empty() and not guard_at(next)
      if free and not list.contains(from, next) and not list.contains(found, next) then
        table.insert(found, next)
      end
    end
  end
  return found
end

---@param game Game
---@return Piece[]
local function tokens(game)
  local found = {}
  for _, guard in ipairs(on_duty(game)) do
    table.insert(found, game:piece(guard.token))
  end
  return found
end

-- BH117, BH122: instead of deploying, any player moves a guard, step by step.
---@type Action
guards.move = {
  instead_of = "deploy",
  options = function(game)
    return list.filter(tokens(game), function(token) return #steps(game, token) > 0 end)
  end,
  perform = function(game, player, token)
    for step = 1, REACH do
      local options = steps(game, token) ---@type any[]
      if step > 1 then
        table.insert(options, "stop")
      end
      local to = game:ask(player, { prompt = "step", options = options, about = token })
      if to == "stop" then
        return
      end
      token:move_to(to, "post")
      if attack(game, token, to, player) then
        return
      end
    end
  end,
}

-- Coming back

-- BH119, BH124: the owner takes a guard back to the supply, at any time.
---@type Action
guards.recall = {
  phase = "deploy",
  off_turn = true,
  options = function(game, player)
    return list.filter(tokens(game), function(token) return defender_of(game, token).owner == player end)
  end,
  perform = function(game, _, token) defender_of(game, token):return_home() end,
}

-- BH119: whose Defender left the fortress is a guard no more, and the token goes too; nor is one whose token left.
---@param game Game
---@param piece Piece
function guards.watch(game, piece)
  local gone = list.filter(on_duty(game), function(guard)
    local deserted = guard.defender == piece.id and piece.place ~= game:place("fortress")
    return deserted or guard.token == piece.id and piece.in_supply
  end)[1]
  if gone then
    game.storage.guards = list.filter(on_duty(game), function(guard) return guard.token ~= gone.token end)
    local token = assert(game:piece(gone.token))
    if not token.in_supply then
      token:return_home()
    end
  end
end

return guards
