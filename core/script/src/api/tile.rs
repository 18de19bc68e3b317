//! Tiles, on the board and before.

use bastide_engine::board::TileId;
use bastide_engine::feature::SegmentId;
use bastide_engine::geometry::{Port, Rotation, Side, Third};
use bastide_engine::piece::Holder;
use bastide_engine::scene::Scene;
use bastide_engine::tile::{
    AttributeId, AttributeScope, AttributeType, AttributeValue, FeatureKindId, TileDef, TileDefId, Vocabulary,
};

use super::stack::Having;
use super::{Answer, Args, ClassInfo, Cx, NOTHING, Param, boolean, fail, field, method, number, param, verb};
use crate::api::piece::{PieceFilter, filter_doc};
use crate::handle::{Class, Handle};
use crate::names::nearest;

/// How far away a tile can be said to be.
const NEAR: std::ops::RangeInclusive<i32> = -1000..=1000;

/// What narrows a list of tiles.
pub(super) const HAVING: &[Param] = &[param(
    "having?",
    "FeatureKind",
    "A kind of feature, an attribute of tiles, or a tile: `<set>/<name>`.",
)];

/// Which features a script wants.
pub(super) const FEATURES: &[Param] = &[param(
    "kind?",
    "FeatureKind",
    "A kind of feature, or an attribute of features, merged over all their parts; all where left out.",
)];

pub(super) const CLASS: ClassInfo = ClassInfo {
    class: Class::Tile,
    name: "Tile",
    doc: "A tile on the board. Attributes that tile sets give to tiles are fields: `tile.watchtower`; nil, or false for a flag, where a tile does not have it.",
    members: &[
        field(
            "id",
            "integer",
            "A number that stands for this tile for the whole game; keep this in `game.storage`. `game:tile(id)` finds it again.",
            |_, this, _| number(tile(this).0),
        ),
        field("name", "string", "Which tile it is: `<set>/<name>`.", |cx, this, _| {
            cx.scene(|scene| cx.text(&scene.rules().tile(def(scene, this)).def.id))
        }),
        field(
            "since",
            "integer",
            "The number of the turn in which it was placed; 0 for one that lay there before the first turn.",
            |cx, this, _| number(cx.scene(|scene| scene.state().board().tile(tile(this)).since)),
        ),
        field("def", "TileDef", "The tile as it is printed.", |cx, this, _| {
            cx.handle(Handle::TileDef(cx.scene(|scene| def(scene, this))))
        }),
        field("x", "integer", "Cells to the east of the start tile.", |cx, this, _| {
            number(cx.scene(|scene| scene.state().board().tile(tile(this)).pos.x))
        }),
        field("y", "integer", "Cells to the south of the start tile.", |cx, this, _| {
            number(cx.scene(|scene| scene.state().board().tile(tile(this)).pos.y))
        }),
        field("turn", "integer", "Clockwise quarter turns, 0 to 3.", |cx, this, _| {
            number(cx.scene(|scene| scene.state().board().tile(tile(this)).rotation.index()))
        }),
        field("place", "Places", "The places on this tile, by name.", |cx, this, _| {
            cx.handle(Handle::Places(tile(this)))
        }),
        field("block", "string?", "The id of the block to which it belongs.", |cx, this, _| {
            let block = cx.scene(|scene| {
                let block = scene.state().block_of(tile(this))?;
                Some(scene.rules().setup.blocks[block as usize].id.clone())
            });
            block.map_or(NOTHING, |block| cx.text(&block))
        }),
        method(
            "has",
            &[param("kind", "FeatureKind", "A kind of feature, or an attribute of tiles.")],
            "boolean",
            "Whether it shows a part of such a feature, or has such an attribute.",
            has,
        ),
        method(
            "count",
            &[param("kind", "FeatureKind", "A kind of feature.")],
            "integer",
            "How many parts of features of a kind it shows.",
            |cx, this, args| {
                let kind = feature_kind(cx, &args.text(0)?)?;
                number(cx.scene(|scene| segments_of(scene, this, kind).count()) as f64)
            },
        ),
        method(
            "sum",
            &[param("attribute", "string", "An attribute of features, such as `coats_of_arms`.")],
            "integer",
            "The sum of an attribute over its parts of features.",
            sum,
        ),
        method(
            "features",
            FEATURES,
            "Selection<Feature>",
            "The features of which it shows a part, or those of them that are of a kind or have something, each once.",
            features,
        ),
        method(
            "feature",
            &[param("side", "Port", "`N`, `E`, `S`, `W` as the tile lies, or a half: `NL`, `NR`, …")],
            "Feature?",
            "The feature that leaves the tile there.",
            feature_at,
        ),
        method(
            "pieces",
            &[param("filter?", "PieceFilter", filter_doc())],
            "Selection<Piece>",
            "The pieces that stand on it.",
            |cx, this, args| {
                let filter = PieceFilter::read(cx, args, 0)?;
                cx.selection(pieces(cx, this, &filter))
            },
        ),
        method("followers", &[], "Selection<Follower>", "The followers that stand on it.", |cx, this, _| {
            cx.selection(pieces(cx, this, &PieceFilter::named(cx, "follower")?))
        }),
        method(
            "count_pieces",
            &[param("filter?", "PieceFilter", filter_doc())],
            "integer",
            "How many pieces stand on it.",
            |cx, this, args| {
                let filter = PieceFilter::read(cx, args, 0)?;
                number(pieces(cx, this, &filter).len() as f64)
            },
        ),
        method(
            "vicinity",
            HAVING,
            "Selection<Tile>",
            "The tile itself and the tiles on the eight cells around it, row by row; or those of them that have something.",
            |cx, this, args| {
                let having = Having::read(cx, args)?;
                let found: Vec<Handle> = cx.scene(|scene| {
                    let board = scene.state().board();
                    let pos = board.tile(tile(this)).pos;
                    let mut cells = pos.around().to_vec();
                    cells.insert(4, pos);
                    let tiles = cells.into_iter().filter_map(|pos| board.at(pos));
                    tiles.filter(|tile| having.has(scene, *tile)).map(Handle::Tile).collect()
                });
                cx.selection(found)
            },
        ),
        method(
            "around",
            HAVING,
            "Selection<Tile>",
            "The tiles on the eight cells around it, row by row; or those of them that have something.",
            |cx, this, args| {
                let having = Having::read(cx, args)?;
                let found: Vec<Handle> = cx.scene(|scene| {
                    let board = scene.state().board();
                    let tiles = board.around(board.tile(tile(this)).pos);
                    tiles.filter(|tile| having.has(scene, *tile)).map(Handle::Tile).collect()
                });
                cx.selection(found)
            },
        ),
        method(
            "pieces_around",
            &[param("filter?", "PieceFilter", filter_doc())],
            "Selection<Piece>",
            "The pieces that stand on the eight cells around it, tile by tile.",
            |cx, this, args| {
                let filter = PieceFilter::read(cx, args, 0)?;
                let found: Vec<Handle> = cx.scene(|scene| {
                    let board = scene.state().board();
                    let tiles = board.around(board.tile(tile(this)).pos);
                    let pieces = tiles.flat_map(|tile| scene.state().pieces_on_tile(tile));
                    pieces.filter(|id| filter.accepts(scene, *id)).map(Handle::Piece).collect()
                });
                cx.selection(found)
            },
        ),
        method(
            "neighbour",
            &[param("side", "Side", "`N`, `E`, `S` or `W`, as seen on the board.")],
            "Tile?",
            "The tile across a side.",
            |cx, this, args| {
                let side = side(&args.text(0)?)?;
                let found = cx.scene(|scene| {
                    let board = scene.state().board();
                    board.neighbour(board.tile(tile(this)).pos, side)
                });
                cx.handle_or_nil(found.map(Handle::Tile))
            },
        ),
        method(
            "neighbours",
            HAVING,
            "Selection<Tile>",
            "The tiles that share a side with it, clockwise from the north; or those of them that have something.",
            |cx, this, args| {
                let having = Having::read(cx, args)?;
                let found: Vec<Handle> = cx.scene(|scene| {
                    let board = scene.state().board();
                    let pos = board.tile(tile(this)).pos;
                    Side::ALL
                        .iter()
                        .filter_map(|side| board.neighbour(pos, *side))
                        .filter(|tile| having.has(scene, *tile))
                        .map(Handle::Tile)
                        .collect()
                });
                cx.selection(found)
            },
        ),
        method(
            "offset",
            &[
                param("x", "integer", "How many cells to the east; negative to the west."),
                param("y", "integer", "How many cells to the south; negative to the north."),
            ],
            "Tile?",
            "The tile so many cells away.",
            |cx, this, args| {
                let (x, y) = (args.int(0)?, args.int(1)?);
                if !NEAR.contains(&x) || !NEAR.contains(&y) {
                    return args.wrong(if NEAR.contains(&x) { 1 } else { 0 }, "from -1000 to 1000");
                }
                let found = cx.scene(|scene| {
                    let board = scene.state().board();
                    board.at(board.tile(tile(this)).pos.offset(x, y))
                });
                cx.handle_or_nil(found.map(Handle::Tile))
            },
        ),
        method(
            "edge",
            &[param("side", "Side", "`N`, `E`, `S` or `W`, as seen on the board.")],
            "EdgeKind",
            "The kind of edge that it has on a side.",
            |cx, this, args| {
                let side = side(&args.text(0)?)?;
                let turn = cx.scene(|scene| scene.state().board().tile(tile(this)).rotation);
                edge(cx, this, side, turn)
            },
        ),
        method(
            "tokens",
            &[param("name", "string", "The name of the tokens.")],
            "integer",
            "How many tokens of a name lie on it.",
            |cx, this, args| {
                let name = args.text(0)?;
                number(cx.scene(|scene| scene.state().tokens(Holder::Tile(tile(this).0), &name)) as f64)
            },
        ),
        verb(
            "add_tokens",
            &[
                param("name", "string", "The name of the tokens."),
                param("count", "integer", "How many to add; negative to take away."),
            ],
            "",
            "Puts tokens on the tile, or takes them away.",
            |cx, this, args| {
                let (name, count) = (args.name(0)?, args.int(1)?);
                let holder = Holder::Tile(tile(this).0);
                match cx.change(|scene| scene.add_tokens(holder, &name, i64::from(count))) {
                    Ok(()) => NOTHING,
                    Err(error) => fail(error.to_string()),
                }
            },
        ),
    ],
};

pub(super) const DEF_CLASS: ClassInfo = ClassInfo {
    class: Class::TileDef,
    name: "TileDef",
    doc: "A tile as it is printed, before it is placed. Attributes are fields, as of a tile on the board.",
    members: &[
        field("name", "string", "Which tile it is: `<set>/<name>`.", |cx, this, _| {
            cx.scene(|scene| cx.text(&scene.rules().tile(def(scene, this)).def.id))
        }),
        field("left", "integer", "How many of them are still in the stack.", |cx, this, _| {
            number(cx.scene(|scene| scene.state().stack().count(def(scene, this))))
        }),
        method(
            "has",
            &[param("kind", "FeatureKind", "A kind of feature, or an attribute of tiles.")],
            "boolean",
            "Whether it shows a part of such a feature, or has such an attribute.",
            has,
        ),
        method(
            "count",
            &[param("kind", "FeatureKind", "A kind of feature.")],
            "integer",
            "How many parts of features of a kind it shows.",
            |cx, this, args| {
                let kind = feature_kind(cx, &args.text(0)?)?;
                number(cx.scene(|scene| segments_of(scene, this, kind).count()) as f64)
            },
        ),
        method(
            "sum",
            &[param("attribute", "string", "An attribute of features, such as `coats_of_arms`.")],
            "integer",
            "The sum of an attribute over its parts of features.",
            sum,
        ),
        method(
            "edge",
            &[
                param("side", "Side", "`N`, `E`, `S` or `W`."),
                param("turn?", "integer", "Clockwise quarter turns by which the tile is turned, 0 to 3."),
            ],
            "EdgeKind",
            "The kind of edge that it has on a side, when it is turned so.",
            |cx, this, args| match args.opt_int(1)?.unwrap_or(0) {
                turn @ 0..=3 => edge(cx, this, side(&args.text(0)?)?, Rotation::quarters(turn as u8)),
                _ => args.wrong(1, "from 0 to 3"),
            },
        ),
    ],
};

/// The kind of edge of a tile on a side, when it is turned.
fn edge(cx: &Cx<'_>, this: Handle, side: Side, turn: Rotation) -> Answer {
    let name = cx.scene(|scene| {
        let kind = printed(scene, this).edges[side.rotated(turn.inverse()) as usize];
        scene.rules().vocabulary().edge_kinds[kind.index()].name.clone()
    });
    cx.text(&name)
}

fn tile(this: Handle) -> TileId {
    match this {
        Handle::Tile(tile) => tile,
        _ => TileId(0),
    }
}

fn def(scene: &Scene, this: Handle) -> TileDefId {
    match this {
        Handle::Tile(tile) => scene.state().board().tile(tile).def,
        Handle::TileDef(def) => def,
        _ => TileDefId(0),
    }
}

fn printed(scene: &Scene, this: Handle) -> &TileDef {
    &scene.rules().tile(def(scene, this)).def
}

fn segments_of(scene: &Scene, this: Handle, kind: FeatureKindId) -> impl Iterator<Item = u8> + '_ {
    let segments = printed(scene, this).segments.iter().enumerate();
    segments.filter(move |(_, segment)| segment.kind == kind).map(|(local, _)| local as u8)
}

/// Which features a script wants.
#[derive(Clone, Copy)]
pub(super) enum FeatureFilter {
    All,
    Kind(FeatureKindId),
    With(AttributeId),
}

impl FeatureFilter {
    /// From the first argument, which may be left out.
    pub fn read(cx: &Cx<'_>, args: &Args<'_>) -> mlua::Result<FeatureFilter> {
        let Some(name) = args.opt_text(0)? else { return Ok(FeatureFilter::All) };
        cx.scene(|scene| {
            let vocabulary = scene.rules().vocabulary();
            if let Some(kind) = vocabulary.feature_kind(&name) {
                return Ok(FeatureFilter::Kind(kind));
            }
            let of_segments =
                |id: &AttributeId| vocabulary.attributes[id.index()].scope == AttributeScope::Segment;
            match vocabulary.attribute(&name) {
                Some(attribute) if of_segments(&attribute) => Ok(FeatureFilter::With(attribute)),
                Some(_) => fail(format!(
                    "`{name}` is an attribute of tiles, and no feature has it; game:tiles(\"{name}\") has those that do"
                )),
                None => {
                    let attributes = vocabulary.attributes.iter();
                    let attributes = attributes.filter(|known| known.scope == AttributeScope::Segment);
                    fail(no_feature_kind(vocabulary, &name, attributes.map(|known| known.name.as_str())))
                }
            }
        })
    }

    pub fn accepts(self, scene: &Scene, segment: SegmentId) -> bool {
        let state = scene.state();
        match self {
            FeatureFilter::All => true,
            FeatureFilter::Kind(kind) => state.features().kind(segment) == kind,
            FeatureFilter::With(attribute) => {
                state.features().attribute(scene.rules(), state.board(), segment, attribute) != 0
            }
        }
    }
}

/// The error that there is no kind of feature of a name. What else could have been meant is said too.
fn no_feature_kind<'a>(
    vocabulary: &'a Vocabulary,
    name: &str,
    others: impl Iterator<Item = &'a str>,
) -> String {
    let kinds = vocabulary.feature_kinds.iter().map(|kind| kind.name.as_str());
    let list = kinds.clone().collect::<Vec<_>>().join(", ");
    let hint = nearest(name, kinds.chain(others))
        .map_or(format!("; there are {list}"), |near| format!(", did you mean `{near}`?"));
    format!("there is no kind of feature `{name}`{hint}")
}

/// A feature kind by name.
pub(super) fn feature_kind(cx: &Cx<'_>, name: &str) -> mlua::Result<FeatureKindId> {
    cx.scene(|scene| {
        let vocabulary = scene.rules().vocabulary();
        if let Some(kind) = vocabulary.feature_kind(name) {
            return Ok(kind);
        }
        fail(no_feature_kind(vocabulary, name, std::iter::empty()))
    })
}

pub(super) fn side(name: &str) -> mlua::Result<Side> {
    name.parse()
        .map_err(|error: bastide_engine::geometry::UnknownName| mlua::Error::runtime(error.to_string()))
}

/// A tile's attribute as a field: a name, a number, or a boolean for a flag.
pub(super) fn attribute(cx: &Cx<'_>, this: Handle, name: &str) -> mlua::Result<Option<mlua::Value>> {
    let found = cx.scene(|scene| {
        let id = scene.rules().vocabulary().attribute(name)?;
        let declared = &scene.rules().vocabulary().attributes[id.index()];
        if declared.scope != AttributeScope::Tile {
            return None;
        }
        Some(match printed(scene, this).attributes.get(id) {
            Some(AttributeValue::Name(name)) => cx.text(name),
            value if declared.ty == AttributeType::Flag => boolean(value.is_some()),
            Some(AttributeValue::Number(value)) => number(*value),
            None => NOTHING,
        })
    });
    found.transpose()
}

fn has(cx: &Cx<'_>, this: Handle, args: &Args<'_>) -> Answer {
    let name = args.text(0)?;
    let attribute = cx.scene(|scene| {
        let id = scene.rules().vocabulary().attribute(&name)?;
        Some(printed(scene, this).attributes.get(id).is_some())
    });
    if let Some(has) = attribute {
        return boolean(has);
    }
    let kind = feature_kind(cx, &name)?;
    boolean(cx.scene(|scene| segments_of(scene, this, kind).next().is_some()))
}

/// An attribute of segments by name.
pub(super) fn segment_attribute(cx: &Cx<'_>, name: &str) -> mlua::Result<bastide_engine::tile::AttributeId> {
    cx.scene(|scene| {
        let vocabulary = scene.rules().vocabulary();
        if let Some(id) = vocabulary.attribute(name) {
            return Ok(id);
        }
        let known = vocabulary.attributes.iter().map(|attribute| attribute.name.as_str());
        let hint = nearest(name, known).map_or(String::new(), |near| format!(", did you mean `{near}`?"));
        fail(format!("there is no attribute `{name}`{hint}"))
    })
}

fn sum(cx: &Cx<'_>, this: Handle, args: &Args<'_>) -> Answer {
    let id = segment_attribute(cx, &args.text(0)?)?;
    let total: i32 = cx.scene(|scene| {
        printed(scene, this).segments.iter().map(|segment| segment.attributes.number(id)).sum()
    });
    number(total)
}

fn features(cx: &Cx<'_>, this: Handle, args: &Args<'_>) -> Answer {
    let wanted = FeatureFilter::read(cx, args)?;
    let found: Vec<Handle> = cx.scene(|scene| {
        let features = scene.state().features();
        let mut roots: Vec<SegmentId> = Vec::new();
        let mut found = Vec::new();
        for segment in scene.segments(tile(this)) {
            let root = features.root(segment);
            if wanted.accepts(scene, segment) && !roots.contains(&root) {
                roots.push(root);
                found.push(Handle::Feature(segment));
            }
        }
        found
    });
    cx.selection(found)
}

fn feature_at(cx: &Cx<'_>, this: Handle, args: &Args<'_>) -> Answer {
    let name = args.text(0)?;
    let port: Port = match name.parse() {
        Ok(port) => port,
        Err(_) => return fail(format!("`{name}` is no side: use N, E, S, W, or a half such as NL or NR")),
    };
    let found = cx.scene(|scene| {
        let middle = scene.segment_at(tile(this), port);
        // The middle of a field edge carries nothing: its field is meant.
        middle.or_else(|| scene.segment_at(tile(this), Port::new(port.side(), Third::Left)))
    });
    cx.handle_or_nil(found.map(Handle::Feature))
}

fn pieces(cx: &Cx<'_>, this: Handle, filter: &PieceFilter) -> Vec<Handle> {
    cx.scene(|scene| {
        let here = scene.state().pieces_on_tile(tile(this)).filter(|id| filter.accepts(scene, *id));
        here.map(Handle::Piece).collect()
    })
}
