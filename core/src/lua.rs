//! What stands in a Lua file, read without running it: names, calls, texts and comments, each with its
//! place.

mod collect;

use std::collections::BTreeSet;
use std::ops::Range;

use bastide_content::diagnostic::Source;
use full_moon::LuaVersion;
use full_moon::visitors::Visitor;

use collect::Collector;

/// What stands for something that has no name, such as the result of a call.
pub const NAMELESS: &str = "?";

/// A word or a text, and its bytes in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word; the content of a text.
    pub text: String,
    /// Where it stands.
    pub span: Range<usize>,
}

/// A field that is read, `game.options.flour`, or a function that is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The field.
    pub word: Word,
    /// What it is a field of: `["game", "options"]`; `?` for what has no name.
    pub of: Vec<String>,
    /// Whether it is called with a colon.
    pub method: bool,
    /// The texts among the arguments of the call, in their places; `None` where it is not called.
    pub arguments: Option<Vec<Option<Word>>>,
}

/// A Lua file.
#[derive(Clone, Debug)]
pub struct Script {
    /// Its path and text.
    pub source: Source,
    /// Fields that are read, and functions and methods that are called.
    pub members: Vec<Member>,
    /// Names that are used by themselves.
    pub names: Vec<Word>,
    /// Names that the file declares: locals, parameters, functions.
    pub declared: BTreeSet<String>,
    /// Keys that something in the file gives to tables: fields that are set, keys of tables, functions
    /// of tables.
    pub keys: Vec<Word>,
    /// The keys of each table that is called so: `events` of `mills.events = { … }`.
    pub tables: Vec<(String, Vec<Word>)>,
    /// Names that stand for a field: `local options = game.options`.
    pub aliases: Vec<(String, Vec<String>)>,
    /// The name that the file returns, if it returns a name.
    pub returned: Option<String>,
    /// The locals that a statement declares, where they stand.
    pub locals: Vec<Word>,
    /// The texts.
    pub texts: Vec<Word>,
    /// The comments, without their dashes.
    pub comments: Vec<Word>,
}

/// Why a file cannot be read: a sentence, and where.
pub type Fault = (String, Range<usize>);

impl Script {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// The first thing that is no Lua.
    pub fn read(source: &Source) -> Result<Script, Fault> {
        // A byte order mark is no Lua; the places of everything else stay.
        let text = source.text().replacen('\u{feff}', "   ", 1);
        if let Some(at) = too_deep(&text) {
            return Err(("this is nested too deeply to be read".to_owned(), at..at + 1));
        }
        let ast = full_moon::parse_fallible(&text, LuaVersion::luau()).into_result().map_err(|errors| {
            let fault = errors.first().map(|error| {
                let (begin, end) = error.range();
                (error.error_message().into_owned(), begin.bytes()..end.bytes())
            });
            fault.unwrap_or_else(|| ("the file is no Lua".to_owned(), 0..0))
        })?;
        let mut collector = Collector::new(source.clone());
        collector.visit_ast(&ast);
        collector.script.returned = collect::returned(&ast);
        Ok(collector.script)
    }

    /// The calls of a function or method of this name: `game:raise(…)`, `require(…)`.
    pub fn calls<'a>(&'a self, name: &'a str) -> impl Iterator<Item = (&'a Member, &'a [Option<Word>])> {
        let named = self.members.iter().filter(move |member| member.word.text == name);
        named.filter_map(|member| Some((member, member.arguments.as_deref()?)))
    }

    /// The text in the first place of each call of a function or method; `None` where it is none.
    pub fn first_arguments<'a>(&'a self, name: &'a str) -> impl Iterator<Item = Option<&'a Word>> {
        self.calls(name).map(|(_, arguments)| arguments.first().and_then(Option::as_ref))
    }

    /// Whether a word stands in the file as a field, a key or a text.
    pub fn mentions(&self, word: &str) -> bool {
        self.sets(word) || self.reads(word)
    }

    /// Whether something in the file gives a table a key of this name.
    pub fn sets(&self, key: &str) -> bool {
        self.keys.iter().any(|word| word.text == key)
    }

    /// Whether a word stands in the file as a field or a text.
    pub fn reads(&self, word: &str) -> bool {
        let field = |member: &Member| member.word.text == word;
        self.members.iter().any(field) || self.texts.iter().any(|found| found.text == word)
    }
}

/// How deep brackets and blocks may lie in one another. Nobody writes half as many; the parser works down
/// through them, and has only so much room.
const DEEPEST: usize = 180;

/// Where a text is nested too deeply. What stands in texts and comments is counted too, which is close enough.
fn too_deep(text: &str) -> Option<usize> {
    let (mut brackets, mut blocks, mut word) = (0_usize, 0_usize, None);
    for (at, letter) in text.char_indices().chain([(text.len(), ' ')]) {
        if letter.is_alphanumeric() || letter == '_' {
            word.get_or_insert(at);
            continue;
        }
        match word.take().map(|begin| &text[begin..at]) {
            Some("do" | "then" | "function" | "repeat") => blocks += 1,
            // The branches of one `if` lie beside each other.
            Some("end" | "until" | "elseif") => blocks = blocks.saturating_sub(1),
            _ => {}
        }
        match letter {
            '(' | '{' | '[' => brackets += 1,
            ')' | '}' | ']' => brackets = brackets.saturating_sub(1),
            _ => {}
        }
        if brackets + blocks > DEEPEST {
            return Some(at.min(text.len().saturating_sub(1)));
        }
    }
    None
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails loudly")]
mod tests {
    use super::*;

    fn read(text: &str) -> Script {
        Script::read(&Source::new("main.lua", text)).unwrap()
    }

    #[test]
    fn what_is_nested_without_end_is_refused_and_does_no_harm() {
        for (open, close) in [("(", ")"), ("{", "}"), ("if x then ", " end "), ("function() return ", " end")]
        {
            let nested = |depth: usize| format!("return {}{{}}{}", open.repeat(depth), close.repeat(depth));
            for depth in [900, 100_000] {
                assert!(Script::read(&Source::new("main.lua", nested(depth))).is_err(), "{open} {depth}");
            }
            assert_eq!(too_deep(&nested(150)), None, "{open}");
        }
        let flat = "if a then b() elseif c then d() end\nfor i in x do y() end\n".repeat(500);
        assert_eq!(too_deep(&flat), None);
    }

    #[test]
    fn fields_and_calls_have_their_owners_and_places() {
        let script =
            read("game:award(event.player, 1, { source = \"well\" })\nlocal x = list.of(\"a\", 2, 'b').size");
        let member = |name: &str| script.members.iter().find(|member| member.word.text == name).unwrap();
        assert_eq!((member("award").of.as_slice(), member("award").method), (&["game".to_owned()][..], true));
        assert_eq!(member("player").word.span, 17..23);
        assert_eq!(member("player").arguments, None);
        let of = member("of").arguments.as_ref().unwrap();
        let texts: Vec<Option<&str>> =
            of.iter().map(|word| word.as_ref().map(|word| word.text.as_str())).collect();
        assert_eq!(texts, [Some("a"), None, Some("b")]);
        assert_eq!(member("size").of, ["?"]);
        assert!(script.sets("source") && script.texts.iter().any(|word| word.text == "well"));
    }

    #[test]
    fn what_is_declared_is_known() {
        let script = read(
            "local a, b = 1, 2\nlocal function c(d) for e = 1, d do f(e) end end\nfor g, h in pairs(a) do end\n\
             function m.on_x(i) end\nfunction m:n() end\nm.events = { gone = \"x\" }\nm[\"o\"] = 1\n-- MI1: a rule\n",
        );
        let declared: Vec<&str> = script.declared.iter().map(String::as_str).collect();
        assert_eq!(declared, ["a", "b", "c", "d", "e", "g", "h", "i", "self"]);
        for key in ["on_x", "n", "events", "gone", "o"] {
            assert!(script.sets(key), "{key}");
        }
        assert_eq!(script.tables.len(), 1);
        assert_eq!(script.comments[0].text.trim(), "MI1: a rule");
        let names: Vec<&str> = script.names.iter().map(|word| word.text.as_str()).collect();
        assert!(names.contains(&"f") && names.contains(&"m") && names.contains(&"pairs"), "{names:?}");
    }

    #[test]
    fn calls_without_parentheses_and_names_of_fields() {
        let script = read("local options = game.options\nlocal x = require \"lib.x\"\nreturn options.flour");
        assert_eq!(script.first_arguments("require").next().unwrap().unwrap().text, "lib.x");
        assert_eq!(script.returned, None, "a field is no name");
        assert_eq!(read("local m = {}\nreturn m\n").returned.as_deref(), Some("m"));
        assert_eq!(script.aliases, [("options".to_owned(), vec!["game".to_owned(), "options".to_owned()])]);
    }

    #[test]
    fn syntax_of_luau_is_read_and_what_is_no_lua_has_a_place() {
        assert!(read("local x: number = 1\nx += 1\nlocal s = `a {x}`\n").declared.contains("x"));
        let (_, span) = Script::read(&Source::new("a.lua", "local x = = 2")).unwrap_err();
        assert_eq!(span.start, 8);
    }
}
