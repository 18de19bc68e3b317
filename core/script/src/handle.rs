//! Handles: how scripts hold things of the game. A handle is an id; what it stands for is looked up
//! at each use.

use std::rc::Rc;

use bastide_engine::board::TileId;
use bastide_engine::feature::SegmentId;
use bastide_engine::geometry::{Pos, Rotation};
use bastide_engine::piece::PieceId;
use bastide_engine::ruleset::Player;
use bastide_engine::tile::{PlaceKindId, TileDefId};
use mlua::{AnyUserData, Lua, MetaMethod, UserData, UserDataMethods};

use crate::api;
use crate::shared::Shared;

/// What a handle stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

impl UserData for Handle {
    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods
            .add_meta_method(MetaMethod::Index, |lua, this, key: mlua::Value| api::index(lua, *this, &key));
        methods.add_meta_method(
            MetaMethod::NewIndex,
            |_, this, (key, _): (mlua::Value, mlua::Value)| -> mlua::Result<()> {
                Err(api::read_only(*this, &key))
            },
        );
        methods.add_meta_function(MetaMethod::Eq, |lua, (a, b): (mlua::Value, mlua::Value)| {
            Ok(match (as_handle(&a), as_handle(&b)) {
                (Some(a), Some(b)) => api::same(lua, a, b)?,
                _ => false,
            })
        });
        methods.add_meta_method(MetaMethod::ToString, |lua, this, ()| api::describe(lua, *this));
    }
}

/// The handle in a Lua value, if it is one.
pub(crate) fn as_handle(value: &mlua::Value) -> Option<Handle> {
    let mlua::Value::UserData(data) = value else { return None };
    from_userdata(data)
}

fn from_userdata(data: &AnyUserData) -> Option<Handle> {
    data.borrow::<Handle>().ok().map(|handle| *handle)
}
