-- Solovei Razboynik, who catches on the road that passes his tree.

local prey = require("prey")

local solovei = {}

-- RP21, RP29: adds all figures on a road past the tree, however far away; by the rulings of 2021 only the
-- nearest, several if they are equally near. RP34: farmers are not on the road.
---@param options table
---@param catch Catch
---@param road Feature
function solovei.rob(options, catch, road)
  local tile = road:tiles("trap"):where("trap", "solovei"):first()
  if not tile then
    return
  end
  local found, nearest = {}, math.huge
  for follower in road:pieces() do
    ---@cast follower Follower
    if prey.may_be_caught(options, follower) and not prey.contains(catch, follower) then
      local distance = options.ruleset == "2021" and road:distance(tile, follower.tile) or 0
      if distance < nearest then
        found, nearest = {}, distance
      end
      if distance == nearest then
        table.insert(found, follower)
      end
    end
  end
  for _, piece in ipairs(found) do
    prey.add(catch, piece, tile, "solovei")
  end
end

-- RP23: by the rulings of 2021 a ferry or a tunnel only counts if somebody new is on the road then. So those
-- whom Solovei Razboynik left there are remembered. By the rule document he leaves nobody, but for those who score
-- first (RP30).
---@param game Game
---@param options table
---@param road Feature
function solovei.remember(game, options, road)
  if options.ruleset == "2021" or options.completed_features == "scored" then
    game.storage.left = road:pieces():map(function(piece) return piece.id end):list()
  end
end

---@param game Game
---@param road Feature
---@return boolean
function solovei.has_newcomers(game, road)
  local left = {}
  for _, id in ipairs(game.storage.left or {}) do
    left[id] = true
  end
  return not road:pieces():filter(function(piece) return not left[piece.id] end):is_empty()
end

return solovei
