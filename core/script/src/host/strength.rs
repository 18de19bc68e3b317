//! Strengths that scripts ask for in the middle of a handler.

use std::rc::Rc;

use bastide_engine::decision::Item;
use bastide_engine::feature::SegmentId;
use bastide_engine::host::{Query, QueryKind};
use bastide_engine::piece::PieceId;
use bastide_engine::ruleset::MAX_PLAYERS;
use bastide_engine::tile::PieceClass;

use super::payload::query_table;
use super::returned::adjustments;
use crate::api::Cx;
use crate::convert::handle_to_lua;
use crate::handle::Handle;
use crate::shared::Frame;
use crate::vm::Limited;

/// The strength of each player on a feature, adjusted as for a majority, asked for by a script.
pub(crate) fn strengths(cx: &Cx<'_>, feature: SegmentId) -> mlua::Result<[i32; MAX_PLAYERS]> {
    let mut strengths = [0; MAX_PLAYERS];
    let pieces: Vec<_> = cx.scene(|scene| scene.state().pieces_on(feature).collect());
    for id in pieces {
        let (owner, base) = cx.scene(|scene| {
            let piece = scene.state().piece(id);
            let kind = &scene.rules().vocabulary().piece_kinds[piece.kind.index()];
            let counts = kind.class == PieceClass::Follower;
            (piece.owner.filter(|_| counts), scene.base_strength(id, feature))
        });
        let Some(owner) = owner else { continue };
        strengths[owner.index()] += base + adjusted_strength(cx, id, feature, base)?;
    }
    Ok(strengths)
}

/// What `adjust_strength` handlers add, called from within another handler.
fn adjusted_strength(cx: &Cx<'_>, piece: PieceId, feature: SegmentId, base: i32) -> mlua::Result<i32> {
    let Some(bound) = cx.shared.bound.get() else { return Ok(0) };
    let mut added = 0;
    let strength = Item::Int(i64::from(base));
    let mut query = Query {
        kind: QueryKind::AdjustStrength,
        fields: smallvec::smallvec![Item::Piece(piece), Item::Feature(feature), strength.clone(), strength],
    };
    for (index, handler) in bound.ask[QueryKind::AdjustStrength as usize].iter().enumerate() {
        if !cx.scene(|scene| scene.wants_to_answer(&query, index)) {
            continue;
        }
        if cx.shared.frames.borrow().len() > 8 {
            return crate::api::fail("adjust_strength asks for a strength again, without end");
        }
        cx.shared.flush_storages()?;
        cx.shared.frames.borrow_mut().push(Frame {
            expansion: handler.expansion,
            hook: Rc::clone(&handler.hook),
            pure: true,
            answers: Vec::new(),
            asked: 0,
            storage: None,
        });
        let payload = cx.shared.strength_query.get();
        let Some(payload) = payload else { return crate::api::fail("the host has not started") };
        let table = cx.scene(|scene| query_table(cx.lua, &cx.shared.handles, scene, &query, payload))?;
        let game = handle_to_lua(cx.lua, Handle::Game)?;
        let result = {
            let _limited = Limited::new(cx.lua, &cx.shared.limits);
            handler.function.call::<mlua::Value>((game, table, base + added))
        };
        cx.shared.frames.borrow_mut().pop();
        let id = &cx.shared.sources[handler.expansion as usize].id;
        let parts = adjustments(&result?, id).map_err(mlua::Error::runtime)?;
        let by = parts.iter().map(|(_, strength)| strength).sum::<i32>();
        added += by;
        query.add_to_so_far(by);
    }
    Ok(added)
}
