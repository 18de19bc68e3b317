-- When the traps spring. Each is a place on its tile, from which figures can be taken back.

local solovei = require("solovei")
local vodyanoy = require("vodyanoy")

local traps = {}

-- The figures that are caught on the tile of a trap.
---@param tile Tile
---@return PieceSelection
function traps.caught(tile) return tile.place[tile.trap]:pieces() end

-- RP30, RP56: catches those of some figures whom Vodyanoy reaches, and then those whom Solovei Razboynik
-- reaches on some roads. If the players want it so, whoever's turn it is goes on before own figures go.
---@param game Game
---@param options table
---@param pieces Piece[]
---@param roads Feature[]
---@param asks? boolean
local function spring(game, options, pieces, roads, asks)
  local catch = {} ---@type Catch
  vodyanoy.drown(options, catch, pieces)
  for _, road in ipairs(roads) do
    solovei.rob(options, catch, road)
  end
  for _, each in ipairs(catch) do
    if asks and options.confirm and each.piece.owner == game.active then
      game:ask(game.active, { prompt = "capture", options = { "go_on" }, about = each.piece, always = true })
      break
    end
  end
  for _, each in ipairs(catch) do
    each.piece:move_to(each.tile, each.trap)
  end
  for _, road in ipairs(roads) do
    solovei.remember(game, options, road)
  end
end

-- RP21, RP22, RP38, RP51: a tile was placed.
---@param game Game
---@param tile Tile
function traps.laid(game, tile)
  local beside = tile.trap == "vodyanoy" and tile:pieces_around():list() or {}
  spring(game, game.options, beside, tile:features("solovei"):list())
end

-- RP23: a rule joined two features.
---@param game Game
---@param feature Feature
function traps.joined(game, feature)
  if solovei.has_newcomers(game, feature) then
    spring(game, game.options, {}, { feature })
  end
end

-- RP37, RP40: a figure came where it is.
---@param game Game
---@param piece Piece
---@param asks boolean
function traps.came(game, piece, asks)
  local options = game.options
  local robbed = options.later_robbers and piece.feature
  spring(game, options, { piece }, robbed and robbed.solovei and { robbed } or {}, asks)
end

-- RP24, RP42: who is caught stays until the owner takes the figure back. RP32, RP55: not in the turn in which
-- the tile of the trap was placed.
---@param game Game
---@param player Player
---@return PieceSelection
function traps.retrievable(game, player)
  local now = game.turn
  return player
    :pieces_in({ "solovei", "vodyanoy" })
    :filter(function(piece) return assert(piece.tile).since ~= now end)
end

return traps
