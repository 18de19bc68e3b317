//! Events that never happen.

use bastide_content::diagnostic::{Report, Severity};

use super::Lint;
use super::subject::Subject;

pub(super) const LINT: Lint = Lint {
    code: "event-unraised",
    severity: Severity::Warning,
    finds: "an event that `main.lua` declares in `events` and no script raises",
};

pub(super) fn check(subject: &Subject<'_>, report: &mut Report) {
    let Some(main) = subject.main().filter(|_| subject.is_scripted()) else { return };
    // A name that is put together may be any.
    if subject.scripts.iter().any(|script| script.first_arguments("raise").any(|name| name.is_none())) {
        return;
    }
    let events = main.tables.iter().filter(|(name, _)| name == "events").flat_map(|(_, keys)| keys);
    for event in events.filter(|event| !subject.is_read(&event.text)) {
        let text = format!("no script raises the event `{}`", event.text);
        let hint = format!("it happens with: game:raise(\"{}\")", event.text);
        report.push(LINT.say(text).hint(hint).at(&main.source, event.span.clone()));
    }
}
