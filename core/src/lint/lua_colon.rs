//! Methods that are called with a dot.

use bastide_content::diagnostic::{Report, Severity};

use super::Lint;
use super::subject::Subject;

pub(super) const LINT: Lint = Lint {
    code: "lua-colon",
    severity: Severity::Error,
    finds: "a method of the game or of a test that is called with a dot instead of a colon",
};

pub(super) fn check(subject: &Subject<'_>, report: &mut Report) {
    let words = &subject.words;
    for script in subject.all() {
        let own =
            |name: &str| subject.all().any(|script| script.sets(name)) || subject.library_keys.contains(name);
        for member in script.members.iter().filter(|member| !member.method && member.arguments.is_some()) {
            let name = member.word.text.as_str();
            let plain = member.of.is_empty() || words.fields.contains(name) || words.library.contains(name);
            if plain || !words.methods.contains(name) || own(name) {
                continue;
            }
            let dot = member.word.span.start.saturating_sub(1);
            let text = format!("`{name}` is called with a dot, and needs a colon: `:{name}(…)`");
            let error = LINT.say(text).at(&script.source, member.word.span.clone());
            let near = script.source.text().get(dot..=dot) == Some(".");
            report.push(if near { error.fix(dot..dot + 1, ":") } else { error });
        }
    }
}
