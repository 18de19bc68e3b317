//! Games with scripts, for tests: the bundled tile sets and expansions, and expansions written in
//! the test itself.
#![allow(dead_code, reason = "each test file uses a part")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails loudly")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bastide_content::files::MemoryFiles;
use bastide_content::library::Library;
use bastide_content::select::{LoadedExpansion, Selection, SelectionRequest};
use bastide_engine::game::{Game, SharedHost};
use bastide_engine::host::HandlerError;
use bastide_engine::luck::{Chance, Forced};
use bastide_engine::ruleset::Ruleset;
use bastide_script::{Limits, LoadErrors, Source};

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The bundled files, and room for more.
pub fn bundled() -> MemoryFiles {
    let mut files = MemoryFiles::new();
    add_folder(&mut files, &root(), "tiles");
    add_folder(&mut files, &root(), "expansions");
    files
}

fn add_folder(files: &mut MemoryFiles, root: &Path, folder: &str) {
    for entry in std::fs::read_dir(root.join(folder)).unwrap() {
        let entry = entry.unwrap();
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.file_type().unwrap().is_dir() {
            add_folder(files, root, &path);
        } else if path.ends_with(".toml") || path.ends_with(".lua") {
            files.insert(path, std::fs::read_to_string(entry.path()).unwrap());
        }
    }
}

/// A manifest with nothing but what it must have.
pub fn manifest(id: &str) -> String {
    format!("format = 1\nid = \"{id}\"\nname = \"{id}\"\nversion = \"1.0.0\"\napi = 1\n")
}

/// One expansion, written in a test.
#[derive(Clone)]
pub struct Script<'a> {
    pub id: &'a str,
    /// Lines of the manifest behind the required ones.
    pub manifest: &'a str,
    pub main: &'a str,
    pub files: &'a [(&'a str, &'a str)],
}

impl<'a> Script<'a> {
    pub fn new(id: &'a str, main: &'a str) -> Script<'a> {
        Script { id, manifest: "", main, files: &[] }
    }
}

/// Rules and host of a selection of bundled expansions and scripts.
pub struct World {
    pub rules: Arc<Ruleset>,
    pub sources: Vec<Source>,
}

impl World {
    pub fn new(bundled_ids: &[&str], scripts: &[Script<'_>]) -> World {
        let mut files = bundled();
        let mut ids: Vec<String> = bundled_ids.iter().map(|id| (*id).to_owned()).collect();
        for script in scripts {
            let folder = format!("expansions/{}", script.id);
            files.insert(format!("{folder}/expansion.toml"), manifest(script.id) + script.manifest);
            files.insert(format!("{folder}/main.lua"), script.main);
            for (name, text) in script.files {
                files.insert(format!("{folder}/{name}"), *text);
            }
            ids.push(script.id.to_owned());
        }
        let mut request = SelectionRequest::new(["alice", "bob"]);
        request.expansions = ids;
        let selection = match Library::open(&files, &[]).select(&request) {
            Ok(selection) => selection,
            Err(report) => panic!("{report:?}"),
        };
        World::of(selection, &files)
    }

    fn of(selection: Selection, files: &MemoryFiles) -> World {
        let rules = Arc::new(Ruleset::new(selection.setup).unwrap());
        let sources = selection.expansions.iter().map(|expansion| source(expansion, &rules, files)).collect();
        World { rules, sources }
    }

    pub fn try_host(&self) -> Result<SharedHost, LoadErrors> {
        bastide_script::load(&self.rules, self.sources.clone(), Limits::default())
    }

    pub fn host(&self) -> SharedHost {
        self.try_host().unwrap_or_else(|errors| panic!("{errors}"))
    }

    pub fn try_game(&self, seed: u64) -> Result<Game, HandlerError> {
        let mut game = Game::with_host(Arc::clone(&self.rules), seed, Some(self.host()), Forced::new())?;
        game.keep_journal();
        Ok(game)
    }

    pub fn game(&self, seed: u64) -> Game {
        self.try_game(seed).unwrap_or_else(|error| panic!("{error}"))
    }

    /// A game in which these tiles are drawn first.
    pub fn game_drawing(&self, tiles: &[&str]) -> Game {
        let draws = tiles
            .iter()
            .map(|tile| Chance::Draw(self.rules.tile_id(tile).unwrap_or_else(|| panic!("{tile}"))));
        let host = Some(self.host());
        let mut game = Game::with_host(Arc::clone(&self.rules), 1, host, draws.collect())
            .unwrap_or_else(|error| panic!("{error}"));
        game.keep_journal();
        game
    }
}

fn source(expansion: &LoadedExpansion, rules: &Ruleset, files: &MemoryFiles) -> Source {
    use bastide_content::files::Files;
    let folder = expansion.folder.clone();
    let mut texts = BTreeMap::new();
    for path in files.list(&folder) {
        let full = if path.starts_with(&folder) { path.clone() } else { format!("{folder}/{path}") };
        if let Some(name) = full.strip_prefix(&format!("{folder}/"))
            && name.ends_with(".lua")
            && let Ok(text) = files.read(&full)
        {
            texts.insert(name.to_owned(), text);
        }
    }
    let named = |dependencies: &[bastide_content::manifest::Dependency]| {
        dependencies.iter().map(|dependency| dependency.id.name.clone()).collect::<Vec<_>>()
    };
    let mut uses = named(&expansion.manifest.depends);
    uses.extend(named(&expansion.manifest.optional));
    Source {
        id: expansion.manifest.id.name.clone(),
        version: expansion.manifest.version.to_string(),
        folder,
        files: texts,
        filters: expansion.filters_in_game(rules),
        uses,
    }
}

/// Plays on by uniformly random choices, until the game is over or a number of decisions is made.
pub fn play_randomly(game: &mut Game, seed: u64, decisions: usize) {
    let mut state = seed.wrapping_mul(2).wrapping_add(1);
    for _ in 0..decisions {
        let Some(decision) = game.decision() else { return };
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let index = (state >> 33) as usize % decision.len();
        let choice = decision.get(index).unwrap();
        game.apply(choice).unwrap_or_else(|error| panic!("{error}"));
    }
}
