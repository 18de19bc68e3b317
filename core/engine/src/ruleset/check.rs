//! What can be wrong with a setup.

use std::fmt;

use rustc_hash::FxHashMap;

use crate::geometry::Pos;
use crate::tile::{PieceClass, PieceKind, TileDefId, TileFault};

use super::{FirstPlayer, MAX_PLAYERS, Setup};

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
    /// A phase that deploys a kind of piece that does not exist.
    #[error("phase `{phase}` deploys `{piece}`, which is no kind of piece")]
    UnknownPiece {
        /// The phase.
        phase: String,
        /// The kind of piece.
        piece: String,
    },
    /// A phase that deploys where no tile was just placed, or after scoring.
    #[error("phase `{0}` deploys pieces, so it must stand between `place` and `score`")]
    DeploysElsewhere(String),
    /// A phase that deploys what claims no feature.
    #[error("phase `{phase}` deploys `{piece}`, which is no follower; other pieces come by a script")]
    NoFollower {
        /// The phase.
        phase: String,
        /// The kind of piece.
        piece: String,
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

pub(super) fn check_players(setup: &Setup, errors: &mut Vec<SetupError>) {
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
pub(super) fn check_counts(setup: &Setup, errors: &mut Vec<SetupError>) {
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
        ("place kinds", kinds.place_kinds.len(), 64),
        ("attributes", kinds.attributes.len(), 65_535),
        ("tiles", setup.tiles.len(), 65_535),
        ("copies of one tile", most, 65_535),
        ("blocks", setup.blocks.len(), 65_535),
        ("phases that expansions add", setup.phases.len(), 56),
        ("pieces", pieces(true, players) + pieces(false, 1), 65_535),
    ] {
        if count > limit {
            errors.push(SetupError::TooMany { what, count, limit });
        }
    }
}

pub(super) fn check_tiles(setup: &Setup, errors: &mut Vec<SetupError>) -> FxHashMap<String, TileDefId> {
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
