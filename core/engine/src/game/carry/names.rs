//! Finding by name what an id of other rules means.

use crate::board::Placed;
use crate::decision::{ActionId, Choice, Item};
use crate::event::EventKind;
use crate::host::Subscriptions;
use crate::piece::PieceId;
use crate::ruleset::Ruleset;
use crate::state::Performance;
use crate::tile::{FeatureKindId, PieceKindId, PlaceKindId, TileDef, TileDefId};

use super::fault::{CarryErrors, CarryFault};

/// Two sets of rules, what each piece of the old ones is under the new ones, and what was not found.
pub(super) struct Names<'a> {
    pub old: &'a Ruleset,
    pub new: &'a Ruleset,
    old_heard: &'a Subscriptions,
    new_heard: &'a Subscriptions,
    /// By the id of the old rules; nothing for pieces that are gone from a supply.
    pub pieces: Vec<Option<PieceId>>,
    faults: Vec<CarryFault>,
}

impl<'a> Names<'a> {
    pub fn new(
        old: &'a Ruleset,
        old_heard: &'a Subscriptions,
        new: &'a Ruleset,
        new_heard: &'a Subscriptions,
    ) -> Names<'a> {
        let mut names = Names { old, new, old_heard, new_heard, pieces: Vec::new(), faults: Vec::new() };
        if old.setup.players != new.setup.players {
            names.fault(CarryFault::Players);
        }
        names
    }

    pub fn fault(&mut self, fault: CarryFault) {
        // One name is missed once, however often the state holds it.
        if !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }

    pub fn finish(self) -> Result<(), CarryErrors> {
        if self.faults.is_empty() { Ok(()) } else { Err(CarryErrors(self.faults)) }
    }

    /// What was found, or else a fault.
    pub fn found<T>(
        &mut self,
        found: Option<T>,
        what: &'static str,
        name: &str,
        held: impl Into<String>,
    ) -> Option<T> {
        if found.is_none() {
            self.fault(CarryFault::Gone { what, name: name.to_owned(), held: held.into() });
        }
        found
    }

    /// The tile of the same id, if there is one.
    pub fn known_tile(&self, id: TileDefId) -> Option<TileDefId> {
        self.new.tile_id(&self.old.tile(id).def.id)
    }

    pub fn tile(&mut self, id: TileDefId, held: &str) -> Option<TileDefId> {
        let (old, found) = (self.old, self.known_tile(id));
        self.found(found, "tile", &old.tile(id).def.id, held)
    }

    /// A tile on the board: its edges and segments must be the same, in the same order.
    pub fn placed(&mut self, placed: &Placed) -> Option<TileDefId> {
        let (old, new) = (self.old, self.new);
        let before = &old.tile(placed.def).def;
        let id = self.tile(placed.def, &format!("it lies at {}", placed.pos))?;
        let after = &new.tile(id).def;
        let edges = |rules: &Ruleset, tile: &TileDef| {
            let kinds = &rules.vocabulary().edge_kinds;
            tile.edges.map(|edge| kinds[edge.index()].name.clone())
        };
        let segments = |rules: &Ruleset, tile: &TileDef| {
            let kinds = &rules.vocabulary().feature_kinds;
            let segment = tile.segments.iter();
            segment.map(|at| (kinds[at.kind.index()].name.clone(), at.ports)).collect::<Vec<_>>()
        };
        let what = if edges(old, before) != edges(new, after) {
            "edges are others"
        } else if segments(old, before) != segments(new, after) {
            "segments are others, or in another order,"
        } else {
            return Some(id);
        };
        self.fault(CarryFault::Tile { tile: before.id.clone(), pos: placed.pos, what });
        None
    }

    pub fn feature_kind(&mut self, id: FeatureKindId) -> Option<FeatureKindId> {
        let (old, new) = (self.old.vocabulary(), self.new.vocabulary());
        let kind = &old.feature_kinds[id.index()];
        let found = new.feature_kind(&kind.name);
        self.found(found, "kind of feature", &kind.name, "there are such features on the board")
    }

    pub fn piece_kind(&mut self, id: PieceKindId) -> Option<PieceKindId> {
        let (old, new) = (self.old.vocabulary(), self.new.vocabulary());
        let name = &old.piece_kinds[id.index()].name;
        self.found(new.piece_kind(name), "kind of piece", name, "such pieces are in play")
    }

    pub fn piece(&mut self, id: PieceId) -> Option<PieceId> {
        let found = self.pieces.get(id.index()).copied().flatten();
        self.found(found, "piece", &format!("#{}", id.0), "a question or an action is about it")
    }

    /// The place of the same name; it must be of the same sort.
    pub fn place(&mut self, id: PlaceKindId) -> Option<PlaceKindId> {
        let (old, new) = (self.old.vocabulary(), self.new.vocabulary());
        let kind = &old.place_kinds[id.index()];
        let found = self.found(new.place_kind(&kind.name), "place", &kind.name, "pieces are in it")?;
        if new.place_kinds[found.index()].on_tile != kind.on_tile {
            self.fault(CarryFault::Place(kind.name.clone()));
        }
        Some(found)
    }

    pub fn phase(&mut self, phase: u8) -> Option<u8> {
        let (old, new) = (self.old, self.new);
        let name = &old.phases[phase as usize].name;
        let found = new.phases.iter().position(|phase| phase.name == *name).map(|at| at as u8);
        self.found(found, "phase", name, "the turn is in it, or comes to it next")
    }

    pub fn block(&mut self, block: u16) -> Option<u16> {
        let (old, new) = (self.old, self.new);
        let id = &old.setup.blocks[block as usize].id;
        let found = new.setup.blocks.iter().position(|block| block.id == *id).map(|at| at as u16);
        self.found(found, "block", id, "it lies on the board")
    }

    /// The expansion of the same id, if it is in play.
    pub fn known_expansion(&self, expansion: u16) -> Option<u16> {
        let id = &self.old.setup.expansions.get(expansion as usize)?.id;
        self.new.setup.expansions.iter().position(|info| info.id == *id).map(|at| at as u16)
    }

    pub fn action(&mut self, action: ActionId) -> Option<ActionId> {
        let name = self.old_heard.actions.get(action.index()).map_or("?", |action| &*action.name);
        let found = self.new_heard.actions.iter().position(|action| *action.name == *name);
        self.found(found.map(|at| ActionId(at as u16)), "action", name, "it was used in this turn")
    }

    pub fn performance(&mut self, used: &Performance) -> Option<Performance> {
        let action = self.action(used.action)?;
        Some(Performance { action, player: used.player, item: self.item(&used.item)? })
    }

    /// The handlers of an event must be those of the same expansions, in the same order, where some of
    /// them were called already.
    pub fn listeners(&mut self, kind: EventKind) -> Option<()> {
        let ids = |heard: &Subscriptions, rules: &Ruleset| {
            let handlers = heard.tell[kind as usize].iter();
            let id = |at: u16| rules.setup.expansions.get(at as usize).map(|info| info.id.clone());
            handlers.map(|handler| (id(handler.expansion), handler.custom.clone())).collect::<Vec<_>>()
        };
        if ids(self.old_heard, self.old) == ids(self.new_heard, self.new) {
            return Some(());
        }
        self.fault(CarryFault::Listeners(kind.info().hook));
        None
    }

    /// What was done in the phase of deployment.
    pub fn deed(&mut self, deed: Choice) -> Option<Choice> {
        Some(match deed {
            Choice::Deploy { kind, segment } => Choice::Deploy { kind: self.piece_kind(kind)?, segment },
            Choice::Recall { piece } => Choice::Recall { piece: self.piece(piece)? },
            Choice::Act { action, item } => Choice::Act { action: self.action(action)?, item },
            Choice::Place { .. } | Choice::Pass | Choice::Answer { .. } => deed,
        })
    }

    pub fn item(&mut self, item: &Item) -> Option<Item> {
        Some(match item {
            Item::Piece(piece) => Item::Piece(self.piece(*piece)?),
            Item::TileDef(tile) => Item::TileDef(self.tile(*tile, "a question or an action is about it")?),
            Item::FeatureKind(kind) => Item::FeatureKind(self.feature_kind(*kind)?),
            Item::PieceKind(kind) => Item::PieceKind(self.piece_kind(*kind)?),
            Item::Place(kind, tile) => Item::Place(self.place(*kind)?, *tile),
            Item::List(items) => {
                let items: Option<Vec<Item>> = items.iter().map(|item| self.item(item)).collect();
                Item::List(items?.into())
            }
            Item::Nil
            | Item::Bool(_)
            | Item::Int(_)
            | Item::Text(_)
            | Item::Player(_)
            | Item::Tile(_)
            | Item::Feature(_)
            | Item::Cell(_)
            | Item::Placement(..)
            | Item::Value(_) => item.clone(),
        })
    }
}
