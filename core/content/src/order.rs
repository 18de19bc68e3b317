//! The order in which expansions are loaded, and what keeps them from being loaded together.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::{Diagnostic, Report};
use crate::library::{FoundExpansion, Library};
use crate::manifest::Manifest;
use crate::options::BASE;

/// Finds the expansions of some ids and orders them: what others need comes first, then what
/// `after` and `before` say, then by id.
pub(crate) fn load_order<'a>(
    library: &'a Library,
    ids: &[String],
    report: &mut Report,
) -> Vec<&'a FoundExpansion> {
    let mut chosen: BTreeMap<&str, &FoundExpansion> = BTreeMap::new();
    for id in ids.iter().filter(|id| *id != BASE) {
        if let Some(found) = find(library, id, report) {
            chosen.insert(&found.id, found);
        }
    }
    let manifests: BTreeMap<&str, &Manifest> =
        chosen.iter().filter_map(|(id, found)| Some((*id, found.manifest.as_ref()?))).collect();
    for manifest in manifests.values() {
        check_needs(library, manifest, ids, &manifests, report);
    }
    sort(&manifests, report).into_iter().filter_map(|id| chosen.get(id).copied()).collect()
}

fn find<'a>(library: &'a Library, id: &str, report: &mut Report) -> Option<&'a FoundExpansion> {
    let found: Vec<&FoundExpansion> = library.expansions.iter().filter(|found| found.id == id).collect();
    match found.as_slice() {
        [] => {
            let text = format!("there is no expansion `{id}`{}", library.nearly(id));
            let known: Vec<&str> = library.expansions.iter().map(|found| found.id.as_str()).collect();
            let error = Diagnostic::error("unknown-expansion", text).hint(match known.is_empty() {
                true => "no expansions were found at all".to_owned(),
                false => format!("these were found: {}", crate::names::all_of(known)),
            });
            report.push(error);
            None
        }
        [one] => {
            report.extend(one.report.clone());
            Some(one)
        }
        [_, ..] => {
            let paths = crate::names::all_of(found.iter().map(|found| &found.folder));
            let error =
                Diagnostic::error("duplicate-id", format!("several expansions have the id `{id}`: {paths}"))
                    .hint("leave one of the folders out, or rename one together with its `id`");
            report.push(error);
            None
        }
    }
}

fn check_needs(
    library: &Library,
    manifest: &Manifest,
    ids: &[String],
    chosen: &BTreeMap<&str, &Manifest>,
    report: &mut Report,
) {
    let own = &manifest.id.name;
    for (needed, dependency) in
        manifest.depends.iter().map(|d| (true, d)).chain(manifest.optional.iter().map(|d| (false, d)))
    {
        let id = &dependency.id.name;
        let error = match chosen.get(id.as_str()) {
            Some(other) if dependency.accepts(&other.version) => continue,
            Some(other) => {
                let wanted = dependency.requirement.as_ref().map(ToString::to_string).unwrap_or_default();
                let text = format!("`{own}` needs `{id}` {wanted}, but {} is there", other.version);
                Diagnostic::error("unmet-version", text).hint(format!(
                    "get another version of `{id}`, or change the requirement if `{own}` works with this one"
                ))
            }
            None if !needed || ids.contains(id) => continue,
            None => match library.expansion(id) {
                Some(other) => {
                    let text = format!("`{own}` needs the expansion `{id}`, which is not chosen");
                    let place = other.source.path();
                    Diagnostic::error("missing-dependency", text)
                        .hint(format!("choose `{id}` as well: {} {}, {place}", other.name, other.version))
                }
                None => {
                    let text = format!(
                        "`{own}` needs the expansion `{id}`, which was not found{}",
                        library.nearly(id)
                    );
                    Diagnostic::error("missing-dependency", text)
                        .hint(format!("put its folder beside the others, as expansions/{id}"))
                }
            },
        };
        report.push(error.at(&manifest.source, dependency.id.span.clone()));
    }
}

/// For each expansion those that come before it, and why: the key of a manifest that says so, its own
/// `depends`, `optional` or `after`, or the other one's `before`.
pub fn before<'a>(
    chosen: &BTreeMap<&'a str, &'a Manifest>,
) -> BTreeMap<&'a str, BTreeMap<&'a str, &'static str>> {
    let mut before: BTreeMap<&str, BTreeMap<&str, &'static str>> = BTreeMap::new();
    for (id, manifest) in chosen {
        let known = |name: &str| chosen.get_key_value(name).map(|(id, _)| *id);
        let earlier = before.entry(*id).or_default();
        let lists = [
            ("before", Vec::new()),
            ("after", manifest.after.iter().map(|named| named.name.as_str()).collect()),
            ("optional", manifest.optional.iter().map(|dependency| dependency.id.name.as_str()).collect()),
            (
                "depends",
                manifest.depends.iter().map(|dependency| dependency.id.name.as_str()).collect::<Vec<_>>(),
            ),
        ];
        for (why, names) in lists {
            earlier.extend(names.into_iter().filter_map(known).map(|other| (other, why)));
        }
        for other in manifest.before.iter().filter_map(|named| known(&named.name)) {
            before.entry(other).or_default().entry(*id).or_insert("before");
        }
    }
    before
}

fn sort<'a>(chosen: &BTreeMap<&'a str, &'a Manifest>, report: &mut Report) -> Vec<&'a str> {
    let before = before(chosen);
    let mut order: Vec<&str> = Vec::new();
    let mut waiting: BTreeSet<&str> = chosen.keys().copied().collect();
    while !waiting.is_empty() {
        let ready = waiting.iter().copied().find(|id| before[id].keys().all(|other| order.contains(other)));
        let Some(id) = ready else {
            report.push(cycle(chosen, &before, &waiting));
            break;
        };
        waiting.remove(id);
        order.push(id);
    }
    order
}

fn cycle(
    chosen: &BTreeMap<&str, &Manifest>,
    before: &BTreeMap<&str, BTreeMap<&str, &'static str>>,
    waiting: &BTreeSet<&str>,
) -> Diagnostic {
    // Every waiting expansion waits for another one: following them ends in a circle.
    let mut path: Vec<&str> = waiting.iter().copied().take(1).collect();
    while let Some(last) = path.last().copied() {
        let Some(next) = before[last].keys().copied().find(|other| waiting.contains(other)) else { break };
        if let Some(at) = path.iter().position(|id| *id == next) {
            path.drain(..at);
            path.push(next);
            break;
        }
        path.push(next);
    }
    let reasons = path.windows(2).map(|pair| {
        let (id, other) = (pair[0], pair[1]);
        match before[id].get(other) {
            Some(&"before") => format!("`{other}` says that it comes before `{id}`"),
            Some(why) => format!("`{id}` names `{other}` in `{why}`"),
            None => String::new(),
        }
    });
    let text = format!("expansions wait for each other: {}", path.join(" -> "));
    let mut error = Diagnostic::error("cycle", text)
        .hint("take one of these names out, or leave out one of the expansions");
    error.notes = reasons.collect();
    match path.first().and_then(|id| chosen.get(id)) {
        Some(manifest) => error.at(&manifest.source, manifest.id.span.clone()),
        None => error,
    }
}
