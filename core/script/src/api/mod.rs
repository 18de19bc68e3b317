//! The functions that scripts can use, declared once: the bindings, the type definitions and the
//! reference all come from [`CLASSES`].

mod args;
mod feature;
mod game;
mod piece;
mod place;
mod player;
mod stack;
mod talk;
mod tile;

use std::rc::Rc;
use std::sync::Arc;

use bastide_engine::ruleset::Ruleset;
use bastide_engine::scene::Scene;
use bastide_engine::tile::{AttributeScope, PlaceKindId};
use mlua::{Either, Lua};
use rustc_hash::FxHashMap;

pub(crate) use self::args::Args;
use self::stack::Having;
pub(crate) use self::talk::{UNANSWERED, stop_asking};
use crate::convert::{handle_to_lua, item_to_lua};
use crate::handle::{Class, Handle, Key, Made, shared};
use crate::names::{kind, nearest};
use crate::shared::{Shared, Stop};
use crate::vm::Unlimited;

/// What a member gives back.
pub(crate) type Answer = mlua::Result<mlua::Value>;

/// How a member is computed.
pub(crate) type Call = fn(&Cx<'_>, Handle, &Args<'_>) -> Answer;

/// A parameter of a method.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Its name; with a `?` at the end it may be left out.
    pub name: &'static str,
    /// Its type, in LuaCATS.
    pub ty: &'static str,
    /// What it means.
    pub doc: &'static str,
}

/// A field or a method of a class.
#[derive(Clone, Copy)]
pub struct Member {
    /// Its name.
    pub name: &'static str,
    /// The API version that brought it.
    pub since: u32,
    /// What it means.
    pub doc: &'static str,
    /// The parameters of a method; `None` for a field.
    pub params: Option<&'static [Param]>,
    /// The type of the field or of the result, in LuaCATS; empty where there is no result.
    pub ty: &'static str,
    /// Whether it changes the game, which only `on_` handlers and `perform` may.
    pub changes: bool,
    pub(crate) call: Call,
}

/// A class of handles.
pub struct ClassInfo {
    /// The class.
    pub class: Class,
    /// Its name in type definitions.
    pub name: &'static str,
    /// What it stands for.
    pub doc: &'static str,
    /// Its members, in the order of the reference.
    pub members: &'static [Member],
}

/// All classes.
pub static CLASSES: &[ClassInfo] = &[
    game::CLASS,
    player::CLASS,
    piece::CLASS,
    tile::CLASS,
    tile::DEF_CLASS,
    feature::CLASS,
    place::CLASS,
    place::PLACES_CLASS,
    place::CELL_CLASS,
    place::PLACEMENT_CLASS,
];

/// A field.
pub(crate) const fn field(name: &'static str, ty: &'static str, doc: &'static str, call: Call) -> Member {
    Member { name, since: 1, doc, params: None, ty, changes: false, call }
}

/// A method that only looks.
pub(crate) const fn method(
    name: &'static str,
    params: &'static [Param],
    ty: &'static str,
    doc: &'static str,
    call: Call,
) -> Member {
    Member { name, since: 1, doc, params: Some(params), ty, changes: false, call }
}

/// A method that changes the game.
pub(crate) const fn verb(
    name: &'static str,
    params: &'static [Param],
    ty: &'static str,
    doc: &'static str,
    call: Call,
) -> Member {
    Member { name, since: 1, doc, params: Some(params), ty, changes: true, call }
}

/// A parameter.
pub(crate) const fn param(name: &'static str, ty: &'static str, doc: &'static str) -> Param {
    Param { name, ty, doc }
}

/// The declaration of a class.
pub fn class_info(class: Class) -> &'static ClassInfo {
    // The order of CLASSES is the order of the variants; a test compares.
    &CLASSES[class as usize]
}

/// What names of the rules stand for that scripts used, so that they are looked for once.
#[derive(Default)]
pub(crate) struct Known {
    rules: Option<Arc<Ruleset>>,
    /// Places, by the expansion that named them and whether they are on tiles.
    places: FxHashMap<(Option<u16>, bool), FxHashMap<String, PlaceKindId>>,
    /// What tiles must have.
    tiles: FxHashMap<String, Having>,
}

/// Where a member works: the VM, and what is shared with the host.
pub(crate) struct Cx<'a> {
    pub lua: &'a Lua,
    pub shared: &'a Rc<Shared>,
}

impl Cx<'_> {
    /// Looks at the scene.
    pub fn scene<T>(&self, look: impl FnOnce(&Scene) -> T) -> T {
        look(&self.shared.scene.borrow())
    }

    /// Changes the scene.
    pub fn change<T>(&self, change: impl FnOnce(&mut Scene) -> T) -> T {
        change(&mut self.shared.scene.borrow_mut())
    }

    /// What is known of the names in the rules of the game.
    pub fn known<T>(&self, look: impl FnOnce(&mut Known) -> T) -> T {
        let mut known = self.shared.known.borrow_mut();
        let scene = self.shared.scene.borrow();
        if !known.rules.as_ref().is_some_and(|rules| Arc::ptr_eq(rules, scene.rules())) {
            *known = Known { rules: Some(Arc::clone(scene.rules())), ..Known::default() };
        }
        look(&mut known)
    }

    pub fn handle(&self, handle: Handle) -> Answer {
        Ok(mlua::Value::UserData(self.shared.handles.object(self.lua, handle)?))
    }

    pub fn handle_or_nil(&self, handle: Option<Handle>) -> Answer {
        handle.map_or(Ok(mlua::Value::Nil), |handle| self.handle(handle))
    }

    pub fn text(&self, text: &str) -> Answer {
        let _unlimited = Unlimited::new(self.lua, &self.shared.limits);
        Ok(mlua::Value::String(self.lua.create_string(text)?))
    }

    /// A selection: a list with the methods of the prelude.
    pub fn selection(&self, handles: impl IntoIterator<Item = Handle>) -> Answer {
        let _unlimited = Unlimited::new(self.lua, &self.shared.limits);
        let kept = &self.shared.handles;
        let table = self.lua.create_sequence_from(handles.into_iter().map(|handle| Made { kept, handle }))?;
        table.set_metatable(kept.selection.get().cloned())?;
        Ok(mlua::Value::Table(table))
    }

    pub fn item(&self, item: &bastide_engine::decision::Item) -> Answer {
        self.scene(|scene| item_to_lua(self.lua, &self.shared.handles, scene, item))
    }
}

pub(crate) fn number(number: impl Into<f64>) -> Answer {
    Ok(mlua::Value::Number(number.into()))
}

pub(crate) fn boolean(truth: bool) -> Answer {
    Ok(mlua::Value::Boolean(truth))
}

pub(crate) const NOTHING: Answer = Ok(mlua::Value::Nil);

/// An error of a script's making, with the place in the script.
pub(crate) fn fail<T>(message: impl Into<String>) -> mlua::Result<T> {
    Err(mlua::Error::runtime(message.into()))
}

/// A handler that must stop does not get anything any more. What others get is counted.
pub(crate) fn check_stop(shared: &Shared) -> mlua::Result<()> {
    shared.uses.set(shared.uses.get() + 1);
    match &*shared.stop.borrow() {
        None => Ok(()),
        Some(Stop::Asked(_)) => fail("the handler waits for an answer"),
        Some(Stop::OutOfFuel) => fail("the handler ran too long"),
        Some(Stop::OutOfMemory) => fail("the scripts use too much memory"),
    }
}

/// `handle.field`.
pub(crate) fn get(cx: &Cx<'_>, this: Handle, member: &'static Member) -> Answer {
    check_stop(cx.shared)?;
    check_alive(cx, this)?;
    (member.call)(cx, this, &Args::none(member))
}

/// `handle:method(…)`.
pub(crate) fn call(
    cx: &Cx<'_>,
    info: &'static ClassInfo,
    this: Handle,
    member: &'static Member,
    values: &[mlua::Value],
) -> Answer {
    check_stop(cx.shared)?;
    let _unlimited = Unlimited::new(cx.lua, &cx.shared.limits);
    check_alive(cx, this)?;
    if member.changes && cx.shared.is_pure() {
        return fail(pure_message(cx.shared, info, member));
    }
    (member.call)(cx, this, &Args::new(info, member, values, &cx.shared.texts))
}

/// The error of `handle.method(…)`.
pub(crate) fn without_colon(
    shared: &Shared,
    info: &'static ClassInfo,
    member: &'static Member,
) -> mlua::Error {
    let (class, name) = (info.name.to_lowercase(), member.name);
    let message = || format!("call it with a colon: {class}:{name}(…), not {class}.{name}(…)");
    check_stop(shared).err().unwrap_or_else(|| mlua::Error::runtime(message()))
}

fn pure_message(shared: &Shared, info: &ClassInfo, member: &Member) -> String {
    let frames = shared.frames.borrow();
    let call = format!("{}:{}", info.name.to_lowercase(), member.name);
    match frames.last() {
        Some(frame) => format!(
            "{call} is not allowed in {}: `allow_`, `adjust_`, `when` and `options` only look; do it in an `on_` handler or in `perform`",
            frame.hook
        ),
        None => format!("{call} is not allowed while the file is loaded: do it in an `on_` handler"),
    }
}

/// The names of what things of a class have besides their members: attributes of tiles and features, places
/// on tiles.
pub(crate) fn names_of_others(shared: &Shared, class: Class) -> Vec<String> {
    let scene = shared.scene.borrow();
    let vocabulary = scene.rules().vocabulary();
    let attributes = |scope| {
        let declared = vocabulary.attributes.iter().filter(move |attribute| attribute.scope == scope);
        declared.map(|attribute| attribute.name.clone()).collect()
    };
    let mut names: Vec<String> = match class {
        Class::Tile | Class::TileDef => attributes(AttributeScope::Tile),
        Class::Feature => attributes(AttributeScope::Segment),
        Class::Places => place::names_on_tiles(vocabulary),
        _ => Vec::new(),
    };
    names.retain(|name| class_info(class).members.iter().all(|member| member.name != name));
    names
}

/// `handle.name` where the name is one of [`names_of_others`].
pub(crate) fn other_field(cx: &Cx<'_>, this: Handle, name: &str) -> Answer {
    check_stop(cx.shared)?;
    check_alive(cx, this)?;
    let found = match this {
        Handle::Tile(_) | Handle::TileDef(_) => tile::attribute(cx, this, name)?,
        Handle::Feature(segment) => feature::attribute(cx, segment, name)?,
        Handle::Places(tile) => place::place_of(cx, tile, name)?,
        _ => None,
    };
    match found {
        Some(found) => Ok(found),
        None => unknown_field(cx, this.class(), name),
    }
}

/// `handle.key` where the key is no member, and was no other name when the machine was made.
pub(crate) fn field_named(cx: &Cx<'_>, this: Handle, key: &Key) -> Answer {
    let no_name = match key {
        // Lua turns numbers into texts.
        Either::Left(name) if name.parse::<f64>().is_ok() => "a number",
        Either::Left(name) => return other_field(cx, this, name),
        Either::Right(mlua::Value::String(name)) => return other_field(cx, this, &name.to_string_lossy()),
        Either::Right(other) => kind(other),
    };
    let class = class_name(this);
    fail(format!("a {class} has fields with names, and the name is not {no_name}"))
}

/// The error of `handle.key` where there is no such thing.
fn unknown_field(cx: &Cx<'_>, class: Class, name: &str) -> Answer {
    let info = class_info(class);
    let has_attributes = matches!(class, Class::Tile | Class::TileDef | Class::Feature);
    if has_attributes && cx.scene(|scene| scene.rules().vocabulary().attribute(name).is_some()) {
        return fail(match class {
            Class::Feature => format!("`{name}` is an attribute of tiles: feature.tile.{name}"),
            _ => format!(
                "`{name}` is an attribute of features: tile:sum(\"{name}\") adds it up over the tile's parts"
            ),
        });
    }
    let mut known: Vec<String> = info.members.iter().map(|member| member.name.to_owned()).collect();
    let mut where_else = "";
    if has_attributes {
        where_else =
            "; an attribute is declared in expansion.toml, of this expansion or of one that it `depends` on";
        known.extend(cx.scene(|scene| {
            let attributes = &scene.rules().vocabulary().attributes;
            attributes.iter().map(|attribute| attribute.name.clone()).collect::<Vec<_>>()
        }));
    }
    if class == Class::Places {
        known.extend(names_of_others(cx.shared, class));
        if known.is_empty() {
            return fail(format!(
                "tiles have no place `{name}`: declare it in expansion.toml under [places]"
            ));
        }
    }
    fail(has_no(info, name, &known, where_else))
}

/// The sentence that things of a class have something not, with what was meant, or all that they have.
pub(crate) fn has_no(info: &ClassInfo, name: &str, known: &[String], where_else: &str) -> String {
    let hint = nearest(name, known.iter().map(String::as_str)).map_or_else(
        || format!("{where_else}; it has {}", known.join(", ")),
        |near| format!(", did you mean `{near}`?"),
    );
    format!("a {} has no `{name}`{hint}", info.name)
}

/// The error of `handle.key = value`.
pub(crate) fn read_only(this: Handle, key: &mlua::Value) -> mlua::Error {
    let name = match key {
        mlua::Value::String(name) => name.to_string_lossy(),
        other => kind(other).to_owned(),
    };
    let hint = match (this.class(), &*name) {
        (Class::Player, "points") => "; give points with game:award(player, points)",
        (Class::Piece, "tile" | "feature" | "place") => "; move it with piece:move_to(…)",
        (Class::Game, "storage") => "; set its fields: game.storage.name = value",
        _ => "; keep what you want to remember in game.storage",
    };
    mlua::Error::runtime(format!("the field `{name}` of a {} cannot be set{hint}", class_name(this)))
}

fn class_name(this: Handle) -> &'static str {
    class_info(this.class()).name
}

/// A handle that outlived what it stands for, such as one kept in a variable of the file while the
/// game went back.
fn check_alive(cx: &Cx<'_>, this: Handle) -> mlua::Result<()> {
    let alive = cx.scene(|scene| {
        let tiles = scene.state().board().tiles().len();
        match this {
            Handle::Tile(tile) | Handle::Places(tile) | Handle::Place(_, Some(tile)) => tile.index() < tiles,
            Handle::Feature(segment) => segment.0 < scene.state().features().segment_count(),
            Handle::Piece(piece) => piece.index() < scene.state().pieces().len(),
            _ => true,
        }
    });
    if alive {
        return Ok(());
    }
    fail(format!(
        "this {} is not in the game: do not keep handles between events, keep their `id` in game.storage",
        class_name(this).to_lowercase()
    ))
}

/// Whether two handles stand for the same thing.
pub(crate) fn same(lua: &Lua, a: Handle, b: Handle) -> mlua::Result<bool> {
    if let (Handle::Feature(a), Handle::Feature(b)) = (a, b) {
        let shared = shared(lua)?;
        let scene = shared.scene.borrow();
        let count = scene.state().features().segment_count();
        return Ok(a.0 < count && b.0 < count && scene.state().features().same(a, b));
    }
    Ok(a == b)
}

/// `tostring(handle)`: for people, in messages and prints.
pub(crate) fn describe(lua: &Lua, this: Handle) -> mlua::Result<String> {
    let shared = shared(lua)?;
    let cx = Cx { lua, shared: &shared };
    if check_alive(&cx, this).is_err() {
        return Ok(format!("a {} that is not in the game", class_name(this).to_lowercase()));
    }
    if this == Handle::Game {
        return Ok("game".to_owned());
    }
    let value = handle_to_lua(lua, this)?;
    let scene = shared.scene.borrow();
    Ok(crate::convert::lua_to_item(&value).map_or_else(|kind| kind, |item| scene.item_name(&item)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_stand_in_the_order_of_their_variants() {
        for (index, info) in CLASSES.iter().enumerate() {
            assert_eq!(info.class as usize, index, "{}", info.name);
        }
    }

    #[test]
    fn members_are_declared_once_and_documented() {
        for info in CLASSES {
            for (index, member) in info.members.iter().enumerate() {
                assert!(!member.doc.is_empty(), "{}.{}", info.name, member.name);
                let again = info.members[..index].iter().any(|other| other.name == member.name);
                assert!(!again, "{}.{} twice", info.name, member.name);
            }
        }
    }
}
