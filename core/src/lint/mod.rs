//! What is surely or probably not meant in an expansion, and needs its scripts, its rules or its tests
//! to be seen. What manifests and tile sets say alone is looked at in [`bastide_content::lint`].
//!
//! Each lint is a file with its entry of the table and its check. It reads the scripts and runs
//! nothing. A lint speaks only where there is no doubt: whoever writes an expansion must be able to
//! trust it.

mod attribute_unknown;
mod attribute_unread;
mod block_unplaced;
mod event_unknown;
mod event_unraised;
mod file_unused;
mod lua_colon;
mod lua_syntax;
mod lua_types;
mod lua_unknown_field;
mod lua_unknown_name;
mod option_unknown;
mod option_unused;
mod phase_unused;
mod piece_unused;
mod place_unused;
mod priority_unknown;
mod rule_number;
mod rule_unknown;
mod rule_untested;
mod subject;
mod test_without_rule;

use bastide_content::diagnostic::{Diagnostic, Report};
use bastide_content::library::Library;
pub use bastide_content::lint::Lint;

use crate::shelf::Shelf;

pub use lua_types::{TOOL, is_available};
use subject::Subject;

/// A lint and the function that looks.
type Entry = (Lint, fn(&Subject<'_>, &mut Report));

/// The lints of this crate, by name.
const TABLE: &[Entry] = &[
    (attribute_unknown::LINT, attribute_unknown::check),
    (attribute_unread::LINT, attribute_unread::check),
    (block_unplaced::LINT, block_unplaced::check),
    (event_unknown::LINT, event_unknown::check),
    (event_unraised::LINT, event_unraised::check),
    (file_unused::LINT, file_unused::check),
    (lua_colon::LINT, lua_colon::check),
    (lua_syntax::LINT, lua_syntax::check),
    (lua_types::LINT, lua_types::check),
    (lua_unknown_field::LINT, lua_unknown_field::check),
    (lua_unknown_name::LINT, lua_unknown_name::check),
    (option_unknown::LINT, option_unknown::check),
    (option_unused::LINT, option_unused::check),
    (phase_unused::LINT, phase_unused::check),
    (piece_unused::LINT, piece_unused::check),
    (place_unused::LINT, place_unused::check),
    (priority_unknown::LINT, priority_unknown::check),
    (rule_number::LINT, rule_number::check),
    (rule_unknown::LINT, rule_unknown::check),
    (rule_untested::LINT, rule_untested::check),
    (test_without_rule::LINT, test_without_rule::check),
];

/// All lints, those of [`bastide_content::lint`] too, by name.
pub fn lints() -> Vec<&'static Lint> {
    let own = TABLE.iter().map(|(lint, _)| lint);
    let mut lints: Vec<&Lint> = own.chain(bastide_content::lint::lints()).collect();
    lints.sort_by_key(|lint| lint.code);
    lints
}

/// Looks through an expansion; nothing is said where its manifest or a tile set has mistakes.
///
/// `types` says whether [`TOOL`] is asked too.
pub fn expansion(shelf: &Shelf, library: &Library, folder: &str, types: bool) -> Report {
    let Some(subject) = Subject::new(shelf, library, folder) else { return Report::new() };
    let mut report = bastide_content::lint::expansion(shelf, library, folder);
    let (by_tool, own): (Vec<&Entry>, Vec<&Entry>) =
        TABLE.iter().partition(|(lint, _)| lint.code == lua_types::LINT.code);
    own.into_iter().for_each(|(_, check)| check(&subject, &mut report));
    if types {
        let mut found = Report::new();
        by_tool.into_iter().for_each(|(_, check)| check(&subject, &mut found));
        // What is said already is said better.
        let known = |other: &Diagnostic| report.diagnostics.iter().any(|said| overlap(said, other));
        let new: Vec<Diagnostic> = found.into_iter().filter(|other| !known(other)).collect();
        report.diagnostics.extend(new);
    }
    report.sort();
    report
}

/// Whether two messages are about the same stretch of a file.
fn overlap(one: &Diagnostic, other: &Diagnostic) -> bool {
    let (Some(a), Some(b)) = (&one.span, &other.span) else { return false };
    one.file == other.file && a.start < b.end.max(b.start + 1) && b.start < a.end.max(a.start + 1)
}
