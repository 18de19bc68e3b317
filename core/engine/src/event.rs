//! What happens in a game. Events are declared once, in [`EVENTS`]: dispatch, the bindings of the
//! scripting layer, its type definitions and its reference are all made from that table.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::board::TileId;
use crate::decision::Item;
use crate::feature::SegmentId;
use crate::geometry::Pos;
use crate::piece::PieceId;
use crate::ruleset::Player;
use crate::tile::{FeatureKindId, TileDefId};
use crate::value::Value;

/// Where points come from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Source {
    /// A feature of this kind.
    Feature(FeatureKindId),
    /// A rule of an expansion, by the name that the rule gives.
    Rule(Arc<str>),
}

/// A summand of awarded points: `count` things of a `label` gave `points`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Part {
    /// What was counted.
    pub label: Label,
    /// How many.
    pub count: i32,
    /// The points for all of them.
    pub points: i32,
}

/// The name of a [`Part`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Label {
    /// A name of the engine's.
    Known(&'static str),
    /// A name of an expansion's.
    Given(Arc<str>),
}

impl Label {
    /// The name.
    pub fn as_str(&self) -> &str {
        match self {
            Label::Known(name) => name,
            Label::Given(name) => name,
        }
    }
}

/// The summands of awarded points.
pub type Parts = SmallVec<[Part; 2]>;

/// Points for a player, explained.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Award {
    /// Who gets them.
    pub player: Player,
    /// How many; may be negative.
    pub points: i32,
    /// Where they come from.
    pub source: Source,
    /// What they consist of; the points of all parts add up to `points`.
    pub parts: Parts,
    /// The tile to show them at.
    pub at: Option<TileId>,
    /// The feature that was scored.
    pub feature: Option<SegmentId>,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the fields are documented once, in EVENTS")]
pub enum Event {
    GameStarted,
    TurnStarted { player: Player },
    PhaseEntered { phase: u8, player: Player },
    TileDrawn { player: Player, tile: TileDefId },
    TileDiscarded { player: Player, tile: TileDefId, had_place: bool },
    TilePlaced { player: Player, tile: TileId },
    BlockPlaced { player: Player, block: u16, tiles: Arc<[Item]> },
    PieceDeployed { player: Player, piece: PieceId, feature: SegmentId },
    PieceMoved { piece: PieceId, from: Item, to: Item },
    PieceReturned { piece: PieceId, from: Item },
    FeaturesJoined { feature: SegmentId },
    FeatureCompleted { player: Player, feature: SegmentId },
    FeatureScored { feature: SegmentId, complete: bool, winners: Arc<[Item]>, points: i32 },
    PointsAwarded(Award),
    PlacementScored { player: Player, points: i32 },
    TurnEnded { player: Player },
    FinalScoring,
    GameEnded { winners: Arc<[Item]> },
    Custom { name: Arc<str>, data: Arc<Value>, subject: Item },
}

macro_rules! events {
    ($($kind:ident $hook:literal $since:literal $doc:literal { $($field:ident: $ty:literal $field_doc:literal,)* })*) => {
        /// The kinds of events, in the order of [`EVENTS`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "documented in EVENTS")]
        pub enum EventKind { $($kind,)* }

        /// All events: name of the hook, since which API version, meaning, fields.
        pub const EVENTS: &[EventInfo] = &[$(EventInfo {
            kind: EventKind::$kind,
            hook: $hook,
            since: $since,
            doc: $doc,
            fields: &[$(FieldInfo { name: stringify!($field), ty: $ty, doc: $field_doc },)*],
        },)*];
    };
}

/// The declaration of an event.
#[derive(Clone, Copy, Debug)]
pub struct EventInfo {
    /// Its kind.
    pub kind: EventKind,
    /// The key under which a script listens to it.
    pub hook: &'static str,
    /// The API version that brought it.
    pub since: u32,
    /// What it means.
    pub doc: &'static str,
    /// What it carries.
    pub fields: &'static [FieldInfo],
}

/// The declaration of a field of an event or a query.
#[derive(Clone, Copy, Debug)]
pub struct FieldInfo {
    /// Its name.
    pub name: &'static str,
    /// Its type, as the type definitions of the scripting layer write it.
    pub ty: &'static str,
    /// What it holds.
    pub doc: &'static str,
}

events! {
    GameStarted "on_game_start" 1 "The start tiles lie on the board and nobody has drawn yet." {}
    TurnStarted "on_turn_start" 1 "A turn begins." {
        player: "Player" "Whose turn it is.",
    }
    PhaseEntered "on_phase" 1 "A phase that an expansion added to the turn begins." {
        phase: "string" "The full name of the phase, `<expansion>/<name>`.",
        player: "Player" "Whose turn it is.",
    }
    TileDrawn "on_tile_drawn" 1 "A tile was drawn; it has at least one legal place." {
        player: "Player" "Who drew it.",
        tile: "TileDef" "The tile.",
    }
    TileDiscarded "on_tile_discarded" 1 "A drawn tile has no legal place and leaves the game; the same player draws again (BG8)." {
        player: "Player" "Who drew it.",
        tile: "TileDef" "The tile.",
        had_place: "boolean" "Whether it had a place when it was drawn, so that `on_tile_drawn` was raised, and lost it since.",
    }
    TilePlaced "on_tile_placed" 1 "A tile was placed and its features are joined to those around." {
        player: "Player" "Who placed it.",
        tile: "Tile" "The tile.",
    }
    BlockPlaced "on_block_placed" 1 "A block of several tiles was placed as one." {
        player: "Player" "Whose turn it is.",
        block: "string" "The id of the block.",
        tiles: "Selection<Tile>" "Its tiles.",
    }
    PieceDeployed "on_piece_deployed" 1 "A player deployed a piece from the supply onto a feature." {
        player: "Player" "Whose piece it is.",
        piece: "Piece" "The piece.",
        feature: "Feature" "The feature.",
    }
    PieceMoved "on_piece_moved" 1 "A rule moved a piece." {
        piece: "Piece" "The piece.",
        from: "Feature|Tile|Place|nil" "Where it was; nil for its owner's supply.",
        to: "Feature|Tile|Place|nil" "Where it is; nil when it left the game.",
    }
    PieceReturned "on_piece_returned" 1 "A piece came back to its owner's supply." {
        piece: "Piece" "The piece.",
        from: "Feature|Tile|Place|nil" "Where it was.",
    }
    FeaturesJoined "on_features_joined" 1 "A rule made one feature of two, as a ferry does; tiles that are placed do not tell." {
        feature: "Feature" "The feature.",
    }
    FeatureCompleted "on_feature_completed" 1 "A feature was completed. All pieces still stand, and nothing that this placement completes is scored yet." {
        player: "Player" "Whose turn it is.",
        feature: "Feature" "The feature.",
    }
    FeatureScored "on_feature_scored" 1 "A feature was scored; its pieces still stand." {
        feature: "Feature" "The feature.",
        complete: "boolean" "Whether it is complete; at the end of the game incomplete ones are scored too.",
        winners: "Player[]" "Who has the majority; all of them in a tie.",
        points: "integer" "The points of each winner before adjustments.",
    }
    PointsAwarded "on_points_awarded" 1 "A player got points, or lost them." {
        player: "Player" "Who.",
        points: "integer" "How many; negative for a loss.",
        source: "string" "The kind of feature, or the name that a rule gave.",
        feature: "Feature|nil" "The feature that was scored.",
        at: "Tile|nil" "The tile to show them at.",
    }
    PlacementScored "on_placement_scored" 1 "Everything that a placement completed is scored, and the pieces are back." {
        player: "Player" "Whose turn it is.",
        feature_points: "integer" "The points that features gave to all players together.",
    }
    TurnEnded "on_turn_end" 1 "A turn ends." {
        player: "Player" "Whose turn it was.",
    }
    FinalScoring "on_final_scoring" 1 "The last turn is over; incomplete features and fields are scored." {}
    GameEnded "on_game_end" 1 "The game is over." {
        winners: "Player[]" "Who has most points; all of them in a tie (BG42).",
    }
    Custom "on_custom" 1 "An expansion raised an event of its own. Listen to it by its name: `on_<name>`." {
        name: "string" "The name of the event.",
        subject: "any" "What it happened to; several things are a selection.",
        data: "table" "What its expansion says about it.",
    }
}

impl EventKind {
    /// The declaration of this kind.
    pub fn info(self) -> &'static EventInfo {
        &EVENTS[self as usize]
    }
}

impl Event {
    /// The kind of event.
    pub fn kind(&self) -> EventKind {
        match self {
            Event::GameStarted => EventKind::GameStarted,
            Event::TurnStarted { .. } => EventKind::TurnStarted,
            Event::PhaseEntered { .. } => EventKind::PhaseEntered,
            Event::TileDrawn { .. } => EventKind::TileDrawn,
            Event::TileDiscarded { .. } => EventKind::TileDiscarded,
            Event::TilePlaced { .. } => EventKind::TilePlaced,
            Event::BlockPlaced { .. } => EventKind::BlockPlaced,
            Event::PieceDeployed { .. } => EventKind::PieceDeployed,
            Event::PieceMoved { .. } => EventKind::PieceMoved,
            Event::PieceReturned { .. } => EventKind::PieceReturned,
            Event::FeaturesJoined { .. } => EventKind::FeaturesJoined,
            Event::FeatureCompleted { .. } => EventKind::FeatureCompleted,
            Event::FeatureScored { .. } => EventKind::FeatureScored,
            Event::PointsAwarded(_) => EventKind::PointsAwarded,
            Event::PlacementScored { .. } => EventKind::PlacementScored,
            Event::TurnEnded { .. } => EventKind::TurnEnded,
            Event::FinalScoring => EventKind::FinalScoring,
            Event::GameEnded { .. } => EventKind::GameEnded,
            Event::Custom { .. } => EventKind::Custom,
        }
    }

    /// The feature that the event is about.
    pub fn feature(&self) -> Option<SegmentId> {
        match self {
            Event::PieceDeployed { feature, .. }
            | Event::FeaturesJoined { feature }
            | Event::FeatureCompleted { feature, .. }
            | Event::FeatureScored { feature, .. } => Some(*feature),
            Event::PointsAwarded(award) => award.feature,
            _ => None,
        }
    }

    /// A field by the name that [`EVENTS`] gives it, `None` for a name that this event does not have.
    ///
    /// A source is a [`Item::FeatureKind`] where a feature gave the points.
    pub fn field(&self, name: &str) -> Option<Item> {
        Some(match (self, name) {
            (Event::TurnStarted { player } | Event::TurnEnded { player }, "player") => Item::Player(*player),
            (Event::PhaseEntered { phase, .. }, "phase") => Item::Int(i64::from(*phase)),
            (Event::PhaseEntered { player, .. }, "player") => Item::Player(*player),
            (Event::TileDrawn { player, .. } | Event::TileDiscarded { player, .. }, "player") => {
                Item::Player(*player)
            }
            (Event::TileDrawn { tile, .. } | Event::TileDiscarded { tile, .. }, "tile") => {
                Item::TileDef(*tile)
            }
            (Event::TileDiscarded { had_place, .. }, "had_place") => Item::Bool(*had_place),
            (Event::TilePlaced { player, .. } | Event::BlockPlaced { player, .. }, "player") => {
                Item::Player(*player)
            }
            (Event::TilePlaced { tile, .. }, "tile") => Item::Tile(*tile),
            (Event::BlockPlaced { block, .. }, "block") => Item::Int(i64::from(*block)),
            (Event::BlockPlaced { tiles, .. }, "tiles") => Item::List(tiles.clone()),
            (Event::PieceDeployed { player, .. }, "player") => Item::Player(*player),
            (
                Event::PieceDeployed { piece, .. }
                | Event::PieceMoved { piece, .. }
                | Event::PieceReturned { piece, .. },
                "piece",
            ) => Item::Piece(*piece),
            (Event::PieceMoved { from, .. } | Event::PieceReturned { from, .. }, "from") => from.clone(),
            (Event::PieceMoved { to, .. }, "to") => to.clone(),
            (
                Event::PieceDeployed { feature, .. }
                | Event::FeaturesJoined { feature }
                | Event::FeatureCompleted { feature, .. }
                | Event::FeatureScored { feature, .. },
                "feature",
            ) => Item::Feature(*feature),
            (Event::FeatureCompleted { player, .. } | Event::PlacementScored { player, .. }, "player") => {
                Item::Player(*player)
            }
            (Event::FeatureScored { complete, .. }, "complete") => Item::Bool(*complete),
            (Event::FeatureScored { winners, .. } | Event::GameEnded { winners }, "winners") => {
                Item::List(winners.clone())
            }
            (Event::FeatureScored { points, .. }, "points") => Item::Int(i64::from(*points)),
            (Event::PointsAwarded(award), _) => return award_field(award, name),
            (Event::PlacementScored { points, .. }, "feature_points") => Item::Int(i64::from(*points)),
            (Event::Custom { name, .. }, "name") => Item::Text(name.clone()),
            (Event::Custom { subject, .. }, "subject") => subject.clone(),
            (Event::Custom { data, .. }, "data") => Item::Value(data.clone()),
            _ => return None,
        })
    }
}

fn award_field(award: &Award, name: &str) -> Option<Item> {
    Some(match name {
        "player" => Item::Player(award.player),
        "points" => Item::Int(i64::from(award.points)),
        "source" => match &award.source {
            Source::Feature(kind) => Item::FeatureKind(*kind),
            Source::Rule(name) => Item::Text(name.clone()),
        },
        "feature" => award.feature.map_or(Item::Nil, Item::Feature),
        "at" => award.at.map_or(Item::Nil, Item::Tile),
        _ => return None,
    })
}

/// A cell as an item, for events that name empty cells.
impl From<Pos> for Item {
    fn from(pos: Pos) -> Item {
        Item::Cell(pos)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples() -> Vec<Event> {
        let player = Player(0);
        let (piece, feature, tile) = (PieceId(0), SegmentId(0), TileId(0));
        let winners: Arc<[Item]> = Arc::from([]);
        vec![
            Event::GameStarted,
            Event::TurnStarted { player },
            Event::PhaseEntered { phase: 0, player },
            Event::TileDrawn { player, tile: TileDefId(0) },
            Event::TileDiscarded { player, tile: TileDefId(0), had_place: true },
            Event::TilePlaced { player, tile },
            Event::BlockPlaced { player, block: 0, tiles: winners.clone() },
            Event::PieceDeployed { player, piece, feature },
            Event::PieceMoved { piece, from: Item::Nil, to: Item::Nil },
            Event::PieceReturned { piece, from: Item::Nil },
            Event::FeaturesJoined { feature },
            Event::FeatureCompleted { player, feature },
            Event::FeatureScored { feature, complete: true, winners: winners.clone(), points: 1 },
            Event::PointsAwarded(Award {
                player,
                points: 1,
                source: Source::Rule("x".into()),
                parts: Parts::new(),
                at: None,
                feature: None,
            }),
            Event::PlacementScored { player, points: 0 },
            Event::TurnEnded { player },
            Event::FinalScoring,
            Event::GameEnded { winners },
            Event::Custom { name: "x".into(), data: Arc::new(Value::Nil), subject: Item::Nil },
        ]
    }

    #[test]
    fn every_declared_field_exists() {
        let samples = samples();
        assert_eq!(samples.len(), EVENTS.len());
        for (event, info) in samples.iter().zip(EVENTS) {
            assert_eq!(event.kind(), info.kind);
            for field in info.fields {
                assert!(event.field(field.name).is_some(), "{}.{}", info.hook, field.name);
            }
            assert!(event.field("no_such_field").is_none());
        }
    }
}
