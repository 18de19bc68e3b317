//! When a handler is called at all, decided without calling it.

mod about;
mod conditions;
mod gate;
mod with;

use smallvec::{SmallVec, smallvec};

use crate::board::TileId;
use crate::decision::Item;
use crate::event::{Event, EventKind};
use crate::host::{Action, Handler, Query, QueryKind};
use crate::ruleset::{Carried, Player};
use crate::scene::Scene;
use crate::tile::{AttributeId, TileDefId};

pub(crate) use self::about::About;
use self::about::{about_event, about_query};
use self::conditions::Conditions;
pub(crate) use self::gate::Gates;
use self::gate::{Gate, Glance};
pub use self::with::{PieceKinds, TileWith};

/// When a handler is called at all, decided without calling it. All conditions must hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only for features of these kinds, one bit each by feature kind id; 0 for all.
    pub features: u64,
    /// Only for features with this attribute, merged; for a tile one of its features.
    pub feature_with: Option<AttributeId>,
    /// Only for features on which a follower stands, or only for others; for a tile one of its features, and with
    /// `feature_with` the one that has the attribute.
    pub claimed: Option<bool>,
    /// Only when a follower of the feature stands on a tile that has this attribute.
    pub follower_on: Option<AttributeId>,
    /// Only for tiles that have this, or for features of which a tile has it. A deployment is about
    /// the tile on which the piece stands.
    pub tile_with: Option<TileWith>,
    /// Only where the tile, or one on the eight cells around it, has this.
    pub around_with: Option<TileWith>,
    /// Only while one of these phases runs, one bit each by their index in the ruleset; 0 for all.
    pub phases: u64,
    /// Only while a piece is in one of these places, one bit each by place kind id; 0 for all. An
    /// action is about the pieces of the player who may use it, and about those of nobody.
    pub piece_in: u64,
    /// Only while a piece is in one of these places on the tile, or on one of the feature's tiles, one
    /// bit each by place kind id; 0 for all.
    pub piece_on: u64,
    /// Only for pieces of these kinds; none for all.
    pub piece: PieceKinds,
    /// Only while a piece of one of these kinds is in the supply; none for all. An action is about the pieces of the
    /// player who may use it.
    pub in_supply: PieceKinds,
    /// Only for so many points, or more.
    pub points: Option<i32>,
    /// Only while all players together have so many points, or more; for an action the player who may use it.
    pub has_points: Option<i32>,
}

/// Conditions of which one must be met; none for a handler that is called always.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filters {
    any: SmallVec<[Conditions; 1]>,
    gate: Gate,
}

impl From<Filter> for Filters {
    fn from(filter: Filter) -> Filters {
        Filters::from_iter([filter])
    }
}

impl FromIterator<Filter> for Filters {
    fn from_iter<I: IntoIterator<Item = Filter>>(filters: I) -> Filters {
        let filters: SmallVec<[Filter; 1]> = filters.into_iter().collect();
        Filters {
            gate: Gate::any(filters.iter().map(Gate::of)),
            any: filters.iter().map(Conditions::of).collect(),
        }
    }
}

impl Filters {
    /// Nothing passes.
    pub fn never() -> Filters {
        Filters::from(Filter { phases: gate::NEVER, ..Filter::default() })
    }

    /// Whether everything passes.
    #[inline]
    pub fn is_open(&self) -> bool {
        self.any.is_empty()
    }

    /// The gates of all alternatives; one that is open where everything passes.
    fn gates(&self) -> SmallVec<[Gate; 1]> {
        let gates: SmallVec<[Gate; 1]> = self.any.iter().map(|conditions| conditions.gate).collect();
        if gates.is_empty() { smallvec![Gate::default()] } else { gates }
    }

    /// Whether a handler wants to be called. `about` is only called if that hangs on it.
    #[inline]
    fn pass(&self, scene: &Scene, about: impl FnOnce() -> About) -> bool {
        let state = &scene.state;
        self.is_open()
            || self.gate.is_open(state, || state.held.any()) && {
                let about = about();
                let glance = Glance { carried: scene.carried_by(&about), points: about.points };
                self.gate.lets_by(&glance) && self.passes(scene, &about)
            }
    }

    /// The same where it is known what gates look at.
    #[inline]
    fn pass_at(&self, scene: &Scene, glance: &Glance<'_>, about: impl FnOnce() -> About) -> bool {
        let state = &scene.state;
        self.is_open()
            || self.gate.is_open(state, || state.held.any())
                && self.gate.lets_by(glance)
                && self.passes(scene, &about())
    }

    #[inline(never)]
    fn passes(&self, scene: &Scene, about: &About) -> bool {
        self.any.iter().any(|conditions| conditions.hold(scene, about))
    }
}

impl Filter {
    /// What the tile that it asks for carries, or one of the tiles; nothing where it asks for none.
    fn carried(&self) -> Carried {
        let tile = self.tile_with.or(self.around_with).map(TileWith::carried);
        let segment = self.feature_with.map(Carried::with_attribute_on_segment);
        let under = self.follower_on.map(Carried::with_attribute);
        tile.or(segment).or(under).unwrap_or_default()
    }
}

impl Scene {
    /// The tiles on the board that have something, in the order in which they were placed. Where no tile on
    /// the board has it, none is looked at.
    pub fn tiles_with(&self, with: TileWith) -> impl Iterator<Item = TileId> + '_ {
        let board = &self.state.board;
        let tiles = if with.may_be_in(board.carried()) { board.tiles() } else { &[] };
        let found = tiles.iter().enumerate().filter(move |(_, placed)| with.is_on_tile(self, placed.def));
        found.map(|(id, _)| TileId(id as u32))
    }

    /// Whether any expansion has a say in where a tile may lie.
    #[inline]
    pub(crate) fn is_asked_where(&self, tile: TileDefId) -> bool {
        let handlers = &self.subscriptions.ask[QueryKind::AllowPlacement as usize];
        let glance = Glance { carried: &self.rules.tile(tile).carried, points: None };
        handlers.iter().any(|handler| handler.filters.pass_at(self, &glance, || About::tile(tile)))
    }

    /// Whether the handler at an index wants to be asked something now.
    pub fn wants_to_answer(&self, query: &Query, handler: usize) -> bool {
        let handlers = &self.subscriptions.ask[query.kind as usize];
        handlers.get(handler).is_some_and(|handler| {
            handler.filters.pass(self, || about_query(self, query)) && !self.state.is_muted(handler.expansion)
        })
    }

    /// Whether any handler may want to be asked something now, before the question is made.
    #[inline]
    pub(crate) fn is_asked(&self, kind: QueryKind, about: impl Fn(&Scene) -> About) -> bool {
        let handlers = &self.subscriptions.ask[kind as usize];
        handlers.iter().any(|handler| handler.filters.pass(self, || about(self)))
    }

    /// Whether anybody may want to hear of an event now.
    #[inline]
    pub(crate) fn may_be_heard(&self, event: &Event, kind: EventKind) -> bool {
        self.gates.may_be_heard(kind, &self.state, &self.glance(event))
    }

    #[inline]
    fn glance(&self, event: &Event) -> Glance<'_> {
        let carried = match event {
            Event::TileDrawn { tile, .. }
            | Event::TileDiscarded { tile, .. }
            | Event::Custom { subject: Item::TileDef(tile), .. } => &self.rules.tile(*tile).carried,
            _ => self.state.board.carried(),
        };
        Glance { carried, points: about::points_of(event) }
    }

    /// What the tiles carry that conditions look at: those on the board, or the one that is about to come there.
    #[inline]
    fn carried_by(&self, about: &About) -> &Carried {
        match about.def {
            Some(def) if about.is_before_placing() => &self.rules.tile(def).carried,
            _ => self.state.board.carried(),
        }
    }

    /// The next listener of an event from an index on that wants to be called now.
    pub(crate) fn next_listener(&self, event: &Event, kind: EventKind, from: usize) -> Option<usize> {
        let handlers = self.subscriptions.tell[kind as usize].get(from..)?;
        if handlers.is_empty() {
            return None;
        }
        let glance = self.glance(event);
        let mut about = None;
        let wants = |handler: &Handler| {
            let mut about = || *about.get_or_insert_with(|| about_event(self, event));
            handler.hears(event)
                && handler.filters.pass_at(self, &glance, &mut about)
                && !self.state.is_muted(handler.expansion)
        };
        handlers.iter().position(wants).map(|at| from + at)
    }

    /// Whether an action may be of use to a player now, so that its options are asked for.
    #[inline]
    pub(crate) fn may_act(&self, action: &Action, player: Player) -> bool {
        let (filters, state) = (&action.filters, &self.state);
        let about = About { player: Some(player), ..About::default() };
        (filters.is_open()
            || filters.gate.is_open(state, || state.held.of(player)) && filters.passes(self, &about))
            && !state.is_muted(action.expansion)
    }
}
