//! The game.

use bastide_engine::board::TileId;
use bastide_engine::decision::Choice;
use bastide_engine::feature::SegmentId;
use bastide_engine::geometry::{Pos, Rotation};
use bastide_engine::piece::{Holder, PieceId};
use bastide_engine::ruleset::Player;

use super::piece::{PieceFilter, filter_doc};
use super::place::{beside, find, no_place, on_tiles, pieces_in, placement};
use super::stack::{self, Having};
use super::talk::{ask, award, raise};
use super::tile::{FEATURES, FeatureFilter, HAVING};
use super::{Answer, Args, ClassInfo, Cx, NOTHING, boolean, fail, field, method, number, param, verb};
use crate::convert::value_to_lua;
use crate::handle::{Class, Handle, as_handle};
use crate::names::nearest;

pub(super) const CLASS: ClassInfo = ClassInfo {
    class: Class::Game,
    name: "Game",
    doc: "The game as it stands. Every handler gets it as its first argument.",
    members: &[
        field(
            "players",
            "Selection<Player>",
            "All players, in the order of play, beginning with the first seat.",
            |cx, _, _| cx.selection(cx.scene(|scene| scene.rules().players()).map(Handle::Player)),
        ),
        field("active", "Player", "Whose turn it is.", |cx, _, _| {
            cx.handle(Handle::Player(cx.scene(|scene| scene.state().active())))
        }),
        field("turn", "integer", "The number of the turn, from 1.", |cx, _, _| {
            number(cx.scene(|scene| scene.state().turn()))
        }),
        field("phase", "Phase", "The name of the phase.", |cx, _, _| {
            cx.scene(|scene| cx.text(&scene.rules().phases[scene.state().phase() as usize].name))
        }),
        field("placed", "Tile?", "The tile that was placed in this part of the turn.", |cx, _, _| {
            cx.handle_or_nil(cx.scene(|scene| scene.state().placed()).map(Handle::Tile))
        }),
        field("hand", "TileDef?", "The tile that was drawn and is to be placed.", |cx, _, _| {
            cx.handle_or_nil(cx.scene(|scene| scene.state().hand()).map(Handle::TileDef))
        }),
        field(
            "deed",
            "string?",
            "What the player whose turn it is did in the `deploy` phase of this part of the turn: `deploy`, `recall`, `pass`, or the full name of an action, such as `mills.grind`; nil before that, and where the phase had nothing to offer.",
            |cx, _, _| {
                let deed = cx.scene(|scene| {
                    Some(match scene.state().deed()? {
                        Choice::Deploy { .. } => "deploy".to_owned(),
                        Choice::Recall { .. } => "recall".to_owned(),
                        Choice::Act { action, .. } => scene.action_name(action).to_owned(),
                        Choice::Pass | Choice::Place { .. } | Choice::Answer { .. } => "pass".to_owned(),
                    })
                });
                deed.map_or(NOTHING, |deed| cx.text(&deed))
            },
        ),
        field("stack_size", "integer", "How many tiles are still to be drawn.", |cx, _, _| {
            number(cx.scene(|scene| scene.state().stack().len()))
        }),
        field(
            "options",
            "table",
            "The options of this expansion, as its manifest declares them, with the values of this game.",
            |cx, _, _| {
                let Some((expansion, _)) = cx.shared.running() else {
                    return fail("`game.options` exists only inside a handler");
                };
                let tables = cx.shared.options.get();
                let table = tables.and_then(|tables| tables.get(expansion as usize));
                table.map_or(NOTHING, |table| Ok(mlua::Value::Table(table.clone())))
            },
        ),
        field(
            "storage",
            "table",
            "What this expansion remembers: its own table inside the game, saved, undone and forked with it. Holds whole numbers, texts, booleans and tables of them.",
            |cx, _, _| Ok(mlua::Value::Table(cx.shared.storage(cx.lua)?)),
        ),
        method(
            "stack",
            HAVING,
            "Selection<TileDef>",
            "The tiles that are still to be drawn, each kind once, or those of them that have something; `left` says how many there are.",
            stack::stack,
        ),
        method(
            "option",
            &[param("name", "string", "The full name, such as `base.edition`.")],
            "any",
            "An option of any expansion in play, or of the base game.",
            option,
        ),
        method(
            "in_play",
            &[param("id", "string", "The id of an expansion.")],
            "boolean",
            "Whether an expansion's rules are in play.",
            |cx, _, args| {
                let id = args.text(0)?;
                boolean(cx.scene(|scene| {
                    scene.rules().setup.expansions.iter().any(|expansion| *expansion.id == *id)
                }))
            },
        ),
        method(
            "player",
            &[param("name", "string|integer", "The name, or the seat from 1.")],
            "Player?",
            "A player by name or seat.",
            player,
        ),
        method(
            "tile",
            &[param(
                "which",
                "integer|FeatureKind",
                "A tile's `id`; or a kind of feature, an attribute of tiles, or a tile: `<set>/<name>`.",
            )],
            "Tile?",
            "A tile by its id, or the first tile that was placed of those that have something.",
            tile,
        ),
        method(
            "piece",
            &[param("id", "integer", "A piece's `id`.")],
            "Piece?",
            "A piece by its id.",
            |cx, _, args| {
                let id = args.int(0)?;
                let count = cx.scene(|scene| scene.state().pieces().len()) as i32;
                cx.handle_or_nil((0..count).contains(&id).then_some(Handle::Piece(PieceId(id as u16))))
            },
        ),
        method(
            "tile_at",
            &[
                param("x", "integer", "Cells to the east of the start tile."),
                param("y", "integer", "Cells to the south of it."),
            ],
            "Tile?",
            "The tile on a cell.",
            |cx, _, args| {
                let pos = Pos::new(args.int(0)?, args.int(1)?);
                cx.handle_or_nil(cx.scene(|scene| scene.state().board().at(pos)).map(Handle::Tile))
            },
        ),
        method(
            "tiles",
            HAVING,
            "Selection<Tile>",
            "The tiles on the board in the order in which they were placed, or those of them that have something.",
            tiles,
        ),
        method(
            "features",
            FEATURES,
            "Selection<Feature>",
            "All features on the board, or those that are of a kind or have something, each once.",
            features,
        ),
        method(
            "pieces",
            &[param("filter?", "PieceFilter", filter_doc())],
            "Selection<Piece>",
            "All pieces of the game, wherever they are.",
            |cx, _, args| {
                let filter = PieceFilter::read(cx, args, 0)?;
                let found: Vec<Handle> = cx.scene(|scene| {
                    scene
                        .state()
                        .piece_ids()
                        .filter(|id| filter.accepts(scene, *id))
                        .map(Handle::Piece)
                        .collect()
                });
                cx.selection(found)
            },
        ),
        method(
            "pieces_in",
            &[param(
                "place",
                "string|string[]",
                "The name that a manifest gives a place; one on tiles means that of any tile. Or a list of names.",
            )],
            "Selection<Piece>",
            "All pieces that are in a place.",
            |cx, _, args| pieces_in(cx, args, None),
        ),
        method(
            "supply",
            &[param("filter?", "PieceFilter", filter_doc())],
            "Selection<Piece>",
            "The pieces of nobody that are beside the board.",
            |cx, _, args| {
                let filter = PieceFilter::read(cx, args, 0)?;
                let found: Vec<Handle> =
                    cx.scene(|scene| beside(scene, &filter).map(Handle::Piece).collect());
                cx.selection(found)
            },
        ),
        method(
            "open_cells",
            &[],
            "Selection<Cell>",
            "The empty cells that share a side with a tile, row by row.",
            |cx, _, _| {
                cx.selection(cx.scene(|scene| scene.state().board().frontier()).into_iter().map(Handle::Cell))
            },
        ),
        method(
            "place",
            &[param("name", "string", "The name that a manifest gives it.")],
            "Place",
            "A place of the game, such as a prison.",
            place,
        ),
        method(
            "place_on",
            &[
                param("name", "string", "The name that a manifest gives a place on tiles."),
                param(
                    "which",
                    "Tile|FeatureKind",
                    "The tile; or a kind of feature, an attribute of tiles, or a tile: `<set>/<name>`.",
                ),
            ],
            "Place?",
            "A place on a tile, or on the first tile that was placed of those that have something; nil where none has it.",
            place_on,
        ),
        method(
            "tokens",
            &[param("name", "string", "The name of the tokens.")],
            "integer",
            "How many tokens of a name lie beside the board.",
            |cx, _, args| {
                let name = args.text(0)?;
                number(cx.scene(|scene| scene.state().tokens(Holder::Game, &name)) as f64)
            },
        ),
        method(
            "block_placements",
            &[
                param("name", "string", "The id of a block, `<set>/<name>`."),
                param(
                    "turn?",
                    "integer",
                    "Only those with this turn; one is enough for a block that looks the same in all.",
                ),
            ],
            "Selection<Placement>",
            "Where a block of several tiles can be placed: by row, column and turn.",
            |cx, _, args| {
                let block = block(cx, &args.text(0)?)?;
                let turn = match args.opt_int(1)? {
                    None => None,
                    Some(turn @ 0..=3) => Some(Rotation::quarters(turn as u8)),
                    Some(_) => return args.wrong(1, "from 0 to 3"),
                };
                cx.selection(cx.scene(|scene| scene.block_places(block, turn)).into_iter().map(placement))
            },
        ),
        method(
            "can_place_block",
            &[param("name", "string", "The id of a block, `<set>/<name>`.")],
            "boolean",
            "Whether a block of several tiles can be placed anywhere.",
            |cx, _, args| {
                let block = block(cx, &args.text(0)?)?;
                boolean(cx.scene(|scene| scene.has_block_place(block)))
            },
        ),
        verb(
            "award",
            &[
                param("player", "Player", "Who gets the points."),
                param("points", "integer", "How many; negative to take points away."),
                param(
                    "details?",
                    "{ source?: string, at?: Tile, parts?: table<string, integer> }",
                    "`source`: the name under which they are counted, the expansion's id where left out; `at`: the tile to show them at; `parts`: what they consist of.",
                ),
            ],
            "",
            "Gives points to a player. Raises `on_points_awarded`; no points without `parts` are nothing, and raise nothing.",
            award,
        ),
        verb(
            "ask",
            &[
                param("player", "Player", "Who decides."),
                param(
                    "question",
                    "{ prompt: string, options: any[], about?: any, always?: boolean }",
                    "`prompt`: what is asked; `options`: the possible answers: texts, numbers, players, pieces, tiles, features, cells or placements; `about`: what it is about; `always`: ask also where there is only one option, to be confirmed.",
                ),
            ],
            "any",
            "Asks a player and returns the option that was chosen. With a single option nobody is asked, and without any the answer is nil.",
            ask,
        ),
        verb(
            "random",
            &[param("count", "integer", "How many outcomes there are, at least 1.")],
            "integer",
            "A random whole number from 1 to `count`, by the game's own generator, so that the game can be played again.",
            |cx, _, args| match args.int(0)? {
                count if count >= 1 => number(cx.change(|scene| scene.chance(count as u32)) + 1),
                _ => args.wrong(0, "at least 1"),
            },
        ),
        verb(
            "raise",
            &[
                param(
                    "name",
                    "string",
                    "The name of the event, declared in `events`. Other expansions listen with `on_<name>`.",
                ),
                param(
                    "subject?",
                    "any",
                    "What it happened to: a thing of the game, several in a list, a text or a number.",
                ),
                param("data?", "table", "What there is to say about it: plain data."),
            ],
            "",
            "Raises an event of this expansion's own. It is dispatched after this handler.",
            raise,
        ),
        verb(
            "add_tokens",
            &[
                param("name", "string", "The name of the tokens."),
                param("count", "integer", "How many to add; negative to take away."),
            ],
            "",
            "Puts tokens beside the board, or takes them away.",
            |cx, _, args| {
                let (name, count) = (args.name(0)?, args.int(1)?);
                match cx.change(|scene| scene.add_tokens(Holder::Game, &name, i64::from(count))) {
                    Ok(()) => NOTHING,
                    Err(error) => fail(error.to_string()),
                }
            },
        ),
        verb(
            "place_block",
            &[
                param("name", "string", "The id of a block, `<set>/<name>`."),
                param("placement", "Placement", "One of `game:block_placements(name)`."),
            ],
            "Selection<Tile>",
            "Places a block and returns its tiles. Raises `on_block_placed`.",
            |cx, _, args| {
                let block = block(cx, &args.text(0)?)?;
                let Some(Handle::Placement(pos, rotation)) = as_handle(args.get(1)) else {
                    return args.wrong(1, "a Placement");
                };
                match cx.change(|scene| scene.place_block(block, pos, rotation)) {
                    Ok(tiles) => cx.selection(tiles.into_iter().map(Handle::Tile)),
                    Err(error) => fail(error.to_string()),
                }
            },
        ),
        verb(
            "join",
            &[
                param("a", "Feature", "A feature."),
                param("b", "Feature", "A feature of the same kind."),
                param("closes?", "integer", "How many open ends the join closes, 0 where left out."),
            ],
            "",
            "Makes one feature of two, as a ferry does. What this completes is scored in the next scoring phase.",
            |cx, _, args| {
                let (a, b, closes) = (args.feature(0)?, args.feature(1)?, args.opt_int(2)?.unwrap_or(0));
                match cx.change(|scene| scene.join(a, b, closes)) {
                    Ok(()) => NOTHING,
                    Err(error) => fail(error.to_string()),
                }
            },
        ),
        verb(
            "unjoin",
            &[
                param("a", "Feature", "The first feature of `game:join`."),
                param("b", "Feature", "The second."),
            ],
            "",
            "Takes back a join.",
            |cx, _, args| {
                let (a, b) = (args.feature(0)?, args.feature(1)?);
                match cx.change(|scene| scene.unjoin(a, b)) {
                    Ok(()) => NOTHING,
                    Err(error) => fail(error.to_string()),
                }
            },
        ),
        verb(
            "grant_turn_part",
            &[],
            "",
            "Grants another part of this turn: draw, place, deploy and score once more.",
            |cx, _, _| {
                cx.change(|scene| scene.grant_turn_part());
                NOTHING
            },
        ),
        verb(
            "remove_from_stack",
            &[
                param("tile", "string", "The name of a tile, `<set>/<name>`."),
                param("count?", "integer", "How many, 1 where left out."),
            ],
            "integer",
            "Takes tiles out of the stack, out of the game. Returns how many there were to take.",
            stack::remove,
        ),
        verb(
            "add_to_stack",
            &[
                param("tile", "string", "The name of a tile, `<set>/<name>`."),
                param("count?", "integer", "How many, 1 where left out."),
            ],
            "integer",
            "Adds tiles to the stack. Returns how many.",
            stack::add,
        ),
        verb(
            "set_draw_stage",
            &[
                param("tile", "string", "The name of a tile, `<set>/<name>`."),
                param("stage", "integer", "When it is drawn, -100 to 100. All tiles begin with 0."),
            ],
            "",
            "Says when tiles of a kind are drawn: as long as a tile of a lower stage is left in the stack, none of a higher one is drawn.",
            stack::set_stage,
        ),
        verb(
            "draw_next",
            &[param("tile", "string", "The name of a tile, `<set>/<name>`.")],
            "",
            "Puts a tile of the stack on top of it, below those that were put there before: it is drawn next. If none is left by then, nothing happens.",
            stack::draw_next,
        ),
    ],
};

fn option(cx: &Cx<'_>, _: Handle, args: &Args<'_>) -> Answer {
    let name = args.text(0)?;
    let found = cx.scene(|scene| scene.rules().setup.options.get(&*name).cloned());
    match found {
        Some(value) => value_to_lua(cx.lua, &value, true),
        None => {
            let known: Vec<String> = cx.scene(|scene| scene.rules().setup.options.keys().cloned().collect());
            let hint = nearest(&name, known.iter().map(String::as_str));
            let hint = hint.map_or(String::new(), |near| format!(", did you mean `{near}`?"));
            let other = name.split_once('.').map(|(id, _)| id);
            let is_absent = |id: &&str| {
                cx.scene(|scene| !scene.rules().setup.expansions.iter().any(|info| info.id == *id))
            };
            let absent = other.filter(|id| *id != "base").filter(is_absent).map_or(String::new(), |id| {
                format!("; `{id}` is not in play: ask `game:in_play(\"{id}\")` first, and name it in expansion.toml under `depends` or `optional`")
            });
            fail(format!("there is no option `{name}` in this game{hint}{absent}"))
        }
    }
}

fn player(cx: &Cx<'_>, _: Handle, args: &Args<'_>) -> Answer {
    let found = match args.get(0) {
        mlua::Value::String(name) => {
            let name = name.to_string_lossy();
            cx.scene(|scene| scene.rules().player(&name))
        }
        _ => {
            let seat = args.int(0)?;
            let count = cx.scene(|scene| scene.rules().player_count()) as i32;
            (1..=count).contains(&seat).then(|| Player(seat as u8 - 1))
        }
    };
    cx.handle_or_nil(found.map(Handle::Player))
}

fn tile(cx: &Cx<'_>, _: Handle, args: &Args<'_>) -> Answer {
    if let mlua::Value::String(_) = args.get(0) {
        let having = Having::read(cx, args)?;
        return cx.handle_or_nil(cx.scene(|scene| having.tiles(scene).next()));
    }
    if !(args.get(0).is_integer() || args.get(0).is_number()) {
        return args.wrong(0, "a tile's `id`, or what the tile has");
    }
    let id = args.int(0)?;
    let count = cx.scene(|scene| scene.state().board().tiles().len()) as i32;
    cx.handle_or_nil((0..count).contains(&id).then_some(Handle::Tile(TileId(id as u32))))
}

fn tiles(cx: &Cx<'_>, _: Handle, args: &Args<'_>) -> Answer {
    let having = Having::read(cx, args)?;
    let found: Vec<Handle> = cx.scene(|scene| having.tiles(scene).collect());
    cx.selection(found)
}

fn features(cx: &Cx<'_>, _: Handle, args: &Args<'_>) -> Answer {
    let wanted = FeatureFilter::read(cx, args)?;
    let found: Vec<Handle> = cx.scene(|scene| {
        let features = scene.state().features();
        let all = (0..features.segment_count()).map(SegmentId);
        // The first segment of each feature stands for it, whatever the order of joining was.
        let mut seen = vec![false; features.segment_count() as usize];
        let first = all.filter(|at| !std::mem::replace(&mut seen[features.root(*at).index()], true));
        let wanted = first.filter(|at| wanted.accepts(scene, *at));
        wanted.map(Handle::Feature).collect()
    });
    cx.selection(found)
}

fn place(cx: &Cx<'_>, _: Handle, args: &Args<'_>) -> Answer {
    let name = args.text(0)?;
    match find(cx, &name, false) {
        Some(kind) => cx.handle(Handle::Place(kind, None)),
        None if find(cx, &name, true).is_some() => fail(format!(
            "`{name}` is a place on tiles; write tile.place.{name}, or game:place_on(\"{name}\", tile)"
        )),
        None => no_place(cx, &name, false),
    }
}

fn place_on(cx: &Cx<'_>, _: Handle, args: &Args<'_>) -> Answer {
    let kind = on_tiles(cx, &args.text(0)?)?;
    let tile = match args.get(1) {
        mlua::Value::String(_) => {
            let having = Having::read_at(cx, args, 1)?;
            cx.scene(|scene| having.tiles(scene).next())
        }
        value => as_handle(value),
    };
    match tile {
        Some(Handle::Tile(tile)) => cx.handle(Handle::Place(kind, Some(tile))),
        None if matches!(args.get(1), mlua::Value::String(_)) => NOTHING,
        _ => args.wrong(1, "a Tile, or what the tile has"),
    }
}

fn block(cx: &Cx<'_>, name: &str) -> mlua::Result<u16> {
    cx.scene(|scene| {
        let blocks = &scene.rules().setup.blocks;
        match blocks.iter().position(|block| block.id == name) {
            Some(at) => Ok(at as u16),
            None => {
                let hint = nearest(name, blocks.iter().map(|block| block.id.as_str()));
                let hint = hint.map_or(String::new(), |near| format!(", did you mean `{near}`?"));
                fail(format!("there is no block `{name}`{hint}"))
            }
        }
    })
}
