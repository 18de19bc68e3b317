//! Kinds of features that no tile shows.

use super::{Lint, Subject};
use crate::diagnostic::{Report, Severity};

pub(super) const LINT: Lint = Lint {
    code: "feature-unused",
    severity: Severity::Warning,
    finds: "a kind of feature that the manifest declares and no tile shows",
};

pub(super) fn check(subject: &Subject<'_>, report: &mut Report) {
    let Some(manifest) = subject.manifest else { return };
    for declared in &manifest.features {
        let name = &declared.name.name;
        let Some(kind) = subject.lexicon.vocabulary.feature_kind(name) else { continue };
        if subject.segments(kind).next().is_some() {
            continue;
        }
        let example = match subject.lexicon.is_sided(kind) {
            true => format!("{name} = [\"N S\"]"),
            false => format!("{name} = true, or declare an edge that carries it if it leaves the tile"),
        };
        let hint = format!("a tile shows it with: {example}");
        let text = format!("no tile shows a `{name}`");
        report.push(LINT.say(text).hint(hint).at(&manifest.source, declared.name.span.clone()));
    }
}
