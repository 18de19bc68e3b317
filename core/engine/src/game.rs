//! A game: decisions go in, states and events come out.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use crate::decision::{ActionId, Choice, Item, Prompt, Question};
use crate::event::Event;
use crate::feature::{Features, SegmentId};
use crate::host::{ApplyError, Filter, HandlerError, Host, Subscriptions, Told};
use crate::luck::{Chance, Forced};
use crate::piece::Location;
use crate::rules::{Step, Table};
use crate::ruleset::{Player, Ruleset};
use crate::scene::{Checkpoint, Scene};
use crate::state::{State, Task};
use crate::tile::PieceClass;

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

/// What called a handler, to call it again.
#[derive(Clone, Debug)]
enum Call {
    Tell { event: Event, handler: u16 },
    Perform { action: ActionId, player: Player, item: Item },
}

/// A handler that waits for an answer: the state before it, and the answers so far.
#[derive(Clone, Debug)]
struct Suspended {
    before: Box<Checkpoint>,
    call: Call,
    answers: Vec<u16>,
    /// Events and outcomes of the unfinished run that were reported already.
    told: usize,
    chances: usize,
    /// Settled outcomes that the unfinished run used up.
    consumed: Forced,
}

/// What somebody has to decide.
#[derive(Clone, Copy)]
pub struct Decision<'g> {
    /// Who.
    pub player: Player,
    /// Why.
    pub prompt: &'g Prompt,
    game: &'g Game,
}

/// An option outside of the open decision.
#[derive(Clone, Debug, PartialEq)]
pub struct OffTurn {
    /// Who may use it.
    pub player: Player,
    /// The action.
    pub action: ActionId,
    /// On what it may be used.
    pub items: Vec<Item>,
}

/// A running game.
///
/// Cloning forks it: both go on independently and, with the same choices, in the same way.
#[derive(Clone)]
pub struct Game {
    scene: Box<Scene>,
    host: Option<SharedHost>,
    seed: u64,
    /// Outcomes that were settled before the game began.
    opening: Forced,
    log: Vec<Entry>,
    suspended: Option<Box<Suspended>>,
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Game").field("seed", &self.seed).field("log", &self.log.len()).finish_non_exhaustive()
    }
}

impl Game {
    /// A game without expansions, at its first decision.
    pub fn new(rules: Arc<Ruleset>, seed: u64) -> Game {
        let mut game = Game::unstarted(rules, seed, None, Forced::new());
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
        let mut game = Game::unstarted(rules, seed, host, opening);
        game.start()?;
        Ok(game)
    }

    fn unstarted(rules: Arc<Ruleset>, seed: u64, host: Option<SharedHost>, opening: Forced) -> Game {
        let subscriptions = host.as_ref().map_or_else(Arc::default, |host| host.borrow().subscriptions());
        let state = State::new(&rules, seed);
        let scene = Box::new(Scene::new(rules, state, subscriptions));
        Game { scene, host, seed, opening, log: Vec::new(), suspended: None }
    }

    fn start(&mut self) -> Step {
        self.scene.forced = self.opening.clone();
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
        self.scene.journal.get_or_insert_with(Vec::new);
    }

    /// What happened since the last decision, oldest first; empty unless
    /// [`Game::keep_journal`] was called.
    pub fn journal(&self) -> &[Event] {
        self.scene.journal.as_deref().unwrap_or_default()
    }

    /// Whether the game is over.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.scene.state.over
    }

    /// The question that a handler waits to have answered.
    pub fn question(&self) -> Option<&Question> {
        match &self.scene.state.prompt {
            Some(Prompt::Question(question)) => Some(question),
            _ => None,
        }
    }

    /// What has to be decided now; nothing once the game is over.
    #[inline]
    pub fn decision(&self) -> Option<Decision<'_>> {
        let prompt = self.scene.state.prompt.as_ref()?;
        let player = match prompt {
            Prompt::Question(question) => question.player,
            _ => self.scene.state.active,
        };
        Some(Decision { player, prompt, game: self })
    }

    /// A fingerprint of the state, equal on every machine; with the answers of a waiting handler.
    pub fn hash64(&self) -> u64 {
        let answers = self.suspended.iter().flat_map(|waiting| &waiting.answers);
        answers.fold(self.scene.state.hash64(), |hash, answer| {
            (hash ^ (u64::from(*answer) + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
        })
    }

    /// Settles coming chance outcomes, behind those that are settled already. An outcome that
    /// cannot be, such as a tile that is not in the stack, is passed over.
    pub fn force(&mut self, outcomes: impl IntoIterator<Item = Chance>) {
        self.scene.forced.extend(outcomes);
    }

    /// Whether a choice is an option of the open decision.
    pub fn is_legal(&self, choice: &Choice) -> bool {
        let state = &self.scene.state;
        let Some(prompt) = &state.prompt else { return false };
        match (prompt, choice) {
            (Prompt::Place(tile), Choice::Place { pos, rotation }) if !self.places_are_listed() => {
                let tile = self.rules().tile(*tile);
                rotation.index() < tile.rotations && state.board.can_place(tile, *pos, *rotation)
            }
            (Prompt::Question(question), Choice::Answer { item }) => {
                (*item as usize) < question.options.len()
            }
            _ => state.options.contains(choice),
        }
    }

    fn places_are_listed(&self) -> bool {
        self.scene.subscriptions.answers(crate::host::QueryKind::AllowPlacement)
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
            return Err(ApplyError::Illegal { choice, reason: self.why_illegal(&choice) });
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

    /// What the players may do outside of the open decision, such as proposing something in
    /// another's turn. Empty while a question is open.
    ///
    /// # Errors
    ///
    /// When a handler fails.
    pub fn off_turn(&mut self) -> Result<Vec<OffTurn>, HandlerError> {
        let mut found = Vec::new();
        let Some(host) = self.host.clone() else { return Ok(found) };
        if self.is_over() || self.suspended.is_some() {
            return Ok(found);
        }
        let subscriptions = Arc::clone(&self.scene.subscriptions);
        for (index, action) in subscriptions.actions.iter().enumerate() {
            if !action.off_turn || self.scene.state.is_muted(action.expansion) {
                continue;
            }
            for player in self.rules().players() {
                let action = ActionId(index as u16);
                let items = host.borrow_mut().options(&mut self.scene, action, player)?;
                if !items.is_empty() {
                    found.push(OffTurn { player, action, items });
                }
            }
        }
        Ok(found)
    }

    /// Uses an action outside of the open decision, which is offered again afterwards.
    ///
    /// # Errors
    ///
    /// When the action is not on offer, and when a handler fails.
    pub fn apply_off_turn(
        &mut self,
        player: Player,
        action: ActionId,
        item: &Item,
    ) -> Result<(), ApplyError> {
        if self.is_over() {
            return Err(ApplyError::GameOver);
        }
        let offered = self.off_turn()?;
        let legal =
            |offer: &OffTurn| offer.player == player && offer.action == action && offer.items.contains(item);
        if !offered.iter().any(legal) {
            let choice = Choice::Act { action, item: 0 };
            let reason = format!("{} cannot do this now", self.rules().name(player));
            return Err(ApplyError::Illegal { choice, reason });
        }
        let start = self.begin(Entry::OffTurn { player, action, item: item.clone() });
        let again = match self.scene.state.prompt.take() {
            Some(Prompt::Place(_)) => Task::Phase(self.scene.state.phase),
            _ => Task::Offer,
        };
        let state = self.scene.write();
        state.agenda.push(again);
        state.agenda.push(Task::Perform { action, player, item: item.clone() });
        let result = self.run();
        Ok(self.finish(start, result)?)
    }

    /// From here on, an expansion's handlers are not called any more: the way on when one fails.
    ///
    /// # Errors
    ///
    /// When a handler of another expansion fails.
    pub fn mute(&mut self, expansion: u16) -> Result<(), HandlerError> {
        let start = self.begin(Entry::Mute(expansion));
        self.scene.write().extra_mut().muted.push(expansion);
        self.finish(start, Ok(()))
    }

    /// Takes back the last decision, with everything that followed from it. Returns whether there
    /// was one.
    ///
    /// # Errors
    ///
    /// When a handler fails that did not fail before, which means that it is no pure function.
    pub fn undo(&mut self) -> Result<bool, HandlerError> {
        let decided = |entry: &Entry| !matches!(entry, Entry::Chance(_));
        let Some(last) = self.log.iter().rposition(decided) else { return Ok(false) };
        self.rewind(last)?;
        Ok(true)
    }

    /// Goes back to where the log had this many entries.
    ///
    /// # Errors
    ///
    /// When a handler fails that did not fail before.
    pub fn rewind(&mut self, entries: usize) -> Result<(), HandlerError> {
        let kept: Vec<Entry> = self.log[..entries.min(self.log.len())].to_vec();
        let journal = self.scene.journal.is_some();
        let fresh = Game::replay(Arc::clone(self.rules()), self.seed, self.host.clone(), &kept)
            .map_err(ReplayError::into_handler_error)?;
        *self = fresh;
        if journal {
            self.keep_journal();
        }
        Ok(())
    }

    /// Plays a log again. Chance outcomes come from the log; where it has none, from the generator.
    ///
    /// # Errors
    ///
    /// At the first entry that does not fit, and when a handler fails.
    pub fn replay(
        rules: Arc<Ruleset>,
        seed: u64,
        host: Option<SharedHost>,
        log: &[Entry],
    ) -> Result<Game, ReplayError> {
        let mut at = 0;
        let opening = following_chances(log, &mut at);
        let mut game = Game::with_host(rules, seed, host, opening)
            .map_err(|error| ReplayError { entry: 0, error: error.into() })?;
        while at < log.len() {
            let entry = at;
            at += 1;
            let chances = following_chances(log, &mut at);
            game.force(chances);
            game.replay_entry(&log[entry]).map_err(|error| ReplayError { entry, error })?;
        }
        Ok(game)
    }

    /// Makes the choice of one entry of a log.
    ///
    /// # Errors
    ///
    /// When it is no option here, and when a handler fails.
    pub fn replay_entry(&mut self, entry: &Entry) -> Result<(), ApplyError> {
        match entry {
            Entry::Choice { choice, label, .. } => {
                let choice = label.as_deref().map_or(*choice, |label| self.by_label(*choice, label));
                self.apply(choice)
            }
            Entry::OffTurn { player, action, item } => self.apply_off_turn(*player, *action, item),
            Entry::Mute(expansion) => Ok(self.mute(*expansion)?),
            Entry::Chance(outcome) => {
                self.force([outcome.clone()]);
                Ok(())
            }
        }
    }

    /// The option of this name, where the index alone could mean another one under changed rules.
    fn by_label(&self, choice: Choice, label: &str) -> Choice {
        if self.scene.describe(&choice) == label {
            return choice;
        }
        let Some(decision) = self.decision() else { return choice };
        decision.list().into_iter().find(|option| self.scene.describe(option) == label).unwrap_or(choice)
    }

    /// The features built again from nothing but the board, with the pieces that stand on them.
    /// For tests that compare them with the ones that the game keeps.
    pub fn features_from_scratch(&self) -> Features {
        let state = &self.scene.state;
        let mut features = Features::rebuilt(self.rules(), &state.board, state.features.joins());
        for piece in &state.pieces {
            if let Location::Segment(at) = piece.at {
                features.occupy(at, 1, State::claims(self.rules(), piece.kind));
            }
        }
        features
    }

    /// Why a choice is not an option, naming what is in the way.
    fn why_illegal(&self, choice: &Choice) -> String {
        let state = &self.scene.state;
        match (&state.prompt, choice) {
            (Some(Prompt::Place(tile)), Choice::Place { pos, rotation }) => {
                if !state.options.is_empty()
                    && state.board.can_place(self.rules().tile(*tile), *pos, *rotation)
                {
                    return format!("an expansion forbids to place a tile at {pos}");
                }
                self.scene.placement_fault(*tile, *pos, *rotation)
            }
            (Some(Prompt::Deploy), Choice::Deploy { kind, segment }) => {
                self.deployment_fault(*kind, *segment)
            }
            (Some(prompt), _) => {
                format!("this is not an option when the decision is to {}", prompt_name(prompt))
            }
            (None, _) => "there is nothing to decide".to_owned(),
        }
    }

    fn deployment_fault(&self, kind: crate::tile::PieceKindId, segment: SegmentId) -> String {
        let state = &self.scene.state;
        let vocabulary = self.rules().vocabulary();
        let Some(piece) = vocabulary.piece_kinds.get(kind.index()) else {
            return "there is no such kind of piece".to_owned();
        };
        if segment.0 >= state.features.segment_count() {
            return "there is no such feature".to_owned();
        }
        let feature = &vocabulary.feature_kinds[state.features.kind(segment).index()].name;
        if state.in_supply(state.active, kind).is_none() {
            return format!("{} has no {} left", self.rules().name(state.active), piece.name);
        }
        if state.placed != Some(state.features.tile(segment)) {
            return format!("a {} can only be deployed on the tile just placed", piece.name);
        }
        if piece.class != PieceClass::Follower || !piece.stands_on.contains(&state.features.kind(segment)) {
            return format!("a {} cannot be deployed on a {feature}", piece.name);
        }
        if state.features.claims(segment) > 0 {
            return format!("the {feature} is claimed already");
        }
        format!("a rule forbids to deploy a {} on this {feature}", piece.name)
    }

    /// Begins a step: forgets what the last one said, and writes the log. Returns where the log was.
    #[inline]
    fn begin(&mut self, entry: Entry) -> usize {
        let start = self.log.len();
        self.log.push(entry);
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
            Err(error) => {
                self.rewind(start)?;
                Err(error)
            }
        }
    }

    #[inline]
    fn log_chances(&mut self) {
        self.log.extend(self.scene.chances.drain(..).map(Entry::Chance));
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

    /// Dispatches events and does tasks until somebody has to decide or the game is over.
    #[inline]
    fn run(&mut self) -> Step {
        loop {
            if !self.scene.state.queue.is_empty() {
                self.dispatch()?;
            } else if let Some(task) = self.scene.state.agenda.last() {
                if let Task::Perform { action, player, item } = task {
                    let call = Call::Perform { action: *action, player: *player, item: item.clone() };
                    self.call(call, &[])?;
                } else if let Some(task) = self.scene.write().agenda.pop() {
                    self.table(|table| table.run(task))?;
                }
            } else {
                return Ok(());
            }
            if self.scene.state.prompt.is_some() && self.scene.state.queue.is_empty()
                || self.suspended.is_some()
            {
                return Ok(());
            }
        }
    }

    /// Calls the next listener of the first event in the queue.
    fn dispatch(&mut self) -> Step {
        let subscriptions = Arc::clone(&self.scene.subscriptions);
        loop {
            let Some(dispatch) = self.scene.state.queue.front() else { return Ok(()) };
            let handlers = &subscriptions.tell[dispatch.event.kind() as usize];
            let next = dispatch.next as usize;
            let Some(handler) = handlers.get(next) else {
                self.scene.write().queue.pop_front();
                return Ok(());
            };
            let named = match (&handler.custom, &dispatch.event) {
                (Some(wanted), Event::Custom { name, .. }) => wanted == name,
                _ => true,
            };
            if named
                && !self.scene.state.is_muted(handler.expansion)
                && self.passes(&handler.filter, &dispatch.event)
            {
                let call = Call::Tell { event: dispatch.event.clone(), handler: next as u16 };
                return self.call(call, &[]);
            }
            self.scene.write().queue[0].next += 1;
        }
    }

    /// Whether a handler wants to be called for an event.
    #[inline]
    fn passes(&self, filter: &Filter, event: &Event) -> bool {
        let Some(feature) = event.feature() else { return true };
        let state = &self.scene.state;
        if filter.features != 0 && filter.features >> state.features.kind(feature).0 & 1 == 0 {
            return false;
        }
        let Some(attribute) = filter.follower_on else { return true };
        state.features.claims(feature) > 0
            && state.pieces_on(feature).any(|piece| {
                State::claims(self.rules(), state.piece(piece).kind)
                    && state.tile_of(piece).is_some_and(|tile| {
                        let def = state.board.tile(tile).def;
                        self.rules().tile(def).def.attributes.get(attribute).is_some()
                    })
            })
    }

    /// Calls a handler. Leaves the game suspended when it asks.
    fn call(&mut self, call: Call, answers: &[u16]) -> Step {
        let Some(host) = self.host.clone() else { return Ok(()) };
        self.scene.guard();
        let result = {
            let mut host = host.borrow_mut();
            match &call {
                Call::Tell { event, handler } => {
                    host.tell(&mut self.scene, event, *handler as usize, answers)
                }
                Call::Perform { action, player, item } => {
                    host.perform(&mut self.scene, *action, *player, item, answers)
                }
            }
        };
        match result {
            Ok(Told::Done) => {
                self.scene.keep();
                let state = self.scene.write();
                match call {
                    Call::Tell { .. } => state.queue[0].next += 1,
                    Call::Perform { .. } => remove_performed(state),
                }
                Ok(())
            }
            Ok(Told::Asked(question)) => {
                self.suspend(call, answers.to_vec(), question);
                Ok(())
            }
            Err(error) => {
                self.scene.roll_back();
                Err(error)
            }
        }
    }

    fn suspend(&mut self, call: Call, answers: Vec<u16>, question: Question) {
        let before = match self.scene.keep() {
            Some(before) => before,
            None => Box::new(self.scene.checkpoint()),
        };
        let used = before.forced.len().saturating_sub(self.scene.forced.len());
        let consumed = before.forced.iter().take(used).cloned().collect();
        let told = self.scene.journal.as_ref().map_or(0, |journal| journal.len() - before.journal);
        let chances = self.scene.chances.len() - before.chances;
        self.suspended = Some(Box::new(Suspended { call, answers, told, chances, consumed, before }));
        let state = self.scene.write();
        state.options = (0..question.options.len() as u16).map(|item| Choice::Answer { item }).collect();
        state.prompt = Some(Prompt::Question(question));
    }

    /// Calls the waiting handler again, on the state before it, with one answer more.
    fn answer(&mut self, item: u16) -> Step {
        let Some(waiting) = self.suspended.take() else { return Ok(()) };
        let Suspended { before, call, mut answers, told, chances, mut consumed } = *waiting;
        answers.push(item);
        consumed.extend(self.scene.forced.drain(..));
        self.scene.state = before.state;
        self.scene.forced = consumed;
        self.call(call, &answers)?;
        // What the unfinished run had reported is not reported again.
        if let Some(journal) = &mut self.scene.journal {
            journal.drain(..told.min(journal.len()));
        }
        self.scene.chances.drain(..chances.min(self.scene.chances.len()));
        if let Some(waiting) = &mut self.suspended {
            waiting.before.journal = 0;
            waiting.before.chances = 0;
            return Ok(());
        }
        self.run()
    }
}

/// A log that does not fit its rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("entry {entry} of the log: {error}")]
pub struct ReplayError {
    /// Which entry, from 0.
    pub entry: usize,
    /// What is wrong with it.
    pub error: ApplyError,
}

impl ReplayError {
    fn into_handler_error(self) -> HandlerError {
        match self.error {
            ApplyError::Handler(error) => error,
            other => HandlerError {
                expansion: String::new(),
                hook: String::new(),
                message: format!("the game could not be played again up to here: {other}"),
                file: None,
                line: None,
            },
        }
    }
}

impl<'g> Decision<'g> {
    /// The number of options, at least 1.
    #[inline]
    pub fn len(&self) -> usize {
        match self.tile_to_place() {
            Some(tile) => self.game.scene.state.board.place_count(tile),
            None => self.game.scene.state.options.len(),
        }
    }

    /// Never true: a decision without options is not offered.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The option at an index below [`Decision::len`], in an order that is the same for equal games
    /// and otherwise not specified. For picking one at random; [`Decision::list`] is for people.
    #[inline]
    pub fn get(&self, index: usize) -> Option<Choice> {
        match self.tile_to_place() {
            Some(tile) => self.game.scene.state.board.place_at(tile, index),
            None => self.game.scene.state.options.get(index).copied(),
        }
    }

    /// All options: placements by row, column and turn; deployments by kind of piece, then in the
    /// order of the tile's segments; then actions; passing last.
    pub fn list(&self) -> Vec<Choice> {
        match self.tile_to_place() {
            Some(tile) => self.game.scene.state.board.places(tile),
            None => self.game.scene.state.options.to_vec(),
        }
    }

    /// What actions can be used on, as [`Choice::Act`] counts it.
    pub fn items(&self) -> &'g [Item] {
        &self.game.scene.state.items
    }

    /// The tile whose placements are the options, where no expansion has a say in them.
    #[inline]
    fn tile_to_place(&self) -> Option<&'g crate::ruleset::Tile> {
        match self.prompt {
            Prompt::Place(tile) if !self.game.places_are_listed() => Some(self.game.rules().tile(*tile)),
            _ => None,
        }
    }
}

/// The action that was just used is off the agenda; what it left there stays.
fn remove_performed(state: &mut State) {
    if let Some(at) = state.agenda.iter().rposition(|task| matches!(task, Task::Perform { .. })) {
        state.agenda.remove(at);
    }
}

fn prompt_name(prompt: &Prompt) -> &'static str {
    match prompt {
        Prompt::Place(_) => "place a tile",
        Prompt::Deploy => "deploy a piece",
        Prompt::Phase(_) => "use an action",
        Prompt::Question(_) => "answer a question",
    }
}

/// The chance outcomes from `at` on, which is left behind them.
fn following_chances(log: &[Entry], at: &mut usize) -> Forced {
    let mut outcomes = Forced::new();
    while let Some(Entry::Chance(outcome)) = log.get(*at) {
        outcomes.push_back(outcome.clone());
        *at += 1;
    }
    outcomes
}
