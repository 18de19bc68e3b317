//! When a handler is called at all, decided without calling it.

mod about;
mod with;

use smallvec::SmallVec;

use crate::board::TileId;
use crate::event::{Event, EventKind};
use crate::host::{Action, Handler, Query, QueryKind};
use crate::ruleset::Player;
use crate::scene::Scene;
use crate::state::State;
use crate::tile::{AttributeId, TileDefId};

pub(crate) use self::about::About;
use self::about::{about_event, about_query};
use self::with::has_bit;
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
    any: SmallVec<[Filter; 1]>,
    gate: Gate,
}

/// What all conditions of a handler have in common, tried before any of them: most handlers wait for something
/// that is not there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Gate {
    /// The phases of which one must run, one bit each; 0 where one of the conditions asks for none.
    phases: u64,
    /// The places of which one must hold a piece, one bit each; 0 where one of the conditions asks for none.
    places: u64,
}

impl Gate {
    fn of(filters: &[Filter]) -> Gate {
        let common = |bits: fn(&Filter) -> u64| match filters.iter().all(|filter| bits(filter) != 0) {
            true => filters.iter().fold(0, |all, filter| all | bits(filter)),
            false => 0,
        };
        let places = |filter: &Filter| if filter.piece_in != 0 { filter.piece_in } else { filter.piece_on };
        Gate { phases: common(|filter| filter.phases), places: common(places) }
    }

    /// Whether a handler can be called at all. `held` are the places that hold a piece that counts.
    #[inline]
    fn is_open(&self, state: &State, held: impl FnOnce() -> u64) -> bool {
        (self.phases == 0 || has_bit(self.phases, state.phase.into()))
            && (self.places == 0 || self.places & held() != 0)
    }
}

impl From<Filter> for Filters {
    fn from(filter: Filter) -> Filters {
        Filters::from_iter([filter])
    }
}

impl FromIterator<Filter> for Filters {
    fn from_iter<I: IntoIterator<Item = Filter>>(filters: I) -> Filters {
        let any: SmallVec<[Filter; 1]> = filters.into_iter().collect();
        Filters { gate: Gate::of(&any), any }
    }
}

impl Filters {
    /// Nothing passes.
    pub fn never() -> Filters {
        // No ruleset has so many phases that this one could run.
        Filters::from(Filter { phases: 1 << 63, ..Filter::default() })
    }

    /// Whether everything passes.
    #[inline]
    pub fn is_open(&self) -> bool {
        self.any.is_empty()
    }

    /// Whether a handler wants to be called. `about` is only called if that hangs on it.
    #[inline]
    fn pass(&self, scene: &Scene, about: impl FnOnce() -> About) -> bool {
        let state = &scene.state;
        self.is_open() || self.gate.is_open(state, || state.held.any()) && self.passes(scene, &about())
    }

    #[inline(never)]
    fn passes(&self, scene: &Scene, about: &About) -> bool {
        self.any.iter().any(|filter| filter.passes(scene, about))
    }
}

impl Filter {
    /// Numbers are compared first; what has to be looked for comes last, in functions of its own, so that most
    /// tries cost next to nothing.
    fn passes(&self, scene: &Scene, about: &About) -> bool {
        let state = &scene.state;
        if self.phases != 0 && !has_bit(self.phases, state.phase.into()) {
            return false;
        }
        if self.points.is_some_and(|least| about.points.is_none_or(|points| points < least)) {
            return false;
        }
        if self.piece_in != 0 && self.piece_in & held(state, about.player) == 0 {
            return false;
        }
        if self.has_points.is_some_and(|least| about.points_held(scene) < i64::from(least)) {
            return false;
        }
        if !self.in_supply.is_empty() && !about.has_in_supply(scene, self.in_supply) {
            return false;
        }
        let of_kind = |feature| has_bit(self.features, state.features.kind(feature).0.into());
        if self.features != 0 && !about.feature.is_some_and(of_kind) {
            return false;
        }
        self.tile_with.is_none_or(|with| about.has_tile(scene, with))
            && self.around_with.is_none_or(|with| about.has_around(scene, with))
            && (self.feature_with.is_none() && self.claimed.is_none()
                || about.has_feature(scene, self.feature_with, self.claimed))
            && (self.piece_on == 0 || about.has_piece(scene, self.piece_on))
            && self.follower_on.is_none_or(|attribute| about.has_follower_on(scene, attribute))
    }
}

/// The places that hold a piece of a player or of nobody; of anybody, where no player is said.
#[inline]
fn held(state: &State, player: Option<Player>) -> u64 {
    player.map_or_else(|| state.held.any(), |player| state.held.of(player))
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
        handlers.iter().any(|handler| handler.filters.pass(self, || About::tile(tile)))
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

    /// The next listener of an event from an index on that wants to be called now.
    pub(crate) fn next_listener(&self, event: &Event, kind: EventKind, from: usize) -> Option<usize> {
        let handlers = self.subscriptions.tell[kind as usize].get(from..)?;
        let mut about = None;
        let wants = |handler: &Handler| {
            let mut about = || *about.get_or_insert_with(|| about_event(self, event));
            handler.hears(event)
                && handler.filters.pass(self, &mut about)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gate_holds_what_all_conditions_ask_for() {
        let gate = |filters: &[Filter]| filters.iter().copied().collect::<Filters>().gate;
        let held = Filter { piece_in: 0b01, ..Filter::default() };
        let on_tile = Filter { piece_on: 0b10, phases: 0b100, ..Filter::default() };
        assert_eq!(gate(&[]), Gate::default());
        assert_eq!(gate(&[held]), Gate { places: 0b01, phases: 0 });
        assert_eq!(gate(&[held, on_tile]), Gate { places: 0b11, phases: 0 });
        assert_eq!(gate(&[on_tile]), Gate { places: 0b10, phases: 0b100 });
        assert_eq!(gate(&[held, Filter { points: Some(1), ..Filter::default() }]), Gate::default());
    }
}
