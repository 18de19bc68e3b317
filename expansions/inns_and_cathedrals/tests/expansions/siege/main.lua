-- The siege: a completed city is worth a point less for each tile and coat of arms, an incomplete one
-- nothing.
local siege = {}

-- Whether the cathedral has taken all points already.
local function is_void(game, city)
  return city.cathedral and game:option("inns_and_cathedrals.inn_cathedral_final") == "zero"
end

function siege.adjust_points(game, query, points)
  local city = query.feature
  if not city.besieged then
    return
  end
  if query.complete then
    return { siege = -city.size - city.coats_of_arms }
  end
  return { siege = is_void(game, city) and 0 or -points }
end

return siege
