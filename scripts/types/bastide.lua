---@meta

-- Generated: change the tables in core/ instead, then BASTIDE_BLESS=1 cargo test -p bastide-script --test reference

---A kind of feature. Where a method says so, also an attribute, or the name of a tile.
---@alias FeatureKind "road"|"city"|"field"|"monastery"|"garden"|string

---Which pieces: a class, those that count as meeples, or a kind. `follower` means the class.
---@alias PieceFilter "follower"|"special"|"neutral"|"meeple"|string

---What a piece is in the rules: `follower` claims features, `special` belongs to a player and does not, `neutral` belongs to nobody.
---@alias PieceClass "follower"|"special"|"neutral"

---A phase of the turn. Those of expansions are called `<expansion>/<name>`.
---@alias Phase "turn_start"|"draw"|"place"|"deploy"|"score"|"turn_end"|string

---A kind of edge.
---@alias EdgeKind "field"|"road"|"city"|string

---A side of a cell.
---@alias Side "N"|"E"|"S"|"W"|string

---A side of a tile, or a half of one: left and right as seen from the middle of the tile.
---@alias Port "N"|"E"|"S"|"W"|"NL"|"NR"|"EL"|"ER"|"SL"|"SR"|"WL"|"WR"|string

---The game as it stands. Every handler gets it as its first argument.
---@class Game
---@field players PlayerSelection All players, in the order of play, beginning with the first seat.
---@field active Player Whose turn it is.
---@field turn integer The number of the turn, from 1.
---@field phase Phase The name of the phase.
---@field placed Tile? The tile that was placed in this part of the turn.
---@field hand TileDef? The tile that was drawn and is to be placed.
---@field deed string? What the player whose turn it is did in the `deploy` phase of this part of the turn: `deploy`, `recall`, `pass`, or the full name of an action, such as `mills.grind`; nil before that, and where the phase had nothing to offer.
---@field stack_size integer How many tiles are still to be drawn.
---@field options table The options of this expansion, as its manifest declares them, with the values of this game.
---@field storage table What this expansion remembers: its own table inside the game, saved, undone and forked with it. Holds whole numbers, texts, booleans and tables of them.
local Game = {}

---The tiles that are still to be drawn, each kind once, or those of them that have something; `left` says how many there are.
---@param having? FeatureKind A kind of feature, an attribute of tiles, or a tile: `<set>/<name>`.
---@return TileDefSelection
function Game:stack(having) end

---An option of any expansion in play, or of the base game.
---@param name string The full name, such as `base.edition`.
---@return any
function Game:option(name) end

---Whether an expansion's rules are in play.
---@param id string The id of an expansion.
---@return boolean
function Game:in_play(id) end

---A player by name or seat.
---@param name string|integer The name, or the seat from 1.
---@return Player?
function Game:player(name) end

---A tile by its id, or the first tile that was placed of those that have something.
---@param which integer|FeatureKind A tile's `id`; or a kind of feature, an attribute of tiles, or a tile: `<set>/<name>`.
---@return Tile?
function Game:tile(which) end

---A piece by its id.
---@param id integer A piece's `id`.
---@return Piece?
function Game:piece(id) end

---The tile on a cell.
---@param x integer Cells to the east of the start tile.
---@param y integer Cells to the south of it.
---@return Tile?
function Game:tile_at(x, y) end

---The tiles on the board in the order in which they were placed, or those of them that have something.
---@param having? FeatureKind A kind of feature, an attribute of tiles, or a tile: `<set>/<name>`.
---@return TileSelection
function Game:tiles(having) end

---All features on the board, or those that are of a kind or have something, each once.
---@param kind? FeatureKind A kind of feature, or an attribute of features, merged over all their parts; all where left out.
---@return FeatureSelection
function Game:features(kind) end

---All pieces of the game, wherever they are.
---@param filter? PieceFilter Which pieces: `follower`, `special`, `neutral`, `meeple`, or the name of a kind. All where left out.
---@return PieceSelection
function Game:pieces(filter) end

---All pieces that are in a place.
---@param place string|string[] The name that a manifest gives a place; one on tiles means that of any tile. Or a list of names.
---@return PieceSelection
function Game:pieces_in(place) end

---The pieces of nobody that are beside the board.
---@param filter? PieceFilter Which pieces: `follower`, `special`, `neutral`, `meeple`, or the name of a kind. All where left out.
---@return PieceSelection
function Game:supply(filter) end

---The empty cells that share a side with a tile, row by row.
---@return CellSelection
function Game:open_cells() end

---A place of the game, such as a prison.
---@param name string The name that a manifest gives it.
---@return Place
function Game:place(name) end

---A place on a tile, or on the first tile that was placed of those that have something; nil where none has it.
---@param name string The name that a manifest gives a place on tiles.
---@param which Tile|FeatureKind The tile; or a kind of feature, an attribute of tiles, or a tile: `<set>/<name>`.
---@return Place?
function Game:place_on(name, which) end

---How many tokens of a name lie beside the board.
---@param name string The name of the tokens.
---@return integer
function Game:tokens(name) end

---Where a block of several tiles can be placed: by row, column and turn.
---@param name string The id of a block, `<set>/<name>`.
---@param turn? integer Only those with this turn; one is enough for a block that looks the same in all.
---@return PlacementSelection
function Game:block_placements(name, turn) end

---Whether a block of several tiles can be placed anywhere.
---@param name string The id of a block, `<set>/<name>`.
---@return boolean
function Game:can_place_block(name) end

---Gives points to a player. Raises `on_points_awarded`; no points without `parts` are nothing, and raise nothing.
---
---Changes the game: only in `on_` handlers and in `perform` of an action.
---@param player Player Who gets the points.
---@param points integer How many; negative to take points away.
---@param details? { source?: string, at?: Tile, parts?: table<string, integer> } `source`: the name under which they are counted, the expansion's id where left out; `at`: the tile to show them at; `parts`: what they consist of.
function Game:award(player, points, details) end

---Asks a player and returns the option that was chosen. With a single option nobody is asked, and without any the answer is nil.
---
---Changes the game: only in `on_` handlers and in `perform` of an action.
---@param player Player Who decides.
---@param question { prompt: string, options: any[], about?: any, always?: boolean } `prompt`: what is asked; `options`: the possible answers: texts, numbers, players, pieces, tiles, features, cells or placements; `about`: what it is about; `always`: ask also where there is only one option, to be confirmed.
---@return any
function Game:ask(player, question) end

---A random whole number from 1 to `count`, by the game's own generator, so that the game can be played again.
---
---Changes the game: only in `on_` handlers and in `perform` of an action.
---@param count integer How many outcomes there are, at least 1.
---@return integer
function Game:random(count) end

---Raises an event of this expansion's own. It is dispatched after this handler.
---
---Changes the game: only in `on_` handlers and in `perform` of an action.
---@param name string The name of the event, declared in `events`. Other expansions listen with `on_<name>`.
---@param subject? any What it happened to: a thing of the game, several in a list, a text or a number.
---@param data? table What there is to say about it: plain data.
function Game:raise(name, subject, data) end

---Puts tokens beside the board, or takes them away.
---
---Changes the game: only in `on_` handlers and in `perform` of an action.
---@param name string The name of the tokens.
---@param count integer How many to add; negative to take away.
function Game:add_tokens(name, count) end

---Places a block and returns its tiles. Raises `on_block_placed`.
---
---Changes the game: only in `on_` handlers and in `perform` of an action.
---@param name string The id of a block, `<set>/<name>`.
---@param placement Placement One of `game:block_placements(name)`.
---@return TileSelection
function Game:place_block(name, placement) end

---Makes one feature of two, as a ferry does. What this completes is scored in the next scoring phase.
---
---Changes the game: only in `on_` handlers and in `perform` of an action.
---@param a Feature A feature.
---@param b Feature A feature of the same kind.
---@param closes? integer How many open ends the join closes, 0 where left out.
function Game:join(a, b, closes) end

---Takes back a join.
---
---Changes the game: only in `on_` handlers and in `perform` of an action.
---@param a Feature The first feature of `game:join`.
---@param b Feature The second.
function Game:unjoin(a, b) end

---Grants another part of this turn: draw, place, deploy and score once more.
---
---Changes the game: only in `on_` handlers and in `perform` of an action.
function Game:grant_turn_part() end

---Takes tiles out of the stack, out of the game. Returns how many there were to take.
---
---Changes the game: only in `on_` handlers and in `perform` of an action.
---@param tile string The name of a tile, `<set>/<name>`.
---@param count? integer How many, 1 where left out.
---@return integer
function Game:remove_from_stack(tile, count) end

---Adds tiles to the stack. Returns how many.
---
---Changes the game: only in `on_` handlers and in `perform` of an action.
---@param tile string The name of a tile, `<set>/<name>`.
---@param count? integer How many, 1 where left out.
---@return integer
function Game:add_to_stack(tile, count) end

---Says when tiles of a kind are drawn: as long as a tile of a lower stage is left in the stack, none of a higher one is drawn.
---
---Changes the game: only in `on_` handlers and in `perform` of an action.
---@param tile string The name of a tile, `<set>/<name>`.
---@param stage integer When it is drawn, -100 to 100. All tiles begin with 0.
function Game:set_draw_stage(tile, stage) end

---Puts a tile of the stack on top of it, below those that were put there before: it is drawn next. If none is left by then, nothing happens.
---
---Changes the game: only in `on_` handlers and in `perform` of an action.
---@param tile string The name of a tile, `<set>/<name>`.
function Game:draw_next(tile) end

---A player. Two handles of the same player are equal.
---@class Player
---@field name string The player's name.
---@field seat integer The place at the table, from 1 in the order of play.
---@field points integer The points so far.
---@field next Player Whoever sits next, clockwise.
---@field is_active boolean Whether it is this player's turn.
local Player = {}

---The player's pieces that are in the supply.
---@param filter? PieceFilter Which pieces: `follower`, `special`, `neutral`, `meeple`, or the name of a kind. All where left out.
---@return PieceSelection
function Player:supply(filter) end

---The player's pieces, wherever they are.
---@param filter? PieceFilter Which pieces: `follower`, `special`, `neutral`, `meeple`, or the name of a kind. All where left out.
---@return PieceSelection
function Player:pieces(filter) end

---The player's pieces that are in a place.
---@param place string|string[] The name that a manifest gives a place; one on tiles means that of any tile. Or a list of names.
---@return PieceSelection
function Player:pieces_in(place) end

---How many tokens of a name the player has.
---@param name string The name of the tokens.
---@return integer
function Player:tokens(name) end

---Gives tokens to the player, or takes them away. It is an error to take more than there are.
---
---Changes the game: only in `on_` handlers and in `perform` of an action.
---@param name string The name of the tokens.
---@param count integer How many to add; negative to take away.
function Player:add_tokens(name, count) end

---A figure, of a player or of nobody. It is always in exactly one place.
---@class Piece
---@field id integer A number that stands for this piece for the whole game; keep this in `game.storage`.
---@field kind string The name of its kind, such as `follower`.
---@field class PieceClass `follower`, `special` or `neutral`.
---@field is_follower boolean Whether it claims features.
---@field is_meeple boolean Whether rules that count meeples count it.
---@field owner Player? Whose it is; nil for a neutral piece.
---@field tile Tile? The tile on which it stands, in a place of that tile too.
---@field feature Feature? The feature on which it stands.
---@field place Place? The place in which it is.
---@field in_supply boolean Whether it is in its owner's supply, or beside the board.
---@field in_game boolean Whether it did not leave the game.
---@field strength integer How much it counts in a majority, before adjustments. Where it stands on no feature, what it would count on any; 0 for one that depends on the feature.
---@field since integer The number of the turn in which it came where it is.
local Piece = {}

---Moves the piece by a rule. Raises `on_piece_moved`. On a feature it counts as if it had been deployed there.
---
---Changes the game: only in `on_` handlers and in `perform` of an action.
---@param to Feature|Tile|Place Where it goes.
---@param place? string The name of a place on it, where it is a tile.
function Piece:move_to(to, place) end

---Sends the piece back to its owner's supply; a neutral piece goes beside the board. Raises `on_piece_returned`.
---
---Changes the game: only in `on_` handlers and in `perform` of an action.
function Piece:return_home() end

---Takes the piece out of the game. Raises `on_piece_moved`.
---
---Changes the game: only in `on_` handlers and in `perform` of an action.
function Piece:remove() end

---A tile on the board. Attributes that tile sets give to tiles are fields: `tile.watchtower`; nil, or false for a flag, where a tile does not have it.
---@class Tile
---@field id integer A number that stands for this tile for the whole game; keep this in `game.storage`. `game:tile(id)` finds it again.
---@field name string Which tile it is: `<set>/<name>`.
---@field since integer The number of the turn in which it was placed; 0 for one that lay there before the first turn.
---@field def TileDef The tile as it is printed.
---@field x integer Cells to the east of the start tile.
---@field y integer Cells to the south of the start tile.
---@field turn integer Clockwise quarter turns, 0 to 3.
---@field place Places The places on this tile, by name.
---@field block string? The id of the block to which it belongs.
---@field [string] any An attribute.
local Tile = {}

---Whether it shows a part of such a feature, or has such an attribute.
---@param kind FeatureKind A kind of feature, or an attribute of tiles.
---@return boolean
function Tile:has(kind) end

---How many parts of features of a kind it shows.
---@param kind FeatureKind A kind of feature.
---@return integer
function Tile:count(kind) end

---The sum of an attribute over its parts of features.
---@param attribute string An attribute of features, such as `coats_of_arms`.
---@return integer
function Tile:sum(attribute) end

---The features of which it shows a part, or those of them that are of a kind or have something, each once.
---@param kind? FeatureKind A kind of feature, or an attribute of features, merged over all their parts; all where left out.
---@return FeatureSelection
function Tile:features(kind) end

---The feature that leaves the tile there.
---@param side Port `N`, `E`, `S`, `W` as the tile lies, or a half: `NL`, `NR`, …
---@return Feature?
function Tile:feature(side) end

---The pieces that stand on it.
---@param filter? PieceFilter Which pieces: `follower`, `special`, `neutral`, `meeple`, or the name of a kind. All where left out.
---@return PieceSelection
function Tile:pieces(filter) end

---The followers that stand on it.
---@return FollowerSelection
function Tile:followers() end

---How many pieces stand on it.
---@param filter? PieceFilter Which pieces: `follower`, `special`, `neutral`, `meeple`, or the name of a kind. All where left out.
---@return integer
function Tile:count_pieces(filter) end

---The tile itself and the tiles on the eight cells around it, row by row; or those of them that have something.
---@param having? FeatureKind A kind of feature, an attribute of tiles, or a tile: `<set>/<name>`.
---@return TileSelection
function Tile:vicinity(having) end

---The tiles on the eight cells around it, row by row; or those of them that have something.
---@param having? FeatureKind A kind of feature, an attribute of tiles, or a tile: `<set>/<name>`.
---@return TileSelection
function Tile:around(having) end

---The pieces that stand on the eight cells around it, tile by tile.
---@param filter? PieceFilter Which pieces: `follower`, `special`, `neutral`, `meeple`, or the name of a kind. All where left out.
---@return PieceSelection
function Tile:pieces_around(filter) end

---The tile across a side.
---@param side Side `N`, `E`, `S` or `W`, as seen on the board.
---@return Tile?
function Tile:neighbour(side) end

---The tiles that share a side with it, clockwise from the north; or those of them that have something.
---@param having? FeatureKind A kind of feature, an attribute of tiles, or a tile: `<set>/<name>`.
---@return TileSelection
function Tile:neighbours(having) end

---The tile so many cells away.
---@param x integer How many cells to the east; negative to the west.
---@param y integer How many cells to the south; negative to the north.
---@return Tile?
function Tile:offset(x, y) end

---The kind of edge that it has on a side.
---@param side Side `N`, `E`, `S` or `W`, as seen on the board.
---@return EdgeKind
function Tile:edge(side) end

---How many tokens of a name lie on it.
---@param name string The name of the tokens.
---@return integer
function Tile:tokens(name) end

---Puts tokens on the tile, or takes them away.
---
---Changes the game: only in `on_` handlers and in `perform` of an action.
---@param name string The name of the tokens.
---@param count integer How many to add; negative to take away.
function Tile:add_tokens(name, count) end

---A tile as it is printed, before it is placed. Attributes are fields, as of a tile on the board.
---@class TileDef
---@field name string Which tile it is: `<set>/<name>`.
---@field left integer How many of them are still in the stack.
---@field [string] any An attribute.
local TileDef = {}

---Whether it shows a part of such a feature, or has such an attribute.
---@param kind FeatureKind A kind of feature, or an attribute of tiles.
---@return boolean
function TileDef:has(kind) end

---How many parts of features of a kind it shows.
---@param kind FeatureKind A kind of feature.
---@return integer
function TileDef:count(kind) end

---The sum of an attribute over its parts of features.
---@param attribute string An attribute of features, such as `coats_of_arms`.
---@return integer
function TileDef:sum(attribute) end

---The kind of edge that it has on a side, when it is turned so.
---@param side Side `N`, `E`, `S` or `W`.
---@param turn? integer Clockwise quarter turns by which the tile is turned, 0 to 3.
---@return EdgeKind
function TileDef:edge(side, turn) end

---A road, city, field, monastery or a kind of an expansion's, with all its parts on all tiles. Attributes are fields, merged over all parts as declared: `feature.inn`, `feature.coats_of_arms`. Two handles of parts of the same feature are equal.
---@class Feature
---@field kind FeatureKind The name of its kind, such as `road`.
---@field complete boolean Whether it is complete. Fields never are.
---@field open_ends integer How many of its ends are open; of a monastery, how many cells around are empty.
---@field size integer How many tiles show a part of it; each counts once.
---@field value integer The points that it would give now, before adjustments of expansions; 0 for a field.
---@field claimed boolean Whether a follower stands on it.
---@field tile Tile The tile of the part that this handle was made from.
---@field [string] any An attribute.
local Feature = {}

---The tiles that show a part of it, in the order in which they were placed; or those of them that have something.
---@param having? FeatureKind A kind of feature, an attribute of tiles, or a tile: `<set>/<name>`.
---@return TileSelection
function Feature:tiles(having) end

---The pieces that stand on it.
---@param filter? PieceFilter Which pieces: `follower`, `special`, `neutral`, `meeple`, or the name of a kind. All where left out.
---@return PieceSelection
function Feature:pieces(filter) end

---How many pieces stand on its tiles: on it, on other features and in places of these tiles.
---@param filter? PieceFilter Which pieces: `follower`, `special`, `neutral`, `meeple`, or the name of a kind. All where left out.
---@return integer
function Feature:count_pieces_on_tiles(filter) end

---The followers that stand on it.
---@return FollowerSelection
function Feature:followers() end

---The attribute merged over all its parts; 0 and 1 for a flag.
---@param attribute string An attribute of features.
---@return integer
function Feature:sum(attribute) end

---The features that it touches: of a field its cities, of a city its fields. Each once.
---@param kind? FeatureKind A kind of feature; all where left out.
---@return FeatureSelection
function Feature:neighbours(kind) end

---How many tiles one goes along it from one of its tiles to another, 0 for the same; nil where it is not on both.
---@param from Tile One of its tiles.
---@param to Tile Another.
---@return integer?
function Feature:distance(from, to) end

---The strength of a player's followers on it, as counted for the majority.
---@param player Player The player.
---@return integer
function Feature:strength_of(player) end

---Who has the majority; all of them in a tie, nobody where no follower counts.
---@return PlayerSelection
function Feature:winners() end

---What its value consists of: a list of `{ label, count, points }`.
---@param complete? boolean Whether to count it as complete; as it is where left out.
---@return { label: string, count: integer, points: integer }[]
function Feature:parts(complete) end

---A named place where pieces can be: one for the game (a prison) or one on a tile (a pond).
---@class Place
---@field name string Its name, without the id of its expansion.
---@field tile Tile? The tile on which it lies.
local Place = {}

---The pieces in it.
---@param filter? PieceFilter Which pieces: `follower`, `special`, `neutral`, `meeple`, or the name of a kind. All where left out.
---@return PieceSelection
function Place:pieces(filter) end

---Moves pieces of nobody that are beside the board here, and returns them. Raises `on_piece_moved` for each.
---
---Changes the game: only in `on_` handlers and in `perform` of an action.
---@param filter PieceFilter Which pieces: the name of a kind, or `neutral` for any of nobody's.
---@param most? integer How many at most; all where left out.
---@return PieceSelection
function Place:take_from_supply(filter, most) end

---The places on a tile, by the names that the expansion's manifest gives them: `tile.place.pond`.
---@class Places
---@field [string] Place A place, by the name that the manifest gives it.
local Places = {}

---A cell of the board, with or without a tile.
---@class Cell
---@field x integer Cells to the east of the start tile.
---@field y integer Cells to the south of the start tile.
---@field tile Tile? The tile on it.
local Cell = {}

---The tile across a side.
---@param side Side `N`, `E`, `S` or `W`.
---@return Tile?
function Cell:neighbour(side) end

---The tiles on the eight cells around it, row by row.
---@return TileSelection
function Cell:around() end

---A cell and a turn: where something could be placed.
---@class Placement
---@field x integer Cells to the east of the start tile.
---@field y integer Cells to the south of the start tile.
---@field turn integer Clockwise quarter turns, 0 to 3.
local Placement = {}

---A piece that claims features and stands on a tile.
---@class Follower: Piece
---@field owner Player Whose it is.
---@field tile Tile The tile on which it stands.

---A list of things of the game: `for each in selection do` walks it.
---@class Selection<T>: { [integer]: T }
---@operator len: integer
local Selection = {}

---All as a plain list, which may be changed.
---@return T[]
function Selection:list() end

---How many there are; so does `#selection`.
---@return integer
function Selection:count() end

---Whether there is nothing in it.
---@return boolean
function Selection:is_empty() end

---The first; so is `selection[1]`.
---@return T?
function Selection:first() end

---Whether it holds this.
---@param wanted T What is looked for.
---@return boolean
function Selection:contains(wanted) end

---Those for which `keep` says true.
---@param keep fun(each: T): any Says true for those that stay.
---@return self
function Selection:filter(keep) end

---Those whose field has a value: `game:pieces():where("owner", player)`, `road:tiles():where("inn", true)`.
---@param field string The name of a field.
---@param value any What it must be.
---@return self
function Selection:where(field, value) end

---What `change` makes of each. Those of which it makes nil are left out.
---@generic R
---@param change fun(each: T): R Makes something of one.
---@return Selection<R>
function Selection:map(change) end

---The first of those whose field has the same value: `player:supply():first_of_each("kind")`. Those without a value are left out.
---@param field string The name of a field.
---@return self
function Selection:first_of_each(field) end

---A list of selections, one for each value that the field has: `game:pieces("meeple"):group_by("tile")`. Those without a value are left out.
---@param field string The name of a field.
---@return self[]
function Selection:group_by(field) end

---The sum of what `value` says of each.
---@param value fun(each: T): integer Says a number for one.
---@return integer
function Selection:total(value) end

---@class PlayerSelection: Selection<Player>
---@overload fun(): Player
local PlayerSelection = {}

---The pieces of all of them, each once.
---@param filter? PieceFilter Which pieces; all where left out.
---@return PieceSelection
function PlayerSelection:pieces(filter) end

---@class PieceSelection: Selection<Piece>
---@overload fun(): Piece
local PieceSelection = {}

---@class TileSelection: Selection<Tile>
---@overload fun(): Tile
local TileSelection = {}

---The followers on all of them, each once.
---@return FollowerSelection
function TileSelection:followers() end

---The pieces of all of them, each once.
---@param filter? PieceFilter Which pieces; all where left out.
---@return PieceSelection
function TileSelection:pieces(filter) end

---The features on all of them, each once.
---@param kind? FeatureKind A kind of feature, or an attribute of features; all where left out.
---@return FeatureSelection
function TileSelection:features(kind) end

---@class TileDefSelection: Selection<TileDef>
---@overload fun(): TileDef
local TileDefSelection = {}

---@class FeatureSelection: Selection<Feature>
---@overload fun(): Feature
local FeatureSelection = {}

---The followers on all of them, each once.
---@return FollowerSelection
function FeatureSelection:followers() end

---The pieces of all of them, each once.
---@param filter? PieceFilter Which pieces; all where left out.
---@return PieceSelection
function FeatureSelection:pieces(filter) end

---@class CellSelection: Selection<Cell>
---@overload fun(): Cell
local CellSelection = {}

---@class PlacementSelection: Selection<Placement>
---@overload fun(): Placement
local PlacementSelection = {}

---@class FollowerSelection: Selection<Follower>
---@overload fun(): Follower
local FollowerSelection = {}

---The start tiles lie on the board and nobody has drawn yet.
---@class GameStartedEvent

---A turn begins.
---@class TurnStartedEvent
---@field player Player Whose turn it is.

---A phase that an expansion added to the turn begins.
---@class PhaseEnteredEvent
---@field phase string The full name of the phase, `<expansion>/<name>`.
---@field player Player Whose turn it is.

---A tile was drawn; it has at least one legal place.
---@class TileDrawnEvent
---@field player Player Who drew it.
---@field tile TileDef The tile.

---A drawn tile has no legal place and leaves the game; the same player draws again (BG8).
---@class TileDiscardedEvent
---@field player Player Who drew it.
---@field tile TileDef The tile.
---@field had_place boolean Whether it had a place when it was drawn, so that `on_tile_drawn` was raised, and lost it since.

---A tile was placed and its features are joined to those around.
---@class TilePlacedEvent
---@field player Player Who placed it.
---@field tile Tile The tile.

---A block of several tiles was placed as one.
---@class BlockPlacedEvent
---@field player Player Whose turn it is.
---@field block string The id of the block.
---@field tiles TileSelection Its tiles.

---A player deployed a piece from the supply onto a feature.
---@class PieceDeployedEvent
---@field player Player Whose piece it is.
---@field piece Piece The piece.
---@field feature Feature The feature.

---A rule moved a piece.
---@class PieceMovedEvent
---@field piece Piece The piece.
---@field from Feature|Tile|Place|nil Where it was; nil for its owner's supply.
---@field to Feature|Tile|Place|nil Where it is; nil when it left the game.

---A piece came back to its owner's supply.
---@class PieceReturnedEvent
---@field piece Piece The piece.
---@field from Feature|Tile|Place|nil Where it was.

---A rule made one feature of two, as a ferry does; tiles that are placed do not tell.
---@class FeaturesJoinedEvent
---@field feature Feature The feature.

---A feature was completed. All pieces still stand, and nothing that this placement completes is scored yet.
---@class FeatureCompletedEvent
---@field player Player Whose turn it is.
---@field feature Feature The feature.

---A feature was scored; its pieces still stand.
---@class FeatureScoredEvent
---@field feature Feature The feature.
---@field complete boolean Whether it is complete; at the end of the game incomplete ones are scored too.
---@field winners Player[] Who has the majority; all of them in a tie.
---@field points integer The points of each winner before adjustments.

---A player got points, or lost them.
---@class PointsAwardedEvent
---@field player Player Who.
---@field points integer How many; negative for a loss.
---@field source string The kind of feature, or the name that a rule gave.
---@field feature Feature|nil The feature that was scored.
---@field at Tile|nil The tile to show them at.

---Everything that a placement completed is scored, and the pieces are back.
---@class PlacementScoredEvent
---@field player Player Whose turn it is.
---@field feature_points integer The points that features gave to all players together.

---A turn ends.
---@class TurnEndedEvent
---@field player Player Whose turn it was.

---The last turn is over; incomplete features and fields are scored.
---@class FinalScoringEvent

---The game is over.
---@class GameEndedEvent
---@field winners Player[] Who has most points; all of them in a tie (BG42).

---An expansion raised an event of its own. Listen to it by its name: `on_<name>`.
---@class CustomEvent
---@field name string The name of the event.
---@field subject any What it happened to; several things are a selection.
---@field data table What its expansion says about it.

---Asked for each cell and turn where the tile in hand fits. Return false to forbid it.
---@class AllowPlacementQuery
---@field player Player Whose turn it is.
---@field tile TileDef The tile in hand.
---@field cell Cell Where it would lie.
---@field turn integer Clockwise quarter turns, 0 to 3.

---Asked for each kind of piece and each feature on which it could be deployed. Return false to forbid it.
---@class AllowDeploymentQuery
---@field player Player Whose turn it is.
---@field piece_kind string The kind of piece.
---@field feature Feature The feature.

---Asked for each feature that a placement completes. Return false to leave it unscored now.
---@class AllowCompletionQuery
---@field feature Feature The feature.

---Asked for each kind of tile in the stack before a draw. Return false to keep it in the stack this time.
---@class AllowDrawQuery
---@field player Player Who draws.
---@field tile TileDef The tile.

---Asked for each player who has the majority of a feature that is scored. Return labelled points to add, as a table.
---@class AdjustPointsQuery
---@field player Player Who gets the points.
---@field feature Feature The feature.
---@field points integer The points before all adjustments.
---@field complete boolean Whether the feature is complete.
---@field so_far integer The points with all adjustments so far, in the order in which handlers are called.

---Asked for each follower of a feature whose majority is counted. Return a number to add to its strength.
---@class AdjustStrengthQuery
---@field piece Follower The follower.
---@field feature Feature The feature.
---@field strength integer Its strength before all adjustments.
---@field so_far integer Its strength with all adjustments so far.

---Something new that players can choose to do.
---@class Action
---@field phase? Phase The phase in which the player whose turn it is may use it: one of the turn's, or of the manifest's own.
---@field instead_of? Phase Like `phase`, but using it replaces what the phase offers otherwise: a player who takes a follower back `instead_of = "deploy"` deploys none.
---@field off_turn? boolean Whether any player may use it at any decision, in other players' turns too.
---@field when? fun(game: Game, player: Player): boolean? Whether the player may use it now. Always where left out. It only looks.
---@field options? fun(game: Game, player: Player): any What it can be used on: a list or selection of texts, numbers, players, pieces, tiles, features, cells or placements. An empty list or nil: on nothing now. Where left out, it needs nothing to be used on. It only looks.
---@field perform fun(game: Game, player: Player, option: any) Does it. `option` is what the player chose among `options`. It may change the game and ask.

---What `main.lua` returns. Its keys are the whole contract.
---@class Expansion
---@field actions? table<string, Action> New things that players can choose to do. The name of an action is its key.
---@field events? table<string, string> Events of this expansion's own, with what they mean. Raise one with `game:raise`; anybody listens with `on_<name>`.
---@field priority? table<string, integer> The order of handlers, by hook: lower numbers are called first, 0 where none is given. In a tie the load order decides: dependencies first, then by id.
---@field on_game_start? fun(game: Game, event: GameStartedEvent) The start tiles lie on the board and nobody has drawn yet.
---@field on_turn_start? fun(game: Game, event: TurnStartedEvent) A turn begins.
---@field on_phase? fun(game: Game, event: PhaseEnteredEvent) A phase that an expansion added to the turn begins.
---@field on_tile_drawn? fun(game: Game, event: TileDrawnEvent) A tile was drawn; it has at least one legal place.
---@field on_tile_discarded? fun(game: Game, event: TileDiscardedEvent) A drawn tile has no legal place and leaves the game; the same player draws again (BG8).
---@field on_tile_placed? fun(game: Game, event: TilePlacedEvent) A tile was placed and its features are joined to those around.
---@field on_block_placed? fun(game: Game, event: BlockPlacedEvent) A block of several tiles was placed as one.
---@field on_piece_deployed? fun(game: Game, event: PieceDeployedEvent) A player deployed a piece from the supply onto a feature.
---@field on_piece_moved? fun(game: Game, event: PieceMovedEvent) A rule moved a piece.
---@field on_piece_returned? fun(game: Game, event: PieceReturnedEvent) A piece came back to its owner's supply.
---@field on_features_joined? fun(game: Game, event: FeaturesJoinedEvent) A rule made one feature of two, as a ferry does; tiles that are placed do not tell.
---@field on_feature_completed? fun(game: Game, event: FeatureCompletedEvent) A feature was completed. All pieces still stand, and nothing that this placement completes is scored yet.
---@field on_feature_scored? fun(game: Game, event: FeatureScoredEvent) A feature was scored; its pieces still stand.
---@field on_points_awarded? fun(game: Game, event: PointsAwardedEvent) A player got points, or lost them.
---@field on_placement_scored? fun(game: Game, event: PlacementScoredEvent) Everything that a placement completed is scored, and the pieces are back.
---@field on_turn_end? fun(game: Game, event: TurnEndedEvent) A turn ends.
---@field on_final_scoring? fun(game: Game, event: FinalScoringEvent) The last turn is over; incomplete features and fields are scored.
---@field on_game_end? fun(game: Game, event: GameEndedEvent) The game is over.
---@field allow_placement? fun(game: Game, query: AllowPlacementQuery): boolean?, string? Asked for each cell and turn where the tile in hand fits. Return false to forbid it.
---@field allow_deployment? fun(game: Game, query: AllowDeploymentQuery): boolean?, string? Asked for each kind of piece and each feature on which it could be deployed. Return false to forbid it.
---@field allow_completion? fun(game: Game, query: AllowCompletionQuery): boolean?, string? Asked for each feature that a placement completes. Return false to leave it unscored now.
---@field allow_draw? fun(game: Game, query: AllowDrawQuery): boolean?, string? Asked for each kind of tile in the stack before a draw. Return false to keep it in the stack this time.
---@field adjust_points? fun(game: Game, query: AdjustPointsQuery, so_far: integer): table<string, integer>|integer|nil Asked for each player who has the majority of a feature that is scored. Return labelled points to add, as a table.
---@field adjust_strength? fun(game: Game, query: AdjustStrengthQuery, so_far: integer): table<string, integer>|integer|nil Asked for each follower of a feature whose majority is counted. Return a number to add to its strength.
---@field [string] fun(game: Game, event: CustomEvent) An event that an expansion declares.

---What a player does in a test.
---@class Move
---@field place? { [1]: integer, [2]: integer, turn?: integer } Places the tile in hand: `{ x, y }` or `{ x, y, turn = 1 }`.
---@field deploy? table<string, any> Deploys on the tile just placed, on a kind of feature at a side as the tile lies: `{ road = "N" }`, `{ field = "NL" }`, or `{ monastery = true }` for the only one. `piece = "bargee"` for another piece than a follower.
---@field second? table<string, any>|false Deploys once more, in the next phase that deploys: written like `deploy`. Where it is left out, that phase is passed; `false` leaves it open.
---@field recall? boolean Takes back the piece that can be taken back for points.
---@field act? string Uses an action, by its name.
---@field on? any What the action is used on, or the name of that.
---@field answers? any[] Answers the questions that come up, in their order: by value or by name.
---@field answer? any Answers one question.
---@field pass? boolean Passes. So does `place` where a deployment is offered and none is said; `false` leaves it open.

---The table at which a test plays.
---@class TestTable
local TestTable = {}

---Seats players, in the order of play. Two sit there where a test does not say.
---@param ... string Their names.
function TestTable:players(...) end

---Takes more expansions into the game, besides the one whose test it is.
---@param ... string Their ids.
function TestTable:expansions(...) end

---Adds tile sets without the rules of their expansions.
---@param ... string Their ids.
function TestTable:tile_sets(...) end

---Sets an option.
---@param name string The full name, such as `base.edition`.
---@param value any The value.
function TestTable:option(name, value) end

---Sets the seed of the game's generator; 1 where a test does not say.
---@param seed integer The seed.
function TestTable:seed(seed) end

---Settles the next draws, behind those that are settled already.
---@param ... string Tiles, `<set>/<name>`.
function TestTable:draw(...) end

---Settles what `game:random` gives next, from 1, behind what is settled already. A number above the number of outcomes is passed over.
---@param ... integer Outcomes.
function TestTable:chance(...) end

---Makes these tiles the whole stack: they are drawn in this order, and when they are used up, the game ends.
---@param ... string Tiles, `<set>/<name>`.
function TestTable:stack(...) end

---Makes a move: places the tile in hand, then deploys or does what else is said. Passes where a deployment is offered and none is said. Fails when it is not that player's turn, and when a part of the move is not an option.
---@param player string Whose turn it must be.
---@param move Move What is done.
function TestTable:play(player, move) end

---Tries one option and expects that it is refused with a message that contains a text.
---@param move Move What is done.
---@param message? string A part of the message.
function TestTable:refuse(move, message) end

---Uses an action outside of the open decision.
---@param player string Who.
---@param action string The action.
---@param on? any On what, where there is a choice.
function TestTable:off_turn(player, action, on) end

---Takes back the last decision.
function TestTable:undo() end

---Plays to the end by the first option of each placement, without deploying.
function TestTable:play_out() end

---Expects points of players.
---@param points table<string, integer> By name.
function TestTable:expect_points(points) end

---Expects that points were awarded, counted since the beginning of the test.
---@param award table `{ alice = 6, source = "watchtower", times = 2 }`: who got how many points, from which source (a kind of feature, or the name that a rule gives), how often; once where `times` is left out.
function TestTable:expect_award(award) end

---Expects that exactly these points were awarded, in this order, counted since the beginning of the test.
---@param awards table[] One table for each award, as `expect_award` takes it: `{ { alice = 2, source = "watchtower" }, { alice = 3, source = "road" } }`.
function TestTable:expect_awards(awards) end

---Expects that nobody was awarded points of a source.
---@param source string A kind of feature, or the name that a rule gives.
---@param player? string Only this player.
function TestTable:expect_no_award(source, player) end

---Expects numbers of pieces in supplies.
---@param counts table<string, integer> By player.
---@param kind? string A kind of piece; `follower` where left out.
function TestTable:expect_supply(counts, kind) end

---Expects who has to decide what.
---@param player string Who.
---@param prompt string `place`, `deploy`, the name of a phase, or the prompt of a question.
function TestTable:expect_decision(player, prompt) end

---Expects that something is an option of the open decision.
---@param move Move What is done.
function TestTable:expect_option(move) end

---Expects that something is no option of the open decision.
---@param move Move What is done.
function TestTable:expect_no_option(move) end

---The options of the open decision, as texts: `deploy a follower on the road at (1, 0)`.
---@return string[]
function TestTable:options() end

---Expects that the game is over.
function TestTable:expect_over() end

---Expects that two values are equal.
---@param found any What there is.
---@param expected any What there should be.
---@param what? string What it is, for the message.
function TestTable:expect_equal(found, expected, what) end

---Expects that something holds.
---@param truth any What should hold.
---@param what? string What it is, for the message.
function TestTable:expect_true(truth, what) end

---Expects that the game is as in the snapshot that is kept in `tests/snapshots`: the board, the points and why, the pieces, what is decided next. `bastide test PATH --accept` keeps new and changed ones.
---@param name string Its name, one of its own in the file: letters, digits, `-` and `_`.
function TestTable:expect_snapshot(name) end

---Calls a function with the game, which may only be looked at, and returns what it returns.
---@param look fun(game: Game): any The function.
---@return any
function TestTable:look(look) end

---Declares a test, in a file of `tests/`.
---@param name string The statements that it proves, and what they say.
---@param body fun(t: TestTable) The test.
function test(name, body) end
