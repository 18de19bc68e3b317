//! What the tool says, in words for people who never programmed.

use bastide_content::names::nearest;

use super::super::subject::Subject;

/// A sentence, and what to do about it.
pub(super) fn of(code: &str, message: &str, subject: &Subject<'_>) -> (String, Option<String>) {
    let mut quoted = message.split('`').skip(1).step_by(2);
    let (first, second) = (quoted.next().unwrap_or_default(), quoted.next().unwrap_or_default());
    match code {
        "undefined-field" => {
            let known = subject.words.fields.iter().chain(&subject.words.methods).map(String::as_str);
            let near = nearest(first, known.chain(subject.attributes()));
            let meant = near.map(|near| format!(", did you mean `{near}`?")).unwrap_or_default();
            let hint =
                "the Lua reference lists what each thing has; attributes are declared in expansion.toml";
            (format!("there is no `{first}` here{meant}"), Some(hint.to_owned()))
        }
        "undefined-global" => {
            let name = message.rsplit(' ').next().unwrap_or_default().trim_matches('`');
            let hint = "a local is known from its line on, to the end of the block that it stands in";
            (format!("nothing is called `{name}` at this place"), Some(hint.to_owned()))
        }
        "param-type-mismatch" => mismatch("the call expects", "here", first, second),
        "assign-type-mismatch" => mismatch("this should be", "", second, first),
        "return-type-mismatch" => mismatch("what is returned should be", "", first, second),
        "missing-parameter" => {
            let name = message.rsplit(": ").next().unwrap_or_default();
            (format!("the call lacks an argument: `{name}`"), None)
        }
        "redundant-parameter" => ("the call has more arguments than the function takes".to_owned(), None),
        "need-check-nil" => {
            let name = message.strip_suffix("may be nil").unwrap_or(message).trim().trim_matches('`');
            let hint = match name.contains('(') {
                true => format!("keep it and look first: local found = {name}, then: if found then … end"),
                false => format!("look before it is used: if {name} then … end"),
            };
            (format!("`{name}` can be nil here, and nil has no fields"), Some(hint))
        }
        "inject-field" => {
            let hint = "what an expansion remembers belongs into `game.storage`";
            (format!("a `{first}` has no field `{second}`, and can be given none"), Some(hint.to_owned()))
        }
        _ => (first_lower(message), Some(format!("this is `{code}` of `{}`", super::TOOL))),
    }
}

/// That one type is wanted and another one is there, and what to do where they are nearly the same.
fn mismatch(says: &str, place: &str, expected: &str, found: &str) -> (String, Option<String>) {
    let wanted = format!("{says} {} {place}", kind(expected));
    let wanted = wanted.trim_end();
    if found.strip_suffix('?').is_some_and(|sure| sure == expected) {
        let hint = "look first whether it is there: if … then … end";
        return (format!("{wanted}, and this can be nil"), Some(hint.to_owned()));
    }
    let fraction = found.contains("number") && expected.contains("integer");
    let hint =
        fraction.then(|| "a division gives a fraction: math.floor(…) makes a whole number of it".to_owned());
    (format!("{wanted}, not {}", kind(found)), hint)
}

/// A type in words.
fn kind(ty: &str) -> String {
    if let Some(sure) = ty.strip_suffix('?').filter(|sure| !sure.contains(['|', '('])) {
        return format!("{} or nil", kind(sure));
    }
    match ty {
        "integer" => "a whole number".to_owned(),
        "number" => "a number".to_owned(),
        "string" => "a text".to_owned(),
        "boolean" => "true or false".to_owned(),
        "table" => "a table".to_owned(),
        "nil" => "nil".to_owned(),
        text if text.starts_with('"') && text.ends_with('"') && text.len() > 1 => format!("the text {text}"),
        number if number.parse::<i64>().is_ok() => format!("the number {number}"),
        class => format!("`{class}`"),
    }
}

fn first_lower(message: &str) -> String {
    let mut letters = message.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_nearly_right_has_a_hint() {
        let (text, hint) = mismatch("the call expects", "here", "Player", "Player?");
        assert_eq!(text, "the call expects `Player` here, and this can be nil");
        assert!(hint.is_some_and(|hint| hint.contains("if … then")));
        let (_, hint) =
            mismatch("it should be", "", "(table<string,integer>|integer)?", "{ siege = number }");
        assert!(hint.is_some_and(|hint| hint.contains("math.floor")));
        let told = mismatch("this should be", "", "string", "Tile");
        assert_eq!(told, ("this should be a text, not `Tile`".to_owned(), None));
    }

    #[test]
    fn types_have_words() {
        assert_eq!(kind("integer"), "a whole number");
        assert_eq!(kind("\"1\""), "the text \"1\"");
        assert_eq!(kind("Player"), "`Player`");
        assert_eq!(kind("boolean?"), "true or false or nil");
        assert_eq!(kind("(a|b)?"), "`(a|b)?`");
        assert_eq!(first_lower("Cannot do"), "cannot do");
    }
}
