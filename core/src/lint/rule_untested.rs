//! Statements without a test.

use std::collections::BTreeSet;

use bastide_content::diagnostic::{Report, Severity};

use super::Lint;
use super::subject::{Subject, listed};
use crate::testing::{RuleId, placed_ids, rule_lines};

pub(super) const LINT: Lint = Lint {
    code: "rule-untested",
    severity: Severity::Note,
    finds: "numbered statements of `RULES.md` that no test names",
};

/// More numbers than these are only counted.
const MOST: usize = 8;

pub(super) fn check(subject: &Subject<'_>, report: &mut Report) {
    let Some(rules) = &subject.rules else { return };
    let lines = rule_lines(rules.text());
    // A name can be put together of several texts, or stand in a table.
    let names = subject.tests.iter().flat_map(|test| &test.texts);
    let tested: BTreeSet<RuleId> = names.flat_map(|name| placed_ids(&name.text)).map(|(id, _)| id).collect();
    let missing: Vec<&(RuleId, _)> = lines.iter().filter(|(id, _)| !tested.contains(id)).collect();
    let Some((_, span)) = missing.first() else { return };
    let mut names: Vec<String> = missing.iter().take(MOST).map(|(id, _)| id.to_string()).collect();
    if missing.len() > MOST {
        names.push(format!("{} more", missing.len() - MOST));
    }
    let text = format!(
        "{} of {} statements {} named by no test: {}",
        missing.len(),
        lines.len(),
        if missing.len() == 1 { "is" } else { "are" },
        listed(&names)
    );
    let hint = "a test proves the statements with whose numbers its name begins: test(\"MI1: …\", function(t) … end)";
    let hint = hint.replace("MI1", &missing.first().map(|(id, _)| id.to_string()).unwrap_or_default());
    report.push(LINT.say(text).hint(hint).at(rules, span.clone()));
}
