-- Inns & Cathedrals: an inn doubles a completed road, a cathedral makes a completed city worth half as
-- much again; what is left incomplete beside one of them is worth nothing.

---@type Expansion
local inns_and_cathedrals = {}

-- What raises which kind of feature, and the option with which it counts at all.
---@type table<FeatureKind, { mark: string, option: string }>
local landmarks = {
  road = { mark = "inn", option = "inns" },
  city = { mark = "cathedral", option = "cathedrals" },
}

-- IC13, IC14: a completed road with an inn gives a point more for each tile, however many inns it has.
-- IC20, IC21, IC26: a completed city with a cathedral gives a point more for each tile and each coat of
-- arms (of which a road has none), however many cathedrals it has.
-- IC17, IC22: at the end of the game such a road or city is worth nothing to anybody. It is scored all
-- the same (IC35, IC36). IC18, IC23: by option it is worth what any other is.
function inns_and_cathedrals.adjust_points(game, query)
  local feature = query.feature
  local landmark = landmarks[feature.kind]
  if not (feature[landmark.mark] and game.options[landmark.option]) then
    return
  end
  if query.complete then
    return { [landmark.mark] = feature.size + feature.coats_of_arms }
  end
  if game.options.inn_cathedral_final == "zero" then
    return { [landmark.mark] = -query.points }
  end
end

return inns_and_cathedrals
