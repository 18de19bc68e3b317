//! Sides of tiles across which nothing can lie.

use bastide_engine::geometry::Side;
use bastide_engine::tile::{Completion, TileDef};

use super::subject::{place, side_word};
use super::{Lint, Subject};
use crate::diagnostic::{Report, Severity};

pub(super) const LINT: Lint = Lint {
    code: "side-fits-nothing",
    severity: Severity::Warning,
    finds: "a side of a tile across which nothing can ever lie, so that a feature that leaves there can never \
            be completed",
};

pub(super) fn check(subject: &Subject<'_>, report: &mut Report) {
    for (source, tile) in subject.own_tiles() {
        let lonely: Vec<Side> = Side::ALL.into_iter().filter(|side| !subject.fits(tile, *side)).collect();
        // Of a tile without any neighbour it is said elsewhere.
        if lonely.len() == 4 && !subject.is_laid(&tile.def) {
            continue;
        }
        let covered = |side: &Side| subject.is_laid(&tile.def) && !is_open(subject, &tile.def, *side);
        for side in lonely.iter().filter(|side| !covered(side)) {
            let edge = tile.def.edges[*side as usize];
            let name = subject.edge_name(edge);
            let kind = subject.lexicon.vocabulary.edge_kinds.get(edge.index()).and_then(|edge| edge.carries);
            let kind = kind.map(|kind| &subject.lexicon.vocabulary.feature_kinds[kind.index()]);
            let unfinished = match kind {
                Some(kind) if kind.completion == Completion::Closed => {
                    format!(", so that the {} there can never be completed", kind.name)
                }
                _ => String::new(),
            };
            let text = format!(
                "tile `{}`: no other tile fits its {} side ({name}){unfinished}",
                tile.def.id,
                side_word(*side)
            );
            let hint =
                format!("another tile with a {name} on a side, or one more of this tile, would fit there");
            let tile_name = tile.def.id.split_once('/').map_or("", |(_, name)| name);
            let span = place(source, &["tiles", tile_name, kind.map_or("edges", |kind| &kind.name)]);
            report.push(LINT.say(text).hint(hint).at(source, span));
        }
    }
}

/// Whether a side of a tile that is laid in a block has no tile of the block across it.
fn is_open(subject: &Subject<'_>, tile: &TileDef, side: Side) -> bool {
    let mut blocks = subject.own.iter().flat_map(|(_, set)| &set.blocks);
    !blocks.any(|block| {
        let cells = block.cells.iter().filter(|(_, id)| *id == tile.id);
        cells.into_iter().any(|(pos, _)| block.cells.iter().any(|(other, _)| *other == pos.step(side)))
    })
}
