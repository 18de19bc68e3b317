//! Methods that things of the game do not have. The language tells the name, and not whose method it should
//! have been: that is read off the line.

use std::ops::Range;

use bastide_engine::event::EVENTS;
use bastide_engine::host::QUERIES;

use super::finding::{Finding, Scope};
use super::{spoken, why};
use crate::api::{CLASSES, ClassInfo, has_no};
use crate::names::nearest;

/// What is said about `thing:method(…)` where there is no such method.
pub(super) fn unknown_method(method: &str, scope: &Scope<'_>) -> Finding {
    let tokens = &scope.tokens;
    let is_called = |index: &usize| tokens.word(*index) == ":" && tokens.word(index + 1) == method;
    let sign = scope.here().find(is_called);
    let operand = sign.and_then(|sign| tokens.operand_before(sign));
    // A class that has the method is not the class of the thing.
    let class = operand.as_ref().and_then(|words| class_of(scope, words, 0));
    let class = class.filter(|class| !is_method(class, method));
    let is_field =
        class.map_or_else(|| why::is_field(method), |class| !is_method(class, method) && has(class, method));
    if let Some(sign) = sign.filter(|_| is_field) {
        let owner = operand.map_or_else(|| "this".to_owned(), |words| tokens.words(words));
        let found = Finding::new("wrong-value", format!("`{method}` is a field and not a method"));
        let found = found.at(tokens.span(sign..sign + 2), "this is a field");
        return found.hint(format!("read it with a dot and without brackets: `{owner}.{method}`"));
    }
    let message = match class {
        Some(class) => {
            let known: Vec<String> = class.members.iter().map(|member| member.name.to_owned()).collect();
            has_no(class, method, &known, "")
        }
        None => {
            let methods = CLASSES.iter().flat_map(|class| class.members);
            let known = methods.filter(|member| member.params.is_some()).map(|member| member.name);
            let having = CLASSES.iter().filter(|class| is_method(class, method)).map(|class| class.name);
            let having = having.collect::<Vec<_>>().join(", ");
            let hint = match nearest(method, known) {
                _ if !having.is_empty() => format!("; these have it: {having}"),
                Some(near) => format!(", did you mean `{near}`?"),
                None => String::new(),
            };
            format!("this thing of the game has no `{method}`{hint}")
        }
    };
    spoken::explain(&message, Some(scope))
}

fn has(class: &ClassInfo, name: &str) -> bool {
    class.members.iter().any(|member| member.name == name)
}

fn is_method(class: &ClassInfo, name: &str) -> bool {
    class.members.iter().any(|member| member.name == name && member.params.is_some())
}

/// How many names are followed to what they were set to.
const MOST_STEPS: u32 = 4;

/// The class of what an expression gives, as far as its words tell.
fn class_of(scope: &Scope<'_>, words: &Range<usize>, steps: u32) -> Option<&'static ClassInfo> {
    class_named(&type_of(scope, words, steps)?)
}

fn type_of(scope: &Scope<'_>, words: &Range<usize>, steps: u32) -> Option<String> {
    let tokens = &scope.tokens;
    let last = words.end.checked_sub(1)?;
    if tokens.word(last) == ")" {
        let called = (words.start..last)
            .rev()
            .find(|index| tokens.word(index + 1) == "(" && tokens.closing(index + 1) == Some(last))?;
        return member_type(tokens.word(called));
    }
    let name = tokens.word(last);
    if words.len() > 1 {
        let field = field_of_hook(scope, words.start, name).filter(|_| words.len() == 3);
        return field.or_else(|| member_type(name));
    }
    set_before(scope, last, name, steps).or_else(|| {
        let class = CLASSES.iter().find(|class| class.name.eq_ignore_ascii_case(name));
        class.map(|class| class.name.to_owned()).or_else(|| member_type(name))
    })
}

/// The type of a field of what the hook is called with in whose function a word stands: of `tile` in `event.tile`.
fn field_of_hook(scope: &Scope<'_>, at: usize, name: &str) -> Option<String> {
    let tokens = &scope.tokens;
    if !["event", "query"].contains(&tokens.word(at)) {
        return None;
    }
    let events = EVENTS.iter().map(|event| (event.hook, event.fields));
    let hooks = || events.clone().chain(QUERIES.iter().map(|query| (query.hook, query.fields)));
    let fields = (0..at).rev().find_map(|index| {
        let word = tokens.word(index);
        hooks().find(|(hook, _)| *hook == word).map(|(_, fields)| fields)
    })?;
    fields.iter().find(|field| field.name == name).map(|field| field.ty.to_owned())
}

/// The type of what a name was last set to above: by `local name = …`, or by `for name in … do`.
fn set_before(scope: &Scope<'_>, at: usize, name: &str, steps: u32) -> Option<String> {
    let tokens = &scope.tokens;
    let before = |index: usize| index.checked_sub(1).map_or("", |before| tokens.word(before));
    let sets = |index: &usize| {
        let (first, next) = (before(*index), tokens.word(index + 1));
        tokens.word(*index) == name && (first == "local" && next == "=" || first == "for" && next == "in")
    };
    let index = (0..at).rev().find(sets).filter(|_| steps < MOST_STEPS)?;
    let found = type_of(scope, &tokens.operand_after(index + 2)?, steps + 1)?;
    if before(index) == "for" {
        return Some(found.strip_prefix("Selection<")?.strip_suffix('>')?.to_owned());
    }
    Some(found)
}

/// The type of a field or the result of a method, where all that have the name agree.
fn member_type(name: &str) -> Option<String> {
    let members = CLASSES.iter().flat_map(|class| class.members).filter(|member| member.name == name);
    let events = EVENTS.iter().flat_map(|event| event.fields);
    let queries = QUERIES.iter().flat_map(|query| query.fields);
    let fields = events.chain(queries).filter(|field| field.name == name).map(|field| field.ty);
    let mut types = members.map(|member| member.ty).chain(fields).map(|ty| ty.trim_end_matches('?'));
    let first = types.next()?;
    let class = class_named(first).map(|class| class.class);
    let agrees =
        |ty: &str| ty == first || class.is_some() && class_named(ty).map(|class| class.class) == class;
    types.all(agrees).then(|| first.to_owned())
}

fn class_named(ty: &str) -> Option<&'static ClassInfo> {
    // Followers are pieces.
    let name = if ty.trim_end_matches('?') == "Follower" { "Piece" } else { ty.trim_end_matches('?') };
    CLASSES.iter().find(|class| class.name == name)
}
