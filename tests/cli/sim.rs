//! Many games at once.

use serde_json::Value;

use crate::bastide::{ok, run};

/// The result of a simulation without what depends on time and machine.
fn numbers(args: &[&str]) -> Value {
    let out = ok(&[&["sim", "--json"], args].concat());
    let mut report: Value = serde_json::from_str(&out).unwrap();
    for key in ["seconds", "jobs", "games_per_second", "turns_per_second"] {
        assert!(report.as_object_mut().unwrap().remove(key).is_some(), "{key}");
    }
    report
}

#[test]
fn the_same_seed_gives_the_same_numbers_at_any_number_of_jobs() {
    for expansions in ["", "all"] {
        let with =
            |jobs| numbers(&["--games", "61", "--seed", "5", "--expansions", expansions, "--jobs", jobs]);
        let one = with("1");
        assert_eq!(one, with("2"));
        assert_eq!(one, with("5"));
        assert_eq!(one, with("0"));
    }
}

#[test]
fn the_report_has_what_a_program_needs() {
    let seats = ["--seat", "greedy", "--seat", "random", "--seat", "random"];
    let report = numbers(&[&["--games", "30", "--expansions", ""], &seats[..]].concat());
    assert_eq!(report["games"], 30);
    assert!(report["turns_per_game"].as_f64().unwrap() > 60.0);
    let seats = report["seats"].as_array().unwrap();
    assert_eq!(seats.len(), 3);
    assert_eq!(seats[0]["name"], "Alice");
    let rates: f64 = seats.iter().map(|seat| seat["win_rate"].as_f64().unwrap()).sum();
    assert!((rates - 1.0).abs() < 1e-9, "{rates}");
    for (index, seat) in seats.iter().enumerate() {
        let mean = seat["mean_points"].as_f64().unwrap();
        let [low, high] = [0, 1].map(|end| seat["ci95"][end].as_f64().unwrap());
        assert!(low <= mean && mean <= high);
        let sources = report["sources"].as_array().unwrap().iter();
        let sum: f64 = sources.map(|source| source["mean_points"][index].as_f64().unwrap()).sum();
        assert!((sum - mean).abs() < 1e-9, "the sources of seat {index} add up to {sum}, not {mean}");
    }
}

#[test]
fn thinking_ahead_pays() {
    let report = numbers(&["--games", "30", "--seat", "greedy", "--seat", "random", "--expansions", ""]);
    assert!(report["seats"][0]["win_rate"].as_f64().unwrap() > 0.95, "{report}");
}

#[test]
fn the_table_is_for_people() {
    let out = ok(&["sim", "--games", "20", "--expansions", ""]);
    for words in ["20 games of the base game alone", "95 % interval", "Alice (random)", "monastery"] {
        assert!(out.contains(words), "{words}:\n{out}");
    }
}

#[test]
fn people_do_not_simulate() {
    let run = run(&["sim", "--seat", "human", "--seat", "random"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert_eq!(run.err, "error: a simulation has no human seats; expected `random` or `greedy`\n");
}
