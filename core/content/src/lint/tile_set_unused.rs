//! Tile sets that the manifest does not name.

use super::{Lint, Subject};
use crate::diagnostic::{Report, Severity};
use crate::files::stem;

pub(super) const LINT: Lint = Lint {
    code: "tile-set-unused",
    severity: Severity::Warning,
    finds: "a tile set in the folder of an expansion whose manifest does not name it, so that its tiles are \
            in no game",
};

pub(super) fn check(subject: &Subject<'_>, report: &mut Report) {
    let Some(manifest) = subject.manifest else { return };
    for file in subject.files.iter().filter(|file| file.ends_with(".toml")) {
        let id = stem(file);
        if manifest.tiles.iter().any(|named| named.name == id) {
            continue;
        }
        let text = format!("the tiles of `{id}` are in no game: expansion.toml does not name the tile set");
        let names = manifest.tiles.iter().map(|named| named.name.as_str()).chain([id]);
        let names: Vec<String> = names.map(|name| format!("\"{name}\"")).collect();
        let hint = format!("write in expansion.toml: tiles = [{}]", names.join(", "));
        report.push(LINT.say(text).hint(hint).in_file(format!("{}/tiles/{file}", subject.folder)));
    }
}
