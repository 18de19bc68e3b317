-- Which river tiles there are, and when they are drawn.

local stack = {}

-- When river tiles are drawn: the lower, the sooner. Land tiles are of stage 0.
local COURSE, END = -2, -1
local BASE_START = "base/D"

-- RV7: the boxes that are not played leave the game. The spring is in both.
---@param game Game
function stack.choose_rivers(game)
  local rivers = game.options.rivers
  if rivers == "both" then
    return
  end
  for tile in game:stack("river_box") do
    if tile.river_box ~= rivers then
      game:remove_from_stack(tile.name, tile.left)
    end
  end
end

-- RV8: there is one spring, in the stack or on the board.
---@param game Game
function stack.keep_one_spring(game)
  local springs = game:tiles("river"):where("group", "river-spring"):count()
  for spring in game:stack("river"):where("group", "river-spring") do
    local kept = math.max(1 - springs, 0)
    game:remove_from_stack(spring.name, spring.left - kept)
    springs = springs + kept
  end
end

-- RV48: a river ends in a lake, or at a city. RV47: for JCloisterZone only in lakes.
---@param tile TileDef
---@param is_jcz boolean
---@return boolean
local function is_end(tile, is_jcz) return tile.group == "river-lake" or not is_jcz and tile.river_end end

---@param game Game
---@return TileDefSelection
local function lakes(game) return game:stack("river"):where("group", "river-lake") end

---@param game Game
---@param tiles TileDefSelection
---@return TileDef
local function any(game, tiles) return #tiles == 1 and tiles[1] or tiles[game:random(#tiles)] end

-- RV9: which lake is left out. RV46: JCloisterZone keeps the one with the volcano.
---@param game Game
---@param option string
---@return string
local function left_out(game, option)
  local found = lakes(game)
  if option == "choice" then
    local names = found:map(function(lake) return lake.name end):list()
    return game:ask(game.active, { prompt = "lake_left_out", options = names })
  end
  if option == "by_volcano" then
    local volcanoes = game:stack("volcano"):filter(function(tile) return not tile:has("river") end)
    option = volcanoes:is_empty() and "volcano_lake" or "lake"
  end
  local wanted = found:filter(
    function(lake) return option == "random" or lake.volcano == (option == "volcano_lake") end
  )
  return any(game, wanted:is_empty() and found or wanted).name
end

-- RV7-RV9: surplus lakes leave the game. RV46: JCloisterZone also adds what is missing.
---@param game Game
function stack.settle_ends(game)
  local is_jcz = game.options.river2_ends == "jcz"
  -- RV47
  if is_jcz and not game:stack("river"):where("river_box", "two"):is_empty() then
    for lake in lakes(game):where("river_box", "one") do
      game:remove_from_stack(lake.name, lake.left)
    end
  end
  -- RV8, RV46: one end for the source, and one more for each fork.
  local ends, wanted = 0, 1
  for tile in game:stack("river") do
    if is_end(tile, is_jcz) then
      ends = ends + tile.left
    elseif tile.group == "river-fork" then
      wanted = wanted + tile.left
    end
  end
  for _ = wanted + 1, ends do
    if not lakes(game):is_empty() then
      game:remove_from_stack(left_out(game, is_jcz and "lake" or game.options.combined_lake_dropped))
    end
  end
  if is_jcz and not lakes(game):is_empty() then
    for _ = ends + 1, wanted do
      game:add_to_stack(any(game, lakes(game)).name)
    end
  end
end

-- RV3-RV6: the spring if it is not on the board, a fork, the courses, the ends, and then the land.
---@param game Game
function stack.put_in_order(game)
  local is_jcz = game.options.river2_ends == "jcz"
  for tile in game:stack("river") do
    game:set_draw_stage(tile.name, is_end(tile, is_jcz) and END or COURSE)
  end
  for spring in game:stack("river"):where("group", "river-spring") do
    game:draw_next(spring.name)
  end
  local forks = game:stack("river"):where("group", "river-fork")
  if game.options.fork_first and not forks:is_empty() then
    game:draw_next(any(game, forks).name)
  end
end

-- RV2: the start tile of the base game is the first land tile, if it shall be.
---@param game Game
function stack.after_river(game)
  if game.options.base_start_tile_with_river == "after_river" and game:stack("river"):is_empty() then
    for start in game:stack():where("name", BASE_START) do
      game:draw_next(start.name)
    end
  end
end

return stack
