//! Tests that prove no statement.

use bastide_content::diagnostic::{Report, Severity};

use super::Lint;
use super::subject::Subject;
use crate::testing::{placed_ids, rule_lines};

pub(super) const LINT: Lint = Lint {
    code: "test-without-rule",
    severity: Severity::Note,
    finds: "a test whose name has no number of a statement, where `RULES.md` has numbered ones",
};

pub(super) fn check(subject: &Subject<'_>, report: &mut Report) {
    let Some(rules) = &subject.rules else { return };
    let Some((first, _)) = rule_lines(rules.text()).into_iter().next() else { return };
    for test in &subject.tests {
        for name in test.first_arguments("test").flatten().filter(|name| placed_ids(&name.text).is_empty()) {
            let text = "the name of this test says no statement that it proves";
            let hint = format!("begin it with a number of RULES.md: \"{first}: …\"");
            report.push(LINT.say(text).hint(hint).at(&test.source, name.span.clone()));
        }
    }
}
