//! The tile sets of a selection.

use std::collections::BTreeMap;

use bastide_engine::ruleset::Setup;
use bastide_engine::value::Value;

use super::SelectionRequest;
use super::counts::{check_recounts, counts};
use crate::diagnostic::{Diagnostic, Report};
use crate::lexicon::Lexicon;
use crate::library::{FoundExpansion, FoundTileSet, Library};
use crate::manifest::Manifest;
use crate::names::did_you_mean;
use crate::options::{BASE, EDITIONS};
use crate::tileset::TileSet;
use crate::vocabulary::Part;

/// The tile sets of a request: the base game's, those of the expansions, further ones.
pub(super) fn chosen_sets<'a>(
    library: &'a Library,
    request: &SelectionRequest,
    order: &[&FoundExpansion],
    report: &mut Report,
) -> Vec<&'a FoundTileSet> {
    let mut sets: Vec<&FoundTileSet> = Vec::new();
    let mut add =
        |found: &'a FoundTileSet, report: &mut Report| match sets.iter().find(|set| set.id == found.id) {
            Some(other) if other.source.path() != found.source.path() => {
                let (path, other) = (found.source.path(), other.source.path());
                let text = format!("two tile sets have the id `{}`: `{other}` and `{path}`", found.id);
                report.push(
                    Diagnostic::error("duplicate-id", text)
                        .hint("rename one of the files together with its `id`"),
                );
            }
            Some(_) => {}
            None => sets.push(found),
        };
    if let Some(base) = library.tile_set(BASE, None) {
        add(base, report);
    } else if !request.without_tiles.iter().any(|set| set == BASE) {
        report.push(Diagnostic::error(
            "unknown-tile-set",
            "the tiles of the base game, `tiles/base.toml`, are not there",
        ));
    }
    for found in order {
        for named in found.manifest.iter().flat_map(|manifest| &manifest.tiles) {
            match library.tile_set(&named.name, Some(&found.folder)) {
                Some(set) => add(set, report),
                None => {
                    let error = unknown_set(library, &named.name)
                        .hint(format!("it is looked for in {}/tiles/{}.toml", found.folder, named.name));
                    let source = found.manifest.as_ref().map(|manifest| &manifest.source);
                    report.push(source.map_or(error.clone(), |source| error.at(source, named.span.clone())));
                }
            }
        }
    }
    for id in &request.tile_sets {
        let found: Vec<&FoundTileSet> = library.tile_sets.iter().filter(|set| set.id == *id).collect();
        match found.first() {
            Some(set) => add(set, report),
            None => report.push(unknown_set(library, id)),
        }
    }
    for id in &request.without_tiles {
        if !sets.iter().any(|set| set.id == *id) {
            let text = format!("tile set `{id}` is left out, but it would not be in play anyway");
            report.push(Diagnostic::warning("unused", text));
        }
    }
    sets.retain(|set| !request.without_tiles.contains(&set.id));
    sets
}

/// The error that there is no tile set of a name.
pub(crate) fn unknown_set(library: &Library, id: &str) -> Diagnostic {
    let names = || library.tile_sets.iter().map(|set| set.id.as_str());
    let text = format!("there is no tile set `{id}`{}", did_you_mean(id, names()));
    Diagnostic::error("unknown-tile-set", text)
        .hint(format!("these were found: {}", crate::names::all_of(names())))
}

/// The expansions from which words are taken: those in play, and for tiles without rules those
/// that the tiles were made for, with all that these know.
pub(crate) fn word_sources<'a>(
    library: &'a Library,
    manifests: &[&'a Manifest],
    sets: &[&'a FoundTileSet],
) -> Vec<(&'a Manifest, Part)> {
    let mut sources: Vec<(&Manifest, Part)> =
        manifests.iter().map(|manifest| (*manifest, Part::Rules)).collect();
    let mut queue: Vec<&Manifest> = Vec::new();
    for set in sets {
        let owners: Vec<&Manifest> = library.owners(set).collect();
        let in_play = owners.iter().any(|owner| manifests.iter().any(|other| other.id.name == owner.id.name));
        if !in_play {
            queue.extend(owners);
        }
    }
    // What an expansion in play knows of absent ones, its tiles may show.
    for manifest in manifests {
        queue.extend(manifest.optional.iter().filter_map(|optional| library.expansion(&optional.id.name)));
    }
    while let Some(manifest) = queue.pop() {
        if sources.iter().any(|(known, _)| known.id.name == manifest.id.name) {
            continue;
        }
        sources.push((manifest, Part::Tiles));
        let known = manifest.depends.iter().chain(&manifest.optional);
        queue.extend(known.filter_map(|other| library.expansion(&other.id.name)));
    }
    // What no expansion declares, the tile sets themselves may.
    sources.extend(sets.iter().filter_map(|set| Some((set.outline.words.as_ref()?, Part::Tiles))));
    sources
}

pub(super) fn read_sets(
    library: &Library,
    sets: &[&FoundTileSet],
    lexicon: &Lexicon,
    report: &mut Report,
) -> Vec<TileSet> {
    let mut read = Vec::new();
    for found in sets {
        let (set, problems) = TileSet::read(&found.source, lexicon);
        report.extend(problems);
        if let Some(set) = set {
            check_recounts(library, found, &set, report);
            read.push(set);
        }
    }
    read
}

pub(super) fn add_tiles(
    setup: &mut Setup,
    request: &SelectionRequest,
    manifests: &[&Manifest],
    sets: &[TileSet],
    options: &BTreeMap<String, Value>,
    report: &mut Report,
) {
    let edition = options.get("base.edition").and_then(Value::as_text);
    let edition = EDITIONS.iter().position(|name| Some(*name) == edition).unwrap_or(0);
    setup.start =
        start_set(request, manifests, sets, report).map(|set| set.start.clone()).unwrap_or_default();
    for set in sets {
        for (tile, counts) in set.tiles.iter().zip(counts(sets, set, report)) {
            let count = counts[edition];
            let id = &tile.def.id;
            let in_block = set.blocks.iter().any(|block| block.cells.iter().any(|(_, tile)| tile == id));
            if count > 0 {
                setup.stack.push((id.clone(), count));
            }
            if count > 0 || in_block || setup.start.iter().any(|start| start.tile == *id) {
                setup.tiles.push(tile.def.clone());
            }
        }
        setup.blocks.extend(set.blocks.iter().cloned());
    }
}

/// Whether an expansion that brings one tile set says that it comes before one that brings another, or
/// the other way round.
fn is_declared_before(manifests: &[&Manifest], first: &str, second: &str) -> bool {
    let brings = |manifest: &Manifest, set: &str| manifest.tiles.iter().any(|tiles| tiles.name == set);
    manifests.iter().filter(|manifest| brings(manifest, first)).any(|one| {
        manifests.iter().filter(|manifest| brings(manifest, second)).any(|two| {
            one.before.iter().any(|name| name.name == two.id.name)
                || two.after.iter().any(|name| name.name == one.id.name)
        })
    })
}

/// The tile set that begins: the one asked for, or the first that is not the base game's, or that.
fn start_set<'a>(
    request: &SelectionRequest,
    manifests: &[&Manifest],
    sets: &'a [TileSet],
    report: &mut Report,
) -> Option<&'a TileSet> {
    let able: Vec<&TileSet> = sets.iter().filter(|set| !set.start.is_empty()).collect();
    let names = || crate::names::all_of(able.iter().map(|set| &set.id));
    if let Some(id) = &request.start {
        let found = able.iter().find(|set| set.id == *id).copied();
        if found.is_none() {
            let text = format!("tile set `{id}` has no start tiles in this game");
            report.push(
                Diagnostic::error("unknown-tile-set", text).hint(format!("start tiles are in {}", names())),
            );
        }
        return found;
    }
    let others: Vec<&TileSet> = able.iter().filter(|set| set.id != BASE).copied().collect();
    let ordered = others.windows(2).all(|pair| is_declared_before(manifests, &pair[0].id, &pair[1].id));
    if others.len() > 1 && !ordered {
        let text = format!(
            "several tile sets bring start tiles: {}",
            crate::names::all_of(others.iter().map(|set| &set.id))
        );
        let hint = format!(
            "those of `{}` are used; name another one to start with if that is not meant",
            others[0].id
        );
        report.push(Diagnostic::warning("several-starts", text).hint(hint));
    }
    others.first().or(able.first()).copied()
}
