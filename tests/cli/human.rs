//! A person at the keyboard.

use crate::bastide::{Run, folder, run_in};

/// Plays with these lines typed.
fn type_in(name: &str, more: &[&str], lines: &str) -> Run {
    let args = ["play", "--seat", "human", "--seat", "greedy", "--expansions", "", "--seed", "3"];
    run_in(&folder(name), &[&args[..], more].concat(), lines)
}

#[test]
fn first_options_lead_to_the_end() {
    let run = type_in("to_the_end", &[], &"1\n".repeat(200));
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("Where the points came from:"), "{}", run.out);
}

#[test]
fn the_board_the_tile_and_the_options_are_shown() {
    let run = type_in("shown", &[], "quit\n");
    assert_eq!(run.code, 0);
    let picture = "
       0

  -1   1

     .###.
   0 -----
     .....

   1   2


Alice, place base/H:
  0       1
  .###.   .....
  .....   #...#
  .###.   .....
   1  at 0,-1, turn 0
   2  at 0,1, turn 1
Type the number of an option and Enter, or `help`.
> quit
The game was not saved.
";
    assert!(run.out.ends_with(picture), "{}", run.out);
}

#[test]
fn the_whole_board_and_its_letters_are_shown_when_asked_for() {
    let run = type_in("letters", &[], "board\nhelp\nquit\n");
    assert_eq!(run.code, 0);
    let board = "> board
       0
     .###.
   0 -----
     .....
     # city (% with a coat of arms), - | + road, * where roads end, . field, ^ something special on the tile,
     A Alice's, B Bob's
> help
";
    assert!(run.out.contains(board), "{}", run.out);
    assert!(run.out.contains("board    show the whole board, and what its letters mean"), "{}", run.out);
}

/// An expansion that fails when it is not the first player's turn.
fn faulty(name: &str) -> std::path::PathBuf {
    let here = folder(name);
    let made = here.join("faulty");
    std::fs::create_dir_all(&made).unwrap();
    let manifest = "format = 1\nid = \"faulty\"\nname = \"Faulty\"\nversion = \"1.0.0\"\napi = 1\n";
    std::fs::write(made.join("expansion.toml"), manifest).unwrap();
    let script = "return { on_turn_end = function(game, event) if event.player.seat == 2 then error(\"oh\") end end }\n";
    std::fs::write(made.join("main.lua"), script).unwrap();
    here
}

#[test]
fn a_handler_that_fails_in_a_bots_turn_does_not_end_the_game() {
    let args = ["play", "--seat", "human", "--seat", "random", "--expansions", "faulty", "--seed", "3"];
    let lines = "1\n".to_owned() + "pass\n" + &"1\n".repeat(3) + "mute\n" + &"1\n".repeat(200);
    let run = run_in(&faulty("bot_fails"), &args, &lines);
    assert!(run.out.contains("failed in on_turn_end: oh"), "{}", run.out);
    assert!(run.out.contains("`mute faulty` goes on without it"), "{}", run.out);
    assert!(run.out.contains("The handlers of faulty are not called any more."), "{}", run.out);
    assert!(run.out.contains("Where the points came from:"), "{}", run.out);
    assert_eq!(run.code, 0, "{}", run.err);
}

#[test]
fn bots_alone_stop_at_a_handler_that_fails_and_say_how_to_go_on() {
    let args =
        ["play", "--seat", "random", "--seat", "random", "--expansions", "faulty", "--save", "game.jsonl"];
    let run = run_in(&faulty("bots_fail"), &args, "");
    assert_eq!(run.code, 1, "{}", run.out);
    assert!(run.err.contains("bastide play --resume game.jsonl --changed replay"), "{}", run.err);
}

#[test]
fn what_a_script_prints_while_a_bot_thinks_is_not_told() {
    let here = faulty("thinking");
    let script = "return { on_tile_placed = function(game, event) print(\"placed\") end }\n";
    std::fs::write(here.join("faulty/main.lua"), script).unwrap();
    let args = ["play", "--seat", "greedy", "--seat", "greedy", "--expansions", "faulty", "--seed", "3"];
    let run = run_in(&here, &args, "");
    assert_eq!(run.out.matches("[print] placed").count(), run.out.matches(" places ").count(), "{}", run.out);
}

#[test]
fn a_decision_can_be_taken_back() {
    let run = type_in("back", &["--save", "game.jsonl"], "1\nundo\n2\nundo\nundo\nquit\n");
    assert!(run.out.contains("Alice places base/H at 0,-1."), "{}", run.out);
    assert!(run.out.contains("Alice places base/H at 0,1, turned 90 degrees."), "{}", run.out);
    assert_eq!(run.out.matches("Taken back.").count(), 2, "{}", run.out);
    assert!(run.out.contains("There is nothing to take back."), "{}", run.out);
    assert!(run.out.ends_with("Go on with: bastide play --resume game.jsonl\n"), "{}", run.out);
}

#[test]
fn taking_back_also_takes_back_what_the_bot_did() {
    let run = type_in("bot_back", &["--save", "game.jsonl"], "1\n4\nundo\nquit\n");
    let last = run.out.rsplit_once("Taken back.").unwrap().1;
    assert!(last.contains("Alice, deploy a piece?"), "{last}");
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli/bot_back");
    let saved = std::fs::read_to_string(folder.join("game.jsonl")).unwrap();
    assert_eq!(
        saved.lines().skip(1).collect::<Vec<_>>(),
        ["{\"draw\":\"base/H\"}", "{\"by\":\"Alice\",\"place\":[0,-1],\"turn\":0}",]
    );
}

#[test]
fn nonsense_gets_an_answer() {
    let run = type_in("nonsense", &[], "0\n99\nundoo\n-1\n1x\n\nhelp\n\u{e9}\nmute nobody\nquit\n");
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("Type a number from 1 to 2, or `help`, did you mean `undo`?"), "{}", run.out);
    assert!(run.out.contains("No expansion `nobody` is in play"), "{}", run.out);
    assert!(run.out.contains("take back the last decision"), "{}", run.out);
}

#[test]
fn the_end_of_input_is_a_farewell() {
    let run = type_in("farewell", &[], "1\n");
    assert_eq!(run.code, 0);
    assert!(run.out.ends_with("The game was not saved.\n"), "{}", run.out);
}

#[test]
fn what_a_handler_prints_stands_before_its_error_and_once() {
    let here = faulty("prints");
    let script = "return { on_turn_end = function(game, event)\n\
        local answer = game:ask(event.player, { prompt = 'well?', options = { 'good', 'bad' } })\n\
        print('it is ' .. answer)\n\
        if answer == 'bad' then error('oh') end\n\
      end }\n";
    std::fs::write(here.join("faulty").join("main.lua"), script).unwrap();
    let args = ["play", "--seat", "human", "--expansions", "faulty", "--seed", "3", "--save", "game.jsonl"];
    let run = run_in(&here, &args, "1\n1\n2\nundo\n1\n1\n1\nquit\n");
    let at = |text: &str| run.out.find(text).unwrap_or_else(|| panic!("{text}\n{}", run.out));
    assert!(at("Alice, well?\n") < at("  [print] it is bad\n"), "{}", run.out);
    assert!(at("  [print] it is bad\n") < at("failed in on_turn_end: oh"), "{}", run.out);
    assert_eq!(run.out.matches("[print] it is bad").count(), 1, "{}", run.out);
    assert_eq!(run.out.matches("[print] it is good").count(), 1, "{}", run.out);
    let resumed = run_in(&here, &["play", "--resume", "game.jsonl"], "quit\n");
    assert!(!resumed.out.contains("[print]"), "{}", resumed.out);
}
