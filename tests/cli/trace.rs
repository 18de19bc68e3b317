//! What expansions do in a game, call by call.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::bastide::{folder, run_in};

const MAIN: &str = r#"local mills = { events = { bell = "rung" } }

function mills.on_game_start(game) game.storage.placed = 0 end

function mills.on_tile_placed(game, event)
  game.storage.placed = game.storage.placed + 1
  if game.storage.placed == 1 then
    event.player:add_tokens("flour", 2)
    game:raise("bell", event.tile, { times = 3 })
  end
  if game.storage.placed == 3 then
    local choice = game:ask(event.player, { prompt = "grind", options = { "yes", "no" }, always = true })
    game:award(event.player, 2, { source = "mill", at = event.tile })
    game.storage.answer = choice
  end
end

function mills.on_bell() end

function mills.allow_placement(_, query)
  if query.cell.x > 9 then return false, "the land ends there" end
end

return mills
"#;

/// An expansion with a script, in a folder of a test's own.
fn mills(name: &str, main: &str) -> PathBuf {
    let here = folder(name);
    fs::create_dir(here.join("mills")).unwrap();
    let manifest = "format = 1\nid = \"mills\"\nname = \"The Mills\"\nversion = \"1.0.0\"\napi = 1\n";
    fs::write(here.join("mills/expansion.toml"), manifest).unwrap();
    fs::write(here.join("mills/main.lua"), main).unwrap();
    here
}

/// A game of two bots, saved.
fn saved(here: &std::path::Path) {
    let args = [
        "play",
        "--expansions",
        "./mills",
        "--seat",
        "random",
        "--seat",
        "random",
        "--seed",
        "3",
        "--save",
        "game.jsonl",
    ];
    let run = run_in(here, &args, "");
    assert_eq!(run.code, 0, "{}", run.err);
}

#[test]
fn a_decision_is_told_with_all_that_came_of_it() {
    let here = mills("trace_one", MAIN);
    saved(&here);
    let at = |decision: &str| {
        let run = run_in(&here, &["trace", "game.jsonl", "--at", decision, "--hook", "on_tile_placed"], "");
        assert_eq!(run.code, 0, "{}", run.err);
        run.out
    };
    let first = at("1");
    assert!(first.contains("Decision 1, turn 1: ") && first.contains("  mills on_tile_placed "), "{first}");
    for part in [
        " steps, ",
        " uses, ",
        " µs\n",
        "    of player ",
        "    -> storage.mills.placed: 0 -> 1\n",
        "    -> tokens `flour` of ",
        "    -> bell: ",
    ] {
        assert!(first.contains(part), "{part}: {first}");
    }
    let begin = run_in(&here, &["trace", "game.jsonl", "--at", "0"], "").out;
    assert!(begin.contains("Decision 0, turn 0: the game begins\n"), "{begin}");
    assert!(begin.contains("    -> storage.mills.placed: nothing -> 0\n"), "{begin}");
    // The saved game is opened twice to resolve its names; only the one that is played is told of.
    assert_eq!(begin.matches("on_game_start").count(), 1, "{begin}");
}

#[test]
fn questions_and_answers_are_told() {
    let here = mills("trace_asks", MAIN);
    saved(&here);
    let args = ["trace", "game.jsonl", "--hook", "on_tile_placed"];
    let out = run_in(&here, &args, "").out;
    let asked = out.find("    -> asks ").unwrap();
    assert!(out[asked..].contains("`grind`: yes | no\n"), "{out}");
    let again = &out[asked..][out[asked..].find("called again, with an answer").unwrap()..];
    let first = again.split("\n\n").next().unwrap();
    assert!(
        first.contains("scores 2 for mill\n") && first.contains("storage.mills.answer: nothing -> "),
        "{first}"
    );
    assert!(out.ends_with("called no such handler.\n"), "{out}");
}

#[test]
fn handlers_that_are_only_asked_share_a_line() {
    let here = mills("trace_asked", MAIN);
    saved(&here);
    let run = |more: &[&str]| {
        let args = [&["trace", "game.jsonl", "--from", "1", "--to", "3", "--hook", "allow_placement"], more]
            .concat();
        run_in(&here, &args, "").out
    };
    let together = run(&[]);
    assert!(together.contains("  mills allow_placement, ") && together.contains(" times "), "{together}");
    let every = run(&["--every"]);
    assert!(every.contains("    -> allowed\n") && !every.contains(" times "), "{every}");
}

#[test]
fn a_summary_adds_up_what_the_lines_say() {
    let here = mills("trace_summary", MAIN);
    saved(&here);
    let lines = |args: &[&str]| -> Vec<Value> {
        let run = run_in(&here, args, "");
        assert_eq!(run.code, 0, "{}", run.err);
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let steps = lines(&["trace", "game.jsonl", "--json"]);
    let rows = lines(&["trace", "game.jsonl", "--summary", "--json"]);
    let calls: Vec<&Value> = steps.iter().flat_map(|step| step["calls"].as_array().unwrap()).collect();
    assert_eq!(rows.len(), 4);
    for row in &rows {
        let same = |call: &&&Value| call["hook"] == row["hook"];
        let count = calls.iter().filter(same).count() as u64;
        let taken: u64 = calls.iter().filter(same).map(|call| call["steps"].as_u64().unwrap()).sum();
        assert_eq!((row["calls"].as_u64(), row["steps"].as_u64()), (Some(count), Some(taken)), "{row}");
        assert!(row["most_steps"].as_u64().unwrap() <= taken);
    }
    let placed = rows.iter().find(|row| row["hook"] == "on_tile_placed").unwrap();
    assert_eq!((&placed["questions"], &placed["failures"]), (&1.into(), &0.into()));
    let table = run_in(&here, &["trace", "game.jsonl", "--summary"], "").out;
    assert!(table.contains("costliest decision") && table.contains("\ntotal "), "{table}");
}

#[test]
fn bots_are_traced_as_they_play_and_not_as_they_think() {
    let here = mills("trace_bots", MAIN);
    let args = ["--expansions", "./mills", "--seat", "greedy", "--seat", "random", "--seed", "5"];
    let save = run_in(&here, &[&["play"], &args[..], &["--save", "game.jsonl"]].concat(), "");
    assert_eq!(save.code, 0, "{}", save.err);
    let lines = |args: Vec<&str>| -> Vec<Value> {
        let run = run_in(&here, &args, "");
        assert_eq!(run.code, 0, "{}", run.err);
        let mut steps: Vec<Value> = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for call in steps.iter_mut().flat_map(|step| step["calls"].as_array_mut().unwrap()) {
            call["microseconds"] = Value::Null;
            call["memory"] = Value::Null;
        }
        steps
    };
    let of_bots = lines([&["trace", "--json"], &args[..]].concat());
    let of_save = lines(vec!["trace", "game.jsonl", "--json"]);
    assert!(of_bots.len() > 100);
    assert_eq!(of_bots, of_save);
}

#[test]
fn a_handler_that_fails_is_the_last_thing_that_is_told() {
    let broken = MAIN.replace("game:award(event.player, 2,", "game:awrd(event.player, 2,");
    let here = mills("trace_fails", &broken);
    let args =
        ["trace", "--expansions", "./mills", "--seat", "random", "--seed", "3", "--hook", "on_tile_placed"];
    let run = run_in(&here, &args, "");
    assert_eq!(run.code, 1, "{}", run.out);
    assert!(run.err.contains("did you mean `award`?"), "{}", run.err);
    let (_, last) = run.out.rsplit_once("\nDecision ").unwrap();
    assert!(last.contains("    -> failed: ") && last.contains("mills/main.lua:"), "{last}");
}

#[test]
fn wrong_uses_are_told() {
    let here = mills("trace_wrong", MAIN);
    saved(&here);
    let wrong = |args: &[&str], message: &str| {
        let run = run_in(&here, &[&["trace"], args].concat(), "");
        assert_eq!(run.code, 2, "{args:?}: {}{}", run.out, run.err);
        assert!(run.err.contains(message), "{args:?}: {}", run.err);
    };
    wrong(&["no_such.jsonl"], "cannot read `no_such.jsonl`");
    wrong(&["game.jsonl", "--seat", "random"], "a saved game says itself who plays what");
    wrong(&["game.jsonl", "--seed", "1"], "cannot be used with");
    wrong(&["game.jsonl", "--at", "100000"], "there is no decision 100000: the game has ");
    wrong(&["game.jsonl", "--from", "5", "--to", "4"], "--from 5 comes after --to 4");
    wrong(&["game.jsonl", "--hook", "on_tile_place"], "did you mean `on_tile_placed`?");
    wrong(&["game.jsonl", "--expansion", "mill"], "did you mean `mills`?");
    wrong(&["--seat", "human"], "nobody can play while a game is traced");
}

#[test]
fn a_game_without_scripts_has_nothing_to_trace() {
    let here = folder("trace_nothing");
    let args = ["trace", "--expansions", "", "--seat", "random", "--seed", "1"];
    let run = run_in(&here, &args, "");
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("\n0 decisions brought about what is shown; "), "{}", run.out);
    let summary = run_in(&here, &[&args[..], &["--summary"]].concat(), "");
    assert!(summary.out.ends_with("No handler was called.\n"), "{}", summary.out);
}
