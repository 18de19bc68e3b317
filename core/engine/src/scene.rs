//! The scene on which rules and expansions act: the state, the rules, what happened so far, and
//! every change that anything can make. All changes go through here, so that each raises its event
//! and each can be rolled back.

use std::sync::Arc;

use crate::board::TileId;
use crate::decision::{Choice, Item};
use crate::event::{Award, Event, EventKind};
use crate::feature::{Features, Join, SegmentId};
use crate::geometry::{Pos, Rotation, Side};
use crate::host::Subscriptions;
use crate::luck::{Chance, Forced, settled_number};
use crate::piece::{Holder, Location, PieceId};
use crate::ruleset::{Player, Ruleset};
use crate::state::{Dispatch, State};
use crate::tile::TileDefId;
use crate::value::Value;

/// What a handler is called on, and what it changes.
#[derive(Clone, Debug)]
pub struct Scene {
    pub(crate) rules: Arc<Ruleset>,
    pub(crate) state: State,
    pub(crate) subscriptions: Arc<Subscriptions>,
    /// Events that are heard, as one bit each.
    pub(crate) heard: u32,
    /// What happened since the last decision, if anybody wants to know.
    pub(crate) journal: Option<Vec<Event>>,
    /// Chance outcomes since the last decision.
    pub(crate) chances: Vec<Chance>,
    /// Chance outcomes that are settled beforehand.
    pub(crate) forced: Forced,
    guard: Option<Box<Checkpoint>>,
    guarded: bool,
}

/// Where a rolled back handler goes back to.
#[derive(Clone, Debug)]
pub(crate) struct Checkpoint {
    pub state: State,
    pub journal: usize,
    pub chances: usize,
    pub forced: Forced,
}

/// A change that the rules of the engine do not allow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EffectError {
    /// Two features of different kinds cannot be one.
    #[error("a {a} and a {b} cannot be joined")]
    DifferentKinds {
        /// The kind of one.
        a: String,
        /// The kind of the other.
        b: String,
    },
    /// A join that was never made.
    #[error("these two features were not joined by a rule")]
    NotJoined,
    /// A block that does not fit.
    #[error("the block `{block}` does not fit at {pos}")]
    BlockDoesNotFit {
        /// The block's id.
        block: String,
        /// Its first cell.
        pos: Pos,
    },
    /// Fewer tokens than zero.
    #[error("there are {there} `{name}`, {wanted} cannot be taken away")]
    TooFewTokens {
        /// The name of the tokens.
        name: String,
        /// How many there are.
        there: i64,
        /// How many should go.
        wanted: i64,
    },
}

impl Scene {
    pub(crate) fn new(rules: Arc<Ruleset>, state: State, subscriptions: Arc<Subscriptions>) -> Scene {
        let heard = subscriptions
            .tell
            .iter()
            .enumerate()
            .filter(|(_, handlers)| !handlers.is_empty())
            .fold(0, |bits, (kind, _)| bits | 1 << kind);
        Scene {
            rules,
            state,
            subscriptions,
            heard,
            journal: None,
            chances: Vec::new(),
            forced: Forced::new(),
            guard: None,
            guarded: false,
        }
    }

    /// A scene with an empty state, to stand in for one that is elsewhere.
    pub fn placeholder(rules: Arc<Ruleset>) -> Scene {
        Scene::new(rules, State::default(), Arc::default())
    }

    /// The rules.
    #[inline]
    pub fn rules(&self) -> &Arc<Ruleset> {
        &self.rules
    }

    /// The state.
    #[inline]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Everything from here on can be rolled back. The copy is made at the first change.
    pub(crate) fn guard(&mut self) {
        self.guarded = true;
        self.guard = None;
    }

    /// Keeps what was done, and returns the state from before, if anything was.
    pub(crate) fn keep(&mut self) -> Option<Box<Checkpoint>> {
        self.guarded = false;
        self.guard.take()
    }

    /// Takes back what was done since [`Scene::guard`].
    pub(crate) fn roll_back(&mut self) {
        if let Some(checkpoint) = self.keep() {
            self.restore(*checkpoint);
        }
    }

    pub(crate) fn restore(&mut self, checkpoint: Checkpoint) {
        self.state = checkpoint.state;
        self.chances.truncate(checkpoint.chances);
        self.forced = checkpoint.forced;
        if let Some(journal) = &mut self.journal {
            journal.truncate(checkpoint.journal);
        }
    }

    pub(crate) fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            state: self.state.clone(),
            journal: self.journal.as_ref().map_or(0, Vec::len),
            chances: self.chances.len(),
            forced: self.forced.clone(),
        }
    }

    /// The state, to be changed. The only way to it.
    #[inline]
    pub(crate) fn write(&mut self) -> &mut State {
        if self.guarded && self.guard.is_none() {
            self.guard = Some(Box::new(self.checkpoint()));
        }
        &mut self.state
    }

    /// Whether anybody wants to know about events of a kind.
    #[inline]
    pub(crate) fn wants(&self, kind: EventKind) -> bool {
        self.heard >> kind as u32 & 1 == 1 || self.journal.is_some()
    }

    /// Queues an event for its listeners. It is dispatched when the current handler is done.
    #[inline]
    pub(crate) fn raise(&mut self, event: Event) {
        let kind = event.kind();
        if self.heard >> kind as u32 & 1 == 1 {
            let event = event.clone();
            self.write().queue.push_back(Dispatch { event, next: 0 });
        }
        if self.journal.is_some() {
            self.write();
            if let Some(journal) = &mut self.journal {
                journal.push(event);
            }
        }
    }

    /// Raises an event of an expansion's own, heard by `on_<name>`.
    pub fn raise_custom(&mut self, name: Arc<str>, subject: Item, data: Value) {
        self.raise(Event::Custom { name, subject, data: Arc::new(data) });
    }

    /// Gives points to a player, or takes them.
    pub fn award(&mut self, award: Award) {
        let state = self.write();
        state.points[award.player.index()] += award.points;
        if award.feature.is_some() {
            state.placement_points += award.points;
        }
        if self.wants(EventKind::PointsAwarded) {
            self.raise(Event::PointsAwarded(award));
        }
    }

    /// Puts a piece somewhere and keeps the occupants of features right. Raises nothing.
    #[inline]
    pub(crate) fn put(&mut self, id: PieceId, to: Location) -> Location {
        let rules = Arc::clone(&self.rules);
        let state = self.write();
        put_piece(&rules, state, id, to)
    }

    /// Moves a piece by a rule. A piece of a player that comes to the supply has returned.
    pub fn move_piece(&mut self, id: PieceId, to: Location) {
        let from = self.put(id, to);
        let home = to == Location::Supply && self.state.piece(id).owner.is_some();
        if from == to {
            return;
        }
        if home && self.wants(EventKind::PieceReturned) {
            let from = self.location_item(from);
            self.raise(Event::PieceReturned { piece: id, from });
        } else if !home && self.wants(EventKind::PieceMoved) {
            let (from, to) = (self.location_item(from), self.location_item(to));
            self.raise(Event::PieceMoved { piece: id, from, to });
        }
    }

    /// A location as an item of an event.
    pub fn location_item(&self, at: Location) -> Item {
        match at {
            Location::Supply | Location::Box => Item::Nil,
            Location::Segment(at) => Item::Feature(at),
            Location::Tile(at) => Item::Tile(at),
            Location::Place(kind, at) => Item::Place(kind, at),
        }
    }

    /// Changes how many tokens of a name somebody holds.
    ///
    /// # Errors
    ///
    /// When fewer than zero would be left.
    pub fn add_tokens(&mut self, holder: Holder, name: &str, by: i64) -> Result<(), EffectError> {
        let there = self.state.tokens(holder, name);
        if there + by < 0 {
            return Err(EffectError::TooFewTokens { name: name.to_owned(), there, wanted: -by });
        }
        let tokens = &mut self.write().extra_mut().tokens;
        if there + by == 0 {
            tokens.remove(&(holder, Arc::from(name)));
        } else {
            tokens.insert((holder, Arc::from(name)), there + by);
        }
        Ok(())
    }

    /// Replaces an expansion's stored table.
    pub fn set_storage(&mut self, expansion: Arc<str>, value: Value) {
        if *self.state.storage(&expansion) != value {
            self.write().extra_mut().storage.insert(expansion, value);
        }
    }

    /// A number from 0 to `bound - 1` by the game's own generator, or the one that was settled
    /// beforehand.
    pub fn chance(&mut self, bound: u32) -> u32 {
        self.write();
        let number = match settled_number(&mut self.forced, bound) {
            Some(number) => {
                self.state.luck.skip();
                number
            }
            None => self.state.luck.below(bound),
        };
        self.chances.push(Chance::Number(number));
        number
    }

    /// Joins two features by a rule, such as a ferry's; features that this completes are scored in
    /// the next scoring phase.
    ///
    /// # Errors
    ///
    /// When they are of different kinds.
    pub fn join(&mut self, a: SegmentId, b: SegmentId, closes: i32) -> Result<(), EffectError> {
        let kinds = &self.rules.vocabulary().feature_kinds;
        let (kind_a, kind_b) = (self.state.features.kind(a), self.state.features.kind(b));
        if kind_a != kind_b {
            let name = |kind: crate::tile::FeatureKindId| kinds[kind.index()].name.clone();
            return Err(EffectError::DifferentKinds { a: name(kind_a), b: name(kind_b) });
        }
        let state = self.write();
        let mut closed = std::mem::take(&mut state.closed);
        state.features.join(Join { a, b, closes }, &mut closed);
        state.closed = closed;
        Ok(())
    }

    /// Takes back a join that a rule made.
    ///
    /// # Errors
    ///
    /// When there is none between these two.
    pub fn unjoin(&mut self, a: SegmentId, b: SegmentId) -> Result<(), EffectError> {
        let rules = Arc::clone(&self.rules);
        let state = self.write();
        if !state.features.forget_join(a, b) {
            return Err(EffectError::NotJoined);
        }
        let rebuilt = Features::rebuilt(&rules, &state.board, state.features.joins());
        state.features = rebuilt.with_pieces(&rules, &state.pieces);
        Ok(())
    }

    /// Grants the active player another part of this turn: draw, place, deploy and score again.
    pub fn grant_turn_part(&mut self) {
        self.write().extra_mut().extra_parts += 1;
    }

    /// Where a block can be placed: by row, column and turn. All its cells must be empty, at least
    /// one must touch a tile, and every touching edge must match.
    pub fn block_places(&self, block: u16) -> Vec<(Pos, Rotation)> {
        let cells = &self.rules.blocks[block as usize];
        let mut found = Vec::new();
        for open in self.state.board.frontier() {
            for rotation in Rotation::ALL {
                for (offset, _) in cells {
                    let turned = offset.rotated(rotation);
                    let pos = open.offset(-turned.x, -turned.y);
                    found.push((pos, rotation));
                }
            }
        }
        found.sort_unstable_by_key(|(pos, rotation)| (pos.y, pos.x, *rotation));
        found.dedup();
        found.retain(|(pos, rotation)| self.block_fits(block, *pos, *rotation));
        found
    }

    fn block_fits(&self, block: u16, pos: Pos, rotation: Rotation) -> bool {
        let board = &self.state.board;
        let cell = |offset: Pos| {
            let turned = offset.rotated(rotation);
            pos.offset(turned.x, turned.y)
        };
        let cells = &self.rules.blocks[block as usize];
        cells.iter().any(|(offset, _)| board.is_open(cell(*offset)))
            && cells.iter().all(|(offset, tile)| {
                let at = cell(*offset);
                board.at(at).is_none() && board.suits(self.rules.tile(*tile), at, rotation)
            })
    }

    /// Places a block.
    ///
    /// # Errors
    ///
    /// When it does not fit there.
    pub fn place_block(
        &mut self,
        block: u16,
        pos: Pos,
        rotation: Rotation,
    ) -> Result<Vec<TileId>, EffectError> {
        if !self.block_fits(block, pos, rotation) {
            let block = self.rules.setup.blocks[block as usize].id.clone();
            return Err(EffectError::BlockDoesNotFit { block, pos });
        }
        let rules = Arc::clone(&self.rules);
        let mut tiles = Vec::new();
        for (offset, tile) in &rules.blocks[block as usize] {
            let turned = offset.rotated(rotation);
            let id = self.lay(*tile, pos.offset(turned.x, turned.y), rotation);
            self.write().extra_mut().blocks.insert(id.0, block);
            tiles.push(id);
        }
        let items = tiles.iter().map(|id| Item::Tile(*id)).collect();
        let player = self.state.active;
        self.raise(Event::BlockPlaced { player, block, tiles: items });
        Ok(tiles)
    }

    /// Puts a tile on the board and joins its features. Raises nothing.
    #[inline]
    pub(crate) fn lay(&mut self, tile: TileDefId, pos: Pos, rotation: Rotation) -> TileId {
        self.write();
        let rules = &*self.rules;
        let state = &mut self.state;
        let first = state.features.segment_count();
        let (id, neighbours) = state.board.place(rules.tile(tile), tile, pos, rotation, first);
        state.features.extend(rules, &state.board, id, neighbours, &mut state.closed);
        id
    }

    /// Takes tiles of a kind out of the stack, out of the game.
    pub fn remove_from_stack(&mut self, tile: TileDefId, count: u16) -> u16 {
        let state = self.write();
        (0..count).filter(|_| state.stack.take(tile)).count() as u16
    }

    /// The segments of a tile, in the order of its definition.
    pub fn segments(&self, tile: TileId) -> impl Iterator<Item = SegmentId> + use<> {
        let placed = self.state.board.tile(tile);
        let count = self.rules.tile(placed.def).def.segments.len() as u32;
        (placed.first_segment..placed.first_segment + count).map(SegmentId)
    }

    /// The segment of a tile that meets a side, as it lies; the middle port where there are several.
    pub fn segment_at(&self, tile: TileId, port: crate::geometry::Port) -> Option<SegmentId> {
        let placed = self.state.board.tile(tile);
        let unturned = port.rotated(placed.rotation.inverse());
        let local = self.rules.tile(placed.def).ports[unturned.index() as usize];
        (local != crate::tile::NO_SEGMENT).then(|| SegmentId(placed.first_segment + u32::from(local)))
    }

    /// The features that a feature touches: the cities of a field, the fields of a city. Each once,
    /// by one of its segments, in a defined order.
    pub fn neighbours(&self, feature: SegmentId) -> Vec<SegmentId> {
        let features = &self.state.features;
        let mut found: Vec<SegmentId> = Vec::new();
        for segment in features.segments(feature) {
            let placed = self.state.board.tile(features.tile(segment));
            let touched = &self.rules.tile(placed.def).touching[features.local(segment) as usize];
            let root = |at: &u8| features.root(SegmentId(placed.first_segment + u32::from(*at)));
            found.extend(touched.iter().map(root));
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The followers' strength of each player on a feature, before `adjust_strength` (BG27).
    pub fn base_strength(&self, piece: PieceId, feature: SegmentId) -> i32 {
        use crate::tile::Strength;
        let kind = &self.rules.vocabulary().piece_kinds[self.state.piece(piece).kind.index()];
        match kind.strength {
            Strength::Fixed(strength) => strength,
            Strength::Attribute(id) => {
                self.state.features.attribute(&self.rules, &self.state.board, feature, id)
            }
        }
    }

    /// Whether a player may not place a tile somewhere, and why: what `apply` says of an illegal
    /// placement.
    pub(crate) fn placement_fault(&self, tile: TileDefId, pos: Pos, rotation: Rotation) -> String {
        let board = &self.state.board;
        let name = &self.rules.tile(tile).def.id;
        if board.at(pos).is_some() {
            return format!("there is a tile at {pos} already");
        }
        if !board.is_open(pos) {
            return format!(
                "`{name}` at {pos} touches no tile; a tile must share a side with one on the board"
            );
        }
        let kinds = &self.rules.vocabulary().edge_kinds;
        let edge = |def: TileDefId, turn: Rotation, side: Side| {
            let edges = &self.rules.tile(def).def.edges;
            edges[side.rotated(turn.inverse()) as usize]
        };
        for side in Side::ALL {
            if let Some(other) = board.neighbour(pos, side) {
                let other = board.tile(other);
                let mine = edge(tile, rotation, side);
                let theirs = edge(other.def, other.rotation, side.opposite());
                if mine != theirs {
                    return format!(
                        "`{name}` turned {rotation} at {pos} has {} edge on side {side}, its neighbour {} edge",
                        with_article(&kinds[mine.index()].name),
                        with_article(&kinds[theirs.index()].name),
                    );
                }
            }
        }
        format!("`{name}` turned {rotation} looks the same as a smaller turn, which is the one to name")
    }

    /// Names of choices, for messages and logs.
    pub fn describe(&self, choice: &Choice) -> String {
        let vocabulary = self.rules.vocabulary();
        match choice {
            Choice::Place { pos, rotation } => format!("place at {pos} turned {rotation}"),
            Choice::Deploy { kind, segment } => {
                let features = &self.state.features;
                let feature = &vocabulary.feature_kinds[features.kind(*segment).index()].name;
                let pos = self.state.board.tile(features.tile(*segment)).pos;
                let piece = with_article(&vocabulary.piece_kinds[kind.index()].name);
                format!("deploy {piece} on the {feature} at {pos}")
            }
            Choice::Recall { piece } => {
                let kind = self.state.piece(*piece).kind;
                format!("take back the {}", vocabulary.piece_kinds[kind.index()].name)
            }
            Choice::Pass => "pass".to_owned(),
            Choice::Act { action, item } => {
                let name = self.subscriptions.actions.get(action.index()).map_or("?", |action| &action.name);
                let item = self.state.items.get(*item as usize).map(|item| self.item_name(item));
                format!("{name} {}", item.unwrap_or_default()).trim_end().to_owned()
            }
            Choice::Answer { item } => match &self.state.prompt {
                Some(crate::decision::Prompt::Question(question)) => {
                    question.options.get(*item as usize).map(|item| self.item_name(item)).unwrap_or_default()
                }
                _ => String::new(),
            },
        }
    }

    /// A short name of an item: unique among the options of one question, readable by a person.
    pub fn item_name(&self, item: &Item) -> String {
        let vocabulary = self.rules.vocabulary();
        let tile_at = |tile: TileId| self.state.board.tile(tile).pos;
        match item {
            Item::Nil => "nothing".to_owned(),
            Item::Bool(truth) => if *truth { "yes" } else { "no" }.to_owned(),
            Item::Int(number) => number.to_string(),
            Item::Text(text) => text.to_string(),
            Item::Player(player) => self.rules.name(*player).to_owned(),
            Item::Piece(id) => {
                let piece = self.state.piece(*id);
                let owner =
                    piece.owner.map_or_else(String::new, |player| format!("{}'s ", self.rules.name(player)));
                let kind = &vocabulary.piece_kinds[piece.kind.index()].name;
                let place = match self.state.tile_of(*id) {
                    Some(tile) => format!(" at {}", tile_at(tile)),
                    None => String::new(),
                };
                format!("{owner}{kind} #{}{place}", id.0)
            }
            Item::Tile(tile) => format!("tile at {}", tile_at(*tile)),
            Item::TileDef(tile) => self.rules.tile(*tile).def.id.clone(),
            Item::Feature(segment) => {
                let features = &self.state.features;
                let kind = &vocabulary.feature_kinds[features.kind(*segment).index()].name;
                format!("{kind} at {} segment {}", tile_at(features.tile(*segment)), features.local(*segment))
            }
            Item::FeatureKind(kind) => vocabulary.feature_kinds[kind.index()].name.clone(),
            Item::PieceKind(kind) => vocabulary.piece_kinds[kind.index()].name.clone(),
            Item::Place(kind, tile) => {
                let name = &vocabulary.place_kinds[kind.index()].name;
                tile.map_or_else(|| name.clone(), |tile| format!("{name} at {}", tile_at(tile)))
            }
            Item::Cell(pos) => format!("cell {pos}"),
            Item::Placement(pos, rotation) => format!("cell {pos} turned {rotation}"),
            Item::List(items) => items.iter().map(|item| self.item_name(item)).collect::<Vec<_>>().join(", "),
            Item::Value(value) => format!("{value:?}"),
        }
    }

    /// The player who sits `steps` places after another.
    pub fn player_after(&self, player: Player, steps: usize) -> Player {
        Player(((player.index() + steps) % self.rules.player_count()) as u8)
    }
}

/// Moves a piece and keeps the occupants of features right.
#[inline]
fn put_piece(rules: &Ruleset, state: &mut State, id: PieceId, to: Location) -> Location {
    let turn = state.turn;
    let piece = &mut state.pieces[id.index()];
    let from = std::mem::replace(&mut piece.at, to);
    piece.since = turn;
    let claims = rules.is_follower(piece.kind);
    if let Location::Segment(at) = from {
        state.features.occupy(at, -1, claims);
    }
    if let Location::Segment(at) = to {
        state.features.occupy(at, 1, claims);
    }
    from
}

/// A name with the indefinite article that it takes, for messages.
pub(crate) fn with_article(name: &str) -> String {
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {name}")
}
