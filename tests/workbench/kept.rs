//! The state is kept, and the new rules hold from here on.

use bastide::save::{self, Header, SaveFile};
use bastide::workbench::Mode;

use crate::{Desk, MAIN};

#[test]
fn what_has_happened_stays_and_the_new_rules_hold_from_here_on() {
    let mut desk = Desk::begun(40);
    let points = desk.bench().standing().points;
    desk.edit("main.lua", "2, {", "5, {");
    let changes = desk.changes(Mode::KeepState);
    assert!(changes.is_nothing(), "{changes:?}");
    assert_eq!(desk.bench().standing().points, points);
    assert!(desk.bench().game().is_carried());
    // The next mill gives what the new rules say.
    let mut game = desk.bench().game().clone();
    game.keep_journal();
    let mut paid = None;
    while paid.is_none() {
        let choice = game.decision().unwrap().get(0).unwrap();
        game.apply(choice).unwrap();
        paid = game.journal().iter().find_map(|event| match event {
            bastide::engine::event::Event::PointsAwarded(award) if award.feature.is_none() => {
                Some(award.points)
            }
            _ => None,
        });
    }
    assert_eq!(paid, Some(5));
    // Going back to the log is always possible.
    assert_eq!(desk.changes(Mode::Replay).sources.len(), 1);
    assert!(!desk.bench().game().is_carried());
}

#[test]
fn options_change_under_the_state_as_it_is() {
    let mut desk = Desk::begun(30);
    let veto = "function mills.allow_placement(game, query)\n  return query.cell.x < 0\nend\n\nreturn mills";
    desk.edit("main.lua", "return mills", veto);
    let changes = desk.changes(Mode::KeepState);
    assert!(changes.misfit.is_none() && changes.gained.is_empty() && !changes.lost.is_empty());
    desk.write("main.lua", MAIN);
    assert_eq!(desk.changes(Mode::KeepState).gained, changes.lost);
}

#[test]
fn what_the_new_rules_cannot_hold_is_refused_and_the_game_stays() {
    let mut desk = Desk::begun(40);
    let hash = desk.bench().game().hash64();
    desk.edit("tiles/mills.toml", "road = [\"N\", \"S\"]", "city = [\"N\", \"S\"]");
    let text = desk.refused();
    assert!(
        text.contains("the tile `mills/A` lies at ") && text.contains("its edges are others now"),
        "{text}"
    );
    desk.edit("tiles/mills.toml", "city = [\"N\", \"S\"]", "road = [\"N\", \"S\"]");
    desk.edit("tiles/mills.toml", "tiles.A", "tiles.B");
    let text = desk.refused();
    assert!(text.contains("the tile `mills/A` is not there any more"), "{text}");
    assert_eq!(desk.bench().game().hash64(), hash);
    desk.edit("tiles/mills.toml", "tiles.B", "tiles.A");
    assert!(desk.changes(Mode::KeepState).is_nothing());
}

#[test]
fn attributes_of_tiles_on_the_board_may_change() {
    let mut desk = Desk::begun(40);
    desk.edit("tiles/mills.toml", "mill = true\n", "");
    desk.changes(Mode::KeepState);
    let game = desk.bench().game();
    let mill = game.rules().vocabulary().attribute("mill").unwrap();
    let tiles = game.state().board().tiles().iter();
    assert!(tiles.into_iter().all(|tile| game.rules().tile(tile.def).def.attributes.get(mill).is_none()));
}

#[test]
fn a_game_whose_rules_were_changed_in_the_middle_is_not_saved() {
    let mut desk = Desk::begun(20);
    let request = desk.request();
    let header = Header::new(desk.bench().session(), &request, &[], 5);
    assert!(save::text(&header, desk.bench().game()).is_ok());
    desk.edit("main.lua", "2, {", "5, {");
    desk.changes(Mode::KeepState);
    let text = save::text(&header, desk.bench().game()).unwrap_err().to_string();
    assert!(text.contains("its rules were changed in the middle"), "{text}");
    let mut file = SaveFile::create(&desk.path("game.jsonl"), &header).unwrap();
    assert_eq!(file.sync(desk.bench().game()).unwrap_err().to_string(), text);
}
