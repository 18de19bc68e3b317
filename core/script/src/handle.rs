//! Handles: how scripts hold things of the game. A handle is an id; what it stands for is looked up
//! at each use.

use std::any::TypeId;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use bastide_engine::board::TileId;
use bastide_engine::feature::SegmentId;
use bastide_engine::geometry::{Pos, Rotation};
use bastide_engine::piece::PieceId;
use bastide_engine::ruleset::Player;
use bastide_engine::tile::{PlaceKindId, TileDefId};
use mlua::{
    AnyUserData, Either, Function, IntoLua, Lua, MetaMethod, ObjectLike, Table, UserDataFields,
    UserDataMethods, UserDataRef, UserDataRegistry,
};
use rustc_hash::FxHashMap;

use crate::api::{self, CLASSES, ClassInfo, Cx, Member};
use crate::shared::Shared;

/// What a handle stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Handle {
    Game,
    Player(Player),
    Piece(PieceId),
    Tile(TileId),
    TileDef(TileDefId),
    Feature(SegmentId),
    Place(PlaceKindId, Option<TileId>),
    /// The places of a tile, by name.
    Places(TileId),
    Cell(Pos),
    Placement(Pos, Rotation),
}

/// The class of a handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// The game.
    Game,
    /// A player.
    Player,
    /// A piece.
    Piece,
    /// A tile on the board.
    Tile,
    /// A tile as it is printed.
    TileDef,
    /// A feature.
    Feature,
    /// A named place.
    Place,
    /// The places of a tile.
    Places,
    /// A cell of the board.
    Cell,
    /// A cell with a turn.
    Placement,
}

impl Handle {
    pub fn class(self) -> Class {
        match self {
            Handle::Game => Class::Game,
            Handle::Player(_) => Class::Player,
            Handle::Piece(_) => Class::Piece,
            Handle::Tile(_) => Class::Tile,
            Handle::TileDef(_) => Class::TileDef,
            Handle::Feature(_) => Class::Feature,
            Handle::Place(..) => Class::Place,
            Handle::Places(_) => Class::Places,
            Handle::Cell(_) => Class::Cell,
            Handle::Placement(..) => Class::Placement,
        }
    }
}

/// The shared state of the VM that a function was called in.
pub(crate) fn shared(lua: &Lua) -> mlua::Result<Rc<Shared>> {
    let shared = lua.app_data_ref::<Rc<Shared>>();
    shared.map(|shared| Rc::clone(&shared)).ok_or_else(|| mlua::Error::runtime("no game is running"))
}

/// A handle as Lua holds it. Each class is a type of its own, so that the machine finds the members of
/// a class by itself, without a call into the host.
struct Object<const CLASS: usize>(Handle);

/// What is done with the objects of one class.
struct ObjectType {
    id: fn() -> TypeId,
    make: fn(&Lua, Handle) -> mlua::Result<AnyUserData>,
    read: fn(&AnyUserData) -> Option<Handle>,
    register: fn(&Lua, &Rc<Shared>) -> mlua::Result<()>,
}

impl ObjectType {
    const fn of<const CLASS: usize>() -> ObjectType {
        ObjectType {
            id: || TypeId::of::<Object<CLASS>>(),
            make: |lua, handle| lua.create_any_userdata(Object::<CLASS>(handle)),
            read: |data| data.borrow_scoped(|object: &Object<CLASS>| object.0).ok(),
            register: register::<CLASS>,
        }
    }
}

/// One for each class, in the order of [`Class`].
static TYPES: [ObjectType; 10] = [
    ObjectType::of::<0>(),
    ObjectType::of::<1>(),
    ObjectType::of::<2>(),
    ObjectType::of::<3>(),
    ObjectType::of::<4>(),
    ObjectType::of::<5>(),
    ObjectType::of::<6>(),
    ObjectType::of::<7>(),
    ObjectType::of::<8>(),
    ObjectType::of::<9>(),
];

/// Makes the members of all classes known to a machine. Returns the methods of the game, of which some can be
/// replaced by what is written in Lua.
pub(crate) fn register_classes(lua: &Lua, shared: &Rc<Shared>) -> mlua::Result<Table> {
    TYPES.iter().try_for_each(|ty| (ty.register)(lua, shared))?;
    register_game(lua, shared)
}

/// Of the game there is one object, so that its fields are found without it. So its methods can stand in a table,
/// where the machine finds them by itself.
fn register_game(lua: &Lua, shared: &Rc<Shared>) -> mlua::Result<Table> {
    const GAME: usize = Class::Game as usize;
    let info = &CLASSES[GAME];
    let functions = Methods::<GAME>::functions(lua, shared)?;
    let methods = lua.create_table()?;
    for member in info.members.iter().filter(|member| member.params.is_some()) {
        methods.raw_set(member.name, functions.get::<Function>(member.name)?)?;
    }
    let names = names(shared, info);
    let others = lua.create_table()?;
    let behind = Rc::clone(shared);
    let field = move |lua: &Lua, (_, key): (mlua::Value, Key)| {
        let cx = Cx { lua, shared: &behind };
        match key.as_ref().left().and_then(|name| names.get(name)) {
            Some(Found::Field(member)) => api::get(&cx, Handle::Game, member),
            _ => api::field_named(&cx, Handle::Game, &key),
        }
    };
    others.raw_set("__index", lua.create_function(field)?)?;
    methods.set_metatable(Some(others))?;
    lua.register_userdata_type::<Object<GAME>>(|objects| {
        objects.add_meta_field(MetaMethod::Index, methods.clone());
        describe_objects(objects, info);
    })?;
    Ok(methods)
}

/// What the names of a class stand for.
fn names(shared: &Shared, info: &'static ClassInfo) -> FxHashMap<String, Found> {
    let mut names = FxHashMap::default();
    for name in api::names_of_others(shared, info.class) {
        names.insert(name.clone(), Found::Other(name));
    }
    for member in info.members {
        let found = if member.params.is_some() { Found::Method } else { Found::Field(member) };
        names.insert(member.name.to_owned(), found);
    }
    names
}

fn register<const CLASS: usize>(lua: &Lua, shared: &Rc<Shared>) -> mlua::Result<()> {
    let info = &CLASSES[CLASS];
    if info.class == Class::Game {
        return Ok(());
    }
    let methods = Methods::<CLASS>::functions(lua, shared)?;
    // There is none where a class has no methods.
    let found_by_name: Option<Function> = methods.metatable()?.get(NAMECALL)?;
    let names = names(shared, info);
    lua.register_userdata_type::<Object<CLASS>>(|objects| {
        objects.add_meta_field(NAMECALL, found_by_name);
        let shared = Rc::clone(shared);
        objects.add_meta_method(MetaMethod::Index, move |lua, this, key: Key| {
            let cx = Cx { lua, shared: &shared };
            let Either::Left(name) = &key else { return api::field_named(&cx, this.0, &key) };
            match names.get(name) {
                Some(Found::Field(member)) => api::get(&cx, this.0, member),
                Some(Found::Other(name)) => api::other_field(&cx, this.0, name),
                Some(Found::Method) => methods.get(&**name),
                // It may be there in a game of other rules.
                None => api::field_named(&cx, this.0, &key),
            }
        });
        // Of other things there is one object each, and the machine sees that itself.
        if matches!(info.class, Class::Feature | Class::Cell | Class::Placement) {
            objects.add_meta_function(MetaMethod::Eq, |lua, (a, b): (mlua::Value, mlua::Value)| {
                Ok(match (as_handle(&a), as_handle(&b)) {
                    (Some(a), Some(b)) => api::same(lua, a, b)?,
                    _ => false,
                })
            });
        }
        describe_objects(objects, info);
    })
}

/// What the objects of a class say of themselves, and that they cannot be changed.
fn describe_objects<const CLASS: usize>(
    objects: &mut UserDataRegistry<Object<CLASS>>,
    info: &'static ClassInfo,
) {
    objects.add_meta_field(MetaMethod::Type, info.name);
    objects.add_meta_method(
        MetaMethod::NewIndex,
        |_, this, (key, _): (mlua::Value, mlua::Value)| -> mlua::Result<()> {
            Err(api::read_only(this.0, &key))
        },
    );
    objects.add_meta_method(MetaMethod::ToString, |lua, this, ()| api::describe(lua, this.0));
}

/// What a name of a class stands for.
enum Found {
    Field(&'static Member),
    /// One of [`api::names_of_others`].
    Other(String),
    Method,
}

/// The name of a field. What is no text comes as it is.
pub(crate) type Key = Either<String, mlua::Value>;

/// The metamethod by which Luau calls a method without looking it up first.
const NAMECALL: &str = "__namecall";

/// What has the methods of a class. They work on its objects, and the objects take from here only how a method is
/// found by its name. If they had the methods themselves, mlua would put a function written in Lua in front of
/// every look at a field, which doubles what a field costs.
struct Methods<const CLASS: usize>;

impl<const CLASS: usize> Methods<CLASS> {
    fn functions(lua: &Lua, shared: &Rc<Shared>) -> mlua::Result<AnyUserData> {
        lua.register_userdata_type::<Methods<CLASS>>(|methods| {
            // mlua warns that methods which only `__index` gives are not found then; there are none.
            methods.enable_namecall();
            // Without one, mlua sees no need to find methods by name.
            methods.add_meta_function(MetaMethod::Index, |_, ()| Ok(()));
            for member in CLASSES[CLASS].members {
                let shared = Rc::clone(shared);
                // Nothing is taken from the stack that a method does not look at.
                match member.params.map(<[_]>::len) {
                    None => {}
                    Some(0) => methods.add_function(member.name, move |lua, this: This<CLASS>| {
                        Self::call(lua, &shared, member, this, [])
                    }),
                    Some(1) => methods
                        .add_function(member.name, move |lua, (this, a): (This<CLASS>, Arg)| {
                            Self::call(lua, &shared, member, this, [a])
                        }),
                    Some(2) => {
                        methods.add_function(
                            member.name,
                            move |lua, (this, a, b): (This<CLASS>, Arg, Arg)| {
                                Self::call(lua, &shared, member, this, [a, b])
                            },
                        );
                    }
                    // No method takes more than three.
                    Some(_) => methods.add_function(
                        member.name,
                        move |lua, (this, a, b, c): (This<CLASS>, Arg, Arg, Arg)| {
                            Self::call(lua, &shared, member, this, [a, b, c])
                        },
                    ),
                }
            }
        })?;
        lua.create_any_userdata(Methods::<CLASS>)
    }

    fn call<const N: usize>(
        lua: &Lua,
        shared: &Rc<Shared>,
        member: &'static Member,
        this: This<CLASS>,
        args: [Arg; N],
    ) -> mlua::Result<mlua::Value> {
        match this {
            Either::Left(this) => api::call(&Cx { lua, shared }, &CLASSES[CLASS], this.0, member, &args),
            Either::Right(_) => Err(api::without_colon(shared, &CLASSES[CLASS], member)),
        }
    }
}

/// What a method is called on: an object of its class, or something wrong.
type This<const CLASS: usize> = Either<UserDataRef<Object<CLASS>>, mlua::Value>;

/// What a method is called with.
type Arg = mlua::Value;

/// Makes an object of a handle.
pub(crate) fn make(lua: &Lua, handle: Handle) -> mlua::Result<AnyUserData> {
    (TYPES[handle.class() as usize].make)(lua, handle)
}

/// The handle in a Lua value, if it is one.
pub(crate) fn as_handle(value: &mlua::Value) -> Option<Handle> {
    let mlua::Value::UserData(data) = value else { return None };
    let id = data.type_id()?;
    TYPES.iter().find(|ty| (ty.id)() == id).and_then(|ty| (ty.read)(data))
}

/// Handles that were made are used again: a handle is nothing but an id, which stands for the same in every
/// game. Scripts can tell whether two of them are one object, as keys of a table do, so it must not depend on
/// what was played before: things with numbers are one object always, cells and placements within one handler.
#[derive(Default)]
pub(crate) struct Kept {
    players: Numbered,
    pieces: Numbered,
    tiles: Numbered,
    features: Numbered,
    /// Places, printed tiles, the game.
    others: Mapped,
    /// What there can be any number of, such as cells.
    passing: Mapped,
    /// The metatable of selections.
    pub selection: OnceCell<Table>,
}

/// A handle on its way to Lua.
pub(crate) struct Made<'a> {
    pub kept: &'a Kept,
    pub handle: Handle,
}

impl IntoLua for Made<'_> {
    fn into_lua(self, lua: &Lua) -> mlua::Result<mlua::Value> {
        Ok(mlua::Value::UserData(self.kept.object(lua, self.handle)?))
    }
}

/// Objects by the numbers of what they stand for.
type Numbered = RefCell<Vec<Option<AnyUserData>>>;

/// Objects by what they stand for.
type Mapped = RefCell<FxHashMap<Handle, AnyUserData>>;

impl Kept {
    /// The object of a handle.
    pub fn object(&self, lua: &Lua, handle: Handle) -> mlua::Result<AnyUserData> {
        match handle {
            Handle::Player(player) => numbered(&self.players, player.index(), lua, handle),
            Handle::Piece(piece) => numbered(&self.pieces, piece.index(), lua, handle),
            Handle::Tile(tile) => numbered(&self.tiles, tile.index(), lua, handle),
            Handle::Feature(segment) => numbered(&self.features, segment.0 as usize, lua, handle),
            Handle::Cell(_) | Handle::Placement(..) => mapped(&self.passing, lua, handle),
            _ => mapped(&self.others, lua, handle),
        }
    }

    /// A handler is about to be called.
    pub fn forget(&self) {
        self.passing.borrow_mut().clear();
    }
}

fn mapped(kept: &Mapped, lua: &Lua, handle: Handle) -> mlua::Result<AnyUserData> {
    if let Some(object) = kept.borrow().get(&handle) {
        return Ok(object.clone());
    }
    let object = make(lua, handle)?;
    kept.borrow_mut().insert(handle, object.clone());
    Ok(object)
}

fn numbered(kept: &Numbered, index: usize, lua: &Lua, handle: Handle) -> mlua::Result<AnyUserData> {
    if let Some(Some(object)) = kept.borrow().get(index) {
        return Ok(object.clone());
    }
    let object = make(lua, handle)?;
    let mut kept = kept.borrow_mut();
    if kept.len() <= index {
        kept.resize(index + 1, None);
    }
    kept[index] = Some(object.clone());
    Ok(object)
}
