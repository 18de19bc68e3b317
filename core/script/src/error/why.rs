//! Why there may be nothing, and what there is instead: what the reference and the file itself know.

use std::ops::Range;

use bastide_engine::event::EVENTS;

use super::finding::Scope;
use super::tokens::is_keyword;
use crate::api::CLASSES;
use crate::reference::tables::SELECTION;

/// Functions of the language itself.
pub(super) const LANGUAGE: [&str; 14] = [
    "print", "pairs", "ipairs", "next", "type", "tostring", "tonumber", "select", "unpack", "error", "assert",
    "pcall", "require", "setmetatable",
];

/// What the tables of the language hold that expansions use.
const TABLES: [(&str, &[&str]); 3] = [
    ("table", &["insert", "remove", "concat", "sort", "unpack", "find", "clear", "clone", "create", "move"]),
    ("math", &["floor", "ceil", "abs", "max", "min", "huge", "sqrt", "clamp", "round", "sign"]),
    (
        "string",
        &["format", "sub", "find", "match", "gmatch", "gsub", "upper", "lower", "rep", "len", "split", "byte"],
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
    let tokens = &scope.tokens;
    let text = tokens.words(words.clone());
    let last = words.end.checked_sub(1)?;
    let ask = format!("ask first whether there is one: `if {text} then … end`");
    Some(match tokens.word(last) {
        "]" if tokens.word(last - 1) == "0" => "a list is counted from 1: the first in it is `[1]`".to_owned(),
        "]" => format!("there is nothing at this place; a list is counted from 1 to `#list`, and {ask}"),
        ")" => match method_before(scope, words).as_deref().and_then(optional) {
            Some(doc) => format!("{doc} {ask}"),
            None => return None,
        },
        name if words.len() > 2 && tokens.word(words.end - 2) == "." => {
            let before = tokens.words(words.start..words.end - 2);
            match optional(name) {
                Some(doc) => format!("{doc} {ask}"),
                None if before.ends_with("storage") => {
                    format!("nothing was stored under `{name}` yet")
                }
                None => ask,
            }
        }
        name if words.len() == 1 && !is_keyword(name) => local(scope, words.start, name).unwrap_or(ask),
        _ => return None,
    })
}

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
    Some(format!("`{name}` can be nil. The reference: \"{doc}\""))
}

fn may_be_nil(ty: &str) -> bool {
    ty.ends_with('?') || ty.ends_with("|nil")
}

/// What the file says of a name: a parameter, or a local that was declared without a value.
fn local(scope: &Scope<'_>, at: usize, name: &str) -> Option<String> {
    let tokens = &scope.tokens;
    for index in (0..at).rev().filter(|index| tokens.word(*index) == name) {
        let line = tokens.all.get(index)?.line;
        let before = index.checked_sub(1).map_or("", |before| tokens.word(before));
        if before == "local" && tokens.word(index + 1) != "=" && tokens.word(index + 1) != "," {
            return Some(format!("line {line} declares `{name}` and gives it no value"));
        }
        if before == "local" {
            let begin = index + 2;
            let value = tokens.operand_after(begin)?;
            return nil(scope, &value).map(|why| format!("line {line} gives it its value; {why}"));
        }
        if is_parameter(scope, index) {
            return Some(format!("`{name}` is what the function in line {line} is called with: see where from"));
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
