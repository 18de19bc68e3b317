//! Tiles that nothing can lie beside.

use bastide_engine::geometry::Side;

use super::subject::place_of;
use super::{Lint, Subject};
use crate::diagnostic::{Report, Severity};

pub(super) const LINT: Lint = Lint {
    code: "tile-fits-nowhere",
    severity: Severity::Error,
    finds: "a tile that can never be placed: no tile of the base game, of this expansion or of one that it \
            names has an edge that matches any of its sides",
};

pub(super) fn check(subject: &Subject<'_>, report: &mut Report) {
    for (source, tile) in subject.own_tiles().filter(|(_, tile)| !subject.is_laid(&tile.def)) {
        if Side::ALL.iter().any(|side| subject.fits(tile, *side)) {
            continue;
        }
        let mut names: Vec<&str> = tile.def.edges.iter().map(|edge| subject.edge_name(*edge)).collect();
        names.sort_unstable();
        names.dedup();
        let text =
            format!("tile `{}` can never be placed: no other tile has an edge like its own", tile.def.id);
        let hint = format!(
            "its edges are {}; give another tile such an edge, or raise its `count`",
            crate::names::all_of(names)
        );
        report.push(LINT.say(text).hint(hint).at(source, place_of(source, &tile.def)));
    }
}
