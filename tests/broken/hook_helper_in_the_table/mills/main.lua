local mills = {}

function mills.double(points)
  return 2 * points
end

return mills
