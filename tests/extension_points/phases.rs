//! Phases that expansions add, and parts of a turn that they grant.

use std::cell::RefCell;
use std::rc::Rc;

use bastide_engine::decision::{Choice, Item, Prompt};
use bastide_engine::event::EventKind;
use bastide_engine::piece::Holder;
use bastide_engine::ruleset::{PhaseDef, PhasePlace, Player, Ruleset, SetupError};
use bastide_engine::tile::PieceKindId;

use crate::common::host::{Closures, done};
use crate::{game, pass, place, rules, setup};

fn phase(name: &str, place: PhasePlace) -> PhaseDef {
    PhaseDef::new(name, place)
}

#[test]
fn a_phase_stands_before_or_after_any_other() {
    let mut setup = setup(&["U", "U"]);
    let (before, after) = (|at: &str| PhasePlace::Before(at.into()), |at: &str| PhasePlace::After(at.into()));
    setup.phases = vec![
        phase("x/first", before("turn_start")),
        phase("x/after_place", after("place")),
        phase("x/before_score", before("score")),
        phase("x/last", after("turn_end")),
        phase("x/very_last", after("x/last")),
    ];
    let (rules, forced) = rules(setup, &["U", "U"]);
    let names: Vec<&str> = rules.phases.iter().map(|phase| phase.name.as_str()).collect();
    assert_eq!(
        names.join(" "),
        "x/first turn_start draw place x/after_place deploy x/before_score score turn_end x/last x/very_last"
    );
    let seen = Rc::new(RefCell::new(Vec::new()));
    let notes = Rc::clone(&seen);
    let named = rules.clone();
    let host = Closures::new().on(EventKind::PhaseEntered, move |scene, event, _| {
        let Some(Item::Int(phase)) = event.field("phase") else { panic!("it has a phase") };
        notes.borrow_mut().push(format!("{} {}", named.phases[phase as usize].name, scene.state().turn()));
        done()
    });
    let mut game = host.play(&rules, 1, forced);
    place(&mut game, 1, 0, 0);
    assert_eq!(*seen.borrow(), ["x/first 0", "x/after_place 1"]);
    seen.borrow_mut().clear();
    pass(&mut game);
    assert_eq!(*seen.borrow(), ["x/before_score 1", "x/last 1", "x/very_last 1", "x/first 1"]);
}

#[test]
fn a_phase_without_an_anchor_is_refused() {
    let mut setup = setup(&["U"]);
    setup.phases = vec![
        phase("x/a", PhasePlace::After("nowhere".into())),
        phase("x/b", PhasePlace::After("draw".into())),
        phase("x/b", PhasePlace::After("draw".into())),
    ];
    let errors = Ruleset::new(setup).expect_err("two faults");
    let expected = [
        SetupError::UnknownPhase { phase: "x/a".into(), anchor: "nowhere".into() },
        SetupError::SamePhase("x/b".into()),
    ];
    assert_eq!(errors.0, expected);
}

#[test]
fn a_phase_offers_its_actions() {
    let mut setup = setup(&["U", "U"]);
    setup.phases = vec![phase("x/market", PhasePlace::After("score".into()))];
    let (rules, forced) = rules(setup, &["U", "U"]);
    let market = rules.phases.iter().position(|phase| phase.name == "x/market").expect("it is there") as u8;
    let host = Closures::new().action(
        "x.buy",
        Some(market),
        true,
        |_, player| if player == Player(0) { vec![Item::Nil] } else { vec![] },
        |scene, player, _, _| {
            let _ = scene.add_tokens(Holder::Player(player), "ware", 1);
            done()
        },
    );
    let mut game = host.play(&rules, 1, forced);
    place(&mut game, 1, 0, 0);
    pass(&mut game);
    let decision = game.decision().expect("the market is open");
    assert_eq!((decision.prompt, decision.len(), decision.player), (&Prompt::Phase(market), 2, Player(0)));
    let buy = decision.get(0).expect("there is a ware");
    game.apply(buy).expect("an option");
    assert_eq!(game.state().tokens(Holder::Player(Player(0)), "ware"), 1);
    // The other player has nothing to buy: the phase is passed over.
    place(&mut game, 2, 0, 0);
    game.apply(Choice::Pass).expect("nothing to deploy");
    assert!(game.is_over());
}

#[test]
fn another_part_of_the_turn() {
    // Whoever places the first tile of the game goes on once.
    let host = Closures::new().on(EventKind::TilePlaced, |scene, _, _| {
        if scene.state().board().tiles().len() == 2 {
            scene.grant_turn_part();
        }
        done()
    });
    let mut game = game(host, &["U", "U", "U"]);
    let active = |game: &bastide_engine::game::Game| (game.state().active(), game.state().turn());
    place(&mut game, 1, 0, 0);
    pass(&mut game);
    assert_eq!(active(&game), (Player(0), 1));
    place(&mut game, 2, 0, 0);
    pass(&mut game);
    assert_eq!(active(&game), (Player(1), 2));
}

#[test]
fn another_part_without_a_tile_ends_the_turn() {
    let ended = Rc::new(RefCell::new(0));
    let count = Rc::clone(&ended);
    let host = Closures::new()
        .on(EventKind::TilePlaced, |scene, _, _| {
            scene.grant_turn_part();
            done()
        })
        .on(EventKind::TurnEnded, move |_, _, _| {
            *count.borrow_mut() += 1;
            done()
        });
    let mut game = game(host, &["U"]);
    place(&mut game, 1, 0, 0);
    pass(&mut game);
    assert!(game.is_over());
    assert_eq!(*ended.borrow(), 1);
}

/// A game with a second phase of deployment for a piece called big, one for each player.
fn second_phase(host: Closures, draws: &[&str]) -> bastide_engine::game::Game {
    let mut setup = setup(draws);
    let mut big = setup.vocabulary.piece_kinds[0].clone();
    (big.name, big.supply) = ("big".to_owned(), 1);
    setup.vocabulary.piece_kinds.push(big);
    let place = PhasePlace::After("deploy".into());
    setup.phases = vec![PhaseDef { name: "x/second".into(), place, deploys: vec!["big".into()] }];
    let (rules, forced) = rules(setup, draws);
    host.play(&rules, 1, forced)
}

fn big_on(game: &bastide_engine::game::Game, port: &str) -> Choice {
    let pos = game.state().board().tile(game.state().placed().expect("a tile was placed")).pos;
    Choice::Deploy { kind: PieceKindId(1), segment: crate::segment(game, pos.x, pos.y, port) }
}

#[test]
fn a_phase_can_deploy_pieces() {
    let mut game = second_phase(Closures::new(), &["U", "U", "U"]);
    place(&mut game, 1, 0, 0);
    // In the usual phase both kinds are offered, in the second one only its own, where it is free.
    assert_eq!(game.decision().expect("a decision").len(), 3 * 2 + 1);
    crate::deploy(&mut game, "W");
    let decision = game.decision().expect("the second phase waits");
    assert!(matches!(decision.prompt, Prompt::Phase(_)));
    assert_eq!(decision.list(), [big_on(&game, "NL"), big_on(&game, "SL"), Choice::Pass]);
    let road = Choice::Deploy { kind: PieceKindId(1), segment: crate::segment(&game, 1, 0, "W") };
    let error = game.apply(road).expect_err("the road is taken").to_string();
    assert!(error.contains("claimed") || error.contains("follower"), "{error}");
    game.apply(big_on(&game, "NL")).expect("the field is free");
    assert_eq!(game.state().active(), Player(1));
    // Without a piece in the supply the phase is passed over.
    place(&mut game, 2, 0, 0);
    game.apply(big_on(&game, "SL")).expect("it may be the first one too");
    assert_eq!(game.state().active(), Player(0));
}

#[test]
fn a_veto_knows_what_was_done_before() {
    use bastide_engine::host::{Filter, QueryKind};
    let phase = 1 << 4;
    let host = || {
        let filter = Filter { phases: phase, ..Filter::default() };
        let deployed = |scene: &bastide_engine::scene::Scene, _: &bastide_engine::host::Query| {
            matches!(scene.state().deed(), Some(Choice::Deploy { .. }))
        };
        Closures::new().when(filter).allow(QueryKind::AllowDeployment, deployed)
    };
    let mut game = second_phase(host(), &["U", "U", "U"]);
    assert_eq!(game.rules().phases[4].name, "x/second");
    place(&mut game, 1, 0, 0);
    assert_eq!(
        (game.decision().expect("not asked in the usual phase").len(), game.state().deed()),
        (7, None)
    );
    pass(&mut game);
    assert_eq!((game.state().active(), game.state().deed()), (Player(1), None));
    place(&mut game, 2, 0, 0);
    crate::deploy(&mut game, "NL");
    assert!(matches!(game.state().deed(), Some(Choice::Deploy { .. })));
    assert_eq!(game.decision().expect("the second phase waits").player, Player(1));
    pass(&mut game);
    assert_eq!(game.state().active(), Player(0));
}

#[test]
fn a_phase_that_deploys_what_is_no_piece_is_refused() {
    let mut setup = setup(&["U"]);
    let place = PhasePlace::After("deploy".into());
    setup.phases = vec![PhaseDef { name: "x/second".into(), place, deploys: vec!["ghost".into()] }];
    let errors = Ruleset::new(setup).expect_err("there is no ghost");
    assert_eq!(errors.0, [SetupError::UnknownPiece { phase: "x/second".into(), piece: "ghost".into() }]);
    assert_eq!(errors.to_string(), "phase `x/second` deploys `ghost`, which is no kind of piece");
}

#[test]
fn a_phase_deploys_only_between_placing_and_scoring() {
    for (place, fits) in [
        (PhasePlace::After("place".into()), true),
        (PhasePlace::Before("score".into()), true),
        (PhasePlace::After("score".into()), false),
        (PhasePlace::Before("place".into()), false),
    ] {
        let mut setup = setup(&["U"]);
        setup.phases = vec![PhaseDef { name: "x/late".into(), place, deploys: vec!["follower".into()] }];
        let result = Ruleset::new(setup).map_err(|errors| errors.0);
        let expected = vec![SetupError::DeploysElsewhere("x/late".into())];
        assert_eq!(result.err(), (!fits).then_some(expected));
    }
}

#[test]
fn a_phase_deploys_followers_each_once() {
    use bastide_engine::tile::PieceClass;
    let mut setup = setup(&["U"]);
    let mut pig = setup.vocabulary.piece_kinds[0].clone();
    (pig.name, pig.class) = ("pig".to_owned(), PieceClass::Special);
    setup.vocabulary.piece_kinds.push(pig);
    let place = PhasePlace::After("deploy".into());
    let phase = |deploys: &[&str]| PhaseDef {
        name: "x/second".into(),
        place: place.clone(),
        deploys: deploys.iter().map(|name| (*name).to_owned()).collect(),
    };
    setup.phases = vec![phase(&["follower", "follower"])];
    let rules = Ruleset::new(setup.clone()).expect("the second is passed over");
    assert_eq!(rules.phases[4].deploys.len(), 1);
    setup.phases = vec![phase(&["pig"])];
    let errors = Ruleset::new(setup).expect_err("a pig claims nothing");
    assert_eq!(errors.0, [SetupError::NoFollower { phase: "x/second".into(), piece: "pig".into() }]);
}

#[test]
fn what_was_done_is_forgotten_when_the_next_turn_begins() {
    let host = Closures::new().on(EventKind::TurnStarted, |scene, _, _| {
        assert_eq!((scene.state().deed(), scene.state().placed()), (None, None));
        done()
    });
    let mut game = game(host, &["U", "U"]);
    place(&mut game, 1, 0, 0);
    crate::deploy(&mut game, "W");
    assert_eq!(game.state().active(), Player(1));
}

#[test]
fn the_tile_of_the_part_before_is_not_the_tile_just_placed() {
    let seen = Rc::new(RefCell::new(Vec::new()));
    let notes = Rc::clone(&seen);
    let host = Closures::new()
        .on(EventKind::TilePlaced, |scene, _, _| {
            if scene.state().board().tiles().len() == 2 {
                scene.grant_turn_part();
            }
            done()
        })
        .on(EventKind::TileDrawn, move |scene, _, _| {
            notes.borrow_mut().push(scene.state().placed());
            done()
        });
    let mut game = game(host, &["U", "U", "U"]);
    place(&mut game, 1, 0, 0);
    pass(&mut game);
    assert_eq!(*seen.borrow(), [None, None]);
}
