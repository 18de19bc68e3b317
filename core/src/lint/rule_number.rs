//! Numbers of statements that are given twice or left out.

use std::collections::BTreeMap;
use std::ops::Range;

use bastide_content::diagnostic::{Report, Severity};

use super::Lint;
use super::subject::Subject;
use crate::testing::{RuleId, rule_lines};

pub(super) const LINT: Lint = Lint {
    code: "rule-number",
    severity: Severity::Warning,
    finds: "a number of a statement in `RULES.md` that stands there twice, or that is left out",
};

pub(super) fn check(subject: &Subject<'_>, report: &mut Report) {
    let Some(rules) = &subject.rules else { return };
    let lines = rule_lines(rules.text());
    let mut first: BTreeMap<&RuleId, &Range<usize>> = BTreeMap::new();
    for (id, span) in &lines {
        if let Some(before) = first.insert(id, span) {
            let line = rules.position(before.start).0;
            let error =
                LINT.say(format!("{id} is the number of two statements; the other stands in line {line}"));
            report.push(error.hint("each statement has a number of its own").at(rules, span.clone()));
        }
    }
    let Some(most) = first.keys().map(|id| id.number()).max() else { return };
    let missing: Vec<u32> =
        (1..most).filter(|number| !first.keys().any(|id| id.number() == *number)).collect();
    if let Some((id, span)) =
        lines.iter().find(|(id, _)| missing.first().is_some_and(|first| id.number() > *first))
    {
        let names: Vec<String> = missing.iter().map(|number| format!("{}{number}", id.prefix())).collect();
        let text = match names.as_slice() {
            [one] => format!("there is no statement {one}"),
            several => format!("there are no statements {}", super::subject::listed(several)),
        };
        let hint = "number the statements one after the other, so that one that is missing is seen";
        report.push(LINT.say(text).hint(hint).at(rules, span.clone()));
    }
}
