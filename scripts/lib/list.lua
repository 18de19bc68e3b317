-- Lists: what scripts often need for plain tables with numbers as keys.
local list = {}

---Takes the first element that equals `value` out of `from`. Returns whether there was one.
---@param from any[] # A list.
---@param value any # What goes.
---@return boolean
function list.remove(from, value)
  for index = 1, #from do
    if from[index] == value then
      table.remove(from, index)
      return true
    end
  end
  return false
end

---Whether an element equals `value`.
---@param from any[] # A list.
---@param value any # What is looked for.
---@return boolean
function list.contains(from, value)
  for index = 1, #from do
    if from[index] == value then
      return true
    end
  end
  return false
end

---The elements for which `keep` says true.
---@generic T
---@param from T[] # A list.
---@param keep fun(each: T): any # Says true for those that stay.
---@return T[]
function list.filter(from, keep)
  local kept = {}
  for index = 1, #from do
    if keep(from[index]) then
      kept[#kept + 1] = from[index]
    end
  end
  return kept
end

---The keys of a table that are texts, in alphabetical order, so that a loop over them is the same in
---every game.
---@param from table<string, any> # A table.
---@return string[]
function list.sorted_keys(from)
  local keys = {}
  for key in pairs(from) do
    keys[#keys + 1] = key
  end
  table.sort(keys)
  return keys
end

return list
