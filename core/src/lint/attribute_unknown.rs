//! Questions for attributes and kinds of features that nobody declares.

use bastide_content::diagnostic::{Report, Severity};
use bastide_content::names::{nearest, surely};

use super::Lint;
use super::subject::Subject;

pub(super) const LINT: Lint = Lint {
    code: "attribute-unknown",
    severity: Severity::Error,
    finds: "a script that asks for an attribute or a kind of feature that nobody declares",
};

/// Methods that take an attribute or a kind of feature, and as which argument.
const METHODS: [(&str, usize); 10] = [
    ("has", 0),
    ("sum", 0),
    ("tiles", 0),
    ("tile", 0),
    ("place_on", 1),
    ("around", 0),
    ("vicinity", 0),
    ("neighbours", 0),
    ("stack", 0),
    ("features", 0),
];

pub(super) fn check(subject: &Subject<'_>, report: &mut Report) {
    if !subject.knows_all() {
        return;
    }
    let known: Vec<&str> = subject.attributes().into_iter().chain(subject.features()).collect();
    for script in &subject.scripts {
        let own = |(method, _): &&(&str, usize)| !subject.scripts.iter().any(|script| script.sets(method));
        for (method, argument) in METHODS.iter().filter(own) {
            let calls = script.calls(method).filter(|(member, _)| member.method);
            for word in calls.filter_map(|(_, arguments)| arguments.get(*argument).and_then(Option::as_ref)) {
                // It can be the name of a tile, too.
                if known.contains(&word.text.as_str()) || word.text.contains('/') {
                    continue;
                }
                let near = nearest(&word.text, known.iter().copied());
                let meant = near.map(|near| format!(", did you mean `{near}`?")).unwrap_or_default();
                let text = format!("there is no attribute and no kind of feature `{}`{meant}", word.text);
                let hint = "expansion.toml declares them, below [attributes.tile], [attributes.segment] and [features]";
                let error = LINT.say(text).hint(hint).at(&script.source, word.span.clone());
                report.push(error.meant(&word.text, surely(&word.text, known.iter().copied())));
            }
        }
    }
}
