//! What a test expects.

use bastide_engine::decision::Prompt;
use bastide_engine::event::{Award, Event, Source};
use bastide_engine::game::Game;
use bastide_engine::tile::PieceKindId;
use mlua::{Function, Lua};

use super::play::{table, text};
use super::{Bench, Moment, spec};
use crate::api::fail;
use crate::convert::{handle_to_lua, whole};
use crate::handle::{Handle, shared};

type Answer = mlua::Result<mlua::Value>;

const DONE: Answer = Ok(mlua::Value::Nil);

fn whole_number(value: &mlua::Value) -> Option<i32> {
    let number = match value {
        mlua::Value::Integer(number) => Some(*number),
        mlua::Value::Number(number) => whole(*number),
        _ => None,
    };
    number.and_then(|number| i32::try_from(number).ok())
}

/// Names and numbers of a table, by name.
fn numbers(table: &mlua::Table) -> mlua::Result<Vec<(String, i32)>> {
    let mut found: Vec<(String, i32)> = table.pairs::<String, i32>().collect::<mlua::Result<_>>()?;
    found.sort();
    Ok(found)
}

pub(super) fn points(_: &Lua, bench: &mut Bench<'_>, values: &[mlua::Value]) -> Answer {
    for (name, expected) in numbers(table(values, 0, "the points")?)? {
        let player = bench.seat(&name)?;
        let found = bench.game()?.state().points(player);
        if found != expected {
            let story = awarded(bench);
            return fail(format!("expected {name} to have {expected} points, found {found}{story}"));
        }
    }
    DONE
}

fn source_name(game: &Game, source: &Source) -> String {
    match source {
        Source::Feature(kind) => game.rules().vocabulary().feature_kinds[kind.index()].name.clone(),
        Source::Rule(name) => name.to_string(),
    }
}

/// Everything that was awarded, for messages.
fn awarded(bench: &mut Bench<'_>) -> String {
    let story = std::mem::take(&mut bench.story);
    let mut text = String::new();
    if let Ok(game) = bench.game() {
        for event in &story {
            if let Event::PointsAwarded(award) = event {
                let (name, source) = (game.rules().name(award.player), source_name(game, &award.source));
                text += &format!("\n  {name} was awarded {} for {source}", award.points);
            }
        }
    }
    bench.story = story;
    text
}

/// The awards that fit, of all since the beginning of the test.
fn fitting(bench: &mut Bench<'_>, fits: impl Fn(&Game, &Award) -> bool) -> mlua::Result<usize> {
    let story = std::mem::take(&mut bench.story);
    let game = bench.game()?;
    let awards = story.iter().filter_map(|event| match event {
        Event::PointsAwarded(award) => Some(award),
        _ => None,
    });
    let count = awards.filter(|award| fits(game, award)).count();
    bench.story = story;
    Ok(count)
}

pub(super) fn award(_: &Lua, bench: &mut Bench<'_>, values: &[mlua::Value]) -> Answer {
    let wanted = table(values, 0, "the award")?;
    let source = wanted.raw_get::<Option<String>>("source")?;
    let times = wanted.raw_get::<Option<usize>>("times")?.unwrap_or(1);
    let mut any = false;
    for pair in wanted.pairs::<String, mlua::Value>() {
        let (name, value) = pair?;
        if name == "source" || name == "times" {
            continue;
        }
        any = true;
        let player = bench.seat(&name)?;
        let Some(expected) = whole_number(&value) else {
            return fail(format!("the points of {name} must be a whole number"));
        };
        let found = fitting(bench, |game, award| {
            award.player == player
                && award.points == expected
                && source.as_ref().is_none_or(|source| source_name(game, &award.source) == *source)
        })?;
        if found != times {
            let of = source.map_or(String::new(), |source| format!(" for {source}"));
            let story = awarded(bench);
            return fail(format!(
                "expected {name} to be awarded {expected}{of} {times} times, found it {found} times{story}"
            ));
        }
    }
    if any { DONE } else { fail("an award names a player: { alice = 6, source = \"city\" }") }
}

pub(super) fn awards(_: &Lua, bench: &mut Bench<'_>, values: &[mlua::Value]) -> Answer {
    let mut wanted = Vec::new();
    for row in table(values, 0, "the awards")?.sequence_values::<mlua::Table>() {
        let row = row?;
        let source = row.raw_get::<Option<String>>("source")?;
        row.raw_remove("source")?;
        match numbers(&row)?.as_slice() {
            [(name, points)] => wanted.push((bench.seat(name)?, *points, source)),
            _ => return fail("each award names one player: { { alice = 6, source = \"city\" } }"),
        }
    }
    let story = std::mem::take(&mut bench.story);
    let game = bench.game()?;
    let found: Vec<&Award> = story
        .iter()
        .filter_map(|event| match event {
            Event::PointsAwarded(award) => Some(award),
            _ => None,
        })
        .collect();
    let fits = |(award, (player, points, source)): (&&Award, &(_, i32, Option<String>))| {
        award.player == *player
            && award.points == *points
            && source.as_ref().is_none_or(|source| source_name(game, &award.source) == *source)
    };
    if found.len() == wanted.len() && found.iter().zip(&wanted).all(fits) {
        bench.story = story;
        return DONE;
    }
    let mut text = "expected these awards, in this order:".to_owned();
    for (player, points, source) in &wanted {
        let source = source.as_ref().map_or(String::new(), |source| format!(" for {source}"));
        text += &format!("\n  {} {points}{source}", game.rules().name(*player));
    }
    bench.story = story;
    let found = awarded(bench);
    fail(text + "\nfound:" + if found.is_empty() { " none" } else { &found })
}

pub(super) fn no_award(_: &Lua, bench: &mut Bench<'_>, values: &[mlua::Value]) -> Answer {
    let source = text(values, 0, "the source")?;
    let player = match values.get(1) {
        None | Some(mlua::Value::Nil) => None,
        _ => Some(bench.seat(&text(values, 1, "the player")?)?),
    };
    let found = fitting(bench, |game, award| {
        source_name(game, &award.source) == source && player.is_none_or(|player| award.player == player)
    })?;
    if found == 0 {
        return DONE;
    }
    let story = awarded(bench);
    fail(format!("expected no award for {source}, found {found}{story}"))
}

pub(super) fn supply(_: &Lua, bench: &mut Bench<'_>, values: &[mlua::Value]) -> Answer {
    let kind = match values.get(1) {
        None | Some(mlua::Value::Nil) => PieceKindId::FOLLOWER,
        _ => {
            let name = text(values, 1, "the kind of piece")?;
            match bench.game()?.rules().vocabulary().piece_kind(&name) {
                Some(kind) => kind,
                None => return fail(format!("there is no kind of piece `{name}`")),
            }
        }
    };
    for (name, expected) in numbers(table(values, 0, "the numbers")?)? {
        let player = bench.seat(&name)?;
        let game = bench.game()?;
        let found = game.state().supply(player, kind) as i32;
        if found != expected {
            let kind = &game.rules().vocabulary().piece_kinds[kind.index()].name;
            return fail(format!(
                "expected {name} to have {expected} of {kind} in the supply, found {found}"
            ));
        }
    }
    DONE
}

pub(super) fn decision(_: &Lua, bench: &mut Bench<'_>, values: &[mlua::Value]) -> Answer {
    let (name, prompt) = (text(values, 0, "the player")?, text(values, 1, "the prompt")?);
    let player = bench.seat(&name)?;
    let game = bench.game()?;
    let found = game.decision().map(|decision| {
        let prompt = match decision.prompt {
            Prompt::Place(_) => "place".to_owned(),
            Prompt::Deploy => "deploy".to_owned(),
            Prompt::Phase(phase) => game.rules().phases[*phase as usize].name.clone(),
            Prompt::Question(question) => question.prompt.to_string(),
        };
        (decision.player, prompt)
    });
    let short = |full: &str| full.split_once('/').map_or(full.to_owned(), |(_, short)| short.to_owned());
    match found {
        Some((who, what)) if who == player && (what == prompt || short(&what) == prompt) => DONE,
        _ => fail(format!("expected that {name} has to decide `{prompt}`, found: {}", spec::open(game))),
    }
}

/// Whether a move of one part is an option now, and why not.
fn is_option(bench: &mut Bench<'_>, values: &[mlua::Value]) -> mlua::Result<(bool, String)> {
    let wanted = table(values, 0, "the move")?;
    let game = bench.game()?;
    spec::check_readable(game, wanted)?;
    Ok(match spec::single(game, wanted) {
        Ok(choice) => (game.is_legal(&choice), game.scene().describe(&choice)),
        Err(mlua::Error::RuntimeError(message)) => (false, message),
        Err(error) => return Err(error),
    })
}

pub(super) fn option(_: &Lua, bench: &mut Bench<'_>, values: &[mlua::Value]) -> Answer {
    let (legal, what) = is_option(bench, values)?;
    if legal {
        return DONE;
    }
    let game = bench.game()?;
    let options: Vec<String> = game.decision().map_or_else(Vec::new, |decision| {
        decision.list().iter().map(|choice| game.scene().describe(choice)).collect()
    });
    fail(format!("expected an option: {what}\n  the options are: {}", options.join("; ")))
}

pub(super) fn no_option(_: &Lua, bench: &mut Bench<'_>, values: &[mlua::Value]) -> Answer {
    let (legal, what) = is_option(bench, values)?;
    if legal { fail(format!("expected that this is no option: {what}")) } else { DONE }
}

pub(super) fn over(_: &Lua, bench: &mut Bench<'_>, _: &[mlua::Value]) -> Answer {
    let game = bench.game()?;
    if game.is_over() {
        DONE
    } else {
        fail(format!("expected that the game is over, found: {}", spec::open(game)))
    }
}

pub(super) fn equal(_: &Lua, _: &mut Bench<'_>, values: &[mlua::Value]) -> Answer {
    let nil = mlua::Value::Nil;
    let (found, expected) = (values.first().unwrap_or(&nil), values.get(1).unwrap_or(&nil));
    if found.equals(expected)? {
        return DONE;
    }
    let what = match values.get(2) {
        Some(mlua::Value::String(what)) => format!("{}: ", what.to_string_lossy()),
        _ => String::new(),
    };
    fail(format!("{what}expected {}, found {}", expected.to_string()?, found.to_string()?))
}

pub(super) fn truth(_: &Lua, _: &mut Bench<'_>, values: &[mlua::Value]) -> Answer {
    match values.first() {
        None | Some(mlua::Value::Nil | mlua::Value::Boolean(false)) => {
            let what = match values.get(1) {
                Some(mlua::Value::String(what)) => what.to_string_lossy(),
                _ => "this".to_owned(),
            };
            fail(format!("expected that {what} holds, and it does not"))
        }
        Some(_) => DONE,
    }
}

/// Letters that the name of a snapshot may have: it is a part of a file's name.
const SNAPSHOT_NAME: usize = 60;

pub(super) fn snapshot(_: &Lua, bench: &mut Bench<'_>, values: &[mlua::Value]) -> Answer {
    let name = text(values, 0, "the name of the snapshot")?;
    let safe = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    if name.is_empty() || name.len() > SNAPSHOT_NAME || !name.chars().all(safe) {
        return fail(format!(
            "a snapshot cannot be called \"{name}\": the name becomes a part of a file's name, so write it with \
             letters, digits, `-` and `_`, and at most {SNAPSHOT_NAME} of them"
        ));
    }
    bench.game()?;
    let Some(game) = &bench.game else { return fail("the game could not begin") };
    let moment = Moment { file: bench.file, name: &name, game, story: &bench.story };
    match bench.maker.snapshot(&moment) {
        Ok(()) => DONE,
        Err(message) => fail(message),
    }
}

pub(super) fn look(lua: &Lua, bench: &mut Bench<'_>, values: &[mlua::Value]) -> Answer {
    let Some(mlua::Value::Function(look)) = values.first() else {
        return fail("t:look needs a function: t:look(function(game) … end)");
    };
    let look: &Function = look;
    let scene = bench.game()?.scene().clone();
    let shared = shared(lua)?;
    **shared.scene.borrow_mut() = scene;
    look.call(handle_to_lua(lua, Handle::Game)?)
}
