local mills = {}

mills.on_turn_end = "well"

return mills
