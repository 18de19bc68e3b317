-- Wells: each gives a point on a road, two on a completed road with an inn, and nothing where an inn
-- takes all points.
local wells = {}

function wells.adjust_points(game, query)
  local road = query.feature
  local each = 1
  if road.inn and query.complete then
    each = 2
  elseif road.inn and game:option("inns_and_cathedrals.inn_cathedral_final") == "zero" then
    each = 0
  end
  return { wells = road.wells * each }
end

return wells
