//! The features at the end of a game.

use std::collections::BTreeSet;

use bastide_engine::feature::SegmentId;
use bastide_engine::game::Game;
use bastide_engine::ruleset::MAX_PLAYERS;
use bastide_engine::tile::FeatureKindId;
use serde_json::Value;

use super::names::{self, Names, Pointers};
use super::recording::position;
use super::shown::is_follower;

/// A feature: what it is, where, whose.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Feature {
    /// Its kind.
    pub kind: String,
    /// Its segments.
    pub places: BTreeSet<String>,
    /// Who has the majority.
    pub owners: Vec<usize>,
    /// For a field: how many segments of cities touch it.
    pub cities: Option<usize>,
}

impl Feature {
    /// Reads a feature that the other program showed.
    pub(crate) fn read(value: &Value) -> Feature {
        let list = |key: &str| value[key].as_array().into_iter().flatten();
        let place = |place: &Value| {
            let pos = position(place).map(names::cell).unwrap_or_default();
            format!("{},{pos}", place[2].as_str().unwrap_or_default())
        };
        let mut owners: Vec<usize> =
            list("owners").filter_map(|owner| Some(owner.as_u64()? as usize)).collect();
        owners.sort_unstable();
        Feature {
            kind: value["type"].as_str().unwrap_or_default().to_owned(),
            places: list("places").map(place).collect(),
            owners,
            cities: value["cities"].as_u64().map(|cities| cities as usize),
        }
    }
}

/// All features of a game.
pub fn of(game: &Game, names: &Names) -> BTreeSet<Feature> {
    let features = game.state().features();
    let all = (0..features.segment_count()).map(SegmentId);
    all.filter(|at| features.root(*at) == *at).map(|at| feature(game, names, at)).collect()
}

fn feature(game: &Game, names: &Names, at: SegmentId) -> Feature {
    let (scene, state) = (game.scene(), game.state());
    let pointers = Pointers { names, scene };
    let features = state.features();
    let place = |at: SegmentId| format!("{},{}", pointers.location(at), pointers.tile(features.tile(at)));
    let mut strength = [0; MAX_PLAYERS];
    for piece in state.pieces_on(at).filter(|piece| is_follower(game, *piece)) {
        if let Some(owner) = state.piece(piece).owner {
            strength[owner.index()] += scene.base_strength(piece, at);
        }
    }
    let most = strength.iter().copied().max().filter(|most| *most > 0);
    let owners = (0..MAX_PLAYERS).filter(|seat| Some(strength[*seat]) == most).collect();
    let field = features.kind(at) == FeatureKindId::FIELD;
    Feature {
        kind: pointers.kind(at),
        places: features.segments(at).map(place).collect(),
        owners,
        cities: field.then(|| touched(game, at)),
    }
}

/// How many segments of cities touch a field on the tiles where it lies.
fn touched(game: &Game, field: SegmentId) -> usize {
    let (board, features) = (game.state().board(), game.state().features());
    let on_tile = |at: SegmentId| {
        let first = board.tile(features.tile(at)).first_segment;
        let touches = &features.def(game.rules(), board, at).touches;
        touches.iter().map(move |local| first + u32::from(*local))
    };
    features.segments(field).flat_map(on_tile).collect::<BTreeSet<u32>>().len()
}
