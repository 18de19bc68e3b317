//! Which lines of scripts ran, and how often each hook and action was called.
//!
//! Luau counts the lines itself when a chunk is compiled for it. Hosts that are not recorded compile
//! as ever, and count nothing.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

use bastide_engine::decision::{ActionId, Item};
use bastide_engine::event::{Event, Label};
use bastide_engine::host::{Asking, HandlerError, Host, Query, QueryKind, Subscriptions, Told, Verdict};
use bastide_engine::ruleset::Player;
use bastide_engine::scene::Scene;
use mlua::Function;

use crate::host::LuaHost;
use crate::shared::Shared;

/// What Luau counts: statements, and the expressions in them that stand on lines of their own.
pub(crate) const LEVEL: u8 = 2;

/// How often the lines of a file ran, by number from 1. Lines on which nothing can run are not in it.
pub type Lines = BTreeMap<u32, u64>;

/// What ran, of all recorded hosts together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Lines by expansion and file. A file that no host loaded is not in it.
    pub files: BTreeMap<(String, String), Lines>,
    /// How often handlers were called, by expansion and hook or `actions.<name>`; 0 for those that
    /// were there and never called.
    pub handlers: BTreeMap<(String, String), u64>,
}

/// Takes down what hosts run, from any thread. Hosts report when they are dropped.
#[derive(Clone, Debug, Default)]
pub struct Recorder(Arc<Mutex<Coverage>>);

impl Recorder {
    /// Nothing ran yet.
    pub fn new() -> Recorder {
        Recorder::default()
    }

    /// What ran in the hosts that are gone.
    pub fn coverage(&self) -> Coverage {
        // Counts are whole even where a thread ended early.
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn add(&self, work: impl FnOnce(&mut Coverage)) {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

/// A file of an expansion that a recorded host has loaded.
pub(crate) struct Chunk {
    /// The index of its expansion.
    pub source: usize,
    /// Its path in the expansion's folder.
    pub file: String,
    /// Its main function.
    pub function: Function,
}

/// A host that counts what it calls.
pub(crate) struct Recorded {
    host: LuaHost,
    shared: Rc<Shared>,
    recorder: Recorder,
    tell: Vec<Vec<u64>>,
    ask: Vec<Vec<u64>>,
    actions: Vec<u64>,
}

impl Recorded {
    pub fn new(host: LuaHost, shared: Rc<Shared>, recorder: &Recorder) -> Recorded {
        let subscriptions = host.subscriptions();
        let zeros = |lists: &[Vec<_>]| lists.iter().map(|list| vec![0; list.len()]).collect();
        let (tell, ask) = (zeros(&subscriptions.tell), zeros(&subscriptions.ask));
        let actions = vec![0; subscriptions.actions.len()];
        Recorded { host, shared, recorder: recorder.clone(), tell, ask, actions }
    }

    /// The handlers, and how often each was called.
    fn handlers(&self) -> Vec<((String, String), u64)> {
        let Some(bound) = self.shared.bound.get() else { return Vec::new() };
        let name = |expansion: u16, hook: &str| {
            let id = self.shared.sources.get(expansion as usize).map_or("", |source| &source.id);
            (id.to_owned(), hook.to_owned())
        };
        let mut found = Vec::new();
        for (handlers, calls) in bound.tell.iter().zip(&self.tell) {
            let handlers = handlers.iter().zip(calls);
            found.extend(handlers.map(|(handler, calls)| (name(handler.expansion, &handler.hook), *calls)));
        }
        for (kind, (handlers, calls)) in bound.ask.iter().zip(&self.ask).enumerate() {
            for (handler, calls) in handlers.iter().zip(calls) {
                // Scripts that ask for a strength call these without the engine.
                let inner = kind == QueryKind::AdjustStrength as usize;
                let calls = if inner { own_hits(&handler.function).max(*calls) } else { *calls };
                found.push((name(handler.expansion, &handler.hook), calls));
            }
        }
        for (action, calls) in bound.actions.iter().zip(&self.actions) {
            let short = action.name.split_once('.').map_or(&*action.name, |(_, short)| short);
            found.push((name(action.expansion, &format!("actions.{short}")), *calls));
        }
        found
    }
}

/// How often the line of a function ran that ran most, without the functions in it.
fn own_hits(function: &Function) -> u64 {
    let mut most = 0;
    function.coverage(|info| {
        if info.depth == 0 {
            most = info.hits.iter().copied().max().unwrap_or(0).max(0);
        }
    });
    u64::from(most.unsigned_abs())
}

impl Drop for Recorded {
    fn drop(&mut self) {
        let handlers = self.handlers();
        let Some(chunks) = &self.shared.chunks else { return };
        self.recorder.add(|coverage| {
            for (key, calls) in handlers {
                *coverage.handlers.entry(key).or_default() += calls;
            }
            for chunk in chunks.borrow().iter() {
                let id = self.shared.sources[chunk.source].id.clone();
                let lines = coverage.files.entry((id, chunk.file.clone())).or_default();
                chunk.function.coverage(|info| {
                    for (line, hits) in (0..).zip(info.hits) {
                        // Lines without anything to run count below zero.
                        if let Ok(hits) = u64::try_from(hits) {
                            *lines.entry(line).or_default() += hits;
                        }
                    }
                });
            }
        });
    }
}

impl Host for Recorded {
    fn subscriptions(&self) -> Arc<Subscriptions> {
        self.host.subscriptions()
    }

    fn asking(&self) -> Rc<Asking> {
        self.host.asking()
    }

    fn take_output(&mut self) -> Vec<String> {
        self.host.take_output()
    }

    fn printed(&self) -> usize {
        self.host.printed()
    }

    fn put_output(&mut self, lines: Vec<String>) {
        self.host.put_output(lines);
    }

    fn tell(
        &mut self,
        scene: &mut Box<Scene>,
        event: &Event,
        handler: usize,
        answers: &[u16],
    ) -> Result<Told, HandlerError> {
        self.tell[event.kind() as usize][handler] += 1;
        self.host.tell(scene, event, handler, answers)
    }

    fn allow(
        &mut self,
        scene: &mut Box<Scene>,
        query: &Query,
        handler: usize,
    ) -> Result<Verdict, HandlerError> {
        self.ask[query.kind as usize][handler] += 1;
        self.host.allow(scene, query, handler)
    }

    fn adjust(
        &mut self,
        scene: &mut Box<Scene>,
        query: &Query,
        handler: usize,
    ) -> Result<Vec<(Label, i32)>, HandlerError> {
        self.ask[query.kind as usize][handler] += 1;
        self.host.adjust(scene, query, handler)
    }

    fn options(
        &mut self,
        scene: &mut Box<Scene>,
        action: ActionId,
        player: Player,
    ) -> Result<Vec<Item>, HandlerError> {
        self.host.options(scene, action, player)
    }

    fn perform(
        &mut self,
        scene: &mut Box<Scene>,
        action: ActionId,
        player: Player,
        item: &Item,
        answers: &[u16],
    ) -> Result<Told, HandlerError> {
        self.actions[action.index()] += 1;
        self.host.perform(scene, action, player, item, answers)
    }
}
