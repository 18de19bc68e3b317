//! What is settled before the first turn: [`Setup`] is what somebody asked for and may be wrong,
//! [`Ruleset`] is what a game runs on and is right. [`Ruleset::new`] is the only gate, and it
//! reports everything that is wrong at once.

mod check;
mod phase;
mod setup;
mod tile;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::geometry::{Pos, Rotation, Side};
use crate::tile::{PieceClass, PieceKindId, SegmentDef, TileDefId, Vocabulary};

pub use check::{SetupError, SetupErrors};
use check::{check_counts, check_players, check_tiles};
use phase::order_phases;
pub use phase::{Phase, PhaseKind};
pub use setup::{
    BlockDef, ExpansionInfo, FieldScoring, FirstPlayer, PhaseDef, PhasePlace, Setup, StartTile, TinyCity,
    Variants,
};
pub(crate) use tile::Carried;
pub use tile::Tile;
use tile::edge_of_code;

/// The most players that a game can have.
pub const MAX_PLAYERS: usize = 6;

/// A player, counted from 0 in seating order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Player(pub u8);

impl Player {
    /// The index in seating order.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a game runs on. It never changes, and many games can share one.
#[derive(Clone, Debug)]
pub struct Ruleset {
    /// The setup from which it was made.
    pub setup: Setup,
    /// The tiles, by [`TileDefId`].
    pub tiles: Vec<Tile>,
    /// How many of each tile are in the stack at the beginning, start tiles taken out.
    pub stack: Vec<u16>,
    /// The start tiles.
    pub start: Vec<(TileDefId, Pos, Rotation)>,
    /// The blocks, with their tiles.
    pub blocks: Vec<Vec<(Pos, TileDefId)>>,
    /// The phases of a turn.
    pub phases: Vec<Phase>,
    /// Whether any kind of piece can be recalled for points.
    pub has_recallable: bool,
    /// Whether any kind of piece needs a follower of its owner beside it.
    pub has_dependants: bool,
    tile_ids: FxHashMap<String, TileDefId>,
    /// For each attribute the kinds of features that carry it on some tile, one bit each.
    kinds_with: Vec<u64>,
}

impl Ruleset {
    /// Checks a setup.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it, not only the first fault.
    pub fn new(setup: Setup) -> Result<Ruleset, SetupErrors> {
        let mut errors = Vec::new();
        check_players(&setup, &mut errors);
        check_counts(&setup, &mut errors);
        let tile_ids = check_tiles(&setup, &mut errors);
        let phases = order_phases(&setup, &mut errors);
        let find = |place: &'static str, tile: &str, errors: &mut Vec<SetupError>| {
            let found = tile_ids.get(tile).copied();
            if found.is_none() {
                errors.push(SetupError::UnknownTile { place, tile: tile.to_owned() });
            }
            found
        };
        let mut stack = vec![0u16; setup.tiles.len()];
        for (tile, count) in &setup.stack {
            if let Some(id) = find("stack", tile, &mut errors) {
                stack[id.index()] =
                    stack[id.index()].saturating_add(u16::try_from(*count).unwrap_or(u16::MAX));
            }
        }
        let mut start = Vec::new();
        for StartTile { tile, pos, rotation } in &setup.start {
            if let Some(id) = find("start", tile, &mut errors) {
                stack[id.index()] = stack[id.index()].saturating_sub(1);
                start.push((id, *pos, *rotation));
            }
        }
        if setup.start.is_empty() {
            errors.push(SetupError::NoStart);
        }
        let mut blocks = Vec::new();
        for block in &setup.blocks {
            let cells =
                block.cells.iter().filter_map(|(pos, tile)| Some((*pos, find("block", tile, &mut errors)?)));
            blocks.push(cells.collect());
        }
        if !errors.is_empty() {
            return Err(SetupErrors(errors));
        }
        let tiles = setup.tiles.iter().map(|def| Tile::new(def, &setup.vocabulary)).collect();
        let has_recallable = setup.vocabulary.piece_kinds.iter().any(|kind| kind.recallable);
        let mut kinds_with = vec![0u64; setup.vocabulary.attributes.len()];
        for segment in setup.tiles.iter().flat_map(|tile| &tile.segments) {
            for (attribute, _) in segment.attributes.iter() {
                kinds_with[attribute.index()] |= 1u64.checked_shl(segment.kind.0.into()).unwrap_or(0);
            }
        }
        let has_dependants = setup.vocabulary.piece_kinds.iter().any(|kind| kind.needs_follower);
        let ruleset = Ruleset {
            has_recallable,
            has_dependants,
            setup,
            tiles,
            stack,
            start,
            blocks,
            phases,
            tile_ids,
            kinds_with,
        };
        ruleset.check_start()?;
        Ok(ruleset)
    }

    /// The tile of an id such as `base/D`.
    pub fn tile_id(&self, id: &str) -> Option<TileDefId> {
        self.tile_ids.get(id).copied()
    }

    /// A tile.
    #[inline]
    pub fn tile(&self, id: TileDefId) -> &Tile {
        &self.tiles[id.index()]
    }

    /// A segment of a tile.
    #[inline]
    pub fn segment(&self, tile: TileDefId, local: u8) -> &SegmentDef {
        &self.tile(tile).def.segments[local as usize]
    }

    /// All kinds.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.setup.vocabulary
    }

    /// The number of players.
    pub fn player_count(&self) -> usize {
        self.setup.players.len()
    }

    /// The players, in seating order.
    pub fn players(&self) -> impl DoubleEndedIterator<Item = Player> + use<> {
        (0..self.setup.players.len() as u8).map(Player)
    }

    /// A player's name.
    pub fn name(&self, player: Player) -> &str {
        &self.setup.players[player.index()]
    }

    /// The player of a name.
    pub fn player(&self, name: &str) -> Option<Player> {
        self.players().find(|player| self.name(*player) == name)
    }

    /// Whether players have a supply of a piece kind; neutral pieces belong to nobody.
    pub fn is_owned(&self, kind: PieceKindId) -> bool {
        self.setup.vocabulary.piece_kinds[kind.index()].class != PieceClass::Neutral
    }

    /// Whether a piece of a kind claims the feature on which it stands.
    #[inline]
    pub fn is_follower(&self, kind: PieceKindId) -> bool {
        self.setup.vocabulary.piece_kinds[kind.index()].class == PieceClass::Follower
    }

    /// The kinds of pieces that claim features, by id.
    pub fn followers(&self) -> impl Iterator<Item = PieceKindId> + '_ {
        let ids = (0..self.setup.vocabulary.piece_kinds.len() as u8).map(PieceKindId);
        ids.filter(|kind| self.is_follower(*kind))
    }

    /// The kinds of features that carry an attribute on some tile of the game, one bit each.
    pub(crate) fn kinds_with(&self, attribute: crate::tile::AttributeId) -> u64 {
        self.kinds_with.get(attribute.index()).copied().unwrap_or(0)
    }

    /// The number of tiles in the stack at the beginning.
    pub fn stack_size(&self) -> u32 {
        self.stack.iter().map(|count| u32::from(*count)).sum()
    }

    fn check_start(&self) -> Result<(), SetupErrors> {
        let mut errors = Vec::new();
        for (index, (tile, pos, rotation)) in self.start.iter().enumerate() {
            let code = self.tile(*tile).edge_codes[rotation.index() as usize];
            let fits = self.start[..index].iter().all(|(other, at, turn)| {
                let other = self.tile(*other).edge_codes[turn.index() as usize];
                *at != *pos
                    && Side::ALL.iter().all(|side| {
                        pos.step(*side) != *at
                            || edge_of_code(code, *side) == edge_of_code(other, side.opposite())
                    })
            });
            if !fits {
                errors.push(SetupError::StartTile { tile: self.tile(*tile).def.id.clone(), pos: *pos });
            }
        }
        if errors.is_empty() { Ok(()) } else { Err(SetupErrors(errors)) }
    }
}
