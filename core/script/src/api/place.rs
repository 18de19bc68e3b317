//! Places, cells and placements.

use bastide_engine::board::TileId;
use bastide_engine::decision::Item;
use bastide_engine::geometry::{Pos, Rotation};
use bastide_engine::piece::{Location, PieceId};
use bastide_engine::ruleset::Player;
use bastide_engine::scene::Scene;
use bastide_engine::tile::{PlaceKindId, Vocabulary};
use smallvec::SmallVec;

use super::{Answer, Args, ClassInfo, Cx, NOTHING, fail, field, method, number, param, verb};
use crate::api::piece::{PieceFilter, filter_doc};
use crate::api::tile::side;
use crate::convert::list_to_items;
use crate::handle::{Class, Handle};
use crate::names::nearest;

pub(super) const CLASS: ClassInfo = ClassInfo {
    class: Class::Place,
    name: "Place",
    doc: "A named place where pieces can be: one for the game (a prison) or one on a tile (a pond).",
    members: &[
        field("name", "string", "Its name, without the id of its expansion.", |cx, this, _| {
            let Handle::Place(kind, _) = this else { return super::NOTHING };
            cx.scene(|scene| cx.text(short_name(scene, kind)))
        }),
        field("tile", "Tile?", "The tile on which it lies.", |cx, this, _| {
            let Handle::Place(_, tile) = this else { return super::NOTHING };
            cx.handle_or_nil(tile.map(Handle::Tile))
        }),
        method(
            "pieces",
            &[param("filter?", "PieceFilter", filter_doc())],
            "Selection<Piece>",
            "The pieces in it.",
            |cx, this, args| {
                let Handle::Place(kind, tile) = this else { return super::NOTHING };
                let filter = PieceFilter::read(cx, args, 0)?;
                let found: Vec<Handle> = cx.scene(|scene| {
                    let here = scene.state().piece_ids().filter(|id| {
                        scene.state().piece(*id).at == Location::Place(kind, tile)
                            && filter.accepts(scene, *id)
                    });
                    here.map(Handle::Piece).collect()
                });
                cx.selection(found)
            },
        ),
        verb(
            "take_from_supply",
            &[
                param(
                    "filter",
                    "PieceFilter",
                    "Which pieces: the name of a kind, or `neutral` for any of nobody's.",
                ),
                param("most?", "integer", "How many at most; all where left out."),
            ],
            "Selection<Piece>",
            "Moves pieces of nobody that are beside the board here, and returns them. Raises `on_piece_moved` for each.",
            take_from_supply,
        ),
    ],
};

/// The pieces of nobody that are beside the board.
pub(super) fn beside<'a>(scene: &'a Scene, filter: &'a PieceFilter) -> impl Iterator<Item = PieceId> + 'a {
    let state = scene.state();
    state.piece_ids().filter(move |id| {
        let piece = state.piece(*id);
        piece.owner.is_none() && piece.at == Location::Supply && filter.accepts(scene, *id)
    })
}

fn take_from_supply(cx: &Cx<'_>, this: Handle, args: &Args<'_>) -> Answer {
    let Handle::Place(kind, tile) = this else { return NOTHING };
    let filter = PieceFilter::named(cx, &args.text(0)?)?;
    let most = match args.opt_int(1)? {
        None => usize::MAX,
        Some(most @ 0..) => most as usize,
        Some(_) => return args.wrong(1, "at least 0"),
    };
    let taken: Vec<PieceId> = cx.scene(|scene| beside(scene, &filter).take(most).collect());
    cx.change(|scene| taken.iter().for_each(|id| scene.move_piece(*id, Location::Place(kind, tile))));
    cx.selection(taken.into_iter().map(Handle::Piece))
}

pub(super) const PLACES_CLASS: ClassInfo = ClassInfo {
    class: Class::Places,
    name: "Places",
    doc: "The places on a tile, by the names that the expansion's manifest gives them: `tile.place.pond`.",
    members: &[],
};

pub(super) const CELL_CLASS: ClassInfo = ClassInfo {
    class: Class::Cell,
    name: "Cell",
    doc: "A cell of the board, with or without a tile.",
    members: &[
        field("x", "integer", "Cells to the east of the start tile.", |_, this, _| number(pos(this).x)),
        field("y", "integer", "Cells to the south of the start tile.", |_, this, _| number(pos(this).y)),
        field("tile", "Tile?", "The tile on it.", |cx, this, _| {
            cx.handle_or_nil(cx.scene(|scene| scene.state().board().at(pos(this))).map(Handle::Tile))
        }),
        method(
            "neighbour",
            &[param("side", "Side", "`N`, `E`, `S` or `W`.")],
            "Tile?",
            "The tile across a side.",
            |cx, this, args| {
                let side = side(&args.text(0)?)?;
                let found = cx.scene(|scene| scene.state().board().neighbour(pos(this), side));
                cx.handle_or_nil(found.map(Handle::Tile))
            },
        ),
        method(
            "around",
            &[],
            "Selection<Tile>",
            "The tiles on the eight cells around it, row by row.",
            |cx, this, _| {
                let board = |scene: &Scene| scene.state().board().around(pos(this)).collect::<Vec<_>>();
                cx.selection(cx.scene(board).into_iter().map(Handle::Tile))
            },
        ),
    ],
};

pub(super) const PLACEMENT_CLASS: ClassInfo = ClassInfo {
    class: Class::Placement,
    name: "Placement",
    doc: "A cell and a turn: where something could be placed.",
    members: &[
        field("x", "integer", "Cells to the east of the start tile.", |_, this, _| number(pos(this).x)),
        field("y", "integer", "Cells to the south of the start tile.", |_, this, _| number(pos(this).y)),
        field("turn", "integer", "Clockwise quarter turns, 0 to 3.", |_, this, _| {
            let Handle::Placement(_, rotation) = this else { return super::NOTHING };
            number(rotation.index())
        }),
    ],
};

fn pos(this: Handle) -> Pos {
    match this {
        Handle::Cell(pos) | Handle::Placement(pos, _) => pos,
        _ => Pos::ORIGIN,
    }
}

fn short_name(scene: &Scene, kind: PlaceKindId) -> &str {
    let name = &scene.rules().vocabulary().place_kinds[kind.index()].name;
    name.split_once('/').map_or(name.as_str(), |(_, short)| short)
}

/// The names by which scripts find the places on a tile: short and full ones.
pub(super) fn names_on_tiles(vocabulary: &Vocabulary) -> Vec<String> {
    let kinds = vocabulary.place_kinds.iter().filter(|kind| kind.on_tile);
    let both =
        |name: &str| [name.split_once('/').map_or(name, |(_, short)| short).to_owned(), name.to_owned()];
    let mut names: Vec<String> = kinds.flat_map(|kind| both(&kind.name)).collect();
    names.sort();
    names.dedup();
    names
}

/// A place of a tile by its short name: of the running expansion first, then of any other.
pub(super) fn place_of(cx: &Cx<'_>, tile: TileId, name: &str) -> mlua::Result<Option<mlua::Value>> {
    let kind = find(cx, name, true);
    kind.map(|kind| cx.handle(Handle::Place(kind, Some(tile)))).transpose()
}

/// A place kind that lies on tiles, by its short or full name.
pub(super) fn on_tiles(cx: &Cx<'_>, name: &str) -> mlua::Result<PlaceKindId> {
    match find(cx, name, true) {
        Some(kind) => Ok(kind),
        None if find(cx, name, false).is_some() => {
            fail(format!("`{name}` is a place of the game and lies on no tile; write game:place(\"{name}\")"))
        }
        None => no_place(cx, name, true),
    }
}

/// The error that there is no such place.
pub(super) fn no_place<T>(cx: &Cx<'_>, name: &str, on_tile: bool) -> mlua::Result<T> {
    let known: Vec<String> = cx.scene(|scene| {
        let kinds = scene.rules().vocabulary().place_kinds.iter();
        kinds.filter(|kind| kind.on_tile == on_tile).map(|kind| kind.name.clone()).collect()
    });
    let whose = if on_tile { "on tiles" } else { "in the game" };
    let short =
        |full: &String| full.split_once('/').map_or_else(|| full.clone(), |(_, short)| short.to_owned());
    let names: Vec<String> = known.iter().map(short).chain(known.iter().cloned()).collect();
    if let Some(near) = nearest(name, names.iter().map(String::as_str)) {
        return fail(format!("there is no place `{name}` {whose}, did you mean `{near}`?"));
    }
    let list = match known.is_empty() {
        true => "there are none".to_owned(),
        false => format!("there are {}", known.join(", ")),
    };
    fail(format!("there is no place `{name}` {whose}; {list}; declare it in expansion.toml under [places]"))
}

/// A place kind by its short or full name.
pub(super) fn find(cx: &Cx<'_>, name: &str, on_tile: bool) -> Option<PlaceKindId> {
    let running = cx.shared.running();
    let meant = (running.map(|(expansion, _)| expansion), on_tile);
    let known = cx.known(|known| known.places.get(&meant)?.get(name).copied());
    known.or_else(|| {
        let found = look_up(cx, running.map(|(_, id)| format!("{id}/{name}")), name, on_tile)?;
        cx.known(|known| known.places.entry(meant).or_default().insert(name.to_owned(), found));
        Some(found)
    })
}

fn look_up(cx: &Cx<'_>, own: Option<String>, name: &str, on_tile: bool) -> Option<PlaceKindId> {
    cx.scene(|scene| {
        let kinds = &scene.rules().vocabulary().place_kinds;
        let fits =
            |wanted: &str| kinds.iter().position(|kind| kind.on_tile == on_tile && kind.name == wanted);
        let short = || {
            kinds.iter().position(|kind| {
                kind.on_tile == on_tile && kind.name.split_once('/').is_some_and(|(_, short)| short == name)
            })
        };
        let found = own.as_deref().and_then(fits).or_else(|| fits(name)).or_else(short);
        found.map(|at| PlaceKindId(at as u8))
    })
}

/// A placement handle from an engine placement.
pub(super) fn placement((pos, rotation): (Pos, Rotation)) -> Handle {
    Handle::Placement(pos, rotation)
}

/// How many places can be asked for at once, and how that is said.
const MOST_NAMES: usize = 100;
const NAMES: &str = "a text, or a list of at most 100 texts";

/// The pieces in a place of a name, wherever it lies: everybody's, or one player's.
pub(super) fn pieces_in(cx: &Cx<'_>, args: &Args<'_>, owner: Option<Player>) -> Answer {
    let mut kinds = SmallVec::<[PlaceKindId; 4]>::new();
    if let mlua::Value::Table(names) = args.get(0) {
        if names.raw_len() > MOST_NAMES {
            return args.wrong(0, NAMES);
        }
        let Ok((names, true)) = list_to_items(names) else { return args.wrong(0, NAMES) };
        for name in names {
            let Item::Text(name) = name else { return args.wrong(0, NAMES) };
            let kind = kind_named(cx, &name)?;
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
    } else {
        kinds.push(kind_named(cx, &args.text(0)?)?);
    }
    let found: Vec<Handle> = cx.scene(|scene| {
        let state = scene.state();
        let here = kinds.iter().flat_map(|kind| {
            state.piece_ids().filter(move |id| {
                let piece = state.piece(*id);
                matches!(piece.at, Location::Place(at, _) if at == *kind)
                    && (owner.is_none() || piece.owner == owner)
            })
        });
        here.map(Handle::Piece).collect()
    });
    cx.selection(found)
}

/// A place of the game or on tiles, by its name.
fn kind_named(cx: &Cx<'_>, name: &str) -> mlua::Result<PlaceKindId> {
    find(cx, name, true).or_else(|| find(cx, name, false)).map_or_else(
        || {
            let known: Vec<String> = cx.scene(|scene| {
                scene.rules().vocabulary().place_kinds.iter().map(|kind| kind.name.clone()).collect()
            });
            let hint = nearest(name, known.iter().map(String::as_str));
            let hint = hint.map_or(String::new(), |near| format!(", did you mean `{near}`?"));
            fail(format!("there is no place `{name}`{hint}; declare it in expansion.toml under [places]"))
        },
        Ok,
    )
}
