//! Errors of scripts, told so that their author finds the place and the way out: expansion, version,
//! hook, file, line, the words in it, what the handler was called with, and the way there without the
//! host's own frames.

mod finding;
mod given;
mod members;
mod runtime;
mod spoken;
mod syntax;
mod tokens;
mod trace;
mod why;

use bastide_content::diagnostic::{Diagnostic, Source as SourceText};
use bastide_engine::host::{CalledFrom, Details, HandlerError};

use self::finding::{Finding, Scope};
use self::tokens::Tokens;
use self::trace::{Place, leading_place, unfold};
use crate::shared::Stop;
use crate::source::Source;

pub(crate) use self::given::Given;
pub(crate) use self::trace::chunk_name;

/// What Lua says where memory ends.
pub(crate) const OUT_OF_MEMORY: &str = "not enough memory";
const MEMORY: &str = "the scripts use too much memory; is a table or a text growing without end?";
/// The calls that a message shows.
const MOST_CALLS: usize = 8;

/// What failed: an expansion, in a hook or action, or already while it was loaded.
#[derive(Clone, Copy)]
pub(crate) struct Failure<'a> {
    pub expansion: usize,
    /// The hook or action; empty where none is to blame.
    pub hook: &'a str,
    pub loading: bool,
}

impl Failure<'_> {
    /// The error of a script. `stopped_at` is where it was when it had to stop, as `file:line`;
    /// `given` is what the handler was called with, as names and values.
    pub fn of(
        &self,
        sources: &[Source],
        error: &mlua::Error,
        stop: Option<&Stop>,
        stopped_at: Option<&str>,
        given: Vec<(String, String)>,
    ) -> HandlerError {
        let (found, places, _) = self.find(sources, error, stop, stopped_at);
        self.build(sources, found, places, given)
    }

    /// The message and the line of an error of a test.
    pub fn locate(
        &self,
        sources: &[Source],
        error: &mlua::Error,
        stop: Option<&Stop>,
        stopped_at: Option<&str>,
    ) -> (String, Option<u32>) {
        let (found, places, message) = self.find(sources, error, stop, stopped_at);
        // What the host says stays as it is: it may be what a test expected.
        let own_words = found.original.is_none() && stop.is_none();
        let text = match &found.hint {
            _ if own_words => message,
            None => found.reason,
            Some(hint) => format!("{}; {hint}", found.reason),
        };
        (text, places.first().map(|place| place.line))
    }

    /// An error without a Lua error behind it.
    pub fn plain(&self, sources: &[Source], reason: &str, given: Vec<(String, String)>) -> HandlerError {
        let (reason, hint) = spoken::advice(reason);
        let code = if self.loading { load_code(reason) } else { "wrong-answer" };
        let label = (!self.loading).then(|| "this handler".to_owned());
        let found = Finding { label, hint: hint.map(str::to_owned), ..Finding::new(code, reason) };
        self.build(sources, found, Vec::new(), given)
    }

    /// `main.lua` returns something that is no table.
    pub fn no_table(&self, sources: &[Source], returned: &mlua::Value) -> HandlerError {
        let source = &sources[self.expansion];
        let text = source.files.get("main.lua").map_or("", String::as_str);
        let tokens = Tokens::of(text);
        let is_table = |index: &usize| tokens.word(*index) == "local" && tokens.word(index + 2) == "=";
        let declared = (0..tokens.all.len()).find(is_table).map(|index| tokens.word(index + 1));
        let name = declared.unwrap_or(&source.id);
        let returns = match returned {
            mlua::Value::Nil => "returns nothing".to_owned(),
            other => format!("returns {}", crate::names::kind(other)),
        };
        let found = Finding::new("no-table", format!("main.lua {returns}, and not the table of its hooks"));
        let last = tokens.all.len().saturating_sub(1);
        let found = match (returned, tokens.all.last()) {
            (_, None) => found,
            (mlua::Value::Nil, _) => found.at(tokens.span(last..last + 1), "the file ends here"),
            _ => found.at(tokens.span(last..last + 1), "this is returned"),
        };
        let found = found.hint(format!("its last line should be `return {name}`"));
        let line = tokens.all.last().map_or(1, |token| token.line);
        let place = Place { source: self.expansion, file: "main.lua".to_owned(), line, function: None };
        self.build(sources, found, vec![place], Vec::new())
    }

    /// What an error comes to, the places that lead to it, and what it said itself.
    fn find(
        &self,
        sources: &[Source],
        error: &mlua::Error,
        stop: Option<&Stop>,
        stopped_at: Option<&str>,
    ) -> (Finding, Vec<Place>, String) {
        let unfolded = unfold(error, sources);
        let (message, mut places) = (unfolded.message, unfolded.places);
        // What the language says where memory ends; an author's sentence has more words.
        let memory = unfolded.is_memory || message == OUT_OF_MEMORY;
        if memory && stop.is_none() {
            // Which of the things that a script makes is one too many hangs on when the machine clears up, and whether
            // it can still be said where that was: it is the handler as a whole that makes too much.
            places.clear();
        }
        if let Some((place, _)) = stopped_at.and_then(|text| leading_place(text, sources)) {
            places.retain(|known| *known != place);
            places.insert(0, place);
        }
        let text = |place: &Place| sources[place.source].files.get(&place.file).map_or("", String::as_str);
        let scope = places.first_mut().map(|place| {
            let tokens = Tokens::of(text(place));
            place.line = place.line.clamp(1, last_line(tokens.text));
            Scope { tokens, line: place.line }
        });
        let whole = scope.as_ref().map(Scope::whole);
        let said = |code, text: &str| {
            let (reason, hint) = spoken::advice(text);
            Finding { span: whole.clone(), hint: hint.map(str::to_owned), ..Finding::new(code, reason) }
        };
        let found = match (stop, &scope) {
            (Some(Stop::OutOfFuel), _) => said("endless", "it runs too long; does a loop never end?"),
            (Some(Stop::OutOfMemory), _) => said("memory", MEMORY),
            _ if memory => said("memory", MEMORY),
            _ if message.contains("attempt to modify a readonly table") => self.read_only(scope.as_ref()),
            (_, Some(scope)) if unfolded.is_syntax => syntax::explain(&message, scope),
            _ if unfolded.by_host || places.is_empty() => spoken::explain(&message, scope.as_ref()),
            (_, Some(scope)) => runtime::explain(&message, scope)
                .unwrap_or_else(|| Finding { span: whole, ..Finding::new("script", message.as_str()) }),
            (_, None) => Finding::new("script", message.as_str()),
        };
        (found, places, message)
    }

    /// Something was written into a table that can only be looked at.
    fn read_only(&self, scope: Option<&Scope<'_>>) -> Finding {
        let target = scope.and_then(|scope| {
            let sign = scope.first(&["=", "+=", "-=", "*=", "/="])?;
            Some((scope, scope.tokens.operand_before(sign)?))
        });
        let text =
            target.as_ref().map_or_else(String::new, |(scope, words)| scope.tokens.words(words.clone()));
        let within = |name: &str| text.contains(&format!("{name}.")) || text.contains(&format!("{name}["));
        let found = match &text {
            _ if self.loading => Finding::new("read-only", "the tables of the language cannot be changed")
                .hint("make a table of your own"),
            _ if within("storage") => Finding::new(
                "only-looks",
                format!("`{text}` cannot be set here: {} may only look at game.storage", self.hook),
            )
            .hint("`allow_`, `adjust_`, `when` and `options` change nothing; do it in an `on_` handler or in `perform`"),
            _ if within("options") => Finding::new("read-only", "options cannot be changed during a game")
                .hint("they are chosen before it: `--option <expansion>.<name>=<value>`"),
            _ if text.contains(['.', '[']) => Finding::new(
                "read-only",
                format!("`{text}` cannot be set: what a handler is called with can only be looked at"),
            )
            .hint("keep a number of your own in a `local`, and what is to be remembered in `game.storage`"),
            _ => Finding::new("read-only", "this table can only be looked at").hint(
                "`allow_`, `adjust_`, `when` and `options` may not change game.storage, and options are fixed",
            ),
        };
        match target {
            Some((scope, words)) => found.at(scope.tokens.span(words), "this is fixed"),
            None => Finding { span: scope.map(Scope::whole), ..found },
        }
    }

    /// Puts the error together. Without a place, the line that defines the hook is shown.
    fn build(
        &self,
        sources: &[Source],
        mut found: Finding,
        mut places: Vec<Place>,
        given: Vec<(String, String)>,
    ) -> HandlerError {
        let source = &sources[self.expansion];
        if places.is_empty()
            && let Some((place, span)) = self.guess(source, &found.reason)
        {
            places.push(place);
            found.span = Some(span);
        }
        let failed =
            if self.loading { "could not be loaded".to_owned() } else { format!("failed in {}", self.hook) };
        let title = format!("the expansion `{}` {} {failed}: {}", source.id, source.version, found.reason);
        let call = |place: &Place| CalledFrom {
            file: chunk_name(&sources[place.source], &place.file),
            line: place.line,
            function: place.function.clone(),
        };
        let calls: Vec<CalledFrom> = places.iter().skip(1).map(call).collect();
        let mut diagnostic = diagnostic(title, &found, places.first(), sources);
        diagnostic.notes = notes(&found, &calls, &given);
        let here = places.into_iter().next();
        HandlerError {
            expansion: source.id.clone(),
            hook: self.hook.to_owned(),
            message: diagnostic.render(false),
            line: here.as_ref().map(|place| place.line),
            file: here.map(|place| place.file),
            details: Box::new(Details {
                code: found.code,
                reason: found.reason,
                span: found.span,
                label: found.label,
                mark: found.mark,
                hint: found.hint,
                original: found.original,
                calls,
                given,
            }),
        }
    }

    /// The place of an error that brings none: where what it names is stored, or the hook defined.
    fn guess(&self, source: &Source, reason: &str) -> Option<(Place, std::ops::Range<usize>)> {
        let stored = reason.strip_prefix("game.storage.");
        let stored = stored.and_then(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next());
        let in_files = |find: &dyn Fn(&Tokens<'_>) -> Option<usize>| {
            source.files.iter().find_map(|(file, text)| {
                let tokens = Tokens::of(text);
                let index = find(&tokens)?;
                let line = tokens.all.get(index)?.line;
                let place = Place { source: self.expansion, file: file.clone(), line, function: None };
                Some((place, tokens.span(index..index + 1)))
            })
        };
        let sets = |tokens: &Tokens<'_>| {
            let name = stored?;
            (0..tokens.all.len()).find(|index| {
                let set = tokens.word(index + 1) == "=" && tokens.word(*index) == name;
                set && index.checked_sub(2).is_some_and(|before| tokens.word(before) == "storage")
            })
        };
        let name = self.hook.rsplit('.').next().filter(|name| !name.is_empty());
        let words: Vec<&str> = reason.split('`').skip(1).step_by(2).collect();
        let defines = |tokens: &Tokens<'_>| {
            let name = name?;
            let at = (0..tokens.all.len()).find(|index| tokens.word(*index) == name)?;
            if !self.loading {
                return Some(at);
            }
            // What is wrong with an action stands between its braces.
            let end = tokens.closing(at + 2).filter(|_| tokens.word(at + 2) == "{").unwrap_or(at);
            let named = |index: &usize| words.contains(&tokens.word(*index).trim_matches(['"', '\'']));
            (at + 1..end).find(named).or(Some(at))
        };
        in_files(&sets).or_else(|| in_files(&defines))
    }
}

/// The kind of a mistake in the table that `main.lua` returns.
fn load_code(reason: &str) -> &'static str {
    if reason.starts_with("`actions") { "bad-action" } else { "unknown-hook" }
}

/// The last line of a file in which something stands: what is missing is reported behind it.
fn last_line(text: &str) -> u32 {
    text.trim_end().lines().count().max(1) as u32
}

/// A finding as a message about a file.
fn diagnostic(title: String, found: &Finding, place: Option<&Place>, sources: &[Source]) -> Diagnostic {
    let mut diagnostic = Diagnostic::error(found.code, title).maybe_hint(found.hint.as_deref());
    diagnostic.label.clone_from(&found.label);
    let Some(place) = place else { return diagnostic };
    let source = &sources[place.source];
    let text = source.files.get(&place.file).map_or("", String::as_str);
    let shown = SourceText::new(chunk_name(source, &place.file), text);
    let span = found.span.clone().unwrap_or_else(|| {
        let tokens = Tokens::of(text);
        tokens.span(tokens.on_line(place.line))
    });
    let diagnostic = diagnostic.at(&shown, span);
    match &found.mark {
        Some((span, label)) => diagnostic.mark(span.clone(), label.as_str()),
        None => diagnostic,
    }
}

/// What else is told: what Lua said, what the handler was called with, who called.
fn notes(found: &Finding, calls: &[CalledFrom], given: &[(String, String)]) -> Vec<String> {
    let mut notes = Vec::new();
    notes.extend(found.original.as_deref().map(in_its_words));
    let given: Vec<String> = given.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    if !given.is_empty() {
        notes.push(given.join("\n"));
    }
    let mut lines: Vec<String> = calls.iter().take(MOST_CALLS).map(called_from).collect();
    if calls.len() > MOST_CALLS {
        lines.push(format!("and {} calls more", calls.len() - MOST_CALLS));
    }
    if !lines.is_empty() {
        notes.push(lines.join("\n"));
    }
    notes
}

/// What the language itself said, for those who look it up.
pub fn in_its_words(said: &str) -> String {
    format!("Lua says: {said}")
}

fn called_from(call: &CalledFrom) -> String {
    match &call.function {
        Some(function) => format!("called from `{function}` in {}:{}", call.file, call.line),
        None => format!("called from {}:{}", call.file, call.line),
    }
}
