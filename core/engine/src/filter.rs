//! When a handler is called at all, decided without calling it.

use smallvec::SmallVec;

use crate::decision::Item;
use crate::event::Event;
use crate::feature::SegmentId;
use crate::host::{Query, QueryKind};
use crate::scene::Scene;
use crate::tile::{AttributeId, FeatureKindId, TileDef, TileDefId};

/// When a handler is called at all, decided without calling it. All conditions must hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only for features of these kinds, one bit each by feature kind id; 0 for all.
    pub features: u64,
    /// Only when a follower of the feature stands on a tile that has this attribute.
    pub follower_on: Option<AttributeId>,
    /// Only for tiles that have this, or for features of which a tile has it. A deployment is about
    /// the tile on which the piece stands.
    pub tile_with: Option<TileWith>,
    /// Only while one of these phases runs, one bit each by their index in the ruleset; 0 for all.
    pub phases: u64,
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
    /// Whether a tile has it.
    pub fn is_on(self, tile: &TileDef) -> bool {
        match self {
            TileWith::Attribute(id) => tile.attributes.get(id).is_some(),
            TileWith::Feature(kind) => tile.segments.iter().any(|segment| segment.kind == kind),
        }
    }
}

impl Filter {
    /// Whether it lets everything pass.
    #[inline]
    pub fn is_open(&self) -> bool {
        self.features == 0 && self.phases == 0 && self.follower_on.is_none() && self.tile_with.is_none()
    }

    /// Whether a handler wants to be called for an event.
    #[inline]
    pub(crate) fn passes_event(&self, scene: &Scene, event: &Event) -> bool {
        self.is_open() || self.passes(scene, event.feature(), || event_tiles(scene, event))
    }

    /// Whether a handler wants to be asked.
    #[inline]
    pub(crate) fn passes_query(&self, scene: &Scene, query: &Query) -> bool {
        self.is_open() || self.passes(scene, feature_of(query), || query_tiles(scene, query))
    }

    /// Whether a handler may want to be asked about a tile before it is placed.
    #[inline]
    pub(crate) fn may_ask_about(&self, scene: &Scene, tile: TileDefId) -> bool {
        self.is_open() || self.passes(scene, None, || SmallVec::from_iter([tile]))
    }

    fn passes(
        &self,
        scene: &Scene,
        feature: Option<SegmentId>,
        tiles: impl FnOnce() -> SmallVec<[TileDefId; 4]>,
    ) -> bool {
        let state = &scene.state;
        let rules = &scene.rules;
        if self.phases != 0 && self.phases.checked_shr(state.phase.into()).is_none_or(|bits| bits & 1 == 0) {
            return false;
        }
        if self
            .tile_with
            .is_some_and(|with| !tiles().into_iter().any(|tile| with.is_on(&rules.tile(tile).def)))
        {
            return false;
        }
        let Some(feature) = feature else { return true };
        if self.features != 0 && self.features >> state.features.kind(feature).0 & 1 == 0 {
            return false;
        }
        let Some(attribute) = self.follower_on else { return true };
        state.features.claims(feature) > 0
            && state.pieces_on(feature).any(|piece| {
                rules.is_follower(state.piece(piece).kind)
                    && state.tile_of(piece).is_some_and(|tile| {
                        let def = state.board.tile(tile).def;
                        rules.tile(def).def.attributes.get(attribute).is_some()
                    })
            })
    }
}

impl Scene {
    /// Whether any expansion has a say in where a tile may lie.
    #[inline]
    pub(crate) fn is_asked_where(&self, tile: TileDefId) -> bool {
        let handlers = &self.subscriptions.ask[QueryKind::AllowPlacement as usize];
        handlers.iter().any(|handler| handler.filter.may_ask_about(self, tile))
    }

    /// Whether the handler at an index wants to be asked something now.
    pub fn wants_to_answer(&self, query: &Query, handler: usize) -> bool {
        let handlers = &self.subscriptions.ask[query.kind as usize];
        handlers.get(handler).is_some_and(|handler| {
            !self.state.is_muted(handler.expansion) && handler.filter.passes_query(self, query)
        })
    }
}

/// The tiles that an event is about.
fn event_tiles(scene: &Scene, event: &Event) -> SmallVec<[TileDefId; 4]> {
    let board = &scene.state.board;
    match event {
        Event::TileDrawn { tile, .. } | Event::TileDiscarded { tile, .. } => SmallVec::from_iter([*tile]),
        Event::TilePlaced { tile, .. } => SmallVec::from_iter([board.tile(*tile).def]),
        Event::PieceDeployed { feature, .. } => SmallVec::from_iter([tile_of(scene, *feature)]),
        _ => event.feature().map(|feature| tiles_of(scene, feature)).unwrap_or_default(),
    }
}

/// The tiles that a query is about.
fn query_tiles(scene: &Scene, query: &Query) -> SmallVec<[TileDefId; 4]> {
    let feature = feature_of(query);
    match (query.kind, feature) {
        (QueryKind::AllowDeployment, Some(feature)) => SmallVec::from_iter([tile_of(scene, feature)]),
        (_, Some(feature)) => tiles_of(scene, feature),
        (_, None) => query
            .fields
            .iter()
            .filter_map(|item| match item {
                Item::TileDef(tile) => Some(*tile),
                _ => None,
            })
            .collect(),
    }
}

fn feature_of(query: &Query) -> Option<SegmentId> {
    query.fields.iter().find_map(|item| match item {
        Item::Feature(at) => Some(*at),
        _ => None,
    })
}

fn tile_of(scene: &Scene, segment: SegmentId) -> TileDefId {
    scene.state.board.tile(scene.state.features.tile(segment)).def
}

fn tiles_of(scene: &Scene, feature: SegmentId) -> SmallVec<[TileDefId; 4]> {
    scene.state.features.segments(feature).map(|segment| tile_of(scene, segment)).collect()
}
