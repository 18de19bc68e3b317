//! Blocks that nobody places.

use bastide_content::diagnostic::{Report, Severity};
use bastide_content::lint::place;

use super::Lint;
use super::subject::Subject;
use crate::lua::Script;

pub(super) const LINT: Lint = Lint {
    code: "block-unplaced",
    severity: Severity::Warning,
    finds: "a block of tiles that neither lies on the board at the beginning nor is placed by a script",
};

pub(super) fn check(subject: &Subject<'_>, report: &mut Report) {
    if !subject.torn.is_empty() {
        return;
    }
    let scripts = || subject.scripts.iter().chain(&subject.others);
    for (source, set) in &subject.content.own {
        for block in &set.blocks {
            let name = block.id.split_once('/').map_or(block.id.as_str(), |(_, name)| name);
            let begins = |id: &String| set.start.iter().any(|start| start.tile == *id);
            let laid = block.cells.iter().all(|(_, tile)| begins(tile));
            // A name that is put together may be any.
            let named = |script: &Script| {
                script.texts.iter().any(|text| text.text.contains(name)) || places_any(script)
            };
            if laid || scripts().any(named) {
                continue;
            }
            let text = format!("nothing places the block `{}`", block.id);
            let hint = format!(
                "let it lie on the board at the beginning, [start] with block = \"{name}\", or place it in a \
                 script: game:place_block(\"{}\", placement)",
                block.id
            );
            report.push(LINT.say(text).hint(hint).at(source, place(source, &["blocks", name])));
        }
    }
}

fn places_any(script: &Script) -> bool {
    script.first_arguments("place_block").any(|name| name.is_none())
}
