-- Template: orchards, a gardener for each player who picks their apples, and a cellar to keep them in.
--
-- What stands behind two dashes is a note for people; the program passes over it.

---@type Expansion
local template = {}

-- A function whose name begins with `on_` is called whenever that happens in a game. `event` says what
-- happened; `game` is everything that lies on the table. Tokens are counted things: here apples.

-- TE1: when a tile with an orchard is placed, apples grow on it.
function template.on_tile_placed(game, event) event.tile:add_tokens("apples", game.options.apples) end

-- A function whose name begins with `allow_` is asked before something is done. `return false` forbids it,
-- and the text behind it tells the player why.

-- TE2: a gardener begins in an orchard.
function template.allow_deployment(_, query)
  if query.piece_kind == "gardener" and not query.feature.tile.orchard then
    return false, "the gardener begins on a tile with an orchard"
  end
end

-- The apples that a player can pick: those beside the player's own gardener.
local function within_reach(_, player)
  return player
    :pieces("gardener")
    :map(function(gardener) return gardener.tile end)
    :filter(function(tile) return tile:tokens("apples") > 0 end)
end

-- TE4: whoever picks an apple chooses what becomes of it, if there is a cellar.
local function pick(game, player, tile)
  tile:add_tokens("apples", -1)
  local uses = game.options.cellar and { "eat", "store" } or { "eat" }
  if game:ask(player, { prompt = "apple", options = uses, about = tile }) == "eat" then
    game:award(player, 1, { source = "apple", at = tile })
  else
    player:add_tokens("stored_apples", 1)
  end
end

-- TE3: an action is something new that a player can choose to do. This one takes the place of deploying a
-- follower. `options` lists what it can be done with, `perform` does it.
template.actions = {
  pick_apple = { instead_of = "deploy", options = within_reach, perform = pick },
}

-- TE5: at the end, every two stored apples are worth three points.
function template.on_final_scoring(game)
  for player in game.players do
    local pairs_of_apples = math.floor(player:tokens("stored_apples") / 2)
    game:award(player, 3 * pairs_of_apples, { source = "stored_apples" })
  end
end

return template
