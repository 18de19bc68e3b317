//! Why there may be nothing, and what there is instead: what the reference and the file itself know.

use std::ops::Range;

use bastide_engine::event::EVENTS;

use super::finding::Scope;
use super::tokens::is_keyword;
use crate::api::CLASSES;
use crate::reference::tables::SELECTION;

/// Functions of the language itself.
pub(super) const LANGUAGE: [&str; 14] = [
    "print",
    "pairs",
    "ipairs",
    "next",
    "type",
    "tostring",
    "tonumber",
    "select",
    "unpack",
    "error",
    "assert",
    "pcall",
    "require",
    "setmetatable",
];

/// What the tables of the language hold that expansions use.
const TABLES: [(&str, &[&str]); 3] = [
    ("table", &["insert", "remove", "concat", "sort", "unpack", "find", "clear", "clone", "create", "move"]),
    ("math", &["floor", "ceil", "abs", "max", "min", "huge", "sqrt", "clamp", "round", "sign"]),
    (
        "string",
        &[
            "format", "sub", "find", "match", "gmatch", "gsub", "upper", "lower", "rep", "len", "split",
            "byte",
        ],
    ),
];

/// The methods that a value of a kind may have.
pub(super) fn methods(kind: &str) -> Vec<&'static str> {
    match kind {
        "table" => SELECTION.iter().map(|method| method.name).collect(),
        "string" => TABLES[2].1.to_vec(),
        _ => Vec::new(),
    }
}

/// Whether things of the game have a field of this name, and no method.
pub(super) fn is_field(name: &str) -> bool {
    let mut members = CLASSES.iter().flat_map(|class| class.members).filter(|member| member.name == name);
    members.next().is_some_and(|first| first.params.is_none())
        && members.all(|member| member.params.is_none())
}

/// The last name of `a.b.c` and what stands before it.
pub(super) fn parts(scope: &Scope<'_>, words: &Range<usize>) -> Option<(String, String)> {
    let tokens = &scope.tokens;
    let sign = words.end.checked_sub(2).filter(|sign| *sign > words.start)?;
    if tokens.word(sign) != "." {
        return None;
    }
    Some((tokens.word(sign + 1).to_owned(), tokens.words(words.start..sign)))
}

/// The names that the file uses behind `base.`, and those of the language's own tables.
pub(super) fn known_fields(scope: &Scope<'_>, base: &str) -> Vec<String> {
    let tokens = &scope.tokens;
    if let Some((_, names)) = TABLES.iter().find(|(table, _)| *table == base) {
        return names.iter().map(|name| (*name).to_owned()).collect();
    }
    let here = scope.here();
    let mut names: Vec<String> = (0..tokens.all.len())
        .filter(|index| !here.contains(index))
        .filter(|index| tokens.word(*index) == base && [".", ":"].contains(&tokens.word(index + 1)))
        .map(|index| tokens.word(index + 2).to_owned())
        .collect();
    names.sort();
    names.dedup();
    names
}

/// Why an expression may be nil, and how to go on.
pub(super) fn nil(scope: &Scope<'_>, words: &Range<usize>) -> Option<String> {
    let text = scope.tokens.words(words.clone());
    if text == "nil" {
        return None;
    }
    let ask = format!("ask first whether there is one: `if {text} then … end`");
    let why = match source(scope, words) {
        Some(Why::Final(why)) => return Some(why),
        Some(Why::Open(why)) => format!("{why}; {ask}"),
        None => ask,
    };
    Some(why)
}

/// A reason: one that says what to do already, or one after which one can only ask first.
enum Why {
    Final(String),
    Open(String),
}

/// Where an expression gets its value from.
fn source(scope: &Scope<'_>, words: &Range<usize>) -> Option<Why> {
    let tokens = &scope.tokens;
    let last = words.end.checked_sub(1)?;
    Some(match tokens.word(last) {
        "]" if tokens.word(last - 1) == "0" => Why::Final(FROM_ONE.to_owned()),
        "]" => Why::Open(format!("there is nothing at this place; {FROM_ONE}, and the last is `[#list]`")),
        ")" => Why::Open(optional(&method_before(scope, words)?)?),
        name if words.len() > 2 && tokens.word(words.end - 2) == "." => {
            let before = tokens.words(words.start..words.end - 2);
            match optional(name) {
                Some(why) => Why::Open(why),
                None if before.ends_with("storage") => {
                    Why::Final(format!("nothing was stored under `{name}` yet"))
                }
                None => return None,
            }
        }
        name if words.len() == 1 && !is_keyword(name) => return local(scope, words.start, name),
        _ => return None,
    })
}

const FROM_ONE: &str = "a list is counted from 1: the first in it is `[1]`";

/// The method whose answer an expression is: `first` of `tiles:first()`.
fn method_before(scope: &Scope<'_>, words: &Range<usize>) -> Option<String> {
    let tokens = &scope.tokens;
    let names = (words.start..words.end).rev();
    let mut called = names.filter(|index| tokens.word(index + 1) == "(" && tokens.ends_value(*index));
    called.next().map(|index| tokens.word(index).to_owned())
}

/// What the reference says of a field or method that may give nothing.
fn optional(name: &str) -> Option<String> {
    let members = CLASSES.iter().flat_map(|class| class.members);
    let member = members.filter(|member| member.name == name && may_be_nil(member.ty)).map(|found| found.doc);
    let selection = SELECTION.iter().filter(|method| method.name == name && may_be_nil(method.ty));
    let fields = EVENTS.iter().flat_map(|event| event.fields);
    let field = fields.filter(|field| field.name == name && may_be_nil(field.ty)).map(|found| found.doc);
    let doc = member.chain(selection.map(|found| found.doc)).chain(field).next()?;
    let more = if doc.contains("nil") { format!(" (\"{doc}\")") } else { String::new() };
    Some(format!("`{name}` is nil where there is none{more}"))
}

fn may_be_nil(ty: &str) -> bool {
    ty.ends_with('?') || ty.ends_with("|nil")
}

/// What the file says of a name: a parameter, or a local with or without a value.
fn local(scope: &Scope<'_>, at: usize, name: &str) -> Option<Why> {
    let tokens = &scope.tokens;
    for index in (0..at).rev().filter(|index| tokens.word(*index) == name) {
        let line = tokens.all.get(index)?.line;
        let before = index.checked_sub(1).map_or("", |before| tokens.word(before));
        match (before, tokens.word(index + 1)) {
            ("local", "=") => {
                let value = tokens.operand_after(index + 2)?;
                return match source(scope, &value)? {
                    Why::Final(why) => Some(Why::Final(format!("it comes from line {line}; {why}"))),
                    Why::Open(why) => Some(Why::Open(format!("it comes from line {line}: {why}"))),
                };
            }
            ("local", ",") => return None,
            ("local", _) => {
                return Some(Why::Final(format!("line {line} declares `{name}` and gives it no value")));
            }
            _ if is_parameter(scope, index) => {
                let text =
                    format!("`{name}` is what the function in line {line} is called with: see where from");
                return Some(Why::Final(text));
            }
            _ => {}
        }
    }
    None
}

/// Whether a name stands between the brackets of a function's head.
fn is_parameter(scope: &Scope<'_>, index: usize) -> bool {
    let tokens = &scope.tokens;
    let open = (0..index).rev().find(|index| ["(", ")"].contains(&tokens.word(*index)));
    let Some(open) = open.filter(|open| tokens.word(*open) == "(") else { return false };
    let begin = if open > 0 && tokens.ends_value(open - 1) {
        tokens.operand_before(open).map_or(open, |words| words.start)
    } else {
        open
    };
    begin.checked_sub(1).is_some_and(|before| tokens.word(before) == "function")
}
