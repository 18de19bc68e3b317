// The mills.
local mills = {}

return mills
