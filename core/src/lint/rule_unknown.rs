//! Numbers of statements that no rules have.

use bastide_content::diagnostic::{Report, Severity};

use super::Lint;
use super::subject::Subject;
use crate::testing::{placed_ids, rule_ids};

pub(super) const LINT: Lint = Lint {
    code: "rule-unknown",
    severity: Severity::Warning,
    finds: "a comment of a script, or the name of a test, with the number of a statement that `RULES.md` does \
            not have",
};

pub(super) fn check(subject: &Subject<'_>, report: &mut Report) {
    let Some(rules) = &subject.rules else { return };
    let statements = rule_ids(rules.text());
    let Some(prefix) = statements.first().map(|id| id.prefix().to_owned()) else { return };
    for script in subject.all() {
        let names = script.first_arguments("test").flatten();
        for word in script.comments.iter().chain(names) {
            let text = script.source.text().get(word.span.clone()).unwrap_or_default();
            for (id, span) in placed_ids(text) {
                if id.prefix() != prefix || statements.contains(&id) {
                    continue;
                }
                let span = word.span.start + span.start..word.span.start + span.end;
                let error = LINT.say(format!("RULES.md has no statement {id}"));
                report.push(
                    error.hint("write the statement there, or correct the number").at(&script.source, span),
                );
            }
        }
    }
}
