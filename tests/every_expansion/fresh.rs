//! A host that forgets: a new machine for every call of a handler.

use std::sync::Arc;

use bastide::engine::decision::{ActionId, Item};
use bastide::engine::event::{Event, Label};
use bastide::engine::host::{HandlerError, Host, Query, Subscriptions, Told, Verdict};
use bastide::engine::ruleset::{Player, Ruleset};
use bastide::engine::scene::Scene;
use bastide::script::{Limits, LuaHost, Source, load_host};

pub struct Fresh {
    rules: Arc<Ruleset>,
    scripts: Vec<Source>,
}

impl Fresh {
    pub fn new(rules: &Arc<Ruleset>, scripts: &[Source]) -> Fresh {
        Fresh { rules: Arc::clone(rules), scripts: scripts.to_vec() }
    }

    fn host(&self) -> LuaHost {
        load_host(&self.rules, self.scripts.clone(), Limits::default()).expect("it was loaded before")
    }
}

impl Host for Fresh {
    fn subscriptions(&self) -> Arc<Subscriptions> {
        self.host().subscriptions()
    }

    fn tell(
        &mut self,
        scene: &mut Box<Scene>,
        event: &Event,
        handler: usize,
        answers: &[u16],
    ) -> Result<Told, HandlerError> {
        self.host().tell(scene, event, handler, answers)
    }

    fn allow(
        &mut self,
        scene: &mut Box<Scene>,
        query: &Query,
        handler: usize,
    ) -> Result<Verdict, HandlerError> {
        self.host().allow(scene, query, handler)
    }

    fn adjust(
        &mut self,
        scene: &mut Box<Scene>,
        query: &Query,
        handler: usize,
    ) -> Result<Vec<(Label, i32)>, HandlerError> {
        self.host().adjust(scene, query, handler)
    }

    fn options(
        &mut self,
        scene: &mut Box<Scene>,
        action: ActionId,
        player: Player,
    ) -> Result<Vec<Item>, HandlerError> {
        self.host().options(scene, action, player)
    }

    fn perform(
        &mut self,
        scene: &mut Box<Scene>,
        action: ActionId,
        player: Player,
        item: &Item,
        answers: &[u16],
    ) -> Result<Told, HandlerError> {
        self.host().perform(scene, action, player, item, answers)
    }
}
