//! A selection of expansions, and the games that are played with it.

use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use bastide::content::files::Files;
use bastide::content::library::Library;
use bastide::engine::decision::Choice;
use bastide::engine::game::{Game, SharedHost};
use bastide::engine::luck::Forced;
use bastide::engine::ruleset::Ruleset;
use bastide::engine::value::Value;
use bastide::script::{Limits, Source, load};
use bastide::session::{Request, Session};
use bastide::shelf::Shelf;

use crate::common::Dice;

/// More decisions than a game can have.
pub const MANY: usize = 3000;

/// Which selections a check is run on.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub enum Depth {
    /// Each expansion alone, and all together.
    Singles,
    /// Each two of them too.
    Pairs,
    /// Each with each expansion that its own tests bring, too.
    Helpers,
}

/// A selection of expansions.
pub struct Case {
    pub request: Request,
    pub session: Session,
    pub shelf: Shelf,
    /// How many games are worth the time.
    pub games: u64,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.request.expansions.join(" + "))
    }
}

/// All selections: what is bundled, and each of that with the expansions that its own tests bring.
pub fn all(depth: Depth) -> Vec<Case> {
    let shelf = Shelf::bundled();
    let library = shelf.library();
    let ids: Vec<String> = library.expansions.iter().map(|found| found.id.clone()).collect();
    let games = |usual: u64| wanted_games().unwrap_or(usual);
    let mut cases: Vec<Case> =
        ids.iter().map(|id| Case::new(&shelf, std::slice::from_ref(id), games(3))).collect();
    if ids.len() > 2 {
        cases.push(Case::new(&shelf, &ids, games(3)));
    }
    if depth >= Depth::Pairs {
        for (at, id) in ids.iter().enumerate() {
            for other in &ids[at + 1..] {
                cases.push(Case::new(&shelf, &[id.clone(), other.clone()], games(1)));
            }
        }
    }
    if depth == Depth::Helpers {
        for found in &library.expansions {
            let helpers = format!("{}/tests/expansions", found.folder);
            let mut shelf = shelf.clone();
            shelf.open_folder(&helpers);
            let library = shelf.library();
            for helper in shelf.list(&helpers).iter().filter_map(|name| name.strip_suffix('/')) {
                let mut ids = vec![found.id.clone()];
                add_needed(&library, helper, &mut ids);
                cases.push(Case::new(&shelf, &ids, 1));
            }
        }
    }
    cases
}

/// An expansion with all that it depends on.
fn add_needed(library: &Library, id: &str, ids: &mut Vec<String>) {
    if !ids.iter().any(|known| known == id) {
        ids.push(id.to_owned());
        let manifest = library.expansion(id).unwrap_or_else(|| panic!("{id} can be read"));
        manifest.depends.iter().for_each(|other| add_needed(library, &other.id.name, ids));
    }
}

/// How many games are played with each selection, where somebody wants more than the usual few.
fn wanted_games() -> Option<u64> {
    let text = std::env::var("BASTIDE_GAMES").ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("BASTIDE_GAMES is `{text}`, which is no number")))
}

impl Case {
    pub fn new(shelf: &Shelf, ids: &[String], games: u64) -> Case {
        // The second edition, so that there are gardens.
        let mut request = Request { expansions: ids.to_vec(), ..Request::new(["Alice", "Bob", "Carol"]) };
        request.options.insert("base.edition".to_owned(), Value::Text("second".to_owned()));
        let session = Session::open(shelf, &request).unwrap_or_else(|error| panic!("{ids:?}: {error}"));
        Case { request, session, shelf: shelf.clone(), games }
    }

    /// A few games, for a check that takes long, unless somebody wants more.
    pub fn at_most(&self, few: u64) -> u64 {
        if wanted_games().is_some() { self.games } else { self.games.min(few) }
    }

    pub fn rules(&self) -> &Arc<Ruleset> {
        self.session.rules()
    }

    /// A new host of its own, if there are scripts.
    pub fn host(&self) -> Option<SharedHost> {
        self.host_of(self.session.scripts().to_vec())
    }

    /// A host of these scripts, in this order.
    pub fn host_of(&self, scripts: Vec<Source>) -> Option<SharedHost> {
        if !scripts.iter().any(|source| source.files.contains_key("main.lua")) {
            return None;
        }
        Some(load(self.rules(), scripts, Limits::default()).unwrap_or_else(|error| panic!("{self}: {error}")))
    }

    pub fn game(&self, seed: u64) -> Result<Game, String> {
        self.game_on(seed, self.host())
    }

    pub fn game_on(&self, seed: u64, host: Option<SharedHost>) -> Result<Game, String> {
        let rules = Arc::clone(self.rules());
        let mut game = Game::with_host(rules, seed, host.as_ref().map(Rc::clone), Forced::new())
            .map_err(|error| error.to_string())?;
        game.keep_journal();
        Ok(game)
    }

    /// The same with sixteen random tiles, for checks that take the square of a game's length.
    pub fn short(&self, seed: u64) -> Case {
        let mut dice = Dice::new(seed);
        let rules = self.rules();
        let stack: Vec<(&str, usize)> = (rules.tiles.iter().zip(&rules.stack))
            .map(|(tile, count)| (tile.def.id.as_str(), usize::from(*count)))
            .collect();
        let total = stack.iter().map(|(_, count)| count).sum();
        let tiles: Vec<String> = (0..16)
            .map(|_| {
                let mut at = dice.below(total);
                let found = stack.iter().find(|(_, count)| {
                    let here = at < *count;
                    at = at.saturating_sub(*count);
                    here
                });
                found.expect("the number is below the total").0.to_owned()
            })
            .collect();
        let session = self.session.with_stack(&tiles).expect("the tiles are those of the game");
        Case { request: self.request.clone(), session, shelf: self.shelf.clone(), games: self.games }
    }
}

/// Makes a random choice; says what failed.
pub fn step(game: &mut Game, dice: &mut Dice) -> Result<bool, String> {
    let Some(decision) = game.decision() else { return Ok(false) };
    let list = decision.list();
    apply(game, list[dice.below(list.len())])?;
    Ok(true)
}

pub fn apply(game: &mut Game, choice: Choice) -> Result<(), String> {
    let name = game.scene().describe(&choice);
    game.apply(choice).map_err(|error| format!("{name}: {error}"))
}

/// Plays a random game, and looks at it at every decision and at the end.
pub fn play(
    game: &mut Game,
    dice: &mut Dice,
    mut look: impl FnMut(&Game) -> Result<(), String>,
) -> Result<(), String> {
    for _ in 0..MANY {
        look(game)?;
        if !step(game, dice)? {
            return Ok(());
        }
    }
    Err(format!("the game is not over after {MANY} decisions"))
}

pub fn ensure(truth: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if truth { Ok(()) } else { Err(what()) }
}
