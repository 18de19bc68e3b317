-- The Phantom: a second follower on the tile just placed. That it is a follower like any other, and that
-- there is a phase in which it is deployed, stands in expansion.toml.

---@type Expansion
local phantom = {}

-- PH13, PH17: what uses the whole turn up, unless an option says otherwise.
---@type table<string, string>
local exceptions = {
  ["princess_and_dragon.princess"] = "phantom_after_princess",
  ["russian_promos.take_back"] = "phantom_after_trap_retrieval",
}

-- PH11, PH12, PH16: behind everything else that a player did, the phantom may follow.
-- PH14: whoever did nothing was offered the phantom then.
function phantom.allow_deployment(game)
  local deed = game.deed
  if deed == "pass" then
    return false, "who deployed nothing deploys no second follower"
  end
  local exception = deed and exceptions[deed]
  if exception and not game.options[exception] then
    return false, "nothing is deployed behind " .. deed
  end
end

return phantom
