//! Priorities of handlers that are not there.

use bastide_content::diagnostic::{Report, Severity};
use bastide_content::names::{nearest, surely};

use super::Lint;
use super::subject::Subject;

pub(super) const LINT: Lint = Lint {
    code: "priority-unknown",
    severity: Severity::Warning,
    finds: "a name in `priority` of a handler that `main.lua` does not have",
};

pub(super) fn check(subject: &Subject<'_>, report: &mut Report) {
    let Some(main) = subject.main() else { return };
    let tables: Vec<_> = main.tables.iter().filter(|(name, _)| name == "priority").collect();
    let of_table = |span: &std::ops::Range<usize>| {
        tables.iter().any(|(_, keys)| keys.iter().any(|key| key.span == *span))
    };
    let handlers = main.keys.iter().filter(|key| !of_table(&key.span)).map(|key| key.text.as_str());
    let handlers: Vec<&str> =
        handlers.filter(|key| subject.words.fields.contains(*key) || key.starts_with("on_")).collect();
    for key in tables.iter().flat_map(|(_, keys)| keys).filter(|key| !handlers.contains(&key.text.as_str())) {
        let near = nearest(&key.text, handlers.iter().copied());
        let meant = near.map(|near| format!(", did you mean `{near}`?")).unwrap_or_default();
        let text = format!("`priority` has `{}`, and main.lua has no such handler{meant}", key.text);
        let error = LINT.say(text).at(&main.source, key.span.clone());
        report.push(error.meant(&key.text, surely(&key.text, handlers.iter().copied())));
    }
}
