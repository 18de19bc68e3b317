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
> quit
The game was not saved.
";
    assert!(run.out.ends_with(picture), "{}", run.out);
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
