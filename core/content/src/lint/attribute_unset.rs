//! Attributes that no tile has.

use bastide_engine::tile::AttributeScope;

use super::{Lint, Subject};
use crate::diagnostic::{Report, Severity};
use crate::document;

pub(super) const LINT: Lint = Lint {
    code: "attribute-unset",
    severity: Severity::Warning,
    finds: "an attribute that the manifest declares and no tile has",
};

pub(super) fn check(subject: &Subject<'_>, report: &mut Report) {
    let Some(manifest) = subject.manifest else { return };
    for declared in &manifest.attributes {
        let name = &declared.name.name;
        let Some(id) = subject.lexicon.vocabulary.attribute(name) else { continue };
        let written = subject.tiles().any(|tile| {
            let on_tile = tile.def.attributes.get(id).is_some();
            on_tile || tile.def.segments.iter().any(|segment| segment.attributes.get(id).is_some())
        });
        // What only tiles of its tests have is meant for tiles of others.
        if written || subject.of_tests.iter().any(|source| document::holds(source, "tiles", name)) {
            continue;
        }
        let (what, example) = match declared.scope {
            AttributeScope::Tile => {
                ("tile", format!("write it below a tile in a file of tiles/: {name} = …"))
            }
            AttributeScope::Segment => {
                let kind = declared.on.first().map_or("road", |kind| kind.name.as_str());
                let example = format!("{kind} = [{{ sides = \"N\", {name} = … }}]");
                ("feature", format!("write it at a feature of a tile in a file of tiles/: {example}"))
            }
        };
        let text = format!("no {what} has the attribute `{name}`");
        report.push(LINT.say(text).hint(example).at(&manifest.source, declared.name.span.clone()));
    }
}
