-- Choices: what replaces a deployment in other expansions. All that it does here is to be remembered.
local choices = {}

choices.actions = {}
for _, name in ipairs({
  "builder",
  "pig",
  "barn",
  "shepherd",
  "tower_piece",
  "fairy",
  "festival",
  "acrobat",
  "scored_acrobats",
  "little_building",
  "wheel",
}) do
  choices.actions[name] = {
    instead_of = "deploy",
    perform = function(_, player) player:add_tokens(name, 1) end,
  }
end

return choices
