//! Followers that can stand on nothing.

use bastide_engine::tile::PieceClass;

use super::{Lint, Subject};
use crate::diagnostic::{Report, Severity};

pub(super) const LINT: Lint = Lint {
    code: "piece-stands-nowhere",
    severity: Severity::Warning,
    finds: "a kind of follower that can be deployed on no feature of any tile",
};

pub(super) fn check(subject: &Subject<'_>, report: &mut Report) {
    let Some(manifest) = subject.manifest else { return };
    let vocabulary = &subject.lexicon.vocabulary;
    for declared in manifest.pieces.iter().filter(|piece| piece.class == PieceClass::Follower) {
        let name = &declared.name.name;
        let Some(piece) = vocabulary.piece_kind(name) else { continue };
        let kinds = &vocabulary.piece_kinds[piece.index()].stands_on;
        if kinds.iter().any(|kind| subject.segments(*kind).next().is_some()) {
            continue;
        }
        let text = match kinds.first() {
            None => format!("a `{name}` can stand on nothing"),
            Some(kind) => {
                let kind = subject.lexicon.kind_name(*kind);
                format!("a `{name}` can only stand where no tile has anything, such as on a `{kind}`")
            }
        };
        let hint = "say on which kinds of features it may stand: stands_on = [\"road\", \"city\"]";
        report.push(LINT.say(text).hint(hint).at(&manifest.source, declared.name.span.clone()));
    }
}
