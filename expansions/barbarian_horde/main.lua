-- Barbarian Horde: barbarians attack the City of Carcassonne, roam the land, and claim what they stand on.
-- What can be done against them begins with the fortress.

local attack = require("attack")
local claims = require("claims")
local defences = require("defences")
local defenders = require("defenders")
local fortress = require("fortress")
local guards = require("guards")
local movement = require("movement")
local prisoners = require("prisoners")

---@type Expansion
local horde = {}

horde.events = {
  city_attacked = "the City of Carcassonne is under attack from here on",
  city_freed = "the last barbarian is gone, and the City of Carcassonne works again",
  barbarians_arrived = "these barbarians came to the City; none where the supply is empty",
  barbarians_march = "one or more of these barbarians are about to move, `spaces` spaces each; none of them has moved yet",
  barbarian_moved = "a barbarian moved, `spaces` spaces in a `direction`",
  barbarian_eliminated = "a barbarian is gone from a tile; `cause` says by what, and `by` the name of whoever did it",
  prisoner_taken = "barbarians took a piece prisoner",
  prisoner_released = 'a prisoner is home again; `cause` is "ransom" or "victory"',
  bargain_struck = "a piece was kept from being taken prisoner; `price` says for what",
  fortress_possible = "barbarians came, and whose turn it is can propose the fortress",
  fortress_proposed = "a player chose a place for the fortress; `by` is the name",
  fortress_built = "the fortress stands, from this tile on; `shares` says what each player paid, by seat",
  defence_earned = "a player's Defender earned a `defence`: pits, catapults, archery_towers, swordsmen or archers",
}

-- BH57, BH58: at the beginning of a turn, prisoners can be ransomed.
horde.actions = {
  ransom = {
    phase = "ransom",
    options = prisoners.to_be_ransomed,
    perform = prisoners.ransom,
  },

  -- BH76-BH87: the fortress is proposed, at any time. (Bots do nothing outside of their turns: they are asked
  -- when barbarians come.)
  propose_fortress = fortress.propose,
  -- BH88-BH96: followers become Defenders and come back, and what they earn is placed.
  defend = defenders.defend,
  withdraw = defenders.withdraw,
  -- BH116-BH126: swordsmen and archers.
  move_guard = guards.move,
  recall_guard = guards.recall,
}

-- BH2, BH4-BH8: a tile with the icon of a barbarian is drawn, be there a place for it or not.
function horde.on_tile_drawn(game) attack.call_barbarians(game) end

-- A tile that fitted when it was drawn, and lost its place since, has called them already.
function horde.on_tile_discarded(game, event)
  if not event.had_place then
    attack.call_barbarians(game)
  end
end

-- BH5: unless it is agreed that barbarians only come when the tile is placed. Which of these handlers are called is
-- said in expansion.toml.
function horde.on_tile_placed(game) attack.call_barbarians(game) end

-- BH45-BH48: whoever is weaker than the barbarians in a feature gets nothing for it. This is the last
-- that is said of a feature's points.
function horde.adjust_points(game, query, points) return claims.deny(game, query, points) end

-- BH14-BH18, BH22: the points of one placement are added up, where they count otherwise than the rules say.
function horde.on_points_awarded(game, event) movement.count(game, event) end

-- BH19, BH20: when all is scored, the barbarians move, one after the other.
function horde.on_placement_scored(game, event) movement.begin(game, event.feature_points) end

function horde.on_barbarians_march(game, event) movement.march(game, event.subject, event.data.spaces) end

-- BH76: when barbarians come, it is time for a fortress, if the points are there.
function horde.on_barbarians_arrived(game) fortress.consider(game) end

function horde.on_fortress_possible(game) fortress.offer(game) end

-- BH78, BH79, BH81: the others agree to a proposal, or nothing comes of it.
function horde.on_fortress_proposed(game, event)
  fortress.decide(game, assert(game:player(event.data.by)), event.subject)
end

-- BH102, BH107: nobody is deployed on a tile with a pit or a catapult.
function horde.allow_deployment(_, query)
  local reason = defences.forbids_deployment(query.feature.tile)
  return not reason, reason
end

-- BH119: whoever leaves the fortress is no guard any more.
function horde.on_piece_returned(game, event) guards.watch(game, event.piece) end

function horde.on_piece_moved(game, event) guards.watch(game, event.piece) end

horde.priority = { adjust_points = 100 }

return horde
