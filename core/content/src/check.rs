//! Checking content without playing it.

use crate::diagnostic::{Diagnostic, Report, Source};
use crate::files::{Files, join, stem};
use crate::library::{FoundTileSet, Library, MANIFEST};
use crate::manifest::Manifest;
use crate::select::{filters, word_sources};
use crate::tileset::TileSet;
use crate::vocabulary::{Part, build, is_lenient};

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
            check_tile_set(files, library, path, owner.as_ref(), &mut report);
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
fn owner(files: &dyn Files, folder: &str) -> Option<Manifest> {
    let path = join(folder.strip_suffix("/tiles")?, MANIFEST);
    let text = files.read(&path).ok()?;
    Manifest::read(&Source::new(path, text)).0
}

/// Checks whatever lies in a folder; whether anything did.
fn check_folder(files: &dyn Files, library: &Library, folder: &str, report: &mut Report) -> bool {
    let names = files.list(folder);
    if names.iter().any(|name| name == MANIFEST) {
        check_expansion(files, library, folder, report);
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
            }
        } else if path.ends_with(".toml") && is_tile_set(files, &path, folder) {
            check_tile_set(files, library, &path, None, report);
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
                let text = format!("there is no tile set `{}`", named.name);
                let error = Diagnostic::error("unknown-tile-set", text).hint(format!(
                    "it is looked for in {}",
                    join(folder, &format!("tiles/{}.toml", named.name))
                ));
                report.push(error.at(&source, named.span.clone()));
            }
        }
        let sources = sources_of(library, manifest);
        let lexicon = build(&sources, false, report);
        filters(manifest, &lexicon, is_lenient(manifest, &sources), report);
    }
    for name in own {
        let path = join(&join(folder, "tiles"), &name);
        check_tile_set(files, library, &path, manifest.as_ref(), report);
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

fn check_tile_set(
    files: &dyn Files,
    library: &Library,
    path: &str,
    owner: Option<&Manifest>,
    report: &mut Report,
) {
    let Some(source) = read(files, path, report) else { return };
    let found = FoundTileSet { id: stem(path).to_owned(), source: source.clone(), folder: None };
    let mut ignored = Report::new();
    let lexicon = match owner {
        Some(owner) => build(&sources_of(library, owner), false, &mut ignored),
        None => build(&word_sources(library, &[], &[&found]), false, &mut ignored),
    };
    report.extend(TileSet::read(&source, &lexicon).1);
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
