//! The selections of expansions that are checked.

use bastide::content::files::Files;
use bastide::generic::{Case, Check};
use bastide::shelf::Shelf;

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
pub struct Chosen {
    pub case: Case,
    /// How many games are worth the time.
    pub games: u64,
}

impl Chosen {
    fn new(shelf: &Shelf, ids: &[String], games: u64) -> Chosen {
        let case = Case::open(shelf, ids).unwrap_or_else(|error| panic!("{ids:?}: {error}"));
        Chosen { case, games }
    }
}

/// All selections: what is bundled, and each of that with the expansions that its own tests bring.
pub fn all(depth: Depth) -> Vec<Chosen> {
    let shelf = Shelf::bundled();
    let library = shelf.library();
    let ids: Vec<String> = library.expansions.iter().map(|found| found.id.clone()).collect();
    let mut chosen: Vec<Chosen> =
        ids.iter().map(|id| Chosen::new(&shelf, std::slice::from_ref(id), 3)).collect();
    if ids.len() > 2 {
        chosen.push(Chosen::new(&shelf, &ids, 3));
    }
    if depth >= Depth::Pairs {
        for (at, id) in ids.iter().enumerate() {
            for other in &ids[at + 1..] {
                chosen.push(Chosen::new(&shelf, &[id.clone(), other.clone()], 1));
            }
        }
    }
    if depth == Depth::Helpers {
        for found in &library.expansions {
            let helpers = format!("{}/tests/expansions", found.folder);
            let mut shelf = shelf.clone();
            shelf.open_folder(&helpers);
            for helper in shelf.list(&helpers).iter().filter_map(|name| name.strip_suffix('/')) {
                chosen.push(Chosen::new(&shelf, &[found.id.clone(), helper.to_owned()], 1));
            }
        }
    }
    chosen
}

/// How many games of a selection a check looks at: fewer where it takes long, and as many as
/// `BASTIDE_GAMES` says where somebody wants more.
pub fn games(check: &Check, case: &Case, games: u64) -> u64 {
    let wanted = std::env::var("BASTIDE_GAMES").ok();
    let number = |text: String| {
        text.parse().unwrap_or_else(|_| panic!("BASTIDE_GAMES is `{text}`, which is no number"))
    };
    let games = wanted.map_or(games.min(check.games), number);
    // Each game leaves out another one.
    if check.name.starts_with("each can be left out") {
        games.max(case.session().scripts().len() as u64)
    } else {
        games
    }
}
