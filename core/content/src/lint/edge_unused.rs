//! Kinds of edges that no tile has.

use super::{Lint, Subject};
use crate::diagnostic::{Report, Severity};

pub(super) const LINT: Lint = Lint {
    code: "edge-unused",
    severity: Severity::Warning,
    finds: "a kind of edge that the manifest declares and no tile has",
};

pub(super) fn check(subject: &Subject<'_>, report: &mut Report) {
    let Some(manifest) = subject.manifest else { return };
    let vocabulary = &subject.lexicon.vocabulary;
    for declared in &manifest.edges {
        let name = &declared.name.name;
        let Some(edge) = vocabulary.edge_kind(name) else { continue };
        let carried = vocabulary.edge_kinds[edge.index()].carries;
        // Where no tile shows the feature, that is what is said.
        let shown = carried.is_none_or(|kind| subject.segments(kind).next().is_some());
        if !shown || subject.tiles().any(|tile| tile.def.edges.contains(&edge)) {
            continue;
        }
        let text = format!("no tile has a side of the kind `{name}`");
        let hint = format!("a tile has one with: edges = {{ N = \"{name}\" }}");
        report.push(LINT.say(text).hint(hint).at(&manifest.source, declared.name.span.clone()));
    }
}
