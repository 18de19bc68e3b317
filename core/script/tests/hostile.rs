//! What scripts might do to the host or to the same game on another machine, and cannot.

#![allow(clippy::panic, clippy::unwrap_used, reason = "a test fails loudly")]

mod common;

use bastide_engine::decision::Choice;
use common::{Script, World, play_randomly};

/// What a script prints in the first turn.
fn printed(body: &str) -> Vec<String> {
    let main = format!("return {{ on_turn_end = function(game, event) {body} end }}");
    let world = World::new(&[], &[Script::new("fan", &main)]);
    let mut game = world.game(1);
    while game.state().turn() < 2 {
        let choice = game.decision().unwrap().list()[0];
        game.apply(choice).unwrap();
    }
    game.host().unwrap().borrow_mut().take_output()
}

#[test]
fn nothing_tells_where_things_lie_in_memory() {
    let body = "local t, f = {}, function() end
        print(t, f, tostring(t), string.format('%s %s', t, f), `{t}`, ('%s'):format(f))
        print(coroutine.create(f), select('#', tostring(t)))
        local sham = setmetatable({}, { __metatable = { __tostring = 1 } })
        print(sham, string.format('%s', sham))";
    let expected = ["table\tfunction\ttable\ttable function\ttable\tfunction", "thread\t1", "table\ttable"];
    assert_eq!(printed(body), expected);
}

#[test]
fn formats_are_as_they_were() {
    assert_eq!(
        printed("print(string.format('%d %s %q %5.2f %%', 3, 'a', 'b', 1.5), ('x'):rep(3))"),
        ["3 a \"b\"  1.50 %\txxx"]
    );
    assert_eq!(
        printed(
            "print(event.player, game.players[2], setmetatable({}, { __tostring = function() return 'me' end }))"
        ),
        ["alice\tbob\tme"]
    );
}

#[test]
fn what_is_printed_cannot_command_a_terminal() {
    assert_eq!(printed("print('\\27[2Jgone\\r\\n')"), ["\u{fffd}[2Jgone\u{fffd}\u{fffd}"]);
    let long = printed("print(string.rep('x', 2000))");
    assert_eq!(long[0].chars().count(), 501);
}

#[test]
fn loops_over_tables_work_as_ever() {
    let body = "local n = 0 for key, value in pairs({ a = 1, b = 2, 5 }) do n = n + value end print(n)
        local t = { 3, 4 } for i, v in ipairs(t) do n = n + v end print(n, next({}), next({ 7 }))
        for key, value in { x = 1 } do print(key, value) end";
    assert_eq!(printed(body), ["8", "15\tnil\t1\t7", "x\t1"]);
}

#[test]
fn a_question_at_the_very_end_is_answered() {
    let main = "return { on_game_end = function(game, event)
        local answer = game:ask(game.players[2], { prompt = 'well?', options = { 'good', 'bad' } })
        game.storage.answer = answer
    end }";
    let world = World::new(&[], &[Script::new("fan", main)]);
    let mut game = world.game(4);
    while game.question().is_none() {
        assert!(!game.is_over());
        play_randomly(&mut game, 9, 1);
    }
    assert!(!game.is_over());
    game.apply(Choice::Answer { item: 1 }).unwrap();
    assert!(game.is_over());
    assert!(game.decision().is_none());
    let stored = game.state().storage("fan");
    assert_eq!(format!("{stored:?}"), "Map({\"answer\": Text(\"bad\")})");
}

#[test]
fn events_without_end_name_who_listens() {
    let main = "local x = { events = { boom = 'one', bam = 'other' } }
        function x.on_turn_end(game) game:raise('boom') end
        function x.on_boom(game) game:raise('bam') end
        function x.on_bam(game) game:raise('boom') end
        return x";
    let world = World::new(&[], &[Script::new("fan", main)]);
    let mut game = world.game(4);
    let error = loop {
        let choice = game.decision().unwrap().list()[0];
        if let Err(error) = game.apply(choice) {
            break error.to_string();
        }
    };
    assert!(error.starts_with("handlers raise events without end"), "{error}");
    assert!(error.ends_with("these expansions listen: fan"), "{error}");
}

#[test]
fn points_stay_within_what_can_be_counted() {
    let main = "return { on_tile_placed = function(game, event)
        for i = 1, 3000 do game:award(event.player, 1000000) end
    end }";
    let world = World::new(&[], &[Script::new("fan", main)]);
    let mut game = world.game(4);
    play_randomly(&mut game, 1, 6);
    let most = game.rules().players().map(|player| game.state().points(player)).max();
    assert_eq!(most, Some(i32::MAX));
}
