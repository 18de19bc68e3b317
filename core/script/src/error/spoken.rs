//! What the host says when a script calls it wrongly: the kind of mistake, the words on the line that
//! it is about, and the advice behind it.

use super::finding::{Finding, Scope};
use super::why;
use crate::api::CLASSES;

/// Words of the host's messages, and the kind of mistake that they tell.
const KINDS: [(&str, &str); 28] = [
    ("call it with a colon", "colon"),
    ("only look", "only-looks"),
    ("cannot be set", "read-only"),
    ("cannot be changed", "read-only"),
    ("can be stored", "storage"),
    ("cannot be stored", "storage"),
    ("can be kept", "storage"),
    ("nested too deeply", "storage"),
    ("its order would be another one", "storage"),
    ("is not in the game", "stale"),
    ("is not available", "not-available"),
    ("is not defined", "global"),
    ("without `local`", "global"),
    ("belongs to no table", "global"),
    ("needs a value behind", "wrong-argument"),
    ("has no file", "missing-file"),
    ("the library has no", "missing-file"),
    ("leaves the folder", "missing-file"),
    ("requires itself", "missing-file"),
    ("returns nothing; end it", "no-table"),
    ("has no option", "unknown-option"),
    ("must return", "wrong-answer"),
    ("without end", "endless"),
    ("has no `", "unknown-field"),
    ("has no field", "unknown-field"),
    ("must be", "wrong-argument"),
    ("there is no ", "wrong-argument"),
    ("is not the name of", "wrong-argument"),
];

/// The kind of mistake that a message of the host tells.
pub(super) fn code(message: &str) -> &'static str {
    let other = if called(message).is_some() { "wrong-argument" } else { "script" };
    KINDS.iter().find(|(words, _)| message.contains(words)).map_or(other, |(_, code)| code)
}

/// The method of `game:award: …` and of `game:award is not allowed …`.
fn called(message: &str) -> Option<&str> {
    let (class, method) = message.split(' ').next()?.trim_end_matches(':').split_once(':')?;
    let is_class = CLASSES.iter().any(|known| known.name.eq_ignore_ascii_case(class));
    is_class.then_some(method)
}

/// What is said about a message of the host.
pub(super) fn explain(message: &str, scope: Option<&Scope<'_>>) -> Finding {
    let (reason, hint) = advice(message);
    let code = code(message);
    let found = Finding::new(code, reason);
    let span = scope.and_then(|scope| span(message, code, scope));
    let span = span.or_else(|| scope.map(Scope::whole));
    let mut label = (code == "colon").then(|| "a colon belongs here".to_owned());
    let mut why = None;
    if let Some(scope) = scope.filter(|_| message.ends_with(", not nothing")) {
        match argument(message, scope) {
            Some((words, true)) => why = why::nil(scope, &words),
            Some((_, false)) => label = Some("it is missing between the brackets".to_owned()),
            None => {}
        }
    }
    Finding { span, label, hint: hint.map(str::to_owned).or(why), ..found }
}

/// Splits a message from the advice behind it.
pub(super) fn advice(message: &str) -> (&str, Option<&str>) {
    match message.split_once("; ") {
        Some((reason, hint)) => (reason, Some(hint)),
        None => match message.split_once(" is not available: ") {
            Some((_, hint)) => (&message[..message.len() - hint.len() - 2], Some(hint)),
            None => (message, None),
        },
    }
}

/// The words on the line that a message is about.
fn span(message: &str, code: &str, scope: &Scope<'_>) -> Option<std::ops::Range<usize>> {
    let tokens = &scope.tokens;
    if let Some((words, _)) = argument(message, scope) {
        return Some(tokens.span(words));
    }
    if code == "colon" {
        let method = message.split_once(':')?.1.trim_start().split_once(':')?.1.split('(').next()?;
        let at = scope.here().find(|index| tokens.word(*index) == "." && tokens.word(index + 1) == method)?;
        return Some(tokens.span(at..at + 1));
    }
    let names = message.split('`').skip(1).step_by(2).take(if code == "only-looks" { 0 } else { 9 });
    let named = names.into_iter().find_map(|name| mentioned(name, scope));
    if let Some(index) = named {
        return Some(tokens.span(index..index + 1));
    }
    // `game:award is not allowed in …`, `math.random is not available`.
    let first = message.split(' ').next()?.trim_end_matches(':');
    let (_, method) = first.split_once([':', '.'])?;
    let index = scope.first(&[method])?;
    Some(tokens.span(tokens.operand_before(index + 1)?.start..index + 1))
}

/// A word of the line that a message names: a name, a text between quotes, or the file that one means.
fn mentioned(name: &str, scope: &Scope<'_>) -> Option<usize> {
    let file = name.trim_end_matches(".lua");
    let is_meant = |word: &str| {
        let text = word.trim_matches(['"', '\'']);
        let quoted = text.len() < word.len();
        word == name || quoted && (text == file || text.strip_prefix("bastide.") == Some(name))
    };
    scope.here().find(|index| is_meant(scope.tokens.word(*index)))
}

/// ``game:award: `points` must be …``: the argument on the line, or the method where it was left out,
/// and whether it is there.
fn argument(message: &str, scope: &Scope<'_>) -> Option<(std::ops::Range<usize>, bool)> {
    let tokens = &scope.tokens;
    let (call, rest) = message.split_once(": `")?;
    let (class, method) = call.split_once(':')?;
    let parameter = rest.split('`').next()?;
    let class = CLASSES.iter().find(|known| known.name.eq_ignore_ascii_case(class))?;
    let member = class.members.iter().find(|member| member.name == method)?;
    let wanted = |param: &&crate::api::Param| param.name.trim_end_matches('?') == parameter;
    let place = member.params?.iter().position(|param| wanted(&param))?;
    let at = scope.here().find(|index| tokens.word(*index) == method && tokens.word(index + 1) == "(")?;
    let argument = tokens.arguments(at + 1).into_iter().nth(place);
    Some(argument.map_or((at..at + 1, false), |words| (words, true)))
}
