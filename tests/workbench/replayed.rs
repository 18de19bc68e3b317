//! The log is played again under the new rules.

use std::fs;

use bastide::play::BotKind;
use bastide::save::{self, Header};
use bastide::shelf::Shelf;
use bastide::workbench::{Mode, Reload, Until, Workbench};

use crate::{Desk, MAIN};

#[test]
fn nothing_is_different_under_the_same_rules() {
    let mut desk = Desk::begun(30);
    let hash = desk.bench().game().hash64();
    let changes = desk.changes(Mode::Replay);
    assert!(changes.is_nothing(), "{changes:?}");
    assert_eq!((changes.misfit, changes.drift, changes.kept), (None, None, 0));
    assert_eq!(desk.bench().game().hash64(), hash);
    // A line more in the script changes nothing in the game either.
    desk.edit("main.lua", "local mills", "-- mills\nlocal mills");
    assert!(desk.changes(Mode::Replay).is_nothing());
}

#[test]
fn another_worth_shows_in_its_source_and_in_nothing_else() {
    let mut desk = Desk::begun(40);
    desk.edit("main.lua", "2, {", "5, {");
    let changes = desk.changes(Mode::Replay);
    let [mill] = changes.sources.as_slice() else { panic!("{:?}", changes.sources) };
    assert_eq!((mill.source.as_str(), changes.compared), ("mill", 40));
    assert!(mill.before.iter().all(|points| *points > 0 && points % 2 == 0), "{:?}", mill.before);
    for seat in 0..2 {
        assert_eq!(mill.after[seat], mill.before[seat] / 2 * 5);
        assert_eq!(changes.total.before[seat], changes.before.points[seat]);
        assert_eq!(changes.total.after[seat], changes.after.points[seat]);
        let more = mill.after[seat] - mill.before[seat];
        assert_eq!(changes.total.after[seat] - changes.total.before[seat], more);
    }
    assert!(changes.gained.is_empty() && changes.lost.is_empty() && !changes.elsewhere);
}

#[test]
fn tiles_more_and_fewer_in_the_stack_are_a_difference() {
    for mode in [Mode::Replay, Mode::KeepState] {
        let mut desk = Desk::begun(20);
        desk.edit("tiles/mills.toml", "count = 30", "count = 33");
        let changes = desk.changes(mode);
        assert!(!changes.is_nothing());
        assert_eq!(changes.after.stack, changes.before.stack + 3, "{mode:?}");
        desk.edit("tiles/mills.toml", "count = 33", "count = 30");
        assert_eq!(desk.changes(mode).after.stack, changes.before.stack);
    }
}

#[test]
fn options_are_gained_and_lost() {
    let mut desk = Desk::begun(30);
    assert!(desk.bench().standing().open.unwrap().about.starts_with("place "));
    let veto = "function mills.allow_placement(game, query)\n  return query.cell.x < 0\nend\n\nreturn mills";
    // What was placed before was placed to the east as well: only the open decision is forbidden.
    let veto =
        veto.replace("query.cell.x < 0", &format!("query.cell.x < 0 or game.turn < {}", turn(&mut desk)));
    desk.edit("main.lua", "return mills", &veto);
    let changes = desk.changes(Mode::Replay);
    assert_eq!(changes.misfit, None);
    assert!(changes.gained.is_empty() && !changes.lost.is_empty(), "{changes:?}");
    let all = changes.before.open.unwrap().options.len();
    assert_eq!(changes.after.open.unwrap().options.len(), all - changes.lost.len());
    desk.write("main.lua", MAIN);
    let back = desk.changes(Mode::Replay);
    assert_eq!((back.gained, back.lost.len()), (changes.lost, 0));
}

fn turn(desk: &mut Desk) -> u32 {
    desk.bench().game().state().turn()
}

#[test]
fn a_decision_that_no_longer_fits_is_named_and_fits_again_later() {
    let mut desk = Desk::begun(40);
    let hash = desk.bench().game().hash64();
    // All that lies to the east must not lie there now.
    let veto = "function mills.allow_placement(game, query)\n  return query.cell.x <= 0, \"no tile in the east\"\nend\n\nreturn mills";
    desk.edit("main.lua", "return mills", veto);
    let changes = desk.changes(Mode::Replay);
    let misfit = changes.misfit.clone().unwrap();
    assert!(misfit.said.what.starts_with("place at "), "{misfit:?}");
    assert!(misfit.said.turn > 0 && ["Alice", "Bob"].contains(&&*misfit.said.by), "{misfit:?}");
    assert!(misfit.reason.ends_with("no tile in the east"), "{}", misfit.reason);
    assert!(!misfit.legal.is_empty() && misfit.legal.iter().all(|option| !option.contains("at 1,")));
    assert_eq!((changes.after.decisions, changes.kept), (misfit.decision - 1, 41 - misfit.decision));
    assert!(changes.elsewhere && changes.again == 0);
    assert_eq!(desk.bench().decisions(), 40);
    // Points are compared where both games stand.
    assert_eq!(changes.compared, changes.after.decisions);
    assert!(changes.sources.is_empty(), "{:?}", changes.sources);

    desk.write("main.lua", MAIN);
    let changes = desk.changes(Mode::Replay);
    assert_eq!((changes.misfit, changes.kept, changes.again), (None, 0, 41 - misfit.decision));
    assert_eq!(desk.bench().game().hash64(), hash);
}

#[test]
fn a_drawn_tile_that_is_gone_is_where_the_log_ends() {
    let mut desk = Desk::begun(40);
    desk.edit("tiles/mills.toml", "tiles.A", "tiles.B");
    let changes = desk.changes(Mode::Replay);
    let misfit = changes.misfit.unwrap();
    assert!(misfit.reason.contains("there is no tile `mills/A`"), "{}", misfit.reason);
    desk.edit("tiles/mills.toml", "tiles.B", "tiles.A");
    assert_eq!(desk.changes(Mode::Replay).misfit, None);
}

#[test]
fn chance_that_says_something_else_is_told() {
    let mut desk = Desk::begun(20);
    desk.edit("main.lua", "game:award", "local _ = game:random(6)\n    game:award");
    let changes = desk.changes(Mode::Replay);
    let drift = changes.drift.expect("a number more is drawn");
    assert!(drift.is.unwrap().contains("\"chance\""));
    assert_eq!(drift.was, None);
}

#[test]
fn a_handler_that_fails_on_the_way_is_a_decision_that_does_not_fit() {
    let mut desk = Desk::begun(40);
    desk.edit(
        "main.lua",
        "if event.tile.mill then",
        "if event.tile.mill then\n    error('the wheel is stuck')",
    );
    let misfit = desk.changes(Mode::Replay).misfit.unwrap();
    assert!(
        misfit.reason.contains("the wheel is stuck") && misfit.reason.contains("main.lua"),
        "{}",
        misfit.reason
    );
    assert!(misfit.legal.is_empty());
    assert_eq!(desk.bench().misfit(), Some(&misfit));
}

#[test]
fn broken_files_leave_the_last_good_rules_in_play() {
    for mode in [Mode::Replay, Mode::KeepState] {
        let mut desk = Desk::begun(20);
        let hash = desk.bench().game().hash64();
        desk.edit("tiles/mills.toml", "count = 30", "count = ");
        let text = desk.broken(mode);
        assert!(text.contains("mills/tiles/mills.toml:6"), "{text}");
        desk.edit("tiles/mills.toml", "count = ", "count = 30");
        desk.edit("main.lua", "if event.tile.mill then", "if event.tile.mill");
        let text = desk.broken(mode);
        assert!(text.contains("mills/main.lua:4"), "{text}");
        desk.edit("main.lua", "function mills.on_tile_placed", "function mills.on_tile_plced");
        assert!(desk.broken(mode).contains("mills"));
        assert_eq!(desk.bench().game().hash64(), hash);
        desk.write("main.lua", MAIN);
        assert!(desk.changes(mode).is_nothing());
    }
}

#[test]
fn a_folder_that_is_away_leaves_the_game_and_comes_back() {
    let mut desk = Desk::begun(20);
    let (here, there) = (desk.path(""), desk.gone());
    fs::rename(&here, &there).unwrap();
    assert!(desk.broken(Mode::Replay).contains("there is no folder"));
    fs::create_dir_all(&here).unwrap();
    assert!(desk.broken(Mode::Replay).contains("holds no expansion.toml"));
    fs::remove_dir(&here).unwrap();
    fs::rename(&there, &here).unwrap();
    assert!(desk.changes(Mode::Replay).is_nothing());
}

#[test]
fn bots_that_were_stopped_by_a_failing_handler_play_on_once_it_is_mended() {
    let broken = MAIN.replace("game:award", "assert(game.turn < 8, 'too late')\n    game:award");
    let mut desk = Desk::with(&[
        ("expansion.toml", crate::MANIFEST),
        ("tiles/mills.toml", crate::TILES),
        ("main.lua", &broken),
    ]);
    desk.begin(60);
    let stalled = desk.bench().stalled().expect("some mill lies there").to_owned();
    assert!(stalled.contains("too late"), "{stalled}");
    let made = desk.bench().decisions();
    assert!(made > 0 && made < 60);
    desk.write("main.lua", MAIN);
    let changes = desk.changes(Mode::Replay);
    assert_eq!(changes.stalled, None);
    assert_eq!(desk.bench().decisions(), 60);
    assert!(desk.bench().stalled().is_none());
}

#[test]
fn what_scripts_print_is_kept() {
    let mut desk = Desk::begun(20);
    desk.edit("main.lua", "game:award", "print('a mill in turn ' .. game.turn)\n    game:award");
    let printed = desk.changes(Mode::Replay).printed;
    assert!(!printed.is_empty() && printed.iter().all(|line| line.contains("a mill in turn")), "{printed:?}");
}

#[test]
fn a_saved_game_is_taken_and_stops_where_it_is_told() {
    let mut desk = Desk::begun(30);
    let request = desk.request();
    let header = Header::new(desk.bench().session(), &request, &[], 5);
    let text = save::text(&header, desk.bench().game()).unwrap();
    let saved = save::parse(text.as_bytes()).unwrap();
    let mut taken = Workbench::resume(&Shelf::bundled(), request.clone(), &saved, None).unwrap();
    assert_eq!(taken.game().hash64(), desk.bench().game().hash64());
    assert_eq!(taken.standing(), desk.bench().standing());
    let short = Workbench::resume(&Shelf::bundled(), request, &saved, Some(12)).unwrap();
    assert_eq!(short.decisions(), 12);
    desk.edit("main.lua", "2, {", "3, {");
    let Reload::Done(changes) = taken.reload(&Shelf::bundled(), Mode::Replay) else { panic!("it is broken") };
    assert_eq!(changes.sources.len(), 1);
}

#[test]
fn a_game_with_everything_stands_in_the_middle_and_is_the_same_again() {
    let mut desk = Desk::begun(0);
    let request = desk.request().with("all");
    let bots = [BotKind::Greedy; 2];
    let mut bench = Workbench::begin(&Shelf::bundled(), request, 8, &bots, Until::Middle).unwrap();
    let (left, all) = (bench.game().state().stack().len(), bench.game().rules().stack_size());
    assert!(left * 2 <= all && left * 2 + 8 > all, "{left} of {all}");
    let hash = bench.game().hash64();
    for mode in [Mode::Replay, Mode::KeepState, Mode::KeepState, Mode::Replay] {
        let Reload::Done(changes) = bench.reload(&Shelf::bundled(), mode) else { panic!("it is broken") };
        assert!(changes.is_nothing(), "{changes:?}");
        assert_eq!(bench.game().hash64(), hash);
    }
    desk.bench = None;
}

#[test]
fn bots_that_go_round_in_circles_give_up() {
    let praying = r#"return {
  actions = {
    pray = {
      phase = "deploy",
      options = function() return { "once more" } end,
      perform = function(game, player) game:award(player, 40, { source = "prayer" }) end,
    },
  },
}
"#;
    let desk = Desk::with(&[
        ("expansion.toml", crate::MANIFEST),
        ("tiles/mills.toml", crate::TILES),
        ("main.lua", praying),
    ]);
    let bots = [BotKind::Greedy; 2];
    let bench = Workbench::begin(&Shelf::bundled(), desk.request(), 5, &bots, Until::Turns(3)).unwrap();
    assert!(bench.stalled().unwrap().contains("have not come that far"), "{:?}", bench.stalled());
}
