local file = io.open("points.txt", "w")

return {}
