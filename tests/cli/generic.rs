//! The generic checks of `bastide test`, on expansions that stand them and that do not.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::bastide::{Run, folder, run_in};

/// An expansion without tests, `fan`.
fn fan(name: &str, main: &str) -> PathBuf {
    let root = folder(name);
    std::fs::create_dir_all(root.join("fan")).unwrap();
    let manifest = "format = 1\nid = \"fan\"\nname = \"Fan\"\nversion = \"1.0.0\"\napi = 1\n";
    std::fs::write(root.join("fan/expansion.toml"), manifest).unwrap();
    std::fs::write(root.join("fan/main.lua"), main).unwrap();
    root
}

fn test(root: &Path, args: &[&str]) -> Run {
    run_in(root, &[&["test", "fan"], args].concat(), "")
}

/// The line that begins so, without its beginning.
fn line<'a>(text: &'a str, begin: &str) -> &'a str {
    let found = text.lines().find_map(|line| line.strip_prefix(begin));
    found.unwrap_or_else(|| panic!("no line begins with `{begin}`: {text}"))
}

/// Words as a shell takes them apart, where `"` is all that holds words together.
fn words(command: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for (at, part) in command.split('"').enumerate() {
        if at % 2 == 1 {
            words.push(part);
        } else {
            words.extend(part.split_whitespace());
        }
    }
    words
}

const SOUND: &str = "return { on_tile_placed = function(game, event) game:award(event.player, 1) end }\n";

const TIRED: &str = "return { on_turn_end = function(game)\n  if game.turn == 9 then\n    error(\"the mill is tired\")\n  end\nend }\n";

#[test]
fn what_is_sound_passes_and_says_with_which_seed() {
    let run = test(&fan("generic_sound", SOUND), &["--seed", "7", "--games", "1"]);
    let expected = "\
fan: no tests; write some in fan/tests
ok     generic: it loads
ok     generic: random games end (1 game)
ok     generic: legal options equal what the predicate accepts (1 game)
ok     generic: pieces are conserved and points explained (1 game)
ok     generic: a replay equals the game (1 game)
ok     generic: a fork equals its parent (1 game)
6 passed, 0 failed; the seed of the generic games was 7
";
    assert_eq!((run.code, run.out.as_str()), (0, expected), "{}", run.err);
}

#[test]
fn seeds_are_other_ones_each_time() {
    let root = fan("generic_seeds", SOUND);
    let seed = || {
        let run = test(&root, &["--filter", "random games end", "--games", "1"]);
        assert_eq!(run.code, 0, "{}", run.out);
        line(&run.out, "1 passed, 0 failed; the seed of the generic games was ").to_owned()
    };
    let first = seed();
    assert!((0..5).any(|_| seed() != first));
}

#[test]
fn a_failure_is_seen_again_with_the_commands_that_it_names() {
    let root = fan("generic_failure", TIRED);
    let run = test(&root, &["--seed", "3", "--keep", "failed games"]);
    assert_eq!(run.code, 1, "{}", run.out);
    let failed = "FAILED generic: random games end\n  seed 3, after ";
    assert!(run.out.contains(failed), "{}", run.out);
    assert!(
        run.out.contains("failed in on_turn_end: the mill is tired\n   --> fan/main.lua:3"),
        "{}",
        run.out
    );
    assert!(
        run.out.contains(
            "FAILED generic: a replay equals the game\n  as above, in \"generic: random games end\""
        )
    );
    assert!(run.out.contains("1 passed, 5 failed; the seed of the generic games was 3"), "{}", run.out);

    let see = words(line(&run.out, "  see it: bastide "));
    let seen = run_in(&root, &see, "");
    assert_eq!(seen.code, 0, "{see:?} {}", seen.err);
    assert!(seen.out.contains("the game is not over yet"), "{}", seen.out);
    assert_eq!(see[..2], ["replay", "failed games/fan-random-games-end-3.jsonl"]);

    let again = words(line(&run.out, "  again:  bastide "));
    let found = run_in(&root, &again, "");
    assert_eq!(found.code, 1, "{again:?} {}", found.err);
    assert!(found.out.starts_with(failed), "{again:?} {}", found.out);
    assert!(found.out.contains("0 passed, 1 failed"), "{}", found.out);
}

#[test]
fn a_failure_as_json() {
    let root = fan("generic_json", TIRED);
    let run = test(&root, &["--seed", "3", "--filter", "random games", "--keep", ".", "--json"]);
    assert_eq!(run.code, 1, "{}", run.err);
    let found: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(found["seed"], 3);
    let row = &found["tests"][0];
    assert_eq!(
        (&row["name"], &row["ok"], &row["seed"]),
        (&"generic: random games end".into(), &false.into(), &3.into())
    );
    assert!(row["message"].as_str().unwrap().contains("the mill is tired"));
    assert!(row["decisions"].as_u64().unwrap() > 8);
    assert!(root.join(row["game"].as_str().unwrap()).is_file());
    assert!(row["again"].as_str().unwrap().starts_with("bastide test fan --filter "));
}

#[test]
fn hidden_state_is_caught() {
    let main = "local count = 0\nreturn { on_tile_placed = function(game, event)\n  count = count + 1\n  \
                if count % 3 == 0 then game:award(event.player, 1) end\nend }\n";
    let root = fan("generic_hidden", main);
    let run = test(&root, &["--seed", "1", "--filter", "fork"]);
    assert_eq!(run.code, 1, "{}", run.out);
    assert!(run.out.contains("does a script remember something in a `local` of the file"), "{}", run.out);
    let run = test(&root, &["--seed", "1", "--filter", "fresh machine", "--heavy"]);
    assert!(run.out.contains("FAILED generic: a fresh machine before every handler"), "{}", run.out);
    assert!(line(&run.out, "  again:  ").ends_with(" --heavy --seed 1 --games 1"), "{}", run.out);
}

#[test]
fn an_expansion_that_does_not_load_fails_once() {
    let run = test(&fan("generic_broken", "return { on_tile_plcaed = function() end }\n"), &[]);
    assert_eq!(run.code, 1);
    assert!(run.out.contains("FAILED generic: it loads"), "{}", run.out);
    assert!(run.out.contains("did you mean `on_tile_placed`?"), "{}", run.out);
    assert!(run.out.contains("0 passed, 1 failed"), "{}", run.out);
    assert!(line(&run.out, "  again:  ").ends_with("--filter \"generic: it loads\""), "{}", run.out);
}

#[test]
fn heavy_checks_play_with_every_bundled_expansion() {
    let root = fan("generic_heavy", SOUND);
    let run = test(&root, &["--seed", "1", "--heavy", "--filter", "together with abbot"]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    assert!(run.out.starts_with("ok     generic: it plays together with abbot (3 games)"), "{}", run.out);
    let run = test(&root, &["--seed", "1", "--filter", "together with"]);
    assert_eq!((run.code, run.out.as_str()), (1, "no test has `together with` in its name\n"));
}

#[test]
fn an_order_that_matters_must_be_declared() {
    // What the other one adds is doubled only where it comes first.
    let main = "return { adjust_points = function(game, query) return { double = query.so_far } end }\n";
    let root = fan("generic_order", main);
    let pair = ["--seed", "1", "--heavy", "--filter", "together with inns_and_cathedrals"];
    let run = test(&root, &pair);
    assert_eq!(run.code, 1, "{}{}", run.out, run.err);
    for part in [
        "\"the order of expansions that declare none changes nothing\" does not hold",
        "with `after` or `before`",
    ] {
        assert!(run.out.contains(part), "{part}: {}", run.out);
    }
    assert!(line(&run.out, "  again:  ").ends_with("--heavy --seed 1 --games 1"), "{}", run.out);
    let manifest = root.join("fan/expansion.toml");
    let text = std::fs::read_to_string(&manifest).unwrap();
    std::fs::write(&manifest, text + "after = [\"inns_and_cathedrals\"]\n").unwrap();
    let run = test(&root, &pair);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
}
