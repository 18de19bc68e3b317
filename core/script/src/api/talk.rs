//! What a handler says to the game: points, questions, events of its own.

use std::sync::Arc;

use bastide_engine::decision::{Item, Question};
use bastide_engine::event::{Award, Label, Part, Parts, Source};
use bastide_engine::value::Value;
use mlua::{FromLua, Table};

use super::{Answer, Args, Cx, NOTHING, fail};
use crate::convert::{list_to_items, lua_to_item, lua_to_value};
use crate::handle::{Handle, as_handle};
use crate::host::Waits;
use crate::names::nearest;
use crate::shared::{Shared, Stop};
use crate::vm::charge;

/// What stands in a table under a few keys. Other keys are mistakes.
fn named<const N: usize>(
    cx: &Cx<'_>,
    table: &Table,
    call: &str,
    known: [&str; N],
) -> mlua::Result<[mlua::Value; N]> {
    let mut found = [const { mlua::Value::Nil }; N];
    table.for_each(|key: mlua::Value, value: mlua::Value| {
        let name = if let mlua::Value::String(name) = &key { Some(cx.shared.texts.read(name)) } else { None };
        match known.iter().position(|known| name.as_deref() == Some(known)) {
            Some(at) => found[at] = value,
            None => return Err(unknown_key(&key, call, &known)),
        }
        Ok(())
    })?;
    Ok(found)
}

/// The error of a table key that should have been one of a few.
#[cold]
fn unknown_key(key: &mlua::Value, call: &str, known: &[&str]) -> mlua::Error {
    let name = match key {
        mlua::Value::String(name) => name.to_string_lossy(),
        other => other.type_name().to_owned(),
    };
    let hint = nearest(&name, known.iter().copied()).map_or_else(
        || format!("; it takes {}", known.join(", ")),
        |near| format!(", did you mean `{near}`?"),
    );
    mlua::Error::runtime(format!("{call}: unknown key `{name}`{hint}"))
}

pub(super) fn award(cx: &Cx<'_>, _: Handle, args: &Args<'_>) -> Answer {
    let (player, points) = (args.player(0)?, args.int(1)?);
    if points.abs_diff(0) > MOST_POINTS {
        return args.wrong(1, "between -1000000 and 1000000");
    }
    let own = cx.shared.running().map_or(String::new(), |(_, id)| id.to_owned());
    let mut source = own;
    let mut at = None;
    let mut parts = Parts::new();
    if let Some(details) = args.opt_table(2)? {
        let [name, place, list] = named(cx, details, "game:award", ["source", "at", "parts"])?;
        if let Some(name) = Option::<String>::from_lua(name, cx.lua)? {
            source = short_text("game:award: `source`", name)?;
        }
        at = match as_handle(&place) {
            Some(Handle::Tile(tile)) => Some(tile),
            None if place.is_nil() => None,
            _ => return fail("game:award: `at` must be the Tile at which the points are shown"),
        };
        if let Some(table) = Option::<Table>::from_lua(list, cx.lua)? {
            for pair in table.pairs::<mlua::Value, mlua::Value>() {
                let (label, points) = pair?;
                parts.push(award_part(&label, &points)?);
            }
            parts.sort_by(|a, b| a.label.as_str().cmp(b.label.as_str()));
        }
    }
    let explained: i64 = parts.iter().map(|part| i64::from(part.points)).sum();
    if !parts.is_empty() && explained != i64::from(points) {
        return fail(format!("game:award: the parts add up to {explained}, not to {points}"));
    }
    if points == 0 && parts.is_empty() {
        return NOTHING;
    }
    cx.change(|scene| {
        scene.award(Award { player, points, source: Source::Rule(source.into()), parts, at, feature: None });
    });
    NOTHING
}

/// A part of an award as a script writes it: a label and a whole number.
fn award_part(label: &mlua::Value, points: &mlua::Value) -> mlua::Result<Part> {
    let mlua::Value::String(label) = label else {
        return fail("game:award: `parts` is a table of labels and points, such as { inn = 4 }");
    };
    let label = short_text("game:award: the label of a part", label.to_string_lossy())?;
    let number = match points {
        mlua::Value::Integer(number) => Some(*number),
        mlua::Value::Number(number) => crate::convert::whole(*number),
        _ => None,
    };
    match number
        .and_then(|number| i32::try_from(number).ok())
        .filter(|number| number.abs_diff(0) <= MOST_POINTS)
    {
        Some(points) => Ok(Part { label: Label::Given(label.into()), count: 1, points }),
        None => fail(format!("game:award: the points of `{label}` must be a whole number up to 1000000")),
    }
}

/// The most points that can be given or taken at once.
const MOST_POINTS: u32 = 1_000_000;
/// How long names and labels can be, in letters.
const MOST_LETTERS: usize = 200;
/// How many answers a question can have.
const MOST_ANSWERS: usize = 10_000;
/// How many steps the prelude takes at most from a question to where the handler waits or stops.
const STEPS_TO_WAIT: u64 = 8;
/// What an event costs a handler besides what it carries, in steps.
const EVENT_COST: u64 = 50;

/// What plain data costs a handler, in steps.
fn weight(value: &Value) -> u64 {
    match value {
        Value::Text(text) => 1 + text.len() as u64 / 16,
        Value::List(values) => 1 + values.iter().map(weight).sum::<u64>(),
        Value::Map(values) => {
            1 + values.iter().map(|(key, value)| key.len() as u64 / 16 + weight(value)).sum::<u64>()
        }
        _ => 1,
    }
}

/// A name or label, which must not be long.
fn short_text(what: &str, text: String) -> mlua::Result<String> {
    check_short(what, &text).map(|()| text)
}

fn check_short(what: &str, text: &str) -> mlua::Result<()> {
    // Most texts have not even so many bytes.
    match if text.len() > MOST_LETTERS { text.chars().count() } else { 0 } {
        letters if letters > MOST_LETTERS => {
            fail(format!("{what} has {letters} letters; at most {MOST_LETTERS} can be shown"))
        }
        _ => Ok(()),
    }
}

pub(super) fn ask(cx: &Cx<'_>, _: Handle, args: &Args<'_>) -> Answer {
    let player = args.player(0)?;
    let table = args.table(1)?;
    let keys = ["prompt", "options", "about", "always"];
    let [prompt, options, about, always] = named(cx, table, "game:ask", keys)?;
    let Some(prompt) = Option::<String>::from_lua(prompt, cx.lua)? else {
        return fail("game:ask: a question needs a `prompt`, a short text that says what is asked");
    };
    let Some(list) = Option::<Table>::from_lua(options, cx.lua)? else {
        return fail("game:ask: a question needs `options`, a list of possible answers");
    };
    let prompt = short_text("game:ask: `prompt`", prompt)?;
    if list.raw_len() > MOST_ANSWERS {
        return fail(format!(
            "game:ask: {} options are too many; at most {MOST_ANSWERS} can be shown",
            list.raw_len()
        ));
    }
    let (options, _) = list_to_items(&list).or_else(|(index, kind)| {
        fail(format!("game:ask: option {index} is {kind}, which cannot be an answer"))
    })?;
    for option in &options {
        if let Item::Text(text) = option {
            check_short("game:ask: an option", text)?;
        }
    }
    let always = match always {
        mlua::Value::Nil => false,
        mlua::Value::Boolean(always) => always,
        _ => return fail("game:ask: `always` must be true or false"),
    };
    if options.is_empty() || options.len() == 1 && !always {
        return options.first().map_or(NOTHING, |item| cx.item(item));
    }
    let known = {
        let mut frames = cx.shared.frames.borrow_mut();
        let Some(frame) = frames.last_mut() else { return fail("game:ask works only inside a handler") };
        let answer = frame.answers.get(frame.asked).copied();
        frame.asked += 1;
        answer
    };
    if let Some(answer) = known {
        return match options.get(answer as usize) {
            Some(item) => cx.item(item),
            None => fail(
                "game:ask: the question is not the one that was answered; a handler must ask the same each time it runs",
            ),
        };
    }
    let about = lua_to_item(&about).unwrap_or(Item::Nil);
    let expansion = cx.shared.running().map_or("", |(_, id)| id).into();
    let fuel = cx.shared.fuel.get();
    cx.shared.flush_storages()?;
    let question = Question { player, prompt: prompt.into(), about, options: Arc::from(options), expansion };
    if cx.shared.is_handler(cx.lua) {
        *cx.shared.waits.borrow_mut() = Some(Waits { question, fuel });
        // The way from here to where it waits is the host's, and also for one that has no step left.
        cx.shared.refuel(fuel.saturating_add(STEPS_TO_WAIT));
        return Ok(UNANSWERED);
    }
    stop_asking(cx.shared, question)
}

/// A handler stops at its question. It runs again, with the answer.
pub(crate) fn stop_asking<T>(shared: &Shared, question: Question) -> mlua::Result<T> {
    shared.stop(Stop::Asked(question));
    fail("the handler waits for an answer")
}

/// What the prelude gets for a question that has no answer yet, for which the handler can wait. It is nothing that
/// could be an answer.
pub(crate) const UNANSWERED: mlua::Value = mlua::Value::NULL;

/// What an event is about: one thing, or a list of things.
fn subject(value: &mlua::Value) -> Option<Item> {
    let mlua::Value::Table(list) = value else { return lua_to_item(value).ok() };
    if matches!(list.raw_get(1), Ok(mlua::Value::Integer(_) | mlua::Value::Number(_))) {
        return lua_to_item(value).ok();
    }
    // Nothing may be lost behind a gap or under a name.
    match list_to_items(list) {
        Ok((things, true)) => Some(Item::List(things.into())),
        _ => None,
    }
}

pub(super) fn raise(cx: &Cx<'_>, _: Handle, args: &Args<'_>) -> Answer {
    let name = args.text(0)?;
    let declared = cx.shared.bound.get().and_then(|bound| {
        let running = cx.shared.running().map(|(expansion, _)| expansion);
        bound.events.iter().find(|(expansion, event)| Some(*expansion) == running && **event == *name)
    });
    let Some((_, name)) = declared else {
        return fail(format!(
            "game:raise: declare the event first: events = {{ {name} = \"what it means\" }}"
        ));
    };
    let Some(subject) = subject(args.get(1)) else {
        return args.wrong(1, "something of the game, a list of such things, a text or a number");
    };
    let things = if let Item::List(items) = &subject { items.len() as u64 } else { 0 };
    let data = lua_to_value(args.get(2), "data", &cx.shared.texts).map_err(mlua::Error::runtime)?;
    charge(cx.lua, cx.shared, EVENT_COST + things + weight(&data))?;
    cx.change(|scene| scene.raise_custom(Arc::clone(name), subject, data));
    NOTHING
}
