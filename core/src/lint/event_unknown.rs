//! Events that are raised and not declared.

use bastide_content::diagnostic::{Report, Severity};
use bastide_content::names::{nearest, surely};

use super::Lint;
use super::subject::Subject;

pub(super) const LINT: Lint = Lint {
    code: "event-unknown",
    severity: Severity::Error,
    finds: "an event that a script raises and `main.lua` does not declare in `events`",
};

pub(super) fn check(subject: &Subject<'_>, report: &mut Report) {
    let Some(main) = subject.main().filter(|_| subject.is_scripted()) else { return };
    let tables: Vec<_> = main.tables.iter().filter(|(name, _)| name == "events").collect();
    // Declared in another way than as a table of names.
    if tables.is_empty() && subject.scripts.iter().any(|script| script.sets("events")) {
        return;
    }
    let declared: Vec<&str> =
        tables.iter().flat_map(|(_, keys)| keys).map(|word| word.text.as_str()).collect();
    for script in &subject.scripts {
        for word in script.first_arguments("raise").flatten() {
            if declared.contains(&word.text.as_str()) {
                continue;
            }
            let near = nearest(&word.text, declared.iter().copied());
            let meant = near.map(|near| format!(", did you mean `{near}`?")).unwrap_or_default();
            let text = format!("the event `{}` is not declared{meant}", word.text);
            let hint = format!("declare it in main.lua: events = {{ {} = \"what it means\" }}", word.text);
            let error = LINT.say(text).hint(hint).at(&script.source, word.span.clone());
            report.push(error.meant(&word.text, surely(&word.text, declared.iter().copied())));
        }
    }
}
