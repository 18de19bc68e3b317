//! What lints look at.

use std::collections::BTreeMap;
use std::ops::Range;

use bastide_engine::geometry::Side;
use bastide_engine::tile::{EdgeKindId, FeatureKindId, SegmentDef, TileDef};

use crate::diagnostic::{Report, Source};
use crate::document;
use crate::files::{Files, stem};
use crate::lexicon::Lexicon;
use crate::library::{FoundTileSet, Library};
use crate::manifest::Manifest;
use crate::options::BASE;
use crate::select::word_sources;
use crate::tileset::{CountedTile, TileSet};
use crate::vocabulary::{Part, build};

/// An expansion, or a tile set by itself, with everything that can be in play beside it.
pub struct Subject<'a> {
    /// The folder of the expansion.
    pub folder: &'a str,
    /// Its manifest; `None` for a tile set by itself.
    pub manifest: Option<&'a Manifest>,
    /// The kinds and attributes that its tiles know.
    pub lexicon: Lexicon,
    /// The tile sets that it brings.
    pub own: Vec<(Source, TileSet)>,
    /// The base game's tiles, and those of the expansions that it names.
    pub others: Vec<TileSet>,
    /// The names of the files in its folder for tile sets.
    pub(super) files: Vec<String>,
    /// The tile sets of the expansions that only its tests use.
    pub(super) of_tests: Vec<Source>,
}

impl<'a> Subject<'a> {
    /// An expansion in a folder, `None` where it or one of its tile sets has mistakes.
    pub fn expansion(files: &dyn Files, library: &'a Library, folder: &'a str) -> Option<Subject<'a>> {
        let found = library.expansions.iter().find(|found| found.folder == folder)?;
        let manifest = found.manifest.as_ref()?;
        let known = manifest.depends.iter().chain(&manifest.optional);
        let known = known.filter_map(|other| {
            let found = library.expansions.iter().find(|found| found.id == other.id.name)?;
            Some((found.manifest.as_ref()?, found.folder.as_str()))
        });
        let mut manifests: Vec<(&Manifest, &str)> = known.collect();
        manifests.push((manifest, folder));
        // Of what is not there, nothing is known.
        let is_there = |named: &crate::manifest::Named| library.tile_set(&named.name, Some(folder)).is_some();
        if !manifest.tiles.iter().all(is_there) {
            return None;
        }
        let mut sets: Vec<&FoundTileSet> = library.tile_set(BASE, None).into_iter().collect();
        for (manifest, folder) in &manifests {
            let named = manifest.tiles.iter();
            sets.extend(named.filter_map(|named| library.tile_set(&named.name, Some(folder))));
        }
        let mut subject = Subject {
            folder,
            manifest: Some(manifest),
            lexicon: lexicon(
                library,
                &manifests.iter().map(|(manifest, _)| *manifest).collect::<Vec<_>>(),
                &sets,
            )?,
            own: Vec::new(),
            others: Vec::new(),
            files: files.list(&format!("{folder}/tiles")),
            of_tests: of_tests(files, folder),
        };
        let is_own = |set: &FoundTileSet| manifest.tiles.iter().any(|named| named.name == set.id);
        sets.into_iter().try_for_each(|set| subject.add(set, is_own(set)))?;
        Some(subject)
    }

    /// A tile set by itself, with those of the expansions that bring it.
    pub fn tile_set(files: &dyn Files, library: &Library, path: &str) -> Option<Subject<'a>> {
        let known = library.tile_sets.iter().find(|found| found.source.path() == path);
        let read = || FoundTileSet::new(stem(path), Source::new(path, files.read(path).ok()?), None).into();
        let found: FoundTileSet = known.cloned().or_else(read)?;
        let found = &found;
        let owners: Vec<&Manifest> = library.owners(found).collect();
        let base = library.tile_set(BASE, None).filter(|base| base.id != found.id);
        let mut sets: Vec<&FoundTileSet> = base.into_iter().collect();
        for named in owners.iter().flat_map(|owner| &owner.tiles) {
            sets.extend(library.tile_set(&named.name, found.folder.as_deref()));
        }
        sets.retain(|set| set.id != found.id);
        sets.push(found);
        let mut subject = Subject {
            folder: "",
            manifest: None,
            lexicon: lexicon(library, &owners, &sets)?,
            own: Vec::new(),
            others: Vec::new(),
            files: Vec::new(),
            of_tests: Vec::new(),
        };
        sets.into_iter().try_for_each(|set| subject.add(set, set.source.path() == path))?;
        Some(subject)
    }

    /// Reads a tile set, once; `None` where it has mistakes.
    fn add(&mut self, found: &FoundTileSet, own: bool) -> Option<()> {
        let known = self.own.iter().any(|(source, _)| source.path() == found.source.path());
        if known || self.others.iter().any(|set| set.id == found.id) {
            return Some(());
        }
        let set = TileSet::read(&found.source, &self.lexicon).0?;
        match own {
            true => self.own.push((found.source.clone(), set)),
            false => self.others.push(set),
        }
        Some(())
    }

    /// The tiles that it brings, each with the file that it stands in.
    pub fn own_tiles(&self) -> impl Iterator<Item = (&Source, &CountedTile)> {
        self.own.iter().flat_map(|(source, set)| set.tiles.iter().map(move |tile| (source, tile)))
    }

    /// All tiles that can be in play.
    pub fn tiles(&self) -> impl Iterator<Item = &CountedTile> {
        self.others.iter().flat_map(|set| &set.tiles).chain(self.own_tiles().map(|(_, tile)| tile))
    }

    /// All parts of features of a kind on tiles that can be in play.
    pub fn segments(&self, kind: FeatureKindId) -> impl Iterator<Item = &SegmentDef> {
        self.tiles().flat_map(|tile| &tile.def.segments).filter(move |segment| segment.kind == kind)
    }

    /// Whether something can lie across a side of a tile: a tile with an edge of the same kind, or
    /// another tile of the same sort.
    pub(super) fn fits(&self, tile: &CountedTile, side: Side) -> bool {
        let edge = tile.def.edges[side as usize];
        let copies = tile.counts.iter().copied().max().unwrap_or_default();
        self.tiles().any(|other| {
            let same = other.def.id == tile.def.id;
            other.def.edges.contains(&edge) && (!same || copies > 1 || self.is_counted_elsewhere(&tile.def))
        })
    }

    /// Whether a part of its set, or a block, can bring a tile more often than its count says.
    fn is_counted_elsewhere(&self, tile: &TileDef) -> bool {
        let Some((set, name)) = tile.id.split_once('/') else { return false };
        let sets = self.own.iter().map(|(_, set)| set).chain(&self.others).filter(|found| found.id == set);
        sets.into_iter().any(|found| {
            let counted = |part: &crate::tileset::Part| part.tiles.iter().any(|(other, _)| other.is(name));
            found.parts.iter().any(counted)
        })
    }

    /// Whether a tile is laid together with others: in a block, or before the first turn.
    pub(super) fn is_laid(&self, tile: &TileDef) -> bool {
        let sets = self.own.iter().map(|(_, set)| set);
        sets.into_iter().any(|set| {
            let in_block = set.blocks.iter().any(|block| block.cells.iter().any(|(_, id)| *id == tile.id));
            in_block || set.start.iter().any(|start| start.tile == tile.id)
        })
    }

    /// The name of an edge kind.
    pub(super) fn edge_name(&self, edge: EdgeKindId) -> &str {
        self.lexicon.vocabulary.edge_kinds.get(edge.index()).map_or("", |kind| &kind.name)
    }
}

/// The tile sets in `tests/expansions/*/tiles/` of an expansion's folder.
fn of_tests(files: &dyn Files, folder: &str) -> Vec<Source> {
    let all = format!("{folder}/tests/expansions");
    let inner = files.list(&all).into_iter().filter(|name| name.ends_with('/'));
    let sets = inner.flat_map(|name| {
        let tiles = format!("{all}/{name}tiles");
        files.list(&tiles).into_iter().map(move |name| format!("{tiles}/{name}"))
    });
    let sets = sets.filter(|path| path.ends_with(".toml"));
    sets.filter_map(|path| Some(Source::new(path.clone(), files.read(&path).ok()?))).collect()
}

/// The words of some expansions and of what these know.
fn lexicon(library: &Library, manifests: &[&Manifest], sets: &[&FoundTileSet]) -> Option<Lexicon> {
    let mut sources = word_sources(library, manifests, sets);
    for owner in sets.iter().flat_map(|set| library.owners(set)) {
        if !sources.iter().any(|(known, _)| known.id.name == owner.id.name) {
            sources.push((owner, Part::Tiles));
        }
    }
    let mut report = Report::new();
    let lexicon = build(&sources, &BTreeMap::new(), &mut report);
    (!report.has_errors()).then_some(lexicon)
}

/// Where a key stands in a file: `["tiles", "mill", "road"]`, or the nearest table around it.
pub fn place(source: &Source, path: &[&str]) -> Range<usize> {
    document::find(source, path)
}

/// Where a tile stands in its file.
pub(super) fn place_of(source: &Source, tile: &TileDef) -> Range<usize> {
    let name = tile.id.split_once('/').map_or(tile.id.as_str(), |(_, name)| name);
    place(source, &["tiles", name])
}

/// A side in words.
pub(super) fn side_word(side: Side) -> &'static str {
    match side {
        Side::North => "north",
        Side::East => "east",
        Side::South => "south",
        Side::West => "west",
    }
}
