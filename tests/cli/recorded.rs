//! Games that another program recorded, and its tile definitions.

use std::fs;

use serde_json::{Value, json};

use crate::bastide::{folder, run_in};

/// A game of our own in the other program's format: a city of two tiles, finished and scored.
fn recording() -> Value {
    let place = |tile: &str, turn: &str, x: i32, y: i32| json!({ "type": "PLACE_TILE", "payload": { "tileId": tile, "rotation": turn, "position": [x, y] } });
    let deploy = json!({
        "pointer": { "position": [0, -1], "feature": "City", "location": "S" },
        "meepleId": "0.small.3",
    });
    let commit = |random: f64| json!({ "type": "COMMIT", "payload": { "random": random } });
    json!({
        "initialRandom": 0.25,
        "setup": {
            "sets": { "basic:1": 1 },
            "elements": { "small-follower": 7, "farmers": true },
            "start": [{ "tile": "BA/RCr", "x": 0, "y": 0, "rotation": 0 }],
        },
        "players": [{ "name": "Ann" }, { "name": "Ben" }],
        "gameAnnotations": { "drawOrder": ["BA/C", "BA/L"], "endTurn": 2 },
        "replay": [
            place("BA/C", "R180", 0, -1),
            json!({ "type": "DEPLOY_MEEPLE", "payload": deploy }),
            json!({ "type": "UNDO", "payload": {} }),
            json!({ "type": "DEPLOY_MEEPLE", "payload": deploy }),
            commit(0.5),
            place("BA/L", "R270", 0, 1),
            json!({ "type": "PASS", "payload": {} }),
            commit(0.75),
        ],
        "test": { "description": "", "assertions": [
            "Ann has 4 points", "Ann scored city for 4 points", "Ben has 0 points", "phase is GameOverPhase",
        ] },
    })
}

#[test]
fn a_recorded_game_is_played_and_judged() {
    let here = folder("recorded");
    let write = |game: &Value| fs::write(here.join("game.jcz"), game.to_string()).unwrap();
    let replay = |args: &[&str]| run_in(&here, &[&["replay", "game.jcz"], args].concat(), "");
    write(&recording());
    let told = replay(&["--check"]);
    assert_eq!(told.code, 0, "{}{}", told.out, told.err);
    assert!(told.out.contains("Ann scores 4 for a city"), "{}", told.out);
    assert!(told.out.ends_with("8 messages, 4 of 4 assertions are met; the game is over.\n"), "{}", told.out);
    let until = replay(&["--until", "2", "--quiet"]);
    assert_eq!(until.out, "Played: 2 messages; the game is not over yet.\n");
    let mut game = recording();
    game["test"]["assertions"][0] = json!("Ann has 5 points");
    write(&game);
    let judged = replay(&["--check", "--json"]);
    let report: Value = serde_json::from_str(&judged.out).unwrap();
    assert_eq!((judged.code, &report["ok"], &report["played"]), (1, &json!(false), &json!(true)));
    assert_eq!(report["assertions"][0]["found"], "4");
    assert_eq!(
        (&report["assertions"][0]["met"], &report["assertions"][1]["met"]),
        (&json!(false), &json!(true))
    );
    assert_eq!(replay(&["--quiet"]).code, 0);
}

#[test]
fn the_game_ends_where_the_last_tile_has_no_place() {
    let here = folder("last_tile");
    let mut game = recording();
    game["gameAnnotations"]["drawOrder"] = json!(["BA/C", "BA/Cccc+"]);
    fs::write(here.join("game.jcz"), game.to_string()).unwrap();
    let told = run_in(&here, &["replay", "game.jcz", "--check"], "");
    assert_eq!(told.code, 0, "{}{}", told.out, told.err);
    assert!(told.out.ends_with("5 messages, 4 of 4 assertions are met; the game is over.\n"), "{}", told.out);
}

#[test]
fn a_game_that_needs_other_rules_is_not_played() {
    let here = folder("not_played");
    let mut game = recording();
    game["setup"]["elements"]["zeppelin"] = json!(1);
    game["setup"]["sets"]["zeppelins:1"] = json!(1);
    fs::write(here.join("game.jcz"), game.to_string()).unwrap();
    let refused = run_in(&here, &["replay", "game.jcz", "--check"], "");
    assert_eq!((refused.code, refused.out.as_str()), (1, ""));
    for part in ["was not played", "element zeppelin", "tile set zeppelins:1", "--tiles DIR"] {
        assert!(refused.err.contains(part), "{}", refused.err);
    }
    let json = run_in(&here, &["replay", "game.jcz", "--json"], "");
    let report: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!((&report["played"], &report["ok"]), (&json!(false), &json!(false)));
}

#[test]
fn a_message_that_does_not_fit_is_named() {
    let here = folder("fault");
    let mut game = recording();
    game["replay"][0]["payload"]["rotation"] = json!("R0");
    fs::write(here.join("game.jcz"), game.to_string()).unwrap();
    let refused = run_in(&here, &["replay", "game.jcz", "--quiet"], "");
    assert_eq!(refused.code, 1);
    assert!(refused.err.contains("message 1: PLACE_TILE: "), "{}", refused.err);
    fs::write(here.join("game.jcz"), "{").unwrap();
    let refused = run_in(&here, &["replay", "game.jcz"], "");
    assert!(refused.code == 1 && refused.err.contains("not a recorded game"), "{}", refused.err);
    assert_eq!(run_in(&here, &["replay", "none.jcz"], "").code, 2);
}

const DEFINITIONS: &str = "<defs>
  <tile id='ZE/RFr'><road zeppelin='true'>W E</road><field>NL NR EL WR</field><field>ER SL SR WL</field></tile>
  <sets><tile-set id='zeppelins:1'><ref tile='ZE/RFr' count='2'/></tile-set></sets>
</defs>";

#[test]
fn definitions_become_tile_sets() {
    let here = folder("import");
    fs::write(here.join("Zeppelins.xml"), DEFINITIONS).unwrap();
    let printed = run_in(&here, &["import", "Zeppelins.xml"], "");
    assert_eq!(printed.code, 0, "{}", printed.err);
    assert!(printed.out.contains("road = [{ sides = \"W E\", zeppelin = true }]"), "{}", printed.out);
    let written = run_in(&here, &["import", "Zeppelins.xml", "--out", "tiles"], "");
    assert!(written.out.contains("zeppelin of a feature, once"), "{}", written.out);
    let checked = run_in(&here, &["check", "tiles/zeppelins.toml"], "");
    assert_eq!(checked.code, 0, "{}", checked.out);
    let json = run_in(&here, &["import", "Zeppelins.xml", "--json"], "");
    let report: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(report["tile_sets"][0]["id"], "zeppelins");
    let several = run_in(&here, &["import", "Zeppelins.xml", "Zeppelins.xml"], "");
    assert!(several.code == 2 && several.err.contains("--out DIR"), "{}", several.err);
    assert_eq!(run_in(&here, &["import", "none.xml"], "").code, 2);
    fs::write(here.join("bad.xml"), "<defs/>").unwrap();
    let bad = run_in(&here, &["import", "bad.xml"], "");
    assert!(bad.code == 1 && bad.err.contains("bad.xml: the file defines no tiles"), "{}", bad.err);
}

#[test]
fn tiles_of_other_sets_come_from_definitions() {
    let here = folder("definitions");
    fs::create_dir(here.join("tiles")).unwrap();
    fs::write(here.join("tiles/zeppelins.xml"), DEFINITIONS).unwrap();
    let mut game = recording();
    game["setup"]["sets"]["zeppelins:1"] = json!(1);
    game["gameAnnotations"]["drawOrder"] = json!(["BA/C", "ZE/RFr"]);
    game["replay"][5]["payload"] = json!({ "tileId": "ZE/RFr", "rotation": "R180", "position": [1, 0] });
    fs::write(here.join("game.jcz"), game.to_string()).unwrap();
    let told = run_in(&here, &["replay", "game.jcz", "--check", "--tiles", "tiles"], "");
    assert_eq!(told.code, 0, "{}{}", told.out, told.err);
    assert!(told.out.contains("4 of 4 assertions"), "{}", told.out);
    assert_eq!(run_in(&here, &["replay", "game.jcz", "--tiles", "none"], "").code, 2);
}
