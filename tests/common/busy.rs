//! An expansion that does everything that an expansion can do, all the time: for random games that
//! prove the engine's promises in the presence of handlers.

use std::sync::Arc;

use bastide_engine::board::TileId;
use bastide_engine::decision::Item;
use bastide_engine::event::{Award, Event, EventKind, Parts, Source};
use bastide_engine::feature::SegmentId;
use bastide_engine::game::Game;
use bastide_engine::geometry::{Pos, Rotation};
use bastide_engine::host::QueryKind;
use bastide_engine::piece::{Holder, Location, PieceId};
use bastide_engine::ruleset::{BlockDef, PhaseDef, PhasePlace, Player, Ruleset};
use bastide_engine::scene::Scene;
use bastide_engine::tile::{FeatureKindId, PieceClass, PieceKind, PlaceKind, PlaceKindId, Strength};
use bastide_engine::value::Value;

use super::host::{Closures, Heard, ask, done, fail};
use super::{Dice, base_setup};

const PRISON: Location = Location::Place(PlaceKindId(0), None);

/// The base game with a phase, two kinds of pieces, a place and a block more.
pub fn rules(players: usize) -> Arc<Ruleset> {
    let mut setup = base_setup(players, &[("edition", "second")]);
    let kind = |name: &str, class, strength, supply| PieceKind {
        name: name.to_owned(),
        class,
        strength: Strength::Fixed(strength),
        stands_on: vec![FeatureKindId::ROAD, FeatureKindId::CITY],
        meeple: class == PieceClass::Follower,
        recallable: false,
        needs_follower: false,
        supply,
    };
    setup.vocabulary.piece_kinds.push(kind("big", PieceClass::Follower, 2, 1));
    setup.vocabulary.piece_kinds.push(kind("dragon", PieceClass::Neutral, 0, 1));
    setup.vocabulary.place_kinds.push(PlaceKind { name: "busy/prison".into(), on_tile: false });
    setup.vocabulary.place_kinds.push(PlaceKind { name: "busy/pond".into(), on_tile: true });
    let cells = vec![(Pos::new(0, 0), "base/U".to_owned()), (Pos::new(1, 0), "base/U".to_owned())];
    setup.blocks.push(BlockDef { id: "busy/gate".into(), cells });
    setup.phases.push(PhaseDef::new("busy/market", PhasePlace::After("score".into())));
    Arc::new(Ruleset::new(setup).expect("the busy setup is valid"))
}

/// The expansions: 0 does most, 1 fails now and then in the middle of its handler.
pub fn host(rules: &Ruleset) -> Closures {
    let phase = |name: &str| rules.phases.iter().position(|phase| phase.name == name).expect("a phase") as u8;
    told(Closures::new())
        .allow(QueryKind::AllowPlacement, |_, query| match query.fields[2] {
            Item::Cell(pos) => (pos.x + 2 * pos.y).rem_euclid(13) != 5,
            _ => false,
        })
        .allow(QueryKind::AllowDeployment, |scene, query| match query.fields[2] {
            Item::Feature(at) => scene.state().turn() % 4 != 0 || !is(scene, at, FeatureKindId::FIELD),
            _ => false,
        })
        .allow(QueryKind::AllowCompletion, |scene, _| scene.state().turn() % 11 != 0)
        .allow(QueryKind::AllowDraw, |scene, query| match query.fields[1] {
            Item::TileDef(tile) => (u32::from(tile.0) + scene.state().turn()) % 5 != 0,
            _ => false,
        })
        .adjust(QueryKind::AdjustPoints, |scene, _| vec![("busy", (scene.state().turn() % 3) as i32)])
        .adjust(QueryKind::AdjustStrength, |scene, query| match query.fields[0] {
            Item::Piece(piece) if scene.state().piece(piece).since % 5 == 0 => vec![("old", 1)],
            _ => vec![],
        })
        .action("busy.mint", Some(phase("deploy")), false, poor, take_coin)
        .action("busy.buy", Some(phase("busy/market")), true, rich, buy)
        .action("busy.beg", None, false, poor, take_coin)
        .expansion(1)
        .on(EventKind::TilePlaced, |scene, event, _| {
            let tile = placed(event);
            let pos = scene.state().board().tile(tile).pos;
            let _ = scene.add_tokens(Holder::Game, "rage", 1);
            scene.chance(6);
            if (pos.x * 7 + pos.y * 3).rem_euclid(17) == 3 { fail("busy fails here") } else { done() }
        })
}

fn told(host: Closures) -> Closures {
    host.on(EventKind::TilePlaced, capture)
        .on(EventKind::TilePlaced, build)
        .on(EventKind::PieceDeployed, tunnel)
        .on(EventKind::FeatureCompleted, reinforce)
        .on_custom("busy.echo", |scene, _, _| {
            let count = scene.state().storage("busy").as_int().unwrap_or(0);
            scene.set_storage("busy", Value::Int(count + 1));
            done()
        })
        .on(EventKind::TurnEnded, |scene, _, _| {
            let prisoner = prisoners(scene).next();
            if let Some(piece) = prisoner.filter(|_| scene.state().turn() % 3 == 0) {
                scene.move_piece(piece, Location::Supply);
            }
            done()
        })
        .on(EventKind::FinalScoring, |scene, _, _| {
            for player in scene.rules().players() {
                let coins = scene.state().tokens(Holder::Player(player), "coin") as i32;
                let source = Source::Rule("busy/coins".into());
                let parts = Parts::new();
                scene.award(Award { player, points: coins, source, parts, at: None, feature: None });
            }
            done()
        })
}

fn is(scene: &Scene, at: SegmentId, kind: FeatureKindId) -> bool {
    scene.state().features().kind(at) == kind
}

fn placed(event: &Event) -> TileId {
    match event.field("tile") {
        Some(Item::Tile(tile)) => tile,
        other => panic!("{other:?} is no tile"),
    }
}

fn prisoners(scene: &Scene) -> impl Iterator<Item = PieceId> + '_ {
    scene.state().piece_ids().filter(|piece| scene.state().piece(*piece).at == PRISON)
}

/// Every third tile: the active player picks a piece on the board, the next one agrees or not.
fn capture(scene: &mut Scene, event: &Event, answers: &[u16]) -> Heard {
    scene.raise_custom("busy.echo".into(), Item::Tile(placed(event)), Value::Nil);
    if !scene.state().board().tiles().len().is_multiple_of(3) {
        return done();
    }
    let luck = scene.chance(4) as usize;
    let standing: Vec<PieceId> = scene
        .state()
        .piece_ids()
        .filter(|piece| matches!(scene.state().piece(*piece).at, Location::Segment(_)))
        .take(luck)
        .collect();
    if standing.is_empty() {
        return done();
    }
    let active = scene.state().active();
    let Some(which) = answers.first() else {
        return ask(active, "which", standing.into_iter().map(Item::Piece));
    };
    let piece = standing[*which as usize];
    scene.move_piece(piece, PRISON);
    scene.chance(2);
    match answers.get(1) {
        None => return ask(scene.player_after(active, 1), "agree", [Item::Bool(true), Item::Bool(false)]),
        Some(0) => {}
        Some(_) => scene.move_piece(piece, Location::Place(PlaceKindId(1), Some(placed(event)))),
    }
    done()
}

/// Every tenth tile: a block, another part of the turn, and the dragon flies.
fn build(scene: &mut Scene, event: &Event, _: &[u16]) -> Heard {
    let count = scene.state().board().tiles().len();
    if count.is_multiple_of(10)
        && let Some((pos, rotation)) = block_place(scene)
        && let Err(error) = scene.place_block(0, pos, rotation)
    {
        return fail(&error.to_string());
    }
    if count.is_multiple_of(9) {
        scene.grant_turn_part();
    }
    if count.is_multiple_of(4) {
        let dragon = PieceId(scene.state().pieces().len() as u16 - 1);
        let segment = scene.segments(placed(event)).next().expect("a tile has a segment");
        scene.move_piece(dragon, Location::Segment(segment));
    }
    done()
}

fn block_place(scene: &mut Scene) -> Option<(Pos, Rotation)> {
    let places = scene.block_places(0, None);
    let luck = scene.chance(places.len() as u32) as usize;
    places.get(luck).copied()
}

/// A road on which a follower is deployed is joined to the oldest road, or a join falls apart.
fn tunnel(scene: &mut Scene, event: &Event, _: &[u16]) -> Heard {
    let feature = event.feature().expect("a deployment has a feature");
    let joins = scene.state().features().joins().first().copied();
    if let Some(join) = joins.filter(|_| scene.state().turn().is_multiple_of(7)) {
        scene.unjoin(join.a, join.b).expect("it was joined");
    } else if is(scene, feature, FeatureKindId::ROAD) && scene.state().turn().is_multiple_of(2) {
        let first = (0..scene.state().features().segment_count()).map(SegmentId);
        let road = first.into_iter().find(|at| is(scene, *at, FeatureKindId::ROAD)).expect("a road");
        scene.join(feature, road, 0).expect("both are roads");
    }
    done()
}

/// A follower of the next player comes to every second completed feature.
fn reinforce(scene: &mut Scene, event: &Event, _: &[u16]) -> Heard {
    let feature = event.feature().expect("a completion has a feature");
    let next = scene.player_after(scene.state().active(), 1);
    let follower = scene.state().in_supply(next, bastide_engine::tile::PieceKindId::FOLLOWER);
    if let Some(piece) = follower.filter(|_| scene.state().turn() % 2 == 1) {
        scene.move_piece(piece, Location::Segment(feature));
    }
    done()
}

fn poor(scene: &Scene, player: Player) -> Vec<Item> {
    let coins = scene.state().tokens(Holder::Player(player), "coin");
    (coins + 1..=2).map(Item::Int).collect()
}

fn take_coin(scene: &mut Scene, player: Player, item: &Item, _: &[u16]) -> Heard {
    let Item::Int(count) = item else { return fail("it was not offered") };
    let there = scene.state().tokens(Holder::Player(player), "coin");
    let _ = scene.add_tokens(Holder::Player(player), "coin", count - there);
    done()
}

fn rich(scene: &Scene, player: Player) -> Vec<Item> {
    if scene.state().tokens(Holder::Player(player), "coin") > 1 { vec![Item::Nil] } else { vec![] }
}

fn buy(scene: &mut Scene, player: Player, _: &Item, answers: &[u16]) -> Heard {
    let price = 1 + i64::from(scene.chance(2));
    match answers {
        [] => ask(player, "really", [Item::Int(price), Item::Nil]),
        [0] => {
            let paid = scene.add_tokens(Holder::Player(player), "coin", -price);
            let prisoner = prisoners(scene).next();
            if let Some(piece) = prisoner {
                scene.move_piece(piece, Location::Supply);
            }
            if paid.is_err() { fail("the price is at most what is there") } else { done() }
        }
        _ => done(),
    }
}

/// Makes a random choice in a busy game, or now and then an off-turn action. A choice that fails
/// must leave everything as it was; then another one is tried, and where all fail, the failing
/// expansion is left out.
pub fn busy_step(game: &mut Game, dice: &mut Dice, seed: u64) -> bool {
    let Some(decision) = game.decision() else { return false };
    let options = decision.list();
    assert_eq!(decision.len(), options.len(), "seed {seed}");
    assert!(options.iter().all(|option| game.is_legal(option)), "seed {seed}");
    if dice.below(12) == 0 {
        let offers = game.off_turn().expect("no option fails");
        if !offers.is_empty() {
            let offer = &offers[dice.below(offers.len())];
            let item = &offer.items[dice.below(offer.items.len())];
            game.apply_off_turn(offer.player, offer.action, item).expect("it was offered");
            return true;
        }
    }
    for _ in 0..8 {
        let before = (game.hash64(), game.log().len());
        match game.apply(options[dice.below(options.len())]) {
            Ok(()) => return true,
            Err(error) => {
                assert_eq!(error.to_string(), "busy fails here", "seed {seed}");
                assert_eq!((game.hash64(), game.log().len()), before, "seed {seed}");
            }
        }
    }
    game.mute(1).expect("the other expansion does not fail");
    true
}
