//! A game: decisions go in, states and events come out.
//!
//! [`Game`] holds the scene and the log; `flow` runs tasks and calls handlers until somebody has to
//! decide; `legal` says what may be decided; `off_turn` is what may be done beside it; `replay`
//! plays a log again, on which undo and rollback stand; `carry` goes on under other rules.

mod carry;
mod flow;
mod legal;
mod off_turn;
mod replay;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use crate::decision::{ActionId, Choice, Item, Prompt, Question};
use crate::event::{Event, EventKind};
use crate::feature::Features;
use crate::host::{ApplyError, HandlerError, Host, Subscriptions};
use crate::luck::{Chance, Forced};
use crate::rules::{Step, Table};
use crate::ruleset::{Player, Ruleset};
use crate::scene::Scene;
use crate::state::{State, Task};

pub use carry::{CarryErrors, CarryFault};
use flow::Suspended;
pub use legal::Decision;
pub use off_turn::OffTurn;
pub use replay::ReplayError;

/// Whoever stands behind the door, shared by all games that use the same scripts on one thread.
pub type SharedHost = Rc<RefCell<dyn Host>>;

/// A line of a game's log. The setup, the seed and the log are the whole game.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    /// A player picked an option.
    Choice {
        /// Who.
        player: Player,
        /// Which.
        choice: Choice,
        /// Its name, where an index alone would not tell: for actions and answers.
        label: Option<Box<str>>,
    },
    /// A player used an action outside of the decision that was open.
    OffTurn {
        /// Who.
        player: Player,
        /// Which action.
        action: ActionId,
        /// On what.
        item: Item,
    },
    /// Chance spoke; belongs to the choice before it.
    Chance(Chance),
    /// From here on, an expansion's handlers are not called any more: its index in load order.
    Mute(u16),
}

/// A running game.
///
/// Cloning forks it: both go on independently and, with the same choices, in the same way.
#[derive(Clone)]
pub struct Game {
    scene: Box<Scene>,
    host: Option<SharedHost>,
    seed: u64,
    log: Vec<Entry>,
    /// For each step that began with settled outcomes: the length of the log, and the outcomes.
    settled: Vec<(usize, Forced)>,
    suspended: Option<Box<Suspended>>,
    /// The step has to be done again, with copies for a handler that needs them.
    again: bool,
    /// How many lines nobody had taken when the step began.
    printed: usize,
    /// Where the log begins, if not at the setup.
    origin: Option<Rc<Game>>,
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Game").field("seed", &self.seed).field("log", &self.log.len()).finish_non_exhaustive()
    }
}

impl Game {
    /// A game without expansions, at its first decision.
    pub fn new(rules: Arc<Ruleset>, seed: u64) -> Game {
        let mut game = Game::unstarted(rules, seed, None);
        // Without a host no handler can fail.
        let started = game.start();
        debug_assert!(started.is_ok());
        game
    }

    /// A game with expansions, at its first decision. `opening` are chance outcomes that are
    /// settled beforehand.
    ///
    /// # Errors
    ///
    /// When a handler fails before the first decision.
    pub fn with_host(
        rules: Arc<Ruleset>,
        seed: u64,
        host: Option<SharedHost>,
        opening: Forced,
    ) -> Result<Game, HandlerError> {
        Game::started(rules, seed, host, opening, |_| {})
    }

    /// [`Game::with_host`], with a journal of what happens before the first decision too.
    ///
    /// # Errors
    ///
    /// When a handler fails before the first decision.
    pub fn journaled(
        rules: Arc<Ruleset>,
        seed: u64,
        host: Option<SharedHost>,
        opening: Forced,
    ) -> Result<Game, HandlerError> {
        Game::started(rules, seed, host, opening, Game::keep_journal)
    }

    /// A game at its first decision, which is made ready before it starts.
    fn started(
        rules: Arc<Ruleset>,
        seed: u64,
        host: Option<SharedHost>,
        opening: Forced,
        ready: impl Fn(&mut Game),
    ) -> Result<Game, HandlerError> {
        let fresh = || {
            let mut game = Game::unstarted(Arc::clone(&rules), seed, host.clone());
            game.scene.forced = opening.clone();
            ready(&mut game);
            game
        };
        let mut game = fresh();
        let printed = game.printed();
        loop {
            match game.start() {
                Ok(()) => return Ok(game),
                // Each time one handler more is known to need a copy.
                Err(_) if game.again => {
                    game.unprint(printed);
                    let known = Rc::clone(&game.scene.asking);
                    game = fresh();
                    game.scene.asking = known;
                }
                Err(error) => return Err(error),
            }
        }
    }

    fn unstarted(rules: Arc<Ruleset>, seed: u64, host: Option<SharedHost>) -> Game {
        let subscriptions = host.as_ref().map_or_else(Arc::default, |host| host.borrow().subscriptions());
        // Expansions that listen to nothing cost nothing.
        let host = host.filter(|_| !subscriptions.is_idle());
        // Each tile comes with a draw, a placement and mostly a deployment.
        let log = Vec::with_capacity(3 * rules.stack_size() as usize + 4);
        let state = State::new(&rules, seed);
        let mut scene = Box::new(Scene::new(rules, state, subscriptions));
        if let Some(host) = &host {
            scene.asking = host.borrow().asking();
        }
        Game {
            scene,
            host,
            seed,
            log,
            settled: Vec::new(),
            suspended: None,
            again: false,
            printed: 0,
            origin: None,
        }
    }

    fn start(&mut self) -> Step {
        let rules = Arc::clone(self.rules());
        for (tile, pos, rotation) in &rules.start {
            self.scene.lay(*tile, *pos, *rotation);
        }
        self.scene.write().closed.clear();
        self.scene.write().agenda.push(Task::Phase(0));
        self.scene.raise(Event::GameStarted);
        self.run()?;
        self.log_chances();
        Ok(())
    }

    /// The rules.
    #[inline]
    pub fn rules(&self) -> &Arc<Ruleset> {
        &self.scene.rules
    }

    /// The state. While a handler waits for an answer: as it stands at the question.
    #[inline]
    pub fn state(&self) -> &State {
        &self.scene.state
    }

    /// The scene, to be looked at.
    #[inline]
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The seed of the game's generator.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Everything that was decided and drawn.
    pub fn log(&self) -> &[Entry] {
        &self.log
    }

    /// Who listens to what.
    pub fn subscriptions(&self) -> &Arc<Subscriptions> {
        &self.scene.subscriptions
    }

    /// The host, if the game has one.
    pub fn host(&self) -> Option<&SharedHost> {
        self.host.as_ref()
    }

    /// From now on, [`Game::journal`] holds what happened since the last decision.
    pub fn keep_journal(&mut self) {
        self.note(u32::MAX);
    }

    /// [`Game::keep_journal`] of events of these kinds only, which costs less.
    pub fn keep_journal_of(&mut self, kinds: &[EventKind]) {
        self.note(kinds.iter().fold(0, |bits, kind| bits | 1 << *kind as u32));
    }

    fn note(&mut self, kinds: u32) {
        self.scene.journal.get_or_insert_with(Vec::new);
        if self.scene.noted | kinds != self.scene.noted {
            self.scene.noted |= kinds;
            // What a handler did before its question has to be known, so that it is not told again behind it.
            if self.suspended.is_some() {
                // A handler that fails now is no pure function. It fails again with the answer.
                let _ = self.rewind(self.log.len());
            }
        }
    }

    /// What happened since the last decision, oldest first; empty unless
    /// [`Game::keep_journal`] was called.
    pub fn journal(&self) -> &[Event] {
        self.scene.journal.as_deref().unwrap_or_default()
    }

    /// Whether the game is over, and nothing is left to be answered.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.scene.state.over && self.suspended.is_none()
    }

    /// The question that a handler waits to have answered.
    pub fn question(&self) -> Option<&Question> {
        match &self.scene.state.prompt {
            Some(Prompt::Question(question)) => Some(question),
            _ => None,
        }
    }

    /// A fingerprint of the state, equal on every machine; with the answers of a waiting handler.
    pub fn hash64(&self) -> u64 {
        let answers = self.suspended.iter().flat_map(|waiting| &waiting.answers);
        answers.fold(self.scene.state.hash64(), |hash, answer| {
            (hash ^ (u64::from(*answer) + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
        })
    }

    /// Settles coming chance outcomes, behind those that are settled already: draws for the next
    /// draws, numbers for the next numbers. An outcome that cannot be when its time comes, such as
    /// a tile that is not in the stack, is passed over.
    pub fn force(&mut self, outcomes: impl IntoIterator<Item = Chance>) {
        self.scene.forced.extend(outcomes);
    }

    /// Makes a choice.
    ///
    /// # Errors
    ///
    /// When the choice is not an option, and when a handler of an expansion fails. The game is then
    /// where it was before.
    pub fn apply(&mut self, choice: Choice) -> Result<(), ApplyError> {
        if self.is_over() {
            return Err(ApplyError::GameOver);
        }
        if !self.is_legal(&choice) {
            let reason = match self.veto(&choice)? {
                Some(reason) => reason,
                None => self.why_illegal(&choice),
            };
            return Err(ApplyError::Illegal { choice, reason });
        }
        Ok(self.apply_unchecked(choice)?)
    }

    /// Makes a choice that is known to be an option of the open decision.
    ///
    /// With anything else the game goes on in an unspecified way, without harm to memory.
    ///
    /// # Errors
    ///
    /// When a handler of an expansion fails. The game is then where it was before.
    #[inline]
    pub fn apply_unchecked(&mut self, choice: Choice) -> Result<(), HandlerError> {
        let Some(decision) = self.decision() else { return Ok(()) };
        let player = decision.player;
        let label = match choice {
            Choice::Act { .. } | Choice::Answer { .. } => Some(self.scene.describe(&choice).into_boxed_str()),
            _ => None,
        };
        let start = self.begin(Entry::Choice { player, choice, label });
        let result = match choice {
            Choice::Answer { item } => self.answer(item),
            _ => self.table(|table| table.choose(choice)).and_then(|()| self.run()),
        };
        self.finish(start, result)
    }

    /// The features built again from nothing but the board, with the pieces that stand on them.
    /// For tests that compare them with the ones that the game keeps.
    pub fn features_from_scratch(&self) -> Features {
        let state = &self.scene.state;
        let joins = state.features.joins();
        Features::rebuilt(self.rules(), &state.board, joins).with_pieces(self.rules(), &state.pieces)
    }

    /// Begins a step: forgets what the last one said, and writes the log. Returns where the log was.
    #[inline]
    fn begin(&mut self, entry: Entry) -> usize {
        let start = self.log.len();
        if !self.scene.forced.is_empty() {
            self.settled.push((start, self.scene.forced.clone()));
        }
        self.log.push(entry);
        self.printed = self.printed();
        if let Some(journal) = &mut self.scene.journal {
            journal.clear();
        }
        self.scene.chances.clear();
        start
    }

    /// Ends a step: logs what chance said, or goes back to where the step began.
    #[inline]
    fn finish(&mut self, start: usize, result: Step) -> Result<(), HandlerError> {
        match result {
            Ok(()) => {
                self.log_chances();
                Ok(())
            }
            Err(_) if self.again => {
                let entry = self.log[start].clone();
                // What it printed, it prints again.
                self.unprint(self.printed);
                self.rewind(start)?;
                self.repeat(entry)
            }
            Err(error) => {
                self.rewind(start)?;
                Err(error)
            }
        }
    }

    /// How many lines scripts have printed that nobody has taken yet.
    #[inline]
    fn printed(&self) -> usize {
        self.host.as_ref().map_or(0, |host| host.borrow().printed())
    }

    /// Forgets what scripts printed since there were so many lines.
    fn unprint(&self, lines: usize) {
        if let Some(host) = &self.host {
            let mut host = host.borrow_mut();
            let mut printed = host.take_output();
            printed.truncate(lines);
            host.put_output(printed);
        }
    }

    /// Does a step again that was just taken back.
    fn repeat(&mut self, entry: Entry) -> Result<(), HandlerError> {
        match entry {
            Entry::Choice { choice, .. } => self.apply_unchecked(choice),
            Entry::OffTurn { player, action, item } => self.use_off_turn(player, action, item),
            Entry::Mute(expansion) => self.mute(expansion),
            Entry::Chance(_) => Ok(()),
        }
    }

    #[inline]
    fn log_chances(&mut self) {
        if !self.scene.chances.is_empty() {
            self.log.extend(self.scene.chances.drain(..).map(Entry::Chance));
        }
    }

    #[inline]
    fn table<T>(&mut self, f: impl FnOnce(&mut Table<'_>) -> T) -> T {
        match &self.host {
            None => f(&mut Table { scene: &mut self.scene, host: None }),
            Some(host) => {
                let mut host = host.borrow_mut();
                f(&mut Table { scene: &mut self.scene, host: Some(&mut *host) })
            }
        }
    }
}
