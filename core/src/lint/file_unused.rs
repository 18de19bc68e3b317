//! Files that nothing requires.

use std::collections::BTreeSet;

use bastide_content::diagnostic::{Report, Severity};

use super::Lint;
use super::subject::Subject;
use crate::lua::Script;

pub(super) const LINT: Lint = Lint {
    code: "file-unused",
    severity: Severity::Warning,
    finds: "a Lua file that `main.lua` does not require, directly or by way of others, so that nothing runs it",
};

pub(super) fn check(subject: &Subject<'_>, report: &mut Report) {
    let Some(main) = subject.main().filter(|_| subject.is_scripted()) else { return };
    let mut reached: BTreeSet<&str> = BTreeSet::from([main.source.path()]);
    let mut queue = vec![main];
    while let Some(script) = queue.pop() {
        for name in script.first_arguments("require") {
            // A name that is put together may be any.
            let Some(name) = name else { return };
            match required(subject, &name.text) {
                Some(file) if reached.insert(file.source.path()) => queue.push(file),
                Some(_) => {}
                None if name.text.starts_with("bastide.") => {}
                // Loading says that this one is not there; it may be one of the others.
                None => return,
            }
        }
    }
    for script in subject.scripts.iter().filter(|script| !reached.contains(script.source.path())) {
        let path = script.source.path();
        let name = path.strip_prefix(subject.folder).unwrap_or(path).trim_start_matches('/');
        let module = name.trim_end_matches(".lua").replace('/', ".");
        let hint = match script.first_arguments("test").next() {
            Some(_) => format!("tests stand in the folder tests/: move it to tests/{name}"),
            None => format!("where it is needed, write: local {} = require(\"{module}\")", local(&module)),
        };
        let text = format!("nothing requires `{name}`, so it never runs");
        report.push(LINT.say(text).hint(hint).in_file(path));
    }
}

fn required<'a>(subject: &'a Subject<'_>, name: &str) -> Option<&'a Script> {
    let name = name.trim_start_matches("./").trim_end_matches(".lua").replace('.', "/");
    let path = format!("{}/{name}.lua", subject.folder);
    subject.scripts.iter().find(|script| script.source.path() == path)
}

/// A name for what a file returns.
fn local(module: &str) -> &str {
    module.rsplit('.').next().unwrap_or(module)
}
