//! A host around the scripts that writes down every call.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use bastide_engine::decision::{ActionId, Item};
use bastide_engine::event::{Event, EventKind, Label};
use bastide_engine::host::{Asking, HandlerError, Host, Query, Subscriptions, Told, Verdict};
use bastide_engine::ruleset::Player;
use bastide_engine::scene::Scene;
use bastide_engine::state::State;
use bastide_script::{LuaHost, Spent};

use super::{Call, Contents, Outcome, Recorder, changes, words};

/// The scripts, watched.
pub(super) struct Watched {
    inner: LuaHost,
    /// The ids of the expansions, in load order.
    ids: Vec<String>,
    subscriptions: Arc<Subscriptions>,
    recorder: Recorder,
}

/// What a call is compared with when it is over.
struct Before {
    state: State,
    journal: usize,
    spent: Spent,
    begin: Instant,
}

impl Watched {
    pub fn new(inner: LuaHost, ids: Vec<String>, recorder: Recorder) -> Watched {
        let subscriptions = inner.subscriptions();
        Watched { inner, ids, subscriptions, recorder }
    }

    fn before(&self, scene: &Scene) -> Option<Before> {
        self.recorder.is_on().then(|| Before {
            state: scene.state().clone(),
            journal: scene.journal().len(),
            spent: self.inner.spent(),
            begin: Instant::now(),
        })
    }

    fn record(
        &self,
        before: Option<Before>,
        scene: &Scene,
        (expansion, hook, about): (u16, String, Contents),
        (answers, outcome): (usize, Outcome),
    ) {
        let Some(Before { state, journal, spent: earlier, begin }) = before else { return };
        let elapsed = begin.elapsed();
        let spent = self.inner.spent();
        let events = scene.journal().get(journal..).unwrap_or_default().to_vec();
        let failed = matches!(outcome, Outcome::Failed(_));
        // What a failed handler did is about to be taken back.
        let (changes, events) = if outcome.is_look() || failed {
            (Vec::new(), Vec::new())
        } else {
            (changes::between(scene, &state, events.is_empty()), events)
        };
        self.recorder.push(Call {
            expansion: self.ids.get(expansion as usize).cloned().unwrap_or_default(),
            hook,
            about,
            answers,
            outcome,
            changes,
            raised: Vec::new(),
            steps: spent.steps - earlier.steps,
            uses: spent.uses.wrapping_sub(earlier.uses),
            microseconds: elapsed.as_nanos() as f64 / 1000.0,
            memory: spent.memory,
            events,
        });
    }

    /// Whose handler of an event it is, and what it is told.
    fn told(&self, scene: &Scene, event: &Event, handler: usize) -> (u16, String, Contents) {
        let found = self.subscriptions.tell[event.kind() as usize].get(handler);
        let hook = match (event.kind(), found.and_then(|handler| handler.custom.as_ref())) {
            (EventKind::Custom, Some(name)) => format!("on_{name}"),
            (kind, _) => kind.info().hook.to_owned(),
        };
        (found.map_or(u16::MAX, |handler| handler.expansion), hook, words::contents(scene, event))
    }

    /// Whose handler of a query it is, and what it is asked.
    fn asked(&self, scene: &Scene, query: &Query, handler: usize) -> (u16, String, Contents) {
        let found = self.subscriptions.ask[query.kind as usize].get(handler);
        let info = query.kind.info();
        let fields = info.fields.iter().zip(&query.fields);
        let about = fields.map(|(field, item)| (field.name, words::item(scene, item))).collect();
        (found.map_or(u16::MAX, |handler| handler.expansion), info.hook.to_owned(), about)
    }

    /// Whose action it is, and who uses it on what.
    fn used(
        &self,
        scene: &Scene,
        action: ActionId,
        player: Player,
        item: Option<&Item>,
    ) -> (u16, String, Contents) {
        let found = self.subscriptions.actions.get(action.index());
        let name = found.map_or("?", |action| &action.name);
        let name = name.split_once('.').map_or(name, |(_, name)| name);
        let mut about = vec![("player", words::item(scene, &Item::Player(player)))];
        about.extend(item.map(|item| ("option", words::item(scene, item))));
        (found.map_or(u16::MAX, |action| action.expansion), format!("actions.{name}"), about)
    }
}

/// How a handler that may ask ended.
fn outcome(scene: &Scene, result: &Result<Told, HandlerError>) -> Outcome {
    match result {
        Ok(Told::Done) => Outcome::Done,
        Ok(Told::Asked(question, _)) => Outcome::Asked {
            player: scene.rules().name(question.player).to_owned(),
            prompt: question.prompt.to_string(),
            options: question.options.iter().map(|item| words::item(scene, item)).collect(),
        },
        Err(error) => Outcome::Failed(error.message.clone()),
    }
}

/// How a handler that only looks ended.
fn looked<T>(result: &Result<T, HandlerError>, outcome: impl FnOnce(&T) -> Outcome) -> Outcome {
    match result {
        Ok(found) => outcome(found),
        Err(error) => Outcome::Failed(error.message.clone()),
    }
}

impl Host for Watched {
    fn subscriptions(&self) -> Arc<Subscriptions> {
        Arc::clone(&self.subscriptions)
    }

    fn asking(&self) -> Rc<Asking> {
        self.inner.asking()
    }

    fn take_output(&mut self) -> Vec<String> {
        self.inner.take_output()
    }

    fn printed(&self) -> usize {
        self.inner.printed()
    }

    fn put_output(&mut self, lines: Vec<String>) {
        self.inner.put_output(lines);
    }

    fn tell(
        &mut self,
        scene: &mut Box<Scene>,
        event: &Event,
        handler: usize,
        answers: &[u16],
    ) -> Result<Told, HandlerError> {
        // In words before the handler moves what the event is about.
        let who = self.recorder.is_on().then(|| self.told(scene, event, handler));
        let before = self.before(scene);
        let result = self.inner.tell(scene, event, handler, answers);
        if let Some(who) = who {
            self.record(before, scene, who, (answers.len(), outcome(scene, &result)));
        }
        result
    }

    fn allow(
        &mut self,
        scene: &mut Box<Scene>,
        query: &Query,
        handler: usize,
    ) -> Result<Verdict, HandlerError> {
        let who = self.recorder.is_on().then(|| self.asked(scene, query, handler));
        let before = self.before(scene);
        let result = self.inner.allow(scene, query, handler);
        if let Some(who) = who {
            let outcome = looked(&result, |verdict| match verdict {
                Verdict::Allowed => Outcome::Allowed,
                Verdict::Refused(reason) => Outcome::Refused(reason.clone()),
            });
            self.record(before, scene, who, (0, outcome));
        }
        result
    }

    fn adjust(
        &mut self,
        scene: &mut Box<Scene>,
        query: &Query,
        handler: usize,
    ) -> Result<Vec<(Label, i32)>, HandlerError> {
        let who = self.recorder.is_on().then(|| self.asked(scene, query, handler));
        let before = self.before(scene);
        let result = self.inner.adjust(scene, query, handler);
        if let Some(who) = who {
            let outcome = looked(&result, |parts| {
                Outcome::Adjusted(
                    parts.iter().map(|(label, number)| (label.as_str().to_owned(), *number)).collect(),
                )
            });
            self.record(before, scene, who, (0, outcome));
        }
        result
    }

    fn options(
        &mut self,
        scene: &mut Box<Scene>,
        action: ActionId,
        player: Player,
    ) -> Result<Vec<Item>, HandlerError> {
        let who = self.recorder.is_on().then(|| self.used(scene, action, player, None));
        let before = self.before(scene);
        let result = self.inner.options(scene, action, player);
        if let Some(who) = who {
            let outcome = looked(&result, |items| Outcome::Offered(items.len()));
            self.record(before, scene, who, (0, outcome));
        }
        result
    }

    fn perform(
        &mut self,
        scene: &mut Box<Scene>,
        action: ActionId,
        player: Player,
        item: &Item,
        answers: &[u16],
    ) -> Result<Told, HandlerError> {
        let who = self.recorder.is_on().then(|| self.used(scene, action, player, Some(item)));
        let before = self.before(scene);
        let result = self.inner.perform(scene, action, player, item, answers);
        if let Some(who) = who {
            self.record(before, scene, who, (answers.len(), outcome(scene, &result)));
        }
        result
    }
}
