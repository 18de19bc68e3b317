//! What the tests of the rules share: the bundled base tiles, random play, and pictures of boards.

#![allow(dead_code, reason = "each test binary uses its own part")]

pub mod busy;
pub mod host;
pub mod picture;

use std::sync::{Arc, LazyLock};

use bastide_content::files::MemoryFiles;
use bastide_content::library::Library;
use bastide_content::select::SelectionRequest;
use bastide_engine::game::Game;
use bastide_engine::ruleset::{Ruleset, Setup};
use bastide_engine::value::Value;

/// The names of the players, as many as are wanted from the first on.
pub const NAMES: [&str; 6] = ["a", "b", "c", "d", "e", "f"];

/// The bundled tile set of the base game; parsed once.
static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
    let files = MemoryFiles::new().with("tiles/base.toml", include_str!("../../tiles/base.toml"));
    Library::open(&files, &[])
});

/// The base game with these options, by their name without `base.`.
pub fn base_setup(players: usize, options: &[(&str, &str)]) -> Setup {
    let mut request = SelectionRequest::new(NAMES.into_iter().take(players));
    for (name, value) in options {
        request = request.option(format!("base.{name}"), Value::Text((*value).to_owned()));
    }
    match LIBRARY.select(&request) {
        Ok(selection) => selection.setup,
        Err(report) => panic!("the base game is not well: {report:?}"),
    }
}

/// The rules of the base game with these options.
pub fn base_rules(players: usize, options: &[(&str, &str)]) -> Arc<Ruleset> {
    Arc::new(Ruleset::new(base_setup(players, options)).expect("the base game is a valid setup"))
}

/// Numbers for random play: small, seeded, and the same in every run.
#[derive(Clone)]
pub struct Dice(u64);

impl Dice {
    /// The dice of a seed.
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x2545_f491_4f6c_dd1d)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 32) as usize * bound) >> 32
    }
}

/// Makes a random choice, if there is one to make.
pub fn random_step(game: &mut Game, dice: &mut Dice) -> bool {
    let Some(decision) = game.decision() else { return false };
    let choice = decision.get(dice.below(decision.len())).expect("the index is below the length");
    game.apply(choice).expect("an option of the decision can be applied");
    true
}
