//! Points for completion where nothing is ever complete.

use bastide_engine::tile::{Completion, Rate};

use super::{Lint, Subject};
use crate::diagnostic::{Report, Severity};

pub(super) const LINT: Lint = Lint {
    code: "completion-unpaid",
    severity: Severity::Warning,
    finds: "points for a complete feature of a kind that is never complete",
};

pub(super) fn check(subject: &Subject<'_>, report: &mut Report) {
    let Some(manifest) = subject.manifest else { return };
    for declared in manifest.features.iter().filter(|kind| kind.completion == Completion::Never) {
        let scoring = &declared.scoring;
        let rates = [scoring.base, scoring.tile, scoring.neighbour, scoring.empty_neighbour];
        let rates = rates.into_iter().chain(scoring.attributes.iter().map(|(_, rate)| *rate));
        let in_vain = |rate: Rate| rate.complete != 0 && rate.complete != rate.incomplete;
        if !rates.into_iter().any(in_vain) {
            continue;
        }
        let name = &declared.name.name;
        let text = format!("a `{name}` is never complete, and `scoring` has points for a complete one");
        let hint = "write `completion = \"closed\"` or \"surrounded\", or give only `incomplete` points";
        report.push(LINT.say(text).hint(hint).at(&manifest.source, declared.name.span.clone()));
    }
}
