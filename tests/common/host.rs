//! An expansion written in Rust: what the scripting layer is to Lua, this is to closures. It proves
//! the door of the engine without any script.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use bastide_engine::decision::{ActionId, Item, Question};
use bastide_engine::event::{Event, EventKind, Label};
use bastide_engine::game::{Game, SharedHost};
use bastide_engine::host::{
    Action, Filter, Filters, Handler, HandlerError, Host, Query, QueryKind, Subscriptions, Told, Verdict,
};
use bastide_engine::luck::Forced;
use bastide_engine::ruleset::{Player, Ruleset};
use bastide_engine::scene::Scene;

pub type Heard = Result<Told, HandlerError>;
type Tell = Box<dyn Fn(&mut Scene, &Event, &[u16]) -> Heard>;
type Allow = Box<dyn Fn(&Scene, &Query) -> bool>;
type Adjust = Box<dyn Fn(&Scene, &Query) -> Vec<(&'static str, i32)>>;
type Options = Box<dyn Fn(&Scene, Player) -> Vec<Item>>;
type Perform = Box<dyn Fn(&mut Scene, Player, &Item, &[u16]) -> Heard>;

/// Expansions made of closures. Handlers belong to expansion 0 unless [`Closures::expansion`] says
/// another.
#[derive(Default)]
pub struct Closures {
    subscriptions: Subscriptions,
    tell: Vec<(EventKind, Tell)>,
    allow: Vec<(QueryKind, Allow)>,
    adjust: Vec<(QueryKind, Adjust)>,
    actions: Vec<(Options, Perform)>,
    expansion: u16,
    filters: Vec<Filter>,
}

impl Closures {
    pub fn new() -> Closures {
        Closures::default()
    }

    /// What follows belongs to this expansion.
    pub fn expansion(mut self, expansion: u16) -> Closures {
        self.expansion = expansion;
        self
    }

    fn take_filters(&mut self) -> Filters {
        std::mem::take(&mut self.filters).into_iter().collect()
    }

    /// The next handler is called only when this filter passes, or another one said before it.
    pub fn when(mut self, filter: Filter) -> Closures {
        self.filters.push(filter);
        self
    }

    pub fn on(
        mut self,
        kind: EventKind,
        tell: impl Fn(&mut Scene, &Event, &[u16]) -> Heard + 'static,
    ) -> Closures {
        let handler = Handler { expansion: self.expansion, filters: self.take_filters(), custom: None };
        self.subscriptions.tell[kind as usize].push(handler);
        self.tell.push((kind, Box::new(tell)));
        self
    }

    pub fn on_custom(
        mut self,
        name: &str,
        tell: impl Fn(&mut Scene, &Event, &[u16]) -> Heard + 'static,
    ) -> Closures {
        self = self.on(EventKind::Custom, tell);
        if let Some(handler) = self.subscriptions.tell[EventKind::Custom as usize].last_mut() {
            handler.custom = Some(name.into());
        }
        self
    }

    pub fn allow(mut self, kind: QueryKind, allow: impl Fn(&Scene, &Query) -> bool + 'static) -> Closures {
        self.answer(kind);
        self.allow.push((kind, Box::new(allow)));
        self
    }

    pub fn adjust(
        mut self,
        kind: QueryKind,
        adjust: impl Fn(&Scene, &Query) -> Vec<(&'static str, i32)> + 'static,
    ) -> Closures {
        self.answer(kind);
        self.adjust.push((kind, Box::new(adjust)));
        self
    }

    fn answer(&mut self, kind: QueryKind) {
        let handler = Handler { expansion: self.expansion, filters: self.take_filters(), custom: None };
        self.subscriptions.ask[kind as usize].push(handler);
    }

    /// An action of the phase with this index, or off-turn where it is `None`.
    pub fn action(
        mut self,
        name: &str,
        phase: Option<u8>,
        instead: bool,
        options: impl Fn(&Scene, Player) -> Vec<Item> + 'static,
        perform: impl Fn(&mut Scene, Player, &Item, &[u16]) -> Heard + 'static,
    ) -> Closures {
        let (name, off_turn) = (Arc::from(name), phase.is_none());
        let (expansion, filters) = (self.expansion, self.take_filters());
        self.subscriptions.actions.push(Action { name, expansion, phase, instead, off_turn, filters });
        self.actions.push((Box::new(options), Box::new(perform)));
        self
    }

    pub fn shared(self) -> SharedHost {
        Rc::new(RefCell::new(self))
    }

    /// A game with these expansions, at its first decision.
    pub fn play(self, rules: &Arc<Ruleset>, seed: u64, opening: Forced) -> Game {
        let game = Game::with_host(rules.clone(), seed, Some(self.shared()), opening);
        let mut game = game.expect("no handler fails before the first decision");
        game.keep_journal();
        game
    }
}

fn nth<K: PartialEq, H>(list: &[(K, H)], kind: K, at: usize) -> &H {
    &list.iter().filter(|(found, _)| *found == kind).nth(at).expect("only subscribed handlers are called").1
}

impl Host for Closures {
    fn subscriptions(&self) -> Arc<Subscriptions> {
        Arc::new(self.subscriptions.clone())
    }

    fn tell(&mut self, scene: &mut Box<Scene>, event: &Event, handler: usize, answers: &[u16]) -> Heard {
        nth(&self.tell, event.kind(), handler)(scene, event, answers)
    }

    fn allow(
        &mut self,
        scene: &mut Box<Scene>,
        query: &Query,
        handler: usize,
    ) -> Result<Verdict, HandlerError> {
        let allowed = nth(&self.allow, query.kind, handler)(scene, query);
        Ok(if allowed { Verdict::Allowed } else { Verdict::Refused(None) })
    }

    fn adjust(
        &mut self,
        scene: &mut Box<Scene>,
        query: &Query,
        handler: usize,
    ) -> Result<Vec<(Label, i32)>, HandlerError> {
        let parts = nth(&self.adjust, query.kind, handler)(scene, query);
        Ok(parts.into_iter().map(|(label, points)| (Label::Given(label.into()), points)).collect())
    }

    fn options(
        &mut self,
        scene: &mut Box<Scene>,
        action: ActionId,
        player: Player,
    ) -> Result<Vec<Item>, HandlerError> {
        Ok(self.actions[action.index()].0(scene, player))
    }

    fn perform(
        &mut self,
        scene: &mut Box<Scene>,
        action: ActionId,
        player: Player,
        item: &Item,
        answers: &[u16],
    ) -> Heard {
        self.actions[action.index()].1(scene, player, item, answers)
    }
}

/// The handler is done.
pub fn done() -> Heard {
    Ok(Told::Done)
}

/// The handler asks.
pub fn ask(player: Player, prompt: &str, options: impl IntoIterator<Item = Item>) -> Heard {
    let question = Question {
        player,
        prompt: prompt.into(),
        about: Item::Nil,
        options: options.into_iter().collect(),
        expansion: "test".into(),
    };
    Ok(Told::Asked(question, None))
}

/// The handler fails.
pub fn fail(message: &str) -> Heard {
    Err(HandlerError::new("test", "on_test", message))
}
