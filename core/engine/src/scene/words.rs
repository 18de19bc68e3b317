//! Names of choices and items, and why a placement is refused: for messages and logs.

use crate::board::TileId;
use crate::decision::{Choice, Item, Prompt};
use crate::geometry::{Pos, Rotation, Side};
use crate::tile::TileDefId;

use super::Scene;

impl Scene {
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
                let item = self.state.items.get(*item as usize).filter(|item| **item != Item::Nil);
                let item = item.map(|item| self.item_name(item));
                format!("{name} {}", item.unwrap_or_default()).trim_end().to_owned()
            }
            Choice::Answer { item } => match &self.state.prompt {
                Some(Prompt::Question(question)) => {
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
}

/// A name with the indefinite article that it takes, for messages.
pub(crate) fn with_article(name: &str) -> String {
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {name}")
}
