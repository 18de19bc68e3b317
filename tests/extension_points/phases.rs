//! Phases that expansions add, and parts of a turn that they grant.

use std::cell::RefCell;
use std::rc::Rc;

use bastide_engine::decision::{Choice, Item, Prompt};
use bastide_engine::event::EventKind;
use bastide_engine::piece::Holder;
use bastide_engine::ruleset::{PhaseDef, PhasePlace, Player, Ruleset, SetupError};

use crate::common::host::{Closures, done};
use crate::{game, pass, place, rules, setup};

fn phase(name: &str, place: PhasePlace) -> PhaseDef {
    PhaseDef { name: name.to_owned(), place }
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
