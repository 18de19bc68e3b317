//! From the setup of a recorded game to our tiles, expansions and options.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bastide_content::diagnostic::Report;
use bastide_content::files::{FileError, Files, MemoryFiles};
use bastide_content::lexicon::Lexicon;
use bastide_content::library::{FoundTileSet, Library};
use bastide_content::options::EDITIONS;
use bastide_content::peer::xml::{Definitions, Set};
use bastide_content::peer::{DefinitionFile, Effect, Mapping, import};
use bastide_content::select::{LoadedExpansion, Selection, SelectionRequest};
use bastide_content::tileset::TileSet;
use bastide_engine::game::{Game, SharedHost};
use bastide_engine::geometry::{Pos, Rotation};
use bastide_engine::luck::Forced;
use bastide_engine::ruleset::{Ruleset, StartTile};
use bastide_engine::tile::TileDef;
use bastide_engine::value::Value;
use bastide_script::Source;

use super::chance::Pack;
use super::confirm::{self, There};
use super::names::Names;
use super::recording::Recording;
use super::tiles::{self, InPlay, Tiles};
use crate::error::Error;
use crate::scripts;
use crate::shelf::Shelf;

/// The bundled files with further tile sets laid over them.
struct Layered {
    shelf: Shelf,
    sets: MemoryFiles,
}

impl Files for Layered {
    fn read(&self, path: &str) -> Result<String, FileError> {
        self.sets.read(path).or_else(|_| self.shelf.read(path))
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let names: BTreeSet<String> =
            self.shelf.list(folder).into_iter().chain(self.sets.list(folder)).collect();
        names.into_iter().collect()
    }
}

/// Everything that recorded games can be played with.
pub struct Table {
    shelf: Shelf,
    library: Library,
    base: Mapping,
    expansions: Vec<(String, Mapping)>,
}

/// What becomes of a recorded game.
pub enum Plan {
    /// It can be played.
    Ready(Box<Prepared>),
    /// It needs something that we do not have.
    Missing(Vec<String>),
}

/// A recorded game, ready to be played.
pub struct Prepared {
    /// Our rules for it.
    pub rules: Arc<Ruleset>,
    /// What its things are called.
    pub names: Names,
    /// How tiles are drawn.
    pub pack: Pack,
    scripts: Vec<Source>,
}

impl Prepared {
    /// Begins the game, on this thread. What can be drawn is noted each time.
    ///
    /// # Errors
    ///
    /// When scripts cannot be loaded or fail.
    pub(super) fn begin(&self, opening: Forced, there: &There) -> Result<Game, Error> {
        let host = confirm::wrap(&self.rules, self.host()?, self.pack.limit(), There::clone(there));
        Ok(Game::with_host(Arc::clone(&self.rules), 0, Some(host), opening)?)
    }

    fn host(&self) -> Result<Option<SharedHost>, Error> {
        scripts::host(&self.rules, &self.scripts, None)
    }
}

impl Table {
    /// Brings together the content of a shelf, and tile sets in our format by file name.
    ///
    /// # Errors
    ///
    /// A message, when what the content says about the other program cannot be understood.
    pub fn new(shelf: Shelf, sets: impl IntoIterator<Item = (String, String)>) -> Result<Table, String> {
        let sets = sets
            .into_iter()
            .fold(MemoryFiles::new(), |files, (name, text)| files.with(format!("tiles/{name}"), text));
        let files = Layered { shelf, sets };
        let folders: Vec<&str> = files.shelf.expansions().iter().map(String::as_str).collect();
        let library = Library::open(&files, &folders);
        let wrong = |report: Report| report.render(false);
        let base = Mapping::base(&files).map_err(wrong)?;
        let mut expansions = Vec::new();
        for manifest in library.manifests() {
            let mapping = Mapping::of(manifest).map_err(wrong)?;
            expansions.extend(mapping.map(|mapping| (manifest.id.name.clone(), mapping)));
        }
        Ok(Table { shelf: files.shelf, library, base, expansions })
    }

    /// The same with the tile definitions of a folder, for the sets that are not bundled.
    ///
    /// # Errors
    ///
    /// A message, when a file cannot be read.
    pub fn with_folder(shelf: Shelf, folder: &std::path::Path) -> Result<Table, String> {
        let bundled = Table::new(shelf.clone(), [])?;
        let known: BTreeSet<&str> = bundled.sets().collect();
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
        paths.retain(|path| path.extension().is_some_and(|ending| ending == "xml"));
        paths.sort();
        let mut found = Vec::new();
        for path in paths {
            let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
            let text = std::fs::read_to_string(&path).map_err(|error| failed(&error))?;
            let definitions = Definitions::read(&text).map_err(|error| failed(&error))?;
            let new = |set: &Set| !known.contains(set.id.split(':').next().unwrap_or_default());
            if definitions.sets.iter().any(new) {
                let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                found.push((imported_id(&file), file, text));
            }
        }
        let files: Vec<DefinitionFile<'_>> =
            found.iter().map(|(id, name, text)| DefinitionFile { name, text, id }).collect();
        let sets = import(&files)?.into_iter().zip(&files);
        let sets = sets.map(|(import, file)| (format!("{}.toml", file.id), import.text));
        Table::new(shelf, sets)
    }

    /// The ids of the other program's tile sets that are there, without editions.
    pub fn sets(&self) -> impl Iterator<Item = &str> {
        self.library.tile_sets.iter().flat_map(|set| set.outline.jcz.iter().map(String::as_str))
    }

    /// Finds what a recorded game is played with.
    ///
    /// # Errors
    ///
    /// When the content cannot be read, or does not fit together.
    pub fn plan(&self, recording: &Recording) -> Result<Plan, Error> {
        let mut missing = Vec::new();
        let found = self.find_sets(recording, &mut missing);
        let mut elements: BTreeMap<&str, &serde_json::Value> =
            recording.setup.elements.iter().map(|(name, value)| (name.as_str(), value)).collect();
        let yes = serde_json::Value::Bool(true);
        for set in &found {
            for mapping in self.mappings() {
                elements.extend(mapping.implied_by(&set.jcz).map(|name| (name, &yes)));
            }
        }
        let mut chosen = Chosen::default();
        chosen.expansions.extend(self.owners(&found));
        for (name, value) in &elements {
            match self.element(name) {
                Some((expansion, effect)) => {
                    chosen.expansions.extend(expansion.map(str::to_owned));
                    chosen.add(name, effect, value, &mut missing);
                }
                None => missing.push(format!("element {name}")),
            }
        }
        if !missing.is_empty() {
            return Ok(Plan::Missing(missing));
        }
        self.add_absent(&elements, &mut chosen);
        self.add_rules(recording, &mut chosen);
        let request = SelectionRequest {
            players: player_names(recording),
            expansions: chosen.expansions.iter().cloned().collect(),
            tile_sets: self.needed_sets(recording, &found),
            options: chosen.options.clone(),
            ..SelectionRequest::default()
        };
        let selection = self.library.select(&request)?;
        self.prepare(recording, &found, &chosen, selection)
    }

    fn mappings(&self) -> impl Iterator<Item = &Mapping> {
        std::iter::once(&self.base).chain(self.expansions.iter().map(|(_, mapping)| mapping))
    }

    /// The expansions that bring the tile sets in play. They are in play too, even where no rule of
    /// theirs is.
    fn owners(&self, in_play: &[InPlay]) -> BTreeSet<String> {
        let files = self.library.tile_sets.iter();
        let files = files.filter(|file| in_play.iter().any(|set| set.set == file.id));
        let owners = files.flat_map(|file| self.library.owners(file));
        let named = owners.map(|owner| owner.id.name.clone());
        named.filter(|id| self.expansions.iter().any(|(known, _)| known == id)).collect()
    }

    /// The expansion that an element selects, if any, and what it does.
    fn element(&self, name: &str) -> Option<(Option<&str>, &Effect)> {
        let of_base = self.base.elements.get(name).map(|effect| (None, effect));
        of_base.or_else(|| {
            let mut all = self.expansions.iter();
            all.find_map(|(id, mapping)| Some((Some(id.as_str()), mapping.elements.get(name)?)))
        })
    }

    /// The mappings of the base game and of the expansions in play.
    fn in_play<'a>(&'a self, chosen: &Chosen) -> Vec<&'a Mapping> {
        let expansions = self.expansions.iter().filter(|(id, _)| chosen.expansions.contains(id));
        std::iter::once(&self.base).chain(expansions.map(|(_, mapping)| mapping)).collect()
    }

    fn add_absent(&self, elements: &BTreeMap<&str, &serde_json::Value>, chosen: &mut Chosen) {
        for mapping in self.in_play(chosen) {
            for (_, effect) in mapping.absent.iter().filter(|(name, _)| !elements.contains_key(name.as_str()))
            {
                chosen.options.extend(effect.options.clone());
                chosen.without.extend(effect.without.clone());
            }
        }
    }

    /// Rules with the value that the setup says, or their usual one.
    fn add_rules(&self, recording: &Recording, chosen: &mut Chosen) {
        for mapping in self.in_play(chosen) {
            for (rule, values) in &mapping.rules {
                let value = match recording.setup.rules.get(rule) {
                    Some(serde_json::Value::String(text)) => text.clone(),
                    Some(other) => other.to_string(),
                    None => "default".to_owned(),
                };
                if let Some(options) = values.get(&value) {
                    chosen.options.extend(options.clone());
                }
            }
        }
    }

    fn find_sets(&self, recording: &Recording, missing: &mut Vec<String>) -> Vec<InPlay> {
        let mut found = Vec::new();
        for (id, times) in &recording.setup.sets {
            let (jcz, edition) = id.split_once(':').unwrap_or((id, "1"));
            let edition = edition.parse().unwrap_or(1usize).saturating_sub(1).min(EDITIONS.len() - 1);
            let has = |set: &&FoundTileSet| set.outline.jcz.iter().any(|name| name == jcz);
            match self.library.tile_sets.iter().find(has) {
                Some(file) => {
                    let (set, jcz) = (file.id.clone(), jcz.to_owned());
                    found.push(InPlay { set, jcz, edition, times: *times });
                }
                None => missing.push(format!("tile set {id}")),
            }
        }
        found
    }

    /// The tile sets whose tiles are needed: those in play, and those that tiles of others come from.
    fn needed_sets(&self, recording: &Recording, found: &[InPlay]) -> Vec<String> {
        let mut ids: BTreeSet<String> = found.iter().map(|set| set.set.clone()).collect();
        let start = recording.setup.start.iter().map(|start| format!("\"{}\"", start.tile));
        for id in start {
            let file = self.library.tile_sets.iter().find(|set| set.source.text().contains(&id));
            ids.extend(file.map(|set| set.id.clone()));
        }
        ids.into_iter().collect()
    }

    fn prepare(
        &self,
        recording: &Recording,
        found: &[InPlay],
        chosen: &Chosen,
        selection: Selection,
    ) -> Result<Plan, Error> {
        let mut setup = selection.setup;
        let lexicon = Lexicon { vocabulary: setup.vocabulary.clone(), ..Lexicon::base() };
        let mut sets = Vec::new();
        for id in &selection.tile_sets {
            let brings = |found: &&LoadedExpansion| found.manifest.tiles.iter().any(|set| set.name == *id);
            let owner = selection.expansions.iter().find(brings);
            let folder = owner.map(|expansion| expansion.folder.as_str());
            if let Some(file) = self.library.tile_set(id, folder) {
                let (set, report) = TileSet::read(&file.source, &lexicon);
                sets.push(set.ok_or(Error::Content(report))?);
            }
        }
        let mut missing = Vec::new();
        let all = Tiles { sets: &sets, vocabulary: &setup.vocabulary };
        let annotations = recording.annotations.clone().unwrap_or_default();
        let pack = Pack::new(&annotations.draw_order, annotations.end_turn);
        let counts = all.counts(found, &mut missing);
        let mut start = Vec::new();
        for lying in &recording.setup.start {
            match all.find(&lying.tile) {
                Some(tile) => start.push(StartTile {
                    tile: tile.def.id.clone(),
                    pos: Pos::new(lying.x, lying.y),
                    rotation: Rotation::quarters((lying.rotation / 90) as u8),
                }),
                None => missing.push(format!("tile {}", lying.tile)),
            }
        }
        let mut defs: BTreeMap<String, TileDef> =
            setup.tiles.into_iter().map(|def| (def.id.clone(), def)).collect();
        setup.stack = Vec::new();
        for (id, count) in counts {
            let Some(tile) = all.find(id) else { continue };
            defs.insert(tile.def.id.clone(), tile.def.clone());
            setup.stack.push((tile.def.id.clone(), count));
        }
        for lying in &start {
            defs.extend(all.own(&lying.tile).map(|tile| (lying.tile.clone(), tile.def.clone())));
        }
        setup.start = start;
        setup.tiles =
            defs.into_values().map(|def| tiles::without(def, &chosen.without, &lexicon.vocabulary)).collect();
        setup.phases.push(confirm::phase());
        if !missing.is_empty() {
            return Ok(Plan::Missing(missing));
        }
        let mut names = Names::default();
        self.in_play(chosen).into_iter().for_each(|mapping| names.add(mapping));
        let rules = Arc::new(Ruleset::new(setup)?);
        let scripts = selection.expansions.iter();
        let scripts: Result<_, Report> =
            scripts.map(|expansion| scripts::source(&self.shelf, &rules, expansion)).collect();
        let scripts = scripts?;
        Ok(Plan::Ready(Box::new(Prepared { rules, names, pack, scripts })))
    }
}

/// What the elements of a setup select.
#[derive(Default)]
struct Chosen {
    expansions: BTreeSet<String>,
    options: BTreeMap<String, Value>,
    without: Vec<String>,
}

impl Chosen {
    fn add(&mut self, name: &str, effect: &Effect, value: &serde_json::Value, missing: &mut Vec<String>) {
        self.options.extend(effect.options.clone());
        self.without.extend(effect.without.clone());
        match (&effect.number, value.as_i64()) {
            (Some(option), Some(number)) => {
                self.options.insert(option.clone(), Value::Int(number));
            }
            (None, Some(number)) if number > 1 => missing.push(format!("{number} of element {name}")),
            _ => {}
        }
    }
}

/// The id under which the definitions of a file are a tile set beside the bundled ones.
fn imported_id(file: &str) -> String {
    let stem = file.strip_suffix(".xml").unwrap_or(file);
    let letters = stem
        .chars()
        .map(|letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '_' });
    format!("peer_{}", letters.collect::<String>())
}

/// The players' names, all different.
fn player_names(recording: &Recording) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for seat in &recording.players {
        let taken = names.contains(&seat.name);
        names.push(if taken { format!("{} {}", seat.name, names.len() + 1) } else { seat.name.clone() });
    }
    names
}
