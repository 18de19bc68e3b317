//! The tiles that are still to be drawn.

use bastide_engine::board::TileId;
use bastide_engine::host::TileWith;
use bastide_engine::scene::Scene;
use bastide_engine::tile::{AttributeScope, TileDefId};

use super::tile::feature_kind;
use super::{Answer, Args, Cx, NOTHING, fail, number};
use crate::handle::Handle;
use crate::names::nearest;

/// The lowest and the highest stage of drawing.
const STAGES: std::ops::RangeInclusive<i32> = -100..=100;

/// Which tiles a script wants.
#[derive(Clone, Copy)]
pub(crate) enum Having {
    All,
    /// One kind of tile; none where its set is not in the game.
    Named(Option<TileDefId>),
    With(TileWith),
}

impl Having {
    /// From the first argument, which may be left out.
    pub fn read(cx: &Cx<'_>, args: &Args<'_>) -> mlua::Result<Having> {
        Having::read_at(cx, args, 0)
    }

    /// The same from another argument.
    pub fn read_at(cx: &Cx<'_>, args: &Args<'_>, index: usize) -> mlua::Result<Having> {
        let Some(name) = args.opt_text(index)? else { return Ok(Having::All) };
        if let Some(known) = cx.known(|known| known.tiles.get(&*name).copied()) {
            return Ok(known);
        }
        let having = Having::look_up(cx, &name)?;
        // Of names that stand for nothing there is no end.
        if !matches!(having, Having::Named(None)) {
            cx.known(|known| known.tiles.insert(name.to_string(), having));
        }
        Ok(having)
    }

    fn look_up(cx: &Cx<'_>, name: &str) -> mlua::Result<Having> {
        let is_kind =
            |scene: &Scene| scene.rules().vocabulary().feature_kinds.iter().any(|kind| kind.name == name);
        if let Some((set, _)) = name.split_once('/')
            && !cx.scene(is_kind)
        {
            return named(cx, name, set).map(Having::Named);
        }
        let attribute = |scene: &Scene| {
            let vocabulary = scene.rules().vocabulary();
            let id = vocabulary.attribute(name)?;
            Some((id, vocabulary.attributes[id.index()].scope))
        };
        match cx.scene(attribute) {
            Some((attribute, AttributeScope::Tile)) => Ok(Having::With(TileWith::Attribute(attribute))),
            Some((_, AttributeScope::Segment)) => fail(format!(
                "`{name}` is an attribute of features, and no tile has it; game:features(\"{name}\") has those that do"
            )),
            None => feature_kind(cx, name).map(|kind| Having::With(TileWith::Feature(kind))),
        }
    }

    /// Whether a tile on the board has it.
    pub fn has(&self, scene: &Scene, tile: TileId) -> bool {
        matches!(self, Having::All) || self.accepts(scene, scene.state().board().tile(tile).def)
    }

    pub fn accepts(&self, scene: &Scene, def: TileDefId) -> bool {
        match self {
            Having::All => true,
            Having::Named(named) => *named == Some(def),
            Having::With(with) => with.is_on(&scene.rules().tile(def).def),
        }
    }

    /// The tiles on the board that have it, in the order in which they were placed.
    pub fn tiles(self, scene: &Scene) -> impl Iterator<Item = Handle> + '_ {
        let (with, placed) = match self {
            Having::With(with) => (Some(with), &[][..]),
            _ => (None, scene.state().board().tiles()),
        };
        let wanted = placed.iter().enumerate().filter(move |(_, placed)| self.accepts(scene, placed.def));
        let wanted = wanted.map(|(id, _)| TileId(id as u32));
        let tiles = with.into_iter().flat_map(|with| scene.tiles_with(with)).chain(wanted);
        tiles.map(Handle::Tile)
    }
}

pub(super) fn stack(cx: &Cx<'_>, _: Handle, args: &Args<'_>) -> Answer {
    let having = Having::read(cx, args)?;
    let found: Vec<Handle> = cx.scene(|scene| {
        let left = scene.state().stack().iter().map(|(def, _)| def);
        left.filter(|def| having.accepts(scene, *def)).map(Handle::TileDef).collect()
    });
    cx.selection(found)
}

pub(super) fn remove(cx: &Cx<'_>, _: Handle, args: &Args<'_>) -> Answer {
    let (tile, count) = (tile(cx, args)?, count(args)?);
    number(cx.change(|scene| scene.remove_from_stack(tile, count)))
}

pub(super) fn add(cx: &Cx<'_>, _: Handle, args: &Args<'_>) -> Answer {
    let (tile, count) = (tile(cx, args)?, count(args)?);
    number(cx.change(|scene| scene.add_to_stack(tile, count)))
}

pub(super) fn set_stage(cx: &Cx<'_>, _: Handle, args: &Args<'_>) -> Answer {
    let (tile, stage) = (tile(cx, args)?, args.int(1)?);
    if !STAGES.contains(&stage) {
        return args.wrong(1, "from -100 to 100");
    }
    cx.change(|scene| scene.set_draw_stage(tile, stage as i8));
    NOTHING
}

pub(super) fn draw_next(cx: &Cx<'_>, _: Handle, args: &Args<'_>) -> Answer {
    let tile = tile(cx, args)?;
    cx.change(|scene| scene.draw_next(tile));
    NOTHING
}

/// A tile by its name, nothing where none of its set is in the game.
fn named(cx: &Cx<'_>, name: &str, set: &str) -> mlua::Result<Option<TileDefId>> {
    let found = cx.scene(|scene| scene.rules().tile_id(name));
    let in_set = |id: &str| id.split_once('/').is_some_and(|(known, _)| known == set);
    let is_set_there = || cx.scene(|scene| scene.rules().tiles.iter().any(|tile| in_set(&tile.def.id)));
    if found.is_none() && is_set_there() { tile_named(cx, name).map(Some) } else { Ok(found) }
}

/// The tile that the first argument names.
fn tile(cx: &Cx<'_>, args: &Args<'_>) -> mlua::Result<TileDefId> {
    tile_named(cx, &args.text(0)?)
}

fn tile_named(cx: &Cx<'_>, name: &str) -> mlua::Result<TileDefId> {
    cx.scene(|scene| match scene.rules().tile_id(name) {
        Some(tile) => Ok(tile),
        None => {
            let known = scene.rules().tiles.iter().map(|tile| tile.def.id.as_str());
            let hint = nearest(name, known).map_or(String::new(), |near| format!(", did you mean `{near}`?"));
            fail(format!("there is no tile `{name}` in this game{hint}"))
        }
    })
}

/// How many, 1 where it is left out.
fn count(args: &Args<'_>) -> mlua::Result<u16> {
    match args.opt_int(1)?.unwrap_or(1) {
        count @ 0..=1000 => Ok(count as u16),
        _ => args.wrong(1, "from 0 to 1000"),
    }
}
