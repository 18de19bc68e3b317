//! What only a recorded game has: the turn waits for its player to confirm it before anything is
//! scored, the tiles can run out early, and it is noted which tiles can be drawn. All of it comes to
//! the engine as an expansion does.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use bastide_engine::decision::{ActionId, Item};
use bastide_engine::event::{Event, EventKind, Label};
use bastide_engine::game::SharedHost;
use bastide_engine::host::{
    Action, Filters, Handler, HandlerError, Host, Query, QueryKind, Subscriptions, Told, Verdict,
};
use bastide_engine::ruleset::{PhaseDef, PhaseKind, PhasePlace, Player, Ruleset};
use bastide_engine::scene::Scene;
use bastide_engine::tile::TileDefId;

/// The phase in which a turn is confirmed.
pub(crate) const CONFIRM: &str = "peer/confirm";
/// Stands for an expansion that is none.
const NOBODY: u16 = u16::MAX;
/// When tiles may run out.
const HEARD: [EventKind; 3] = [EventKind::GameStarted, EventKind::TileDrawn, EventKind::TileDiscarded];

/// The phase, which comes after everything that precedes scoring.
pub(crate) fn phase() -> PhaseDef {
    PhaseDef::new(CONFIRM, PhasePlace::Before("score".to_owned()))
}

/// The tiles that could be drawn where the game first drew one that was not settled.
pub(crate) type There = Rc<RefCell<Drawable>>;

/// What could be drawn at one time.
#[derive(Debug, Default)]
pub(crate) struct Drawable {
    /// How many tiles were left then.
    left: u32,
    /// Which, and how many of each.
    pub tiles: Vec<(TileDefId, u16)>,
}

impl Drawable {
    /// Notes a tile that can be drawn, at the first draw.
    fn note(&mut self, scene: &Scene, tile: TileDefId) {
        let stack = scene.state().stack();
        let again = self.tiles.last().is_some_and(|(last, _)| *last >= tile);
        if self.tiles.is_empty() {
            self.left = stack.len();
        } else if stack.len() != self.left || again {
            return;
        }
        self.tiles.push((tile, stack.count(tile)));
    }
}

/// A host that adds the confirmation to what another one does.
struct Confirm {
    inner: Option<SharedHost>,
    subscriptions: Arc<Subscriptions>,
    /// How many handlers, vetoes and actions are the other host's.
    handlers: Vec<usize>,
    vetoes: Vec<usize>,
    actions: usize,
    /// How many tiles there are, and how many of them can be drawn.
    tiles: u32,
    limit: u32,
    there: There,
}

/// Wraps a host. After `limit` draws, no tile is left. What can be drawn is noted in `there`.
pub(crate) fn wrap(rules: &Ruleset, inner: Option<SharedHost>, limit: u32, there: There) -> SharedHost {
    let mut subscriptions =
        inner.as_ref().map_or_else(Subscriptions::default, |host| (*host.borrow().subscriptions()).clone());
    let handlers = subscriptions.tell.iter().map(Vec::len).collect();
    let vetoes = subscriptions.ask.iter().map(Vec::len).collect();
    let handler = || Handler { expansion: NOBODY, filters: Filters::default(), custom: None };
    for kind in HEARD {
        subscriptions.tell[kind as usize].push(handler());
    }
    if limit < u32::MAX {
        subscriptions.ask[QueryKind::AllowPlacement as usize].push(handler());
    }
    subscriptions.ask[QueryKind::AllowDraw as usize].push(handler());
    let actions = subscriptions.actions.len();
    let phase = rules.phases.iter().position(|phase| phase.name == CONFIRM).map(|at| at as u8);
    subscriptions.actions.push(Action {
        name: "peer.confirm".into(),
        expansion: NOBODY,
        phase,
        instead: true,
        off_turn: false,
        filters: Filters::default(),
    });
    let subscriptions = Arc::new(subscriptions);
    let tiles = rules.stack_size();
    Rc::new(RefCell::new(Confirm { inner, subscriptions, handlers, vetoes, actions, tiles, limit, there }))
}

impl Confirm {
    /// How many tiles were drawn.
    fn drawn(&self, scene: &Scene) -> u32 {
        self.tiles.saturating_sub(scene.state().stack().len())
    }
}

fn is_drawing(scene: &Scene) -> bool {
    scene.rules().phases[scene.state().phase() as usize].kind == PhaseKind::Draw
}

impl Host for Confirm {
    fn subscriptions(&self) -> Arc<Subscriptions> {
        Arc::clone(&self.subscriptions)
    }

    fn tell(
        &mut self,
        scene: &mut Box<Scene>,
        event: &Event,
        handler: usize,
        answers: &[u16],
    ) -> Result<Told, HandlerError> {
        if handler < self.handlers[event.kind() as usize]
            && let Some(inner) = &self.inner
        {
            return inner.borrow_mut().tell(scene, event, handler, answers);
        }
        if *event == Event::GameStarted {
            // By now scripts have put in and taken out what they want.
            self.tiles = scene.state().stack().len();
        }
        if self.drawn(scene) >= self.limit {
            let left: Vec<_> = scene.state().stack().iter().collect();
            for (tile, count) in left {
                scene.remove_from_stack(tile, count);
            }
        }
        Ok(Told::Done)
    }

    fn allow(
        &mut self,
        scene: &mut Box<Scene>,
        query: &Query,
        handler: usize,
    ) -> Result<Verdict, HandlerError> {
        match &self.inner {
            Some(inner) if handler < self.vetoes[query.kind as usize] => {
                inner.borrow_mut().allow(scene, query, handler)
            }
            _ if query.kind == QueryKind::AllowDraw => {
                if let Some(Item::TileDef(tile)) = query.fields.get(1) {
                    self.there.borrow_mut().note(scene, *tile);
                }
                Ok(Verdict::Allowed)
            }
            // A tile that is drawn after the last one has no place, so that it leaves the game. The
            // last one itself is placed when no tile is left either.
            _ if is_drawing(scene) && self.drawn(scene) > self.limit => Ok(Verdict::Refused(None)),
            _ => Ok(Verdict::Allowed),
        }
    }

    fn adjust(
        &mut self,
        scene: &mut Box<Scene>,
        query: &Query,
        handler: usize,
    ) -> Result<Vec<(Label, i32)>, HandlerError> {
        match &self.inner {
            Some(inner) => inner.borrow_mut().adjust(scene, query, handler),
            None => Ok(Vec::new()),
        }
    }

    fn options(
        &mut self,
        scene: &mut Box<Scene>,
        action: ActionId,
        player: Player,
    ) -> Result<Vec<Item>, HandlerError> {
        match &self.inner {
            Some(inner) if action.index() < self.actions => inner.borrow_mut().options(scene, action, player),
            _ => Ok(vec![Item::Nil]),
        }
    }

    fn perform(
        &mut self,
        scene: &mut Box<Scene>,
        action: ActionId,
        player: Player,
        item: &Item,
        answers: &[u16],
    ) -> Result<Told, HandlerError> {
        match &self.inner {
            Some(inner) if action.index() < self.actions => {
                inner.borrow_mut().perform(scene, action, player, item, answers)
            }
            _ => Ok(Told::Done),
        }
    }
}
