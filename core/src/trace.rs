//! What expansions do in a game: who was called, what that changed, what it cost.
//!
//! [`Steps`] plays a game with a host around the scripts that writes down every call of a handler; a
//! game whose host is not watched pays nothing.
//!
//! What `adjust_strength` handlers do when another script asks for a strength belongs to the
//! handler that asked.

mod changes;
mod steps;
mod summary;
mod text;
mod watch;
mod words;

use std::cell::RefCell;
use std::rc::Rc;

use bastide_engine::event::Event;
use bastide_engine::game::{Entry, Game, SharedHost};
use bastide_script::Limits;
use serde::Serialize;

use crate::error::Error;
use crate::narrate;
use crate::session::Session;

pub use self::changes::Change;
pub use self::steps::{Range, Steps};
pub use self::summary::{Row, Summary};
pub use self::text::text;
use self::watch::Watched;

/// The content of an event or a query: the names of the fields, and their values in words.
pub type Contents = Vec<(&'static str, String)>;

/// A handler that was called.
#[derive(Clone, Debug, Serialize)]
pub struct Call {
    /// The id of its expansion.
    pub expansion: String,
    /// The hook, or `actions.<name>`.
    pub hook: String,
    /// What it was told or asked.
    #[serde(serialize_with = "words::as_map")]
    pub about: Contents,
    /// How many answers it had: it is called again for each one.
    pub answers: usize,
    /// How it ended.
    pub outcome: Outcome,
    /// What it changed besides raising events.
    pub changes: Vec<Change>,
    /// The events that it raised, in words.
    pub raised: Vec<String>,
    /// The steps that it took, as the limit on handlers counts them.
    pub steps: u64,
    /// How often it used a field or a method of a thing of the game.
    pub uses: u64,
    /// How long it took.
    pub microseconds: f64,
    /// The bytes that all scripts held when it ended.
    pub memory: usize,
    #[serde(skip)]
    events: Vec<Event>,
}

/// How a call ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It did what it does.
    Done,
    /// It waits for an answer.
    Asked {
        /// Who is asked.
        player: String,
        /// What.
        prompt: String,
        /// The possible answers.
        options: Vec<String>,
    },
    /// It has nothing against it.
    Allowed,
    /// It forbids it, and perhaps says why.
    Refused(Option<String>),
    /// It adds these numbers; none where it adds nothing.
    Adjusted(Vec<(String, i32)>),
    /// The action can be used on so many things.
    Offered(usize),
    /// It failed, and all that it did was taken back.
    Failed(String),
}

impl Outcome {
    /// Whether a handler that only looks had nothing to say.
    pub fn is_nothing(&self) -> bool {
        match self {
            Outcome::Allowed | Outcome::Offered(0) => true,
            Outcome::Adjusted(parts) => parts.is_empty(),
            _ => false,
        }
    }

    /// Whether the handler only looked.
    pub fn is_look(&self) -> bool {
        matches!(self, Outcome::Allowed | Outcome::Refused(_) | Outcome::Adjusted(_) | Outcome::Offered(_))
    }
}

/// One decision of a game with the calls that it brought about.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    /// The number of the decision, from 1; 0 for what comes before the first.
    pub decision: usize,
    /// The turn in which it was made.
    pub turn: u32,
    /// Who decided, and what; nothing before the first decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<String>,
    /// The handlers that were called, in order.
    pub calls: Vec<Call>,
}

/// Which calls somebody wants to see.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Only of this hook or action.
    pub hook: Option<String>,
    /// Only of this expansion.
    pub expansion: Option<String>,
}

impl Filter {
    fn wants(&self, call: &Call) -> bool {
        let is = |wanted: &Option<String>, found: &str| wanted.as_ref().is_none_or(|wanted| wanted == found);
        is(&self.hook, &call.hook) && is(&self.expansion, &call.expansion)
    }
}

/// Where calls are written down, while somebody wants them.
#[derive(Clone, Debug, Default)]
struct Recorder(Rc<RefCell<Option<Vec<Call>>>>);

impl Recorder {
    /// From now on, calls are written down.
    fn start(&self) {
        *self.0.borrow_mut() = Some(Vec::new());
    }

    /// The calls since [`Recorder::start`]. From now on, nothing is written down.
    fn stop(&self) -> Vec<Call> {
        self.0.borrow_mut().take().unwrap_or_default()
    }

    fn is_on(&self) -> bool {
        self.0.borrow().is_some()
    }

    fn push(&self, call: Call) {
        if let Some(calls) = &mut *self.0.borrow_mut() {
            // After a failure the game goes back, and plays the way to there once more.
            if !calls.iter().any(|call| matches!(call.outcome, Outcome::Failed(_))) {
                calls.push(call);
            }
        }
    }
}

/// A host for the scripts of a session whose calls are written down, `None` where there are no
/// scripts.
///
/// # Errors
///
/// When scripts cannot be loaded.
fn watched(session: &Session, recorder: &Recorder) -> Result<Option<SharedHost>, Error> {
    if !session.scripts().iter().any(|source| source.files.contains_key(crate::scripts::MAIN)) {
        return Ok(None);
    }
    let host = bastide_script::load_host(session.rules(), session.scripts().to_vec(), Limits::default())
        .map_err(|errors| Error::Scripts(errors.0))?;
    let ids = session.scripts().iter().map(|source| source.id.clone()).collect();
    Ok(Some(Rc::new(RefCell::new(Watched::new(host, ids, recorder.clone())))))
}

/// The step that a game has just made, with the calls that were written down. `entries` is the
/// length of the log before it.
fn step(game: &Game, entries: usize, calls: Vec<Call>, filter: &Filter) -> Step {
    let mut calls: Vec<Call> = calls.into_iter().filter(|call| filter.wants(call)).collect();
    for call in &mut calls {
        let said = |event: &Event| {
            narrate::sentence(game, event).unwrap_or_else(|| words::event(game.scene(), event))
        };
        call.raised = call.events.iter().map(said).collect();
    }
    let choice = game.log().get(entries).and_then(|entry| choice(game, entry));
    Step { decision: 0, turn: 0, choice, calls }
}

/// A decision of the log in words.
fn choice(game: &Game, entry: &Entry) -> Option<String> {
    Some(match entry {
        Entry::Choice { player, choice, label } => {
            let said = label.as_deref().map_or_else(|| game.scene().describe(choice), str::to_owned);
            format!("{}: {said}", game.rules().name(*player))
        }
        Entry::OffTurn { player, action, item } => {
            let scene = game.scene();
            let item = words::item(scene, item);
            format!("{}: {} {item}, off turn", game.rules().name(*player), scene.action_name(*action))
        }
        Entry::Mute(expansion) => {
            let id = game.rules().setup.expansions.get(*expansion as usize).map_or("?", |found| &found.id);
            format!("the handlers of {id} are not called any more")
        }
        Entry::Chance(_) => return None,
    })
}
