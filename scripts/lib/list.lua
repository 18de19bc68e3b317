-- Lists: what scripts often need for plain tables with numbers as keys.
local list = {}

-- Takes the first element that equals `value` out of `from`. Returns whether there was one.
function list.remove(from, value)
  for index = 1, #from do
    if from[index] == value then
      table.remove(from, index)
      return true
    end
  end
  return false
end

-- Whether an element equals `value`.
function list.contains(from, value)
  for index = 1, #from do
    if from[index] == value then
      return true
    end
  end
  return false
end

-- The elements for which `keep` says true.
function list.filter(from, keep)
  local kept = {}
  for index = 1, #from do
    if keep(from[index]) then
      kept[#kept + 1] = from[index]
    end
  end
  return kept
end

-- The keys of a table that are texts, in alphabetical order, so that a loop over them is the same
-- in every game.
function list.sorted_keys(from)
  local keys = {}
  for key in pairs(from) do
    keys[#keys + 1] = key
  end
  table.sort(keys)
  return keys
end

return list
