//! A host that forgets: a new machine for every call of a handler.

use std::sync::Arc;

use bastide_engine::decision::{ActionId, Item};
use bastide_engine::event::{Event, Label};
use bastide_engine::host::{HandlerError, Host, Query, Subscriptions, Told, Verdict};
use bastide_engine::ruleset::{Player, Ruleset};
use bastide_engine::scene::Scene;
use bastide_script::{Limits, LoadErrors, LuaHost, Source, load_host};

/// A script that remembers something outside of the game behaves differently here.
pub struct Forgetful {
    rules: Arc<Ruleset>,
    scripts: Vec<Source>,
    subscriptions: Arc<Subscriptions>,
}

fn first(errors: &LoadErrors) -> HandlerError {
    let none = || HandlerError::new("", "", "the scripts cannot be loaded again");
    errors.0.first().cloned().unwrap_or_else(none)
}

impl Forgetful {
    pub fn new(rules: &Arc<Ruleset>, scripts: &[Source]) -> Result<Forgetful, LoadErrors> {
        let rules = Arc::clone(rules);
        let subscriptions = load_host(&rules, scripts.to_vec(), Limits::default())?.subscriptions();
        Ok(Forgetful { rules, scripts: scripts.to_vec(), subscriptions })
    }

    /// A machine that has never run anything. It was loaded before, so it can be loaded again; a
    /// script that is another one each time is an error like any other.
    fn host(&self) -> Result<LuaHost, HandlerError> {
        load_host(&self.rules, self.scripts.clone(), Limits::default()).map_err(|errors| first(&errors))
    }
}

impl Host for Forgetful {
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
        self.host()?.tell(scene, event, handler, answers)
    }

    fn allow(
        &mut self,
        scene: &mut Box<Scene>,
        query: &Query,
        handler: usize,
    ) -> Result<Verdict, HandlerError> {
        self.host()?.allow(scene, query, handler)
    }

    fn adjust(
        &mut self,
        scene: &mut Box<Scene>,
        query: &Query,
        handler: usize,
    ) -> Result<Vec<(Label, i32)>, HandlerError> {
        self.host()?.adjust(scene, query, handler)
    }

    fn options(
        &mut self,
        scene: &mut Box<Scene>,
        action: ActionId,
        player: Player,
    ) -> Result<Vec<Item>, HandlerError> {
        self.host()?.options(scene, action, player)
    }

    fn perform(
        &mut self,
        scene: &mut Box<Scene>,
        action: ActionId,
        player: Player,
        item: &Item,
        answers: &[u16],
    ) -> Result<Told, HandlerError> {
        self.host()?.perform(scene, action, player, item, answers)
    }
}
