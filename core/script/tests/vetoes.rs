//! What a refused move says when an expansion forbids it.

#![allow(clippy::panic, clippy::unwrap_used, reason = "a test fails loudly")]

mod common;

use bastide_engine::decision::{Choice, Prompt};
use bastide_engine::host::ApplyError;
use common::{Script, World};

/// The messages of refused placements and deployments of the first turns.
fn refusals(main: &str) -> Vec<String> {
    let world = World::new(&[], &[Script::new("fan", main)]);
    let mut game = world.game(3);
    let mut messages = Vec::new();
    for _ in 0..6 {
        let Some(decision) = game.decision() else { break };
        let all = match decision.prompt {
            Prompt::Place(tile) => game.state().board().places(game.rules().tile(*tile)),
            _ => {
                let placed = game.state().placed().unwrap();
                let kind = game.rules().vocabulary().piece_kind("follower").unwrap();
                game.scene().segments(placed).map(|segment| Choice::Deploy { kind, segment }).collect()
            }
        };
        let options = decision.list();
        for choice in all.into_iter().filter(|choice| !options.contains(choice)) {
            match game.apply(choice) {
                Err(ApplyError::Illegal { reason, .. }) => messages.push(reason),
                other => panic!("{other:?}"),
            }
        }
        game.apply(options[0]).unwrap();
    }
    messages
}

#[test]
fn a_veto_tells_its_reason() {
    let main = "local fan = {}\nfunction fan.allow_placement(game, query)\n  return query.turn == 0, \"tiles are not turned here\"\nend\nreturn fan\n";
    let messages = refusals(main);
    assert!(!messages.is_empty());
    for message in messages {
        assert!(message.starts_with("an expansion forbids to place the tile at "), "{message}");
        assert!(message.ends_with(": tiles are not turned here"), "{message}");
    }
}

#[test]
fn a_veto_of_a_deployment_tells_its_reason() {
    let main = "local fan = {}\nfunction fan.allow_deployment(game, query)\n  return query.feature.kind ~= \"field\", \"no farming\"\nend\nreturn fan\n";
    let messages = refusals(main);
    assert!(
        messages.contains(&"an expansion forbids to deploy this piece there: no farming".to_owned()),
        "{messages:?}"
    );
}

#[test]
fn a_veto_without_a_reason_still_says_who_forbids() {
    let main = "local fan = {}\nfunction fan.allow_placement(game, query)\n  return query.turn == 0\nend\nreturn fan\n";
    let messages = refusals(main);
    assert!(!messages.is_empty());
    for message in messages {
        assert!(message.contains("an expansion forbids to place the tile"), "{message}");
    }
}
