//! The conditions of one alternative, in the order in which they are tried.

use smallvec::SmallVec;

use super::Filter;
use super::about::About;
use super::gate::Gate;
use super::with::{PieceKinds, TileWith, has_bit};
use crate::ruleset::Player;
use crate::scene::Scene;
use crate::state::State;
use crate::tile::AttributeId;

/// What one filter asks for, and nothing of what it does not ask for. All conditions must hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Conditions {
    /// What is tried before.
    pub gate: Gate,
    list: SmallVec<[Condition; 3]>,
}

/// One condition. What each means stands at the fields of [`Filter`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Condition {
    Phases(u64),
    Points(i32),
    PieceIn(u64),
    Piece(PieceKinds),
    Features(u64),
    HasPoints(i32),
    InSupply(PieceKinds),
    TileWith(TileWith),
    AroundWith(TileWith),
    Feature { with: Option<AttributeId>, claimed: Option<bool> },
    PieceOn(u64),
    FollowerOn(AttributeId),
}

impl Conditions {
    /// Numbers are compared first; what has to be looked for comes last, so that most tries cost next to nothing.
    pub fn of(filter: &Filter) -> Conditions {
        // Every field stands here, so that none is forgotten.
        let Filter {
            features,
            feature_with,
            claimed,
            follower_on,
            tile_with,
            around_with,
            phases,
            piece_in,
            piece_on,
            piece,
            in_supply,
            points,
            has_points,
        } = *filter;
        let bits = |bits: u64, condition: fn(u64) -> Condition| (bits != 0).then(|| condition(bits));
        let kinds = |kinds: PieceKinds, condition: fn(PieceKinds) -> Condition| {
            (!kinds.is_empty()).then(|| condition(kinds))
        };
        let of_feature = feature_with.is_some() || claimed.is_some();
        let all = [
            bits(phases, Condition::Phases),
            points.map(Condition::Points),
            bits(piece_in, Condition::PieceIn),
            kinds(piece, Condition::Piece),
            bits(features, Condition::Features),
            has_points.map(Condition::HasPoints),
            kinds(in_supply, Condition::InSupply),
            tile_with.map(Condition::TileWith),
            around_with.map(Condition::AroundWith),
            of_feature.then_some(Condition::Feature { with: feature_with, claimed }),
            bits(piece_on, Condition::PieceOn),
            follower_on.map(Condition::FollowerOn),
        ];
        Conditions { gate: Gate::of(filter), list: all.into_iter().flatten().collect() }
    }

    pub fn hold(&self, scene: &Scene, about: &About) -> bool {
        self.list.iter().all(|condition| condition.holds(scene, about))
    }
}

impl Condition {
    #[inline]
    fn holds(&self, scene: &Scene, about: &About) -> bool {
        let state = &scene.state;
        match *self {
            Condition::Phases(phases) => has_bit(phases, state.phase.into()),
            Condition::Points(least) => about.points.is_some_and(|points| points >= least),
            Condition::PieceIn(places) => places & held(state, about.player) != 0,
            Condition::Piece(kinds) => about.piece.is_some_and(|kind| kinds.contains(kind)),
            Condition::Features(kinds) => {
                about.feature.is_some_and(|feature| has_bit(kinds, state.features.kind(feature).0.into()))
            }
            Condition::HasPoints(least) => about.points_held(scene) >= i64::from(least),
            Condition::InSupply(kinds) => about.has_in_supply(scene, kinds),
            Condition::TileWith(with) => about.has_tile(scene, with),
            Condition::AroundWith(with) => about.has_around(scene, with),
            Condition::Feature { with, claimed } => about.has_feature(scene, with, claimed),
            Condition::PieceOn(places) => about.has_piece(scene, places),
            Condition::FollowerOn(attribute) => about.has_follower_on(scene, attribute),
        }
    }
}

/// The places that hold a piece of a player or of nobody; of anybody, where no player is said.
#[inline]
fn held(state: &State, player: Option<Player>) -> u64 {
    player.map_or_else(|| state.held.any(), |player| state.held.of(player))
}
