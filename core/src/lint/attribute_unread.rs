//! Attributes that nothing reads.

use bastide_content::diagnostic::{Report, Severity};
use bastide_content::manifest::{Manifest, Named, StrengthDecl};
use bastide_engine::tile::AttributeScope;

use super::Lint;
use super::subject::Subject;

pub(super) const LINT: Lint = Lint {
    code: "attribute-unread",
    severity: Severity::Warning,
    finds: "an attribute that no script, no condition and no scoring reads, so that it changes nothing",
};

pub(super) fn check(subject: &Subject<'_>, report: &mut Report) {
    let manifest = subject.manifest;
    for declared in &manifest.attributes {
        let name = &declared.name.name;
        if subject.is_read(name)
            || is_in(manifest, name)
            || subject.library.manifests().any(|other| is_in(other, name))
        {
            continue;
        }
        let what = match declared.scope {
            AttributeScope::Tile => "tile",
            AttributeScope::Segment => "feature",
        };
        let text = format!("nothing reads the attribute `{name}`, so it changes nothing");
        let hint = format!("a handler reads it as `{what}.{name}`; leave it out where it is not needed");
        report.push(LINT.say(text).hint(hint).at(&manifest.source, declared.name.span.clone()));
    }
}

/// Whether a condition, a scoring or a strength of a manifest names an attribute.
fn is_in(manifest: &Manifest, name: &str) -> bool {
    let is = |named: &Named| named.name == name;
    let conditions = manifest.filters.iter().any(|filter| {
        let named = [&filter.follower_on, &filter.tile_with, &filter.feature_with, &filter.around_with];
        named.into_iter().flatten().any(is)
    });
    let scored =
        manifest.features.iter().any(|kind| kind.scoring.attributes.iter().any(|(named, _)| is(named)));
    let counted = |strength: &StrengthDecl| matches!(strength, StrengthDecl::Attribute(named) if is(named));
    conditions || scored || manifest.pieces.iter().any(|piece| counted(&piece.strength))
}
