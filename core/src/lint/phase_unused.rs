//! Phases in which nothing happens.

use bastide_content::diagnostic::{Report, Severity};

use super::Lint;
use super::subject::Subject;

pub(super) const LINT: Lint = Lint {
    code: "phase-unused",
    severity: Severity::Warning,
    finds: "a phase that deploys nothing, in which no action is offered and which no handler waits for",
};

pub(super) fn check(subject: &Subject<'_>, report: &mut Report) {
    let listens = subject.scripts.iter().chain(&subject.others).any(|script| script.sets("on_phase"));
    for (phase, span) in subject.manifest.phases.iter().filter(|(phase, _)| phase.deploys.is_empty()) {
        let short = phase.name.split_once('/').map_or(phase.name.as_str(), |(_, short)| short);
        if listens || subject.is_mentioned(short) || subject.is_mentioned(&phase.name) {
            continue;
        }
        let text = format!("nothing happens in the phase `{short}`");
        let hint = format!(
            "an action is offered in it with `phase = \"{short}\"`, `on_phase` is told when it begins, and \
             `deploys = […]` in expansion.toml lets followers be deployed"
        );
        report.push(LINT.say(text).hint(hint).at(&subject.manifest.source, span.clone()));
    }
}
