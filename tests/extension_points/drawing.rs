//! What expansions decide about the stack: when tiles are drawn, which come and which leave.

use bastide_engine::decision::Prompt;
use bastide_engine::event::{Event, EventKind};
use bastide_engine::game::Game;
use bastide_engine::luck::Chance;

use crate::common::host::{Closures, done};
use crate::{rules, setup};

/// Plays a game to its end and returns the tiles that were drawn.
fn drawn(game: &mut Game) -> String {
    let mut drawn = String::new();
    while let Some(decision) = game.decision() {
        if let Prompt::Place(tile) = decision.prompt {
            drawn += game.rules().tile(*tile).def.id.rsplit('/').next().expect("a name");
        }
        let first = decision.get(0).expect("there is an option");
        game.apply(first).expect("it is legal");
    }
    drawn
}

/// A game in which something is done with the stack before the first draw.
fn begun(seed: u64, stack: &[&str], prepare: fn(&mut bastide_engine::scene::Scene)) -> Game {
    let (rules, _) = rules(setup(stack), &[]);
    let host = Closures::new().on(EventKind::GameStarted, move |scene, _, _| {
        prepare(scene);
        done()
    });
    host.play(&rules, seed, Default::default())
}

fn stage(scene: &mut bastide_engine::scene::Scene, tile: &str, stage: i8) {
    let tile = scene.rules().tile_id(&format!("base/{tile}")).expect("it is a tile of the game");
    scene.set_draw_stage(tile, stage);
}

#[test]
fn lower_stages_are_drawn_first() {
    let mut orders = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let mut game = begun(seed, &["U", "V", "E", "U", "V", "E"], |scene| {
            stage(scene, "V", -2);
            stage(scene, "U", 3);
        });
        assert_eq!(game.state().stack().stage(game.rules().tile_id("base/V").expect("a tile")), -2);
        let order = drawn(&mut game);
        assert!(order.starts_with("VV") && order.ends_with("UU") && order.len() == 6, "{order}");
        orders.insert(order);
    }
    assert_eq!(orders.len(), 1);
    // Within a stage chance decides.
    let mut orders = std::collections::BTreeSet::new();
    for seed in 0..40 {
        orders.insert(drawn(&mut begun(seed, &["U", "V", "E"], |scene| stage(scene, "E", 1))));
    }
    assert_eq!(orders.into_iter().collect::<Vec<_>>(), ["UVE", "VUE"]);
}

#[test]
fn a_stage_can_change_during_the_game() {
    // As long as no monastery lies on the board, V is last; then it is like all others.
    for seed in 0..10 {
        let (rules, _) = rules(setup(&["U", "V", "B"]), &[]);
        let host = Closures::new()
            .on(EventKind::GameStarted, |scene, _, _| {
                stage(scene, "V", 1);
                stage(scene, "U", 2);
                done()
            })
            .on(EventKind::TilePlaced, |scene, _, _| {
                stage(scene, "V", 3);
                done()
            });
        assert_eq!(drawn(&mut host.play(&rules, seed, Default::default())), "BUV", "seed {seed}");
    }
}

#[test]
fn a_veto_chooses_among_the_lowest_stage() {
    for seed in 0..10 {
        let (rules, _) = rules(setup(&["U", "V", "B"]), &[]);
        let v = rules.tile_id("base/V").expect("a tile");
        let not_v = move |_: &_, query: &bastide_engine::host::Query| {
            query.fields[1] != bastide_engine::decision::Item::TileDef(v)
        };
        let host = Closures::new()
            .on(EventKind::GameStarted, |scene, _, _| {
                stage(scene, "B", 1);
                done()
            })
            .allow(bastide_engine::host::QueryKind::AllowDraw, not_v);
        assert_eq!(drawn(&mut host.play(&rules, seed, Default::default())), "UVB", "seed {seed}");
    }
}

#[test]
fn tiles_on_top_are_drawn_next() {
    for seed in 0..10 {
        let mut game = begun(seed, &["U", "V", "E", "B"], |scene| {
            // There is one E: the second time it is passed over.
            for name in ["E", "E", "B"] {
                let tile = scene.rules().tile_id(&format!("base/{name}")).expect("a tile");
                scene.draw_next(tile);
            }
        });
        let order = drawn(&mut game);
        assert!(order.starts_with('E') && order.len() == 4, "{order}");
        let draws = game
            .log()
            .iter()
            .filter(|entry| matches!(entry, bastide_engine::game::Entry::Chance(Chance::Draw(_))));
        assert_eq!(draws.count(), 4);
    }
}

#[test]
fn what_was_drawn_from_the_top_is_drawn_again_in_a_replay() {
    let mut game = begun(3, &["U", "V", "E", "B"], |scene| {
        for name in ["E", "B"] {
            let tile = scene.rules().tile_id(&format!("base/{name}")).expect("a tile");
            scene.draw_next(tile);
        }
    });
    let order = drawn(&mut game);
    assert!(order.starts_with("EB"), "{order}");
    assert!(game.undo().expect("it can be taken back"));
    while game.undo().expect("it can be taken back") {}
    assert_eq!(drawn(&mut game), order);
}

#[test]
fn whoever_hears_of_a_tile_that_leaves_says_what_is_drawn_next() {
    // U may lie nowhere. Each time it leaves the game, E is put on top.
    for seed in 0..10 {
        let (rules, _) = rules(setup(&["U", "V", "V", "V", "E"]), &[]);
        let u = rules.tile_id("base/U").expect("a tile");
        let host = Closures::new()
            .allow(bastide_engine::host::QueryKind::AllowPlacement, move |_, query| {
                query.fields[1] != bastide_engine::decision::Item::TileDef(u)
            })
            .on(EventKind::TileDiscarded, |scene, event, _| {
                // BG8: it had none when it was drawn.
                assert!(matches!(event, Event::TileDiscarded { had_place: false, .. }));
                let e = scene.rules().tile_id("base/E").expect("a tile");
                scene.draw_next(e);
                done()
            });
        let mut game = host.play(&rules, seed, Default::default());
        drawn(&mut game);
        let draws: Vec<_> = game
            .log()
            .iter()
            .filter_map(|entry| match entry {
                bastide_engine::game::Entry::Chance(Chance::Draw(tile)) => Some(*tile),
                _ => None,
            })
            .collect();
        let at = draws.iter().position(|tile| *tile == u).expect("U is drawn some time");
        let e = rules.tile_id("base/E").expect("a tile");
        assert!(draws[..at].contains(&e) || draws[at + 1] == e, "seed {seed}: {draws:?}");
    }
}

#[test]
fn tiles_come_and_leave() {
    let mut game = begun(1, &["U", "V"], |scene| {
        let id = |name: &str| scene.rules().tile_id(&format!("base/{name}")).expect("a tile");
        let (u, v) = (id("U"), id("V"));
        assert_eq!(scene.add_to_stack(u, 3), 3);
        assert_eq!(scene.remove_from_stack(v, 5), 1);
    });
    assert_eq!(drawn(&mut game), "UUUU");
}

#[test]
fn a_tile_on_top_that_left_is_passed_over() {
    for seed in 0..10 {
        let mut game = begun(seed, &["U", "V", "E", "B"], |scene| {
            let id = |scene: &bastide_engine::scene::Scene, name: &str| {
                scene.rules().tile_id(&format!("base/{name}")).expect("a tile")
            };
            let (e, b) = (id(scene, "E"), id(scene, "B"));
            scene.draw_next(e);
            scene.draw_next(b);
            scene.remove_from_stack(e, 1);
        });
        let order = drawn(&mut game);
        assert!(order.starts_with('B') && order.len() == 3, "{order}");
    }
}

#[test]
fn a_settled_draw_comes_before_the_tile_on_top() {
    let (rules, forced) = rules(setup(&["U", "V", "E", "B"]), &["U"]);
    let host = Closures::new().on(EventKind::GameStarted, |scene, _, _| {
        let e = scene.rules().tile_id("base/E").expect("a tile");
        scene.draw_next(e);
        done()
    });
    let mut game = host.play(&rules, 3, forced);
    let order = drawn(&mut game);
    assert!(order.starts_with("UE"), "{order}");
}
