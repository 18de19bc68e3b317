local points = {
  well = 1
  mill = 2,
}

return {}
