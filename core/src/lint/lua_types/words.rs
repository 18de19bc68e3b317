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
        "param-type-mismatch" => {
            (format!("the call expects {} here, not {}", kind(first), kind(second)), None)
        }
        "assign-type-mismatch" => (format!("this should be {}, not {}", kind(second), kind(first)), None),
        "return-type-mismatch" => (format!("the wrong type is returned: {}", first_lower(message)), None),
        "missing-parameter" => {
            let name = message.rsplit(": ").next().unwrap_or_default();
            (format!("the call lacks an argument: `{name}`"), None)
        }
        "redundant-parameter" => ("the call has more arguments than the function takes".to_owned(), None),
        "need-check-nil" => {
            let name = message.split(' ').next().unwrap_or_default().trim_matches('`');
            let hint = format!("look before it is used: if {name} then … end");
            (format!("`{name}` can be nil here, and nil has no fields"), Some(hint))
        }
        "inject-field" => {
            let hint = "what an expansion remembers belongs into `game.storage`";
            (format!("a `{first}` has no field `{second}`, and can be given none"), Some(hint.to_owned()))
        }
        _ => (first_lower(message), Some(format!("this is `{code}` of `{}`", super::TOOL))),
    }
}

/// A type in words.
fn kind(ty: &str) -> String {
    match ty {
        "integer" | "number" => "a whole number".to_owned(),
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
    fn types_have_words() {
        assert_eq!(kind("integer"), "a whole number");
        assert_eq!(kind("\"1\""), "the text \"1\"");
        assert_eq!(kind("Player"), "`Player`");
        assert_eq!(first_lower("Cannot do"), "cannot do");
    }
}
