//! Features.

use bastide_engine::event::Part;
use bastide_engine::feature::SegmentId;
use bastide_engine::tile::{AttributeMerge, AttributeScope, AttributeType};

use super::stack::Having;
use super::tile::{HAVING, feature_kind, segment_attribute};
use super::{Answer, ClassInfo, Cx, boolean, field, method, number, param};
use crate::api::piece::{PieceFilter, filter_doc};
use crate::handle::{Class, Handle};
use crate::host;

pub(super) const CLASS: ClassInfo = ClassInfo {
    class: Class::Feature,
    name: "Feature",
    doc: "A road, city, field, monastery or a kind of an expansion's, with all its parts on all tiles. Attributes are fields, merged over all parts as declared: `feature.inn`, `feature.coats_of_arms`. Two handles of parts of the same feature are equal.",
    members: &[
        field("kind", "FeatureKind", "The name of its kind, such as `road`.", |cx, this, _| {
            cx.scene(|scene| {
                let kind = scene.state().features().kind(segment(this));
                cx.text(&scene.rules().vocabulary().feature_kinds[kind.index()].name)
            })
        }),
        field("complete", "boolean", "Whether it is complete. Fields never are.", |cx, this, _| {
            boolean(cx.scene(|scene| scene.state().features().is_complete(scene.rules(), segment(this))))
        }),
        field(
            "open_ends",
            "integer",
            "How many of its ends are open; of a monastery, how many cells around are empty.",
            |cx, this, _| number(cx.scene(|scene| scene.state().features().open_ends(segment(this)))),
        ),
        field("size", "integer", "How many tiles show a part of it; each counts once.", |cx, this, _| {
            number(cx.scene(|scene| scene.state().features().tiles(segment(this)).len()) as f64)
        }),
        field(
            "value",
            "integer",
            "The points that it would give now, before adjustments of expansions; 0 for a field.",
            |cx, this, _| {
                number(cx.scene(|scene| {
                    let complete = scene.state().features().is_complete(scene.rules(), segment(this));
                    scene.value(segment(this), complete).0
                }))
            },
        ),
        field("claimed", "boolean", "Whether a follower stands on it.", |cx, this, _| {
            boolean(cx.scene(|scene| scene.state().features().claims(segment(this)) > 0))
        }),
        field("tile", "Tile", "The tile of the part that this handle was made from.", |cx, this, _| {
            cx.handle(Handle::Tile(cx.scene(|scene| scene.state().features().tile(segment(this)))))
        }),
        method(
            "tiles",
            HAVING,
            "Selection<Tile>",
            "The tiles that show a part of it, in the order in which they were placed; or those of them that have something.",
            |cx, this, args| {
                let having = Having::read(cx, args)?;
                let tiles: Vec<Handle> = cx.scene(|scene| {
                    let tiles = scene.state().features().tiles(segment(this)).into_iter();
                    tiles.filter(|tile| having.has(scene, *tile)).map(Handle::Tile).collect()
                });
                cx.selection(tiles)
            },
        ),
        method(
            "pieces",
            &[param("filter?", "PieceFilter", filter_doc())],
            "Selection<Piece>",
            "The pieces that stand on it.",
            |cx, this, args| {
                let filter = PieceFilter::read(cx, args, 0)?;
                cx.selection(pieces(cx, segment(this), &filter))
            },
        ),
        method(
            "count_pieces_on_tiles",
            &[param("filter?", "PieceFilter", filter_doc())],
            "integer",
            "How many pieces stand on its tiles: on it, on other features and in places of these tiles.",
            |cx, this, args| {
                let filter = PieceFilter::read(cx, args, 0)?;
                number(cx.scene(|scene| {
                    let tiles = scene.state().features().tiles(segment(this));
                    let pieces = scene.state().piece_ids().filter(|id| filter.accepts(scene, *id));
                    let on_them =
                        pieces.filter(|id| scene.state().tile_of(*id).is_some_and(|at| tiles.contains(&at)));
                    on_them.count()
                }) as f64)
            },
        ),
        method("followers", &[], "Selection<Follower>", "The followers that stand on it.", |cx, this, _| {
            cx.selection(pieces(cx, segment(this), &PieceFilter::named(cx, "follower")?))
        }),
        method(
            "sum",
            &[param("attribute", "string", "An attribute of features.")],
            "integer",
            "The attribute merged over all its parts; 0 and 1 for a flag.",
            |cx, this, args| {
                let id = segment_attribute(cx, &args.text(0)?)?;
                number(cx.scene(|scene| {
                    let state = scene.state();
                    state.features().attribute(scene.rules(), state.board(), segment(this), id)
                }))
            },
        ),
        method(
            "neighbours",
            &[param("kind?", "FeatureKind", "A kind of feature; all where left out.")],
            "Selection<Feature>",
            "The features that it touches: of a field its cities, of a city its fields. Each once.",
            |cx, this, args| {
                let kind = args.opt_text(0)?.map(|name| feature_kind(cx, &name)).transpose()?;
                let found: Vec<Handle> = cx.scene(|scene| {
                    let touched = scene.neighbours(segment(this)).into_iter();
                    let wanted = touched
                        .filter(|at| kind.is_none_or(|kind| scene.state().features().kind(*at) == kind));
                    wanted.map(Handle::Feature).collect()
                });
                cx.selection(found)
            },
        ),
        method(
            "distance",
            &[param("from", "Tile", "One of its tiles."), param("to", "Tile", "Another.")],
            "integer?",
            "How many tiles one goes along it from one of its tiles to another, 0 for the same; nil where it is not on both.",
            |cx, this, args| {
                let (from, to) = (args.tile(0)?, args.tile(1)?);
                cx.scene(|scene| scene.distance(segment(this), from, to)).map_or(super::NOTHING, number)
            },
        ),
        method(
            "strength_of",
            &[param("player", "Player", "The player.")],
            "integer",
            "The strength of a player's followers on it, as counted for the majority.",
            |cx, this, args| {
                let player = args.player(0)?;
                number(host::strengths(cx, segment(this))?[player.index()])
            },
        ),
        method(
            "winners",
            &[],
            "Selection<Player>",
            "Who has the majority; all of them in a tie, nobody where no follower counts.",
            |cx, this, _| {
                let strengths = host::strengths(cx, segment(this))?;
                let most = strengths.iter().copied().max().unwrap_or(0);
                let seats =
                    strengths.iter().enumerate().filter(|(_, strength)| most > 0 && **strength == most);
                let players: Vec<Handle> = seats
                    .map(|(seat, _)| Handle::Player(bastide_engine::ruleset::Player(seat as u8)))
                    .collect();
                cx.selection(players)
            },
        ),
        method(
            "parts",
            &[param("complete?", "boolean", "Whether to count it as complete; as it is where left out.")],
            "{ label: string, count: integer, points: integer }[]",
            "What its value consists of: a list of `{ label, count, points }`.",
            parts,
        ),
    ],
};

fn segment(this: Handle) -> SegmentId {
    match this {
        Handle::Feature(segment) => segment,
        _ => SegmentId(0),
    }
}

fn pieces(cx: &Cx<'_>, feature: SegmentId, filter: &PieceFilter) -> Vec<Handle> {
    cx.scene(|scene| {
        let here = scene.state().pieces_on(feature).filter(|id| filter.accepts(scene, *id));
        here.map(Handle::Piece).collect()
    })
}

/// A feature's attribute as a field, merged over its parts.
pub(super) fn attribute(cx: &Cx<'_>, feature: SegmentId, name: &str) -> mlua::Result<Option<mlua::Value>> {
    Ok(cx.scene(|scene| {
        let vocabulary = scene.rules().vocabulary();
        let id = vocabulary.attribute(name)?;
        let declared = &vocabulary.attributes[id.index()];
        if declared.scope != AttributeScope::Segment {
            return None;
        }
        let state = scene.state();
        let merged = state.features().attribute(scene.rules(), state.board(), feature, id);
        let flag = declared.ty == AttributeType::Flag && declared.merge != AttributeMerge::Sum;
        Some(if flag { mlua::Value::Boolean(merged != 0) } else { mlua::Value::Number(merged.into()) })
    }))
}

fn parts(cx: &Cx<'_>, this: Handle, args: &super::Args<'_>) -> Answer {
    let complete = args.opt_boolean(0)?;
    let parts = cx.scene(|scene| {
        let complete = match complete {
            Some(complete) => complete,
            None => scene.state().features().is_complete(scene.rules(), segment(this)),
        };
        scene.value(segment(this), complete).1
    });
    let list = cx.lua.create_table()?;
    for Part { label, count, points } in parts {
        let row = cx.lua.create_table()?;
        row.raw_set("label", label.as_str())?;
        row.raw_set("count", count)?;
        row.raw_set("points", points)?;
        list.raw_push(row)?;
    }
    Ok(mlua::Value::Table(list))
}
