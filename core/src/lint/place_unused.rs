//! Places that nothing comes to.

use bastide_content::diagnostic::{Report, Severity};

use super::Lint;
use super::subject::Subject;

pub(super) const LINT: Lint = Lint {
    code: "place-unused",
    severity: Severity::Warning,
    finds: "a place that no script names, so that nothing ever comes there",
};

pub(super) fn check(subject: &Subject<'_>, report: &mut Report) {
    for place in &subject.manifest.places {
        let name = &place.name.name;
        let full = format!("{}/{name}", subject.manifest.id.name);
        if subject.is_mentioned(name) || subject.is_mentioned(&full) {
            continue;
        }
        let text = format!("no script names the place `{name}`, so nothing ever comes there");
        let place_of = match place.on_tile {
            true => format!("piece:move_to(tile.place.{name})"),
            false => format!("piece:move_to(game:place(\"{name}\"))"),
        };
        let hint = format!("a handler or an action moves a piece there: {place_of}");
        report.push(LINT.say(text).hint(hint).at(&subject.manifest.source, place.name.span.clone()));
    }
}
