//! What is settled before the first turn: [`Setup`] is what somebody asked for and may be wrong,
//! [`Ruleset`] is what a game runs on and is right. [`Ruleset::new`] is the only gate, and it
//! reports everything that is wrong at once.

use std::collections::BTreeMap;
use std::fmt;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use smallvec::SmallVec;

use crate::geometry::{Port, Pos, Rotation, Side};
use crate::tile::{
    EdgeKindId, FeatureKindId, NO_SEGMENT, PieceClass, PieceKind, PieceKindId, SegmentDef, TileDef,
    TileDefId, TileFault, Vocabulary,
};
use crate::value::Value;

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

/// How fields are scored at the end (BG40).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FieldScoring {
    /// Each completed city gives 4 points to whoever has most farmers around it, over all fields
    /// that touch it (first edition).
    City4,
    /// Each field gives 3 points for each completed city; a player scores a city at most once
    /// (second edition).
    #[serde(rename = "field3_once")]
    Field3Once,
    /// Each field gives 3 points for each completed city (third and current edition).
    #[default]
    Field3,
}

/// What a completed city of two tiles is worth (BG24).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TinyCity {
    /// As any city: 2 points a tile and 2 a coat of arms.
    #[default]
    Full,
    /// 1 point a tile and 1 a coat of arms (first edition).
    Half,
}

/// Rules of the base game that players choose between.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Variants {
    /// How fields are scored (BG40).
    pub field_scoring: FieldScoring,
    /// What a tiny city is worth (BG24).
    pub tiny_city: TinyCity,
    /// Whether followers may be deployed on fields.
    pub farmers: bool,
}

impl Default for Variants {
    fn default() -> Variants {
        Variants { field_scoring: FieldScoring::default(), tiny_city: TinyCity::default(), farmers: true }
    }
}

/// Who begins (BG43).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstPlayer {
    /// The first at the table.
    #[default]
    FirstSeat,
    /// The player of this seat, counted from 0.
    Seat(u8),
    /// A player drawn by the game's generator.
    Random,
}

/// A tile that lies on the board before the first turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartTile {
    /// The tile's id; a copy in the stack is taken from it.
    pub tile: String,
    /// Where it lies.
    pub pos: Pos,
    /// How it is turned.
    pub rotation: Rotation,
}

/// Several tiles that are placed as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockDef {
    /// `<set>/<name>`.
    pub id: String,
    /// Its tiles: offset from its first cell, and the tile's id.
    pub cells: Vec<(Pos, String)>,
}

/// An additional phase of the turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhaseDef {
    /// Its name: `<expansion>/<name>`.
    pub name: String,
    /// Where it stands.
    pub place: PhasePlace,
}

/// Where an additional phase stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PhasePlace {
    /// Directly before the phase of this name.
    Before(String),
    /// Directly after the phase of this name.
    After(String),
}

/// An expansion in play, as far as the engine knows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExpansionInfo {
    /// Its id.
    pub id: String,
    /// Its version.
    pub version: String,
}

/// Everything that somebody asks for before a game; it may be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// All kinds.
    pub vocabulary: Vocabulary,
    /// The definitions of all tiles.
    pub tiles: Vec<TileDef>,
    /// How many of which tile there are, start tiles included.
    pub stack: Vec<(String, u32)>,
    /// Tiles that lie on the board at the beginning.
    pub start: Vec<StartTile>,
    /// Multi-cell pieces that rules can place.
    pub blocks: Vec<BlockDef>,
    /// The players' names, in seating order: 1 to [`MAX_PLAYERS`], all different.
    pub players: Vec<String>,
    /// Variants of the base rules.
    pub variants: Variants,
    /// Who begins.
    pub first_player: FirstPlayer,
    /// Additional phases, in load order.
    pub phases: Vec<PhaseDef>,
    /// The expansions in play, in load order.
    pub expansions: Vec<ExpansionInfo>,
    /// Options of expansions by `<expansion>.<name>`.
    pub options: BTreeMap<String, Value>,
}

impl Setup {
    /// A setup without tiles: the base vocabulary, and these players.
    pub fn new<S: Into<String>>(players: impl IntoIterator<Item = S>) -> Setup {
        Setup {
            vocabulary: Vocabulary::base(),
            tiles: Vec::new(),
            stack: Vec::new(),
            start: Vec::new(),
            blocks: Vec::new(),
            players: players.into_iter().map(Into::into).collect(),
            variants: Variants::default(),
            first_player: FirstPlayer::default(),
            phases: Vec::new(),
            expansions: Vec::new(),
            options: BTreeMap::new(),
        }
    }
}

/// A reason why a [`Setup`] is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// Too few or too many players.
    #[error("a game has 1 to {MAX_PLAYERS} players, not {0}")]
    PlayerCount(usize),
    /// Two players of one name.
    #[error("two players are called `{0}`")]
    SameName(String),
    /// A tile that cannot be.
    #[error("tile `{tile}`: {fault}")]
    Tile {
        /// The tile's id.
        tile: String,
        /// What is wrong.
        fault: TileFault,
    },
    /// Two tiles of one id.
    #[error("two tiles have the id `{0}`")]
    SameTile(String),
    /// A tile that is named somewhere and defined nowhere.
    #[error("{place}: there is no tile `{tile}`")]
    UnknownTile {
        /// Where it is named.
        place: &'static str,
        /// The id.
        tile: String,
    },
    /// Start tiles that do not fit together, or lie on one cell.
    #[error("start tile `{tile}` does not fit at {pos}")]
    StartTile {
        /// The tile's id.
        tile: String,
        /// Where it should lie.
        pos: Pos,
    },
    /// No start tile.
    #[error("there is no start tile")]
    NoStart,
    /// A phase placed beside one that does not exist.
    #[error("phase `{phase}` is placed beside `{anchor}`, which is no phase")]
    UnknownPhase {
        /// The phase to place.
        phase: String,
        /// The phase that does not exist.
        anchor: String,
    },
    /// A phase that exists already.
    #[error("two phases are called `{0}`")]
    SamePhase(String),
    /// More of something than the engine can count.
    #[error("there can be at most {limit} {what}, not {count}")]
    TooMany {
        /// What there are too many of.
        what: &'static str,
        /// How many there are.
        count: usize,
        /// How many there can be.
        limit: usize,
    },
    /// A first player whose seat nobody has.
    #[error("seat {0} has no player")]
    UnknownSeat(u8),
}

/// All that is wrong with a [`Setup`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct SetupErrors(pub Vec<SetupError>);

impl fmt::Display for SetupErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{error}")?;
        }
        Ok(())
    }
}

/// A phase of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PhaseKind {
    /// The turn begins.
    TurnStart,
    /// A tile is drawn (BG5).
    Draw,
    /// It is placed (BG5 to BG7).
    Place,
    /// A follower may be deployed (BG13).
    Deploy,
    /// Completed features are scored (BG19 to BG30).
    Score,
    /// The turn ends.
    TurnEnd,
    /// A phase of an expansion.
    Custom,
}

/// A phase with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phase {
    /// What happens in it.
    pub kind: PhaseKind,
    /// Its name.
    pub name: String,
}

/// A tile definition with what is derived from it once.
#[derive(Clone, Debug)]
pub struct Tile {
    /// The definition.
    pub def: TileDef,
    /// Edge codes by rotation: one byte a side, north in the lowest, edge kind + 1.
    pub edge_codes: [u32; 4],
    /// How many turns look different: 1, 2 or 4.
    pub rotations: u8,
    /// The segment at each port before any turn.
    pub ports: [u8; 12],
    /// The segment at each port as the tile lies, by rotation: the segments that a neighbour meets.
    pub(crate) turned_ports: [[u8; 12]; 4],
    /// How many joints each segment has: a side for a city, a port for the others.
    pub joints: Vec<u16>,
    /// The segments that are completed by what surrounds the tile.
    pub(crate) surrounded: Vec<u8>,
    /// For each segment, the segments that it touches, or that touch it.
    pub(crate) touching: Vec<SmallVec<[u8; 4]>>,
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
    tile_ids: FxHashMap<String, TileDefId>,
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
        let ruleset = Ruleset { has_recallable, setup, tiles, stack, start, blocks, phases, tile_ids };
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

/// The byte of one side in an edge code.
#[inline]
pub(crate) const fn edge_of_code(code: u32, side: Side) -> u8 {
    (code >> (8 * side as u32)) as u8
}

impl Tile {
    fn new(def: &TileDef, vocabulary: &Vocabulary) -> Tile {
        let edge_codes = Rotation::ALL.map(|rotation| {
            Side::ALL.iter().fold(0u32, |code, side| {
                let EdgeKindId(kind) = def.edges[*side as usize];
                code | u32::from(kind + 1) << (8 * side.rotated(rotation) as u32)
            })
        });
        let ports = def.port_table();
        let mut joints = vec![0u16; def.segments.len()];
        for (index, segment) in def.segments.iter().enumerate() {
            let whole = vocabulary
                .edge_of(segment.kind)
                .is_some_and(|edge| vocabulary.edge_kinds[edge.index()].whole);
            joints[index] = if whole { segment.ports.len() / 3 } else { segment.ports.len() } as u16;
        }
        let surrounded = (0..def.segments.len() as u8)
            .filter(|at| is_surrounded(vocabulary, def.segments[*at as usize].kind))
            .collect();
        let turned_ports = Rotation::ALL.map(|rotation| {
            let mut turned = [NO_SEGMENT; 12];
            for port in Port::all() {
                turned[port.rotated(rotation).index() as usize] = ports[port.index() as usize];
            }
            turned
        });
        let rotations = def.distinct_rotations();
        let touching = touching(def);
        Tile { edge_codes, rotations, ports, turned_ports, joints, surrounded, touching, def: def.clone() }
    }

    /// The edge codes of the turns that look different.
    #[inline]
    pub fn distinct_codes(&self) -> &[u32] {
        &self.edge_codes[..self.rotations as usize]
    }
}

/// What touches what on a tile, in both directions.
fn touching(def: &TileDef) -> Vec<SmallVec<[u8; 4]>> {
    let mut touching: Vec<SmallVec<[u8; 4]>> =
        def.segments.iter().map(|segment| segment.touches.iter().copied().collect()).collect();
    for (at, segment) in def.segments.iter().enumerate() {
        for touched in &segment.touches {
            touching[*touched as usize].push(at as u8);
        }
    }
    touching
}

fn check_players(setup: &Setup, errors: &mut Vec<SetupError>) {
    let count = setup.players.len();
    if !(1..=MAX_PLAYERS).contains(&count) {
        errors.push(SetupError::PlayerCount(count));
    }
    for (index, name) in setup.players.iter().enumerate() {
        if setup.players[..index].contains(name) {
            errors.push(SetupError::SameName(name.clone()));
        }
    }
    if let FirstPlayer::Seat(seat) = setup.first_player
        && seat as usize >= count
    {
        errors.push(SetupError::UnknownSeat(seat));
    }
}

/// What the types of ids, and the bits of edge codes and filters, leave room for.
fn check_counts(setup: &Setup, errors: &mut Vec<SetupError>) {
    let kinds = &setup.vocabulary;
    let players = setup.players.len();
    let pieces = |owned: bool, times: usize| {
        let counted = |kind: &&PieceKind| (kind.class != PieceClass::Neutral) == owned;
        kinds.piece_kinds.iter().filter(counted).map(|kind| kind.supply as usize * times).sum::<usize>()
    };
    let most = setup.stack.iter().map(|(_, count)| *count as usize).max().unwrap_or(0);
    for (what, count, limit) in [
        ("edge kinds", kinds.edge_kinds.len(), 126),
        ("feature kinds", kinds.feature_kinds.len(), 64),
        ("piece kinds", kinds.piece_kinds.len(), 255),
        ("place kinds", kinds.place_kinds.len(), 255),
        ("attributes", kinds.attributes.len(), 65_535),
        ("tiles", setup.tiles.len(), 65_535),
        ("copies of one tile", most, 65_535),
        ("blocks", setup.blocks.len(), 65_535),
        ("phases that expansions add", setup.phases.len(), 240),
        ("pieces", pieces(true, players) + pieces(false, 1), 65_535),
    ] {
        if count > limit {
            errors.push(SetupError::TooMany { what, count, limit });
        }
    }
}

fn check_tiles(setup: &Setup, errors: &mut Vec<SetupError>) -> FxHashMap<String, TileDefId> {
    let mut ids = FxHashMap::default();
    for (index, tile) in setup.tiles.iter().enumerate() {
        if ids.insert(tile.id.clone(), TileDefId(index as u16)).is_some() {
            errors.push(SetupError::SameTile(tile.id.clone()));
        }
        let faults = tile.faults(&setup.vocabulary);
        errors.extend(faults.into_iter().map(|fault| SetupError::Tile { tile: tile.id.clone(), fault }));
    }
    ids
}

fn order_phases(setup: &Setup, errors: &mut Vec<SetupError>) -> Vec<Phase> {
    let mut phases: Vec<Phase> = [
        (PhaseKind::TurnStart, "turn_start"),
        (PhaseKind::Draw, "draw"),
        (PhaseKind::Place, "place"),
        (PhaseKind::Deploy, "deploy"),
        (PhaseKind::Score, "score"),
        (PhaseKind::TurnEnd, "turn_end"),
    ]
    .map(|(kind, name)| Phase { kind, name: name.to_owned() })
    .into();
    for PhaseDef { name, place } in &setup.phases {
        if phases.iter().any(|phase| phase.name == *name) {
            errors.push(SetupError::SamePhase(name.clone()));
            continue;
        }
        let (anchor, after) = match place {
            PhasePlace::Before(anchor) => (anchor, 0),
            PhasePlace::After(anchor) => (anchor, 1),
        };
        match phases.iter().position(|phase| phase.name == *anchor) {
            Some(at) => phases.insert(at + after, Phase { kind: PhaseKind::Custom, name: name.clone() }),
            None => errors.push(SetupError::UnknownPhase { phase: name.clone(), anchor: anchor.clone() }),
        }
    }
    phases
}

/// Whether a segment of a kind is scored by what surrounds its tile.
fn is_surrounded(vocabulary: &Vocabulary, kind: FeatureKindId) -> bool {
    vocabulary.feature_kinds[kind.index()].completion == crate::tile::Completion::Surrounded
}
