//! Checking content without playing it.

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, Report, Source};
use crate::files::{Files, join, stem};
use crate::library::{FoundTileSet, Library, MANIFEST};
use crate::manifest::Manifest;
use crate::names::all_of;
use crate::select::{check_recounts, filters, phases, unknown_set, word_sources};
use crate::tileset::TileSet;
use crate::vocabulary::{Part, build, is_lenient};

/// The script of an expansion, in its folder.
const MAIN: &str = "main.lua";

/// Checks a path: a tile set's file, an expansion's folder with its tile sets, or a folder of
/// these. Scripts are checked elsewhere.
///
/// The library says what other expansions declare.
pub fn check(files: &dyn Files, library: &Library, path: &str) -> Report {
    let path = path.trim_end_matches('/');
    let mut report = Report::new();
    if path.ends_with(".toml") {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        if name == MANIFEST {
            check_expansion(files, library, folder, &mut report);
        } else {
            let owner = owner(files, folder);
            check_tile_set(files, library, path, &owner, &mut report);
        }
    } else if !check_folder(files, library, path, &mut report) {
        let error = Diagnostic::error("nothing-to-check", format!("there is nothing to check in `{path}`"))
            .hint("name a tile set's file, an expansion's folder, or a folder of these");
        report.push(error);
    }
    report.sort();
    report
}

/// The expansion in whose `tiles/` folder a tile set lies.
fn owner(files: &dyn Files, folder: &str) -> Owner {
    let Some(folder) = folder.strip_suffix("/tiles") else { return Owner::Nobody };
    let path = join(folder, MANIFEST);
    match files.read(&path) {
        Ok(text) => Manifest::read(&Source::new(path, text)).0.into(),
        Err(_) => Owner::Nobody,
    }
}

/// Who says what the words of a tile set mean.
enum Owner {
    Nobody,
    Expansion(Box<Manifest>),
    /// An expansion whose manifest has mistakes, so that nobody knows its words.
    Broken,
}

impl From<Option<Manifest>> for Owner {
    fn from(manifest: Option<Manifest>) -> Owner {
        manifest.map_or(Owner::Broken, |manifest| Owner::Expansion(Box::new(manifest)))
    }
}

/// Whether a folder is meant to be an expansion and lacks its manifest.
fn lacks_manifest(names: &[String]) -> bool {
    let has = |name: &str| names.iter().any(|other| other == name);
    !has(MANIFEST) && (has(MAIN) || has("tiles/") && !has("expansions/"))
}

fn report_lack(folder: &str, report: &mut Report) {
    let error = Diagnostic::error("no-expansion", format!("`{folder}` has no {MANIFEST}"));
    report.push(error.hint("`bastide new` makes an expansion to begin with"));
}

/// Checks whatever lies in a folder; whether anything did.
fn check_folder(files: &dyn Files, library: &Library, folder: &str, report: &mut Report) -> bool {
    let names = files.list(folder);
    if names.iter().any(|name| name == MANIFEST) {
        check_expansion(files, library, folder, report);
        return true;
    }
    if lacks_manifest(&names) {
        report_lack(folder, report);
        return true;
    }
    let mut found = false;
    for name in names {
        let path = join(folder, &name);
        if let Some(folder) = path.strip_suffix('/') {
            let inner = files.list(folder);
            let known = ["tiles", "expansions"].contains(&stem(folder));
            if inner.iter().any(|name| name == MANIFEST) || known {
                found |= check_folder(files, library, folder, report);
            } else if inner.iter().any(|name| name == MAIN) {
                report_lack(folder, report);
                found = true;
            }
        } else if path.ends_with(".toml") && is_tile_set(files, &path, folder) {
            check_tile_set(files, library, &path, &Owner::Nobody, report);
            found = true;
        }
    }
    found
}

/// Whether a file in some folder is meant to be a tile set: it is in `tiles/`, or speaks of tiles.
fn is_tile_set(files: &dyn Files, path: &str, folder: &str) -> bool {
    stem(folder) == "tiles" || files.read(path).is_ok_and(|text| text.contains("[tiles"))
}

fn check_expansion(files: &dyn Files, library: &Library, folder: &str, report: &mut Report) {
    let path = join(folder, MANIFEST);
    let Some(source) = read(files, &path, report) else { return };
    let (manifest, problems) = Manifest::read(&source);
    report.extend(problems);
    let names = files.list(&join(folder, "tiles"));
    let own: Vec<String> = names.into_iter().filter(|name| name.ends_with(".toml")).collect();
    if let Some(manifest) = &manifest {
        for named in &manifest.tiles {
            let in_folder = own.iter().any(|name| stem(name) == named.name);
            if !in_folder && library.tile_set(&named.name, None).is_none() {
                let path = join(folder, &format!("tiles/{}.toml", named.name));
                let error = unknown_set(library, &named.name).hint(format!("it is looked for in {path}"));
                report.push(error.at(&source, named.span.clone()));
            }
        }
        let sources = sources_of(library, manifest);
        let lexicon = build(&sources, &BTreeMap::new(), report);
        let in_play = sources.iter().filter(|(_, part)| *part == Part::Rules).map(|(manifest, _)| *manifest);
        let phases = phases(&in_play.collect::<Vec<_>>(), &lexicon, &mut Report::new());
        filters(manifest, &lexicon, &phases, is_lenient(manifest, &sources), report);
    }
    check_main(files, folder, &source, manifest.as_ref(), report);
    let manifest = Owner::from(manifest);
    for name in own {
        let path = join(&join(folder, "tiles"), &name);
        check_tile_set(files, library, &path, &manifest, report);
    }
}

/// Warns of scripts and conditions without a `main.lua`, where nothing ever runs.
fn check_main(
    files: &dyn Files,
    folder: &str,
    source: &Source,
    manifest: Option<&Manifest>,
    report: &mut Report,
) {
    let names = files.list(folder);
    if names.iter().any(|name| name == MAIN) {
        return;
    }
    let scripts: Vec<&String> = names.iter().filter(|name| name.ends_with(".lua")).collect();
    if !scripts.is_empty() {
        let text = format!("`{folder}` has no {MAIN}, so that nothing runs {}", all_of(scripts));
        let hint = format!("handlers stand in {MAIN}, in lower case");
        report.push(Diagnostic::warning("no-main", text).hint(hint).in_file(source.path()));
    } else if let Some(filter) = manifest.and_then(|manifest| manifest.filters.first()) {
        let text = format!("there is a condition on `{}`, and no {MAIN} with a handler", filter.hook.name);
        report.push(Diagnostic::warning("no-main", text).at(source, filter.hook.span.clone()));
    }
}

/// The words of an expansion that is being checked: its own, and of all that it knows.
fn sources_of<'a>(library: &'a Library, manifest: &'a Manifest) -> Vec<(&'a Manifest, Part)> {
    let needed = manifest.depends.iter().filter_map(|dependency| library.expansion(&dependency.id.name));
    let mut manifests: Vec<&Manifest> = needed.collect();
    manifests.push(manifest);
    let mut sources = word_sources(library, &manifests, &[]);
    let known: Vec<&Manifest> = sources
        .iter()
        .flat_map(|(manifest, _)| &manifest.depends)
        .filter_map(|dependency| library.expansion(&dependency.id.name))
        .collect();
    for manifest in known {
        if !sources.iter().any(|(other, _)| other.id.name == manifest.id.name) {
            sources.push((manifest, Part::Rules));
        }
    }
    sources
}

/// The tile sets that an expansion brings.
fn sets_of<'a>(library: &'a Library, manifest: &'a Manifest) -> impl Iterator<Item = &'a FoundTileSet> {
    let found = library.expansions.iter().find(|found| found.id == manifest.id.name);
    let folder = found.map(|found| found.folder.as_str());
    manifest.tiles.iter().filter_map(move |set| library.tile_set(&set.name, folder))
}

fn check_tile_set(files: &dyn Files, library: &Library, path: &str, owner: &Owner, report: &mut Report) {
    let Some(source) = read(files, path, report) else { return };
    let found = FoundTileSet::new(stem(path), source.clone(), None);
    let mut ignored = Report::new();
    let sources = match owner {
        Owner::Expansion(owner) => {
            let own = found.outline.words.as_ref().map(|words| (words, Part::Tiles));
            let sources = sources_of(library, owner);
            // What the tile sets of the expansions that it needs declare is there as well.
            let others = sources.iter().filter(|(other, _)| other.id.name != owner.id.name);
            let sets = others.flat_map(|(other, _)| sets_of(library, other));
            let words = sets.filter_map(|set| Some((set.outline.words.as_ref()?, Part::Tiles)));
            let words: Vec<(&Manifest, Part)> = words.collect();
            sources.into_iter().chain(words).chain(own).collect()
        }
        Owner::Nobody | Owner::Broken => {
            let mut sources = word_sources(library, &[], &[&found]);
            // However the path is written: the expansion that brings a set of this name knows its words.
            let brings = |manifest: &&Manifest| manifest.tiles.iter().any(|tiles| tiles.name == found.id);
            for manifest in library.manifests().filter(brings) {
                if !sources.iter().any(|(known, _)| known.id.name == manifest.id.name) {
                    sources.push((manifest, Part::Tiles));
                }
            }
            sources
        }
    };
    let lexicon = build(&sources, &BTreeMap::new(), &mut ignored);
    let (set, mut problems) = TileSet::read(&source, &lexicon);
    if let Some(set) = set {
        check_recounts(library, &found, &set, &mut problems);
    }
    if matches!(owner, Owner::Broken) {
        // What the manifest declares is not known before its mistakes are mended.
        let words = ["unknown-key", "unknown-value", "unknown-edge"];
        problems.diagnostics.retain(|problem| !words.contains(&problem.code));
    }
    report.extend(problems);
}

fn read(files: &dyn Files, path: &str, report: &mut Report) -> Option<Source> {
    match files.read(path) {
        Ok(text) => Some(Source::new(path, text)),
        Err(error) => {
            report.push(Diagnostic::error("unreadable", error.to_string()).in_file(path));
            None
        }
    }
}
