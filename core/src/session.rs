//! From what somebody asks for to games.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use bastide_content::diagnostic::{Diagnostic, Report};
use bastide_content::files::Files;
use bastide_content::library::{Library, MANIFEST};
use bastide_content::select::SelectionRequest;
use bastide_engine::game::{Game, SharedHost};
use bastide_engine::host::HandlerError;
use bastide_engine::luck::Forced;
use bastide_engine::ruleset::Ruleset;
use bastide_engine::value::Value;
use bastide_play::GameFactory;
use bastide_script::Source;
use bastide_script::coverage::Recorder;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

use crate::error::Error;
use crate::scripts;
use crate::shelf::{Shelf, is_built_in, is_path};

/// The names of players who were not given any.
pub const PLAYER_NAMES: [&str; 6] = ["Alice", "Bob", "Carol", "Dave", "Erin", "Frank"];
/// Stands for every expansion that is bundled.
pub const ALL: &str = "all";

/// What somebody wants to play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// The players' names, in seating order.
    pub players: Vec<String>,
    /// Expansions by id, bundled or of the game folder, or by the path of their folder; `all` for every
    /// bundled one.
    pub expansions: Vec<String>,
    /// Tile sets that are added without the rules of the expansions that bring them.
    pub tile_sets: Vec<String>,
    /// Options by `<expansion>.<name>`.
    pub options: BTreeMap<String, Value>,
}

impl Request {
    /// The base game for these players.
    pub fn new<S: Into<String>>(players: impl IntoIterator<Item = S>) -> Request {
        Request { players: players.into_iter().map(Into::into).collect(), ..Request::default() }
    }

    /// The same with one expansion more.
    #[must_use]
    pub fn with(mut self, expansion: impl Into<String>) -> Request {
        self.expansions.push(expansion.into());
        self
    }
}

/// A part of the content that is in play, with a fingerprint of its files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// Its id.
    pub id: String,
    /// Its version, for an expansion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The fingerprint of its files.
    pub hash: String,
    /// Its folder, where it is not bundled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
}

/// Everything that games of one kind share. It can be used by many threads.
#[derive(Clone, Debug)]
pub struct Session {
    rules: Arc<Ruleset>,
    scripts: Arc<[Source]>,
    expansions: Vec<Part>,
    tile_sets: Vec<Part>,
    warnings: Report,
    recorder: Option<Recorder>,
}

impl Session {
    /// Puts together what a request asks for.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the request, its files and its scripts.
    pub fn open(shelf: &Shelf, request: &Request) -> Result<Session, Error> {
        let mut shelf = shelf.clone();
        let mut ids = Vec::new();
        for name in &request.expansions {
            if is_path(name) || is_folder_here(&shelf, name) {
                check_folder(name)?;
                let folder = shelf.add(name);
                ids.push(folder.rsplit('/').next().unwrap_or(&folder).to_owned());
            } else if name != ALL {
                ids.push(name.clone());
            }
        }
        shelf.open_game_folder();
        let library = shelf.library();
        if request.expansions.iter().any(|name| name == ALL) {
            ids.extend(bundled_ids(&library));
        }
        ids.sort();
        ids.dedup();
        let selection = library.select(&SelectionRequest {
            players: request.players.clone(),
            expansions: ids,
            tile_sets: request.tile_sets.clone(),
            options: request.options.clone(),
            ..SelectionRequest::default()
        })?;
        let expansions = selection.expansions.iter().map(|expansion| Part {
            id: expansion.manifest.id.name.clone(),
            version: Some(expansion.manifest.version.to_string()),
            hash: folder_hash(&shelf, &expansion.folder),
            folder: (!shelf.is_bundled(&expansion.folder)).then(|| absolute(&expansion.folder)),
        });
        let expansions: Vec<Part> = expansions.collect();
        let owner = |id: &str| {
            selection.expansions.iter().find(|found| found.manifest.tiles.iter().any(|set| set.name == id))
        };
        let tile_sets = selection.tile_sets.iter().map(|id| {
            let folder = owner(id).map(|expansion| expansion.folder.as_str());
            let text = library.tile_set(id, folder).map_or("", |set| set.source.text());
            Part { id: id.clone(), version: None, hash: text_hash(text), folder: None }
        });
        let tile_sets = tile_sets.collect();
        let rules = Arc::new(Ruleset::new(selection.setup)?);
        let scripts = selection.expansions.iter();
        let scripts: Result<_, Report> =
            scripts.map(|expansion| scripts::source(&shelf, &rules, expansion)).collect();
        let scripts = scripts?;
        let session =
            Session { rules, scripts, expansions, tile_sets, warnings: selection.warnings, recorder: None };
        // Scripts that cannot be loaded are reported now, not by the first game.
        session.host()?;
        Ok(session)
    }

    /// The same with these tiles to draw and no others, each as often as it stands here.
    ///
    /// # Errors
    ///
    /// When there is no such tile.
    pub fn with_stack(&self, tiles: &[String]) -> Result<Session, Error> {
        let mut setup = self.rules.setup.clone();
        // Start tiles are counted too.
        let start = setup.start.iter().map(|start| &start.tile);
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        for tile in start.chain(tiles) {
            *counts.entry(tile.clone()).or_default() += 1;
        }
        setup.stack = counts.into_iter().collect();
        Ok(Session { rules: Arc::new(Ruleset::new(setup)?), ..self.clone() })
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<Ruleset> {
        &self.rules
    }

    /// The scripts of the expansions in play, in load order.
    pub fn scripts(&self) -> &[Source] {
        &self.scripts
    }

    /// The expansions in play, in load order.
    pub fn expansions(&self) -> &[Part] {
        &self.expansions
    }

    /// The tile sets in play.
    pub fn tile_sets(&self) -> &[Part] {
        &self.tile_sets
    }

    /// What may not be meant, and keeps nothing from working.
    pub fn warnings(&self) -> &Report {
        &self.warnings
    }

    /// What stands behind the door of a game of these rules; nothing where no expansion has scripts.
    ///
    /// # Errors
    ///
    /// When scripts cannot be loaded.
    pub fn host(&self) -> Result<Option<SharedHost>, Error> {
        self.host_of(&self.scripts)
    }

    /// A maker of games that share their scripts, for one thread.
    ///
    /// # Errors
    ///
    /// When scripts cannot be loaded.
    pub fn factory(&self) -> Result<Factory, Error> {
        Ok(Factory { rules: Arc::clone(&self.rules), host: self.host()? })
    }

    /// The same, with scripts of which it is recorded what runs.
    #[must_use]
    pub fn recorded(&self, recorder: &Recorder) -> Session {
        Session { recorder: Some(recorder.clone()), ..self.clone() }
    }

    /// A host of these scripts, in this order.
    pub(crate) fn host_of(&self, scripts: &[Source]) -> Result<Option<SharedHost>, Error> {
        scripts::host(&self.rules, scripts, self.recorder.as_ref())
    }

    /// A maker of games with a host that somebody put around the scripts.
    pub fn factory_with(&self, host: Option<SharedHost>) -> Factory {
        Factory { rules: Arc::clone(&self.rules), host }
    }

    /// One game of a seed, at its first decision.
    ///
    /// # Errors
    ///
    /// When scripts cannot be loaded or fail.
    pub fn game(&self, seed: u64) -> Result<Game, Error> {
        Ok(self.factory()?.game(seed)?)
    }
}

/// Makes games on one thread.
pub struct Factory {
    rules: Arc<Ruleset>,
    host: Option<SharedHost>,
}

impl Factory {
    /// A game with chance outcomes that are settled beforehand, which keeps a journal from its very
    /// beginning.
    ///
    /// # Errors
    ///
    /// When a handler fails before the first decision.
    pub fn opened(&self, seed: u64, opening: Forced) -> Result<Game, HandlerError> {
        Game::journaled(Arc::clone(&self.rules), seed, self.host.clone(), opening)
    }
}

impl GameFactory for Factory {
    fn game(&mut self, seed: u64) -> Result<Game, HandlerError> {
        self.opened(seed, Forced::new())
    }
}

/// The ids of the bundled expansions.
pub fn bundled_ids(library: &Library) -> Vec<String> {
    let ids = library.expansions.iter().map(|found| &found.id);
    ids.filter(|id| is_built_in(id)).cloned().collect()
}

/// Whether a name that no bundled expansion has is the folder of one.
fn is_folder_here(shelf: &Shelf, name: &str) -> bool {
    let manifest = |folder: &str| format!("{folder}/{MANIFEST}");
    !shelf.holds(name)
        && shelf.read(&manifest(&format!("expansions/{name}"))).is_err()
        && Path::new(&manifest(name)).is_file()
}

/// Whether a path that somebody gave is the folder of an expansion; messages name it as it was given.
fn check_folder(path: &str) -> Result<(), Error> {
    let text = match Path::new(path) {
        folder if folder.join(MANIFEST).is_file() => return Ok(()),
        folder if folder.is_dir() => format!("`{path}` holds no {MANIFEST}"),
        file if file.exists() => format!("`{path}` is a file, and an expansion is a folder"),
        _ => format!("there is no folder `{path}`"),
    };
    let error = Diagnostic::error("no-expansion", text)
        .hint(format!("an expansion is a folder with a file {MANIFEST}"));
    Err(Error::Content(Report { diagnostics: vec![error] }))
}

fn absolute(folder: &str) -> String {
    std::path::absolute(folder).map_or_else(|_| folder.to_owned(), |path| path.to_string_lossy().into_owned())
}

/// A fingerprint of what an expansion's folder says about rules: its TOML and Lua files, without
/// its tests.
fn folder_hash(shelf: &Shelf, folder: &str) -> String {
    let mut hash = Xxh3::new();
    for path in shelf.walk(folder) {
        let name = path.strip_prefix(folder).unwrap_or(&path);
        let counts = (name.ends_with(".toml") || name.ends_with(".lua")) && !name.starts_with("/tests/");
        if let (true, Ok(text)) = (counts, shelf.read(&path)) {
            let text = normal(&text);
            for part in [name, &text] {
                hash.update(&(part.len() as u64).to_le_bytes());
                hash.update(part.as_bytes());
            }
        }
    }
    format!("{:032x}", hash.digest128())
}

fn text_hash(text: &str) -> String {
    format!("{:032x}", xxhash_rust::xxh3::xxh3_128(normal(text).as_bytes()))
}

/// The same text on every machine, however its lines end.
fn normal(text: &str) -> String {
    text.replace("\r\n", "\n")
}
