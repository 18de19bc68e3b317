//! What the other program showed after every message, and how ours differs.

use std::collections::{BTreeMap, BTreeSet};

use bastide_engine::ruleset::{Ruleset, Tile};
use serde::Serialize;
use serde_json::Value;

use super::features::Feature;
use super::names::{Names, cell};
use super::recording::position;
use super::shown::{Item, Pending, Shown, placement};

/// What the other program showed in a whole game.
#[derive(Clone, Debug)]
pub struct Oracle {
    /// After the setup, and after each message.
    pub steps: Vec<Shown>,
    /// The features at the end.
    pub features: BTreeSet<Feature>,
}

/// A part of a state in which the programs differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// Which message, from 1; 0 is the setup.
    pub step: usize,
    /// Which part of the state.
    pub part: &'static str,
    /// What only we have.
    pub ours: String,
    /// What only the other program has.
    pub theirs: String,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "step {}: {}: we have {}, it has {}", self.step, self.part, self.ours, self.theirs)
    }
}

impl Oracle {
    /// Reads a file, for a game that these rules play, with names.
    ///
    /// # Errors
    ///
    /// A message, when the text is not what it should be.
    pub fn read(text: &str, rules: &Ruleset, names: &Names) -> Result<Oracle, String> {
        let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let steps = list(&value["steps"]).map(|step| shown(step, rules, names)).collect();
        let features = list(&value["finalFeatures"]).map(Feature::read).collect();
        Ok(Oracle { steps, features })
    }
}

/// Every part in which two states differ.
pub fn differences(step: usize, ours: &Shown, theirs: &Shown) -> Vec<Difference> {
    let mut found = Vec::new();
    let mut compare = |part: &'static str, mine: BTreeSet<String>, other: BTreeSet<String>| {
        if mine != other {
            let only = |a: &BTreeSet<String>, b: &BTreeSet<String>| {
                let only: Vec<&str> = a.difference(b).map(String::as_str).collect();
                if only.is_empty() { "nothing".to_owned() } else { only.join("; ") }
            };
            found.push(Difference { step, part, ours: only(&mine, &other), theirs: only(&other, &mine) });
        }
    };
    let one = |text: String| BTreeSet::from([text]);
    compare("phase", one(ours.phase.clone()), one(theirs.phase.clone()));
    compare("turn", one(format!("{:?}", ours.turn_player)), one(format!("{:?}", theirs.turn_player)));
    let actor = |shown: &Shown| {
        let pending = shown.pending.as_ref();
        one(pending.map_or("nobody".to_owned(), |it| format!("{} pass {}", it.player, it.can_pass)))
    };
    compare("acting player", actor(ours), actor(theirs));
    compare("options", options(ours), options(theirs));
    compare("undo", one(ours.undo.to_string()), one(theirs.undo.to_string()));
    compare("points", numbered(&ours.points), numbered(&theirs.points));
    compare("supply", counted(&ours.supply), counted(&theirs.supply));
    compare("tokens", counted(&ours.tokens), counted(&theirs.tokens));
    compare("pieces", ours.pieces.clone(), theirs.pieces.clone());
    compare("others", ours.others.clone(), theirs.others.clone());
    compare("pack", one(ours.pack.to_string()), one(theirs.pack.to_string()));
    compare("events", repeated(&ours.events), repeated(&theirs.events));
    found
}

fn options(shown: &Shown) -> BTreeSet<String> {
    let items = shown.pending.iter().flat_map(|pending| &pending.items);
    let of_item = |item: &Item| {
        let title = format!("{} {}", item.kind, item.subject);
        let options = item.options.iter().map(|option| format!("{title} {option}"));
        std::iter::once(title.clone()).chain(options).collect::<Vec<_>>()
    };
    items.flat_map(of_item).collect()
}

fn numbered<T: std::fmt::Display>(values: &[T]) -> BTreeSet<String> {
    values.iter().enumerate().map(|(seat, value)| format!("player {seat} {value}")).collect()
}

fn counted<T: std::fmt::Display>(values: &[BTreeMap<String, T>]) -> BTreeSet<String> {
    let lines = |(seat, counts): (usize, &BTreeMap<String, T>)| {
        counts.iter().map(|(name, count)| format!("player {seat} {count} {name}")).collect::<Vec<_>>()
    };
    values.iter().enumerate().flat_map(lines).collect()
}

/// A list as a set, in which the second of two equal lines has a mark.
fn repeated(lines: &[String]) -> BTreeSet<String> {
    let mut set = BTreeSet::new();
    for line in lines {
        let mut line = line.clone();
        while !set.insert(line.clone()) {
            line.push_str(" again");
        }
    }
    set
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn number(value: &Value) -> usize {
    value.as_u64().unwrap_or_default() as usize
}

fn counts<T: TryFrom<i64>>(value: &Value) -> Vec<BTreeMap<String, T>> {
    let of = |counts: &Value| {
        let pairs = counts.as_object().into_iter().flatten();
        pairs.filter_map(|(name, count)| Some((name.clone(), count.as_i64()?.try_into().ok()?))).collect()
    };
    list(value).map(of).collect()
}

fn shown(step: &Value, rules: &Ruleset, names: &Names) -> Shown {
    let mut events: Vec<String> =
        list(&step["newEvents"]).flat_map(|event| event_lines(event, rules, names)).collect();
    events.sort();
    let mut others = BTreeSet::new();
    for key in ["neutral", "boardTokens"] {
        let entries = step[key].as_object().into_iter().flatten();
        others.extend(entries.map(|(name, value)| format!("{name} {value}")));
    }
    Shown {
        phase: text(&step["phase"]),
        turn_player: step["turnPlayer"].as_u64().map(|player| player as usize),
        pending: step["action"].as_object().map(|_| pending(&step["action"])),
        undo: number(&step["undo"]["depth"]),
        points: list(&step["points"]).map(|points| points.as_i64().unwrap_or_default() as i32).collect(),
        supply: counts(&step["supply"]),
        tokens: counts(&step["tokens"]),
        pieces: list(&step["meeples"]).map(piece).collect(),
        others,
        pack: number(&step["packSize"]) as u32,
        events,
    }
}

/// `["0.small.1", "City", "N", [0, 1]]`.
fn piece(value: &Value) -> String {
    let mut words: Vec<String> = Vec::new();
    for part in list(value).skip(1) {
        words.push(position(part).map_or_else(|| text(part), cell));
    }
    format!("{} {}", text(&value[0]), words.join(","))
}

/// `{"position": [0, 1], "feature": "City", "location": "N"}`, or a cell, or a piece at either.
pub(crate) fn pointer(value: &Value) -> String {
    if let Some(pos) = position(value) {
        return cell(pos);
    }
    if value["featurePointer"].is_object() {
        let place = pointer(&value["featurePointer"]);
        return match value["meepleId"].as_str() {
            Some(id) => format!("{id},{place}"),
            None => place,
        };
    }
    let place = position(&value["position"]).map(cell).unwrap_or_default();
    match value["feature"].as_str() {
        Some(feature) => format!("{feature},{},{place}", text(&value["location"])),
        None => place,
    }
}

fn pending(action: &Value) -> Pending {
    Pending {
        player: number(&action["player"]),
        can_pass: action["canPass"].as_bool().unwrap_or_default(),
        items: list(&action["items"]).map(item).collect(),
    }
}

fn item(value: &Value) -> Item {
    let subject =
        ["tileId", "meeple", "source", "token", "figureId"].into_iter().find_map(|key| value[key].as_str());
    let options = list(&value["options"]).map(|option| match position(&option["position"]) {
        Some(pos) if option["rotations"].is_array() => {
            let mut turns: Vec<u32> = list(&option["rotations"]).map(|turn| number(turn) as u32).collect();
            turns.sort_unstable();
            placement(pos, turns)
        }
        _ => format!("{{{}}}", pointer(option)),
    });
    Item {
        kind: text(&value["type"]),
        subject: subject.unwrap_or_default().to_owned(),
        options: options.collect(),
    }
}

fn event_lines(event: &Value, rules: &Ruleset, names: &Names) -> Vec<String> {
    let kind = text(&event["type"]);
    let player = || number(&event["player"]);
    match kind.as_str() {
        "tile-placed" => {
            let tile = text(&event["tile"]);
            let turn = number(&event["rotation"]) / 90 % distinct_turns(rules, &tile);
            vec![format!("{kind} {tile} {} {turn}", pointer(&event["position"]))]
        }
        "tile-discarded" => vec![format!("{kind} {}", text(&event["tile"]))],
        "meeple-deployed" => {
            let (meeple, to) = (text(&event["meeple"]), pointer(&event["to"]));
            let from = event["from"].as_object().map(|_| format!(" from {}", pointer(&event["from"])));
            vec![format!("{kind} {meeple} {} {to}{}", player(), from.unwrap_or_default())]
        }
        "meeple-returned" => {
            let (meeple, source) = (text(&event["meeple"]), text(&event["source"]));
            vec![format!("{kind} {meeple} {} {} {source}", player(), pointer(&event["from"]))]
        }
        "points" => list(&event["points"]).map(|points| points_line(points, rules, names)).collect(),
        _ => vec![event.to_string()],
    }
}

/// How many turns of a tile look different.
fn distinct_turns(rules: &Ruleset, id: &str) -> usize {
    let is_it =
        |tile: &&Tile| tile.def.aliases.iter().any(|(program, alias)| program == "jcz" && alias == id);
    rules.tiles.iter().find(is_it).map_or(4, |tile| tile.rotations.into())
}

/// Points with what they consist of, which is only compared for features, and where they are not 0.
fn points_line(points: &Value, rules: &Ruleset, names: &Names) -> String {
    let name = text(&points["name"]);
    let line = format!("points {} {} {name}", number(&points["player"]), points["points"]);
    let kind = names.scored_kind(rules, name.split('.').next().unwrap_or_default());
    if points["points"] == 0 || !kind.is_some_and(|kind| names.feature(rules, kind).parts) {
        return line;
    }
    let mut parts: Vec<(String, i64, i64)> = list(&points["items"])
        .map(|part| {
            let points = part["points"].as_i64().unwrap_or_default();
            // What counts as a whole has no number.
            let count = part["count"].as_i64().unwrap_or(i64::from(points != 0));
            (text(&part["name"]), count, points)
        })
        .filter(|(_, count, points)| *count != 0 || *points != 0)
        .collect();
    parts.sort();
    let parts: Vec<String> =
        parts.iter().map(|(name, count, points)| format!(" {count} {name} {points}")).collect();
    format!("{line}{}", parts.concat())
}
