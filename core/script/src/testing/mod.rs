//! Tests of expansions, written in Lua: `test("WT19: …", function(t) … end)`.
//!
//! A test gets a table (`t`) at which it seats players, forces draws, plays and says what it
//! expects. Each test runs in a fresh machine, on a game of its own.

mod expect;
mod play;
pub(crate) mod spec;
mod table;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use bastide_engine::game::Game;
use bastide_engine::luck::Forced;
use bastide_engine::ruleset::Ruleset;
use mlua::chunk::ChunkMode;
use mlua::{Function, Lua};

use crate::error::Failure;
use crate::handle::shared;
use crate::shared::Shared;
use crate::source::{Limits, Source};
use crate::vm;

pub use self::table::{MEMBERS, TestMember};

/// What a test asks for before its first move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    /// The players' names; two where empty.
    pub players: Vec<String>,
    /// Expansions besides the one whose test it is.
    pub expansions: Vec<String>,
    /// Tile sets without their rules.
    pub tile_sets: Vec<String>,
    /// Options by full name; texts are read by the option's type.
    pub options: BTreeMap<String, bastide_engine::value::Value>,
    /// The seed of the game's generator.
    pub seed: u64,
    /// The tiles that are drawn, and no others, in this order.
    pub stack: Option<Vec<String>>,
}

/// Makes games for tests: the facade knows the files.
pub trait Maker {
    /// A game as a test wishes it, with these draws settled by tile id.
    ///
    /// # Errors
    ///
    /// What is wrong with the wish, or with the expansion.
    fn game(&self, wish: &Wish, rules: &Arc<Ruleset>, opening: Forced) -> Result<Game, String>;

    /// The rules of a wish.
    ///
    /// # Errors
    ///
    /// What is wrong with the wish.
    fn rules(&self, wish: &Wish) -> Result<Arc<Ruleset>, String>;

    /// A small picture of the board, for failures.
    fn picture(&self, game: &Game) -> String;

    /// Compares a game with the snapshot that is kept of it, or keeps a new one.
    ///
    /// # Errors
    ///
    /// Where it differs, that nothing is kept yet, or why it cannot be kept.
    fn snapshot(&self, moment: &Moment<'_>) -> Result<(), String>;
}

/// A moment of a test of which a snapshot is kept.
pub struct Moment<'a> {
    /// The file of the test.
    pub file: &'a str,
    /// The name of the snapshot, of letters, digits, `-` and `_`.
    pub name: &'a str,
    /// The game as it is.
    pub game: &'a Game,
    /// What happened since the test began.
    pub story: &'a [bastide_engine::event::Event],
}

/// How a test ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The name of the test.
    pub name: String,
    /// What failed, if anything did.
    pub failure: Option<TestFailure>,
}

/// Why a test failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestFailure {
    /// What was expected and what was found.
    pub message: String,
    /// The file of the test.
    pub file: String,
    /// The line in it, from 1.
    pub line: Option<u32>,
    /// The board at that moment.
    pub picture: String,
    /// What scripts printed.
    pub output: Vec<String>,
}

/// Everything that a running test works on.
pub(crate) struct Bench<'a> {
    pub maker: &'a dyn Maker,
    /// The file of the test.
    pub file: &'a str,
    pub wish: Wish,
    pub draws: Vec<String>,
    /// Outcomes of `game:random` that are settled before the game begins.
    pub chances: Vec<bastide_engine::luck::Chance>,
    pub game: Option<Game>,
    /// What happened since the test began.
    pub story: Vec<bastide_engine::event::Event>,
    /// The message of the last refused choice.
    pub refused: Option<String>,
}

/// Runs the tests of one file.
///
/// `name` is the file as messages name it. Only tests whose name contains `filter` are run.
///
/// # Errors
///
/// When the file itself cannot be loaded, or the expansion cannot.
pub fn run_file(name: &str, text: &str, filter: &str, maker: &dyn Maker) -> Result<Vec<Outcome>, String> {
    let names = test_names(name, text, maker)?;
    let wanted = names.iter().enumerate().filter(|(_, test)| test.contains(filter));
    wanted.map(|(index, _)| run_test(name, text, index, maker)).collect()
}

/// Runs one test of a file: that of this number, from 0. Tests stand alone, so they can be run on any
/// thread and in any order.
///
/// # Errors
///
/// When the file itself cannot be loaded, the expansion cannot, or the file has not so many tests.
pub fn run_test(name: &str, text: &str, index: usize, maker: &dyn Maker) -> Result<Outcome, String> {
    let rules = maker.rules(&Wish::default())?;
    let outcome = with_machine(name, text, &rules, |lua, sources, tests| {
        let (test, body) = tests.get(index)?;
        Some(Outcome { name: test.clone(), failure: run_one(lua, sources, body, maker, name) })
    })?;
    outcome.ok_or_else(|| format!("`{name}` has other tests each time it is loaded"))
}

/// The names of the tests of one file, in their order.
///
/// # Errors
///
/// When the file itself cannot be loaded, or the expansion cannot.
pub fn test_names(name: &str, text: &str, maker: &dyn Maker) -> Result<Vec<String>, String> {
    let rules = maker.rules(&Wish::default())?;
    with_machine(name, text, &rules, |_, _, tests| tests.iter().map(|(name, _)| name.clone()).collect())
}

type Tests = Vec<(String, Function)>;

/// Loads a test file into a machine of its own and hands over the tests in it.
fn with_machine<T>(
    name: &str,
    text: &str,
    rules: &Arc<Ruleset>,
    work: impl FnOnce(&Lua, &[Source], &Tests) -> T,
) -> Result<T, String> {
    let source = Source {
        id: name.to_owned(),
        files: [(name.to_owned(), text.to_owned())].into(),
        ..Source::default()
    };
    let shared = Rc::new(Shared::new(
        Arc::clone(rules),
        vec![source],
        Limits { fuel: 20_000_000, ..Limits::default() },
    ));
    let (lua, host) = vm::create(&shared).map_err(|error| error.to_string())?;
    let tests: Rc<RefCell<Tests>> = Rc::default();
    let own = lua.create_table().map_err(|error| error.to_string())?;
    let into = Rc::clone(&tests);
    let declare = lua.create_function(move |_, (name, body): (String, Function)| {
        let mut tests = into.borrow_mut();
        if tests.iter().any(|(other, _)| *other == name) {
            return crate::api::fail(format!("two tests are called \"{name}\""));
        }
        tests.push((name, body));
        Ok(())
    });
    let loaded = declare.and_then(|declare| {
        own.set("test", declare)?;
        let names = vm::environment(&host, &own)?;
        let chunk = lua
            .load(text.trim_start_matches(crate::load::MARK))
            .set_name(format!("={name}"))
            .set_mode(ChunkMode::Text);
        chunk.set_environment(names).call::<()>(())
    });
    if let Err(error) = loaded {
        let (stop, stopped_at) = (shared.stop.borrow_mut().take(), shared.stopped_at.borrow_mut().take());
        let failure = Failure { expansion: 0, hook: "", loading: true };
        let error = failure.of(&shared.sources, &error, stop.as_ref(), stopped_at.as_deref(), Vec::new());
        return Err(error.message.replacen(
            &format!("the expansion `{name}`  could"),
            &format!("the test file `{name}` could"),
            1,
        ));
    }
    let tests = tests.borrow();
    Ok(work(&lua, &shared.sources, &tests))
}

fn run_one(
    lua: &Lua,
    sources: &[Source],
    body: &Function,
    maker: &dyn Maker,
    file: &str,
) -> Option<TestFailure> {
    let bench = RefCell::new(Bench {
        maker,
        file,
        wish: Wish { seed: 1, ..Wish::default() },
        draws: Vec::new(),
        chances: Vec::new(),
        game: None,
        story: Vec::new(),
        refused: None,
    });
    let shared = shared(lua).ok()?;
    shared.refuel(shared.limits.fuel);
    let result = lua.scope(|scope| {
        let table = table::create(lua, scope, &bench)?;
        body.call::<()>(table)
    });
    let error = result.err()?;
    let (stop, stopped_at) = (shared.stop.borrow_mut().take(), shared.stopped_at.borrow_mut().take());
    let failure = Failure { expansion: 0, hook: "", loading: false };
    let found = failure.locate(sources, &error, stop.as_ref(), stopped_at.as_deref());
    let bench = bench.borrow();
    let mut output = std::mem::take(&mut *shared.output.borrow_mut());
    if let Some(host) = bench.game.as_ref().and_then(Game::host) {
        output.extend(host.borrow_mut().take_output());
    }
    Some(TestFailure {
        message: found.0,
        file: file.to_owned(),
        line: found.1,
        picture: bench.game.as_ref().map(|game| maker.picture(game)).unwrap_or_default(),
        output,
    })
}
