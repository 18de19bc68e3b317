//! What Lua says when a script fails while it runs, in words for somebody who writes expansions:
//! which expression it was, what was in it, and what to do.

use std::ops::Range;

use super::finding::{Finding, Scope, kind_name};
use super::members;
use super::tokens::is_keyword;
use super::why;
use crate::names::nearest;

/// The signs of operators, by the names that messages give them.
const OPERATORS: [(&str, &[&str], &str); 8] = [
    ("add", &["+", "+="], "added to"),
    ("sub", &["-", "-="], "subtracted from"),
    ("mul", &["*", "*="], "multiplied with"),
    ("div", &["/", "/="], "divided by"),
    ("idiv", &["//", "//="], "divided by"),
    ("mod", &["%", "%="], "divided by"),
    ("pow", &["^", "^="], "raised to"),
    ("unm", &["-"], ""),
];

/// What is said about an error of the language, if it is a known one.
pub(super) fn explain(message: &str, scope: &Scope<'_>) -> Option<Finding> {
    let attempt = message.strip_prefix("attempt to ");
    let found = match attempt {
        Some(attempt) => explain_attempt(attempt, scope)?,
        None if message == "stack overflow" => {
            Finding::new("endless", "functions call each other without end")
                .hint("a function that calls itself needs a case in which it does not")
        }
        None if message.starts_with("invalid argument #") => argument(message, scope)?,
        None if message.starts_with("missing argument #") => argument(message, scope)?,
        None if message.starts_with("invalid 'for' ") => bound(message, scope)?,
        None if message == "table index is nil" => key_is_nil(scope),
        None if message == "assertion failed!" => {
            let found = Finding::new("script", "an `assert` does not hold");
            Finding { span: Some(scope.whole()), ..found }
        }
        None if is_address(message) => {
            let kind = message.split(':').next().unwrap_or_default();
            let found = Finding::new(
                "script",
                format!("`error` was called with {}, and not with a text", kind_name(kind)),
            );
            // Where a table lies in memory is another place each time.
            return Some(Finding { span: Some(scope.whole()), ..found });
        }
        None => return None,
    };
    // The words of a method that is unknown say less than what is known of it.
    let original = (!message.contains("unknown method")).then(|| message.to_owned());
    Some(Finding { original, ..found })
}

/// What is said of an error that is no text: `table: 0x55d90f7386c0`.
fn is_address(message: &str) -> bool {
    let kinds = ["table: 0x", "function: 0x", "userdata: 0x", "thread: 0x"];
    message == "nil" || kinds.iter().any(|kind| message.starts_with(kind))
}

fn explain_attempt(attempt: &str, scope: &Scope<'_>) -> Option<Finding> {
    if let Some(rest) = attempt.strip_prefix("index ") {
        let (kind, key) = rest.split_once(" with ")?;
        return Some(index(kind, key.trim_matches('\''), scope));
    }
    if let Some(rest) = attempt.strip_prefix("call missing method '") {
        let (method, kind) = rest.split_once("' of ")?;
        return Some(method_of(method, kind, scope));
    }
    if let Some(rest) = attempt.strip_prefix("call an unknown method '") {
        return Some(members::unknown_method(rest.trim_end_matches('\''), scope));
    }
    if let Some(rest) = attempt.strip_prefix("call a ") {
        return Some(call(rest.strip_suffix(" value").unwrap_or(rest), scope));
    }
    if let Some(rest) = attempt.strip_prefix("perform arithmetic (") {
        let (operator, kinds) = rest.split_once(") on ")?;
        return Some(arithmetic(operator, kinds, scope));
    }
    if let Some(rest) = attempt.strip_prefix("compare ") {
        return compare(rest, scope);
    }
    if let Some(rest) = attempt.strip_prefix("concatenate ") {
        let (left, right) = rest.split_once(" with ")?;
        return Some(join(left, right, scope));
    }
    if let Some(rest) = attempt.strip_prefix("get length of a ") {
        return Some(length(rest.strip_suffix(" value")?, scope));
    }
    if let Some(rest) = attempt.strip_prefix("iterate over a ") {
        return Some(walk(rest.strip_suffix(" value")?, scope));
    }
    None
}

/// Operands as a message names them, and where they stand.
fn name(scope: &Scope<'_>, operands: &[Range<usize>]) -> Option<(String, Range<usize>)> {
    let (first, last) = (operands.first()?, operands.last()?);
    let texts: Vec<String> =
        operands.iter().map(|words| format!("`{}`", scope.tokens.words(words.clone()))).collect();
    let span = scope.tokens.span(first.start..last.end.max(first.end));
    Some((texts.join(" or "), span))
}

/// A finding about a value that is not what it should be.
fn about(
    scope: &Scope<'_>,
    kind: &str,
    operands: &[Range<usize>],
    code: &'static str,
    trouble: impl Fn(&str) -> String,
) -> Finding {
    let is = kind_name(kind);
    let code = if kind == "nil" { "nil" } else { code };
    let label = if kind == "nil" { "this is nil".to_owned() } else { format!("this is {is}") };
    match name(scope, operands) {
        Some((text, span)) => {
            let label = if operands.len() > 1 { format!("one of these is {kind}") } else { label };
            let found = Finding::new(code, format!("{text} is {is}, {}", trouble("it"))).at(span, label);
            let hint = match operands {
                [one] if kind == "nil" => why::nil(scope, one),
                [_, _, ..] if kind == "nil" => Some("ask first for each whether it is there".to_owned()),
                _ => None,
            };
            Finding { hint, ..found }
        }
        None => {
            let found = Finding::new(code, format!("something on this line is {is}, {}", trouble("it")));
            Finding { span: Some(scope.whole()), ..found }
        }
    }
}

fn index(kind: &str, key: &str, scope: &Scope<'_>) -> Finding {
    let tokens = &scope.tokens;
    let named = |index: &usize| {
        let (sign, next) = (tokens.word(*index), tokens.word(index + 1));
        match sign {
            "." | ":" => next == key,
            "[" => next.trim_matches(['"', '\'']) == key || ["number", "string"].contains(&key),
            _ => false,
        }
    };
    let operands: Vec<_> =
        scope.choose(scope.here().filter(named).filter_map(|index| tokens.operand_before(index)));
    let what = if ["number", "string", "nil", "boolean", "userdata", "table"].contains(&key) {
        "so nothing can be looked up in it".to_owned()
    } else {
        format!("so it has no `{key}`")
    };
    about(scope, kind, &operands, "wrong-value", |_| what.clone())
}

fn method_of(method: &str, kind: &str, scope: &Scope<'_>) -> Finding {
    let tokens = &scope.tokens;
    let sign = scope.here().find(|index| tokens.word(*index) == ":" && tokens.word(index + 1) == method);
    let operand = sign.and_then(|sign| tokens.operand_before(sign));
    let text = operand.map_or_else(|| "this".to_owned(), |words| format!("`{}`", tokens.words(words)));
    let known = why::methods(kind);
    // A plain list has none of what a list of things of the game has.
    let is_of_selections = known.contains(&method);
    let meant = nearest(method, known.iter().copied()).filter(|_| !is_of_selections);
    let reason = format!(
        "{text} is {}, and has no `{method}`{}",
        kind_name(kind),
        meant.map_or_else(String::new, |near| format!(", did you mean `{near}`?"))
    );
    let mut found = Finding::new("unknown-field", reason);
    if let Some(sign) = sign {
        found = found.at(tokens.span(sign + 1..sign + 2), "there is no such method");
    }
    match kind {
        "table" if is_of_selections => found.hint(
            "that is a method of lists that come from the game; a list of your own is read with `[1]`, `#` and `ipairs(…)`",
        ),
        "table" if meant.is_none() => {
            found.hint(format!("a list of things of the game has {}", known.join(", ")))
        }
        _ => found,
    }
}

/// The indices of the words on the line that are called: `f` of `f(…)`, `c` of `a.b.c(…)`.
fn called(scope: &Scope<'_>) -> Vec<usize> {
    let tokens = &scope.tokens;
    let opens = scope.here().filter(|index| tokens.word(*index) == "(");
    let ends = opens.filter_map(|open| open.checked_sub(1).filter(|end| tokens.ends_value(*end)));
    let is_declared = |end: &usize| {
        let begin = tokens.operand_before(end + 1).map_or(*end, |words| words.start);
        begin.checked_sub(1).is_some_and(|before| tokens.word(before) == "function")
    };
    ends.filter(|end| !is_declared(end)).collect()
}

fn call(kind: &str, scope: &Scope<'_>) -> Finding {
    let tokens = &scope.tokens;
    let is_method = |end: &usize| end.checked_sub(1).is_some_and(|sign| tokens.word(sign) == ":");
    let field = called(scope).into_iter().filter(is_method).find(|end| why::is_field(tokens.word(*end)));
    if let Some(end) = field.filter(|_| kind != "nil") {
        let (name, operand) = (tokens.word(end), tokens.operand_before(end - 1));
        let owner = operand.map_or_else(|| "this".to_owned(), |words| tokens.words(words));
        let found = Finding::new("wrong-value", format!("`{name}` is a field and not a method"));
        let found = found.at(tokens.span(end - 1..end + 1), format!("this is {}", kind_name(kind)));
        return found.hint(format!("read it with a dot and without brackets: `{owner}.{name}`"));
    }
    let ends: Vec<usize> = called(scope).into_iter().filter(|end| !is_method(end)).collect();
    let ends: Vec<usize> = if ends.len() > 1 {
        // The functions of the language exist: they are not what is missing.
        let own = |end: &usize| !why::LANGUAGE.contains(&tokens.word(*end)) || tokens.word(end - 1) == ".";
        ends.into_iter().filter(own).collect()
    } else {
        ends
    };
    let operands = scope.choose(ends.iter().filter_map(|end| tokens.operand_before(end + 1)));
    if kind != "nil" {
        let found = about(scope, kind, &operands, "wrong-value", |_| "and not a function".to_owned());
        return found.hint("a value is read without brackets behind it; brackets call a function");
    }
    let mut found = about(scope, kind, &operands, "nil", |_| "so it cannot be called".to_owned());
    if let Some((operand, base)) = operands.first().and_then(|words| why::parts(scope, words)) {
        let known = why::known_fields(scope, &base);
        let meant = nearest(&operand, known.iter().map(String::as_str));
        let reason = format!(
            "`{base}` has no function `{operand}`{}",
            meant.map_or_else(String::new, |near| format!(", did you mean `{near}`?"))
        );
        found = Finding { reason, label: Some("there is no such function".to_owned()), hint: None, ..found };
    }
    found
}

fn arithmetic(operator: &str, kinds: &str, scope: &Scope<'_>) -> Finding {
    let tokens = &scope.tokens;
    let (left, right) = kinds.split_once(" and ").unwrap_or(("number", kinds));
    let row = OPERATORS.iter().find(|(name, _, _)| *name == operator);
    let signs = row.map_or(&[][..], |(_, signs, _)| *signs);
    let at = scope.here().filter(|index| signs.contains(&tokens.word(*index)));
    let (kind, is_left) = if left == "number" { (right, false) } else { (left, true) };
    let operands =
        at.filter_map(
            |index| {
                if is_left { tokens.operand_before(index) } else { tokens.operand_after(index + 1) }
            },
        );
    let operands = scope.choose(operands.filter(|words| !is_number(scope, words)));
    let found =
        about(scope, kind, &operands, "wrong-value", |it| format!("and {it} cannot be calculated with"));
    match (kind, operands.as_slice()) {
        ("nil", [words]) => or_zero(scope, found, words),
        ("table", _) => {
            found.hint("`#list` is how many there are in a list; `list:total(…)` adds something up")
        }
        _ => found,
    }
}

/// The same with the advice to take 0 instead of nothing.
fn or_zero(scope: &Scope<'_>, found: Finding, words: &Range<usize>) -> Finding {
    let zero = format!("where there may be none, take 0: `({} or 0)`", scope.tokens.words(words.clone()));
    // Asking first is the other way.
    let why = found.hint.filter(|why| !why.contains("ask first"));
    Finding { hint: Some(why.map_or(zero.clone(), |why| format!("{why}; {zero}"))), ..found }
}

fn is_number(scope: &Scope<'_>, words: &Range<usize>) -> bool {
    words.len() == 1 && scope.tokens.word(words.start).starts_with(|digit: char| digit.is_ascii_digit())
}

fn compare(rest: &str, scope: &Scope<'_>) -> Option<Finding> {
    let tokens = &scope.tokens;
    let mut words = rest.split(' ');
    let (left, sign, right) = (words.next()?, words.next()?, words.next()?);
    let turned = if sign == "<" { ">" } else { ">=" };
    // `a > b` is asked as `b < a`.
    let wrong_left = left != "number";
    let kind = if wrong_left { left } else { right };
    let operands = scope.here().filter_map(|index| match tokens.word(index) {
        word if word == sign && wrong_left => tokens.operand_before(index),
        word if word == sign => tokens.operand_after(index + 1),
        word if word == turned && wrong_left => tokens.operand_after(index + 1),
        word if word == turned => tokens.operand_before(index),
        _ => None,
    });
    let operands = scope.choose(operands.filter(|words| !is_number(scope, words)));
    let other = if wrong_left { right } else { left };
    let found = about(scope, kind, &operands, "wrong-value", |_| {
        format!("and cannot be compared with {}", kind_name(other))
    });
    Some(match (kind, operands.as_slice()) {
        ("nil", [words]) if other == "number" => or_zero(scope, found, words),
        ("table", _) => found.hint("`#list` is how many there are in a list"),
        ("string", _) if other == "number" => found.hint("`tonumber(text)` makes a number of a text"),
        _ => found,
    })
}

fn join(left: &str, right: &str, scope: &Scope<'_>) -> Finding {
    let tokens = &scope.tokens;
    let fits = |kind: &str| kind == "string" || kind == "number";
    let (kind, is_left) = if fits(left) { (right, false) } else { (left, true) };
    let signs = scope.here().filter(|index| ["..", "..="].contains(&tokens.word(*index)));
    let operands = signs.filter_map(|index| {
        if is_left { tokens.operand_before(index) } else { tokens.operand_after(index + 1) }
    });
    let is_text =
        |words: &Range<usize>| words.len() == 1 && tokens.word(words.start).starts_with(['"', '\'', '[']);
    let operands: Vec<_> = scope.choose(operands.filter(|words| !is_text(words) && !is_number(scope, words)));
    let found =
        about(scope, kind, &operands, "wrong-value", |it| format!("and {it} cannot be joined to a text"));
    match operands.as_slice() {
        [words] if kind != "nil" => {
            found.hint(format!("write it as a text: `tostring({})`", tokens.words(words.clone())))
        }
        _ => found,
    }
}

fn length(kind: &str, scope: &Scope<'_>) -> Finding {
    let tokens = &scope.tokens;
    let signs = scope.here().filter(|index| tokens.word(*index) == "#");
    let operands = scope.choose(signs.filter_map(|index| tokens.operand_after(index + 1)));
    about(scope, kind, &operands, "wrong-value", |_| "and has no length".to_owned())
}

fn walk(kind: &str, scope: &Scope<'_>) -> Finding {
    let tokens = &scope.tokens;
    let operand = scope.first(&["in"]).and_then(|index| tokens.operand_after(index + 1));
    let operands: Vec<_> = operand.into_iter().collect();
    let found =
        about(scope, kind, &operands, "wrong-value", |_| "and no list, so `for` cannot walk it".to_owned());
    match kind {
        "number" => found.hint("to count, write `for i = 1, 3 do`"),
        _ => found,
    }
}

/// `invalid argument #1 to 'insert' (table expected, got nil)`, `missing argument #1 to 'max' (…)`.
fn argument(message: &str, scope: &Scope<'_>) -> Option<Finding> {
    let tokens = &scope.tokens;
    let (number, rest) = message.split_once('#')?.1.split_once(" to '")?;
    let (function, rest) = rest.split_once("' (")?;
    let number: usize = number.parse().ok()?;
    let rest = rest.trim_end_matches(')');
    let (expected, got) = match rest.split_once(" expected, got ") {
        Some((expected, got)) => (expected, kind_name(got)),
        None => (rest.strip_suffix(" expected").unwrap_or(rest), "nothing".to_owned()),
    };
    let reason = format!("`{function}` needs {} as its {}, not {got}", kind_name(expected), ordinal(number));
    let mut found = Finding::new("wrong-argument", reason);
    let end = called(scope).into_iter().find(|end| tokens.word(*end) == function)?;
    // Before a colon stands the first argument.
    let is_method = end.checked_sub(1).is_some_and(|sign| tokens.word(sign) == ":");
    let arguments = tokens.arguments(end + 1);
    let at = number.checked_sub(1 + usize::from(is_method)).and_then(|index| arguments.get(index));
    found = match at {
        Some(words) => {
            let hint = if got.starts_with("nil") { why::nil(scope, words) } else { None };
            Finding { hint, ..found.at(tokens.span(words.clone()), format!("this is {got}")) }
        }
        None => found.at(tokens.span(end..end + 1), "something is missing between its brackets"),
    };
    Some(found)
}

fn ordinal(number: usize) -> String {
    match number {
        1 => "first argument".to_owned(),
        2 => "second argument".to_owned(),
        3 => "third argument".to_owned(),
        number => format!("argument number {number}"),
    }
}

/// `invalid 'for' limit (number expected, got nil)`.
fn bound(message: &str, scope: &Scope<'_>) -> Option<Finding> {
    let tokens = &scope.tokens;
    let (which, got) = message.strip_prefix("invalid 'for' ")?.split_once(" (number expected, got ")?;
    let got = got.trim_end_matches(')');
    let (place, nth) = match which {
        "initial value" => ("first number", 0),
        "limit" => ("last number", 1),
        _ => ("step", 2),
    };
    let reason = format!("the {place} of a `for` loop is {}", kind_name(got));
    let mut found = Finding::new(if got == "nil" { "nil" } else { "wrong-value" }, reason);
    let sign = scope.first(&["="])?;
    let mut begin = sign + 1;
    for _ in 0..nth {
        begin = (begin..scope.here().end).find(|index| tokens.word(*index) == ",")? + 1;
    }
    let end = (begin..scope.here().end).find(|index| [",", "do"].contains(&tokens.word(*index)))?;
    found = found.at(tokens.span(begin..end), format!("this is {}", kind_name(got)));
    Some(match got {
        "table" => found.hint("`#list` is how many there are in a list"),
        "nil" => Finding { hint: why::nil(scope, &(begin..end)), ..found },
        _ => found,
    })
}

fn key_is_nil(scope: &Scope<'_>) -> Finding {
    let tokens = &scope.tokens;
    let opens = scope.here().filter(|index| tokens.word(*index) == "[");
    let keys = scope.choose(opens.filter_map(|open| {
        let close = tokens.closing(open)?;
        (close > open + 1 && !is_keyword(tokens.word(open + 1))).then_some(open + 1..close)
    }));
    about(scope, "nil", &keys, "nil", |it| format!("and {it} cannot be the key of a table"))
}
