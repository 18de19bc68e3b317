-- A rest, behind whatever was done in the day.
local rest = {}

rest.actions = {
  rest = { instead_of = "evening", perform = function(_, player) player:add_tokens("rest", 1) end },
}

return rest
