//! Options that nobody declares.

use bastide_content::diagnostic::{Report, Severity};
use bastide_content::names::{nearest, surely};

use super::Lint;
use super::subject::Subject;
use crate::lua::{Script, Word};

pub(super) const LINT: Lint = Lint {
    code: "option-unknown",
    severity: Severity::Error,
    finds: "a script that reads an option which is not declared",
};

pub(super) fn check(subject: &Subject<'_>, report: &mut Report) {
    let id = &subject.manifest.id.name;
    let own: Vec<&str> = subject.manifest.options.iter().map(|option| option.name.as_str()).collect();
    for script in &subject.scripts {
        for word in read(script).filter(|word| !own.contains(&word.text.as_str())) {
            let near = nearest(&word.text, own.iter().copied());
            let meant = near.map(|near| format!(", did you mean `{near}`?")).unwrap_or_default();
            let text = format!("the expansion has no option `{}`{meant}", word.text);
            let error = LINT.say(text).hint(format!("declare it in expansion.toml: [options.{}]", word.text));
            let error = error.at(&script.source, word.span.clone());
            report.push(error.meant(&word.text, surely(&word.text, own.iter().copied())));
        }
    }
    for script in subject.all() {
        for word in script.first_arguments("option").flatten() {
            let Some((of, name)) = word.text.split_once('.') else { continue };
            let Some(options) = subject.library.options(of) else { continue };
            if options.iter().any(|option| option.name == name) {
                continue;
            }
            let near = nearest(name, options.iter().map(|option| option.name.as_str()));
            let meant = near.map(|near| format!(", did you mean `{of}.{near}`?")).unwrap_or_default();
            let who = if of == *id { "the expansion".to_owned() } else { format!("`{of}`") };
            let error = LINT.say(format!("{who} has no option `{name}`{meant}"));
            report.push(error.at(&script.source, word.span.clone()));
        }
    }
}

/// The options that a file reads as `game.options.x`, or by a name for `game.options`.
fn read(script: &Script) -> impl Iterator<Item = &Word> {
    let is_options =
        |path: &[String]| matches!(path, [game, options] if game == "game" && options == "options");
    let aliases: Vec<&String> =
        script.aliases.iter().filter(|(_, path)| is_options(path)).map(|(name, _)| name).collect();
    // A name that stands for something else in another function says nothing.
    let plain = |name: &String| script.aliases.iter().filter(|(other, _)| other == name).count() == 1;
    let reads = script.members.iter().filter(move |member| match member.of.as_slice() {
        [one] => aliases.iter().any(|alias| *alias == one && plain(one)),
        path => is_options(path),
    });
    reads.map(|member| &member.word)
}
