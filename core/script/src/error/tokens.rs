//! The words of a Lua file with their places: just enough to point at what a message is about. It
//! reads broken files too.

use std::ops::Range;

/// What kind of word it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name or a keyword.
    Name,
    Number,
    Text,
    /// A sign, such as `+` or `..`.
    Sign,
}

/// A word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub kind: Kind,
    pub span: Range<usize>,
    /// The line on which it begins, from 1.
    pub line: u32,
}

/// A file in words.
pub(super) struct Tokens<'a> {
    pub text: &'a str,
    pub all: Vec<Token>,
}

const KEYWORDS: [&str; 21] = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in", "local", "nil",
    "not", "or", "repeat", "return", "then", "true", "until", "while",
];

const SIGNS: [&str; 24] = [
    "...", "..=", "//=", "==", "~=", "!=", "<=", ">=", "..", "::", "->", "//", "+=", "-=", "*=", "/=", "%=",
    "^=", "&&", "||", "++", "--", "/*", "*/",
];

/// Whether a name is a word of the language.
pub(super) fn is_keyword(name: &str) -> bool {
    KEYWORDS.contains(&name)
}

impl<'a> Tokens<'a> {
    /// Reads a file.
    pub fn of(text: &'a str) -> Tokens<'a> {
        let mut all = Vec::new();
        let (mut at, mut line) = (0, 1);
        while let Some(first) = text[at..].chars().next() {
            let rest = &text[at..];
            let (kind, length) = match first {
                _ if first.is_whitespace() => (None, first.len_utf8()),
                _ if rest.starts_with("--") => (None, comment(rest)),
                _ if first.is_alphabetic() || first == '_' => (Some(Kind::Name), name(rest)),
                _ if first.is_ascii_digit() => (Some(Kind::Number), number(rest)),
                '"' | '\'' | '`' => (Some(Kind::Text), quoted(rest)),
                '[' if long(rest).is_some() => (Some(Kind::Text), long(rest).unwrap_or(rest.len())),
                _ => (Some(Kind::Sign), sign(rest, first)),
            };
            if let Some(kind) = kind {
                all.push(Token { kind, span: at..at + length, line });
            }
            line += text[at..at + length].matches('\n').count() as u32;
            at += length;
        }
        Tokens { text, all }
    }

    /// The word at an index, empty behind the last.
    pub fn word(&self, index: usize) -> &'a str {
        self.all.get(index).map_or("", |token| &self.text[token.span.clone()])
    }

    /// The indices of the words on a line.
    pub fn on_line(&self, line: u32) -> Range<usize> {
        let begin = self.all.partition_point(|token| token.line < line);
        begin..self.all.partition_point(|token| token.line <= line)
    }

    /// The bytes of some words.
    pub fn span(&self, words: Range<usize>) -> Range<usize> {
        match (self.all.get(words.start), self.all.get(words.end.saturating_sub(1))) {
            (Some(first), Some(last)) if words.end > words.start => first.span.start..last.span.end,
            _ => self.text.len()..self.text.len(),
        }
    }

    /// Some words as they are written, on one line.
    pub fn words(&self, words: Range<usize>) -> String {
        let text = &self.text[self.span(words)];
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Whether a word can end an expression.
    pub fn ends_value(&self, index: usize) -> bool {
        let Some(token) = self.all.get(index) else { return false };
        let word = self.word(index);
        match token.kind {
            Kind::Number | Kind::Text => true,
            Kind::Name => !is_keyword(word) || ["end", "true", "false", "nil"].contains(&word),
            Kind::Sign => [")", "]", "}", "..."].contains(&word),
        }
    }

    /// The expression without operators that ends before a word: `event.feature:tiles()` before the
    /// `.` of `event.feature:tiles().count`.
    pub fn operand_before(&self, end: usize) -> Option<Range<usize>> {
        let mut begin = end.checked_sub(1)?;
        if !self.ends_value(begin) {
            return None;
        }
        loop {
            while [")", "]", "}"].contains(&self.word(begin)) {
                begin = self.opening(begin)?;
                // A bracket on a line of its own calls nothing.
                let called = begin.checked_sub(1).filter(|before| {
                    self.ends_value(*before) && self.all[*before].line == self.all[begin].line
                });
                match called {
                    Some(before) if self.word(begin) != "{" => begin = before,
                    _ => return Some(begin..end),
                }
            }
            match begin.checked_sub(2) {
                Some(before) if [".", ":"].contains(&self.word(begin - 1)) && self.ends_value(before) => {
                    begin = before;
                }
                _ => return Some(begin..end),
            }
        }
    }

    /// The expression without operators that begins at a word.
    pub fn operand_after(&self, begin: usize) -> Option<Range<usize>> {
        let mut end = begin;
        while ["-", "#", "not"].contains(&self.word(end)) {
            end += 1;
        }
        end = match self.word(end) {
            "" => return None,
            "(" | "{" => self.closing(end)? + 1,
            _ if self.ends_value(end) => end + 1,
            _ => return None,
        };
        loop {
            end = match self.word(end) {
                "." | ":" if self.all.get(end + 1).is_some_and(|token| token.kind == Kind::Name) => end + 2,
                "(" | "[" => self.closing(end)? + 1,
                _ => return Some(begin..end),
            };
        }
    }

    /// The bracket that a closing one belongs to.
    fn opening(&self, close: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for index in (0..=close).rev() {
            match self.word(index) {
                ")" | "]" | "}" => depth += 1,
                "(" | "[" | "{" => depth = depth.checked_sub(1)?,
                _ => {}
            }
            if depth == 0 {
                return Some(index);
            }
        }
        None
    }

    /// The bracket that closes an opening one.
    pub fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for index in open..self.all.len() {
            match self.word(index) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.checked_sub(1)?,
                _ => {}
            }
            if depth == 0 {
                return Some(index);
            }
        }
        None
    }

    /// The arguments of a call, by the index of its opening bracket.
    pub fn arguments(&self, open: usize) -> Vec<Range<usize>> {
        let Some(close) = self.closing(open) else { return Vec::new() };
        let (mut arguments, mut begin, mut index) = (Vec::new(), open + 1, open + 1);
        while index < close {
            match self.word(index) {
                "(" | "[" | "{" => index = self.closing(index).unwrap_or(close),
                "function" => index = self.function_end(index, close),
                "," => {
                    arguments.push(begin..index);
                    begin = index + 1;
                }
                _ => {}
            }
            index += 1;
        }
        if begin < close {
            arguments.push(begin..close);
        }
        arguments
    }

    /// The `end` of a function.
    fn function_end(&self, begin: usize, most: usize) -> usize {
        let mut depth = 0_usize;
        for index in begin..most {
            match self.word(index) {
                "function" | "if" | "do" => depth += 1,
                "end" => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return index;
            }
        }
        most
    }
}

fn name(text: &str) -> usize {
    text.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(text.len())
}

fn number(text: &str) -> usize {
    let end = |(at, letter): (usize, char)| {
        let joins = letter == '.' && !text[at..].starts_with("..");
        (!letter.is_alphanumeric() && letter != '_' && !joins).then_some(at)
    };
    text.char_indices().find_map(end).unwrap_or(text.len())
}

/// A text between quotes; one that is not closed ends with its line.
fn quoted(text: &str) -> usize {
    let mut letters = text.char_indices();
    let quote = letters.next().map(|(_, quote)| quote);
    let mut escaped = false;
    for (at, letter) in letters {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' => return at,
            _ if Some(letter) == quote => return at + letter.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// `[[ … ]]` and `[==[ … ]==]`.
fn long(text: &str) -> Option<usize> {
    let level = text[1..].bytes().take_while(|byte| *byte == b'=').count();
    if !text[1 + level..].starts_with('[') {
        return None;
    }
    let close = format!("]{}]", "=".repeat(level));
    Some(text.find(&close).map_or(text.len(), |at| at + close.len()))
}

fn comment(text: &str) -> usize {
    let inner = &text[2..];
    if inner.starts_with('[')
        && let Some(length) = long(inner)
    {
        return 2 + length;
    }
    text.find('\n').unwrap_or(text.len())
}

fn sign(text: &str, first: char) -> usize {
    let known = SIGNS.iter().find(|sign| text.starts_with(**sign));
    known.map_or(first.len_utf8(), |sign| sign.len())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails loudly")]
mod tests {
    use super::*;

    fn find(tokens: &Tokens<'_>, word: &str) -> usize {
        (0..tokens.all.len()).find(|index| tokens.word(*index) == word).unwrap()
    }

    #[test]
    fn words_are_found_between_comments_and_in_broken_texts() {
        let text = "local a = \"x -- y\" -- no\n--[[ no\nno ]] b = [==[ z\n]] ]==] c = 'open\nd ..= 1.5e3";
        let tokens = Tokens::of(text);
        let words: Vec<&str> = (0..tokens.all.len()).map(|index| tokens.word(index)).collect();
        let text = "[==[ z\n]] ]==]";
        let wanted =
            ["local", "a", "=", "\"x -- y\"", "b", "=", text, "c", "=", "'open", "d", "..=", "1.5e3"];
        assert_eq!(words, wanted);
        assert_eq!(tokens.all.last().unwrap().line, 5);
    }

    #[test]
    fn operands_reach_as_far_as_they_belong_together() {
        let text = "local x = 2 * event.feature:tiles({ 1, 2 })[1].size + -count(a, b) .. (c)";
        let tokens = Tokens::of(text);
        let left = tokens.operand_before(find(&tokens, "+")).unwrap();
        assert_eq!(tokens.words(left), "event.feature:tiles({ 1, 2 })[1].size");
        let right = tokens.operand_after(find(&tokens, "+") + 1).unwrap();
        assert_eq!(tokens.words(right), "-count(a, b)");
        assert_eq!(
            tokens.operand_before(find(&tokens, "*")).map(|at| tokens.words(at)).as_deref(),
            Some("2")
        );
        assert_eq!(
            tokens.operand_after(find(&tokens, "..") + 1).map(|at| tokens.words(at)).as_deref(),
            Some("(c)")
        );
    }

    #[test]
    fn arguments_are_split_at_their_own_commas() {
        let tokens = Tokens::of("f(a, { 1, 2 }, function(x, y) if x then return y, 1 end end, 4)");
        let arguments: Vec<String> =
            tokens.arguments(1).into_iter().map(|argument| tokens.words(argument)).collect();
        assert_eq!(arguments[0], "a");
        assert_eq!(arguments[1], "{ 1, 2 }");
        assert_eq!(arguments[3], "4");
        assert_eq!(arguments.len(), 4);
    }
}
