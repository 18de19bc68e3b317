//! Many games at once, on all cores.
//!
//! Each game's seed follows from the seed of all and the game's number, each thread counts whole
//! numbers, and means are worked out at the end: so the same seed gives the same numbers at any
//! number of threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use bastide_engine::event::EventKind;
use bastide_engine::game::Game;
use bastide_engine::host::HandlerError;
use bastide_engine::luck::Forced;
use bastide_engine::ruleset::Ruleset;

use crate::bot::{Bot, BotKind, mix};
use crate::report::Report;
use crate::tally::Tally;

/// Makes games on one thread. Whatever runs scripts cannot be shared between threads.
pub trait GameFactory {
    /// A game of a seed, at its first decision.
    ///
    /// # Errors
    ///
    /// When a handler fails before the first decision.
    fn game(&mut self, seed: u64) -> Result<Game, HandlerError>;
}

/// Games without expansions.
impl GameFactory for std::sync::Arc<Ruleset> {
    fn game(&mut self, seed: u64) -> Result<Game, HandlerError> {
        Game::with_host(std::sync::Arc::clone(self), seed, None, Forced::new())
    }
}

/// What to simulate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// How many games.
    pub games: u64,
    /// The seed from which all of them follow.
    pub seed: u64,
    /// The number of threads; all cores where it is 0.
    pub jobs: usize,
    /// Who plays, in seating order.
    pub seats: Vec<BotKind>,
}

/// A simulation that could not be finished.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SimulationError {
    /// The seats are not those of the game.
    #[error("the game has {players} players, but {seats} seats are given")]
    Seats {
        /// The players of the game.
        players: usize,
        /// The seats that were asked for.
        seats: usize,
    },
    /// A thread could not begin.
    #[error("{0}")]
    NotReady(String),
    /// A handler failed.
    #[error("game {game} (seed {seed}): {error}")]
    Handler {
        /// Which game, from 0.
        game: u64,
        /// Its seed, with which it can be played alone.
        seed: u64,
        /// The decisions that were made before; `None` where not even the first was offered.
        decisions: Option<u64>,
        /// What failed.
        error: Box<HandlerError>,
    },
    /// A game that goes on and on.
    #[error("game {game} (seed {seed}) is not over after {decisions} decisions")]
    Endless {
        /// Which game, from 0.
        game: u64,
        /// Its seed.
        seed: u64,
        /// The decisions that were made.
        decisions: u64,
    },
}

/// Games that a thread takes at a time.
const BATCH: u64 = 8;
/// Decisions after which a game counts as endless, for each tile of its stack.
const DECISIONS_PER_TILE: u64 = 1000;

/// The seed of one game of a simulation.
pub const fn game_seed(seed: u64, game: u64) -> u64 {
    mix(seed, game)
}

/// The seed of the bot on a seat.
pub const fn bot_seed(game_seed: u64, seat: usize) -> u64 {
    mix(game_seed ^ 0x5ea7, seat as u64)
}

/// Plays games and reports what came out.
///
/// `factory` is called once on each thread. `progress` is told now and then how many games are
/// over, from any thread.
///
/// # Errors
///
/// When a factory cannot be made, and when a game fails: the first of those that failed.
pub fn simulate<F: GameFactory>(
    request: &Request,
    factory: impl Fn() -> Result<F, String> + Sync,
    progress: impl Fn(u64) + Sync,
) -> Result<Report, SimulationError> {
    let not_ready = |error: rayon::ThreadPoolBuildError| SimulationError::NotReady(error.to_string());
    // More threads than games, or many times the cores, would only cost.
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let most = usize::try_from(request.games).unwrap_or(usize::MAX).clamp(1, 4 * cores);
    let pool =
        rayon::ThreadPoolBuilder::new().num_threads(request.jobs.min(most)).build().map_err(not_ready)?;
    let shared =
        Shared { request, next: AtomicU64::new(0), over: AtomicU64::new(0), failed: AtomicBool::new(false) };
    let begin = Instant::now();
    let names = Mutex::new(Vec::new());
    let outcomes = pool.broadcast(|_| {
        let mut factory = factory().map_err(|error| Box::new((0, SimulationError::NotReady(error))))?;
        shared.work(&mut factory, &progress, &names)
    });
    let seconds = begin.elapsed().as_secs_f64();
    let mut tally = Tally::default();
    let mut first: Option<Box<Failure>> = None;
    for outcome in outcomes {
        match outcome {
            Ok(part) => tally.add(&part),
            Err(failure) if first.as_ref().is_none_or(|other| failure.0 < other.0) => first = Some(failure),
            Err(_) => {}
        }
    }
    if let Some(failure) = first {
        return Err(failure.1);
    }
    let names = names.into_inner().unwrap_or_default();
    let kinds: Vec<String> = request.seats.iter().map(BotKind::to_string).collect();
    Ok(Report::new(&tally, &names, &kinds, request.seed).timed(seconds, pool.current_num_threads()))
}

/// The number of a game that failed, and why.
type Failure = (u64, SimulationError);

/// What the threads share.
struct Shared<'a> {
    request: &'a Request,
    next: AtomicU64,
    over: AtomicU64,
    failed: AtomicBool,
}

impl Shared<'_> {
    /// Takes games until none is left or one has failed. Games are handed out in order, so that the
    /// first that fails is always the same.
    fn work(
        &self,
        factory: &mut impl GameFactory,
        progress: &(impl Fn(u64) + Sync),
        names: &Mutex<Vec<String>>,
    ) -> Result<Tally, Box<Failure>> {
        let mut tally = Tally::default();
        while !self.failed.load(Ordering::Relaxed) {
            let begin = self.next.fetch_add(BATCH, Ordering::Relaxed);
            if begin >= self.request.games {
                break;
            }
            let end = (begin + BATCH).min(self.request.games);
            for number in begin..end {
                let game = self.play(factory, number, &mut tally).map_err(|error| {
                    self.failed.store(true, Ordering::Relaxed);
                    Box::new((number, error))
                })?;
                if let Ok(mut names) = names.lock()
                    && names.is_empty()
                {
                    names.clone_from(&game.rules().setup.players);
                }
            }
            progress(self.over.fetch_add(end - begin, Ordering::Relaxed) + end - begin);
        }
        Ok(tally)
    }

    fn play(
        &self,
        factory: &mut impl GameFactory,
        number: u64,
        tally: &mut Tally,
    ) -> Result<Game, SimulationError> {
        let seed = game_seed(self.request.seed, number);
        let failed = |decisions| {
            move |error| SimulationError::Handler { game: number, seed, decisions, error: Box::new(error) }
        };
        let mut game = factory.game(seed).map_err(failed(None))?;
        let players = game.rules().player_count();
        if players != self.request.seats.len() {
            return Err(SimulationError::Seats { players, seats: self.request.seats.len() });
        }
        let kinds = self.request.seats.iter().enumerate();
        let bots: Vec<Box<dyn Bot>> = kinds.map(|(seat, kind)| kind.make(bot_seed(seed, seat))).collect();
        game.keep_journal_of(&[EventKind::PointsAwarded]);
        tally.awards(game.rules(), game.journal());
        let limit = (u64::from(game.rules().stack_size()) + 10) * DECISIONS_PER_TILE;
        let mut decisions = 0;
        while let Some(decision) = game.decision() {
            let Some(choice) = bots[decision.player.index()].choose(&game) else { break };
            game.apply_unchecked(choice).map_err(failed(Some(decisions)))?;
            tally.awards(game.rules(), game.journal());
            decisions += 1;
            if decisions > limit {
                return Err(SimulationError::Endless { game: number, seed, decisions });
            }
        }
        tally.finished(&game, decisions);
        Ok(game)
    }
}
