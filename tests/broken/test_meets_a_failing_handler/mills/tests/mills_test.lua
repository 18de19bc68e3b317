test("a tile gives a point", function(t)
  t:draw("base/U")
  t:play("alice", { place = { 1, 0 } })
end)
