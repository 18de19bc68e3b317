//! Features that go on forever.

use bastide_engine::geometry::{PortSet, Side};
use bastide_engine::tile::{Completion, SegmentDef};

use super::{Lint, Subject};
use crate::diagnostic::{Report, Severity};

pub(super) const LINT: Lint = Lint {
    code: "feature-endless",
    severity: Severity::Warning,
    finds: "a kind of feature that is complete when it is closed, while every tile that it enters it also \
            leaves on the opposite side",
};

pub(super) fn check(subject: &Subject<'_>, report: &mut Report) {
    let Some(manifest) = subject.manifest else { return };
    for declared in manifest.features.iter().filter(|kind| kind.completion == Completion::Closed) {
        let name = &declared.name.name;
        let Some(kind) = subject.lexicon.vocabulary.feature_kind(name) else { continue };
        let mut segments = subject.segments(kind).peekable();
        // A rule can close it all the same, on tiles that are laid so that it comes around; none of
        // straight ones does.
        if segments.peek().is_none() || !segments.all(goes_straight_on) {
            continue;
        }
        let text =
            format!("a `{name}` can never be completed: on every tile it goes on across the opposite side");
        let hint = format!(
            "a tile on which it ends, {name} = [\"N\"], or turns, {name} = [\"N E\"], lets it be closed"
        );
        report.push(LINT.say(text).hint(hint).at(&manifest.source, declared.name.span.clone()));
    }
}

fn goes_straight_on(segment: &SegmentDef) -> bool {
    let leaves = |side: Side| !segment.ports.intersection(PortSet::side(side)).is_empty();
    !segment.ports.is_empty() && Side::ALL.into_iter().all(|side| !leaves(side) || leaves(side.opposite()))
}
