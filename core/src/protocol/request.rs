//! What can be asked for, one function each.

use std::collections::BTreeMap;
use std::path::Path;

use bastide_content::names::nearest;
use bastide_engine::game::{Entry, Game};
use bastide_engine::log::{Record, Thing};
use bastide_play::{BotKind, GameFactory as _};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::protocol::answer::Answer;
use crate::protocol::{Hosted, PROTOCOL, ProtocolError, Server};
use crate::save::{self, Header};
use crate::session::{PLAYER_NAMES, Request, Session};
use crate::view;

/// Every command, with the keys that it knows besides `do`, `id` and `game`.
const COMMANDS: &[(&str, &[&str])] = &[
    ("hello", &[]),
    ("new", &["players", "expansions", "tiles", "options", "seed"]),
    ("decision", &[]),
    ("apply", &["option", "choice"]),
    ("off_turn", &[]),
    ("bot", &["kind", "seed"]),
    ("force", &["draw", "chance"]),
    ("mute", &["expansion"]),
    ("undo", &[]),
    ("fork", &[]),
    ("state", &[]),
    ("events", &[]),
    ("log", &[]),
    ("save", &["file"]),
    ("load", &["file", "text", "changed"]),
    ("drop", &[]),
    ("games", &[]),
    ("quit", &[]),
];

type Fields = Map<String, Value>;

/// The fields of an answer.
fn fields(value: Value) -> Answer {
    match value {
        Value::Object(fields) => Ok(fields),
        _ => Ok(Fields::new()),
    }
}

impl Server {
    pub(super) fn dispatch(&mut self, request: &Fields) -> Answer {
        let names = || COMMANDS.iter().map(|(name, _)| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        let Some(Value::String(command)) = request.get("do") else {
            let message = format!("`do` is missing or no text; expected one of {}", names());
            return Err(ProtocolError::new("malformed", message));
        };
        let Some((name, keys)) = COMMANDS.iter().find(|(name, _)| name == command) else {
            let near = nearest(command, COMMANDS.iter().map(|(name, _)| *name));
            let near = near.map(|name| format!(", did you mean `{name}`?")).unwrap_or_default();
            let message = format!("there is no command `{command}`{near}; expected one of {}", names());
            return Err(ProtocolError::new("unknown_command", message));
        };
        if let Some(key) = request.keys().find(|key| !is_known(key, keys)) {
            let known = keys.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ");
            let expected = if known.is_empty() { "only `game` and `id`".to_owned() } else { known };
            let message = format!("`{name}` has no key `{key}`; expected {expected}");
            return Err(ProtocolError::new("malformed", message));
        }
        match *name {
            "hello" => fields(json!({ "protocol": PROTOCOL, "version": env!("CARGO_PKG_VERSION") })),
            "new" => self.new_game(request),
            "load" => self.load(request),
            "games" => fields(json!({ "games": self.games.keys().collect::<Vec<_>>() })),
            "quit" => {
                self.over = true;
                fields(json!({}))
            }
            "fork" => self.fork(request),
            "drop" => {
                let number = self.number(request)?;
                self.games.remove(&number);
                fields(json!({ "game": number }))
            }
            name => self.in_game(name, request),
        }
    }

    fn in_game(&mut self, name: &str, request: &Fields) -> Answer {
        let number = self.number(request)?;
        let Some(hosted) = self.games.get_mut(&number) else { return fields(json!({})) };
        let game = &mut hosted.game;
        match name {
            "decision" => fields(json!({ "over": game.is_over(), "decision": view::decision(game) })),
            "apply" => apply(game, request),
            "off_turn" => off_turn(game),
            "bot" => bot(game, request),
            "force" => force(game, request),
            "mute" => {
                let expansion: String = required(request, "expansion")?;
                let record = Record { mute: Some(expansion), ..Record::default() };
                record.play(game)?;
                after(game)
            }
            "undo" => {
                let undone = game.undo().map_err(crate::error::Error::from)?;
                fields(json!({ "undone": undone, "entries": game.log().len(), "hash": view::hash(game) }))
            }
            "state" => fields(json!({ "state": view::state(game) })),
            "events" => fields(json!({ "events": events(game) })),
            "log" => {
                let log: Vec<Record> = Record::log(game).collect();
                fields(json!({ "seed": game.seed(), "log": log }))
            }
            _ => save(hosted, request),
        }
    }

    /// The game that a request names; the only one where it names none.
    fn number(&self, request: &Fields) -> Result<u64, ProtocolError> {
        let games = || self.games.keys().map(u64::to_string).collect::<Vec<_>>().join(", ");
        match optional::<u64>(request, "game")? {
            Some(number) if self.games.contains_key(&number) => Ok(number),
            Some(number) => {
                let message = format!("there is no game {number}; there are: {}", games());
                Err(ProtocolError::new("unknown_game", message))
            }
            None => match self.games.keys().collect::<Vec<_>>().as_slice() {
                [only] => Ok(**only),
                [] => Err(ProtocolError::new("unknown_game", "there is no game; begin one with `new`")),
                _ => Err(ProtocolError::new("unknown_game", format!("`game` must say which: {}", games()))),
            },
        }
    }

    fn new_game(&mut self, request: &Fields) -> Answer {
        let players = match request.get("players") {
            Some(Value::Number(_)) => {
                let count: u64 = required(request, "players")?;
                let most = PLAYER_NAMES.len() as u64;
                if !(1..=most).contains(&count) {
                    let message = format!("a game has 1 to {most} players, not {count}");
                    return Err(ProtocolError::new("setup", message));
                }
                PLAYER_NAMES.into_iter().take(count as usize).map(str::to_owned).collect()
            }
            _ => required::<Vec<String>>(request, "players")?,
        };
        let wanted = Request {
            players,
            expansions: optional(request, "expansions")?.unwrap_or_default(),
            tile_sets: optional(request, "tiles")?.unwrap_or_default(),
            options: optional::<BTreeMap<_, _>>(request, "options")?.unwrap_or_default(),
        };
        let seed = optional::<u64>(request, "seed")?.unwrap_or(0);
        let session = Session::open(&self.shelf, &wanted)?;
        let game = session.factory()?.game(seed).map_err(crate::error::Error::from)?;
        let header = Header::new(&session, &wanted, &[], seed);
        let warnings = session.warnings().to_string();
        let number = self.add(Hosted { game, header, session });
        let hosted = &self.games[&number];
        let mut answer = json!({ "game": number, "decision": view::decision(&hosted.game) });
        if !warnings.is_empty() {
            answer["warnings"] = json!(warnings);
        }
        fields(answer)
    }

    fn fork(&mut self, request: &Fields) -> Answer {
        let number = self.number(request)?;
        let Some(parent) = self.games.get(&number) else { return fields(json!({})) };
        let fork = Hosted {
            game: parent.game.clone(),
            header: parent.header.clone(),
            session: parent.session.clone(),
        };
        let number = self.add(fork);
        fields(json!({ "game": number }))
    }

    fn load(&mut self, request: &Fields) -> Answer {
        let saved = match (optional::<String>(request, "file")?, optional::<String>(request, "text")?) {
            (Some(file), None) => save::read(Path::new(&file))?,
            (None, Some(text)) => {
                save::parse(text.as_bytes()).map_err(|reason| ProtocolError::new("save", reason))?
            }
            _ => return Err(ProtocolError::new("malformed", "`load` needs `file` or `text`")),
        };
        let lenient = match optional::<String>(request, "changed")?.as_deref() {
            None | Some("stop") => false,
            Some("replay") => true,
            Some(other) => {
                let message = format!("`changed` cannot be `{other}`; expected `stop` or `replay`");
                return Err(ProtocolError::new("malformed", message));
            }
        };
        let session = Session::open(&self.shelf, &saved.header.request())?;
        let changes = saved.header.changes(&session);
        if !changes.is_empty() && !lenient {
            let message = format!("the expansions have changed since: {}", changes.join("; "));
            return Err(ProtocolError { kind: "changed", message, details: json!(changes) });
        }
        let restored = save::restore(&session, &saved, !changes.is_empty())?;
        let header = Header::new(&session, &saved.header.request(), &saved.header.seats, saved.header.seed);
        let number = self.add(Hosted { game: restored.game, header, session });
        let hosted = &self.games[&number];
        fields(json!({
            "game": number,
            "entries": hosted.game.log().len(),
            "verified": restored.checked,
            "torn": saved.torn,
            "changes": changes,
            "hash": view::hash(&hosted.game),
        }))
    }
}

fn is_known(key: &str, keys: &[&str]) -> bool {
    ["do", "id", "game"].contains(&key) || keys.contains(&key)
}

fn apply(game: &mut Game, request: &Fields) -> Answer {
    match (optional::<usize>(request, "option")?, optional::<Record>(request, "choice")?) {
        (Some(index), None) => {
            let options = game.decision().map(|decision| decision.list()).unwrap_or_default();
            let Some(choice) = options.get(index).copied() else {
                if game.is_over() {
                    return Err(ProtocolError::new("game_over", "the game is over"));
                }
                let message = format!("there is no option {index}; expected 0 to {}", options.len() - 1);
                return Err(ProtocolError::new("illegal", message));
            };
            game.apply(choice)?;
        }
        (None, Some(record)) if record.is_chance() => {
            return Err(ProtocolError::new("choice", "what chance says is settled with `force`"));
        }
        (None, Some(record)) => record.play(game)?,
        _ => return Err(ProtocolError::new("malformed", "`apply` needs `option` or `choice`")),
    }
    after(game)
}

/// What a decision came to.
fn after(game: &Game) -> Answer {
    fields(json!({
        "over": game.is_over(),
        "entries": game.log().len(),
        "hash": view::hash(game),
        "events": events(game),
        "decision": view::decision(game),
    }))
}

fn events(game: &Game) -> Vec<Value> {
    game.journal().iter().map(|event| view::event(game, event)).collect()
}

fn off_turn(game: &mut Game) -> Answer {
    let offers = game.off_turn().map_err(crate::error::Error::from)?;
    let mut actions = Vec::new();
    for offer in offers {
        for item in &offer.items {
            let by = game.rules().name(offer.player).to_owned();
            let name = game.subscriptions().actions[offer.action.index()].name.to_string();
            let record = Record {
                by: Some(by),
                off_turn: Some(name),
                what: Some(Thing::of(game.scene(), item)),
                ..Record::default()
            };
            actions.push(json!({ "text": game.scene().item_name(item), "choice": record }));
        }
    }
    fields(json!({ "actions": actions }))
}

/// What a bot would choose, without choosing it.
fn bot(game: &Game, request: &Fields) -> Answer {
    let kind: String = required(request, "kind")?;
    let kind: BotKind = kind
        .parse()
        .map_err(|error: bastide_play::bot::UnknownBot| ProtocolError::new("malformed", error.to_string()))?;
    let seed = optional::<u64>(request, "seed")?.unwrap_or(0);
    let Some(choice) = kind.make(seed).choose(game) else {
        return Err(ProtocolError::new("game_over", "the game is over"));
    };
    let options = game.decision().map(|decision| decision.list()).unwrap_or_default();
    let index = options.iter().position(|option| *option == choice);
    fields(json!({ "option": index, "choice": Record::of_option(game, &choice) }))
}

/// Settles what chance will say next.
fn force(game: &mut Game, request: &Fields) -> Answer {
    let draw: Option<Vec<String>> = optional(request, "draw")?;
    let chance: Option<Vec<u32>> = optional(request, "chance")?;
    let draws = draw.into_iter().flatten().map(|tile| Record { draw: Some(tile), ..Record::default() });
    let numbers =
        chance.into_iter().flatten().map(|number| Record { chance: Some(number), ..Record::default() });
    let mut outcomes = Vec::new();
    for record in draws.chain(numbers) {
        if let Entry::Chance(outcome) = record.resolve(game).map_err(bastide_engine::log::PlayError::from)? {
            outcomes.push(outcome);
        }
    }
    if outcomes.is_empty() {
        return Err(ProtocolError::new("malformed", "`force` needs `draw` or `chance`, a list each"));
    }
    let count = outcomes.len();
    game.force(outcomes);
    fields(json!({ "forced": count }))
}

fn save(hosted: &Hosted, request: &Fields) -> Answer {
    let text = save::text(&hosted.header, &hosted.game)?;
    let Some(file) = optional::<String>(request, "file")? else { return fields(json!({ "text": text })) };
    std::fs::write(&file, text).map_err(|reason| crate::error::Error::io("write", file.clone(), reason))?;
    fields(json!({ "file": file }))
}

/// A field of a request, `None` where it is not there.
fn optional<T: DeserializeOwned>(request: &Fields, key: &'static str) -> Result<Option<T>, ProtocolError> {
    match request.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => serde_json::from_value(value.clone())
            .map(Some)
            .map_err(|error| ProtocolError::new("malformed", format!("`{key}`: {error}"))),
    }
}

fn required<T: DeserializeOwned>(request: &Fields, key: &'static str) -> Result<T, ProtocolError> {
    optional(request, key)?.ok_or_else(|| ProtocolError::new("malformed", format!("`{key}` is missing")))
}
