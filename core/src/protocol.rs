//! The engine protocol: one JSON object a line in, one out.
//!
//! A request names what to `do`; an answer says `"ok":true` with what was asked for, or `"ok":false`
//! with an `error`. A request's `id` comes back in its answer. Nothing that a request says can end
//! the server, except `quit`.

mod answer;
mod request;

use std::collections::BTreeMap;

use bastide_engine::game::Game;
use serde_json::{Map, Value, json};

use self::answer::Answer;
pub use self::answer::ProtocolError;
use crate::save::Header;
use crate::session::Session;
use crate::shelf::Shelf;

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;

/// A game with what it was made from.
struct Hosted {
    game: Game,
    header: Header,
    session: Session,
}

/// Several games, each by its number.
#[derive(Default)]
pub struct Server {
    shelf: Shelf,
    games: BTreeMap<u64, Hosted>,
    next: u64,
    over: bool,
}

impl Server {
    /// A server without games.
    pub fn new() -> Server {
        Server { next: 1, ..Server::default() }
    }

    /// Whether it was asked to end.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The answer to one line, without a line end.
    pub fn answer(&mut self, line: &str) -> String {
        let mut id = Value::Null;
        let answer = self.answer_line(line, &mut id);
        let mut reply = Map::new();
        if !id.is_null() {
            reply.insert("id".to_owned(), id);
        }
        reply.insert("ok".to_owned(), json!(answer.is_ok()));
        match answer {
            Ok(found) => reply.extend(found),
            Err(error) => {
                reply.insert("error".to_owned(), error.view());
            }
        }
        Value::Object(reply).to_string()
    }

    fn answer_line(&mut self, line: &str, id: &mut Value) -> Answer {
        let value: Value = serde_json::from_str(line)
            .map_err(|error| ProtocolError::new("malformed", format!("this is no JSON: {error}")))?;
        let Value::Object(request) = value else {
            return Err(ProtocolError::new("malformed", "expected an object, such as {\"do\":\"games\"}"));
        };
        *id = request.get("id").cloned().unwrap_or(Value::Null);
        self.dispatch(&request)
    }

    fn add(&mut self, hosted: Hosted) -> u64 {
        let number = self.next;
        self.next += 1;
        self.games.insert(number, hosted);
        number
    }
}
