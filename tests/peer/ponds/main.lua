-- Ponds: whatever a recorded game can show of an expansion.

---@type Expansion
local ponds = {}

-- Ponds are drawn first, and there is one more of them. Bogs do not exist.
function ponds.on_game_start(game)
  game:remove_from_stack("ponds/bog", 2)
  game:add_to_stack("ponds/pond")
  game:set_draw_stage("ponds/pond", -1)
end

-- Whoever is deployed beside a pond falls into it.
function ponds.on_piece_deployed(game, event)
  local pond = event.feature.tile:around():where("pond", true):first()
  if pond then
    if game.options.confirm then
      game:ask(event.player, { prompt = "fall", options = { "go_on" }, always = true })
    end
    event.piece:move_to(pond.place.water)
  end
end

-- A feature of a diver's is worth a bite more to its owner, and a wash-house of nobody else's anything.
function ponds.adjust_points(_, query)
  local divers = query.feature:pieces("diver"):where("owner", query.player)
  if not divers:is_empty() then
    return { bites = 1 }
  end
  return { closed = query.feature.kind == "wash_house" and -query.points or 0 }
end

ponds.actions = {
  -- Out of the water again.
  climb = {
    instead_of = "deploy",
    options = function(_, player)
      return player:pieces():filter(function(piece) return piece.place ~= nil end)
    end,
    perform = function(_, _, piece) piece:return_home() end,
  },
  -- Fish, and a point for whoever shares them.
  fish = {
    instead_of = "deploy",
    when = function(game) return game.options.fishing end,
    options = function(game) return game:tiles("pond") end,
    perform = function(game, player, pond)
      player:add_tokens("fish", game.options.catch)
      local options = pond.place.water:pieces():list() ---@type any[]
      table.insert(options, "nobody")
      local guest = game:ask(player, { prompt = "share", options = options })
      if guest ~= "nobody" then
        game:award(guest.owner, 1, { source = "rod", at = pond })
      end
    end,
  },
  pave = {
    instead_of = "deploy",
    options = function(game)
      return game:tiles():filter(function(tile) return tile.x == 0 and tile.y == 0 end):features("road")
    end,
    perform = function(_, player) player:add_tokens("stones", 1) end,
  },
  call = {
    instead_of = "deploy",
    options = function(game)
      return game:open_cells():filter(function(cell) return cell.x == 0 end)
    end,
    perform = function(game, _, cell) game:tile_at(0, 0):add_tokens("heron", math.abs(cell.y)) end,
  },
  rest = {
    instead_of = "deploy",
    when = function(_, player) return player:tokens("fish") > 0 end,
    perform = function(_, player) player:add_tokens("fish", -1) end,
  },
}

return ponds
