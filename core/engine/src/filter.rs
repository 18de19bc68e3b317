//! When a handler is called at all, decided without calling it.

use smallvec::SmallVec;

use crate::board::TileId;
use crate::decision::Item;
use crate::event::{Event, EventKind};
use crate::feature::SegmentId;
use crate::host::{Action, Handler, Query, QueryKind};
use crate::piece::Location;
use crate::ruleset::{Carried, Player};
use crate::scene::Scene;
use crate::state::State;
use crate::tile::{AttributeId, FeatureKindId, PieceKindId, TileDef, TileDefId};

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
    /// Only while a player has so many points, or more: for an action the player who may use it, otherwise all
    /// players together.
    pub has_points: Option<i32>,
}

/// Kinds of pieces, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceKinds([u64; 4]);

impl PieceKinds {
    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self == PieceKinds::default()
    }

    /// Whether a kind is among them.
    pub fn contains(self, kind: PieceKindId) -> bool {
        has_bit(self.0[kind.index() / 64], u32::from(kind.0) % 64)
    }
}

impl FromIterator<PieceKindId> for PieceKinds {
    fn from_iter<I: IntoIterator<Item = PieceKindId>>(kinds: I) -> PieceKinds {
        let mut all = PieceKinds::default();
        for kind in kinds {
            all.0[kind.index() / 64] |= 1 << (kind.0 % 64);
        }
        all
    }
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

/// What a tile must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TileWith {
    /// An attribute of the tile.
    Attribute(AttributeId),
    /// A part of a feature of a kind.
    Feature(FeatureKindId),
}

impl TileWith {
    /// Whether one of the tiles that carry all this can have it.
    fn may_be_in(self, carried: &Carried) -> bool {
        match self {
            TileWith::Attribute(id) => carried.may_have_attribute(id),
            TileWith::Feature(kind) => carried.may_have_feature(kind),
        }
    }

    /// Whether a tile of the game has it.
    fn is_on_tile(self, scene: &Scene, tile: TileDefId) -> bool {
        let tile = scene.rules.tile(tile);
        self.may_be_in(&tile.carried) && self.is_on(&tile.def)
    }

    /// Whether a tile has it.
    pub fn is_on(self, tile: &TileDef) -> bool {
        match self {
            TileWith::Attribute(id) => tile.attributes.get(id).is_some(),
            TileWith::Feature(kind) => tile.segments.iter().any(|segment| segment.kind == kind),
        }
    }
}

/// What an event or a query is about, as far as conditions look at it.
#[derive(Clone, Copy, Default)]
pub(crate) struct About {
    feature: Option<SegmentId>,
    /// A tile on the board.
    tile: Option<TileId>,
    /// A tile before it is placed.
    def: Option<TileDefId>,
    /// The feature is meant with all its tiles, not the part on one.
    whole: bool,
    /// Whose pieces are meant, besides those of nobody; everybody's where nobody is said.
    player: Option<Player>,
    points: Option<i32>,
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

fn has_bit(bits: u64, at: u32) -> bool {
    bits.checked_shr(at).is_some_and(|bits| bits & 1 == 1)
}

/// The places that hold a piece of a player or of nobody; of anybody, where no player is said.
#[inline]
fn held(state: &State, player: Option<Player>) -> u64 {
    player.map_or_else(|| state.held.any(), |player| state.held.of(player))
}

impl About {
    /// A tile before it is placed.
    pub fn tile(def: TileDefId) -> About {
        About { def: Some(def), ..About::default() }
    }

    /// The part of a feature on one tile.
    pub fn part(scene: &Scene, at: SegmentId) -> About {
        About { feature: Some(at), tile: Some(scene.state.features.tile(at)), ..About::default() }
    }

    /// A feature with all its tiles, and points that it gives.
    pub fn whole(scene: &Scene, feature: SegmentId, points: Option<i32>) -> About {
        About { whole: true, points, ..About::part(scene, feature) }
    }

    #[inline(never)]
    fn has_tile(&self, scene: &Scene, with: TileWith) -> bool {
        let on_board = |tile: TileId| with.is_on_tile(scene, scene.state.board.tile(tile).def);
        match (self.feature, self.tile, self.def) {
            (Some(feature), _, _) if self.whole => {
                let features = &scene.state.features;
                features.segments(feature).any(|segment| on_board(features.tile(segment)))
            }
            (_, Some(tile), _) => on_board(tile),
            (_, None, Some(def)) => with.is_on_tile(scene, def),
            _ => false,
        }
    }

    #[inline(never)]
    fn has_piece(&self, scene: &Scene, places: u64) -> bool {
        if scene.state.held.any() & places == 0 {
            return false;
        }
        let features = &scene.state.features;
        let whole = self.feature.filter(|_| self.whole).map(|feature| features.root(feature));
        scene.state.pieces.iter().any(|piece| match piece.at {
            Location::Place(kind, Some(tile)) if has_bit(places, kind.0.into()) => match whole {
                Some(root) => scene.segments(tile).any(|segment| features.root(segment) == root),
                None => self.tile == Some(tile),
            },
            _ => false,
        })
    }

    /// The points that the player has who is meant, or all players together.
    fn points_held(&self, scene: &Scene) -> i64 {
        let of = |player| i64::from(scene.state.points(player));
        self.player.map_or_else(|| scene.rules.players().map(of).sum(), of)
    }

    #[inline(never)]
    fn has_in_supply(&self, scene: &Scene, kinds: PieceKinds) -> bool {
        scene.state.pieces.iter().any(|piece| {
            piece.at == Location::Supply
                && kinds.contains(piece.kind)
                && (self.player.is_none() || piece.owner == self.player)
        })
    }

    #[inline(never)]
    fn has_around(&self, scene: &Scene, with: TileWith) -> bool {
        let (board, features) = (&scene.state.board, &scene.state.features);
        if !with.may_be_in(board.carried()) {
            return false;
        }
        let has = |tile: TileId| with.is_on_tile(scene, board.tile(tile).def);
        let near = |tile: TileId| has(tile) || board.around(board.tile(tile).pos).any(has);
        match (self.feature, self.tile) {
            (Some(feature), _) if self.whole => features.tiles(feature).into_iter().any(near),
            (_, Some(tile)) => near(tile),
            _ => false,
        }
    }

    #[inline(never)]
    fn has_follower_on(&self, scene: &Scene, attribute: AttributeId) -> bool {
        let (rules, state) = (&scene.rules, &scene.state);
        let Some(feature) = self.feature else { return false };
        state.features.claims(feature) > 0
            && state.pieces_on(feature).any(|piece| {
                rules.is_follower(state.piece(piece).kind)
                    && state.tile_of(piece).is_some_and(|tile| {
                        let def = state.board.tile(tile).def;
                        rules.tile(def).def.attributes.get(attribute).is_some()
                    })
            })
    }

    #[inline(never)]
    fn has_feature(&self, scene: &Scene, attribute: Option<AttributeId>, claimed: Option<bool>) -> bool {
        let (rules, state) = (&scene.rules, &scene.state);
        if attribute.is_some_and(|attribute| !state.board.carried().may_have_on_segment(attribute)) {
            return false;
        }
        let carries = |segment: SegmentId, attribute: AttributeId| {
            has_bit(rules.kinds_with(attribute), state.features.kind(segment).0.into())
                && state.features.attribute(rules, &state.board, segment, attribute) != 0
        };
        let has = |segment: SegmentId| {
            claimed.is_none_or(|claimed| (state.features.claims(segment) > 0) == claimed)
                && attribute.is_none_or(|attribute| carries(segment, attribute))
        };
        match (self.feature, self.tile) {
            (Some(feature), _) => has(feature),
            (None, Some(tile)) => scene.segments(tile).any(has),
            (None, None) => false,
        }
    }
}

#[inline(never)]
fn about_event(scene: &Scene, event: &Event) -> About {
    let features = &scene.state.features;
    match event {
        Event::TileDrawn { tile, .. } | Event::TileDiscarded { tile, .. } => About::tile(*tile),
        Event::TilePlaced { tile, .. } => About { tile: Some(*tile), ..About::default() },
        Event::PieceDeployed { feature, .. } => About::part(scene, *feature),
        Event::PieceMoved { piece, .. } => {
            let feature = match scene.state.piece(*piece).at {
                Location::Segment(at) => Some(at),
                _ => None,
            };
            About { feature, tile: scene.state.tile_of(*piece), ..About::default() }
        }
        // Where it came from: it is in the supply already.
        Event::PieceReturned { from, .. } => about_item(scene, from),
        Event::Custom { subject, .. } => match subject {
            Item::Feature(_) => About { whole: true, ..about_item(scene, subject) },
            _ => about_item(scene, subject),
        },
        _ => {
            let feature = event.feature();
            let points = match event {
                Event::PointsAwarded(award) => Some(award.points),
                Event::FeatureScored { points, .. } | Event::PlacementScored { points, .. } => Some(*points),
                _ => None,
            };
            let tile = feature.map(|at| features.tile(at));
            About { feature, tile, whole: true, points, ..About::default() }
        }
    }
}

/// A feature, a tile, a place on a tile, or where a piece is.
fn about_item(scene: &Scene, item: &Item) -> About {
    match item {
        Item::Feature(at) => About::part(scene, *at),
        Item::Tile(tile) | Item::Place(_, Some(tile)) => About { tile: Some(*tile), ..About::default() },
        Item::TileDef(def) => About::tile(*def),
        Item::Piece(piece) => match scene.state.piece(*piece).at {
            Location::Segment(at) => about_item(scene, &Item::Feature(at)),
            _ => About { tile: scene.state.tile_of(*piece), ..About::default() },
        },
        Item::Int(points) => About { points: i32::try_from(*points).ok(), ..About::default() },
        _ => About::default(),
    }
}

fn about_query(scene: &Scene, query: &Query) -> About {
    let mut about = About { whole: query.kind != QueryKind::AllowDeployment, ..About::default() };
    for item in &query.fields {
        match item {
            Item::Feature(at) => {
                about.feature = Some(*at);
                about.tile = Some(scene.state.features.tile(*at));
            }
            Item::TileDef(tile) => about.def = Some(*tile),
            Item::Int(points) if query.kind == QueryKind::AdjustPoints => {
                about.points.get_or_insert(i32::try_from(*points).unwrap_or(i32::MAX));
            }
            _ => {}
        }
    }
    about
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
