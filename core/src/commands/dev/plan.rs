//! What is worked on, and in which game.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use bastide::error::Error;
use bastide::play::BotKind;
use bastide::save::{self, Saved};
use bastide::scripts::add_needed;
use bastide::session::{Request, Session};
use bastide::shelf::{Shelf, is_path};
use bastide::workbench::{Until, Workbench};

use super::Args;
use crate::commands::Failure;
use crate::commands::args::SetupArgs;

/// What is worked on, and in which game.
pub(super) struct Plan {
    /// The paths as they were given.
    pub paths: Vec<String>,
    /// The folders of the expansions that lie there.
    pub folders: Vec<String>,
    /// Files of tile sets that lie in no expansion.
    loose: Vec<String>,
    request: Request,
    pub bots: Vec<BotKind>,
    pub seed: u64,
    until: Until,
    saved: Option<Saved>,
    at: Option<usize>,
}

impl Plan {
    pub fn new(args: &Args) -> Result<Plan, Failure> {
        let (folders, loose) = find(&args.paths)?;
        let bots = if args.seats.is_empty() { vec![BotKind::Greedy; 2] } else { args.seats.clone() };
        let saved = args.resume.as_deref().map(save::read).transpose()?;
        let mut request = match &saved {
            Some(saved) => saved.header.request(),
            None => requested(args, folders.is_empty(), bots.len())?,
        };
        for folder in &folders {
            put_in(&mut request, folder);
        }
        let until = match (args.at, args.turns) {
            (Some(decisions), _) => Until::Decisions(decisions),
            (None, Some(turns)) => Until::Turns(turns),
            (None, None) => Until::Middle,
        };
        let seed = saved.as_ref().map_or(args.seed, |saved| saved.header.seed);
        let paths = args.paths.clone();
        let mut plan = Plan { paths, folders, loose, request, bots, seed, until, saved, at: args.at };
        if plan.saved.is_some() {
            plan.keep_chosen_options();
        }
        Ok(plan)
    }

    /// What to play: what was asked for, and what the expansions depend on now.
    pub fn request(&self) -> Request {
        let (library, mut needed) = (self.with_expansions().library(), BTreeSet::new());
        let mut request = self.request.clone();
        self.folders.iter().for_each(|folder| add_needed(&library, id_of(folder), &mut needed));
        needed.retain(|id| !request.expansions.iter().any(|name| id_of(name) == id));
        request.expansions.extend(needed);
        request
    }

    /// A saved game names every option. Those that are as they are by themselves need not be there
    /// any more.
    fn keep_chosen_options(&mut self) {
        let bare = Request { options: Default::default(), ..self.request() };
        if let Ok(session) = Session::open(&self.shelf(), &bare) {
            let options = &session.rules().setup.options;
            self.request.options.retain(|name, value| options.get(name) != Some(value));
        }
    }

    /// The bundled files, with tile sets of the disk laid over them. The folders of expansions are
    /// added by whoever opens a session.
    pub fn shelf(&self) -> Shelf {
        let mut shelf = Shelf::bundled();
        for file in &self.loose {
            shelf.add(file);
        }
        shelf
    }

    /// The same with the expansions.
    pub fn with_expansions(&self) -> Shelf {
        let mut shelf = self.shelf();
        for folder in &self.folders {
            shelf.add(folder);
        }
        shelf
    }

    /// Everything in play that lies on the disk.
    pub fn watched(&self) -> BTreeSet<PathBuf> {
        let chosen = self.request.expansions.iter().filter(|name| is_path(name));
        let tidy = |path: &String| PathBuf::from(path.strip_prefix("./").unwrap_or(path));
        let folders = self.folders.iter().chain(&self.loose).map(PathBuf::from);
        chosen.map(tidy).chain(folders).collect()
    }

    /// Begins the game, or takes the saved one.
    pub fn begin(&self) -> Result<Workbench, Error> {
        let (shelf, request) = (self.shelf(), self.request());
        match &self.saved {
            Some(saved) => Workbench::resume(&shelf, request, saved, self.at),
            None => Workbench::begin(&shelf, request, self.seed, &self.bots, self.until),
        }
    }
}

/// The expansions of some paths, and files of tile sets that lie in none.
fn find(paths: &[String]) -> Result<(Vec<String>, Vec<String>), Failure> {
    let mut shelf = Shelf::bundled();
    let mut loose = Vec::new();
    for path in paths {
        if !Path::new(path).exists() {
            return Err(Failure::Usage(format!("there is no file or folder `{path}`")));
        }
        let name = shelf.add(path);
        let is_owned = |folder: &String| {
            let (folder, name) = (Path::new(folder), Path::new(&name));
            name.starts_with(folder) || folder.starts_with(name)
        };
        if shelf.expansions().iter().any(is_owned) {
            continue;
        }
        if !(name.starts_with("tiles/") && name.ends_with(".toml")) {
            return Err(Failure::Usage(format!(
                "`{path}` holds no expansion: a folder with an expansion.toml; begin one with: bastide new NAME"
            )));
        }
        loose.push(name);
    }
    Ok((shelf.expansions().to_vec(), loose))
}

/// The request of the arguments, without the expansions of the paths. Where those are only tile sets,
/// every bundled expansion is played unless others are named.
fn requested(args: &Args, only_tiles: bool, players: usize) -> Result<Request, Failure> {
    let chosen = args.expansions.clone();
    let setup = SetupArgs {
        seats: Vec::new(),
        names: args.names.clone(),
        expansions: if only_tiles { chosen } else { Some(chosen.unwrap_or_default()) },
        tiles: args.tiles.clone(),
        options: args.options.clone(),
    };
    setup.request(players)
}

fn id_of(folder: &str) -> &str {
    folder.rsplit('/').next().unwrap_or(folder)
}

/// Puts the expansion of a folder into a request, in the place of one of the same id.
fn put_in(request: &mut Request, folder: &str) {
    request.expansions.retain(|name| id_of(name) != id_of(folder));
    let path = if is_path(folder) { folder.to_owned() } else { format!("./{folder}") };
    request.expansions.push(path);
}
