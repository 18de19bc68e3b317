//! How many there are of each tile, where one tile set counts the tiles of another.

use crate::diagnostic::{Diagnostic, Report};
use crate::library::{FoundTileSet, Library};
use crate::names::{all_of, did_you_mean};
use crate::options::EDITIONS;
use crate::tileset::{CountedTile, OTHERS, Recount, TileSet};

/// Reports what a tile set counts and nobody has. A set that is there and only not in play is no mistake.
pub(crate) fn check_recounts(library: &Library, found: &FoundTileSet, set: &TileSet, report: &mut Report) {
    for recount in &set.recounts {
        let named = &recount.set;
        let Some(other) = library.tile_sets.iter().find(|other| other.id == named.name) else {
            let meant = did_you_mean(&named.name, library.tile_sets.iter().map(|other| other.id.as_str()));
            let text = format!("`counts`: there is no tile set `{}` here{meant}", named.name);
            let hint = "what is said about it counts where it is";
            let warning = Diagnostic::warning("unknown-tile-set", text).hint(hint);
            report.push(warning.at(&found.source, named.span.clone()));
            continue;
        };
        let names = || other.outline.tiles.iter().map(String::as_str);
        for (tile, _) in recount.tiles.iter().filter(|(tile, _)| !names().any(|name| name == tile.name)) {
            let meant = did_you_mean(&tile.name, names().chain([OTHERS]));
            let text = format!("`counts.{}`: the tile set has no tile `{}`{meant}", named.name, tile.name);
            let error =
                Diagnostic::error("unknown-tile", text).hint(format!("its tiles are {}", all_of(names())));
            report.push(error.at(&found.source, tile.span.clone()));
        }
    }
}

/// How many there are of each tile in a game: what another set in play says, or its own.
///
/// A tile that is named goes before `others`. Of two sets that say something else, the one that comes
/// later in the load order is believed, with a warning.
pub(super) fn counts(
    sets: &[TileSet],
    tile_set: &TileSet,
    report: &mut Report,
) -> Vec<[u32; EDITIONS.len()]> {
    let said: Vec<(&TileSet, &Recount)> = sets
        .iter()
        .flat_map(|set| set.recounts.iter().map(move |recount| (set, recount)))
        .filter(|(_, recount)| recount.set.name == tile_set.id)
        .collect();
    let count = |tile: &CountedTile| {
        let name = tile.def.id.rsplit('/').next().unwrap_or(&tile.def.id);
        let by_name = said.iter().any(|(_, recount)| recount.names(name));
        let mut believed: Option<(&TileSet, [u32; EDITIONS.len()])> = None;
        for (set, recount) in said.iter().filter(|(_, recount)| recount.names(name) == by_name) {
            let Some(counts) = recount.count(name) else { continue };
            if let Some((other, before)) = believed
                && before != counts
            {
                report.push(contradiction(&tile.def.id, other, set));
            }
            believed = Some((set, counts));
        }
        believed.map_or(tile.counts, |(_, counts)| counts)
    };
    tile_set.tiles.iter().map(count).collect()
}

fn contradiction(tile: &str, one: &TileSet, other: &TileSet) -> Diagnostic {
    let text = format!("`{}` and `{}` do not agree how many `{tile}` there are", one.id, other.id);
    let hint = format!("what `{}` says is believed, since it comes later", other.id);
    Diagnostic::warning("several-counts", text).hint(hint)
}
