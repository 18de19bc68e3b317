//! Allowing and adjusting.

use bastide_engine::decision::{Choice, Item, Prompt};
use bastide_engine::event::Event;
use bastide_engine::geometry::{Pos, Rotation};
use bastide_engine::host::QueryKind;
use bastide_engine::ruleset::Player;
use bastide_engine::tile::TileDefId;

use crate::common::host::Closures;
use crate::{deploy, game, pass, place, points, rules, segment, setup};

#[test]
fn a_placement_can_be_forbidden() {
    let west = |_: &_, query: &bastide_engine::host::Query| match query.fields[2] {
        Item::Cell(pos) => pos.x < 0,
        _ => panic!("the third field is the cell"),
    };
    let mut game = game(Closures::new().allow(QueryKind::AllowPlacement, west), &["U", "U"]);
    let decision = game.decision().expect("a decision");
    let only = Choice::Place { pos: Pos::new(-1, 0), rotation: Rotation::NONE };
    assert_eq!(decision.list(), [only]);
    assert_eq!((decision.len(), decision.get(0), decision.get(1)), (1, Some(only), None));
    let forbidden = Choice::Place { pos: Pos::new(1, 0), rotation: Rotation::NONE };
    assert!(!game.is_legal(&forbidden));
    let error = game.apply(forbidden).expect_err("it is forbidden");
    assert!(error.to_string().contains("an expansion forbids to place the tile at 1,0"), "{error}");
    let nowhere = Choice::Place { pos: Pos::new(0, -1), rotation: Rotation::NONE };
    let error = game.apply(nowhere).expect_err("it does not fit");
    assert!(error.to_string().contains("edge"), "{error}");
    place(&mut game, -1, 0, 0);
}

#[test]
fn a_tile_that_may_lie_nowhere_leaves_the_game() {
    let (rules, forced) = rules(setup(&["U", "V"]), &["U", "V"]);
    let u = rules.tile_id("base/U").expect("there is a U");
    let not_u = move |_: &_, query: &bastide_engine::host::Query| query.fields[1] != Item::TileDef(u);
    let game = Closures::new().allow(QueryKind::AllowPlacement, not_u).play(&rules, 1, forced);
    assert_eq!(game.state().hand(), rules.tile_id("base/V"));
}

#[test]
fn a_deployment_can_be_forbidden() {
    let no_roads = |scene: &bastide_engine::scene::Scene, query: &bastide_engine::host::Query| {
        let Item::Feature(feature) = query.fields[2] else { panic!("the third field is the feature") };
        scene.state().features().kind(feature) != bastide_engine::tile::FeatureKindId::ROAD
    };
    let mut game = game(Closures::new().allow(QueryKind::AllowDeployment, no_roads), &["U"]);
    place(&mut game, 1, 0, 0);
    let road = segment(&game, 1, 0, "W");
    assert_eq!(game.decision().expect("a decision").len(), 3);
    let error =
        game.apply(Choice::Deploy { kind: bastide_engine::tile::PieceKindId::FOLLOWER, segment: road });
    let error = error.expect_err("it is forbidden").to_string();
    assert_eq!(error, "an expansion forbids to deploy a follower on this road");
    deploy(&mut game, "NL");
}

#[test]
fn a_completion_can_be_forbidden() {
    // As long as the expansion forbids it, the city is as good as incomplete: 2 points at the end.
    let host = Closures::new().allow(QueryKind::AllowCompletion, |_, _| false);
    let mut game = game(host, &["E"]);
    place(&mut game, 0, -1, 2);
    deploy(&mut game, "S");
    assert!(game.is_over());
    assert_eq!(points(&game), [2, 0]);
}

#[test]
fn a_completion_that_was_forbidden_counts_at_the_end_once_it_is_allowed() {
    let host = Closures::new().allow(QueryKind::AllowCompletion, |scene, _| scene.state().turn() > 1);
    let mut game = game(host, &["E", "U"]);
    place(&mut game, 0, -1, 2);
    deploy(&mut game, "S");
    assert_eq!(points(&game), [0, 0]);
    place(&mut game, 1, 0, 0);
    pass(&mut game);
    assert_eq!(points(&game), [4, 0]);
}

#[test]
fn a_draw_can_be_forbidden() {
    // U stays in the stack until nothing else is left.
    for seed in 0..20 {
        let (rules, _) = rules(setup(&["U", "V", "U", "V"]), &[]);
        let u = rules.tile_id("base/U").expect("there is a U");
        let not_u = move |_: &_, query: &bastide_engine::host::Query| query.fields[1] != Item::TileDef(u);
        let host = Closures::new().allow(QueryKind::AllowDraw, not_u);
        let mut game = host.play(&rules, seed, Default::default());
        let mut drawn: Vec<TileDefId> = Vec::new();
        while let Some(decision) = game.decision() {
            if matches!(decision.prompt, Prompt::Place(_)) {
                drawn.extend(game.state().hand());
            }
            let first = decision.get(0).expect("there is an option");
            game.apply(first).expect("it is legal");
        }
        let v = rules.tile_id("base/V").expect("there is a V");
        assert_eq!(drawn, [v, v, u, u], "seed {seed}");
    }
}

#[test]
fn points_are_adjusted_by_labelled_parts() {
    let host = Closures::new()
        .adjust(QueryKind::AdjustPoints, |_, query| {
            assert_eq!(query.fields[0], Item::Player(Player(0)));
            assert_eq!(query.fields[2], Item::Int(4));
            assert_eq!(query.fields[3], Item::Bool(true));
            vec![("bonus", 3), ("malus", -1)]
        })
        .adjust(QueryKind::AdjustPoints, |_, _| vec![("second", 10)]);
    let mut game = game(host, &["E", "U"]);
    place(&mut game, 0, -1, 2);
    deploy(&mut game, "S");
    assert_eq!(points(&game), [16, 0]);
    let award = game.journal().iter().find_map(|event| match event {
        Event::PointsAwarded(award) => Some(award),
        _ => None,
    });
    let award = award.expect("points were awarded");
    let parts: Vec<(&str, i32)> = award.parts.iter().map(|part| (part.label.as_str(), part.points)).collect();
    assert_eq!(parts, [("tiles", 4), ("bonus", 3), ("malus", -1), ("second", 10)]);
    assert_eq!(award.parts.iter().map(|part| part.points).sum::<i32>(), award.points);
}

#[test]
fn points_that_add_up_to_nothing_are_still_explained() {
    let host = Closures::new().adjust(QueryKind::AdjustPoints, |_, _| vec![("taken", -4)]);
    let mut game = game(host, &["E"]);
    place(&mut game, 0, -1, 2);
    deploy(&mut game, "S");
    assert_eq!(points(&game), [0, 0]);
    assert!(
        game.journal().iter().any(|event| matches!(event, Event::PointsAwarded(award) if award.points == 0))
    );
}

#[test]
fn strength_decides_the_majority() {
    // One follower of the second player outweighs one of the first.
    let host = Closures::new().adjust(QueryKind::AdjustStrength, |scene, query| {
        let Item::Piece(piece) = query.fields[0] else { panic!("the first field is the piece") };
        assert_eq!(query.fields[2], Item::Int(1));
        let second = scene.state().piece(piece).owner == Some(Player(1));
        if second { vec![("strong", 1)] } else { vec![] }
    });
    let mut game = game(host, &["E", "U", "B"]);
    place(&mut game, 0, -1, 2);
    deploy(&mut game, "NL");
    place(&mut game, 1, 0, 0);
    deploy(&mut game, "NL");
    place(&mut game, 1, -1, 0);
    pass(&mut game);
    assert_eq!(points(&game), [0, 3]);
}

#[test]
fn whoever_is_asked_later_knows_what_was_added() {
    // The second one halves what there is then, and rounds up.
    let half = |_: &_, query: &bastide_engine::host::Query| {
        let Some(Item::Int(points)) = query.fields.last() else { panic!("the last field is the number") };
        assert_eq!(query.fields[2], Item::Int(4), "the points before all adjustments stay the same");
        vec![("half", -(*points as i32) / 2)]
    };
    let host = Closures::new()
        .adjust(QueryKind::AdjustPoints, |_, _| vec![("a", 3), ("b", 2)])
        .adjust(QueryKind::AdjustPoints, half);
    let mut game = game(host, &["E", "U"]);
    place(&mut game, 0, -1, 2);
    deploy(&mut game, "S");
    assert_eq!(points(&game), [4 + 5 - 4, 0]);
}
