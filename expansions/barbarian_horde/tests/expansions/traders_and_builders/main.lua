-- Traders & Builders: whoever completes a city takes a token of wine and one of cloth, whoever scores it.
local traders = {}

function traders.on_feature_completed(_, event)
  if event.feature.kind == "city" then
    event.player:add_tokens("wine", 1)
    event.player:add_tokens("cloth", 1)
  end
end

return traders
