//! What a test writes for a move, and the option of the open decision that it means.

use bastide_engine::decision::{Choice, Item, Prompt};
use bastide_engine::feature::SegmentId;
use bastide_engine::game::Game;
use bastide_engine::geometry::{Port, Pos, Rotation, Third};
use bastide_engine::tile::PieceKindId;
use mlua::Table;

use crate::api::fail;
use crate::convert::{lua_to_item, whole};
use crate::names::nearest;

/// The keys of a move; the reference explains them.
pub(crate) const KEYS: [&str; 9] =
    ["place", "deploy", "second", "recall", "act", "on", "answers", "answer", "pass"];

/// Refuses keys that a move does not have.
pub(super) fn check_keys(spec: &Table) -> mlua::Result<()> {
    for pair in spec.pairs::<mlua::Value, mlua::Value>() {
        let (key, _) = pair?;
        let name = match &key {
            mlua::Value::String(name) => name.to_string_lossy(),
            other => crate::names::kind(other).to_owned(),
        };
        if !KEYS.contains(&&*name) {
            let hint = nearest(&name, KEYS.into_iter());
            let hint = hint.map_or_else(
                || format!("; it has {}", KEYS.join(", ")),
                |near| format!(", did you mean `{near}`?"),
            );
            return fail(format!("a move has no `{name}`{hint}"));
        }
    }
    Ok(())
}

/// `place = { x, y, turn = 0 }`. Turns that look the same are the same.
pub(super) fn placement(game: &Game, table: &Table) -> mlua::Result<Choice> {
    let coordinate = |index: usize| match table.raw_get::<Option<f64>>(index)? {
        Some(number) => match whole(number).and_then(|number| i32::try_from(number).ok()) {
            Some(number) => Ok(number),
            None => fail("coordinates are whole numbers"),
        },
        None => fail("a placement is { x, y } or { x, y, turn = 1 }"),
    };
    let pos = Pos::new(coordinate(1)?, coordinate(2)?);
    let turn = table.raw_get::<Option<f64>>("turn")?.and_then(whole).unwrap_or(0);
    let mut quarters = turn.rem_euclid(4) as u8;
    if let Some(tile) = game.state().hand() {
        quarters %= game.rules().tile(tile).rotations;
    }
    Ok(Choice::Place { pos, rotation: Rotation::quarters(quarters) })
}

/// `deploy = { road = "N", piece = "follower" }`, or `{ monastery = true }`.
pub(super) fn deployment(game: &Game, table: &Table) -> mlua::Result<Choice> {
    let vocabulary = game.rules().vocabulary();
    let mut kind = PieceKindId::FOLLOWER;
    let mut segment = None;
    for pair in table.pairs::<String, mlua::Value>() {
        let (name, value) = pair?;
        if name == "piece" {
            let wanted = value.to_string()?;
            kind = match vocabulary.piece_kind(&wanted) {
                Some(kind) => kind,
                None => return fail(format!("there is no kind of piece `{wanted}`")),
            };
        } else {
            segment = Some(find_segment(game, &name, &value)?);
        }
    }
    match segment {
        Some(segment) => Ok(Choice::Deploy { kind, segment }),
        None => fail("a deployment names a feature: { road = \"N\" }"),
    }
}

/// The segment of the tile just placed that a deployment means.
fn find_segment(game: &Game, kind: &str, side: &mlua::Value) -> mlua::Result<SegmentId> {
    let Some(wanted) = game.rules().vocabulary().feature_kind(kind) else {
        return fail(no_feature_kind(game, kind));
    };
    let Some(tile) = game.state().placed() else { return fail("no tile was placed yet") };
    let features = game.state().features();
    let mut parts = game.scene().segments(tile).filter(|at| features.kind(*at) == wanted);
    match side {
        mlua::Value::Boolean(true) => match (parts.next(), parts.next()) {
            (Some(part), None) => Ok(part),
            (None, _) => fail(format!("the tile just placed has no {kind}")),
            (Some(_), Some(_)) => {
                fail(format!("the tile just placed has several of kind {kind}: name a side"))
            }
        },
        mlua::Value::String(text) => {
            let text = text.to_string_lossy();
            let Ok(port) = text.parse::<Port>() else {
                return fail(no_side(&text));
            };
            let scene = game.scene();
            let ports = [port, Port::new(port.side(), Third::Left), Port::new(port.side(), Third::Right)];
            let found = ports.into_iter().filter_map(|port| scene.segment_at(tile, port));
            let found = found.into_iter().find(|at| features.kind(*at) == wanted);
            found.map_or_else(|| fail(format!("the tile just placed has no {kind} at {text}")), Ok)
        }
        other => {
            fail(format!("{kind} must be a side such as \"N\", or true, not {}", crate::names::kind(other)))
        }
    }
}

/// The option of the open question that an answer means: by value, or by its name.
pub(super) fn answer(game: &Game, value: &mlua::Value) -> mlua::Result<Choice> {
    let Some(question) = game.question() else {
        return fail(format!("no question is open; {}", open(game)));
    };
    match find_item(game, &question.options, value) {
        Some(item) => Ok(Choice::Answer { item }),
        None => {
            let names: Vec<String> =
                question.options.iter().map(|item| game.scene().item_name(item)).collect();
            let wanted = value.to_string()?;
            fail(format!(
                "`{wanted}` is no answer to \"{}\"; the answers are: {}",
                question.prompt,
                names.join("; ")
            ))
        }
    }
}

/// An item by value or name; a name may be left unfinished where only one begins so.
pub(super) fn find_item(game: &Game, items: &[Item], value: &mlua::Value) -> Option<u16> {
    if let Ok(item) = lua_to_item(value)
        && let Some(at) = items.iter().position(|option| *option == item)
    {
        return Some(at as u16);
    }
    let mlua::Value::String(text) = value else { return None };
    let text = text.to_string_lossy();
    let names: Vec<String> = items.iter().map(|item| game.scene().item_name(item)).collect();
    if let Some(at) = names.iter().position(|name| *name == text) {
        return Some(at as u16);
    }
    let mut begun = names.iter().enumerate().filter(|(_, name)| name.starts_with(&text));
    match (begun.next(), begun.next()) {
        (Some((at, _)), None) => Some(at as u16),
        _ => None,
    }
}

/// An action of the open decision: `act = "take_back", on = …`.
pub(super) fn action(game: &Game, name: &str, on: &mlua::Value) -> mlua::Result<Choice> {
    let Some(decision) = game.decision() else { return fail("the game is over") };
    let actions = &game.subscriptions().actions;
    let named = |full: &str| full == name || full.split_once('.').is_some_and(|(_, short)| short == name);
    let offered = decision.list().into_iter().filter_map(|choice| match choice {
        Choice::Act { action, item } if named(&actions[action.index()].name) => Some((choice, item)),
        _ => None,
    });
    let offered: Vec<(Choice, u16)> = offered.collect();
    if let mlua::Value::Nil = on {
        return match offered.as_slice() {
            [(choice, _)] => Ok(*choice),
            [] => fail(format!("the action `{name}` is not on offer; {}", open(game))),
            _ => fail(format!("the action `{name}` can be used on several things: say which with `on`")),
        };
    }
    let items: Vec<Item> =
        offered.iter().filter_map(|(_, item)| decision.items().get(*item as usize).cloned()).collect();
    match find_item(game, &items, on) {
        Some(at) => Ok(offered[at as usize].0),
        None => {
            let names: Vec<String> = items.iter().map(|item| game.scene().item_name(item)).collect();
            fail(format!(
                "the action `{name}` cannot be used on {}; it can on: {}",
                on.to_string()?,
                names.join("; ")
            ))
        }
    }
}

/// Taking back the only piece that can be taken back.
pub(super) fn recall(game: &Game) -> mlua::Result<Choice> {
    let Some(decision) = game.decision() else { return fail("the game is over") };
    let found = decision.list().into_iter().find(|choice| matches!(choice, Choice::Recall { .. }));
    found.map_or_else(|| fail(format!("no piece can be taken back for points; {}", open(game))), Ok)
}

/// Whether a move of one part can be understood, be it an option or not: it says something, and all
/// names in it are names of the game.
pub(super) fn check_readable(game: &Game, spec: &Table) -> mlua::Result<()> {
    check_keys(spec)?;
    let mut says = false;
    for pair in spec.pairs::<String, mlua::Value>() {
        let (key, value) = pair?;
        says |= !matches!(key.as_str(), "on" | "answers");
        match (key.as_str(), &value) {
            ("place", mlua::Value::Table(table)) => placement(game, table).map(|_| ())?,
            ("deploy" | "second", mlua::Value::Table(table)) => check_deployment(game, table)?,
            ("place" | "deploy" | "second", _) => return fail(format!("`{key}` must be a table")),
            ("act", mlua::Value::String(name)) => check_action(game, &name.to_string_lossy())?,
            ("act", _) => return fail("`act` must be the name of an action"),
            _ => {}
        }
    }
    if says { Ok(()) } else { fail(SAYS_NOTHING) }
}

const SAYS_NOTHING: &str = "the move says nothing: use place, deploy, second, act, answer, recall or pass";

fn check_deployment(game: &Game, table: &Table) -> mlua::Result<()> {
    let vocabulary = game.rules().vocabulary();
    let mut names_feature = false;
    for pair in table.pairs::<String, mlua::Value>() {
        let (name, value) = pair?;
        if name == "piece" {
            let wanted = value.to_string()?;
            if vocabulary.piece_kind(&wanted).is_none() {
                return fail(format!("there is no kind of piece `{wanted}`"));
            }
            continue;
        }
        names_feature = true;
        if vocabulary.feature_kind(&name).is_none() {
            return fail(no_feature_kind(game, &name));
        }
        let side = value.as_string().map(|text| text.to_string_lossy());
        if side.as_ref().is_some_and(|side| side.parse::<Port>().is_err()) {
            return fail(no_side(&side.unwrap_or_default()));
        }
    }
    if names_feature { Ok(()) } else { fail("a deployment names a feature: { road = \"N\" }") }
}

fn check_action(game: &Game, name: &str) -> mlua::Result<()> {
    let actions = &game.subscriptions().actions;
    let short = |full: &str| full.split_once('.').map_or(full.to_owned(), |(_, short)| short.to_owned());
    if actions.iter().any(|action| *action.name == *name || short(&action.name) == name) {
        return Ok(());
    }
    let hint = nearest(name, actions.iter().map(|action| &*action.name));
    let hint = hint.map_or(String::new(), |near| format!(", did you mean `{near}`?"));
    fail(format!("there is no action `{name}` in this game{hint}"))
}

fn no_feature_kind(game: &Game, name: &str) -> String {
    let kinds = game.rules().vocabulary().feature_kinds.iter();
    let hint = nearest(name, kinds.map(|kind| kind.name.as_str()));
    let hint = hint.map_or(String::new(), |near| format!(", did you mean `{near}`?"));
    format!("there is no kind of feature `{name}`{hint}")
}

fn no_side(text: &str) -> String {
    format!("`{text}` is no side: use N, E, S, W, or a half such as NL or NR")
}

/// The one option that a move of one part means.
pub(super) fn single(game: &Game, spec: &Table) -> mlua::Result<Choice> {
    check_keys(spec)?;
    if let Some(table) = spec.raw_get::<Option<Table>>("place")? {
        return placement(game, &table);
    }
    for key in ["deploy", "second"] {
        if let Some(table) = spec.raw_get::<Option<Table>>(key)? {
            return deployment(game, &table);
        }
    }
    if let Some(name) = spec.raw_get::<Option<String>>("act")? {
        return action(game, &name, &spec.raw_get("on")?);
    }
    let answered: mlua::Value = spec.raw_get("answer")?;
    if !answered.is_nil() {
        return answer(game, &answered);
    }
    if spec.raw_get::<Option<bool>>("recall")?.unwrap_or(false) {
        return recall(game);
    }
    if spec.raw_get::<Option<bool>>("pass")?.unwrap_or(false) {
        return Ok(Choice::Pass);
    }
    fail(SAYS_NOTHING)
}

/// What is to be decided now, for messages.
pub(super) fn open(game: &Game) -> String {
    let Some(decision) = game.decision() else { return "the game is over".to_owned() };
    let player = game.rules().name(decision.player);
    match decision.prompt {
        Prompt::Place(tile) => format!("{player} has to place `{}`", game.rules().tile(*tile).def.id),
        Prompt::Deploy => format!("{player} may deploy"),
        Prompt::Phase(phase) => {
            format!("{player} may act in the phase `{}`", game.rules().phases[*phase as usize].name)
        }
        Prompt::Question(question) => format!("{player} is asked \"{}\"", question.prompt),
    }
}
