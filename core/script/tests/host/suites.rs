//! The harness of tests in Lua: tests that must fail, with the message, the line and the picture.

use std::sync::Arc;

use bastide_engine::game::Game;
use bastide_engine::luck::Forced;
use bastide_engine::ruleset::Ruleset;
use bastide_script::testing::{Maker, Moment, Outcome, TestFailure, Wish, run_file, test_names};

use crate::common::World;
use crate::{declared, fan};

/// Makes games of one world, whatever is wished for.
struct Table(World);

impl Maker for Table {
    fn game(&self, wish: &Wish, _: &Arc<Ruleset>, opening: Forced) -> Result<Game, String> {
        let host = Some(self.0.host());
        Game::with_host(Arc::clone(&self.0.rules), wish.seed, host, opening)
            .map_err(|error| error.to_string())
    }

    fn rules(&self, _: &Wish) -> Result<Arc<Ruleset>, String> {
        Ok(Arc::clone(&self.0.rules))
    }

    fn picture(&self, game: &Game) -> String {
        format!("{} tiles", game.state().board().tiles().len())
    }

    fn snapshot(&self, moment: &Moment<'_>) -> Result<(), String> {
        let tiles = moment.game.state().board().tiles().len();
        let found = format!("{} {} tiles, {} events", moment.name, tiles, moment.story.len());
        let kept = moment.name == "kept" && moment.file == "fan/tests/fan_test.lua" && tiles == 2;
        if kept { Ok(()) } else { Err(found) }
    }
}

/// An expansion that pays for each tile, asks in the third turn, and offers a nap and a bell.
fn table() -> Table {
    Table(declared(
        "[places.prison]\n",
        r#"
        return {
          on_tile_placed = function(game, event)
            game:award(event.player, 2, { source = "tile" })
            if game.turn == 3 then
              local who = game:ask(event.player, { prompt = "who", options = game.players })
              game:award(who, 10, { source = "gift" })
            end
          end,
          actions = {
            nap = { instead_of = "deploy", options = function() return { "long", "short" } end, perform = print },
            bell = { off_turn = true, perform = function(game, player) game:award(player, 1, { source = "bell" }) end },
          },
        }
        "#,
    ))
}

fn run(text: &str) -> Vec<Outcome> {
    run_file("fan/tests/fan_test.lua", text, "", &table()).unwrap()
}

fn passes(body: &str) {
    let outcomes = run(&format!("test(\"it\", function(t)\n{body}\nend)\n"));
    assert_eq!(outcomes[0].failure, None, "{body}");
}

/// How a test of this body fails; its first line is line 2.
fn fails(body: &str) -> TestFailure {
    let outcomes = run(&format!("test(\"it\", function(t)\n{body}\nend)\n"));
    let failure = outcomes[0].failure.clone();
    let failure = failure.unwrap_or_else(|| panic!("it passes: {body}"));
    assert_eq!(failure.file, "fan/tests/fan_test.lua");
    failure
}

/// The test fails in its second line with this message.
fn fails_with(second: &str, message: &str) {
    let body = format!(
        "t:draw(\"base/U\", \"base/V\", \"base/A\") t:play(\"alice\", {{ place = {{ 1, 0 }} }})\n{second}"
    );
    let failure = fails(&body);
    assert!(failure.message.contains(message), "{second}: {}", failure.message);
    assert_eq!(failure.line, Some(3), "{second}: {}", failure.message);
    assert_eq!(failure.picture, "2 tiles", "{second}");
}

#[test]
fn a_test_that_holds() {
    passes(
        r#"
        t:draw("base/U", "base/V", "base/A")
        t:play("alice", { place = { 1, 0 }, deploy = { road = true } })
        t:expect_points({ alice = 2, bob = 0 })
        t:expect_award({ alice = 2, source = "tile" })
        t:expect_awards({ { alice = 2, source = "tile" } })
        t:expect_no_award("road")
        t:expect_supply({ alice = 6, bob = 7 })
        t:expect_decision("bob", "place")
        t:expect_option({ place = { 2, 0 } })
        t:expect_no_option({ place = { 5, 5 } })
        t:refuse({ place = { 5, 5 } }, "touches no tile")
        t:off_turn("bob", "bell")
        t:play("bob", { place = { 2, 0 }, act = "nap", on = "short" })
        t:expect_points({ bob = 3 })
        t:play("alice", { place = { -1, 0, turn = 3 }, answers = { "bob" }, deploy = { monastery = true } })
        t:expect_points({ alice = 4, bob = 13 })
        t:undo()
        t:undo()
        t:expect_decision("alice", "who")
        t:play("alice", { answer = "alice" })
        t:expect_equal(#t:options(), 5, "ways to go on")
        t:play("alice", { pass = true })
        t:expect_points({ alice = 14 })
        t:expect_true(t:look(function(game) return game:tile_at(2, 0) end), "there is a tile")
        t:play_out()
        t:expect_over()
        "#,
    );
}

#[test]
fn wrong_expectations() {
    fails_with(
        "t:expect_points({ alice = 3 })",
        "expected alice to have 3 points, found 2\n  alice was awarded 2 for tile",
    );
    fails_with("t:expect_award({ alice = 3 })", "expected alice to be awarded 3 1 times, found it 0 times");
    fails_with(
        "t:expect_award({ alice = 2, source = \"tile\", times = 2 })",
        "expected alice to be awarded 2 for tile 2 times, found it 1 times",
    );
    fails_with(
        "t:expect_awards({})",
        "expected these awards, in this order:\nfound:\n  alice was awarded 2 for tile",
    );
    fails_with(
        "t:expect_awards({ { alice = 2, source = \"tile\" }, { bob = 1 } })",
        "alice 2 for tile\n  bob 1\nfound:\n  alice was awarded 2 for tile",
    );
    fails_with("t:expect_no_award(\"tile\")", "expected no award for tile, found 1");
    fails_with(
        "t:expect_supply({ alice = 6 })",
        "expected alice to have 6 of follower in the supply, found 7",
    );
    fails_with(
        "t:expect_decision(\"alice\", \"deploy\")",
        "expected that alice has to decide `deploy`, found: bob has to place `base/V`",
    );
    fails_with("t:expect_option({ place = { 1, 0 } })", "expected an option: place at 1,0");
    fails_with("t:expect_no_option({ place = { 2, 0 } })", "expected that this is no option: place at 2,0");
    fails_with("t:refuse({ place = { 2, 0 } })", "expected that it is refused, and it was done");
    fails_with(
        "t:refuse({ place = { 1, 0 } }, \"banana\")",
        "expected the message to contain \"banana\", found \"there is a tile at 1,0 already\"",
    );
    fails_with("t:expect_over()", "expected that the game is over, found: bob has to place `base/V`");
    fails_with("t:expect_equal(1 + 1, 3, \"the sum\")", "the sum: expected 3, found 2");
    fails_with("t:expect_true(false, \"water is dry\")", "expected that water is dry holds, and it does not");
}

#[test]
fn moves_that_cannot_be() {
    fails_with(
        "t:play(\"alice\", { place = { 2, 0 } })",
        "it is not alice's turn: bob has to place `base/V`",
    );
    fails_with(
        "t:play(\"carol\", { place = { 2, 0 } })",
        "nobody is called `carol`; the players are alice, bob",
    );
    fails_with("t:play(\"bob\", { place = { 1, 0 } })", "there is a tile at 1,0 already");
    fails_with(
        "t:play(\"bob\", { place = { 2, 0 }, deply = { road = \"W\" } })",
        "a move has no `deply`, did you mean `deploy`?",
    );
    fails_with("t:play(\"bob\", { place = { \"a\", 0 } })", "");
    fails_with("t:play(\"bob\", { answer = 3 })", "1 answers are left over; bob has to place `base/V`");
    fails_with(
        "t:play(\"bob\", { act = \"nap\" })",
        "the action `nap` is not on offer; bob has to place `base/V`",
    );
    fails_with("t:off_turn(\"bob\", \"gong\")", "bob cannot use `gong` now");
    fails_with("t:draw(\"base/Y\")", "there is no tile `base/Y`");
    fails_with("t:players(\"a\", \"b\")", "t:players must come before the first move");
    fails_with("t:stack(\"base/A\")", "t:stack must come before the first move");
    fails_with("t:expect_point({ alice = 2 })", "t has no `expect_point`, did you mean `expect_points`?");
    fails_with("t.undo()", "call it with a colon: t:undo(…)");
    fails_with("t:look(function() t:undo() end)", "t cannot be used inside of t:look");
    fails_with("t:look(function(game) game:award(game.active, 1) end)", "game:award");
    fails_with("error(\"the moon is full\")", "the moon is full");
    fails_with("local x = t.nothing + 1", "has no `nothing`");
    fails_with("local x local y = x + 1", "line 3 declares `x` and gives it no value");
}

#[test]
fn deployments_that_cannot_be() {
    let after = |deploy: &str, message: &str| {
        let play = format!("t:play(\"bob\", {{ place = {{ 2, 0 }}, deploy = {deploy} }})");
        let body = format!(
            "t:draw(\"base/U\", \"base/V\") t:play(\"alice\", {{ place = {{ 1, 0 }}, deploy = {{ road = \"W\" }} }})\n{play}"
        );
        let failure = fails(&body);
        assert!(failure.message.contains(message), "{deploy}: {}", failure.message);
        assert_eq!((failure.line, failure.picture.as_str()), (Some(3), "3 tiles"), "{deploy}");
    };
    after("{ road = \"W\" }", "the road is claimed already");
    after("{ road = \"N\" }", "the tile just placed has no road at N");
    after("{ raod = \"W\" }", "there is no kind of feature `raod`, did you mean `road`?");
    after("{ city = true }", "the tile just placed has no city");
    after("{ field = true }", "the tile just placed has several of kind field: name a side");
    after("{ road = \"X\" }", "`X` is no side");
    after("{ road = 1 }", "road must be a side such as \"N\", or true, not a number");
    after("{ field = \"N\", piece = \"wagon\" }", "there is no kind of piece `wagon`");
    after("{}", "a deployment names a feature");
}

#[test]
fn questions_that_nobody_answers_or_answers_wrongly() {
    let third = |spec: &str, message: &str| {
        let body = format!(
            "t:draw(\"base/U\", \"base/U\", \"base/U\")\nt:play(\"alice\", {{ place = {{ 1, 0 }} }})\n\
             t:play(\"bob\", {{ place = {{ 2, 0 }} }})\nt:play(\"alice\", {{ place = {{ 3, 0 }}, {spec} }})"
        );
        let failure = fails(&body);
        assert!(failure.message.contains(message), "{spec}: {}", failure.message);
        assert_eq!(failure.line, Some(5), "{spec}");
    };
    third("answers = { \"carol\" }", "`carol` is no answer to \"who\"; the answers are: alice; bob");
    third("answers = { \"bob\", \"bob\" }", "1 answers are left over");
    third("deploy = { road = true }", "nothing can be deployed now: alice is asked \"who\"");
}

#[test]
fn an_expansion_that_fails_fails_the_test() {
    let broken = Table(fan("return { on_tile_placed = function() error(\"the well is dry\") end }"));
    let text =
        "test(\"it\", function(t)\n  t:draw(\"base/U\")\n  t:play(\"alice\", { place = { 1, 0 } })\nend)\n";
    let outcomes = run_file("fan_test.lua", text, "", &broken).unwrap();
    let failure = outcomes[0].failure.clone().unwrap();
    assert!(failure.message.contains("the well is dry"), "{}", failure.message);
    assert!(failure.message.contains("expansions/fan/main.lua:1"), "{}", failure.message);
    assert_eq!(failure.line, Some(3));
}

#[test]
fn what_a_test_prints_is_shown_when_it_fails() {
    let failure = fails("print(\"before\", 1)\nerror(\"now\")");
    assert_eq!(failure.output, ["before\t1"]);
}

#[test]
fn each_test_stands_alone() {
    let outcomes = run("local count = 0\n\
         test(\"one\", function(t) count = count + 1 t:expect_equal(count, 1) t:play_out() end)\n\
         test(\"two\", function(t) count = count + 1 t:expect_equal(count, 1) t:expect_points({ alice = 0 }) end)\n\
         test(\"three\", function(t) error(\"no\") end)\n\
         test(\"four\", function(t) end)\n");
    let passed: Vec<bool> = outcomes.iter().map(|outcome| outcome.failure.is_none()).collect();
    assert_eq!(passed, [true, true, false, true]);
    assert_eq!(outcomes[2].failure.as_ref().unwrap().line, Some(4));
}

#[test]
fn a_filter_picks_tests_and_names_are_listed_without_running_them() {
    let text = "test(\"WT1: a\", function(t) error(\"no\") end)\ntest(\"WT2: b\", function(t) end)\n";
    let picked = run_file("fan_test.lua", text, "WT2", &table()).unwrap();
    assert_eq!(picked.len(), 1);
    assert!(picked[0].name == "WT2: b" && picked[0].failure.is_none());
    assert_eq!(test_names("fan_test.lua", text, &table()).unwrap(), ["WT1: a", "WT2: b"]);
}

#[test]
fn files_that_cannot_be_loaded() {
    for (text, message) in [
        (
            "test(\"it\", function(t)\n  t:undo(\nend)\n",
            "a value is missing before `end`\n --> fan_test.lua:3:1",
        ),
        ("tset(\"it\", function(t) end)\n", "`tset` is not defined, did you mean `test`?"),
        ("test(\"it\")\n", "fan_test.lua:1"),
        ("while true do end\n", "runs too long"),
        ("test(\"it\", function(t) end)\ntest(\"it\", function(t) end)\n", "two tests are called \"it\""),
    ] {
        let error = run_file("fan_test.lua", text, "", &table()).unwrap_err();
        assert!(error.contains(message), "{text}: {error}");
        assert!(error.contains("]: the test file `fan_test.lua` could not be loaded: "), "{error}");
    }
}

#[test]
fn a_test_that_never_ends_is_ended() {
    let failure = fails("while true do end");
    assert!(failure.message.contains("it runs too long"), "{}", failure.message);
    assert_eq!(failure.line, Some(2));
}

#[test]
fn what_chance_says_is_settled() {
    let world = || {
        Table(fan(r#"
            return {
              on_tile_placed = function(game, event)
                game:award(event.player, game:random(6), { source = "die" })
              end,
            }
        "#))
    };
    let test = "test(\"it\", function(t)\n\
        t:chance(6, 2)\n\
        t:draw(\"base/U\", \"base/U\", \"base/U\")\n\
        t:play(\"alice\", { place = { 1, 0 } })\n\
        t:play(\"bob\", { place = { 2, 0 } })\n\
        t:chance(9, 5)\n\
        t:play(\"alice\", { place = { 3, 0 } })\n\
        t:expect_points({ alice = 11, bob = 2 })\nend)\n";
    let outcomes = run_file("fan/tests/fan_test.lua", test, "", &world()).unwrap();
    assert_eq!(outcomes[0].failure, None);
    let wrong = "test(\"it\", function(t) t:chance(0) end)\n";
    let outcomes = run_file("fan/tests/fan_test.lua", wrong, "", &world()).unwrap();
    let failure = outcomes[0].failure.as_ref().expect("0 is no outcome");
    assert!(failure.message.contains("whole numbers from 1"), "{}", failure.message);
}

#[test]
fn a_move_that_cannot_be_read_is_no_move_that_is_no_option() {
    for (wrong, message) in [
        ("{ plce = { 1, 0 } }", "a move has no `plce`"),
        ("{ deploy = { rod = \"W\" } }", "there is no kind of feature `rod`, did you mean `road`?"),
        ("{ deploy = { road = \"W\", piece = \"folower\" } }", "there is no kind of piece `folower`"),
        ("{ deploy = { road = \"X\" } }", "`X` is no side"),
        ("{ second = { piece = \"follower\" } }", "a deployment names a feature"),
        ("{ act = \"nape\" }", "there is no action `nape` in this game"),
        ("{}", "the move says nothing"),
    ] {
        for call in ["expect_option", "expect_no_option", "refuse"] {
            let outcomes = run(&format!("test(\"it\", function(t) t:{call}({wrong}) end)\n"));
            let failure = outcomes[0].failure.as_ref().unwrap_or_else(|| panic!("{call}({wrong}) passes"));
            assert!(failure.message.contains(message), "{call}({wrong}): {}", failure.message);
        }
    }
    passes("t:expect_no_option({ deploy = { monastery = true } })");
    passes("t:expect_no_option({ act = \"nap\" })");
}

#[test]
fn a_snapshot_is_of_the_game_as_it_is() {
    let after = |call: &str| {
        format!("t:draw(\"base/U\", \"base/V\") t:play(\"alice\", {{ place = {{ 1, 0 }} }})\n{call}")
    };
    passes(&after("t:expect_snapshot(\"kept\")"));
    let failure = fails(&after("t:expect_snapshot(\"Other-2_a\")"));
    assert!(failure.message.starts_with("Other-2_a 2 tiles, "), "{}", failure.message);
    assert!(!failure.message.ends_with(" 0 events"), "{}", failure.message);
    assert_eq!(failure.line, Some(3));
}

#[test]
fn the_name_of_a_snapshot_is_safe_in_the_name_of_a_file() {
    let long = "a".repeat(61);
    for name in ["", "a b", "../up", "a/b", "ä", "a.b", &long] {
        let failure = fails(&format!("t:expect_snapshot(\"{name}\")"));
        assert!(failure.message.contains("letters, digits, `-` and `_`"), "{name}: {}", failure.message);
    }
    let failure = fails("t:expect_snapshot(3)");
    assert!(failure.message.contains("the name of the snapshot must be a text"), "{}", failure.message);
}
