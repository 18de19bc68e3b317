-- Russian Promos: an empty country around Baba Yaga's hut pays; Solovei Razboynik and Vodyanoy catch
-- followers. When their traps spring stands in traps.lua.

local prey = require("prey")
local traps = require("traps")

---@type Expansion
local promos = {}

-- What is only so with an option is said in expansion.toml, under [when].

-- RP1, RP3: four tiles are in the stack; in 2013 there were only the hut and the choice of Bogatyr.
function promos.on_game_start(game)
  game:remove_from_stack("russian_promos/solovei")
  game:remove_from_stack("russian_promos/vodyanoy")
end

-- RP21, RP22, RP30: Solovei Razboynik catches when his tile is placed, or one that lengthens his road.
-- RP38, RP39, RP51: Vodyanoy catches around his tile when it is placed; other tiles bring him nobody.
function promos.on_tile_placed(game, event) traps.laid(game, event.tile) end

-- RP22: the tiles of a block lengthen a road as any tile does.
function promos.on_block_placed(game, event)
  for _, tile in ipairs(event.tiles) do
    traps.laid(game, tile)
  end
end

-- RP23: a ferry or a tunnel joins roads as well.
function promos.on_features_joined(game, event) traps.joined(game, event.feature) end

-- RP30, RP37, RP40, RP53: whoever is deployed beside Vodyanoy or on the road of Solovei Razboynik is
-- caught before anything is scored.
function promos.on_piece_deployed(game, event) traps.came(game, event.piece, true) end

-- RP52: to be moved there is to be placed there. RP56: who comes into the tree comes beside Vodyanoy.
function promos.on_piece_moved(game, event)
  local piece = event.piece
  local trap = prey.trap_of(piece)
  local may_be_caught = trap == "solovei" or not trap and game.options.moved_figures
  if may_be_caught and prey.is_prey(game.options, piece) then
    traps.came(game, piece, not trap)
  end
end

-- RP54: nobody is deployed on Vodyanoy's own tile.
function promos.allow_deployment(_, query)
  if query.feature.tile.trap == "vodyanoy" then
    return false, "nobody stands on Vodyanoy's own tile"
  end
end

-- RP25, RP32, RP36, RP44, RP55, RP58: instead of deploying, a player takes one own figure back, from
-- whichever trap, but not from one that was placed in this turn.
promos.actions = {
  take_back = {
    instead_of = "deploy",
    options = traps.retrievable,
    perform = function(_, _, piece) piece:return_home() end,
  },
}

-- RP8: in 2013 the hut itself was worth nothing.
function promos.adjust_points() return { hut = -1 } end

-- RP33, RP42, RP57: at the end each figure in the pond costs its owner two points, whatever its
-- strength. Those in the tree cost nothing.
function promos.on_final_scoring(game)
  local points = { vodyanoy = -2, solovei = game.options.solovei_points } ---@type table<string, integer>
  for tile in game:tiles("trap") do
    local trap, caught = tile.trap, traps.caught(tile)
    if points[trap] ~= 0 and not caught:is_empty() then
      for player in game.players do
        local count = caught:where("owner", player):count()
        game:award(player, count * points[trap], { source = trap, at = tile })
      end
    end
  end
end

return promos
