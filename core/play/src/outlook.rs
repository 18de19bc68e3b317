//! What a position promises each player, in hundredths of a point.
//!
//! Points on the track count in full. A claimed feature counts for whoever has the majority: as
//! much as it would give now, and a share of what its completion would add, which is the smaller
//! the more ends are open and the fewer tiles are left. Followers in the supply count a little,
//! the last ones more: so a follower is not wasted on a feature that gives less than it may earn
//! elsewhere.

use bastide_engine::feature::SegmentId;
use bastide_engine::game::Game;
use bastide_engine::piece::Location;
use bastide_engine::ruleset::{MAX_PLAYERS, Player};
use bastide_engine::scene::Scene;
use bastide_engine::tile::{Completion, PieceClass};

/// What a follower in the supply is worth: the last one, the last but one, and so on.
const SUPPLY: [i64; 7] = [450, 300, 220, 160, 110, 70, 50];

/// What a position promises each player, in seating order.
pub fn outlook(game: &Game) -> [i64; MAX_PLAYERS] {
    let (scene, state) = (game.scene(), game.state());
    let mut worth = [0; MAX_PLAYERS];
    for player in game.rules().players() {
        worth[player.index()] = i64::from(state.points(player)) * 100;
    }
    if game.is_over() {
        return worth;
    }
    add_features(scene, &mut worth);
    for player in game.rules().players() {
        worth[player.index()] += supply_worth(scene, player);
    }
    worth
}

/// How much better a position is for a player than for the others: their mean is taken off.
pub fn advantage(game: &Game, player: Player) -> i64 {
    lead(&outlook(game), player, game.rules().player_count())
}

/// One player's worth above the mean of the others.
pub(crate) fn lead(worth: &[i64; MAX_PLAYERS], player: Player, players: usize) -> i64 {
    let own = worth[player.index()];
    let others = players.saturating_sub(1) as i64;
    let sum: i64 = worth[..players].iter().sum::<i64>() - own;
    own - if others > 0 { sum / others } else { 0 }
}

/// What a player's followers in the supply are worth together; less when few tiles are left.
pub(crate) fn supply_worth(scene: &Scene, player: Player) -> i64 {
    let rules = scene.rules();
    let followers = rules.vocabulary().piece_kinds.iter();
    let owned = followers.filter(|kind| kind.class == PieceClass::Follower);
    let names = owned.filter_map(|kind| rules.vocabulary().piece_kind(&kind.name));
    let count: usize = names.map(|kind| scene.state().supply(player, kind)).sum();
    let worth: i64 = SUPPLY.iter().take(count).sum();
    worth * tiles_left(scene) / 100
}

/// What the next follower to be deployed is worth in the supply.
pub(crate) fn follower_cost(scene: &Scene, player: Player) -> i64 {
    let rules = scene.rules();
    let kinds = &rules.vocabulary().piece_kinds;
    let names = kinds.iter().filter(|kind| kind.class == PieceClass::Follower);
    let ids = names.filter_map(|kind| rules.vocabulary().piece_kind(&kind.name));
    let count: usize = ids.map(|kind| scene.state().supply(player, kind)).sum();
    count.checked_sub(1).and_then(|at| SUPPLY.get(at)).copied().unwrap_or(0) * tiles_left(scene) / 100
}

/// The tiles that are still to come, in hundredths of the stack at the beginning.
fn tiles_left(scene: &Scene) -> i64 {
    let all = i64::from(scene.rules().stack_size()).max(1);
    i64::from(scene.state().stack().len()) * 100 / all
}

/// Adds what the claimed features promise to those who have their majority.
fn add_features(scene: &Scene, worth: &mut [i64; MAX_PLAYERS]) {
    let state = scene.state();
    let mut seen: Vec<SegmentId> = Vec::new();
    for piece in state.pieces() {
        let Location::Segment(at) = piece.at else { continue };
        let root = state.features().root(at);
        if seen.contains(&root) {
            continue;
        }
        seen.push(root);
        let strength = strengths(scene, root);
        let most = strength.iter().copied().max().unwrap_or(0);
        if most > 0 {
            let promise = promise(scene, root);
            let winners = strength.iter().zip(worth.iter_mut()).filter(|(own, _)| **own == most);
            winners.for_each(|(_, worth)| *worth += promise);
        }
    }
}

/// The followers' strength of each player on a feature.
fn strengths(scene: &Scene, feature: SegmentId) -> [i32; MAX_PLAYERS] {
    let mut strength = [0; MAX_PLAYERS];
    let kinds = &scene.rules().vocabulary().piece_kinds;
    for id in scene.state().pieces_on(feature) {
        let piece = scene.state().piece(id);
        let follower = kinds[piece.kind.index()].class == PieceClass::Follower;
        if let (true, Some(owner)) = (follower, piece.owner) {
            strength[owner.index()] += scene.base_strength(id, feature);
        }
    }
    strength
}

/// What a feature promises to whoever has its majority, and what its followers promise by coming
/// home.
pub(crate) fn promise(scene: &Scene, feature: SegmentId) -> i64 {
    let state = scene.state();
    let kind = state.features().kind(feature);
    let kind = &scene.rules().vocabulary().feature_kinds[kind.index()];
    if kind.scoring.field {
        return field_promise(scene, feature);
    }
    let (now, _) = scene.value(feature, false);
    let open = i64::from(state.features().open_ends(feature).max(0));
    match kind.completion {
        Completion::Never => i64::from(now) * 100,
        Completion::Closed => {
            let (complete, _) = scene.value(feature, true);
            if open == 0 {
                return i64::from(complete) * 100;
            }
            let chance = closing_chance(scene, open);
            i64::from(now) * 100 + (i64::from(complete - now)) * chance + chance
        }
        Completion::Surrounded => {
            if open == 0 {
                return i64::from(scene.value(feature, true).0) * 100;
            }
            // Every empty cell around fills with some chance, and each is a point.
            let chance = tiles_left(scene).min(90) * 3 / 4;
            i64::from(now) * 100 + open * chance
        }
    }
}

/// How likely a feature with open ends will be closed, in hundredths.
fn closing_chance(scene: &Scene, open: i64) -> i64 {
    let left = i64::from(scene.state().stack().len());
    let at_best = [95, 75, 50, 30, 15];
    let chance = at_best.get(open as usize).copied().unwrap_or(5);
    chance * left / (left + 6 * open)
}

/// Three points for each completed city, and some hope for the others.
fn field_promise(scene: &Scene, field: SegmentId) -> i64 {
    let features = scene.state().features();
    let promise = |city: SegmentId| match features.open_ends(city) {
        _ if features.is_complete(scene.rules(), city) => 300,
        open => 2 * closing_chance(scene, i64::from(open.max(0))),
    };
    scene.neighbours(field).into_iter().map(promise).sum()
}
