//! Setting a table up and playing at it.

use bastide_engine::decision::{Choice, Item, Prompt};
use bastide_engine::game::Game;
use bastide_engine::luck::{Chance, Forced};
use bastide_engine::tile::TileDefId;
use mlua::{Lua, Table};

use super::Bench;
use super::spec;
use crate::api::fail;
use crate::convert::{lua_to_value, whole};
use crate::names::Texts;
use crate::names::nearest;

type Answer = mlua::Result<mlua::Value>;

const DONE: Answer = Ok(mlua::Value::Nil);

impl Bench<'_> {
    /// The game, begun at its first use.
    pub fn game(&mut self) -> mlua::Result<&mut Game> {
        if self.game.is_none() {
            let rules = self.maker.rules(&self.wish).map_err(mlua::Error::runtime)?;
            let mut opening = Forced::from(std::mem::take(&mut self.chances));
            for tile in std::mem::take(&mut self.draws) {
                opening.push_back(Chance::Draw(find_tile(&rules, &tile)?));
            }
            let mut game = self.maker.game(&self.wish, &rules, opening).map_err(mlua::Error::runtime)?;
            game.keep_journal();
            self.game = Some(game);
        }
        match &mut self.game {
            Some(game) => Ok(game),
            None => fail("the game could not begin"),
        }
    }

    /// Makes a choice and remembers what happened.
    pub fn apply(&mut self, choice: Choice) -> mlua::Result<()> {
        let game = self.game()?;
        let name = game.scene().describe(&choice);
        let result = game.apply(choice);
        let happened = game.journal().to_vec();
        match result {
            Ok(()) => {
                self.story.extend(happened);
                Ok(())
            }
            Err(error) => fail(format!("{name}: {error}")),
        }
    }

    /// A player's seat by name.
    pub fn seat(&mut self, name: &str) -> mlua::Result<bastide_engine::ruleset::Player> {
        let game = self.game()?;
        match game.rules().player(name) {
            Some(player) => Ok(player),
            None => {
                let names: Vec<&str> =
                    game.rules().players().map(|player| game.rules().name(player)).collect();
                fail(format!("nobody is called `{name}`; the players are {}", names.join(", ")))
            }
        }
    }

    fn before_the_game(&self, what: &str) -> mlua::Result<()> {
        if self.game.is_none() { Ok(()) } else { fail(format!("{what} must come before the first move")) }
    }
}

fn find_tile(rules: &bastide_engine::ruleset::Ruleset, name: &str) -> mlua::Result<TileDefId> {
    match rules.tile_id(name) {
        Some(tile) => Ok(tile),
        None => {
            let hint = nearest(name, rules.tiles.iter().map(|tile| tile.def.id.as_str()));
            let hint = hint.map_or(String::new(), |near| format!(", did you mean `{near}`?"));
            fail(format!("there is no tile `{name}`{hint}"))
        }
    }
}

/// The texts that a test gives one after another.
fn texts(values: &[mlua::Value]) -> mlua::Result<Vec<String>> {
    let text = |value: &mlua::Value| match value {
        mlua::Value::String(text) => Ok(text.to_string_lossy()),
        other => fail(format!("expected texts, not {}", crate::names::kind(other))),
    };
    values.iter().map(text).collect()
}

pub(super) fn text(values: &[mlua::Value], index: usize, what: &str) -> mlua::Result<String> {
    match values.get(index) {
        Some(mlua::Value::String(text)) => Ok(text.to_string_lossy()),
        other => fail(format!(
            "{what} must be a text, not {}",
            crate::names::kind(other.unwrap_or(&mlua::Value::Nil))
        )),
    }
}

pub(super) fn table<'a>(values: &'a [mlua::Value], index: usize, what: &str) -> mlua::Result<&'a Table> {
    match values.get(index) {
        Some(mlua::Value::Table(table)) => Ok(table),
        other => fail(format!(
            "{what} must be a table, not {}",
            crate::names::kind(other.unwrap_or(&mlua::Value::Nil))
        )),
    }
}

pub(super) fn players(_: &Lua, bench: &mut Bench<'_>, values: &[mlua::Value]) -> Answer {
    bench.before_the_game("t:players")?;
    bench.wish.players = texts(values)?;
    DONE
}

pub(super) fn expansions(_: &Lua, bench: &mut Bench<'_>, values: &[mlua::Value]) -> Answer {
    bench.before_the_game("t:expansions")?;
    bench.wish.expansions.extend(texts(values)?);
    DONE
}

pub(super) fn tile_sets(_: &Lua, bench: &mut Bench<'_>, values: &[mlua::Value]) -> Answer {
    bench.before_the_game("t:tile_sets")?;
    bench.wish.tile_sets.extend(texts(values)?);
    DONE
}

pub(super) fn option(_: &Lua, bench: &mut Bench<'_>, values: &[mlua::Value]) -> Answer {
    bench.before_the_game("t:option")?;
    let name = text(values, 0, "the name of the option")?;
    let value = values.get(1).unwrap_or(&mlua::Value::Nil);
    let value = lua_to_value(value, &name, &Texts::default()).map_err(mlua::Error::runtime)?;
    bench.wish.options.insert(name, value);
    DONE
}

pub(super) fn seed(_: &Lua, bench: &mut Bench<'_>, values: &[mlua::Value]) -> Answer {
    bench.before_the_game("t:seed")?;
    let number = match values.first() {
        Some(mlua::Value::Integer(number)) => Some(*number),
        Some(mlua::Value::Number(number)) => whole(*number),
        _ => None,
    };
    match number.and_then(|number| u64::try_from(number).ok()) {
        Some(number) => bench.wish.seed = number,
        None => return fail("the seed must be a whole number from 0"),
    }
    DONE
}

pub(super) fn draw(_: &Lua, bench: &mut Bench<'_>, values: &[mlua::Value]) -> Answer {
    let names = texts(values)?;
    match &mut bench.game {
        None => bench.draws.extend(names),
        Some(game) => {
            let rules = std::sync::Arc::clone(game.rules());
            for name in names {
                game.force([Chance::Draw(find_tile(&rules, &name)?)]);
            }
        }
    }
    DONE
}

pub(super) fn chance(_: &Lua, bench: &mut Bench<'_>, values: &[mlua::Value]) -> Answer {
    let number = |value: &mlua::Value| match value {
        mlua::Value::Integer(number) => Some(*number),
        mlua::Value::Number(number) => whole(*number),
        _ => None,
    };
    for value in values {
        let outcome =
            number(value).and_then(|number| u32::try_from(number).ok()).filter(|number| *number > 0);
        let Some(outcome) = outcome else { return fail("t:chance takes whole numbers from 1") };
        let chance = Chance::Number(outcome - 1);
        match &mut bench.game {
            None => bench.chances.push(chance),
            Some(game) => game.force([chance]),
        }
    }
    DONE
}

pub(super) fn stack(_: &Lua, bench: &mut Bench<'_>, values: &[mlua::Value]) -> Answer {
    bench.before_the_game("t:stack")?;
    let names = texts(values)?;
    bench.draws.extend(names.iter().cloned());
    bench.wish.stack.get_or_insert_default().extend(names);
    DONE
}

pub(super) fn options(lua: &Lua, bench: &mut Bench<'_>, _: &[mlua::Value]) -> Answer {
    let game = bench.game()?;
    let options = game.decision().map_or_else(Vec::new, |decision| decision.list());
    let names = options.iter().map(|choice| game.scene().describe(choice));
    Ok(mlua::Value::Table(lua.create_sequence_from(names)?))
}

pub(super) fn play(_: &Lua, bench: &mut Bench<'_>, values: &[mlua::Value]) -> Answer {
    let name = text(values, 0, "the player")?;
    let spec = table(values, 1, "the move")?;
    spec::check_keys(spec)?;
    let player = bench.seat(&name)?;
    let mut answers: Vec<mlua::Value> = match spec.raw_get::<Option<Table>>("answers")? {
        Some(list) => list.sequence_values().collect::<mlua::Result<_>>()?,
        None => Vec::new(),
    };
    answers.reverse();
    let answered: mlua::Value = spec.raw_get("answer")?;
    if !answered.is_nil() {
        answers.push(answered);
    }
    let game = bench.game()?;
    let turn = game.decision().map(|decision| decision.player);
    if turn != Some(player) {
        return fail(format!("it is not {name}'s turn: {}", spec::open(game)));
    }
    answer_all(bench, &mut answers)?;
    if let Some(place) = spec.raw_get::<Option<Table>>("place")? {
        let choice = spec::placement(bench.game()?, &place)?;
        bench.apply(choice)?;
        answer_all(bench, &mut answers)?;
    }
    follow_up(bench, spec, &mut answers)?;
    second(bench, spec, &mut answers)?;
    if answers.is_empty() {
        return DONE;
    }
    let open = spec::open(bench.game()?);
    fail(format!("{} answers are left over; {open}", answers.len()))
}

/// What a move does behind the placement: deploys, acts, takes back, passes.
fn follow_up(bench: &mut Bench<'_>, spec: &Table, answers: &mut Vec<mlua::Value>) -> mlua::Result<()> {
    if let Some(name) = spec.raw_get::<Option<String>>("act")? {
        let choice = spec::action(bench.game()?, &name, &spec.raw_get("on")?)?;
        bench.apply(choice)?;
        answer_all(bench, answers)?;
    }
    if let Some(deploy) = spec.raw_get::<Option<Table>>("deploy")? {
        let game = bench.game()?;
        let choice = spec::deployment(game, &deploy)?;
        if !may_deploy(game) {
            return fail(format!("nothing can be deployed now: {}", spec::open(game)));
        }
        bench.apply(choice)?;
        return answer_all(bench, answers);
    }
    if spec.raw_get::<Option<bool>>("recall")?.unwrap_or(false) {
        let choice = spec::recall(bench.game()?)?;
        bench.apply(choice)?;
        return answer_all(bench, answers);
    }
    let placed = !spec.raw_get::<mlua::Value>("place")?.is_nil();
    let passes = spec.raw_get::<Option<bool>>("pass")?.unwrap_or(placed);
    let told = !spec.raw_get::<mlua::Value>("pass")?.is_nil();
    let game = bench.game()?;
    // A further phase that deploys is passed by `second`, unless the move is to pass.
    let may_pass = match game.decision().map(|decision| decision.prompt) {
        Some(Prompt::Deploy) => true,
        Some(Prompt::Phase(phase)) => told || game.rules().phases[*phase as usize].deploys.is_empty(),
        _ => false,
    };
    if passes && may_pass && game.is_legal(&Choice::Pass) {
        bench.apply(Choice::Pass)?;
        return answer_all(bench, answers);
    }
    Ok(())
}

/// What a move does in the next phase that deploys: deploys once more, or passes.
fn second(bench: &mut Bench<'_>, spec: &Table, answers: &mut Vec<mlua::Value>) -> mlua::Result<()> {
    let game = bench.game()?;
    let deploys = |phase: u8| !game.rules().phases[phase as usize].deploys.is_empty();
    let waits = matches!(game.decision().map(|decision| decision.prompt),
        Some(Prompt::Phase(phase)) if deploys(*phase));
    let choice = match spec.raw_get::<mlua::Value>("second")? {
        mlua::Value::Table(deploy) => {
            let choice = spec::deployment(game, &deploy)?;
            if !waits {
                return fail(format!("nothing more can be deployed now: {}", spec::open(game)));
            }
            choice
        }
        mlua::Value::Nil if waits => Choice::Pass,
        mlua::Value::Nil | mlua::Value::Boolean(false) => return Ok(()),
        other => {
            let kind = crate::names::kind(&other);
            return fail(format!("`second` must be a table like that of `deploy`, or false, not {kind}"));
        }
    };
    bench.apply(choice)?;
    answer_all(bench, answers)
}

/// Whether pieces are deployed in the phase that waits.
fn may_deploy(game: &Game) -> bool {
    match game.decision().map(|decision| decision.prompt) {
        Some(Prompt::Deploy) => true,
        Some(Prompt::Phase(phase)) => !game.rules().phases[*phase as usize].deploys.is_empty(),
        _ => false,
    }
}

/// Answers open questions as long as there are answers.
fn answer_all(bench: &mut Bench<'_>, answers: &mut Vec<mlua::Value>) -> mlua::Result<()> {
    while bench.game()?.question().is_some() {
        let Some(next) = answers.pop() else { return Ok(()) };
        let choice = spec::answer(bench.game()?, &next)?;
        bench.apply(choice)?;
    }
    Ok(())
}

pub(super) fn refuse(_: &Lua, bench: &mut Bench<'_>, values: &[mlua::Value]) -> Answer {
    let wanted = match values.get(1) {
        None | Some(mlua::Value::Nil) => String::new(),
        _ => text(values, 1, "the message")?,
    };
    let spec = table(values, 0, "the move")?;
    spec::check_readable(bench.game()?, spec)?;
    // Tried on a fork, so that a failure shows the board before the move.
    let mut game = bench.game()?.clone();
    let before = game.hash64();
    let message = match spec::single(&game, spec) {
        Ok(choice) => {
            let name = game.scene().describe(&choice);
            match game.apply(choice) {
                Ok(()) => return fail(format!("{name}: expected that it is refused, and it was done")),
                Err(error) => error.to_string(),
            }
        }
        Err(mlua::Error::RuntimeError(message)) => message,
        Err(error) => error.to_string(),
    };
    if game.hash64() != before {
        return fail("the refused move changed the game");
    }
    if !message.contains(&wanted) {
        return fail(format!("expected the message to contain \"{wanted}\", found \"{message}\""));
    }
    bench.refused = Some(message);
    DONE
}

pub(super) fn off_turn(_: &Lua, bench: &mut Bench<'_>, values: &[mlua::Value]) -> Answer {
    let name = text(values, 0, "the player")?;
    let action = text(values, 1, "the action")?;
    let player = bench.seat(&name)?;
    let game = bench.game()?;
    let offers = game.off_turn().map_err(|error| mlua::Error::runtime(error.to_string()))?;
    let actions = std::sync::Arc::clone(game.subscriptions());
    let named = |full: &str| full == action || full.split_once('.').is_some_and(|(_, short)| short == action);
    let offer = offers
        .iter()
        .find(|offer| offer.player == player && named(&actions.actions[offer.action.index()].name));
    let Some(offer) = offer else {
        return fail(format!("{name} cannot use `{action}` now; {}", spec::open(game)));
    };
    let on = values.get(2).unwrap_or(&mlua::Value::Nil);
    let item = if on.is_nil() { Some(0) } else { spec::find_item(game, &offer.items, on) };
    let Some(item) = item.and_then(|at| offer.items.get(at as usize)) else {
        let names: Vec<String> = offer.items.iter().map(|item: &Item| game.scene().item_name(item)).collect();
        return fail(format!("`{action}` cannot be used on that; it can on: {}", names.join("; ")));
    };
    let result = game.apply_off_turn(player, offer.action, item);
    let happened = game.journal().to_vec();
    match result {
        Ok(()) => {
            bench.story.extend(happened);
            DONE
        }
        Err(error) => fail(error.to_string()),
    }
}

pub(super) fn undo(_: &Lua, bench: &mut Bench<'_>, _: &[mlua::Value]) -> Answer {
    match bench.game()?.undo() {
        Ok(true) => DONE,
        Ok(false) => fail("there is nothing to take back"),
        Err(error) => fail(error.to_string()),
    }
}

pub(super) fn play_out(_: &Lua, bench: &mut Bench<'_>, _: &[mlua::Value]) -> Answer {
    loop {
        let game = bench.game()?;
        let Some(decision) = game.decision() else { return DONE };
        let options = decision.list();
        let passing = options.iter().find(|choice| **choice == Choice::Pass);
        let Some(choice) = passing.or_else(|| options.first()).copied() else { return DONE };
        bench.apply(choice)?;
    }
}
