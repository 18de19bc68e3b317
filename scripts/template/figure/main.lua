-- Template: a pedlar for each player, who sells in the cities that a road passes.
--
-- What stands behind two dashes is a note for people; the program passes over it.

---@type Expansion
local template = {}

-- A function whose name begins with `allow_` is asked before something is done. `query` says what it is
-- about. `return false` forbids it, and the text behind it tells the player why.

-- TE2: he begins at a city's gate: on a tile that shows a city.
function template.allow_deployment(_, query)
  if query.piece_kind == "pedlar" and not query.feature.tile:has("city") then
    return false, "the pedlar begins on a tile that shows a city"
  end
end

-- A function whose name begins with `on_` is called whenever that happens in a game. `event` says what
-- happened, here which `feature` is complete.

-- TE3: a completed road pays its pedlars a point for each tile of it that shows a city.
function template.on_feature_completed(game, event)
  local towns = event.feature:tiles():filter(function(tile) return tile:has("city") end)
  for pedlar in event.feature:followers():where("kind", "pedlar") do
    game:award(pedlar.owner, towns:count(), { source = "pedlar", at = pedlar.tile })
  end
end

return template
