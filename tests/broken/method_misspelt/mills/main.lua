local mills = {}

function mills.on_feature_completed(game, event)
  for follower in event.feature:followers() do
    follower:retrun_home()
  end
end

return mills
