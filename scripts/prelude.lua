-- The prelude: what every script finds, written in Lua. It runs once, before any expansion.
-- `host` holds what the engine lends to it; nothing of `host` is visible to expansions.
-- Unlike expansions it uses what Luau adds to the libraries of Lua 5.1.
---@diagnostic disable: undefined-field, undefined-global, access-invisible

local host = ...

-- A selection is a list of tiles, pieces, players, features or cells, as the game gives it.
-- `for tile in selection do` walks it; `#selection` counts it; `selection[1]` is the first.
local Selection = {}
Selection.__index = Selection

local raw_tostring, raw_find, raw_gsub, error, select = tostring, string.find, string.gsub, error, select

local function select_from(list) return setmetatable(list, Selection) end

Selection.__iter = function(self)
  local index = 0
  return function()
    index = index + 1
    return self[index]
  end
end

-- All as a plain list, which may be changed.
function Selection:list()
  local all = {}
  for index = 1, #self do
    all[index] = self[index]
  end
  return all
end

function Selection:count() return #self end

function Selection:is_empty() return #self == 0 end

function Selection:first() return self[1] end

function Selection:contains(wanted)
  for index = 1, #self do
    if self[index] == wanted then
      return true
    end
  end
  return false
end

-- Those for which `keep` says true.
function Selection:filter(keep)
  local kept = {}
  for index = 1, #self do
    if keep(self[index]) then
      kept[#kept + 1] = self[index]
    end
  end
  return select_from(kept)
end

-- Those whose `field` is `value`, such as `selection:where("owner", player)`.
function Selection:where(field, ...)
  if select("#", ...) == 0 then
    error('`where` needs a value behind the field: where("' .. raw_tostring(field) .. '", true)', 2)
  end
  local value, kept = (...), {}
  for index = 1, #self do
    if self[index][field] == value then
      kept[#kept + 1] = self[index]
    end
  end
  return select_from(kept)
end

-- A selection for each value that `field` has, in the order in which the values come first. Those without a value
-- are left out.
function Selection:group_by(field)
  local groups, group_of, values = {}, {}, {}
  for index = 1, #self do
    local value = self[index][field]
    local group = group_of[value]
    if not group and typeof(value) == "Feature" then
      -- Two parts of a feature are two things that are equal.
      for at = 1, #values do
        group = group or values[at] == value and groups[at]
      end
    end
    if group then
      group[#group + 1] = self[index]
    elseif value ~= nil then
      group = select_from({ self[index] })
      groups[#groups + 1], values[#values + 1] = group, value
      group_of[value] = group
    end
  end
  return groups
end

-- The first of those whose `field` has the same value. Those without a value are left out.
function Selection:first_of_each(field)
  local found = {}
  for at, group in Selection.group_by(self, field) do
    found[at] = group[1]
  end
  return select_from(found)
end

-- What `change` makes of each. Those of which it makes nil are left out.
function Selection:map(change)
  local changed = {}
  for index = 1, #self do
    changed[#changed + 1] = change(self[index])
  end
  return select_from(changed)
end

-- The sum of what `value` says of each.
function Selection:total(value)
  local total = 0
  for index = 1, #self do
    total = total + value(self[index])
  end
  return total
end

-- Of tiles: everything of their pieces or features, each once.
local function gather(self, method, ...)
  local found, seen = {}, {}
  for index = 1, #self do
    local each = self[index]
    local others = each[method](each, ...)
    for at = 1, #others do
      local other = others[at]
      -- A piece is one thing, while two parts of a feature are two that are equal.
      if not seen[other] and (method ~= "features" or not Selection.contains(found, other)) then
        seen[other] = true
        found[#found + 1] = other
      end
    end
  end
  return select_from(found)
end

function Selection:followers() return gather(self, "followers") end

function Selection:pieces(filter) return gather(self, "pieces", filter) end

function Selection:features(kind) return gather(self, "features", kind) end

-- One table serves all expansions: none may change it for the others, or hide something in it.
Selection.__metatable = "locked"
table.freeze(Selection)

host.selection = Selection

-- A script that catches errors may not catch the end of its time or memory, nor a question that
-- waits for its answer.
local raw_pcall, raw_xpcall, raw_resume = pcall, xpcall, coroutine.resume

local function settle(ok, err, ...)
  if not ok then
    host.rethrow_fatal(err)
    if type(err) == "userdata" then
      -- Of the way there, what is the host's own tells an author nothing.
      err = raw_gsub(raw_gsub(raw_tostring(err), "\n\t%[C%][^\n]*", ""), "\n\tscripts/prelude[^\n]*", "")
    end
  end
  return ok, err, ...
end

function host.resume(thread, ...) return settle(raw_resume(thread, ...)) end

-- A handler can be a coroutine of the host's, which waits where it asks. Its script sees nothing of that: to it
-- there are only the coroutines that it made itself.
local raw_yield, raw_running, raw_isyieldable = coroutine.yield, coroutine.running, coroutine.isyieldable

---@async
function host.yield(...)
  if host.is_handler() then
    error("attempt to yield across metamethod/C-call boundary", 0)
  end
  return raw_yield(...)
end

-- Both are always called, so that it costs the same in a handler that is no coroutine.
function host.running()
  local running, is_handler = raw_running(), host.is_handler()
  return not is_handler and running or nil
end

function host.isyieldable()
  local yieldable, is_handler = raw_isyieldable(), host.is_handler()
  return yieldable and not is_handler
end

-- Where a coroutine catches errors it can wait, and so it can do that in itself more often than what is no coroutine.
-- A handler is the one at one time and the other at another, with the same end: here neither can wait.
local raw_pack, raw_unpack = table.pack, table.unpack

local function caught(call, ...)
  if host.running() then
    return settle(call(...))
  end
  local given = raw_pack(...)
  local between = setmetatable({}, {
    __index = function() return raw_pack(call(raw_unpack(given, 1, given.n))) end,
  })
  local back = between.call
  return settle(raw_unpack(back, 1, back.n))
end

function host.pcall(...) return caught(raw_pcall, ...) end

function host.xpcall(...) return caught(raw_xpcall, ...) end

-- `game:ask`: where the handler cannot wait, in a sort for example or where it catches errors, it runs again.
function host.waiting(ask, unanswered)
  ---@async
  return function(game, player, question)
    local answer = ask(game, player, question)
    if answer ~= unanswered then
      return answer
    end
    if not raw_isyieldable() then
      host.stop_asking()
    end
    return raw_yield()
  end
end

-- One call of these costs as much as what it is given is long, so a handler pays for it.
local raw_type, raw_next, raw_len = type, next, rawlen

-- How long something can be that costs nothing.
local FREE = 63

local function charged(library, names)
  for _, name in names do
    local call = library[name]
    library[name] = function(first, ...)
      local kind = raw_type(first)
      if kind == "number" or (kind == "table" or kind == "string") and raw_len(first) > FREE then
        host.charge(first)
      end
      return call(first, ...)
    end
  end
end

charged(table, { "clone", "clear", "concat", "find", "insert", "move", "remove", "sort", "unpack" })
charged(string, { "find", "gmatch", "gsub", "lower", "match", "reverse", "split", "upper" })
charged(utf8, { "codepoint", "codes", "len", "offset" })

local raw_rep, raw_create, raw_format = string.rep, table.create, string.format

function string.rep(text, times)
  host.charge(text, times)
  return raw_rep(text, times)
end

function table.create(count, value)
  host.charge(count)
  return raw_create(count, value)
end

-- Where something lies in memory is different in each run: nothing tells it.
local hidden = { table = true, ["function"] = true, thread = true, buffer = true }

function host.tostring(value)
  local text, kind = raw_tostring(value), raw_type(value)
  -- What a table says of itself is shown, unless it says nothing.
  if hidden[kind] and raw_find(text, ": 0x", 1, true) then
    return kind
  end
  return text
end

function string.format(pattern, ...)
  host.charge(pattern)
  local values, count = { ... }, select("#", ...)
  for index = 1, count do
    if hidden[raw_type(values[index])] then
      values[index] = host.tostring(values[index])
    end
  end
  return raw_format(pattern, unpack(values, 1, count))
end

-- Keys that are things have no order that is the same in each game.
local unordered = { table = true, ["function"] = true, thread = true, userdata = true }

function host.next(from, key)
  local following, value = raw_next(from, key)
  local kind = raw_type(following)
  if unordered[kind] then
    host.unordered(kind == "userdata" and "thing of the game" or kind)
  end
  return following, value
end

function host.pairs(from) return host.next, from, nil end

-- Names that other Lua programs know and expansions do without, with what to use instead.
local absent = {
  os = "an expansion has no clock and no files; count turns with game.turn",
  io = "an expansion has no files; remember things in game.storage",
  debug = "use print(…) to look at values",
  load = "code comes from the expansion's own files: use require",
  loadstring = "code comes from the expansion's own files: use require",
  dofile = "code comes from the expansion's own files: use require",
  loadfile = "code comes from the expansion's own files: use require",
  package = "use require with the name of a file of the expansion",
  getfenv = "each file has its own names; return what others need",
  setfenv = "each file has its own names; return what others need",
  newproxy = "use a table",
  collectgarbage = "memory is looked after",
  _G = "each file has its own names; return what others need",
  game = "a handler gets the game as its first argument: function expansion.on_turn_end(game, event)",
}

-- The names that a file of an expansion sees, which are those in `own`. What it defines by mistake has no place.
function host.environment(own)
  setmetatable(own, {
    __index = function(_, name) host.unknown_name(name, absent[name], own) end,
    __metatable = "locked",
  })
  return setmetatable({}, {
    __index = own,
    __newindex = function(_, name) host.global_set(name) end,
    __metatable = "locked",
  })
end
