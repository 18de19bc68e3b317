//! What an event or a query is about, and whether that is as a condition says.

use super::with::{PieceKinds, TileWith, has_bit};
use crate::board::TileId;
use crate::decision::Item;
use crate::event::Event;
use crate::feature::SegmentId;
use crate::host::{Query, QueryKind};
use crate::piece::Location;
use crate::ruleset::Player;
use crate::scene::Scene;
use crate::tile::{AttributeId, PieceKindId, TileDefId};

/// What an event or a query is about, as far as conditions look at it.
#[derive(Clone, Copy, Default)]
pub(crate) struct About {
    pub(super) feature: Option<SegmentId>,
    /// A tile on the board.
    pub(super) tile: Option<TileId>,
    /// A tile before it is placed.
    pub(super) def: Option<TileDefId>,
    /// The kind of a piece.
    pub(super) piece: Option<PieceKindId>,
    /// The feature is meant with all its tiles, not the part on one.
    pub(super) whole: bool,
    /// Whose pieces are meant, besides those of nobody; everybody's where nobody is said.
    pub(super) player: Option<Player>,
    pub(super) points: Option<i32>,
}

impl About {
    /// A tile before it is placed.
    pub fn tile(def: TileDefId) -> About {
        About { def: Some(def), ..About::default() }
    }

    /// Whether it is about a tile that is not on the board yet.
    #[inline]
    pub fn is_before_placing(&self) -> bool {
        self.def.is_some() && self.tile.is_none() && self.feature.is_none()
    }

    /// The part of a feature on one tile.
    pub fn part(scene: &Scene, at: SegmentId) -> About {
        About { feature: Some(at), tile: Some(scene.state.features.tile(at)), ..About::default() }
    }

    /// The same, about a piece of a kind.
    pub fn with_piece(self, kind: PieceKindId) -> About {
        About { piece: Some(kind), ..self }
    }

    /// A feature with all its tiles, and points that it gives.
    pub fn whole(scene: &Scene, feature: SegmentId, points: Option<i32>) -> About {
        About { whole: true, points, ..About::part(scene, feature) }
    }

    #[inline(never)]
    pub(super) fn has_tile(&self, scene: &Scene, with: TileWith) -> bool {
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
    pub(super) fn has_piece(&self, scene: &Scene, places: u64) -> bool {
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
    pub(super) fn points_held(&self, scene: &Scene) -> i64 {
        let of = |player| i64::from(scene.state.points(player));
        self.player.map_or_else(|| scene.rules.players().map(of).sum(), of)
    }

    #[inline(never)]
    pub(super) fn has_in_supply(&self, scene: &Scene, kinds: PieceKinds) -> bool {
        scene.state.pieces.iter().any(|piece| {
            piece.at == Location::Supply
                && kinds.contains(piece.kind)
                && (self.player.is_none() || piece.owner == self.player)
        })
    }

    #[inline(never)]
    pub(super) fn has_around(&self, scene: &Scene, with: TileWith) -> bool {
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
    pub(super) fn has_follower_on(&self, scene: &Scene, attribute: AttributeId) -> bool {
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
    pub(super) fn has_feature(
        &self,
        scene: &Scene,
        attribute: Option<AttributeId>,
        claimed: Option<bool>,
    ) -> bool {
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
pub(super) fn about_event(scene: &Scene, event: &Event) -> About {
    let features = &scene.state.features;
    match event {
        Event::TileDrawn { tile, .. } | Event::TileDiscarded { tile, .. } => About::tile(*tile),
        Event::TilePlaced { tile, .. } => About { tile: Some(*tile), ..About::default() },
        Event::PieceDeployed { piece, feature, .. } => {
            About::part(scene, *feature).with_piece(scene.state.piece(*piece).kind)
        }
        Event::PieceMoved { piece, .. } => about_item(scene, &Item::Piece(*piece)),
        // Where it came from: it is in the supply already.
        Event::PieceReturned { piece, from } => {
            about_item(scene, from).with_piece(scene.state.piece(*piece).kind)
        }
        Event::Custom { subject, .. } => match subject {
            Item::Feature(_) => About { whole: true, ..about_item(scene, subject) },
            _ => about_item(scene, subject),
        },
        _ => {
            let feature = event.feature();
            let tile = feature.map(|at| features.tile(at));
            About { feature, tile, whole: true, points: points_of(event), ..About::default() }
        }
    }
}

/// The points that an event is about.
#[inline]
pub(super) fn points_of(event: &Event) -> Option<i32> {
    match event {
        Event::PointsAwarded(award) => Some(award.points),
        Event::FeatureScored { points, .. } | Event::PlacementScored { points, .. } => Some(*points),
        Event::Custom { subject: Item::Int(points), .. } => i32::try_from(*points).ok(),
        _ => None,
    }
}

/// A feature, a tile, a place on a tile, or where a piece is.
fn about_item(scene: &Scene, item: &Item) -> About {
    match item {
        Item::Feature(at) => About::part(scene, *at),
        Item::Tile(tile) | Item::Place(_, Some(tile)) => About { tile: Some(*tile), ..About::default() },
        Item::TileDef(def) => About::tile(*def),
        Item::Piece(piece) => {
            let about = match scene.state.piece(*piece).at {
                Location::Segment(at) => About::part(scene, at),
                _ => About { tile: scene.state.tile_of(*piece), ..About::default() },
            };
            about.with_piece(scene.state.piece(*piece).kind)
        }
        Item::Int(points) => About { points: i32::try_from(*points).ok(), ..About::default() },
        _ => About::default(),
    }
}

pub(super) fn about_query(scene: &Scene, query: &Query) -> About {
    let mut about = About { whole: query.kind != QueryKind::AllowDeployment, ..About::default() };
    for item in &query.fields {
        match item {
            Item::Feature(at) => {
                about.feature = Some(*at);
                about.tile = Some(scene.state.features.tile(*at));
            }
            Item::TileDef(tile) => about.def = Some(*tile),
            Item::PieceKind(kind) => about.piece = Some(*kind),
            Item::Piece(piece) => about.piece = Some(scene.state.piece(*piece).kind),
            Item::Int(points) if query.kind == QueryKind::AdjustPoints => {
                about.points.get_or_insert(i32::try_from(*points).unwrap_or(i32::MAX));
            }
            _ => {}
        }
    }
    about
}
