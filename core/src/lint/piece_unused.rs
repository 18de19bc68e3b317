//! Pieces that nothing brings onto the board.

use bastide_content::diagnostic::{Report, Severity};
use bastide_engine::tile::PieceClass;

use super::Lint;
use super::subject::Subject;
use crate::lua::Script;

pub(super) const LINT: Lint = Lint {
    code: "piece-unused",
    severity: Severity::Warning,
    finds: "a special or neutral piece that no script names, so that it never leaves the supply",
};

/// Methods that find pieces of any kind.
const METHODS: [&str; 3] = ["pieces", "supply", "piece"];

pub(super) fn check(subject: &Subject<'_>, report: &mut Report) {
    let scripts = || subject.scripts.iter().chain(&subject.others);
    for piece in &subject.manifest.pieces {
        let class = match piece.class {
            PieceClass::Follower => continue,
            PieceClass::Special => "special",
            PieceClass::Neutral => "neutral",
        };
        let name = &piece.name.name;
        if subject.is_mentioned(name) || subject.is_mentioned(class) || scripts().any(takes_any) {
            continue;
        }
        let text = format!("no script names the piece `{name}`, so it never leaves the supply");
        let supply = if class == "special" { "player:supply" } else { "game:pieces" };
        let hint = format!(
            "a {class} piece comes onto the board by a script: `{supply}(\"{name}\")` finds it, `piece:move_to(…)` moves it"
        );
        report.push(LINT.say(text).hint(hint).at(&subject.manifest.source, piece.name.span.clone()));
    }
}

/// Whether a script looks for pieces without saying in so many words which.
fn takes_any(script: &Script) -> bool {
    let any = |arguments: &[Option<crate::lua::Word>]| arguments.first().is_none_or(Option::is_none);
    METHODS
        .iter()
        .any(|method| script.calls(method).any(|(member, arguments)| member.method && any(arguments)))
}
