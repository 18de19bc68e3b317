//! Everything that can be known of expansions and tile sets without playing them.

use bastide_content::diagnostic::{Diagnostic, Report, Severity};
use bastide_content::files::Files;
use bastide_content::library::{Library, MANIFEST};

use crate::lint;
use crate::scripts;
use crate::shelf::Shelf;

/// Checks what lies below some paths of a shelf: files, expansions with their scripts, or folders of
/// these. First what cannot be used; then, where all can be read, what is surely not meant.
///
/// `types` says whether [`lint::TOOL`] is asked too.
pub fn check(shelf: &Shelf, library: &Library, names: &[String], types: bool) -> Report {
    let mut report = Report::new();
    for name in names {
        report.extend(bastide_content::check::check(shelf, library, name));
    }
    report.extend(scripts::check(shelf, library, names));
    let mut found = Report::new();
    for folder in shelf.expansions_below(names) {
        found.extend(lint::expansion(shelf, library, &folder, types));
    }
    for path in loose_tile_sets(shelf, names) {
        found.extend(bastide_content::lint::tile_set(shelf, library, &path));
    }
    // A line that cannot be loaded is not worth a second opinion.
    let refused = |other: &Diagnostic| {
        report.diagnostics.iter().any(|said| {
            said.severity == Severity::Error
                && said.file == other.file
                && said.line.is_some()
                && said.line == other.line
        })
    };
    let new: Vec<Diagnostic> = found.into_iter().filter(|other| !refused(other)).collect();
    report.diagnostics.extend(new);
    report.sort();
    report
}

/// The tile sets below some paths that are checked by themselves and not with an expansion.
fn loose_tile_sets(shelf: &Shelf, names: &[String]) -> Vec<String> {
    let expansions = shelf.expansions_below(names);
    let mut found = Vec::new();
    for name in names {
        if name.ends_with(".toml") {
            found.extend((!name.ends_with(MANIFEST)).then(|| name.clone()));
            continue;
        }
        let of_expansion =
            |path: &str| expansions.iter().any(|folder| path.starts_with(&format!("{folder}/")));
        let is_set = |path: &String| {
            let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
            path.ends_with(".toml")
                && (folder == name || folder.ends_with("/tiles"))
                && !of_expansion(path)
                && shelf.read(path).is_ok_and(|text| text.contains("[tiles"))
        };
        found.extend(shelf.walk(name).into_iter().filter(is_set));
    }
    found
}
