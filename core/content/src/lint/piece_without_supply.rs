//! Pieces of which there are none.

use super::{Lint, Subject};
use crate::diagnostic::{Report, Severity};
use crate::manifest::{Manifest, PieceDecl, SupplyDecl};
use crate::options::OptionType;

pub(super) const LINT: Lint = Lint {
    code: "piece-without-supply",
    severity: Severity::Warning,
    finds: "a kind of piece of which there is none in any game",
};

pub(super) fn check(subject: &Subject<'_>, report: &mut Report) {
    let Some(manifest) = subject.manifest else { return };
    for piece in manifest.pieces.iter().filter(|piece| is_empty(manifest, piece)) {
        let text = format!("there is no `{}` in any game", piece.name.name);
        let hint = match &piece.supply {
            SupplyDecl::Fixed(_) => {
                "say how many each player has, or how many there are: supply = 1".to_owned()
            }
            SupplyDecl::Option(option) => {
                format!("the option `{}` that says how many there are is never more than 0", option.name)
            }
        };
        report.push(LINT.say(text).hint(hint).at(&manifest.source, piece.name.span.clone()));
    }
}

fn is_empty(manifest: &Manifest, piece: &PieceDecl) -> bool {
    match &piece.supply {
        SupplyDecl::Fixed(supply) => *supply == 0,
        SupplyDecl::Option(name) => manifest
            .options
            .iter()
            .any(|option| option.name == name.name && matches!(option.ty, OptionType::Number { max: 0, .. })),
    }
}
