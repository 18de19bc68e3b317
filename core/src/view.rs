//! Games as JSON, for whoever is no Rust program.

use bastide_engine::decision::{Item, Prompt};
use bastide_engine::event::{Event, Source};
use bastide_engine::feature::SegmentId;
use bastide_engine::game::Game;
use bastide_engine::host::HandlerError;
use bastide_engine::log::Record;
use bastide_engine::piece::{Location, PieceId};
use serde_json::{Map, Value, json};

use crate::narrate;

/// The open decision with all its options, or null once the game is over.
pub fn decision(game: &Game) -> Value {
    let Some(decision) = game.decision() else { return Value::Null };
    let scene = game.scene();
    let mut view = json!({ "player": game.rules().name(decision.player) });
    match decision.prompt {
        Prompt::Place(tile) => {
            view["prompt"] = json!("place");
            view["tile"] = json!(game.rules().tile(*tile).def.id);
        }
        Prompt::Deploy => view["prompt"] = json!("deploy"),
        Prompt::Phase(phase) => {
            view["prompt"] = json!("phase");
            view["phase"] = json!(game.rules().phases[*phase as usize].name);
        }
        Prompt::Question(question) => {
            view["prompt"] = json!("question");
            view["question"] = json!(*question.prompt);
            view["expansion"] = json!(*question.expansion);
            view["about"] = item(game, &question.about);
            view["answers"] = question.options.iter().map(|option| item(game, option)).collect();
        }
    }
    let options = decision.list().into_iter().enumerate().map(|(index, choice)| {
        let mut option = json!({ "option": index, "text": scene.describe(&choice) });
        if let (Value::Object(option), Ok(Value::Object(record))) =
            (&mut option, serde_json::to_value(Record::of_option(game, &choice)))
        {
            option.insert("choice".to_owned(), Value::Object(record));
        }
        option
    });
    view["options"] = options.collect();
    view
}

/// The whole state.
pub fn state(game: &Game) -> Value {
    let (state, rules) = (game.state(), game.rules());
    let name = |tile| rules.tile(tile).def.id.as_str();
    let points: Map<String, Value> =
        rules.players().map(|player| (rules.name(player).to_owned(), json!(state.points(player)))).collect();
    let stack: Map<String, Value> =
        state.stack().iter().map(|(tile, count)| (name(tile).to_owned(), json!(count))).collect();
    let tiles: Vec<Value> = state
        .board()
        .tiles()
        .iter()
        .map(|tile| json!({ "tile": name(tile.def), "at": tile.pos, "turn": tile.rotation.index() }))
        .collect();
    let tokens: Vec<Value> = state
        .all_tokens()
        .map(|(holder, name, count)| json!({ "holder": format!("{holder:?}"), "name": name, "count": count }))
        .collect();
    json!({
        "over": game.is_over(),
        "turn": state.turn(),
        "phase": rules.phases[state.phase() as usize].name,
        "active": rules.name(state.active()),
        "hand": state.hand().map(name),
        "points": points,
        "left": state.stack().len(),
        "stack": stack,
        "tiles": tiles,
        "pieces": state.piece_ids().map(|id| piece(game, id)).collect::<Vec<_>>(),
        "tokens": tokens,
        "hash": hash(game),
    })
}

/// The fingerprint of a state.
pub fn hash(game: &Game) -> String {
    format!("{:016x}", game.hash64())
}

/// A piece, with where it is.
fn piece(game: &Game, id: PieceId) -> Value {
    let mut view = item(game, &Item::Piece(id));
    view["on"] = match game.state().piece(id).at {
        Location::Supply => json!("supply"),
        Location::Box => json!("box"),
        Location::Segment(at) => feature(game, at),
        Location::Tile(at) => item(game, &Item::Tile(at)),
        Location::Place(kind, at) => item(game, &Item::Place(kind, at)),
    };
    view
}

fn feature(game: &Game, at: SegmentId) -> Value {
    let features = game.state().features();
    let kind = &game.rules().vocabulary().feature_kinds[features.kind(at).index()].name;
    let pos = game.state().board().tile(features.tile(at)).pos;
    json!({ "feature": kind, "at": pos, "segment": features.local(at) })
}

/// What happened, with the hook's name, its fields, and a sentence where there is one.
pub fn event(game: &Game, event: &Event) -> Value {
    let info = event.kind().info();
    let mut view = Map::new();
    view.insert("event".to_owned(), json!(info.hook.strip_prefix("on_").unwrap_or(info.hook)));
    for field in info.fields {
        let value = event.field(field.name).map_or(Value::Null, |value| item(game, &value));
        view.insert(field.name.to_owned(), value);
    }
    if let Event::PhaseEntered { phase, .. } = event {
        view.insert("phase".to_owned(), json!(game.rules().phases[*phase as usize].name));
    }
    if let Event::BlockPlaced { block, .. } = event {
        view.insert("block".to_owned(), json!(game.rules().setup.blocks[*block as usize].id));
    }
    if let Event::PointsAwarded(award) = event {
        let source = match &award.source {
            Source::Feature(kind) => &game.rules().vocabulary().feature_kinds[kind.index()].name,
            Source::Rule(name) => &**name,
        };
        view.insert("source".to_owned(), json!(source));
        let parts = award.parts.iter();
        let parts = parts
            .map(|part| json!({ "label": part.label.as_str(), "count": part.count, "points": part.points }));
        view.insert("parts".to_owned(), parts.collect());
    }
    if let Some(text) = narrate::sentence(game, event) {
        view.insert("text".to_owned(), json!(text));
    }
    Value::Object(view)
}

/// Whatever a script can name.
pub fn item(game: &Game, value: &Item) -> Value {
    let (rules, state) = (game.rules(), game.state());
    let vocabulary = rules.vocabulary();
    match value {
        Item::Nil => Value::Null,
        Item::Bool(truth) => json!(truth),
        Item::Int(number) => json!(number),
        Item::Text(text) => json!(**text),
        Item::Player(player) => json!(rules.name(*player)),
        Item::Piece(id) => {
            let piece = state.piece(*id);
            let of = piece.owner.map(|owner| rules.name(owner));
            json!({ "piece": vocabulary.piece_kinds[piece.kind.index()].name, "of": of, "id": id.0 })
        }
        Item::Tile(tile) => {
            let placed = state.board().tile(*tile);
            json!({ "tile": rules.tile(placed.def).def.id, "at": placed.pos, "turn": placed.rotation.index() })
        }
        Item::TileDef(tile) => json!(rules.tile(*tile).def.id),
        Item::Feature(at) => feature(game, *at),
        Item::FeatureKind(kind) => json!(vocabulary.feature_kinds[kind.index()].name),
        Item::PieceKind(kind) => json!(vocabulary.piece_kinds[kind.index()].name),
        Item::Place(kind, tile) => {
            let at = tile.map(|tile| state.board().tile(tile).pos);
            json!({ "place": vocabulary.place_kinds[kind.index()].name, "at": at })
        }
        Item::Cell(pos) => json!({ "cell": pos }),
        Item::Placement(pos, rotation) => json!({ "cell": pos, "turn": rotation.index() }),
        Item::List(items) => items.iter().map(|value| item(game, value)).collect(),
        Item::Value(value) => serde_json::to_value(&**value).unwrap_or_default(),
    }
}

/// A handler that failed.
pub fn handler_error(error: &HandlerError) -> Value {
    let given = error.details.given.iter();
    let given: serde_json::Map<String, Value> =
        given.map(|(name, value)| (name.clone(), Value::from(value.as_str()))).collect();
    json!({
        "expansion": error.expansion,
        "hook": error.hook,
        "file": error.file,
        "line": error.line,
        "message": error.message,
        "code": error.details.code,
        "reason": error.details.reason,
        "hint": error.details.hint,
        "given": given,
    })
}
