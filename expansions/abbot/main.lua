-- The Abbot: a follower for monasteries and gardens, who may be taken back for points. What he is stands in
-- expansion.toml; how he is taken back is a rule of the engine for pieces that are `recallable`.

---@type Expansion
local abbot = {}

-- AB40: where gardens are only a picture, nobody stands on one.
function abbot.allow_deployment(game)
  if not game.options.gardens then
    return false, "a garden is only a picture in this game"
  end
end

return abbot
