//! What a hook is: when it is called, what it gets, who uses it.

use bastide_content::files::Files;
use bastide_engine::event::EVENTS;
use bastide_engine::host::QUERIES;
use bastide_script::reference::moments::{Moment, moment_of};
use serde::Serialize;

use super::{Entry, entries};
use crate::shelf::Shelf;

/// What a hook is.
#[derive(Clone, Debug, Serialize)]
pub struct Explanation {
    /// The hook, its fields and an example.
    #[serde(flatten)]
    pub entry: Entry,
    /// The phase of the turn, or what else it belongs to.
    pub phase: &'static str,
    /// By what it is called, and after and before what.
    pub when: &'static str,
    /// What a handler may return.
    pub may_return: &'static str,
    /// Hooks that somebody may mean instead, or need too.
    pub related: &'static [&'static str],
    /// Where bundled expansions use it.
    pub used_in: Vec<Use>,
}

/// A place where an expansion uses a hook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Use {
    /// The id of the expansion.
    pub expansion: String,
    /// The file, in Bastide's own folder.
    pub file: String,
    /// The line.
    pub line: usize,
    /// What stands there.
    pub text: String,
}

/// All hooks that can be explained.
pub fn hooks() -> impl Iterator<Item = &'static str> {
    EVENTS.iter().map(|event| event.hook).chain(QUERIES.iter().map(|query| query.hook))
}

/// Explains a hook; `None` where there is no such hook.
pub fn explain(hook: &str) -> Option<Explanation> {
    let Moment { phase, when, related, .. } = *moment_of(hook)?;
    let name = if hook == "on_custom" { "on_<name>" } else { hook };
    let entry = entries().into_iter().find(|entry| entry.name == name)?;
    let may_return = if hook.starts_with("allow_") {
        "`false` to forbid it, and perhaps why: `return false, \"the bridge is closed\"`. Anything else, or nothing, leaves it to the others."
    } else if hook.starts_with("adjust_") {
        "labelled numbers to add, `{ inn = 4 }`, or one number; nothing adds nothing."
    } else {
        "nothing. It may change the game, raise events and ask players."
    };
    Some(Explanation { entry, phase, when, may_return, related, used_in: uses(hook) })
}

/// Where the scripts of bundled expansions have a handler of a hook.
fn uses(hook: &str) -> Vec<Use> {
    let shelf = Shelf::bundled();
    let mut found = Vec::new();
    for expansion in shelf.list("expansions").iter().filter_map(|name| name.strip_suffix('/')) {
        for file in shelf.walk(&format!("expansions/{expansion}")) {
            let Ok(text) = shelf.read(&file) else { continue };
            if !file.ends_with(".lua") || file.contains("/tests/") {
                continue;
            }
            let lines = text.lines().enumerate().filter(|(_, line)| declares(line, hook));
            found.extend(lines.map(|(at, line)| Use {
                expansion: expansion.to_owned(),
                file: file.clone(),
                line: at + 1,
                text: line.trim().to_owned(),
            }));
        }
    }
    found
}

/// Whether a line gives a hook a handler: `function fan.on_phase(`, `fan.on_phase = `.
fn declares(line: &str, hook: &str) -> bool {
    let Some(at) = line.find(&format!(".{hook}")) else { return false };
    let rest = line[at + 1 + hook.len()..].trim_start();
    let assigned = rest.starts_with('=') && !rest.starts_with("==");
    !line.trim_start().starts_with("--")
        && (assigned || rest.starts_with('(') && line.starts_with("function"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hook_can_be_explained() {
        for hook in hooks() {
            assert!(explain(hook).is_some(), "{hook}");
        }
        assert!(explain("on_nothing").is_none());
    }

    #[test]
    fn a_handler_is_told_from_what_only_mentions_it() {
        assert!(declares("function fan.on_phase(game, event)", "on_phase"));
        assert!(declares("fan.on_phase = sweep", "on_phase"));
        assert!(!declares("function fan.on_phases(game)", "on_phase"));
        assert!(!declares("-- fan.on_phase = sweep", "on_phase"));
        assert!(!declares("  fan.on_phase(game, event)", "on_phase"));
    }

    #[test]
    fn bundled_expansions_are_the_examples() {
        let found = explain("on_feature_completed").map(|found| found.used_in).unwrap_or_default();
        assert!(!found.is_empty());
        assert!(found.iter().all(|place| place.file.starts_with("expansions/") && place.line > 0));
    }
}
