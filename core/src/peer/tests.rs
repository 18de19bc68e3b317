//! Recorded games of an expansion that uses every key of a mapping: `tests/peer/ponds`.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::features;
use super::oracle::Oracle;
use super::recording::Recording;
use super::replay::Replay;
use super::setup::{Plan, Prepared, Table};
use super::shown::Shown;
use crate::shelf::Shelf;

/// A recorded game, as it is written down.
fn written(elements: Value, order: &[&str], replay: Value) -> Value {
    let mut game = json!({
        "initialRandom": 0.5,
        "setup": {
            "sets": { "basic:1": 1, "ponds/1:1": 1 },
            "elements": { "small-follower": 7 },
            "start": [{ "tile": "BA/RCr", "x": 0, "y": 0 }],
        },
        "players": [{ "name": "Ann" }, { "name": "Bob" }],
        "replay": replay,
        "gameAnnotations": { "drawOrder": order },
    });
    for (name, value) in elements.as_object().unwrap() {
        game["setup"]["elements"][name] = value.clone();
    }
    game
}

fn plan(game: &Value) -> (Recording, Plan) {
    let mut shelf = Shelf::bundled();
    shelf.add(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/peer/ponds"));
    let recording = Recording::read(&game.to_string()).unwrap();
    let plan = Table::new(shelf, []).unwrap().plan(&recording).unwrap();
    (recording, plan)
}

fn prepare(game: &Value) -> (Recording, Box<Prepared>) {
    match plan(game) {
        (recording, Plan::Ready(prepared)) => (recording, prepared),
        (_, Plan::Missing(missing)) => panic!("{missing:?}"),
    }
}

/// The states of a game, and what was wrong with the message after the last of them.
fn played(game: &Value) -> (Vec<Shown>, Option<String>) {
    let (recording, prepared) = prepare(game);
    let mut replay = Replay::new(&prepared, &recording).unwrap();
    let mut shown = vec![replay.shown()];
    while let Some(step) = replay.step() {
        if let Err(fault) = step {
            return (shown, Some(fault));
        }
        shown.push(replay.shown());
    }
    (shown, None)
}

fn play(elements: Value, order: &[&str], replay: Value) -> Vec<Shown> {
    let (shown, fault) = played(&written(elements, order, replay));
    assert_eq!(fault, None);
    shown
}

fn message(kind: &str, payload: Value) -> Value {
    json!({ "type": kind, "payload": payload })
}

fn place(position: [i32; 2]) -> Value {
    message("PLACE_TILE", json!({ "rotation": "R0", "position": position }))
}

fn at(feature: &str, location: &str, position: [i32; 2]) -> Value {
    json!({ "feature": feature, "location": location, "position": position })
}

fn deploy(id: &str, pointer: Value) -> Value {
    message("DEPLOY_MEEPLE", json!({ "meepleId": id, "pointer": pointer }))
}

fn pass() -> Value {
    message("PASS", json!({}))
}

fn commit() -> Value {
    message("COMMIT", json!({ "random": 0.5 }))
}

/// The options of an item, and nothing where it is not offered.
fn options(shown: &Shown, kind: &str, subject: &str) -> Option<Vec<String>> {
    let item = shown.item(kind, Some(subject))?;
    Some(item.options.iter().cloned().collect())
}

fn kinds(shown: &Shown) -> BTreeSet<&str> {
    shown.pending.iter().flat_map(|pending| &pending.items).map(|item| item.kind.as_str()).collect()
}

/// The first turns of a game: two ponds south of the start tile, and a follower that is deployed
/// beside one.
fn fallen() -> Vec<Value> {
    let road = at("Road", "WE", [1, 0]);
    let first = [place([0, 1]), pass(), commit(), place([0, 2]), pass(), commit()];
    first.into_iter().chain([place([1, 0]), deploy("0.small.1", road), commit()]).collect()
}

const ORDER: [&str; 6] = ["PO/P", "PO/P", "BA/RFr", "BA/RFr", "BA/RFr", "BA/RFr"];
const WATER: &str = "Pond,I,[0,1]";

#[test]
fn a_question_is_confirmed_and_the_turn_with_it() {
    let shown = play(json!({ "wash-house": true }), &ORDER, json!(fallen()));
    let asked = &shown[8];
    assert_eq!((asked.phase.as_str(), asked.undo), ("CommitPhase", 2));
    assert_eq!(options(asked, "Confirm", ""), Some(vec![]));
    assert!(!asked.pending.as_ref().unwrap().can_pass);
    assert!(asked.pieces.contains("0.small.1 Road,WE,[1,0]"));
    let after = &shown[9];
    assert_eq!((after.phase.as_str(), after.turn_player, after.undo), ("TilePhase", Some(1), 0));
    assert!(after.pieces.contains(&format!("0.small.1 {WATER}")));
    assert_eq!(after.events, [format!("meeple-deployed SmallFollower 0 {WATER} from Road,WE,[1,0]")]);
}

#[test]
fn what_a_message_did_is_in_the_journals_of_its_games() {
    let (recording, prepared) = prepare(&written(json!({}), &ORDER, json!(fallen())));
    let mut replay = Replay::new(&prepared, &recording).unwrap();
    let games = |replay: &Replay<'_>| replay.games().map(|game| game.journal().len()).collect::<Vec<_>>();
    (0..8).for_each(|_| drop(replay.step()));
    assert_eq!(games(&replay).len(), 1);
    replay.step();
    assert_eq!(games(&replay).len(), 2);
    assert!(games(&replay).iter().all(|events| *events > 0));
}

#[test]
fn actions_are_offered_and_taken_by_what_they_point_at() {
    let guest = json!({ "guest": { "featurePointer": at("Pond", "I", [0, 1]), "meepleId": "0.small.1" } });
    let rod = |pointer: Value| message("PLACE_TOKEN", json!({ "token": "ROD", "pointer": pointer }));
    let home = json!({
        "source": "POND",
        "pointer": { "featurePointer": at("Pond", "I", [0, 1]), "meepleId": "0.small.1" },
    });
    let mut replay = fallen();
    replay.extend([place([2, 0]), rod(json!([0, 1])), pass(), message("UNDO", json!({}))]);
    replay.extend([message("INVITE", guest), commit()]);
    replay.extend([place([3, 0]), message("RETURN_MEEPLE", home), commit()]);
    replay.extend([place([4, 0]), message("REST", json!({}))]);
    let shown = play(json!({ "wash-house": true }), &ORDER, json!(replay));

    let offered = &shown[10];
    assert_eq!(options(offered, "Rod", "ROD_AND_LINE"), Some(vec!["{[0,1]}".into(), "{[0,2]}".into()]));
    assert_eq!(options(offered, "Pave", "STONE"), Some(vec!["{Road,WE,[0,0]}".into()]));
    assert_eq!(options(offered, "MoveHeron", "heron.1"), Some(vec!["{[0,-1]}".into(), "{[0,3]}".into()]));
    assert_eq!(kinds(offered), BTreeSet::from(["Meeple", "MoveHeron", "Pave", "Rod"]));

    let asked = &shown[11];
    assert_eq!(asked.phase, "SharePhase");
    assert!(asked.pending.as_ref().unwrap().can_pass);
    assert_eq!(options(asked, "Guest", ""), Some(vec![format!("{{0.small.1,{WATER}}}")]));
    assert_eq!((shown[12].phase.as_str(), shown[12].points[0]), ("CommitActionPhase", 0));
    assert_eq!((&shown[13].phase, shown[13].undo), (&asked.phase, asked.undo));
    assert_eq!(shown[14].events, ["points 0 1 fishing"]);
    assert_eq!(shown[14].tokens[1]["FISH"], 1);

    assert_eq!(options(&shown[16], "ReturnMeeple", "POND"), Some(vec![format!("{{0.small.1,{WATER}}}")]));
    assert_eq!(shown[17].events, [format!("meeple-returned SmallFollower 0 {WATER} POND")]);
    assert_eq!(shown[17].supply[0]["SmallFollower"], 7);
    assert_eq!(options(&shown[19], "Rest", ""), Some(vec![]));
    assert!(shown[20].tokens[1].is_empty());
}

#[test]
fn features_and_cells_are_pointed_at() {
    let road = json!({ "token": "STONE", "pointer": at("Road", "WE", [0, 0]) });
    let cell = json!({ "figureId": "heron.1", "to": [0, 3] });
    let messages = json!([
        place([0, 1]),
        message("PLACE_TOKEN", road),
        commit(),
        place([0, 2]),
        message("MOVE_NEUTRAL_FIGURE", cell)
    ]);
    let shown = play(json!({}), &ORDER, messages);
    assert_eq!(shown[2].tokens[0]["stones"], 1);
    assert!(shown[5].others.contains("heron 3 [0,0]"), "{:?}", shown[5].others);
}

#[test]
fn what_is_not_offered_cannot_be_taken() {
    let wrong = |last: Value| {
        let messages = json!([place([0, 1]), last]);
        played(&written(json!({ "wash-house": true }), &ORDER, messages)).1.unwrap_or_default()
    };
    let token = |token: &str, pointer: Value| {
        wrong(message("PLACE_TOKEN", json!({ "token": token, "pointer": pointer })))
    };
    assert_eq!(token("ROD", json!([5, 5])), "PLACE_TOKEN: [5,5] is not an option");
    assert_eq!(token("BRIDGE", json!([0, 1])), "PLACE_TOKEN: no rule in play knows this message");
    assert_eq!(wrong(commit()), "COMMIT: there is nothing to confirm yet");
}

#[test]
fn a_phase_of_an_expansion_deploys_its_pieces() {
    let mut replay = vec![place([0, 1]), pass(), commit(), place([0, 2]), pass(), commit()];
    // Beside a pond: the question first, then the phase, and then the turn is confirmed.
    replay.extend([place([1, 0]), deploy("0.small.1", at("Road", "WE", [1, 0])), commit(), pass(), commit()]);
    // Far from it: the phase comes at once.
    replay.extend([place([2, 0]), deploy("1.small.1", at("Road", "W", [2, 0]))]);
    let shown = play(json!({ "diver": 2 }), &["PO/P", "PO/P", "BA/RFr", "BA/CRRR"], json!(replay));
    assert_eq!(shown[0].supply[0]["FrogMan"], 2);
    assert!(options(&shown[7], "Meeple", "FrogMan").is_some());
    assert_eq!((shown[8].phase.as_str(), shown[9].phase.as_str()), ("CommitPhase", "DivePhase"));
    assert!(shown[9].pending.as_ref().unwrap().can_pass);
    assert_eq!(options(&shown[9], "Meeple", "FrogMan"), Some(vec!["{Road,WE,[1,0]}".into()]));
    assert_eq!(shown[10].phase, "CommitActionPhase");
    assert_eq!(shown[13].phase, "DivePhase");
}

#[test]
fn a_setup_says_which_rules_are_in_play() {
    let begin = |elements| play(elements, &["PO/P", "PO/P", "PO/W"], json!([place([0, 1])]));
    // The tile set implies the element that lets the question be asked.
    assert!(!kinds(&begin(json!({}))[1]).contains("Rod"));
    assert!(kinds(&begin(json!({ "wash-house": false }))[1]).contains("Rod"));
    assert!(!begin(json!({}))[0].supply[0].contains_key("FrogMan"));

    let fish = message("PLACE_TOKEN", json!({ "token": "ROD", "pointer": [0, 1] }));
    let mut game = written(json!({ "wash-house": true }), &ORDER, json!([place([0, 1]), fish]));
    assert_eq!(played(&game).0[2].tokens[0]["FISH"], 1);
    game["setup"]["rules"] = json!({ "catch": "2" });
    assert_eq!(played(&game).0[2].tokens[0]["FISH"], 2);

    game["setup"]["elements"]["lighthouse"] = json!(true);
    assert!(matches!(plan(&game).1, Plan::Missing(missing) if missing == ["element lighthouse"]));
}

#[test]
fn a_tile_set_is_played_with_its_expansion() {
    let turns = json!([place([0, 1]), pass(), commit(), place([0, 2])]);
    let mut game = written(json!({}), &["PO/P", "MA/R"], turns);
    game["setup"]["sets"] = json!({ "basic:1": 1, "marsh/1": 1 });
    let laundries = |game: &Value| {
        let (recording, prepared) = prepare(game);
        let mut replay = Replay::new(&prepared, &recording).unwrap();
        while let Some(step) = replay.step() {
            step.unwrap();
        }
        let features = features::of(replay.game(), &prepared.names);
        features.iter().filter(|feature| feature.kind == "Laundry").count()
    };
    // The wash-house is only a picture where nothing says that it is in play.
    assert_eq!(laundries(&game), 0);
    game["setup"]["elements"]["wash-house"] = json!(true);
    assert_eq!(laundries(&game), 1);
}

#[test]
fn tiles_are_drawn_as_scripts_have_put_them() {
    // Two ponds come first, one of them added; both bogs are gone.
    let turn = |cell| [place(cell), pass(), commit()];
    let turns: Vec<Value> = [[0, 1], [0, 2]].into_iter().flat_map(turn).collect();
    let shown = play(json!({}), &[], json!(turns));
    let drawn = |shown: &Shown| shown.pending.as_ref().unwrap().items.first().unwrap().subject.clone();
    assert_eq!([drawn(&shown[0]), drawn(&shown[3])], ["PO/P", "PO/P"]);
    assert_eq!((shown[0].pack, shown[6].pack), (74, 72));
    // The pack is sorted: of 73 tiles 71 are of the base game, and the 36th is one of them.
    assert!(drawn(&shown[6]).starts_with("BA/"));
    let begin = |order: &[&str]| {
        let (recording, prepared) = prepare(&written(json!({}), order, json!([])));
        Replay::new(&prepared, &recording).map(|_| ()).map_err(|error| error.to_string())
    };
    assert!(begin(&["PO/P"]).is_ok());
    for early in ["BA/RFr", "PO/B"] {
        let error = format!("the tile {early} should be drawn now, but it is not in the pack");
        assert_eq!(begin(&[early]), Err(error));
    }
}

#[test]
fn points_have_their_names() {
    let pieces = [
        pass(),
        pass(),
        pass(),
        deploy("1.small.1", at("FishermansHut", "I", [0, 4])),
        deploy("0.frog.1", at("Laundry", "I", [0, 5])),
    ];
    let turns = (1..).zip(pieces).flat_map(|(y, piece)| [place([0, y]), piece, commit()]);
    let mut turns: Vec<Value> = turns.collect();
    // The monastery is free for a diver too.
    turns.insert(8, pass());
    let order = ["PO/P", "PO/P", "BA/L", "PO/H", "PO/W"];
    let mut game = written(json!({ "wash-house": true, "diver": 1 }), &order, json!(turns));
    game["gameAnnotations"]["endTurn"] = json!(5);
    let (shown, fault) = played(&game);
    assert_eq!(fault, None);
    let end = shown.last().unwrap();
    assert_eq!(end.phase, "GameOverPhase");
    assert_eq!(end.events, ["points 0 3 laundry.incomplete 1 tiles 2 1 tugs 1", "points 1 3 hut"]);
    // No points have no parts, whatever came to nothing.
    game["replay"][14] = deploy("0.small.1", at("Laundry", "I", [0, 5]));
    let (shown, fault) = played(&game);
    assert_eq!(fault, None);
    assert_eq!(shown.last().unwrap().events, ["points 0 0 laundry.incomplete", "points 1 3 hut"]);
}

#[test]
fn what_the_other_program_shows_is_read_in_the_same_terms() {
    let event = json!({
        "type": "meeple-deployed", "meeple": "SmallFollower", "player": 0,
        "from": at("Road", "WE", [1, 0]), "to": at("Pond", "I", [0, 1]),
    });
    let points = |name: &str, points: i32, items: Value| {
        let points = json!([{ "player": 0, "points": points, "name": name, "items": items }]);
        json!({ "type": "points", "points": points })
    };
    let tugs = json!([{ "name": "tugs", "points": 1 }, { "count": 1, "name": "tiles", "points": 2 }]);
    let steps = json!([{
        "action": { "player": 0, "canPass": true, "items": [
            { "type": "MoveHeron", "figureId": "heron.1", "options": [[0, 3]] },
            { "type": "ReturnMeeple", "source": "POND", "options": [
                { "featurePointer": at("Pond", "I", [0, 1]), "meepleId": "0.small.1" },
            ] },
        ] },
        "newEvents": [
            event,
            points("laundry.incomplete", 3, tugs.clone()),
            points("laundry", 0, tugs.clone()),
            points("hut", 3, tugs),
        ],
    }]);
    let (_, prepared) = prepare(&written(json!({}), &[], json!([])));
    let text = json!({ "steps": steps }).to_string();
    let shown = Oracle::read(&text, &prepared.rules, &prepared.names).unwrap().steps.remove(0);
    let expected = [
        "meeple-deployed SmallFollower 0 Pond,I,[0,1] from Road,WE,[1,0]",
        "points 0 0 laundry",
        "points 0 3 hut",
        "points 0 3 laundry.incomplete 1 tiles 2 1 tugs 1",
    ];
    assert_eq!(shown.events, expected);
    assert_eq!(options(&shown, "MoveHeron", "heron.1"), Some(vec!["{[0,3]}".into()]));
    assert_eq!(options(&shown, "ReturnMeeple", "POND"), Some(vec![format!("{{0.small.1,{WATER}}}")]));
}
