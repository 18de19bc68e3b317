//! Lua that cannot be read: what is missing, or what other languages write here.

use super::finding::{Finding, Scope};
use super::tokens::{Kind, is_keyword};

const CODE: &str = "lua-syntax";

/// What other languages write, and what to write here.
const FOREIGN: [(&str, &str, &str); 8] = [
    ("!=", "`!=` is written `~=` in Lua", "not equal: `if a ~= b then`"),
    ("&&", "`&&` is written `and` in Lua", "both: `if a and b then`"),
    ("||", "`||` is written `or` in Lua", "one of them: `if a or b then`"),
    ("!", "`!` is written `not` in Lua", "the opposite: `if not a then`"),
    ("//", "`//` does not begin a comment in Lua", "a comment begins with two hyphens: `-- like this`"),
    ("/*", "`/*` does not begin a comment in Lua", "a comment begins with two hyphens: `-- like this`"),
    ("++", "Lua has no `++`", "to count up, write `count = count + 1`"),
    ("elif", "`elif` is written `elseif` in Lua", "`elseif other then`, in one word"),
];

/// What is said about a file that cannot be read.
pub(super) fn explain(message: &str, scope: &Scope<'_>) -> Finding {
    // A suggestion of the language's own is made again in other words.
    let plain = message.split(';').next().unwrap_or(message);
    let got = got(plain);
    let found = foreign(message, got, scope)
        .or_else(|| unclosed(message, got, scope))
        .or_else(|| missing_comma(plain, scope))
        .or_else(|| missing_word(plain, got, scope))
        .or_else(|| too_much(plain, got, scope))
        .or_else(|| unfinished(plain, got, scope))
        .unwrap_or_else(|| {
            let found = Finding::new(CODE, format!("Lua cannot read this line: {plain}"));
            Finding { span: Some(token(got, scope)), ..found }
        });
    Finding { original: Some(message.to_owned()), ..found }
}

/// The word at which reading stopped.
fn got(message: &str) -> &str {
    let got = message.rsplit_once("got ").map_or("", |(_, got)| got);
    got.trim_matches('\'')
}

/// Where a word stands on the line; the whole line where it does not.
fn token(word: &str, scope: &Scope<'_>) -> std::ops::Range<usize> {
    match scope.first(&[word]) {
        Some(index) => scope.tokens.span(index..index + 1),
        None => scope.whole(),
    }
}

fn foreign(message: &str, got: &str, scope: &Scope<'_>) -> Option<Finding> {
    let stopped = |word: &str| got == word || message.starts_with(&format!("Unexpected '{word}'"));
    let incomplete = message.starts_with("Incomplete statement");
    let row = FOREIGN.iter().find(|(word, _, _)| {
        let there = scope.first(&[word]).is_some();
        there && (stopped(word) || incomplete && *word != "!")
    });
    if let Some((word, reason, hint)) = row {
        return Some(Finding::new(CODE, *reason).at(token(word, scope), "this").hint(*hint));
    }
    let first = scope.tokens.word(scope.here().start);
    if first == "#" && got == "#" {
        let found = Finding::new(CODE, "`#` does not begin a comment in Lua");
        return Some(
            found.at(token("#", scope), "this").hint("a comment begins with two hyphens: `-- like this`"),
        );
    }
    if ["let", "var"].contains(&first) && incomplete {
        let found = Finding::new(CODE, format!("`{first}` is written `local` in Lua"));
        return Some(
            found.at(token(first, scope), "this").hint("to give something a name: `local count = 0`"),
        );
    }
    let is_expression = message.contains("parsing expression");
    if got == "[" && is_expression {
        let found = Finding::new(CODE, "a list does not stand in square brackets");
        return Some(found.at(token("[", scope), "this").hint("a list stands in braces: `{ 1, 2 }`"));
    }
    let opens_block =
        is_expression || message.contains("Expected 'do'") || message.contains("Expected 'then'");
    if opens_block && (got == "{" || scope.first(&["{"]).is_some_and(|at| at + 2 >= scope.here().end)) {
        let found = Finding::new(CODE, "what is done does not stand in braces");
        let hint = "write `if … then … end`, `while … do … end`, `function … end`";
        return Some(found.at(token("{", scope), "this").hint(hint));
    }
    None
}

/// `Expected 'end' (to close 'then' at line 3), got <eof>; did you forget to close 'do' at line 4?`
fn unclosed(message: &str, got: &str, scope: &Scope<'_>) -> Option<Finding> {
    let rest = message.strip_prefix("Expected '")?;
    let (wanted, rest) = rest.split_once("' (to close '")?;
    let (opener, rest) = rest.split_once("' at ")?;
    let outer = (opener, line_of(rest, scope));
    let inner = message.split_once("did you forget to close '").and_then(|(_, rest)| {
        let (opener, rest) = rest.split_once("' at ")?;
        Some((opener, line_of(rest, scope)))
    });
    let (word, at) = inner.unwrap_or(outer);
    if let Some(index) = else_if(scope).filter(|_| wanted == "end") {
        let line = scope.tokens.all.get(index).map_or(0, |token| token.line);
        if line == at || inner.is_none() {
            return Some(one_if_too_many(scope, index, line));
        }
    }
    // A word that can only begin the next line shows that it is the bracket, and not a comma.
    let is_block = ["end", "until"].contains(&wanted);
    let is_open = is_block || got == "<eof>" || is_keyword(got) || wanted == ")" && at != scope.line;
    let found = if is_open {
        let what = if is_block { block(word).to_owned() } else { format!("the `{word}`") };
        let found = Finding::new(CODE, format!("`{wanted}` is missing: {what} of line {at} is never closed"));
        match opening(scope, word, at) {
            Some(span) => found.at(span, format!("this needs its `{wanted}`")),
            None => found,
        }
    } else {
        let found = Finding::new(CODE, format!("`{wanted}` or a comma is missing before `{got}`"));
        found.at(token(got, scope), "something is missing before this")
    };
    let around = inner.and_then(|_| opening(scope, outer.0, outer.1));
    let around = around.filter(|span| found.span.as_ref() != Some(span));
    let mark = around.map(|span| (span, "so that this has none either".to_owned()));
    let hint = match wanted {
        "end" => "each `function`, `if … then` and `do` ends with an `end` of its own",
        "until" => "`repeat` ends with `until` and a condition",
        "}" => "between the items of a table stand commas, and a `}` at its end",
        _ => "each opening bracket needs a closing one",
    };
    Some(Finding { mark, ..found.hint(hint) })
}

/// Where `else` and `if` stand on one line.
fn else_if(scope: &Scope<'_>) -> Option<usize> {
    let tokens = &scope.tokens;
    let line = |index: usize| tokens.all.get(index).map(|token| token.line);
    (0..tokens.all.len()).find(|index| {
        let both = tokens.word(*index) == "else" && tokens.word(index + 1) == "if";
        both && line(*index) == line(index + 1)
    })
}

fn one_if_too_many(scope: &Scope<'_>, index: usize, line: u32) -> Finding {
    Finding::new(CODE, format!("`end` is missing: the `if` behind the `else` of line {line} is never closed"))
        .at(scope.tokens.span(index..index + 2), "this opens one more `if`, with an `end` of its own")
        .hint(format!("write `elseif` in one word in line {line}: it belongs to the `if` above"))
}

/// Where what is opened by a word on a line begins.
fn opening(scope: &Scope<'_>, word: &str, line: u32) -> Option<std::ops::Range<usize>> {
    let tokens = &scope.tokens;
    let index = tokens.on_line(line).find(|index| tokens.word(*index) == word)?;
    let index = head(scope, word, index);
    Some(tokens.span(index..index + 1))
}

/// `line 3`, or `column 5` of the line where reading stopped.
fn line_of(text: &str, scope: &Scope<'_>) -> u32 {
    let Some(rest) = text.strip_prefix("line ") else { return scope.line };
    let digits = rest.len() - rest.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
    rest[..digits].parse().unwrap_or(scope.line)
}

/// What a word opens, as people say it.
fn block(word: &str) -> &'static str {
    match word {
        "function" => "the function",
        "then" | "if" => "the `if … then`",
        "else" => "the `else`",
        "elseif" => "the `elseif`",
        "do" => "the loop or block (`do`)",
        _ => "what is opened in it",
    }
}

/// The word that a reader looks for: `if` for its `then`, `for` or `while` for its `do`.
fn head(scope: &Scope<'_>, word: &str, index: usize) -> usize {
    let heads: &[&str] = match word {
        "then" => &["if", "elseif"],
        "do" => &["for", "while"],
        _ => return index,
    };
    let line = scope.tokens.all.get(index).map_or(0, |token| token.line);
    let on_line = scope.tokens.on_line(line);
    on_line.rev().find(|at| *at < index && heads.contains(&scope.tokens.word(*at))).unwrap_or(index)
}

/// Items of a table without a comma between them.
fn missing_comma(message: &str, scope: &Scope<'_>) -> Option<Finding> {
    if !message.starts_with("Expected ',' after table constructor element") {
        return None;
    }
    let tokens = &scope.tokens;
    let here = scope.here();
    let stands_free = |index: &usize| {
        let begins = tokens.all.get(index + 1).is_some_and(|next| next.kind != Kind::Sign);
        tokens.ends_value(*index) && (begins || ["{", "["].contains(&tokens.word(index + 1)))
    };
    let last = (here.start.saturating_sub(1)..here.end).find(stands_free)?;
    let found = Finding::new(CODE, format!("a comma is missing behind `{}`", tokens.word(last)));
    let label = "a comma belongs behind this";
    Some(
        found
            .at(tokens.span(last..last + 1), label)
            .hint("items of a table stand between commas: `{ a = 1, b = 2 }`"),
    )
}

/// `then`, `do` and signs that the language wants next.
fn missing_word(message: &str, got: &str, scope: &Scope<'_>) -> Option<Finding> {
    let wanted = message.strip_prefix("Expected '")?.split('\'').next()?;
    let condition = ["then", "do"].contains(&wanted);
    if condition && got == "=" {
        let found = Finding::new(CODE, "a condition compares with `==`; a single `=` gives a name its value");
        return Some(found.at(token("=", scope), "this").hint("did you mean `==`?"));
    }
    let hint = match wanted {
        "then" => "`if`, the condition, then `then`: `if count > 3 then`",
        "do" => "`for` and `while` end their line with `do`: `for tile in game:tiles() do`",
        "(" if message.contains("parsing function call") => {
            "behind `:` stands the name of a method, and brackets: `follower:return_home()`; a field has a `.` before it"
        }
        "(" => "the names of what a function gets stand between brackets: `function name(game, event)`",
        "," if message.contains("index range") => "a loop that counts has commas: `for i = 1, 3 do`",
        "=" => "to count, write `for i = 1, 3 do`; to walk a list, `for tile in tiles do`",
        _ => "something before it is missing or misspelt",
    };
    let tokens = &scope.tokens;
    // What ends a line is missing there, and not where the next begins.
    let begins = scope.first(&[got]).filter(|index| *index == scope.here().start);
    if let Some(last) = begins
        .unwrap_or(tokens.all.len())
        .checked_sub(1)
        .filter(|_| condition && (begins.is_some() || got == "<eof>"))
    {
        let line = tokens.all.get(last)?.line;
        let found = Finding::new(CODE, format!("`{wanted}` is missing at the end of line {line}"));
        return Some(
            found.at(tokens.span(last..last + 1), format!("`{wanted}` belongs behind this")).hint(hint),
        );
    }
    let before = if got == "<eof>" { "the end of the file".to_owned() } else { format!("`{got}`") };
    let found = Finding::new(CODE, format!("`{wanted}` is missing before {before}"));
    Some(found.at(token(got, scope), format!("`{wanted}` belongs before this")).hint(hint))
}

fn too_much(message: &str, got: &str, scope: &Scope<'_>) -> Option<Finding> {
    if !message.starts_with("Expected <eof>") {
        return None;
    }
    let at = token(got, scope);
    Some(match got {
        "end" => Finding::new(CODE, "there is an `end` too many")
            .at(at, "nothing is open here any more")
            .hint("take it away, or look above for what was closed too early"),
        "else" | "elseif" | "until" => Finding::new(CODE, format!("`{got}` stands where nothing is open"))
            .at(at, "it belongs to no `if` or loop")
            .hint("look above for an `end` too many"),
        _ => Finding::new(CODE, format!("`{got}` stands behind the `return` that ends the file"))
            .at(at, "nothing is read any more")
            .hint("the `return` of a file stands in its last line"),
    })
}

fn unfinished(message: &str, got: &str, scope: &Scope<'_>) -> Option<Finding> {
    let tokens = &scope.tokens;
    let open = scope.here().find(|index| {
        let word = tokens.word(*index);
        let quote = word.chars().next().filter(|quote| ['"', '\''].contains(quote));
        quote.is_some_and(|quote| word.len() == 1 || !word.ends_with(quote))
    });
    if message.starts_with("Malformed string") || open.is_some() && message.starts_with("Incomplete") {
        let found = Finding::new(CODE, "a text is not closed");
        let span = open.map_or_else(|| scope.whole(), |index| tokens.span(index..index + 1));
        return Some(
            found.at(span, "it begins here").hint("a text begins and ends with the same quote: \"well\""),
        );
    }
    if message.starts_with("Incomplete statement") {
        let found =
            Finding::new(CODE, "this line does nothing: it is neither a call nor gives a name a value");
        let hint = "a call has brackets, `print(points)`; a value is given with `=`, `points = 3`";
        return Some(Finding { span: Some(scope.whole()), ..found }.hint(hint));
    }
    if message.contains("parsing variable name") || message.contains("parsing function name") {
        let reason = if got.starts_with(|digit: char| digit.is_ascii_digit()) {
            format!("`{got}` is no name: a name begins with a letter")
        } else if is_keyword(got) {
            format!("a name is missing, and `{got}` is a word of the language")
        } else {
            format!("a name is missing before `{got}`")
        };
        return Some(Finding::new(CODE, reason).at(token(got, scope), "a name belongs here"));
    }
    if got == "<eof>" && message.starts_with("Expected identifier") {
        let last = tokens.all.len().saturating_sub(1);
        let found = Finding::new(CODE, "the file ends in the middle of something");
        return Some(found.at(tokens.span(last..last + 1), "something belongs behind this"));
    }
    if message.starts_with("Expected identifier when parsing expression") {
        let found = Finding::new(CODE, format!("a value is missing before `{got}`"));
        return Some(found.at(token(got, scope), "a name, a number or a text belongs before this"));
    }
    None
}
