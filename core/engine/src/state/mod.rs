//! The state of a game: everything that decides what happens next, and nothing else.

mod hash;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use crate::board::{Board, PlaceCounts, TileId};
use crate::decision::{ActionId, Choice, Item, Prompt};
use crate::event::Event;
use crate::feature::{Closed, Features, SegmentId};
use crate::luck::Luck;
use crate::piece::{Holder, Location, Piece, PieceId};
use crate::ruleset::{FirstPlayer, MAX_PLAYERS, Player, Ruleset};
use crate::tile::{PieceKindId, TileDefId};
use crate::value::Value;

/// The tiles that are still to be drawn: how many of each, in no order, so that nothing is hidden
/// and a draw is decided when it happens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stack {
    pub(crate) counts: Vec<u16>,
    pub(crate) total: u32,
    /// The stage of each tile; empty where all are of stage 0.
    pub(crate) stages: Vec<i8>,
}

impl Stack {
    /// How many tiles are left.
    #[inline]
    pub fn len(&self) -> u32 {
        self.total
    }

    /// Whether no tile is left.
    pub fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// How many of a tile are left.
    pub fn count(&self, tile: TileDefId) -> u16 {
        self.counts.get(tile.index()).copied().unwrap_or(0)
    }

    /// The tiles that are left, with their number, by id.
    pub fn iter(&self) -> impl Iterator<Item = (TileDefId, u16)> + '_ {
        let ids = (0..self.counts.len()).map(|at| TileDefId(at as u16));
        ids.zip(self.counts.iter().copied()).filter(|(_, count)| *count > 0)
    }

    /// When a tile is drawn: those of the lowest stage that is left come before all others.
    #[inline]
    pub fn stage(&self, tile: TileDefId) -> i8 {
        self.stages.get(tile.index()).copied().unwrap_or(0)
    }

    /// The tiles that can be drawn next, with their number, by id: those of the lowest stage.
    pub fn next_stage(&self) -> impl Iterator<Item = (TileDefId, u16)> + '_ {
        let stage = self.lowest_stage();
        self.iter().filter(move |(tile, _)| stage.is_none_or(|stage| self.stage(*tile) == stage))
    }

    /// The lowest stage that is left, `None` where there is only one.
    fn lowest_stage(&self) -> Option<i8> {
        if self.stages.is_empty() {
            return None;
        }
        self.iter().map(|(tile, _)| self.stage(tile)).min()
    }

    /// How many tiles can be drawn next.
    #[inline]
    pub(crate) fn drawable(&self) -> u32 {
        if self.stages.is_empty() {
            return self.total;
        }
        self.next_stage().map(|(_, count)| u32::from(count)).sum()
    }

    /// The tile at an index below [`Stack::drawable`], counted by id.
    #[inline]
    pub(crate) fn nth(&self, mut index: u32) -> Option<TileDefId> {
        let stage = self.lowest_stage();
        for (at, count) in self.counts.iter().enumerate() {
            let tile = TileDefId(at as u16);
            if stage.is_some_and(|stage| self.stage(tile) != stage) {
                continue;
            }
            if index < u32::from(*count) {
                return Some(tile);
            }
            index -= u32::from(*count);
        }
        None
    }

    pub(crate) fn set_stage(&mut self, tile: TileDefId, stage: i8) {
        self.stages.resize(self.counts.len(), 0);
        self.stages[tile.index()] = stage;
        if self.stages.iter().all(|stage| *stage == 0) {
            self.stages = Vec::new();
        }
    }

    /// Adds tiles. Returns how many were added; a stack holds at most 65,535 of a kind.
    pub(crate) fn add(&mut self, tile: TileDefId, count: u16) -> u16 {
        let there = &mut self.counts[tile.index()];
        let added = count.min(u16::MAX - *there);
        *there += added;
        self.total += u32::from(added);
        added
    }

    pub(crate) fn take(&mut self, tile: TileDefId) -> bool {
        let count = &mut self.counts[tile.index()];
        let there = *count > 0;
        if there {
            *count -= 1;
            self.total -= 1;
        }
        there
    }
}

/// Something that the engine still has to do, innermost last.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Task {
    /// Enter a phase of the turn.
    Phase(u8),
    /// Score a feature.
    Score { feature: SegmentId, complete: bool },
    /// Send the pieces of a scored feature home.
    Release(SegmentId),
    /// Say what the placement gave.
    Summary,
    /// Offer what a phase has to offer.
    Offer,
    /// Use an action. Boxed, since it is rare and all others are small.
    Perform(Box<Performance>),
    /// End the turn: go to the next, or to the end of the game.
    NextTurn,
    /// Score the end of the game.
    FinalFeatures,
    /// Score the fields.
    FinalFields,
    /// Let expansions score.
    FinalRules,
    /// End the game.
    End,
}

/// The use of an action.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Performance {
    pub action: ActionId,
    pub player: Player,
    pub item: Item,
}

/// An event on its way to its listeners.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Dispatch {
    pub event: Event,
    /// The next listener.
    pub next: u16,
}

/// What only games with expansions need.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Extra {
    /// Each expansion's own table, by its id.
    pub storage: BTreeMap<Arc<str>, Value>,
    /// Counted things, by holder and name.
    pub tokens: BTreeMap<(Holder, Arc<str>), i64>,
    /// Which block a tile belongs to.
    pub blocks: BTreeMap<u32, u16>,
    /// Expansions whose handlers are not called any more, by index.
    pub muted: Vec<u16>,
    /// Parts of a turn that were granted and not begun.
    pub extra_parts: u32,
    /// Tiles that are drawn before all others, in this order.
    pub on_top: VecDeque<TileDefId>,
}

/// A game between two decisions.
#[derive(Clone, Debug, Default)]
pub struct State {
    pub(crate) board: Board,
    pub(crate) features: Features,
    pub(crate) pieces: Vec<Piece>,
    /// In which places pieces are. Follows from the pieces.
    pub(crate) held: PlacesHeld,
    pub(crate) points: [i32; MAX_PLAYERS],
    pub(crate) stack: Stack,
    pub(crate) luck: Luck,
    pub(crate) turn: u32,
    pub(crate) active: Player,
    pub(crate) phase: u8,
    pub(crate) over: bool,
    pub(crate) hand: Option<TileDefId>,
    /// How many legal placements the tile in hand has, turn by turn.
    pub(crate) places: PlaceCounts,
    /// How many tiles lay on the board when that was counted.
    pub(crate) places_of: usize,
    pub(crate) placed: Option<TileId>,
    /// What was done in the phase of deployment of this part of the turn.
    pub(crate) deed: Option<Choice>,
    pub(crate) closed: Closed,
    /// Points of features since the scoring of this placement began.
    pub(crate) placement_points: i32,
    pub(crate) agenda: Vec<Task>,
    pub(crate) queue: VecDeque<Dispatch>,
    pub(crate) prompt: Option<Prompt>,
    /// The options, where they are not all placements of the tile in hand.
    pub(crate) options: Vec<Choice>,
    /// What actions can be used on, as [`Choice::Act`] counts it.
    pub(crate) items: Vec<Item>,
    pub(crate) extra: Option<Box<Extra>>,
}

impl State {
    /// The state before the start tiles are laid.
    pub(crate) fn new(rules: &Ruleset, seed: u64) -> State {
        let tiles = rules.stack_size() as usize + rules.start.len();
        let mut luck = Luck::new(seed);
        let active = match rules.setup.first_player {
            FirstPlayer::FirstSeat => Player(0),
            FirstPlayer::Seat(seat) => Player(seat),
            FirstPlayer::Random => Player(luck.below(rules.player_count() as u32) as u8),
        };
        State {
            board: Board::with_capacity(tiles),
            features: Features::with_capacity(tiles * 4),
            pieces: all_pieces(rules),
            stack: Stack { counts: rules.stack.clone(), total: rules.stack_size(), stages: Vec::new() },
            luck,
            active,
            ..State::default()
        }
    }

    /// The tiles on the table.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The features on the table.
    pub fn features(&self) -> &Features {
        &self.features
    }

    /// All pieces, by [`PieceId`].
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// A piece.
    pub fn piece(&self, id: PieceId) -> &Piece {
        &self.pieces[id.index()]
    }

    /// The pieces on a feature, by id.
    pub fn pieces_on(&self, feature: SegmentId) -> impl Iterator<Item = PieceId> + '_ {
        let root = self.features.root(feature);
        let on_it = move |piece: &Piece| match piece.at {
            Location::Segment(at) => self.features.root(at) == root,
            _ => false,
        };
        // Nobody looks on once all are found.
        self.pieces_where(on_it).take(self.features.piece_count(root).into())
    }

    /// The pieces that stand on a tile, on its features or beside them, by id.
    pub fn pieces_on_tile(&self, tile: TileId) -> impl Iterator<Item = PieceId> + '_ {
        self.pieces_where(move |piece| match piece.at {
            Location::Segment(at) => self.features.tile(at) == tile,
            Location::Tile(at) | Location::Place(_, Some(at)) => at == tile,
            _ => false,
        })
    }

    fn pieces_where(&self, found: impl Fn(&Piece) -> bool) -> impl Iterator<Item = PieceId> {
        let pieces = self.pieces.iter().enumerate();
        pieces.filter(move |(_, piece)| found(piece)).map(|(at, _)| PieceId(at as u16))
    }

    /// The ids of all pieces.
    pub fn piece_ids(&self) -> impl Iterator<Item = PieceId> + use<> {
        (0..self.pieces.len() as u16).map(PieceId)
    }

    /// The tile on which a piece stands, in a place of the tile included.
    pub fn tile_of(&self, piece: PieceId) -> Option<TileId> {
        match self.pieces[piece.index()].at {
            Location::Segment(at) => Some(self.features.tile(at)),
            Location::Tile(tile) | Location::Place(_, Some(tile)) => Some(tile),
            _ => None,
        }
    }

    /// The first piece of a kind in a player's supply.
    #[inline]
    pub fn in_supply(&self, player: Player, kind: PieceKindId) -> Option<PieceId> {
        let found =
            |piece: &Piece| piece.owner == Some(player) && piece.kind == kind && piece.at == Location::Supply;
        self.pieces.iter().position(found).map(|at| PieceId(at as u16))
    }

    /// How many pieces of a kind are in a player's supply.
    pub fn supply(&self, player: Player, kind: PieceKindId) -> usize {
        let found = |piece: &&Piece| {
            piece.owner == Some(player) && piece.kind == kind && piece.at == Location::Supply
        };
        self.pieces.iter().filter(found).count()
    }

    /// A player's points.
    #[inline]
    pub fn points(&self, player: Player) -> i32 {
        self.points[player.index()]
    }

    /// The tiles that are still to be drawn.
    pub fn stack(&self) -> &Stack {
        &self.stack
    }

    /// The number of the turn, from 1; 0 before the first.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// Whose turn it is.
    pub fn active(&self) -> Player {
        self.active
    }

    /// The phase of the turn, as an index in the ruleset.
    pub fn phase(&self) -> u8 {
        self.phase
    }

    /// Whether the game is over.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The tile that was drawn and is to be placed.
    pub fn hand(&self) -> Option<TileDefId> {
        self.hand
    }

    /// The tile that was placed in this part of the turn.
    pub fn placed(&self) -> Option<TileId> {
        self.placed
    }

    /// What the active player did in the phase of deployment, in this part of the turn; nothing where
    /// it did not come yet, or had nothing to offer.
    pub fn deed(&self) -> Option<Choice> {
        self.deed
    }

    /// Takes the tile that rules put on top of the stack, unless another one is settled. Tiles that are
    /// not there any more are passed over.
    pub(crate) fn take_from_top(&mut self, settled: Option<TileDefId>) -> Option<TileDefId> {
        let on_top = &mut self.extra.as_mut()?.on_top;
        while on_top.front().is_some_and(|tile| self.stack.count(*tile) == 0) {
            on_top.pop_front();
        }
        if settled.is_none_or(|settled| on_top.front() == Some(&settled)) { on_top.pop_front() } else { None }
    }

    /// An expansion's stored table.
    pub fn storage(&self, expansion: &str) -> &Value {
        const NIL: &Value = &Value::Nil;
        self.extra.as_ref().and_then(|extra| extra.storage.get(expansion)).unwrap_or(NIL)
    }

    /// How many tokens of a name somebody holds.
    pub fn tokens(&self, holder: Holder, name: &str) -> i64 {
        let mut tokens = self.all_tokens();
        tokens.find(|(of, what, _)| *of == holder && *what == name).map_or(0, |(_, _, count)| count)
    }

    /// All tokens that are held, by holder and name.
    pub fn all_tokens(&self) -> impl Iterator<Item = (Holder, &str, i64)> + '_ {
        let tokens = self.extra.iter().flat_map(|extra| &extra.tokens);
        tokens.map(|((holder, name), count)| (*holder, &**name, *count))
    }

    /// The block to which a tile belongs, as an index in the ruleset.
    pub fn block_of(&self, tile: TileId) -> Option<u16> {
        self.extra.as_ref()?.blocks.get(&tile.0).copied()
    }

    /// Whether an expansion's handlers are not called any more.
    #[inline]
    pub(crate) fn is_muted(&self, expansion: u16) -> bool {
        self.extra.as_ref().is_some_and(|extra| !extra.muted.is_empty() && extra.muted.contains(&expansion))
    }

    pub(crate) fn extra_mut(&mut self) -> &mut Extra {
        self.extra.get_or_insert_with(Box::default)
    }
}

/// The kinds of places in which pieces are, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PlacesHeld {
    /// Of each player or of nobody.
    of: [u64; MAX_PLAYERS],
    any: u64,
}

impl PlacesHeld {
    pub fn by(pieces: &[Piece]) -> PlacesHeld {
        let mut held = PlacesHeld::default();
        for piece in pieces {
            let Location::Place(kind, _) = piece.at else { continue };
            let bit = 1_u64.checked_shl(kind.0.into()).unwrap_or(0);
            held.any |= bit;
            match piece.owner {
                Some(player) => held.of[player.index()] |= bit,
                None => held.of.iter_mut().for_each(|places| *places |= bit),
            }
        }
        held
    }

    /// The kinds of places in which any piece is.
    #[inline]
    pub fn any(&self) -> u64 {
        self.any
    }

    /// The kinds of places in which a piece of a player is, or one of nobody.
    #[inline]
    pub fn of(&self, player: Player) -> u64 {
        self.of[player.index()]
    }
}

/// All pieces of a game, in the supplies: player by player and kind by kind, then the neutral ones.
pub(crate) fn all_pieces(rules: &Ruleset) -> Vec<Piece> {
    let kinds = &rules.vocabulary().piece_kinds;
    let ids = || (0..kinds.len()).map(|at| PieceKindId(at as u8));
    let mut pieces = Vec::new();
    let mut add = |kind: PieceKindId, owner| {
        let piece = Piece { kind, owner, at: Location::Supply, since: 0 };
        pieces.extend(std::iter::repeat_n(piece, kinds[kind.index()].supply as usize));
    };
    for player in rules.players() {
        ids().filter(|kind| rules.is_owned(*kind)).for_each(|kind| add(kind, Some(player)));
    }
    ids().filter(|kind| !rules.is_owned(*kind)).for_each(|kind| add(kind, None));
    pieces
}
