//! What is surely or probably not meant although it can be read: things that manifests and tile sets
//! say alone. What needs the scripts stands beside them, in the facade.
//!
//! Each lint is a file with its entry of the table and its check. A lint speaks only where there is
//! no doubt: whoever writes an expansion must be able to trust it.

mod attribute_unset;
mod completion_unpaid;
mod edge_unused;
mod feature_endless;
mod feature_unused;
mod piece_stands_nowhere;
mod piece_without_supply;
mod side_fits_nothing;
mod subject;
mod tile_fits_nowhere;
mod tile_set_unused;

use serde::Serialize;

use crate::diagnostic::{Diagnostic, Report, Severity};
use crate::files::Files;
use crate::library::Library;

pub use subject::{Subject, place};

/// Something to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Lint {
    /// Its name in messages and on the command line; it does not change between versions.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// What it finds, in a sentence.
    pub finds: &'static str,
}

impl Lint {
    /// A message of this lint.
    pub fn say(&self, message: impl Into<String>) -> Diagnostic {
        let mut diagnostic = Diagnostic::error(self.code, message);
        diagnostic.severity = self.severity;
        diagnostic
    }
}

/// A lint and the function that looks.
type Entry = (Lint, fn(&Subject<'_>, &mut Report));

/// All lints of this crate, by name.
const TABLE: &[Entry] = &[
    (attribute_unset::LINT, attribute_unset::check),
    (completion_unpaid::LINT, completion_unpaid::check),
    (edge_unused::LINT, edge_unused::check),
    (feature_endless::LINT, feature_endless::check),
    (feature_unused::LINT, feature_unused::check),
    (piece_stands_nowhere::LINT, piece_stands_nowhere::check),
    (piece_without_supply::LINT, piece_without_supply::check),
    (side_fits_nothing::LINT, side_fits_nothing::check),
    (tile_fits_nowhere::LINT, tile_fits_nowhere::check),
    (tile_set_unused::LINT, tile_set_unused::check),
];

/// All lints of this crate, by name.
pub fn lints() -> impl Iterator<Item = &'static Lint> {
    TABLE.iter().map(|(lint, _)| lint)
}

/// Looks through an expansion: the folder of one without mistakes, nothing where it has some.
pub fn expansion(files: &dyn Files, library: &Library, folder: &str) -> Report {
    Subject::expansion(files, library, folder).map(|subject| run(&subject)).unwrap_or_default()
}

/// Looks through a tile set that is checked by itself.
pub fn tile_set(files: &dyn Files, library: &Library, path: &str) -> Report {
    Subject::tile_set(files, library, path).map(|subject| run(&subject)).unwrap_or_default()
}

fn run(subject: &Subject<'_>) -> Report {
    let mut report = Report::new();
    TABLE.iter().for_each(|(_, check)| check(subject, &mut report));
    report.sort();
    report
}
