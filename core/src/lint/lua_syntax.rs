//! Files of Lua that are no Lua.

use bastide_content::diagnostic::{Report, Severity};

use super::Lint;
use super::subject::Subject;

pub(super) const LINT: Lint = Lint {
    code: "lua-syntax",
    severity: Severity::Error,
    finds: "a test that cannot be read; what `main.lua` requires is loaded, and says so itself",
};

pub(super) fn check(subject: &Subject<'_>, report: &mut Report) {
    let tests = format!("{}/tests/", subject.folder);
    for (source, (reason, span)) in
        subject.torn.iter().filter(|(source, _)| source.path().starts_with(&tests))
    {
        let text = format!("the file cannot be read here: {reason}");
        report.push(LINT.say(text).at(source, span.clone()));
    }
}
