//! The scene on which rules and expansions act: the state, the rules, what happened so far, and
//! every change that anything can make. All changes go through here, so that each raises its event
//! and the first one of a handler is noticed.

mod block;
mod change;
mod path;
mod words;

use std::rc::Rc;
use std::sync::Arc;

use crate::board::TileId;
use crate::event::{Event, EventKind};
use crate::feature::SegmentId;
use crate::filter::Gates;
use crate::geometry::{Port, Pos};
use crate::host::{Asking, Subscriptions};
use crate::luck::{Chance, Forced};
use crate::piece::PieceId;
use crate::ruleset::{Player, Ruleset};
use crate::state::{Dispatch, State};
use crate::tile::{NO_SEGMENT, Strength};

pub(crate) use words::with_article;

/// What a handler is called on, and what it changes.
#[derive(Clone, Debug)]
pub struct Scene {
    pub(crate) rules: Arc<Ruleset>,
    pub(crate) state: State,
    pub(crate) subscriptions: Arc<Subscriptions>,
    /// What all that listen and offer something wait for.
    pub(crate) gates: Rc<Gates>,
    /// Events that are heard, as one bit each.
    pub(crate) heard: u32,
    /// What happened since the last decision, if anybody wants to know.
    pub(crate) journal: Option<Vec<Event>>,
    /// Events that the journal takes, as one bit each.
    pub(crate) noted: u32,
    /// Chance outcomes since the last decision.
    pub(crate) chances: Vec<Chance>,
    /// Chance outcomes that are settled beforehand.
    pub(crate) forced: Forced,
    guard: Guard,
    /// Which handlers need a copy.
    pub(crate) asking: Rc<Asking>,
}

/// What is done at the first change that a handler makes.
#[derive(Clone, Debug)]
enum Guard {
    /// No handler runs, or it has changed something, and that is known.
    Off,
    /// It has changed something, and no copy was made.
    Changed,
    /// It has changed something, and this is how it was before.
    Copied(Box<Checkpoint>),
    /// The change is noted.
    Note,
    /// A copy is made.
    Copy,
}

/// What a handler did, once it is done.
pub(crate) enum Kept {
    /// It changed nothing.
    Nothing,
    /// It changed something, and nobody knows how it was before.
    Changed,
    /// It changed something, and so it was before.
    Copied(Box<Checkpoint>),
}

/// Where a handler that is called again begins.
#[derive(Clone, Debug)]
pub(crate) struct Checkpoint {
    pub state: State,
    pub journal: usize,
    pub chances: usize,
}

/// A change that the rules of the engine do not allow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EffectError {
    /// Two features of different kinds cannot be one.
    #[error("a {a} and a {b} cannot be joined")]
    DifferentKinds {
        /// The kind of one.
        a: String,
        /// The kind of the other.
        b: String,
    },
    /// A join that was never made.
    #[error("these two features were not joined by a rule")]
    NotJoined,
    /// A block that does not fit.
    #[error("the block `{block}` does not fit at {pos}")]
    BlockDoesNotFit {
        /// The block's id.
        block: String,
        /// Its first cell.
        pos: Pos,
    },
    /// Fewer tokens than zero.
    #[error("there are {there} `{name}`, {wanted} cannot be taken away")]
    TooFewTokens {
        /// The name of the tokens.
        name: String,
        /// How many there are.
        there: i64,
        /// How many should go.
        wanted: i64,
    },
}

impl Scene {
    pub(crate) fn new(rules: Arc<Ruleset>, state: State, subscriptions: Arc<Subscriptions>) -> Scene {
        let heard = subscriptions
            .tell
            .iter()
            .enumerate()
            .filter(|(_, handlers)| !handlers.is_empty())
            .fold(0, |bits, (kind, _)| bits | 1 << kind);
        Scene {
            rules,
            state,
            gates: Rc::new(Gates::of(&subscriptions)),
            subscriptions,
            heard,
            journal: None,
            noted: 0,
            chances: Vec::new(),
            forced: Forced::new(),
            guard: Guard::Off,
            asking: Rc::default(),
        }
    }

    /// A scene with an empty state, to stand in for one that is elsewhere.
    pub fn placeholder(rules: Arc<Ruleset>) -> Scene {
        Scene::new(rules, State::default(), Arc::default())
    }

    /// The rules.
    #[inline]
    pub fn rules(&self) -> &Arc<Ruleset> {
        &self.rules
    }

    /// The state.
    #[inline]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// A handler is about to be called. With `copy`, the state from before its first change is kept.
    pub(crate) fn guard(&mut self, copy: bool) {
        self.guard = if copy { Guard::Copy } else { Guard::Note };
    }

    /// A handler goes on that had changed something; so it was before.
    pub(crate) fn guard_copied(&mut self, mut before: Box<Checkpoint>) {
        before.journal = self.journal.as_ref().map_or(0, Vec::len);
        before.chances = self.chances.len();
        self.guard = Guard::Copied(before);
    }

    /// A handler is done. Tells whether it changed anything, with the state from before, if there is a copy.
    pub(crate) fn keep(&mut self) -> Kept {
        match std::mem::replace(&mut self.guard, Guard::Off) {
            Guard::Off | Guard::Note | Guard::Copy => Kept::Nothing,
            Guard::Changed => Kept::Changed,
            Guard::Copied(before) => Kept::Copied(before),
        }
    }

    pub(crate) fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            state: self.state.clone(),
            journal: self.journal.as_ref().map_or(0, Vec::len),
            chances: self.chances.len(),
        }
    }

    /// The scene as it was before the handler that is running changed anything, for messages; as it is now
    /// where no copy was made.
    pub fn before(&self) -> Scene {
        let mut scene = self.clone();
        if let Kept::Copied(before) = scene.keep() {
            scene.state = before.state;
        }
        scene
    }

    /// The state, to be changed. The only way to it.
    #[inline]
    pub(crate) fn write(&mut self) -> &mut State {
        if matches!(self.guard, Guard::Note | Guard::Copy) {
            self.note_change();
        }
        &mut self.state
    }

    #[cold]
    fn note_change(&mut self) {
        self.guard = match self.guard {
            Guard::Copy => Guard::Copied(Box::new(self.checkpoint())),
            _ => Guard::Changed,
        };
    }

    /// Whether anybody wants to know about events of a kind.
    #[inline]
    pub(crate) fn wants(&self, kind: EventKind) -> bool {
        (self.heard | self.noted) >> kind as u32 & 1 == 1
    }

    /// Queues an event for its listeners. It is dispatched when the current handler is done.
    #[inline]
    pub(crate) fn raise(&mut self, event: Event) {
        let kind = event.kind();
        if self.heard >> kind as u32 & 1 == 1 {
            self.queue(event, kind);
        } else {
            self.note(event, kind);
        }
    }

    /// Raises an event as the last thing that a task of the rules does, which changes no more than the agenda
    /// afterwards: whether anybody wants to hear of it is known already, and most often nobody does.
    #[inline]
    pub(crate) fn raise_last(&mut self, event: Event) {
        debug_assert!(matches!(self.guard, Guard::Off), "no handler runs");
        let kind = event.kind();
        if self.heard >> kind as u32 & 1 == 1 && self.is_next_heard(&event, kind) {
            self.queue(event, kind);
        } else {
            self.note(event, kind);
        }
    }

    /// Whether an event has to be queued: behind others, or since a listener wants to be called.
    #[inline]
    fn is_next_heard(&self, event: &Event, kind: EventKind) -> bool {
        !self.state.queue.is_empty()
            || self.may_be_heard(event, kind) && self.next_listener(event, kind, 0).is_some()
    }

    /// Puts an event into the queue, and a copy into the journal.
    fn queue(&mut self, event: Event, kind: EventKind) {
        if self.noted >> kind as u32 & 1 == 1 {
            self.note(event.clone(), kind);
        }
        self.write().queue.push_back(Dispatch { event, next: 0 });
    }

    /// Puts an event into the journal, if that takes it.
    #[inline]
    fn note(&mut self, event: Event, kind: EventKind) {
        if self.noted >> kind as u32 & 1 == 1 {
            self.write();
            if let Some(journal) = &mut self.journal {
                journal.push(event);
            }
        }
    }

    /// What happened since the last decision, as far as anybody keeps a journal of it.
    pub fn journal(&self) -> &[Event] {
        self.journal.as_deref().unwrap_or_default()
    }

    /// The full name of an action.
    pub fn action_name(&self, action: crate::decision::ActionId) -> &str {
        self.subscriptions.actions.get(action.index()).map_or("?", |action| &action.name)
    }

    /// The segments of a tile, in the order of its definition.
    pub fn segments(&self, tile: TileId) -> impl Iterator<Item = SegmentId> + use<> {
        let placed = self.state.board.tile(tile);
        let count = self.rules.tile(placed.def).def.segments.len() as u32;
        (placed.first_segment..placed.first_segment + count).map(SegmentId)
    }

    /// The segment of a tile that meets a side, as it lies; the middle port where there are several.
    pub fn segment_at(&self, tile: TileId, port: Port) -> Option<SegmentId> {
        let placed = self.state.board.tile(tile);
        let unturned = port.rotated(placed.rotation.inverse());
        let local = self.rules.tile(placed.def).ports[unturned.index() as usize];
        (local != NO_SEGMENT).then(|| SegmentId(placed.first_segment + u32::from(local)))
    }

    /// The features that a feature touches: the cities of a field, the fields of a city. Each once,
    /// by one of its segments, in a defined order.
    pub fn neighbours(&self, feature: SegmentId) -> Vec<SegmentId> {
        let features = &self.state.features;
        let mut found: Vec<SegmentId> = Vec::new();
        for segment in features.segments(feature) {
            let placed = self.state.board.tile(features.tile(segment));
            let touched = &self.rules.tile(placed.def).touching[features.local(segment) as usize];
            let root = |at: &u8| features.root(SegmentId(placed.first_segment + u32::from(*at)));
            found.extend(touched.iter().map(root));
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The followers' strength of each player on a feature, before `adjust_strength` (BG27).
    pub fn base_strength(&self, piece: PieceId, feature: SegmentId) -> i32 {
        let kind = &self.rules.vocabulary().piece_kinds[self.state.piece(piece).kind.index()];
        match kind.strength {
            Strength::Fixed(strength) => strength,
            Strength::Attribute(id) => {
                self.state.features.attribute(&self.rules, &self.state.board, feature, id)
            }
        }
    }

    /// The player who sits `steps` places after another.
    pub fn player_after(&self, player: Player, steps: usize) -> Player {
        Player(((player.index() + steps) % self.rules.player_count()) as u8)
    }
}
