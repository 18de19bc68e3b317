//! Names that nothing has.

use bastide_content::diagnostic::{Report, Severity};
use bastide_content::names::{nearest, surely};

use super::Lint;
use super::subject::Subject;

pub(super) const LINT: Lint = Lint {
    code: "lua-unknown-name",
    severity: Severity::Error,
    finds: "a name in a script that is declared nowhere",
};

pub(super) fn check(subject: &Subject<'_>, report: &mut Report) {
    let globals = &subject.words.globals;
    for script in subject.all() {
        let known = || script.declared.iter().chain(globals).map(String::as_str);
        for word in script.names.iter().filter(|word| !known().any(|name| name == word.text)) {
            if subject.words.hidden.contains(&word.text) {
                let text = format!("`{}` is not available to scripts", word.text);
                let hint = "a script sees the game alone, so that every game can be played again";
                report.push(LINT.say(text).hint(hint).at(&script.source, word.span.clone()));
                continue;
            }
            let near = nearest(&word.text, known());
            let meant = near.map(|near| format!(", did you mean `{near}`?")).unwrap_or_default();
            let text = format!("nothing is called `{}` here{meant}", word.text);
            let hint = format!("a name is declared before it is used: local {} = …", word.text);
            let error = LINT.say(text).hint(hint).at(&script.source, word.span.clone());
            report.push(error.meant(&word.text, surely(&word.text, known())));
        }
    }
}
