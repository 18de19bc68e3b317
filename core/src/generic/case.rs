//! A selection of expansions, and the games that are played with it.

use std::collections::BTreeSet;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use bastide_content::library::Library;
use bastide_engine::game::{Game, SharedHost};
use bastide_engine::luck::Forced;
use bastide_engine::ruleset::Ruleset;
use bastide_engine::value::Value;
use bastide_script::coverage::Recorder;

use super::{Wrong, walk};
use crate::error::Error;
use crate::scripts;
use crate::session::{Request, Session};
use crate::shelf::Shelf;

/// Tiles of a short game.
const SHORT: usize = 16;

/// A selection of expansions.
#[derive(Clone, Debug)]
pub struct Case {
    request: Request,
    session: Session,
    library: Arc<Library>,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.request.expansions.join(" + "))
    }
}

impl Case {
    /// Expansions of a shelf, with all that they depend on.
    ///
    /// # Errors
    ///
    /// When they cannot be loaded, or not be played together.
    pub fn open(shelf: &Shelf, ids: &[String]) -> Result<Case, Error> {
        let library = shelf.library();
        let mut expansions = BTreeSet::new();
        ids.iter().for_each(|id| scripts::add_needed(&library, id, &mut expansions));
        let expansions = expansions.into_iter().collect();
        // The second edition, so that there are gardens.
        let mut request = Request { expansions, ..Request::new(["Alice", "Bob", "Carol"]) };
        request.options.insert("base.edition".to_owned(), Value::Text("second".to_owned()));
        let session = Session::open(shelf, &request)?;
        Ok(Case { request, session, library: Arc::new(library) })
    }

    /// The same, with scripts whose lines and handlers are recorded.
    #[must_use]
    pub fn recorded(self, recorder: &Recorder) -> Case {
        Case { session: self.session.recorded(recorder), ..self }
    }

    /// What is asked for.
    pub fn request(&self) -> &Request {
        &self.request
    }

    /// What the games share.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The manifests of what is in play, and of everything else.
    pub(super) fn library(&self) -> &Library {
        &self.library
    }

    pub(super) fn rules(&self) -> &Arc<Ruleset> {
        self.session.rules()
    }

    /// A new host of its own, if there are scripts.
    pub(super) fn host(&self) -> Result<Option<SharedHost>, Wrong> {
        self.session.host().map_err(|error| error.to_string())
    }

    /// A game of a seed on a host of its own.
    pub(super) fn game(&self, seed: u64) -> Result<Game, Wrong> {
        self.game_on(seed, self.host()?)
    }

    pub(super) fn game_on(&self, seed: u64, host: Option<SharedHost>) -> Result<Game, Wrong> {
        let rules = Arc::clone(self.rules());
        Game::journaled(rules, seed, host.as_ref().map(Rc::clone), Forced::new())
            .map_err(|error| error.to_string())
    }

    /// The same with a few random tiles of the stack, for checks that take the square of a game's
    /// length.
    pub(super) fn short(&self, seed: u64) -> Result<Case, Wrong> {
        let mut dice = walk::dice(seed);
        let rules = self.rules();
        let counts = || rules.stack.iter().map(|count| u32::from(*count));
        let tile = |_| {
            let mut at = dice.below(counts().sum());
            let found = rules.tiles.iter().zip(counts()).find(|(_, count)| {
                let here = at < *count;
                at = at.saturating_sub(*count);
                here
            });
            found.map(|(tile, _)| tile.def.id.clone())
        };
        let tiles: Vec<String> = (0..SHORT).filter_map(tile).collect();
        let session = self.session.with_stack(&tiles).map_err(|error| error.to_string())?;
        Ok(Case { session, ..self.clone() })
    }
}
