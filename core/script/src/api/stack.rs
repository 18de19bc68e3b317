//! The tiles that are still to be drawn.

use bastide_engine::board::TileId;
use bastide_engine::scene::Scene;
use bastide_engine::tile::{AttributeId, FeatureKindId, TileDefId};

use super::tile::feature_kind;
use super::{Answer, Args, Cx, NOTHING, fail, number};
use crate::handle::Handle;
use crate::names::nearest;

/// The lowest and the highest stage of drawing.
const STAGES: std::ops::RangeInclusive<i32> = -100..=100;

/// Which tiles a script wants.
pub(super) enum Having {
    All,
    Attribute(AttributeId),
    Feature(FeatureKindId),
}

impl Having {
    /// From the first argument, which may be left out.
    pub fn read(cx: &Cx<'_>, args: &Args<'_>) -> mlua::Result<Having> {
        let Some(name) = args.opt_text(0)? else { return Ok(Having::All) };
        match cx.scene(|scene| scene.rules().vocabulary().attribute(&name)) {
            Some(attribute) => Ok(Having::Attribute(attribute)),
            None => feature_kind(cx, &name).map(Having::Feature),
        }
    }

    /// Whether a tile on the board has it.
    pub fn has(&self, scene: &Scene, tile: TileId) -> bool {
        matches!(self, Having::All) || self.accepts(scene, scene.state().board().tile(tile).def)
    }

    pub fn accepts(&self, scene: &Scene, def: TileDefId) -> bool {
        let def = &scene.rules().tile(def).def;
        match self {
            Having::All => true,
            Having::Attribute(id) => def.attributes.get(*id).is_some(),
            Having::Feature(kind) => def.segments.iter().any(|segment| segment.kind == *kind),
        }
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

/// The tile that the first argument names.
fn tile(cx: &Cx<'_>, args: &Args<'_>) -> mlua::Result<TileDefId> {
    let name = args.text(0)?;
    cx.scene(|scene| match scene.rules().tile_id(&name) {
        Some(tile) => Ok(tile),
        None => {
            let known = scene.rules().tiles.iter().map(|tile| tile.def.id.as_str());
            let hint =
                nearest(&name, known).map_or(String::new(), |near| format!(", did you mean `{near}`?"));
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
