-- Heights: instead of deploying, a player builds a floor of a tower and may capture a follower that stands
-- on a tile of its row; or puts a follower on a tower that has a floor, or on the crown of the wheel. Whoever
-- stands on a tower closes it. A phantom may climb behind another deed, where its own option allows it.
local heights = {}

local function towers(game, floors)
  return game:tiles("tower"):filter(
    function(tile) return tile:tokens("floors") >= floors and tile.place.top:pieces():is_empty() end
  )
end

-- Open towers, and the crown if the wheel is there.
local function goals(game)
  local places = {}
  if not game:tiles("wheel"):is_empty() then
    table.insert(places, game:place("crown"))
  end
  for tile in towers(game, 1) do
    table.insert(places, tile.place.top)
  end
  return places
end

heights.actions = {
  build = {
    instead_of = "deploy",
    options = function(game) return towers(game, 0) end,
    perform = function(game, player, tile)
      tile:add_tokens("floors", 1)
      local captives = game
        :pieces("follower")
        :filter(function(each) return each.tile and each.tile.y == tile.y end)
      local options = captives:list()
      table.insert(options, "nobody")
      local captive = game:ask(player, { prompt = "capture", options = options })
      if captive ~= "nobody" then
        captive:return_home()
      end
    end,
  },
  climb = {
    instead_of = "deploy",
    when = function(_, player) return not player:supply("follower"):is_empty() end,
    options = goals,
    perform = function(_, player, place) player:supply("follower"):first():move_to(place) end,
  },
  climb_after = {
    instead_of = "phantom/second",
    when = function(game, player)
      return game:option("phantom.phantom_off_tile")
        and game.deed ~= "pass"
        and not player:supply("phantom"):is_empty()
    end,
    options = goals,
    perform = function(_, player, place) player:supply("phantom"):first():move_to(place) end,
  },
}

return heights
